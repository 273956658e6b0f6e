//! `readroom search`: prints lines of files.

use crate::display_options::is_color_wanted;
use crate::output::shown;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::scope_options::{ScopeOptions, paths};
use crate::search_progress::SearchProgress;
use crate::skipped;
use crate::style::{Style, Tone};
use anyhow::Result;
use clap::Args;
use readroom::terminal::one_line;
use readroom::{
    FileMatches, LetterCase, MatchLine, Outcome, PatternSyntax, SearchOutput, SearchRequest,
    SearchResults,
};
use std::io::{self, IsTerminal, Write};

/// Search files for lines that match a regular expression.
///
/// Each line is printed as PATH:LINE:TEXT, and lines around it as PATH-LINE-TEXT. On a terminal
/// they stand below the path of their file. Files that .gitignore leaves out, names that begin with
/// a dot, and binary files are not searched.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Search {
    /// A regular expression, in the syntax of Rust's crate `regex`; after `--` if it begins with a
    /// dash.
    pattern: String,
    /// The directories and files to search [default: the root].
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Ignore case.
    #[arg(short, long)]
    ignore_case: bool,
    /// Ignore case unless the pattern has upper-case letters.
    #[arg(short = 'S', long, conflicts_with = "ignore_case")]
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
    /// Print this many lines around each.
    #[arg(short = 'C', long, value_name = "N")]
    context: Option<u32>,
    /// Print this many lines before each.
    #[arg(short = 'B', long, value_name = "N")]
    before_context: Option<u32>,
    /// Print this many lines after each.
    #[arg(short = 'A', long, value_name = "N")]
    after_context: Option<u32>,
    /// At most this many lines of each file.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_count: Option<u32>,
    /// Search binary files too, as text.
    #[arg(long)]
    binary: bool,
    /// Print each page as a line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    scope: ScopeOptions,
    #[command(flatten)]
    room: RoomOptions,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom search 'fn \\w+_test' src
  readroom search -i -C 2 -g '*.md' 'todo|fixme'
  readroom search -l -F 'a.b(' ";

/// The maximum number of lines in one call.
const MAX_MATCHES: u32 = 10_000;

/// The maximum number of characters of a line in one call, and of bytes.
const MAX_BYTES: u32 = 1 << 20;

impl Search {
    pub(crate) fn run(self) -> Result<Outcome> {
        let (room, progress) = SearchProgress::of(self.room.build(PromptMode::Terminal)?);
        let is_terminal = io::stdout().is_terminal();
        // A page is written at once.
        let mut output = io::BufWriter::new(io::stdout().lock());
        let mut printer = Printer {
            has_headings: is_terminal,
            style: Style { is_colored: is_terminal && is_color_wanted() },
            separates: self.context().0 > 0 || self.context().1 > 0,
            last: None,
        };
        for path in paths(&self.paths) {
            let mut request = self.request(path);
            let mut skipped = Vec::new();
            loop {
                let results = room.search(&request);
                progress.end_page();
                let results = results?;
                if self.json {
                    writeln!(output, "{}", serde_json::to_string(&results)?)?;
                } else {
                    printer.print(&mut output, &results, request.output)?;
                }
                output.flush()?;
                skipped.push(results.skipped);
                request.cursor = results.next;
                if request.cursor.is_none() {
                    skipped::report(path, &skipped);
                    break;
                }
            }
        }
        Ok(Outcome::Answered)
    }

    fn context(&self) -> (u32, u32) {
        let both = self.context.unwrap_or(0);
        (self.before_context.unwrap_or(both), self.after_context.unwrap_or(both))
    }

    fn request(&self, path: &str) -> SearchRequest {
        let (before, after) = self.context();
        let request = SearchRequest::new(self.scope.at(path, None), &*self.pattern)
            .syntax(if self.fixed_strings { PatternSyntax::Literal } else { PatternSyntax::Regex })
            .letter_case(match (self.ignore_case, self.smart_case) {
                (true, _) => LetterCase::Insensitive,
                (_, true) => LetterCase::Smart,
                _ => LetterCase::Sensitive,
            })
            .words(self.word_regexp)
            .output(match (self.files_with_matches, self.count) {
                (true, _) => SearchOutput::Files,
                (_, true) => SearchOutput::Counts,
                _ => SearchOutput::Lines,
            })
            .before(before)
            .after(after)
            .binary(self.binary)
            .matches(MAX_MATCHES)
            .matches_per_file(self.max_count.unwrap_or(u32::MAX))
            .bytes(MAX_BYTES);
        SearchRequest { columns: Some(MAX_BYTES), ..request }
    }
}

/// Prints results, page after page.
struct Printer {
    /// Whether lines stand below the path of their file.
    has_headings: bool,
    style: Style,
    /// Whether `--` stands between lines that do not follow each other.
    separates: bool,
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
                SearchOutput::Lines => self.print_lines(output, file, &path)?,
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
            let follows = self
                .last
                .as_ref()
                .is_some_and(|(last, number)| *last == file.path && number + 1 == line.line);
            let is_between = self.last.is_some() && (is_same || !self.has_headings);
            if self.separates && is_between && !follows {
                writeln!(output, "--")?;
            }
            self.print_line(output, path, line)?;
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
