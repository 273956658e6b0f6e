//! The styles of a binary Word document.

use super::properties::{Look, Paragraph};
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::table_budget::TableBudget;
use crate::zip::u16_at;

/// The styles, by index.
pub(super) struct Styles {
    all: Vec<Style>,
}

#[derive(Clone, Copy, Default)]
struct Style {
    parent: u16,
    paragraph: Paragraph,
    look: Look,
}

impl Styles {
    pub(super) fn parse(sheet: &[u8], budget: &mut TableBudget) -> Outcome<Self> {
        let mut all = Vec::new();
        let head = usize::from(u16_at(sheet, 0).unwrap_or_default());
        let base = usize::from(u16_at(sheet, 4).unwrap_or_default());
        let mut rest = sheet.get(2 + head..).unwrap_or_default();
        while let Some(size) = u16_at(rest, 0) {
            let style = rest.get(2..).unwrap_or_default();
            let (style, after) = style.split_at_checked(size.into()).unwrap_or((style, &[]));
            budget.take(size_of::<Style>())?;
            all.push(Style::parse(style, base).unwrap_or_default());
            rest = after;
        }
        Ok(Self { all })
    }

    fn get(&self, index: u16) -> Option<&Style> {
        self.all.get(usize::from(index))
    }

    /// Returns the properties of a paragraph with those of its style.
    pub(super) fn paragraph(&self, paragraph: Paragraph) -> Paragraph {
        self.ancestors(paragraph.style).fold(paragraph, |all, style| all.or(style.paragraph))
    }

    /// Returns the look that a style gives to characters.
    pub(super) fn look(&self, style: u16) -> Look {
        self.ancestors(style).fold(Look::default(), |all, style| all.or(style.look))
    }

    fn ancestors(&self, style: u16) -> impl Iterator<Item = &Style> {
        std::iter::successors(self.get(style), |style| self.get(style.parent)).take(MAX_PARENTS)
    }
}

impl Style {
    /// Parses a style whose fixed part has a size. The names of its properties' kinds follow.
    fn parse(style: &[u8], base: usize) -> Option<Self> {
        const PARAGRAPH: u16 = 1;
        const TITLE: u16 = 62;
        let id = u16_at(style, 0)? & 0xfff;
        let (kind, parent) = (u16_at(style, 2)? & 0xf, u16_at(style, 2)? >> 4);
        // The name and a zero after it.
        let mut at = base + 2 * (usize::from(u16_at(style, base)?) + 2);
        let mut properties = || {
            let size = usize::from(u16_at(style, at)?);
            let found = style.get(at + 2..at + 2 + size)?;
            at += 2 + size.next_multiple_of(2);
            Some(found)
        };
        let mut parsed = Self { parent, ..Self::default() };
        if kind == PARAGRAPH {
            parsed.paragraph = Paragraph::parse(properties().unwrap_or_default());
            let heading = match id {
                1..=9 => Some(id as u8),
                TITLE => Some(1),
                _ => None,
            };
            parsed.paragraph.heading = heading.or(parsed.paragraph.heading);
        }
        parsed.look = Look::parse(properties().unwrap_or_default());
        Some(parsed)
    }
}
