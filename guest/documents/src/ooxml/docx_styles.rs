//! The styles of a Word document: which are headings, which are in lists, which hide their text.

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

#[derive(Default)]
struct Style {
    id: String,
    parent: String,
    properties: Properties,
}

/// What a style gives a paragraph or a run.
#[derive(Clone, Copy, Default)]
pub(super) struct Properties {
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

    /// Returns the properties of a style, inherited ones included.
    pub(super) fn get(&self, id: &str) -> Properties {
        self.find(id).map(|style| style.properties).unwrap_or_default()
    }

    fn find(&self, id: &str) -> Option<&Style> {
        let at = self.all.binary_search_by(|known| known.id.as_str().cmp(id)).ok()?;
        self.all.get(at)
    }

    /// Returns the properties of a style with those of its parents.
    fn inherit(&self, style: &Style) -> Properties {
        let mut inherited = style.properties;
        let mut parent = self.find(&style.parent);
        for _ in 0..MAX_PARENTS {
            let Some(style) = parent else { break };
            let properties = style.properties;
            inherited.heading = inherited.heading.or(properties.heading);
            inherited.list = inherited.list.or(properties.list);
            inherited.list_level = inherited.list_level.or(properties.list_level);
            inherited.is_hidden = inherited.is_hidden.or(properties.is_hidden);
            parent = self.find(&style.parent);
        }
        inherited
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        if element.name() == "style" {
            let id = element.short("styleId");
            self.budget.take(id.len() + 2 * size_of::<Style>())?;
            self.all.push(Style { id, ..Style::default() });
            return Ok(Visit::Enter);
        }
        let Some(style) = self.all.last_mut() else { return Ok(Visit::Enter) };
        match element.name() {
            "name" => {
                style.properties.heading =
                    style.properties.heading.or(heading_level(&element.short("val")))
            }
            "basedOn" => {
                let parent = element.short("val");
                self.budget.take(parent.len())?;
                style.parent = parent;
            }
            // Level 9 is that of text.
            "outlineLvl" => {
                let level = element.number("val").filter(|level| *level < 9);
                style.properties.heading =
                    style.properties.heading.or(level.map(|level| level + 1));
            }
            "numId" => style.properties.list = element.number("val"),
            "ilvl" => style.properties.list_level = element.number("val"),
            "vanish" => style.properties.is_hidden = Some(element.turns_on()),
            "tblStylePr" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if name == "styles" {
            sort_by(&mut self.all, |a, b| a.id.cmp(&b.id));
            let inherited: Vec<_> = self.all.iter().map(|style| self.inherit(style)).collect();
            for (style, properties) in self.all.iter_mut().zip(inherited) {
                style.properties = properties;
            }
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
