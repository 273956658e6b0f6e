//! `readroom log`: prints commits.

use crate::history::{
    day, name_and_status, page_bytes, print_next, short, take_path, write_commit,
};
use crate::output::{answered, print_message, shown, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::patience::Patience;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::{Result, bail};
use clap::Args;
use readroom::{Commit, HistoryStop, LogOutput, LogRequest, Outcome};
use std::io::{self, IsTerminal, Write};

/// Print the commits of a git repository, the newest first, one a line.
///
/// A line has the beginning of the hash, the day, the author, and the subject. Git is not run,
/// and nothing is written.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Log {
    /// The revision to begin at [default: HEAD].
    ///
    /// `A..B` are the commits of B that A does not have, `A...B` those that only one of them has. A
    /// path may follow without `--` if no revision has its name.
    #[arg(value_name = "REV", num_args = 0..=2)]
    revisions: Vec<String>,
    /// Only commits that changed this file or directory.
    #[arg(value_name = "PATH", last = true)]
    path: Option<String>,
    /// Only commits whose author matches this expression.
    #[arg(long, value_name = "REGEX")]
    author: Option<String>,
    /// Only commits whose message matches this expression.
    ///
    /// A capital in it makes case matter.
    #[arg(long, value_name = "REGEX")]
    message: Option<String>,
    /// Only commits that change lines with a match.
    ///
    /// They add, remove or change them. As `git log -G`, but lines that only move or are indented
    /// do not count. A capital in it makes case matter. Merges are left out.
    #[arg(short = 'G', long, value_name = "REGEX")]
    text: Option<String>,
    /// Only commits since this date.
    ///
    /// Such as 2026-11-28, a day in UTC, or '2 weeks ago'.
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Only commits until this date.
    ///
    /// In the same way; a day is included.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Print whole messages, and the addresses of authors.
    #[arg(long, conflicts_with = "files")]
    full: bool,
    /// Print the files that each commit changed, too.
    #[arg(long)]
    files: bool,
    /// One page: at most this many commits.
    #[arg(short, short_alias = 'n', long, alias = "max-count", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
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
  readroom log -m 20
  readroom log main..HEAD
  readroom log --since '2 weeks ago' --files -- src
  readroom log -G parse_header";

/// The maximum number of commits in one call.
const MAX_COMMITS: u32 = 10_000;

impl Log {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        self.paging.start(self.json);
        let room = self.room.build(PromptMode::Terminal)?;
        let path = take_path(&room, &mut self.revisions, self.path.take());
        let is_page = self.max.is_some() || self.cursor.is_some();
        let mut request = self.request(path)?;
        if !is_page {
            request.commits = Some(MAX_COMMITS);
            request.bytes = Some(page_bytes(&self.room)?);
        }
        let is_terminal = io::stdout().is_terminal();
        let mut output = io::BufWriter::new(pager::Output);
        let (mut is_first, mut patience) = (true, Patience::new());
        loop {
            let Some(page) = answered(room.log(&request))? else {
                return Ok(Outcome::Refused);
            };
            if self.json {
                write_json(&mut output, serde_json::to_string(&page)?)?;
            }
            for commit in page.commits.iter().filter(|_| !self.json) {
                if self.full && !std::mem::take(&mut is_first) {
                    writeln!(output)?;
                }
                self.write(&mut output, commit, is_terminal)?;
            }
            // A page is written at once.
            output.flush()?;
            if page.stopped == HistoryStop::Shallow {
                print_message("the clone is shallow: older commits are not in it");
            }
            if let Some(missing) = page.missing {
                print_message(&format!("objects that the clone lacks, not searched: {missing}"));
            }
            match page.next {
                None => return Ok(Outcome::Answered),
                Some(next) if is_page => {
                    print_next(&next, page.stopped);
                    return Ok(Outcome::Answered);
                }
                next => request.cursor = next,
            }
            patience.check(!page.commits.is_empty(), request.cursor.as_deref())?;
        }
    }

    fn request(&self, path: String) -> Result<LogRequest> {
        let (at, from) = match &*self.revisions {
            [] => (None, None),
            [range] if range.contains("..") => (None, Some(range.clone())),
            [at] => (Some(at.clone()), None),
            _ => bail!("commits are printed from one revision; write a path after --"),
        };
        Ok(LogRequest {
            at,
            from,
            author: self.author.clone(),
            message: self.message.clone(),
            text: self.text.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            output: match (self.full, self.files) {
                (true, _) => LogOutput::Full,
                (_, true) => LogOutput::Files,
                _ => LogOutput::Subjects,
            },
            cursor: self.cursor.clone(),
            commits: self.max,
            ..LogRequest::new(path)
        })
    }

    fn write(&self, output: &mut impl Write, commit: &Commit, is_terminal: bool) -> Result<()> {
        if self.full {
            return write_commit(output, commit, is_terminal);
        }
        let [author, subject] = [&commit.author, &commit.subject].map(|it| shown(it, is_terminal));
        let (hash, day) = (short(&commit.id), day(&commit.date));
        writeln!(output, "{hash} {day} {author}\t{subject}")?;
        for file in commit.files.iter().filter(|_| self.files) {
            writeln!(output, "{}", name_and_status(file, is_terminal))?;
        }
        Ok(())
    }
}
