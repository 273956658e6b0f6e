//! Shows lines of text, within the limits on bytes and tokens.

use super::{DEFAULT_LINES, MAX_BYTES, MAX_TOKENS, Request, error, failed, first_line};
use crate::shared::{Environment, Json, MAX_ANSWER, Members, Reply, ToolException, paths};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, File, FileError, Mark, Rules, Stopped, Text, Tree,
};
use readroom_read::facts_of_text;
use readroom_tokens::{self as tokens, Fitting};
use std::fmt::Write as _;

/// The maximum number of bytes read where larger texts are allowed.
const MAX_LARGE: u64 = 16 * 1024 * 1024;

/// A text may have a sixth more tokens than estimated: the usual error of the estimate is 15 %.
fn safe(estimate: u64) -> u64 {
    estimate + estimate.div_ceil(6)
}

/// The largest estimate that is within the limit even then.
const MAX_ESTIMATE: u64 = MAX_TOKENS * 6 / 7;

fn rules(allow_large: bool) -> Rules {
    Rules {
        breaks: Breaks::LfDroppingCr,
        byte_cap: ByteCap::whole_lines(
            if allow_large { MAX_LARGE } else { MAX_BYTES },
            BreakCost::EachJoin,
        ),
        mark: Mark::Dropped,
        binary: Binary::NulWithin(8192),
        ..Rules::PLAIN
    }
}

pub(super) fn show<T: Tree>(
    env: &Environment<'_, T>,
    request: &Request,
    file: &File<'_, T>,
    path: &str,
) -> Result<Reply, ToolException> {
    let name = paths::for_message(path);
    let is_whole = request.offset.is_none() && request.limit.is_none();
    let size = file.metadata.size;
    if is_whole && !request.allow_large && size > MAX_BYTES {
        return Err(error(format!(
            "{name} has {size} bytes, more than the {MAX_BYTES} that are read at once: give offset \
             and limit for a part of it, or allow_large."
        )));
    }
    let lines = request.limit.unwrap_or(DEFAULT_LINES);
    let mut text = match env.text(file, first_line(request), lines, &rules(request.allow_large)) {
        Ok(text) => text,
        Err(FileError::PastEnd { total }) => {
            let first = first_line(request);
            return Err(error(format!(
                "{name} has {total} lines: line {first} is behind its end."
            )));
        }
        Err(what) => return Err(failed(what, path)),
    };
    if text.stopped == Stopped::AtByteLimit {
        return Err(error(too_many_bytes(&text, request.allow_large)));
    }
    let mut shown = numbered(&text, u64::MAX);
    let estimate = tokens::estimate(&shown);
    let mut is_capped = false;
    if !request.allow_large && safe(estimate) > MAX_TOKENS {
        let fitting = match tokens::fitting(&shown, MAX_ESTIMATE) {
            Fitting::Whole => text.lines,
            Fitting::Lines(lines) => lines,
            Fitting::Bytes(_) => 0,
        };
        if !is_whole || fitting == 0 {
            return Err(error(too_many_tokens(&text, safe(estimate), fitting)));
        }
        is_capped = true;
        shown = numbered(&text, fitting);
        keep(&mut text, fitting);
    }
    let total = text.total.unwrap_or_default();
    let (first, next) = (text.first.get(), text.next().get());
    if total == 0 {
        shown = format!("{name} is empty.");
    } else if text.lines == 0 {
        shown = format!("None of {total} lines was asked for.");
    } else if next <= total {
        let what = if is_capped { "Partial view: lines" } else { "Lines" };
        // Writing to a string cannot fail.
        let _ = write!(
            shown,
            "\n[{what} {first}-{} of {total}. Read on with offset {next}.]",
            next - 1
        );
    }
    let content = text.content.strip_suffix('\n').unwrap_or(&text.content);
    let mut file_members: Members<'_> = vec![
        ("filePath".into(), Json::text(path)),
        ("content".into(), Json::text(content)),
        ("numLines".into(), Json::number(text.lines)),
        ("startLine".into(), Json::number(first)),
        ("totalLines".into(), Json::number(total)),
    ];
    if is_capped {
        file_members.push(("truncatedByTokenCap".into(), Json::Bool(true)));
    }
    let json = Json::object([("type", Json::text("text")), ("file", Json::Object(file_members))]);
    if json.length() + shown.len() > MAX_ANSWER {
        return Err(error(format!(
            "{name} is more than an answer can hold: give a smaller limit."
        )));
    }
    Ok(Reply::text(json.write(), shown, vec![facts_of_text(file, &text)]))
}

/// Returns the first lines with their numbers, without a break at the end.
fn numbered(text: &Text, lines: u64) -> String {
    let mut shown = String::with_capacity(text.content.len() + text.content.len() / 8);
    let lines = usize::try_from(lines).unwrap_or(usize::MAX);
    for (at, (number, line)) in text.numbered().take(lines).enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(shown, "{}{number}\t{line}", if at == 0 { "" } else { "\n" });
    }
    shown
}

fn keep(text: &mut Text, lines: u64) {
    let at = usize::try_from(lines).unwrap_or(usize::MAX).saturating_sub(1);
    if let Some(end) = text.content.match_indices('\n').nth(at).map(|(end, _)| end) {
        text.content.truncate(end + 1);
        text.lines = lines;
    }
}

fn too_many_bytes(text: &Text, is_large: bool) -> String {
    let (first, max) = (text.first, if is_large { MAX_LARGE } else { MAX_BYTES });
    match text.lines {
        0 if is_large => format!("Line {first} alone has more than {max} bytes: it is not shown."),
        0 => format!("Line {first} alone has more than {max} bytes: use allow_large."),
        lines => {
            let or = if is_large { "" } else { ", or allow_large" };
            format!(
                "Line {first} and those behind it have more than {max} bytes: use a limit of at \
                 most {lines}{or}."
            )
        }
    }
}

fn too_many_tokens(text: &Text, estimate: u64, fitting: u64) -> String {
    let (first, last) = (text.first, text.next().get() - 1);
    match fitting {
        0 => format!(
            "Line {first} alone has more than the {MAX_TOKENS} tokens that are shown at once: use \
             allow_large."
        ),
        _ => format!(
            "Lines {first}-{last} have about {estimate} tokens, more than the {MAX_TOKENS} that \
             are shown at once: use a limit of at most {fitting}, or allow_large."
        ),
    }
}
