//! The styles of an OpenDocument file, as far as they hide or number content.

use super::lists::{LEVELS, Level, ListStyle};
use crate::color::Paint;
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::numerals::Numerals;
use crate::scripts::Script;
use crate::symbols::{self, SymbolFont};
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
    pub(super) headers: PageHeaders,
    /// The color of all pages.
    pub(super) page: Option<Paint>,
    pub(super) budget: TableBudget,
}

#[derive(Default)]
struct Style {
    parent: String,
    look: Look,
}

/// How a style shows its text, as far as it matters to what is read. `None` means not set.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    pub(super) is_hidden: Option<bool>,
    pub(super) is_tiny: Option<bool>,
    pub(super) color: Option<Paint>,
    /// The ground of the text.
    pub(super) marker: Option<Paint>,
    /// The ground of a paragraph, a cell or a shape.
    pub(super) ground: Option<Paint>,
    /// Whether a shape is behind text.
    pub(super) is_behind: Option<bool>,
    pub(super) script: Option<Script>,
    pub(super) font: Option<Option<SymbolFont>>,
}

/// The largest font size that counts as hidden, in points.
const TINY: f64 = 2.0;

impl Look {
    /// Fills in unset properties from another look.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            is_hidden: self.is_hidden.or(other.is_hidden),
            is_tiny: self.is_tiny.or(other.is_tiny),
            color: self.color.or(other.color),
            marker: self.marker.or(other.marker),
            ground: self.ground.or(other.ground),
            is_behind: self.is_behind.or(other.is_behind),
            script: self.script.or(other.script),
            font: self.font.or(other.font),
        }
    }

    /// Returns whether text over these grounds is hidden, tiny, or of the color of its ground.
    pub(super) fn hides_on(&self, under: impl IntoIterator<Item = Paint>) -> bool {
        let under = self.marker.into_iter().chain(under);
        let is_lost = self.color.is_some_and(|color| color.is_lost_on(under));
        is_lost || self.is_hidden == Some(true) || self.is_tiny == Some(true)
    }

    /// Applies the properties of an element, such as `style:text-properties`.
    fn set(&mut self, element: &Element<'_>) {
        // `text:display`, `table:display`, `presentation:visibility`.
        let display = element.attr("display").or_else(|| element.attr("visibility"));
        if let Some(display) = display {
            self.is_hidden = Some(matches!(&*display, "none" | "false" | "hidden"));
        }
        let paint = |name| element.attr(name).map(|color| Paint::of(&color));
        if element.name() == "text-properties" {
            let is_automatic = element.is_on("use-window-font-color");
            let color = is_automatic.then_some(Paint::Clear).or_else(|| paint("color"));
            self.color = color.or(self.color);
            self.marker = paint("background-color").or(self.marker);
            let size = element.attr("font-size");
            let points = size.and_then(|size| size.strip_suffix("pt")?.trim().parse::<f64>().ok());
            self.is_tiny = points.map(|points| points <= TINY).or(self.is_tiny);
            self.script = element.attr("text-position").map(|text| script(&text)).or(self.script);
            let font = element.attr("font-name").or_else(|| element.attr("font-family"));
            self.font = font.map(|name| SymbolFont::of(&name)).or(self.font);
            return;
        }
        let place = element.attr("run-through");
        self.is_behind = place.map(|place| place == "background").or(self.is_behind);
        self.ground = paint("background-color").or(self.ground);
        match element.attr("fill").as_deref() {
            Some("solid") => self.ground = paint("fill-color").or(Some(Paint::Unknown)),
            Some("none") => self.ground = Some(Paint::Clear),
            // A color alone needs the fill of the parent.
            None if element.attr("fill-color").is_none() => {}
            _ => self.ground = Some(Paint::Unknown),
        }
        if element.attr("background-image").is_some() {
            self.ground = Some(Paint::Unknown);
        }
    }
}

/// Returns the place of text on its line: `super 58%`, `-33% 58%`, `0% 100%`.
fn script(position: &str) -> Script {
    match position.split(' ').next().unwrap_or_default() {
        "super" => Script::Raised,
        "sub" => Script::Lowered,
        shift => Script::of(shift.trim_end_matches('%').parse::<f64>().unwrap_or_default() as i64),
    }
}

/// The page headers and footers: whether each is a footer, and its text.
#[derive(Default)]
pub(super) struct PageHeaders {
    pub(super) all: Vec<(bool, String)>,
    pub(super) is_open: bool,
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
                    all.fold(Look::default(), |look, style| look.or(style.look))
                })
                .collect();
            for (style, look) in family.values_mut().zip(inherited) {
                style.look = look;
            }
        }
    }

    /// Returns the look of a style, or of the default style of its family.
    pub(super) fn look(&self, family: &str, name: &str) -> Look {
        let style = self.styles.get(family).and_then(|all| all.get(name).or_else(|| all.get("")));
        style.map(|style| style.look).unwrap_or_default()
    }

    /// Returns whether a style hides its text, sheet or slide.
    pub(super) fn is_hidden(&self, family: &str, name: &str) -> bool {
        self.look(family, name).is_hidden == Some(true)
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        if let Some(visit) = self.open_header(element) {
            return Ok(visit);
        }
        let element_name = element.name();
        // The formats of numbers and the levels of lists have properties of their own.
        if element_name.ends_with("-style") {
            self.style = None;
        }
        match element_name {
            "body" => self.inherit(),
            "style" | "default-style" => {
                // A default style has no name. Styles without a parent inherit from it.
                let (family, name) = (element.short("family"), element.short("name"));
                let style =
                    Style { parent: element.short("parent-style-name"), ..Style::default() };
                self.budget.take(ENTRY + 2 * (family.len() + name.len()) + style.parent.len())?;
                self.style = Some((family.clone(), name.clone()));
                self.styles.entry(family).or_default().insert(name, style);
            }
            "layer" if element.attr("display").is_some() => {
                let name = element.short("name");
                self.budget.take(ENTRY + name.len())?;
                let mut style = Style::default();
                style.look.is_hidden = Some(element.short("display") != "always");
                self.styles.entry("layer".into()).or_default().insert(name, style);
            }
            "page-layout-properties" => {
                let mut page = Look::default();
                page.set(element);
                let is_other = self.page.is_some() && self.page != page.ground;
                self.page = if is_other { Some(Paint::Unknown) } else { page.ground };
            }
            "text-properties"
            | "paragraph-properties"
            | "section-properties"
            | "graphic-properties"
            | "table-properties"
            | "table-row-properties"
            | "table-cell-properties"
            | "drawing-page-properties" => {
                let style = self
                    .style
                    .as_ref()
                    .and_then(|(family, name)| self.styles.get_mut(family)?.get_mut(name));
                if let Some(style) = style {
                    style.look.set(element);
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
                let bullet = element.attr("bullet-char").unwrap_or_default();
                let bullet = symbols::bullet(None, &bullet);
                let (prefix, suffix) = (element.short("num-prefix"), element.short("num-suffix"));
                self.budget.take(bullet.len() + prefix.len() + suffix.len())?;
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
                    bullet,
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

    fn close(&mut self, name: &str) -> Outcome {
        self.close_header(name);
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        self.header_text(text)
    }
}
