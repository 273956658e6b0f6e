//! Reads whole texts, or their first or last lines.

use crate::shared::{Environment, NodeError};
use readroom_core::{
    Binary, BreakCost, ByteCap, File, FinalBreak, LastLine, LineNumber, PastEnd, Rules, Stopped,
    Totals, Tree,
};
use readroom_read::{ReadFacts, facts_of_file, facts_of_text};

/// The maximum total size of the texts of a call. A result has each twice, and its content once
/// more.
pub(super) const MAX_TEXT: u64 = 8 * 1024 * 1024;

const RULES: Rules = Rules {
    byte_cap: ByteCap::whole_lines(MAX_TEXT, BreakCost::EachBreak),
    totals: Totals::Unwanted,
    binary: Binary::Never,
    past_end: PastEnd::Empty,
    ..Rules::PLAIN
};

/// Why a text is not read.
pub(super) const TOO_LARGE: &str = "This is more than 8 MiB of text, or more than an answer can \
     hold: read fewer files, or use read_text_file with head or tail";

/// Reads a whole file of at most this many bytes of text.
pub(super) fn whole<T: Tree>(
    (file, path): (&File<'_, T>, &str),
    max: u64,
) -> Result<(String, ReadFacts), String> {
    let failed = |error| NodeError { error, call: "open", path }.to_string();
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    let bytes = file.bytes(max).map_err(failed)?.ok_or(TOO_LARGE)?;
    let facts = facts_of_file(file, 0, bytes.len() as u64);
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    if text.len() > max { Err(TOO_LARGE.into()) } else { Ok((text, facts)) }
}

/// Which lines of a file are read.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Head(u64),
    Tail(u64),
}

/// Reads the first or the last lines of a file.
pub(super) fn part<T: Tree>(
    env: &Environment<'_, T>,
    (file, path): (&File<'_, T>, &str),
    part: Part,
) -> Result<(String, ReadFacts), String> {
    let failed = |error| NodeError { error, call: "open", path }.to_string();
    let mut text = match part {
        Part::Head(lines) => env.text(file, LineNumber::FIRST, lines, &RULES),
        Part::Tail(lines) => {
            let rules =
                Rules { final_break: FinalBreak::OpensLine, totals: Totals::Wanted, ..RULES };
            let counted = env.text(file, LineNumber::FIRST, 0, &rules).map_err(failed)?;
            let before = counted.total.unwrap_or_default().saturating_sub(lines);
            env.text(file, LineNumber::FIRST.after(before), lines, &rules)
        }
    }
    .map_err(failed)?;
    if text.stopped == Stopped::AtByteLimit {
        return Err(TOO_LARGE.into());
    }
    let facts = facts_of_text(file, &text);
    let mut content = std::mem::take(&mut text.content);
    match part {
        Part::Head(_) if text.last_line == LastLine::Ended => drop(content.pop()),
        Part::Tail(_) if content.contains("\r\n") => content = content.replace("\r\n", "\n"),
        Part::Head(_) | Part::Tail(_) => {}
    }
    Ok((content, facts))
}
