//! `readroom search`: prints lines of files.

use crate::display_options::is_color_wanted;
use crate::output::{print_message, shown, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::patience::Patience;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::scope_options::{ScopeOptions, paths};
use crate::search_progress::SearchProgress;
use crate::similar_names;
use crate::skipped;
use crate::style::{Style, Tone};
use anyhow::{Result, ensure};
use clap::Args;
use readroom::terminal::one_line;
use readroom::{
    Error, FileMatches, LetterCase, MatchBlocks, MatchLine, PatternSyntax, SearchOutput,
    SearchRequest, SearchResults, Skipped,
};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Search files for lines that match a regular expression.
///
/// Each line is printed as PATH:LINE:TEXT, and lines around it as PATH-LINE-TEXT. On a terminal
/// they stand below the path of their file. Files that .gitignore leaves out, names that begin with
/// a dot, and binary files are not searched.
///
/// The exit status is 0 if a line matches, 1 if none does, and 2 after an error.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Search {
    /// A regular expression, in the syntax of Rust's crate `regex`; after `--` if it begins with a
    /// dash.
    #[arg(required_unless_present = "regexp")]
    pattern: Option<String>,
    /// The directories and files to search [default: the root].
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// A pattern; a line matches if one of them does.
    ///
    /// Instead of the first argument, which is then a PATH. May be given more than once.
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    regexp: Vec<String>,
    /// Ignore case.
    #[arg(short, long, overrides_with_all = ["ignore_case", "smart_case"])]
    ignore_case: bool,
    /// Ignore case unless the pattern has upper-case letters.
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "smart_case"])]
    smart_case: bool,
    /// The pattern is the text itself.
    #[arg(short = 'F', long)]
    fixed_strings: bool,
    /// Only whole words.
    #[arg(short, long)]
    word_regexp: bool,
    /// Print only the paths of files that match.
    #[arg(short = 'l', long, conflicts_with = "count")]
    files_with_matches: bool,
    /// Print the number of lines that match in each file.
    #[arg(short, long)]
    count: bool,
    /// Print the definitions of a name.
    ///
    /// One or two, or short ones, come with all their lines.
    /// The pattern matches whole names, and may have those around it, such as Walk::next. Names are
    /// those of functions, types, constants, headings and keys, in files of at most 4 MiB.
    #[arg(long, conflicts_with_all = ["files_with_matches", "count"])]
    definitions: bool,
    /// Print the lines that use a name, comments last.
    ///
    /// The name is a whole word. Its definitions are left out.
    #[arg(long, conflicts_with_all = ["files_with_matches", "count", "definitions"])]
    uses: bool,
    /// Print the function, type or section around each match.
    ///
    /// Of one with more than 120 lines, those around the match.
    #[arg(long, conflicts_with_all = ["files_with_matches", "count", "only_matching"])]
    block: bool,
    /// Print only what matches, each on a line.
    #[arg(short, long, conflicts_with = "count")]
    only_matching: bool,
    /// Print this many lines around each.
    #[arg(short = 'C', long, value_name = "N", overrides_with = "context")]
    context: Option<u32>,
    /// Print this many lines before each.
    #[arg(short = 'B', long, value_name = "N", overrides_with = "before_context")]
    before_context: Option<u32>,
    /// Print this many lines after each.
    #[arg(short = 'A', long, value_name = "N", overrides_with = "after_context")]
    after_context: Option<u32>,
    /// At most this many lines of each file.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(overrides_with = "max_count")]
    max_count: Option<u32>,
    /// Search binary files too, as text.
    #[arg(long)]
    binary: bool,
    /// Print each page as a line of JSON.
    #[arg(long)]
    json: bool,
    /// Lines are numbered anyway.
    #[arg(short = 'n', long, hide = true)]
    line_number: bool,
    #[arg(short = 'v', long, hide = true)]
    invert_match: bool,
    #[arg(short = 'U', long, hide = true)]
    multiline: bool,
    #[arg(short = 't', long = "type", value_name = "TYPE", hide = true)]
    types: Vec<String>,
    #[command(flatten)]
    scope: ScopeOptions,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom search 'fn \\w+_test' src
  readroom search -i -C 2 -g '*.md' 'todo|fixme'
  readroom search -l -F 'a.b('
  readroom search --definitions Walk::next
  readroom search -e TODO -e FIXME src";

/// The maximum number of lines in one call.
const MAX_MATCHES: u32 = 10_000;

/// The maximum number of matches in a line, as the contract has it.
const MAX_PARTS: usize = 100;

/// The maximum number of characters of a line in one call, and of bytes.
const MAX_BYTES: u32 = 1 << 20;

impl Search {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        self.refuse_unsupported()?;
        self.paging.start(self.json);
        if self.regexp.is_empty() {
            self.regexp.extend(self.pattern.take());
        } else if let Some(path) = self.pattern.take() {
            self.paths.insert(0, path);
        }
        let (room, progress) = SearchProgress::of(self.room.build(PromptMode::Never)?);
        let is_terminal = io::stdout().is_terminal();
        // A page is written at once.
        let mut output = io::BufWriter::new(pager::Output);
        let mut printer = Printer {
            has_headings: is_terminal,
            style: Style { is_colored: is_terminal && is_color_wanted() },
            separates: self.blocks() != MatchBlocks::None || self.context() != (0, 0),
            prints_parts: self.only_matching,
            last: None,
        };
        let mut patience = Patience::new();
        let (mut is_found, mut is_failed) = (false, false);
        for path in paths(&self.paths) {
            let mut request = self.request(path);
            request.cursor = self.scope.cursor.take();
            let mut skipped = Vec::new();
            loop {
                let results = room.search(&request);
                progress.end_page();
                let results = match results {
                    // The other paths are still searched.
                    Err(error @ Error::Read(_)) if self.paths.len() > 1 => {
                        print_message(&error.to_string());
                        is_failed = true;
                        break;
                    }
                    results => results?,
                };
                let has_result = !results.files.is_empty();
                is_found |= has_result;
                if self.json {
                    write_json(&mut output, serde_json::to_string(&results)?)?;
                } else {
                    printer.print(&mut output, &results, request.output)?;
                }
                output.flush()?;
                let Skipped { directories, files, .. } = results.skipped;
                is_failed |= directories > 0 || files > 0;
                skipped.push(results.skipped);
                request.cursor = results.next;
                patience.check(has_result, request.cursor.as_deref())?;
                if request.cursor.is_none() {
                    skipped::report(path, &skipped);
                    break;
                }
            }
        }
        if self.definitions && !is_found && !is_failed {
            let searches = paths(&self.paths).into_iter().map(|path| self.request(path));
            similar_names::report(&room, searches);
        }
        Ok(match (is_failed, is_found) {
            (true, _) => ExitCode::from(2),
            (false, true) => ExitCode::SUCCESS,
            (false, false) => ExitCode::from(1),
        })
    }

    /// Names the alternatives to options that other programs have.
    fn refuse_unsupported(&self) -> Result<()> {
        for (is_given, hint) in [
            (self.invert_match, "there is no -v; write 'readroom read -p FILE | grep -v PATTERN'"),
            (self.multiline, "there is no -U; search for the first line, with -A N for the others"),
            (!self.types.is_empty(), "there is no -t; write a glob, as in -g '*.rs'"),
        ] {
            ensure!(!is_given, hint);
        }
        Ok(())
    }

    /// Returns one expression for all patterns.
    fn expression(&self) -> (Cow<'_, str>, PatternSyntax) {
        match (&*self.regexp, self.fixed_strings) {
            ([text], true) => (text.into(), PatternSyntax::Literal),
            ([text], false) => (text.into(), PatternSyntax::Regex),
            (all, is_literal) => {
                let group = |text: &String| match is_literal {
                    true => literal(text),
                    false => format!("(?:{text})"),
                };
                let all: Vec<_> = all.iter().map(group).collect();
                (all.join("|").into(), PatternSyntax::Regex)
            }
        }
    }

    fn blocks(&self) -> MatchBlocks {
        match (self.block, self.definitions) {
            (true, _) => MatchBlocks::All,
            (false, true) => MatchBlocks::Few,
            (false, false) => MatchBlocks::None,
        }
    }

    fn context(&self) -> (u32, u32) {
        let both = self.context.unwrap_or(0);
        (self.before_context.unwrap_or(both), self.after_context.unwrap_or(both))
    }

    fn request(&self, path: &str) -> SearchRequest {
        let (before, after) = self.context();
        let (pattern, syntax) = self.expression();
        let request = SearchRequest::new(self.scope.at(path, None), &*pattern)
            .syntax(syntax)
            .letter_case(match (self.ignore_case, self.smart_case) {
                (true, _) => LetterCase::Insensitive,
                (_, true) => LetterCase::Smart,
                _ => LetterCase::Sensitive,
            })
            .words(self.word_regexp || self.definitions)
            .output(match () {
                () if self.files_with_matches => SearchOutput::Files,
                () if self.count => SearchOutput::Counts,
                () if self.definitions => SearchOutput::Definitions,
                () if self.uses => SearchOutput::Uses,
                () => SearchOutput::Lines,
            })
            .blocks(self.blocks())
            .before(before)
            .after(after)
            .binary(self.binary)
            .matches(MAX_MATCHES)
            .matches_per_file(self.max_count.unwrap_or(u32::MAX))
            .bytes(MAX_BYTES);
        SearchRequest { columns: Some(MAX_BYTES), ..request }
    }
}

/// Returns a regular expression for a literal. `\<` and `\>` are not characters.
fn literal(text: &str) -> String {
    let mut expression = String::new();
    for character in text.chars() {
        if character.is_ascii_punctuation() && !"<>".contains(character) {
            expression.push('\\');
        }
        expression.push(character);
    }
    expression
}

/// Prints results, page after page.
struct Printer {
    /// Whether lines are printed below the path of their file.
    has_headings: bool,
    style: Style,
    /// Whether `--` separates lines that are not adjacent.
    separates: bool,
    /// Whether only the matches in lines are printed.
    prints_parts: bool,
    /// The file and the number of the last line.
    last: Option<(String, u32)>,
}

impl Printer {
    fn print(
        &mut self,
        output: &mut impl Write,
        results: &SearchResults,
        kind: SearchOutput,
    ) -> Result<()> {
        for file in &results.files {
            let path = shown(&file.path, self.has_headings);
            match kind {
                SearchOutput::Files => writeln!(output, "{path}")?,
                SearchOutput::Counts => writeln!(output, "{path}:{}", file.matches)?,
                SearchOutput::Lines | SearchOutput::Definitions | SearchOutput::Uses => {
                    self.print_lines(output, file, &path)?;
                }
            }
        }
        Ok(())
    }

    fn print_lines(
        &mut self,
        output: &mut impl Write,
        file: &FileMatches,
        path: &str,
    ) -> Result<()> {
        let is_same = self.last.as_ref().is_some_and(|(last, _)| *last == file.path);
        if self.has_headings && !is_same {
            let space = if self.last.is_some() { "\n" } else { "" };
            writeln!(output, "{space}{}", self.style.paint(Tone::Bold, path))?;
        }
        for line in file.groups.iter().flat_map(|group| &group.lines) {
            let is_gap = self.last.as_ref().is_some_and(|(last, number)| {
                let is_same = *last == file.path;
                (is_same || !self.has_headings) && !(is_same && number + 1 == line.line)
            });
            if self.separates && is_gap {
                writeln!(output, "--")?;
            }
            if self.prints_parts && line.matches {
                for part in parts(line) {
                    self.print_line(output, path, &part)?;
                }
                if line.ranges.len() >= MAX_PARTS {
                    print_message(&format!(
                        "'{path}', line {}: matches after the first {MAX_PARTS} are left out",
                        line.line
                    ));
                }
            } else {
                self.print_line(output, path, line)?;
            }
            self.last = Some((file.path.clone(), line.line));
        }
        Ok(())
    }

    fn print_line(&self, output: &mut impl Write, path: &str, line: &MatchLine) -> Result<()> {
        let mark = if line.matches { ':' } else { '-' };
        if !self.has_headings {
            writeln!(output, "{path}{mark}{}{mark}{}", line.line, line.text)?;
            return Ok(());
        }
        let number = self.style.paint(Tone::Dim, format!("{}{mark}", line.line));
        let text = line.text.trim_end_matches('\r');
        write!(output, "{number}")?;
        let mut at = line.column;
        let mut rest = text;
        for range in &line.ranges {
            for (count, tone) in [
                (range.start.saturating_sub(at), Tone::Plain),
                (range.end.saturating_sub(range.start), Tone::Yellow),
            ] {
                let end = rest.char_indices().nth(count as usize).map_or(rest.len(), |(at, _)| at);
                let (part, after) = rest.split_at(end);
                if !part.is_empty() {
                    write!(output, "{}", self.style.paint(tone, one_line(part)))?;
                }
                rest = after;
            }
            at = range.end;
        }
        writeln!(output, "{}{}", one_line(rest), if line.clipped { "…" } else { "" })?;
        Ok(())
    }
}

/// Returns the matches in a line, each as a line. Empty ones are left out.
fn parts(line: &MatchLine) -> impl Iterator<Item = MatchLine> {
    line.ranges.iter().filter(|range| range.start < range.end).map(|range| {
        let skipped = range.start.saturating_sub(line.column) as usize;
        let length = (range.end - range.start) as usize;
        let text = line.text.chars().skip(skipped).take(length).collect();
        let ranges = vec![*range];
        MatchLine { column: range.start, text, ranges, clipped: false, ..line.clone() }
    })
}
