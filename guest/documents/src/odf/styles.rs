//! The styles of an OpenDocument file, as far as they hide or number content.

use super::lists::{LEVELS, Level, ListStyle};
use crate::color::is_white;
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::numerals::Numerals;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use std::collections::BTreeMap;

/// The memory of an entry in addition to its name, in bytes.
const ENTRY: usize = 256;
/// The name of the style that numbers headings.
pub(super) const OUTLINE: &str = "\0outline";

/// The styles, by family and name.
#[derive(Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, BTreeMap<String, Style>>,
    pub(super) lists: BTreeMap<String, ListStyle>,
    /// The style, or the list, being read.
    style: Option<(String, String)>,
    list: String,
    budget: TableBudget,
}

#[derive(Default)]
struct Style {
    parent: String,
    is_hidden: Option<bool>,
    is_white: Option<bool>,
    /// Whether a cell has a background other than white.
    has_ground: Option<bool>,
}

impl Styles {
    pub(super) fn new(budget: TableBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Resolves inheritance, once all styles have been read.
    fn inherit(&mut self) {
        for family in self.styles.values_mut() {
            let inherited: Vec<_> = family
                .values()
                .map(|style| {
                    let parent = |style: &&Style| family.get(&style.parent);
                    let all = std::iter::successors(Some(style), parent).take(MAX_PARENTS);
                    let hidden = all.clone().find_map(|style| style.is_hidden);
                    let white = all.clone().find_map(|style| style.is_white);
                    (hidden, white, all.filter_map(|style| style.has_ground).next())
                })
                .collect();
            for (style, inherited) in family.values_mut().zip(inherited) {
                (style.is_hidden, style.is_white, style.has_ground) = inherited;
            }
        }
    }

    fn find(&self, family: &str, name: &str) -> Option<&Style> {
        self.styles.get(family)?.get(name)
    }

    /// Returns whether a style hides its text, sheet or slide.
    pub(super) fn is_hidden(&self, family: &str, name: &str) -> bool {
        self.find(family, name).is_some_and(|style| style.is_hidden == Some(true))
    }

    /// Returns whether a style makes text white without another background.
    pub(super) fn is_white(&self, family: &str, name: &str) -> bool {
        self.find(family, name)
            .is_some_and(|style| style.is_white == Some(true) && style.has_ground != Some(true))
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let element_name = element.name();
        match element_name {
            "body" => self.inherit(),
            "style" => {
                let (family, name) = (element.short("family"), element.short("name"));
                let style =
                    Style { parent: element.short("parent-style-name"), ..Style::default() };
                self.budget.take(ENTRY + 2 * (family.len() + name.len()) + style.parent.len())?;
                self.style = Some((family.clone(), name.clone()));
                self.styles.entry(family).or_default().insert(name, style);
            }
            "text-properties"
            | "table-cell-properties"
            | "table-properties"
            | "drawing-page-properties" => {
                let style = self
                    .style
                    .as_ref()
                    .and_then(|(family, name)| self.styles.get_mut(family)?.get_mut(name));
                let Some(style) = style else { return Ok(Visit::Enter) };
                // `text:display`, `table:display`, `presentation:visibility`.
                let display = element.attr("display").or_else(|| element.attr("visibility"));
                if let Some(display) = display {
                    style.is_hidden = Some(matches!(&*display, "none" | "false" | "hidden"));
                }
                if let (Some(ground), "table-cell-properties") =
                    (element.attr("background-color"), element_name)
                {
                    let is_white = is_white(&ground);
                    style.has_ground = Some(!is_white && ground != "transparent");
                }
                if let (Some(color), "text-properties") = (element.attr("color"), element_name) {
                    let ground = element.attr("background-color");
                    let has_ground = ground.is_some_and(|ground| ground != "transparent");
                    style.is_white = Some(is_white(&color) && !has_ground);
                }
            }
            "list-style" | "outline-style" => {
                let is_outline = element_name == "outline-style";
                let name = if is_outline { OUTLINE.to_owned() } else { element.short("name") };
                self.budget.take(ENTRY + LEVELS * size_of::<Level>() + 2 * name.len())?;
                self.list.clone_from(&name);
                self.lists.insert(name, ListStyle::default());
            }
            "list-level-style-number"
            | "list-level-style-bullet"
            | "list-level-style-image"
            | "outline-level-style" => {
                let level = element.number("level").unwrap_or(1).saturating_sub(1) as usize;
                let (prefix, suffix) = (element.short("num-prefix"), element.short("num-suffix"));
                self.budget.take(prefix.len() + suffix.len())?;
                let list = self.lists.get_mut(&self.list);
                let Some(level) = list.and_then(|list| list.levels.get_mut(level)) else {
                    return Ok(Visit::Enter);
                };
                let is_number =
                    !element_name.ends_with("bullet") && !element_name.ends_with("image");
                *level = Level {
                    numerals: if is_number {
                        Numerals::of_example(&element.short("num-format"))
                    } else {
                        Numerals::Bullet
                    },
                    prefix,
                    suffix,
                    start: element.number("start-value").unwrap_or(1),
                    shown_levels: element.number("display-levels").unwrap_or(1) as usize,
                };
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }
}
