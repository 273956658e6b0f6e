//! Accents that are drawn over letters, as TeX does: `¨` and `u` for `ü`.

use super::{Break, Line, Piece};
use crate::font::accented;

impl Line {
    /// Joins a letter with the accent drawn before or after it, unless they are side by side.
    /// Returns whether it did.
    pub(super) fn joins_accent(&mut self, next: &Piece, text: &str) -> bool {
        let Some(last) = self.pieces.last_mut().filter(|_| next.before == Break::None) else {
            return false;
        };
        let is_mark = text.starts_with(|first| ('\u{300}'..='\u{36f}').contains(&first));
        let is_over = next.from < f64::midpoint(last.from, last.to);
        if !(is_over || is_mark) || last.visibility != next.visibility {
            return false;
        }
        let before = self.text.get(last.text.clone()).and_then(|text| text.parse().ok());
        let (Some(before), Ok(after)) = (before, text.parse()) else { return false };
        let with_accent = accented(before, after);
        let Some(letter) = with_accent.or_else(|| accented(after, before)) else { return false };
        if with_accent.is_none() {
            (last.across, last.size) = (next.across, next.size);
        }
        (last.from, last.to) = (last.from.min(next.from), last.to.max(next.to));
        self.text.truncate(last.text.start);
        self.text.push(letter);
        last.text.end = self.text.len();
        true
    }
}
