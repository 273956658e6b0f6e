//! Prints the lines of a file with the commits that they come from.

use crate::history::{day, page_bytes, short};
use crate::output::{answered, print_message, shown, write_json};
use crate::pager;
use crate::room_options::RoomOptions;
use anyhow::Result;
use readroom::{BlameRequest, BlameRun, HistoryStop, Outcome, Room};
use std::io::{self, IsTerminal, Write};

/// The maximum number of lines of one page.
const MAX_LINES: u32 = 10_000;

/// Prints lines of a file: as many as requested, or all. Each page is a line of JSON, or each run
/// of lines follows a line about its commit.
pub(super) fn print(
    room: &Room,
    options: &RoomOptions,
    mut request: BlameRequest,
    json: bool,
) -> Result<Outcome> {
    let is_terminal = io::stdout().is_terminal();
    let mut output = io::BufWriter::new(pager::Output);
    let (mut left, mut last_commit) = (request.lines.unwrap_or(u32::MAX), None);
    request.bytes = Some(page_bytes(options)?);
    loop {
        request.lines = Some(left.min(MAX_LINES));
        let Some(page) = answered(room.blame(&request))? else {
            return Ok(Outcome::Refused);
        };
        if json {
            write_json(&mut output, serde_json::to_string(&page)?)?;
        }
        for run in page.runs.iter().filter(|_| !json) {
            // A run may continue from the page before.
            let commit = Some((run.commit.clone(), run.old_path.clone()));
            if commit != last_commit {
                writeln!(output, "{}", header(run, is_terminal))?;
                last_commit = commit;
            }
            for (number, line) in (run.first..).zip(&run.lines) {
                writeln!(output, "{number}\t{}", shown(line, is_terminal))?;
            }
        }
        // A page is written at once.
        output.flush()?;
        if page.stopped == HistoryStop::TimeLimit {
            print_message("the time was up: lines may be older");
        }
        left = left.saturating_sub(page.runs.iter().map(|run| run.lines.len() as u32).sum());
        match page.next {
            None => return Ok(Outcome::Answered),
            Some(next) if left == 0 => {
                print_message(&format!(
                    "{} lines in all; continue with --start {next}",
                    page.total
                ));
                return Ok(Outcome::Answered);
            }
            next => request.first = next,
        }
    }
}

/// Returns the line about the commit of a run.
fn header(run: &BlameRun, is_terminal: bool) -> String {
    let Some(commit) = &run.commit else { return "not committed".into() };
    // The author of the oldest known commit wrote other lines.
    let author = if run.is_oldest { "or before".into() } else { shown(&run.author, is_terminal) };
    let old_path = match &run.old_path {
        Some(old_path) => format!(" (in {})", shown(old_path, is_terminal)),
        None => String::new(),
    };
    format!("{} {} {author}{old_path}", short(commit), day(&run.date))
}
