//! The styles of a Word document: headings, lists, and hidden text.

use crate::color::is_white;
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

/// The styles, by their ids.
#[derive(Default)]
pub(super) struct Styles {
    all: Vec<Style>,
    /// The look of text without a style, and in the default paragraph style.
    defaults: (Look, Look),
    budget: TableBudget,
}

/// The look of text, as far as it can hide the text. `None` means not set.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    pub(super) vanish: Option<bool>,
    pub(super) white: Option<bool>,
    pub(super) tiny: Option<bool>,
    /// Whether it has a background other than white.
    pub(super) shaded: Option<bool>,
}

/// The largest font size that counts as hidden, in half points.
const TINY: u64 = 4;

impl Look {
    /// Applies a property element. Returns whether it is one.
    pub(super) fn set(&mut self, element: &Element<'_>) -> bool {
        let is = |value: &str| element.attr("val").is_some_and(|is| is.eq_ignore_ascii_case(value));
        match element.name() {
            "vanish" => self.vanish = Some(element.turns_on()),
            "color" => {
                let is_ground =
                    element.attr("themeColor").is_some_and(|name| name == "background1");
                let is_white = element.attr("val").is_some_and(|color| is_white(&color));
                self.white = Some(is_white || is_ground && is("auto"));
            }
            "sz" => self.tiny = element.number("val").map(|size| size <= TINY),
            "highlight" => self.shaded = Some(!is("none") && !is("white")),
            "shd" => self.shaded = Some(has_ground(element)),
            _ => return false,
        }
        true
    }

    /// Fills in unset properties from another look.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            vanish: self.vanish.or(other.vanish),
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            shaded: self.shaded.or(other.shaded),
        }
    }
}

/// Returns whether a shading has a color other than white.
pub(super) fn has_ground(shading: &Element<'_>) -> bool {
    let fill = shading.attr("fill").unwrap_or_default();
    let pattern = shading.attr("val").unwrap_or_default();
    !matches!(&*fill, "" | "auto") && !is_white(&fill) || !matches!(&*pattern, "" | "clear" | "nil")
}

#[derive(Default)]
struct Style {
    id: String,
    parent: String,
    /// Whether paragraphs without a style have it.
    is_default: bool,
    properties: Properties,
}

/// The properties that a style gives a paragraph or a run.
#[derive(Clone, Copy, Default)]
pub(super) struct Properties {
    /// The level of the heading, from 1.
    pub(super) heading: Option<u64>,
    pub(super) list: Option<u64>,
    pub(super) list_level: Option<u64>,
    pub(super) look: Look,
}

impl Styles {
    pub(super) fn new(budget: TableBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Returns the properties of a style, including inherited ones.
    pub(super) fn get(&self, id: &str) -> Properties {
        self.find(id).map(|style| style.properties).unwrap_or_default()
    }

    /// Returns the look of text without a style, and in a paragraph without one.
    pub(super) fn defaults(&self) -> (Look, Look) {
        self.defaults
    }

    fn find(&self, id: &str) -> Option<&Style> {
        let at = self.all.binary_search_by(|known| known.id.as_str().cmp(id)).ok()?;
        self.all.get(at)
    }

    /// Returns the properties of a style, combined with those of its ancestors.
    fn inherit(&self, style: &Style) -> Properties {
        let mut inherited = style.properties;
        let mut parent = self.find(&style.parent);
        for _ in 0..MAX_PARENTS {
            let Some(style) = parent else { break };
            let properties = style.properties;
            inherited.heading = inherited.heading.or(properties.heading);
            inherited.list = inherited.list.or(properties.list);
            inherited.list_level = inherited.list_level.or(properties.list_level);
            inherited.look = inherited.look.or(properties.look);
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
            let is_paragraph = element.attr("type").is_none_or(|kind| kind == "paragraph");
            let is_default = is_paragraph && element.is_on("default");
            self.all.push(Style { id, is_default, ..Style::default() });
            return Ok(Visit::Enter);
        }
        let Some(style) = self.all.last_mut() else {
            self.defaults.0.set(element);
            return Ok(Visit::Enter);
        };
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
            // Level 9 means body text.
            "outlineLvl" => {
                let level = element.number("val").filter(|level| *level < 9);
                style.properties.heading =
                    style.properties.heading.or(level.map(|level| level + 1));
            }
            "numId" => style.properties.list = element.number("val"),
            "ilvl" => style.properties.list_level = element.number("val"),
            "tblStylePr" => return Ok(Visit::Skip),
            _ => _ = style.properties.look.set(element),
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if name == "styles" {
            sort_by(&mut self.all, |a, b| a.id.cmp(&b.id));
            let inherited: Vec<_> = self.all.iter().map(|style| self.inherit(style)).collect();
            for (style, properties) in self.all.iter_mut().zip(inherited) {
                style.properties = properties;
                if style.is_default {
                    self.defaults.1 = properties.look;
                }
            }
        }
        Ok(())
    }
}

/// Returns the heading level of a style with this name.
fn heading_level(name: &str) -> Option<u64> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    name.strip_prefix("heading ")?.parse().ok().filter(|level| (1..=9).contains(level))
}
