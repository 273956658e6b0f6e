//! The runs of a cell whose looks differ: in the stored text, a mark with a number begins each.

use crate::error::Outcome;
use crate::look::Look;
use crate::symbols;
use crate::writer::Writer;
use std::borrow::Cow;

/// The maximum number of looks, whose marks are the first characters of a plane for private use.
pub(crate) const MAX_LOOKS: usize = 4096;
const FIRST_MARK: u32 = 0xf_0000;

fn is_mark(character: char) -> bool {
    (FIRST_MARK..FIRST_MARK + MAX_LOOKS as u32).contains(&character.into())
}

/// Appends the mark of a run whose look has this number, which must be below [`MAX_LOOKS`].
pub(crate) fn push_mark(into: &mut String, number: usize) {
    let mark = u32::try_from(number).ok().filter(|_| number < MAX_LOOKS);
    into.extend(mark.and_then(|mark| char::from_u32(FIRST_MARK + mark)));
}

/// Returns text without characters that are like marks.
pub(crate) fn unmarked(text: &str) -> Cow<'_, str> {
    if !text.contains(is_mark) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_mark(c) { char::REPLACEMENT_CHARACTER } else { c };
    Cow::Owned(text.chars().map(shown).collect())
}

impl Writer {
    /// Returns the text of a cell whose parts may be hidden, raised or in symbol fonts. The look of
    /// a run is given by its number, which the text before the first run does not have, as is
    /// whether it is hidden.
    pub(crate) fn cell_runs<'a>(
        &mut self,
        text: &'a str,
        look: &dyn Fn(Option<usize>) -> (Look, bool),
    ) -> Outcome<Cow<'a, str>> {
        let (first, is_hidden) = look(None);
        if first.font.flatten().is_none() && !text.contains(is_mark) {
            return Ok(self.cell_text(text, is_hidden));
        }
        let mut rest = text;
        let mut run = (first, is_hidden);
        loop {
            let end = rest.find(is_mark).unwrap_or(rest.len());
            let (text, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            let text = symbols::shown(run.0.font.flatten(), text);
            self.set_marks(run.0.script.unwrap_or_default(), run.1, &text)?;
            self.push(&text)?;
            let mut characters = after.chars();
            let Some(mark) = characters.next() else { break };
            self.take(mark.len_utf8())?;
            rest = characters.as_str();
            run = look(Some((u32::from(mark) - FIRST_MARK) as usize));
        }
        Ok(Cow::Owned(Self::own_text(&self.take_paragraph())))
    }
}
