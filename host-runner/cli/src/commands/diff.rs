//! `readroom diff`: prints what changed.

use crate::display_options::is_color_wanted;
use crate::history::{
    name_and_counts, name_and_status, page_bytes, print_next, take_path, write_commit,
};
use crate::output::{answered, print_message, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::style::{Style, Tone};
use anyhow::{Result, bail};
use clap::Args;
use readroom::{DiffOutput, DiffPage, DiffRequest, Outcome};
use std::io::{self, IsTerminal, Write};

/// Print what changed in a git repository, as patches.
///
/// Without a revision, the files as they are are compared with HEAD. A revision is HEAD, a branch,
/// a tag or a hash, each with ~2 and ^2 after it, or `index` for what is staged. Git is not run,
/// and nothing is written. Documents such as PDF are compared as text.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Diff {
    /// The older and the newer revision [default: HEAD, and the files].
    ///
    /// `A..B` is both, and `A...B` begins where B left A. A path may follow without `--` if no
    /// revision has its name.
    #[arg(value_name = "REV", num_args = 0..=3)]
    revisions: Vec<String>,
    /// The file or directory, also one that is gone [default: the root].
    #[arg(value_name = "PATH", last = true)]
    path: Option<String>,
    /// Print what this commit changed.
    #[arg(long, value_name = "REV")]
    at: Option<String>,
    /// Print how each file changed.
    #[arg(long, conflicts_with = "counts")]
    files: bool,
    /// Print the numbers of added and removed lines.
    #[arg(long)]
    counts: bool,
    /// The number of lines around changed ones [default: 3].
    #[arg(short = 'U', long, value_name = "N")]
    context: Option<u32>,
    /// Only files that match; `!` excludes.
    ///
    /// As in .gitignore, relative to PATH. May be given more than once; the last one that matches
    /// decides.
    #[arg(short = 'g', long = "glob", value_name = "GLOB")]
    globs: Vec<String>,
    /// One page: at most this many files.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// One page: at most this many bytes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    bytes: Option<u32>,
    /// One page: at most this many tokens, as an estimate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// One page: the one after an earlier one, with its cursor.
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    /// Print each page as a line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom diff                         what is not committed
  readroom diff index                   what is not staged
  readroom diff main...HEAD --counts    what a branch changed
  readroom diff --at HEAD~1 -- src      what a commit changed in a directory";

impl Diff {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        self.paging.start(self.json);
        let room = self.room.build(PromptMode::Terminal)?;
        let path = take_path(&room, &mut self.revisions, self.path.take());
        let is_page = self.is_page();
        let mut request = self.request(path)?;
        let is_terminal = io::stdout().is_terminal();
        let style = Style { is_colored: is_terminal && is_color_wanted() };
        let mut printer = Printer { is_terminal, style, is_in_header: false };
        let mut output = io::BufWriter::new(pager::Output);
        loop {
            let Some(page) = answered(room.diff(&request))? else {
                return Ok(Outcome::Refused);
            };
            if self.json {
                write_json(&mut output, serde_json::to_string(&page)?)?;
            } else {
                let is_first = request.cursor.is_none();
                printer.print(&mut output, &page, request.output, is_first)?;
            }
            // A page is written at once.
            output.flush()?;
            if page.unnamed > 0 && request.cursor.is_none() {
                print_message(&format!("changed files not named in Unicode: {}", page.unnamed));
            }
            match page.next {
                None => return Ok(Outcome::Answered),
                Some(next) if is_page => {
                    print_next(&next, page.stopped);
                    return Ok(Outcome::Answered);
                }
                next => request.cursor = next,
            }
        }
    }

    /// Returns whether one page is printed, and not all.
    fn is_page(&self) -> bool {
        self.max.or(self.bytes).or(self.tokens).is_some() || self.cursor.is_some()
    }

    fn request(&self, path: String) -> Result<DiffRequest> {
        let (from, to) = match &*self.revisions {
            [] => (None, None),
            [from] => (Some(from), None),
            [from, to] => (Some(from), Some(to)),
            _ => bail!("at most two revisions are compared; write a path after --"),
        };
        let bytes = match self.bytes {
            None if !self.is_page() => Some(page_bytes(&self.room)?),
            bytes => bytes,
        };
        Ok(DiffRequest {
            globs: self.globs.clone(),
            at: self.at.clone(),
            from: from.cloned(),
            to: to.cloned(),
            output: match (self.files, self.counts) {
                (true, _) => DiffOutput::Files,
                (_, true) => DiffOutput::Counts,
                _ => DiffOutput::Patch,
            },
            context: self.context,
            cursor: self.cursor.clone(),
            files: self.max,
            bytes,
            tokens: self.tokens,
            ..DiffRequest::new(path)
        })
    }
}

/// Prints changes, page after page.
struct Printer {
    is_terminal: bool,
    style: Style,
    /// Whether the lines are those before the first hunk of a file.
    is_in_header: bool,
}

impl Printer {
    fn print(
        &mut self,
        output: &mut impl Write,
        page: &DiffPage,
        kind: DiffOutput,
        is_first: bool,
    ) -> Result<()> {
        if let Some(commit) = page.commit.as_ref().filter(|_| is_first) {
            write_commit(output, commit, self.is_terminal)?;
            writeln!(output)?;
        }
        for file in &page.files {
            match (kind, &file.patch) {
                (DiffOutput::Patch, Some(patch)) => self.print_patch(output, patch)?,
                (DiffOutput::Counts, _) => {
                    writeln!(output, "{}", name_and_counts(file, self.is_terminal))?;
                }
                (DiffOutput::Files | DiffOutput::Patch, _) => {
                    writeln!(output, "{}", name_and_status(file, self.is_terminal))?;
                }
            }
        }
        Ok(())
    }

    /// Prints a patch as it is; on a terminal, with emphasis.
    fn print_patch(&mut self, output: &mut impl Write, patch: &str) -> Result<()> {
        if !self.is_terminal {
            return Ok(output.write_all(patch.as_bytes())?);
        }
        for line in patch.split_terminator('\n') {
            if line.starts_with("diff ") {
                self.is_in_header = true;
            } else if line.starts_with("@@") {
                self.is_in_header = false;
            }
            let tone = match line.as_bytes().first() {
                _ if self.is_in_header => Tone::Bold,
                Some(b'+') => Tone::Green,
                Some(b'-') => Tone::Red,
                Some(b'@' | b'\\') => Tone::Dim,
                _ => Tone::Plain,
            };
            let line = readroom::terminal::escaped(line.trim_end_matches('\r'));
            writeln!(output, "{}", self.style.paint(tone, line))?;
        }
        Ok(())
    }
}
