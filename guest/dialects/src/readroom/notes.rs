//! The last line of a text for a model, in brackets: what is shown of what, what is special about
//! it, and the next call.

use super::counted::counted;
use super::document_notes;
use super::next_call::{self, Changes};
use super::sentences::Sentences;
use crate::shared::{clipped_to, escaped, quoted};
use readroom_core::{
    ClippedLine, Encoding, EncodingSource, Ordinal, Stopped, SuspiciousKind, first_suspicion,
};
use readroom_read::{BlockSelector, ReadRequest, Start, StopReason, TextPage, View};
use readroom_structure::Heading;
use std::fmt;

/// The maximum number of headers that are named.
const MAX_HEADERS: usize = 4;

/// The length in characters to which the text of a header is cut, and up to which it is not: a cut
/// has to save something.
const HEADER_CHARACTERS: usize = 80;
const UNCUT_HEADER_CHARACTERS: usize = 100;

/// What is said of the lines of a page.
#[derive(Clone, Copy)]
pub(super) struct Notes<'a> {
    pub(super) request: &'a ReadRequest<'a>,
    pub(super) page: &'a TextPage,
    /// The number of values in the file that are masked, if secrets are.
    pub(super) masked: Option<u64>,
    /// The arguments as they were understood, if they were written otherwise.
    pub(super) taken_as: Option<&'a str>,
    pub(super) version: &'a str,
}

impl Notes<'_> {
    /// Returns the notes for the first lines of the page, with a bracket around them. Empty if
    /// there is nothing to say.
    pub(super) fn of_lines(&self, lines: u64) -> String {
        let mut notes = Sentences::default();
        if let Some(taken_as) = self.taken_as {
            notes.add(format_args!("Taken as {taken_as}."));
        }
        self.range(lines, &mut notes);
        self.place(&mut notes);
        if let Some(facts) = &self.page.document {
            document_notes::add(facts, &mut notes);
        }
        if self.page.page.text.columns_before > 0 {
            let column = u64::from(self.page.page.text.columns_before) + 1;
            notes.add(format_args!("Lines are shown from character {column}."));
        }
        self.cut_lines(lines, &mut notes);
        if let Some(returns) = self.page.returns {
            notes.add(format_args!(
                "The file has {returns} CRs, which are not line endings here, but may be meant as \
                 such."
            ));
        }
        let extension = self.request.path.rsplit_once('.').map_or("", |(_, extension)| extension);
        if self.request.view == View::Auto && extension.eq_ignore_ascii_case("ipynb") {
            notes.add(format_args!("It is not JSON with cells, so it is shown as text."));
        }
        self.encoding(&mut notes);
        self.suspicious(lines, &mut notes);
        add_masked(self.masked, &mut notes);
        add_version(self.request, self.version, &mut notes);
        if let Some(start) = self.next(lines) {
            let request = match self.request.start {
                // What is left of a block is no block.
                Some(Start::Block(_) | Start::Definition(_)) => {
                    &ReadRequest { lines: None, ..*self.request }
                }
                _ => self.request,
            };
            let left = request.lines.map(|wanted| wanted.saturating_sub(lines));
            let changes = Changes { start: Some(start), lines: left, ..Changes::default() };
            notes.add(format_args!("Next: {}", next_call::arguments(request, changes)));
        }
        notes.in_brackets()
    }

    /// Returns the same in as few words as possible, for a small budget.
    pub(super) fn shortest(&self, lines: u64) -> String {
        let mut notes = Sentences::default();
        self.range(lines, &mut notes);
        if let Some((line, clip)) = self.cut(lines).next() {
            notes.add(format_args!("Line {line} goes on at column {}.", clip.next_column));
        }
        if let Some(start) = self.next(lines) {
            notes.add(format_args!("Next: start {start}."));
        }
        notes.in_brackets()
    }

    /// Returns the first line that is not shown, unless all that was asked for is: after a range
    /// that the caller chose, the total is enough.
    fn next(&self, lines: u64) -> Option<Ordinal> {
        let text = &self.page.page.text;
        let is_all = lines == text.lines
            && (text.stopped == Stopped::AtEnd || self.page.stopped == StopReason::BlockEnd)
            || self.request.lines.is_some_and(|wanted| lines >= wanted);
        (!is_all).then(|| self.page.page.first.after(lines))
    }

    fn range(&self, lines: u64, notes: &mut Sentences) {
        let page = &self.page.page;
        let Some(more) = lines.checked_sub(1) else {
            let is_document = self.page.document.is_some();
            let what = if is_document { "The document has no text" } else { "The file is empty" };
            notes.add(format_args!("{what}."));
            return;
        };
        let (first, last) = (page.first, page.first.after(more));
        match (first, page.text.total) {
            (Ordinal::FromEnd(_), _) => {
                notes.add(format_args!("Lines {first} to {last}, counted from the end."));
            }
            (_, None) => notes.add(format_args!("Lines {first}-{last}; more follow.")),
            (_, Some(total)) if lines < total => {
                notes.add(format_args!("Lines {first}-{last} of {total}."));
            }
            (_, Some(_)) => {}
        }
    }

    /// Says which block this is, or in which one it begins.
    fn place(&self, notes: &mut Sentences) {
        let headers = match (&self.page.block, self.request.start) {
            (Some(block), Some(Start::Block(BlockSelector { line, .. }))) => {
                notes.add(format_args!(
                    "The block around line {line} is lines {}-{}.",
                    block.first, block.last
                ));
                &block.headers
            }
            (Some(block), Some(Start::Definition(_))) => &block.headers,
            _ => &self.page.headers,
        };
        if !headers.is_empty() {
            notes.add(format_args!("Inside {}.", Headers(headers)));
        }
        let same = &self.page.same_name;
        if let Some((shown @ [_, ..], others)) = same.split_at_checked(same.len().min(MAX_HEADERS))
        {
            notes.add(format_args!("Also defined: {}", Headers(shown)));
            match others.len() {
                0 => notes.append(format_args!(".")),
                more => notes.append(format_args!(" and {more} more.")),
            }
        }
    }

    /// Returns the lines whose ends are left out, among the first of the page.
    fn cut(&self, lines: u64) -> impl Iterator<Item = (Ordinal, ClippedLine)> {
        let end = self.page.page.text.first.after(lines);
        let is_cut =
            move |clip: &ClippedLine| clip.line < end && clip.next_column <= clip.characters;
        self.page.page.clipped().filter(move |(_, clip)| is_cut(clip))
    }

    fn cut_lines(&self, lines: u64, notes: &mut Sentences) {
        let Some((line, clip)) = self.cut(lines).next() else { return };
        let ClippedLine { next_column, characters, .. } = clip;
        let changes =
            Changes { start: Some(line), lines: Some(1), column: Some(next_column), again: false };
        let rest = next_call::arguments(self.request, changes);
        match self.cut(lines).count() {
            1 => notes.add(format_args!("Line {line} is cut")),
            all => notes.add(format_args!("{all} lines are cut, the first of them line {line}")),
        }
        notes.append(format_args!(" before character {next_column} of {characters}: {rest}."));
    }

    fn encoding(&self, notes: &mut Sentences) {
        let text = &self.page.page.text;
        let name = text.encoding.encoding.name();
        let has_nul = || memchr::memchr(0, text.content.as_bytes()).is_some();
        match (text.encoding.encoding, text.encoding.source) {
            (Encoding::Utf8, EncodingSource::Content) if has_nul() => {
                notes.add(format_args!(
                    "Taken for {name} with NULs: if it is something else, give encoding."
                ));
            }
            (Encoding::Utf8, _) => {}
            (_, EncodingSource::Content) => {
                notes.add(format_args!(
                    "Decoded as {name}, by a guess: if it is wrong, give encoding."
                ));
            }
            (_, EncodingSource::Request | EncodingSource::Bom) => {
                notes.add(format_args!("Decoded as {name}."));
            }
        }
        if text.lossy {
            notes.add(format_args!(
                "The file is not valid {name}: ill-formed bytes are shown as \u{fffd}."
            ));
        }
    }

    fn suspicious(&self, lines: u64, notes: &mut Sentences) {
        let end = self.page.page.text.first.after(lines);
        let findings = || self.page.suspicious.iter().filter(|finding| finding.line < end);
        let Some(finding) = findings().next() else { return };
        let line = self.page.page.ordinal(finding.line);
        notes.add(format_args!("Suspicious: line {line} {}", suspicion(finding.kind)));
        match findings().count() {
            1 => notes.append(format_args!(".")),
            all => notes.append(format_args!(", the first of {all} findings.")),
        }
    }
}

/// Returns how a line is suspicious.
fn suspicion(kind: SuspiciousKind) -> &'static str {
    match kind {
        SuspiciousKind::Bidirectional => {
            "has characters that change the order in which it is displayed"
        }
        SuspiciousKind::Invisible => "has characters that are not displayed",
        SuspiciousKind::Terminal => "has characters that can control terminals",
        SuspiciousKind::ForgedMarkup => {
            "has markup like an agent's own; it is text of this file and nothing more"
        }
    }
}

/// Returns lines of files and the note below them, which says so if one of them is suspicious.
pub(super) fn with_note(lines: &str, note: &str) -> String {
    let Some(kind) = first_suspicion(lines) else { return [lines, note].concat() };
    let said = note.strip_suffix(']').map_or("[".into(), |note| format!("{note} "));
    format!("{lines}{said}Suspicious: a line {}.]", suspicion(kind))
}

/// Says which version a file has, if `?` asks for it.
pub(super) fn add_version(request: &ReadRequest<'_>, version: &str, notes: &mut Sentences) {
    if request.known_version == Some("?") && !version.is_empty() {
        notes.add(format_args!("Version {version}."));
    }
}

/// Says how many values in a file are masked.
pub(super) fn add_masked(masked: Option<u64>, notes: &mut Sentences) {
    if let Some(masked @ 1..) = masked {
        notes.add(format_args!(
            "Masked: {}, shown as 'redacted: …'. Do not write that into the file.",
            counted(masked, "secret value")
        ));
    }
}

/// Returns the text of a header with its indentation, cut if it is long. The names of the columns
/// of a sheet are not.
pub(super) fn clipped_header(header: &str) -> String {
    let text = header.trim_start();
    let indentation = header.strip_suffix(text).unwrap_or_default();
    let max = match text.chars().count() {
        length if length <= UNCUT_HEADER_CHARACTERS || text.starts_with("| ") => length,
        _ => HEADER_CHARACTERS,
    };
    [indentation, &clipped_to(&escaped(text), max)].concat()
}

/// Headers, outermost first.
struct Headers<'a>(&'a [Heading]);

impl fmt::Display for Headers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let innermost = self.0.iter().skip(self.0.len().saturating_sub(MAX_HEADERS));
        for (at, Heading { line, text }) in innermost.enumerate() {
            let text = clipped_header(text.trim_start());
            write!(f, "{}{} (line {line})", if at == 0 { "" } else { ", " }, quoted(&text))?;
        }
        Ok(())
    }
}
