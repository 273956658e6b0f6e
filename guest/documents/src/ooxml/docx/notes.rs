//! Notes and comments, which are not in the part that refers to them.

use super::state::Text;
use crate::error::Outcome;
use crate::notes::NoteKind;
use crate::xml::Element;

/// Returns the kind of a note, or of a reference to it, and its key.
fn key(element: &Element<'_>) -> (NoteKind, String) {
    let kind = match element.name().trim_end_matches("Reference") {
        "footnote" => NoteKind::Footnote,
        "endnote" => NoteKind::Endnote,
        _ => NoteKind::Comment,
    };
    (kind, kind.label(0) + &element.short("id"))
}

impl Text {
    pub(super) fn refer_to_note(&mut self, element: &Element<'_>) -> Outcome {
        let (kind, key) = key(element);
        self.writer.take(key.len() + 64)?;
        let label = self.notes.labels.get(&key).cloned();
        let label = label.unwrap_or_else(|| self.notes.next_label(kind));
        self.writer.set_hidden(false)?;
        self.writer.push_reference(&label)?;
        self.notes.labels.insert(key, label);
        Ok(())
    }

    pub(super) fn open_note(&mut self, element: &Element<'_>) {
        let (kind, key) = key(element);
        let author = element.attr("author").unwrap_or_default().into_owned();
        let label = self.notes.labels.get(&key).cloned();
        // A comment on deleted text is one, too.
        let is_shown = kind == NoteKind::Comment;
        let label = label.or_else(|| is_shown.then(|| self.notes.next_label(kind)));
        self.notes.open = label.map(|label| (label, author));
        self.writer.open_aside();
    }

    pub(super) fn end_note(&mut self, name: &str) -> Outcome {
        self.end_pending()?;
        let text = self.writer.close_aside()?;
        self.writer.facts.unseen.comments += u64::from(name == "comment");
        match self.notes.open.take() {
            Some((label, author)) => self.writer.note(&label, &author, &text),
            None => Ok(()),
        }
    }
}
