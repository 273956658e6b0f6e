//! The styles of a text: which are headings, which are in lists, which hide their text.

use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::sorting::sort_by;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};

/// The styles, by their ids.
#[derive(Default)]
pub(super) struct Styles {
    all: Vec<Style>,
    budget: TableBudget,
}

#[derive(Clone, Default)]
pub(super) struct Style {
    id: String,
    parent: Option<String>,
    /// The level of the heading, from 1.
    pub(super) heading: Option<u64>,
    pub(super) list: Option<u64>,
    pub(super) list_level: Option<u64>,
    pub(super) is_hidden: Option<bool>,
}

impl Styles {
    pub(super) fn new(budget: TableBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Returns a style with what it inherits.
    pub(super) fn resolve(&self, id: &str) -> Style {
        let mut resolved = Style::default();
        let mut next = Some(id);
        for _ in 0..MAX_PARENTS {
            let style = next.and_then(|id| {
                let at = self.all.binary_search_by(|known| known.id.as_str().cmp(id)).ok()?;
                self.all.get(at)
            });
            let Some(style) = style else { break };
            resolved.heading = resolved.heading.or(style.heading);
            resolved.list = resolved.list.or(style.list);
            resolved.list_level = resolved.list_level.or(style.list_level);
            resolved.is_hidden = resolved.is_hidden.or(style.is_hidden);
            next = style.parent.as_deref();
        }
        resolved
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        if element.name() == "style" {
            let id = element.short("styleId");
            self.budget.take(id.len() + size_of::<Style>())?;
            self.all.push(Style { id, ..Style::default() });
            return Ok(Visit::Enter);
        }
        let Some(style) = self.all.last_mut() else { return Ok(Visit::Enter) };
        match element.name() {
            "name" => style.heading = style.heading.or(heading_level(&element.short("val"))),
            "basedOn" => {
                let parent = element.short("val");
                self.budget.take(parent.len())?;
                style.parent = Some(parent);
            }
            // Level 9 is that of text.
            "outlineLvl" => {
                let level = element.number("val").filter(|level| *level < 9);
                style.heading = style.heading.or(level.map(|level| level + 1));
            }
            "numId" => style.list = element.number("val"),
            "ilvl" => style.list_level = element.number("val"),
            "vanish" => style.is_hidden = Some(element.turns_on()),
            "tblStylePr" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if name == "styles" {
            sort_by(&mut self.all, |a, b| a.id.cmp(&b.id));
        }
        Ok(())
    }
}

/// Returns the level of the heading that a style of a name makes.
fn heading_level(name: &str) -> Option<u64> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    name.strip_prefix("heading ")?.parse().ok().filter(|level| (1..=9).contains(level))
}
