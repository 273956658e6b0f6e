//! Footnotes, endnotes and comments: `[^1]`, `[^e1]` and `[^c1]` in the text, which they follow.

use crate::error::Outcome;
use crate::writer::Writer;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    Footnote,
    Endnote,
    Comment,
}

impl NoteKind {
    pub(crate) const ALL: [Self; 3] = [Self::Footnote, Self::Endnote, Self::Comment];

    pub(crate) fn label(self, number: usize) -> String {
        let prefix = ["", "e", "c"].get(self as usize).copied().unwrap_or_default();
        format!("{prefix}{number}")
    }
}

/// The notes of a format that has each of them at its reference.
#[derive(Default)]
pub(crate) struct Notes {
    /// Their labels, authors and texts.
    all: Vec<[String; 3]>,
    counts: [usize; 3],
}

impl Notes {
    /// Writes the reference to a note, which is kept until the text ends.
    pub(crate) fn add(
        &mut self,
        kind: NoteKind,
        author: String,
        text: String,
        writer: &mut Writer,
    ) -> Outcome {
        let number = self.counts.get_mut(kind as usize).map_or(0, |count| {
            *count += 1;
            *count
        });
        writer.facts.unseen.comments += u64::from(kind == NoteKind::Comment);
        writer.take(size_of::<[String; 4]>() + author.len())?;
        let label = kind.label(number);
        writer.push_reference(&label)?;
        self.all.push([label, author, text]);
        Ok(())
    }

    /// Writes the notes after the text.
    pub(crate) fn write(&mut self, writer: &mut Writer) -> Outcome {
        writer.blank_line();
        let mut all = std::mem::take(&mut self.all).into_iter();
        all.try_for_each(|[label, author, text]| writer.note(&label, &author, &text))
    }
}
