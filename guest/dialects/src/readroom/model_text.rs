//! The parts of a text for a model: numbered lines, outlines, images, errors.

use super::counted::counted;
use crate::shared::LineNumbers;
use readroom_core::{Ordinal, Page};
use readroom_read::{ImageInfo, MAX_OUTLINE_ENTRIES, Outline, Picture, ReadRequest};
use readroom_structure::{MAX_VALUES, OutlineEntry};
use std::fmt::{self, Write as _};

/// Returns the lines of a page with their numbers, and a line feed after each.
pub(super) fn numbered(page: &Page) -> String {
    let mut text = String::with_capacity(page.text.content.len() + 8 * LINES_AT_ONCE);
    // Writing into memory does not fail.
    let _ = write_numbered(page, &mut text);
    text
}

/// About how many lines a page has.
const LINES_AT_ONCE: usize = 2000;

fn write_numbered(page: &Page, out: &mut String) -> fmt::Result {
    let Page { text, first, .. } = page;
    match *first {
        Ordinal::FromStart(first) => {
            LineNumbers::new(first.get(), 0, ' ', "\t").write_lines(text, out)
        }
        Ordinal::FromEnd(first) => {
            for (number, (_, line)) in (0..=first).rev().zip(text.numbered()) {
                writeln!(out, "{}\t{line}", Ordinal::FromEnd(number))?;
            }
            Ok(())
        }
    }
}

/// Returns the lines of an outline with their ranges, and a line feed after each.
pub(super) fn outlined(outline: &Outline) -> String {
    let mut text = String::new();
    for OutlineEntry { line, last, depth, text: entry, .. } in &outline.entries {
        push_entry(&mut text, (line.get(), last.get(), *depth), entry);
    }
    text
}

/// Adds the line of an entry with its first and last line and its depth.
pub(super) fn push_entry(text: &mut String, (line, last, depth): (u64, u64, u32), entry: &str) {
    let indent = 2 * usize::try_from(depth).unwrap_or(usize::MAX).min(32);
    // Writing into memory does not fail.
    let _ = writeln!(text, "{line}-{last}\t{:indent$}{entry}", "");
}

/// Returns what is said of an outline that stands alone, and what gives the entries left out.
pub(super) fn outline_note(outline: &Outline, request: &ReadRequest<'_>) -> String {
    let more = Omitted(outline.omitted);
    let (unit, what) = if outline.counts_cells { ("cell", "cells") } else { ("line", "a part") };
    let total = counted(outline.total, unit);
    let wider = match request.lines {
        _ if outline.omitted == 0 => "",
        _ if outline.entries.iter().filter(|entry| entry.is_value).count() >= MAX_VALUES => {
            " For more entries search it for definitions."
        }
        Some(lines) if lines < MAX_OUTLINE_ENTRIES => " For more entries give more lines.",
        _ if request.tokens.is_some() => " For more entries give more tokens.",
        _ => " For more entries give more bytes.",
    };
    format!("[An outline of {total}{more}.{wider} Read {what} with start and lines.]")
}

/// Returns what is said of an outline below the beginning of its file.
pub(super) fn outline_heading(outline: &Outline) -> String {
    format!("[Outline of all {} lines{}:]\n", outline.total, Omitted(outline.omitted))
}

struct Omitted(u64);

impl fmt::Display for Omitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => f.write_str(", 1 entry left out"),
            omitted => write!(f, ", {omitted} entries left out"),
        }
    }
}

/// Returns what is said of an image, before it or instead of it.
pub(super) fn image(image: &ImageInfo) -> String {
    let ImageInfo { width, height, picture, .. } = image;
    let facts = image_facts(image);
    match picture {
        Some(Picture::Fitted { size, .. }) if *size == (*width, *height) => format!("[{facts}.]"),
        Some(Picture::Fitted { size: (shown_width, shown_height), .. }) => {
            let (across, down) = (ratio(*width, *shown_width), ratio(*height, *shown_height));
            let shown = format!("[{facts}, shown at {shown_width} x {shown_height}");
            // A side of few pixels is rounded.
            if across == down {
                format!("{shown}: multiply coordinates by {across} for the file's.]")
            } else {
                format!("{shown}: multiply x by {across} and y by {down} for the file's.]")
            }
        }
        Some(Picture::TooLarge) => {
            format!("[{facts}: too large to be shown. Make a smaller copy and read that.]")
        }
        Some(Picture::Unreadable) => {
            format!("[{facts}: it cannot be decoded, so it is not shown.]")
        }
        None => format!("[{facts}. Its picture is shown when it is read alone.]"),
    }
}

/// Returns what is said of an image where an answer can only be text.
pub(super) fn image_in_text(image: &ImageInfo) -> String {
    format!("[{}. The answer is text, so its picture is not shown.]", image_facts(image))
}

fn image_facts(ImageInfo { media_type, width, height, .. }: &ImageInfo) -> String {
    format!("{}, {width} x {height} pixels", media_type.mime())
}

/// Returns a ratio with two decimals.
fn ratio(of: u32, to: u32) -> String {
    let hundredths = (u64::from(of) * 100 + u64::from(to) / 2) / u64::from(to.max(1));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
