//! Notes and comments, which are not in the part that refers to them.

use super::Text;
use crate::error::Outcome;
use crate::notes::NoteKind;
use crate::xml::Element;
use std::collections::BTreeMap;

/// The notes that the text refers to.
#[derive(Default)]
pub(super) struct Notes {
    /// Their numbers within their kind.
    numbers: BTreeMap<(NoteKind, String), usize>,
    counts: [usize; 3],
    /// The label of the note being read, and its author. `None` if nothing refers to it.
    open: Option<(String, String)>,
}

impl Notes {
    fn count(&mut self, kind: NoteKind) -> usize {
        self.counts.get_mut(kind as usize).map_or(0, |count| {
            *count += 1;
            *count
        })
    }
}

fn kind_of(name: &str) -> NoteKind {
    match name.trim_end_matches("Reference") {
        "footnote" => NoteKind::Footnote,
        "endnote" => NoteKind::Endnote,
        _ => NoteKind::Comment,
    }
}

impl Text {
    pub(super) fn refer_to_note(&mut self, element: &Element<'_>) -> Outcome {
        let key = (kind_of(element.name()), element.short("id"));
        self.writer.take(key.1.len() + 64)?;
        let number = match self.notes.numbers.get(&key) {
            Some(known) => *known,
            None => self.notes.count(key.0),
        };
        self.writer.set_hidden(false)?;
        self.writer.push_reference(&key.0.label(number))?;
        self.notes.numbers.insert(key, number);
        Ok(())
    }

    pub(super) fn open_note(&mut self, element: &Element<'_>) {
        let key = (kind_of(element.name()), element.short("id"));
        let author = element.attr("author").unwrap_or_default().into_owned();
        let number = self.notes.numbers.get(&key).copied();
        // A comment on deleted text is one, too.
        let number =
            number.or_else(|| (key.0 == NoteKind::Comment).then(|| self.notes.count(key.0)));
        self.notes.open = number.map(|number| (key.0.label(number), author));
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
