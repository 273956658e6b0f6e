//! Reads a file, and fits what a model is shown of it into a budget.

use super::budget::Budget;
use super::cells;
use super::directory_text;
use super::model_text::{image, numbered, outline_heading, outline_note, outlined};
use super::next_call::{self, Changes};
use super::notes::{Notes, add_masked, add_version};
use super::sentences::Sentences;
use crate::shared::memory::{Key, Memory, Range};
use crate::shared::{encoded, on_one_line};
use readroom_core::{LineNumber, Ordinal, Stopped, Tree};
use readroom_read::{
    Body, Document, ImageInfo, Index, MAX_BYTES, MAX_LINES, Outline, Picture, Purpose, ReadError,
    ReadRequest, StopReason, View, read,
};
use readroom_structure::Basis;
use readroom_types::EncodedMedia;

/// How often a text is read until what is shown of it fits.
const MAX_TRIES: u32 = 8;

/// The smallest budget in bytes of which an outline gets a share.
const MIN_SHARED_BYTES: u64 = 2048;

/// The part of a budget that the outline of a text gets that does not fit: one of this many.
const OUTLINE_SHARE: u64 = 4;

/// What a call reads in, and how much it may show.
pub(super) struct Reading<'a, T> {
    pub(super) tree: &'a T,
    pub(super) cwd: Option<&'a str>,
    pub(super) index: Option<&'a Index<'a>>,
    /// What the conversation has, if it is asked.
    pub(super) memory: Option<&'a Memory<'a>>,
    /// Whether to show again what the conversation has.
    pub(super) again: bool,
    pub(super) max_tokens: Option<u64>,
    /// The arguments as they were understood, if they were written otherwise.
    pub(super) taken_as: Option<&'a str>,
    pub(super) purpose: Purpose,
}

/// What is shown of a file, and what was read for it.
pub(super) struct Shown {
    pub(super) document: Document,
    pub(super) text: String,
    pub(super) picture: Option<EncodedMedia>,
}

impl<T: Tree> Reading<'_, T> {
    /// Reads a file within the limits of another request, which are those of `request` or less, and
    /// returns what a model is shown of it.
    pub(super) fn show_within(
        &self,
        request: &ReadRequest<'_>,
        limited: &ReadRequest<'_>,
    ) -> Result<Shown, ReadError> {
        let budget = Budget::of(limited, self.max_tokens);
        let mut attempt = budget.limiting(limited);
        // The outline of a text that does not fit, and what cut the text.
        let (mut outline, mut cut_by) = (None, None);
        let mut tries = 0;
        loop {
            tries += 1;
            let mut document = read(self.tree, self.cwd, &attempt, self.purpose, self.index)?;
            let (version, masked) = (document.version(), document.masked);
            let text = match &mut document.body {
                Body::Text(page) => {
                    let page = &**page;
                    let (taken_as, version) = (self.taken_as, &*version);
                    let notes = Notes { request, page, masked, taken_as, version };
                    let lines = numbered(&page.page);
                    let is_cut = page.page.text.stopped != Stopped::AtEnd
                        || budget.exceeded_by(&lines).is_some();
                    if is_cut && outline.is_none() && shares(request, budget) {
                        let share = budget.divided_by(OUTLINE_SHARE);
                        let (shown, _) = budget.less(share).fitting(&lines);
                        let fitted = self.outline(request, version, shown, share);
                        outline = Some(fitted.unwrap_or_default());
                    }
                    let outline = outline.as_deref().filter(|_| is_cut).unwrap_or_default();
                    let fit = Fit { notes, lines: &lines, outline, budget };
                    match fit.text() {
                        Ok(text) => text,
                        Err(_) if tries >= MAX_TRIES => fit.shortest_text(),
                        Err(TooMuch { lines, bytes, scarce }) => {
                            cut_by = Some(scarce);
                            attempt.lines = Some(lines);
                            attempt.bytes = bytes.or(attempt.bytes);
                            continue;
                        }
                    }
                }
                body => self.other(request, body, (masked, &version), budget),
            };
            if let (Some(scarce), Body::Text(page)) = (cut_by, &mut document.body)
                && page.stopped == StopReason::LineLimit
            {
                page.stopped = scarce;
            }
            return Ok(self.remembered(request, document, &version, text));
        }
    }

    /// Returns what is shown of something else than lines. Leaves out of it what does not fit.
    fn other(
        &self,
        request: &ReadRequest<'_>,
        body: &mut Body,
        (masked, version): (Option<u64>, &str),
        budget: Budget,
    ) -> String {
        let mut notes = Sentences::default();
        if let Some(taken_as) = self.taken_as {
            notes.add(format_args!("Taken as {taken_as}."));
        }
        add_masked(masked, &mut notes);
        if *body != Body::Unchanged {
            add_version(request, version, &mut notes);
        }
        let notes = match &*notes.in_brackets() {
            "" => String::new(),
            notes => format!("\n{notes}"),
        };
        let notes = match budget.divided_by(2).exceeded_by(&notes) {
            None => notes,
            Some(_) => String::new(),
        };
        match body {
            Body::Text(_) => String::new(),
            Body::Unchanged => "[Unchanged: the file still has this version.]".to_owned() + &notes,
            Body::Outline(outline) => loop {
                let text = [&*outlined(outline), &outline_note(outline, request), &notes].concat();
                if outline.entries.is_empty() || budget.exceeded_by(&text).is_none() {
                    return text;
                }
                outline.leave_out();
            },
            Body::Notebook(notebook) => cells::fitted(request, notebook, budget, &notes),
            Body::Image(info) => image(info) + &notes,
            Body::Directory(page) => directory_text::fitted(request, page, budget, &notes),
        }
    }

    /// Returns the outline of a program or a document within a budget. `None` if there is nothing
    /// that helps to choose where to read. `shown` lines are shown anyway.
    fn outline(
        &self,
        request: &ReadRequest<'_>,
        of: &str,
        shown: u64,
        budget: Budget,
    ) -> Option<String> {
        let whole = ReadRequest {
            view: View::Outline,
            lines: Some(MAX_LINES),
            bytes: Some(MAX_BYTES),
            tokens: None,
            ..*request
        };
        let document = read(self.tree, self.cwd, &whole, self.purpose, self.index).ok()?;
        let is_same = document.version() == of;
        let Body::Outline(mut outline) = document.body else { return None };
        if outline.basis != Basis::Declarations || !is_same {
            return None;
        }
        while !outline.entries.is_empty() {
            let text = outline_heading(&outline) + &outlined(&outline);
            if budget.exceeded_by(&text).is_none() {
                return Some(text);
            }
            thin_out(&mut outline, shown);
        }
        None
    }

    /// Remembers what is shown, or shows where it was shown before.
    fn remembered(
        &self,
        request: &ReadRequest<'_>,
        mut document: Document,
        version: &str,
        text: String,
    ) -> Shown {
        let picture = match &mut document.body {
            Body::Image(ImageInfo {
                picture: Some(Picture::Fitted { mime, bytes, .. }), ..
            }) => Some(encoded(mime, &std::mem::take(bytes))),
            _ => None,
        };
        let shown = |document, text, picture| Shown { document, text, picture };
        let (Some(memory), Some((form, range))) =
            (self.memory, extent(&document.body, request.view))
        else {
            return shown(document, text, picture);
        };
        let path = document.location.absolute();
        let key = Key { version, path: &path, form: &form };
        match memory.containing(key, range).filter(|_| !self.again) {
            None => {
                memory.add(key, range);
                shown(document, text, picture)
            }
            Some(before) => {
                document.body = Body::Unchanged;
                let text = unchanged(request, range, before);
                shown(document, text, None)
            }
        }
    }
}

/// Says where a range was shown before.
fn unchanged(request: &ReadRequest<'_>, (first, last): Range, before: Range) -> String {
    let start = LineNumber::new(first).filter(|_| first > 1).map(Ordinal::FromStart);
    let again = next_call::arguments(request, Changes { start, again: true, ..Changes::default() });
    format!(
        "[Unchanged: {first}-{last} of {} is in an earlier answer, which has {}-{}. To see it \
         again: {again}]",
        on_one_line(request.path),
        before.0,
        before.1
    )
}

/// Returns what a range of this body counts, and the range, if all of it is shown.
fn extent(body: &Body, view: View) -> Option<(String, Range)> {
    match body {
        Body::Text(page) => {
            let text = &page.page.text;
            let Ordinal::FromStart(first) = page.page.first else { return None };
            let is_all = text.clipped.is_empty() && text.columns_before == 0;
            let last = text.last().filter(|_| is_all)?;
            // Those of a workbook have formulas.
            let is_source = view == View::Text && page.document.is_some();
            let kind = if is_source { "source" } else { "lines" };
            let form = format!("{kind}/{}", text.encoding.encoding.name());
            Some((form, (first.get(), last.get())))
        }
        Body::Notebook(notebook) => {
            let is_all = |cell: &readroom_read::NotebookCell| cell.omitted_characters == 0;
            let (first, last) = (notebook.cells.first()?, notebook.cells.last()?);
            let range = (first.cell.number, last.cell.number);
            notebook.cells.iter().all(is_all).then(|| ("cells".into(), range))
        }
        Body::Image(ImageInfo { picture: Some(Picture::Fitted { .. }), .. }) => {
            Some(("image".into(), (1, 1)))
        }
        Body::Unchanged | Body::Outline(_) | Body::Image(_) | Body::Directory(_) => None,
    }
}

/// Leaves out entries of an outline: those of lines that are shown anyway, then the deepest, and
/// then every other one.
fn thin_out(outline: &mut Outline, shown: u64) {
    let before = outline.entries.len();
    outline.retain(|entry| entry.last.get() > shown);
    if outline.entries.len() == before && !outline.leave_out_deepest() {
        // If the first one alone does not fit, nothing is left.
        let mut is_kept = before == 1;
        outline.retain(|_| {
            is_kept = !is_kept;
            is_kept
        });
    }
}

/// Returns whether an outline may have a share of the budget: if the request is for a file without
/// saying which part of it.
fn shares(request: &ReadRequest<'_>, budget: Budget) -> bool {
    let ReadRequest { view, start, lines, column, .. } = request;
    let is_whole = *view == View::Auto && start.is_none() && lines.is_none() && column.is_none();
    is_whole && budget.bytes >= MIN_SHARED_BYTES
}

/// Lines, an outline and notes that have to fit into a budget.
struct Fit<'a> {
    notes: Notes<'a>,
    /// The numbered lines.
    lines: &'a str,
    outline: &'a str,
    budget: Budget,
}

/// More lines than fit, and how many do.
struct TooMuch {
    lines: u64,
    /// The bytes of the first line that fit, if not even that does.
    bytes: Option<u64>,
    scarce: StopReason,
}

impl Fit<'_> {
    /// Returns the text, or how much of it fits.
    fn text(&self) -> Result<String, TooMuch> {
        let all = self.notes.page.page.text.lines;
        let text = self.with_notes(&self.notes_of(all));
        let Some(scarce) = self.budget.exceeded_by(&text) else { return Ok(text) };
        let left = self.budget.without(self.outline);
        // The notes depend a little on the number of lines.
        let (mut lines, mut bytes) = left.without(&self.notes_of(all)).fitting(self.lines);
        for _ in 0..3 {
            let fewer = lines.min(all.saturating_sub(1));
            (lines, bytes) = left.without(&self.notes_of(fewer.max(1))).fitting(self.lines);
        }
        let lines = lines.min(all.saturating_sub(1));
        if lines > 0 {
            return Err(TooMuch { lines, bytes: None, scarce });
        }
        let number = self.lines.find('\t').map_or(0, |at| at + 1);
        // The note that the line is cut comes with the next attempt.
        let content = self.notes.page.page.text.content.len();
        let bytes = bytes.saturating_sub(number + 1).min(content * 9 / 10).max(4);
        Err(TooMuch { lines: 1, bytes: Some(bytes as u64), scarce })
    }

    /// Returns the text with the shortest notes, which always fit.
    fn shortest_text(&self) -> String {
        self.with_notes(&self.notes.shortest(self.notes.page.page.text.lines))
    }

    /// Returns the notes for some lines. Where they would take half of the budget, they are short.
    fn notes_of(&self, lines: u64) -> String {
        let notes = self.notes.of_lines(lines);
        match self.budget.divided_by(2).exceeded_by(&notes) {
            None => notes,
            Some(_) => self.notes.shortest(lines),
        }
    }

    fn with_notes(&self, notes: &str) -> String {
        [self.lines, self.outline, notes].concat()
    }
}
