//! The styles of an OpenDocument file, as far as they hide or number content.

use super::lists::ListStyle;
use crate::color::Paint;
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::lists::{LEVELS, Level};
use crate::look::Look;
use crate::numerals::Numerals;
use crate::scripts::Script;
use crate::symbols::{self, SymbolFont};
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use std::collections::BTreeMap;

/// The memory of an entry in addition to its name, in bytes.
const ENTRY: usize = 256;
/// The family of the formats of numbers.
const FORMAT: &str = "format";
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
    /// The format of numbers being read.
    format: String,
    pub(super) headers: PageHeaders,
    /// The color of all pages.
    pub(super) page: Option<Paint>,
    pub(super) budget: TableBudget,
}

#[derive(Default)]
struct Style {
    parent: String,
    /// The format of numbers.
    format: String,
    look: Look,
}

/// The largest font size that counts as hidden, in points.
const TINY: f64 = 2.0;

impl Look {
    /// Applies the properties of an element, such as `style:text-properties`.
    fn set_open_document(&mut self, element: &Element<'_>) {
        // `text:display`, `table:display`, `presentation:visibility`.
        let display = element.attr("display").or_else(|| element.attr("visibility"));
        if let Some(display) = display {
            self.vanish = Some(matches!(&*display, "none" | "false" | "hidden"));
        }
        let paint = |name| element.attr(name).map(|color| Paint::of(&color));
        if element.name() == "text-properties" {
            let is_automatic = element.is_on("use-window-font-color");
            let color = is_automatic.then_some(Paint::Clear).or_else(|| paint("color"));
            self.color = color.or(self.color);
            self.ground = paint("background-color").or(self.ground);
            let size = element.attr("font-size");
            let points = size.and_then(|size| size.strip_suffix("pt")?.trim().parse::<f64>().ok());
            self.tiny = points.map(|points| points <= TINY).or(self.tiny);
            self.script = element.attr("text-position").map(|text| script(&text)).or(self.script);
            let font = element.attr("font-name").or_else(|| element.attr("font-family"));
            self.font = font.map(|name| SymbolFont::of(&name)).or(self.font);
            return;
        }
        let size = element.decimal("column-width").or_else(|| element.decimal("row-height"));
        self.vanish = self.vanish.or(size.map(|size| size == 0.0));
        let objects = element.attr("background-objects-visible");
        self.is_bare = objects.map(|are| are == "false").or(self.is_bare);
        let place = element.attr("run-through");
        self.is_behind = place.map(|place| place == "background").or(self.is_behind);
        self.around = paint("background-color").or(self.around);
        match element.attr("fill").as_deref() {
            Some("solid") => self.around = paint("fill-color").or(Some(Paint::Unknown)),
            Some("none") => self.around = Some(Paint::Clear),
            // A color alone needs the fill of the parent.
            None if element.attr("fill-color").is_none() => {}
            _ => self.around = Some(Paint::Unknown),
        }
        if element.attr("background-image").is_some() {
            self.around = Some(Paint::Unknown);
        }
    }
}

/// Returns the place of text on its line: `super 58%`, `-33% 58%`, `0% 100%`.
fn script(position: &str) -> Script {
    let place = position.split(' ').next().unwrap_or_default();
    let shift = place.trim_end_matches('%').parse::<f64>();
    shift.map_or_else(|_| Script::of_name(place), |shift| Script::of(shift as i64))
}

/// The page headers and footers, and the texts of master pages.
#[derive(Default)]
pub(super) struct PageHeaders {
    pub(super) all: Vec<PageHeader>,
    pub(super) is_open: bool,
    /// Whether the shapes of a master page are being read.
    pub(super) is_in_shapes: bool,
}

pub(super) struct PageHeader {
    pub(super) label: &'static str,
    /// The name of the master page whose text it is, if pages choose it.
    pub(super) master: String,
    pub(super) text: String,
}

/// Reads a level of a list. Its label can have the numbers of levels around it.
fn level(element: &Element<'_>, at: usize, outer: &[Option<Level>]) -> Level {
    let start = element.number("start-value").unwrap_or(1);
    let is_number = !["bullet", "image"].iter().any(|kind| element.name().ends_with(kind));
    let numerals = match is_number {
        true => Numerals::of_example(&element.short("num-format")),
        false => Numerals::Bullet,
    };
    let mut pattern = String::new();
    if numerals == Numerals::Bullet {
        pattern = symbols::bullet(None, &element.attr("bullet-char").unwrap_or_default());
    } else if numerals != Numerals::None {
        let shown = element.number("display-levels").unwrap_or(1).max(1) as usize;
        let outer = outer.iter().zip('\0'..).take(at).skip((at + 1).saturating_sub(shown));
        pattern.push_str(&element.short("num-prefix"));
        for (level, mark) in outer {
            if level.as_ref().is_some_and(|level| level.numerals != Numerals::Bullet) {
                pattern.extend([mark, '.']);
            }
        }
        pattern.push(char::from(at as u8));
        pattern.push_str(&element.short("num-suffix"));
    }
    Level { start, numerals, pattern, ..Level::default() }
}

impl Styles {
    /// Resolves inheritance, once all styles have been read.
    fn inherit(&mut self) {
        let formats = self.styles.get_mut(FORMAT).map(std::mem::take).unwrap_or_default();
        for style in self.styles.get_mut("table-cell").into_iter().flat_map(BTreeMap::values_mut) {
            let format = formats.get(&style.format).filter(|_| !style.format.is_empty());
            style.look.is_blank = format.and_then(|format| format.look.is_blank);
        }
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

    /// Records whether a part of the format being read displays nothing.
    fn set_format(&mut self, is_blank: bool) {
        let format = self.styles.get_mut(FORMAT).and_then(|all| all.get_mut(&self.format));
        if let Some(Style { look, .. }) = format {
            look.is_blank = Some(look.is_blank != Some(false) && is_blank);
        }
    }

    fn add(&mut self, family: &str, name: String, style: Style) -> Outcome {
        let size = 2 * (family.len() + name.len()) + style.parent.len() + style.format.len();
        self.budget.take(ENTRY + size)?;
        self.styles.entry(family.into()).or_default().insert(name, style);
        Ok(())
    }

    /// Returns the look of a style, or of the default style of its family.
    pub(super) fn look(&self, family: &str, name: &str) -> Look {
        let style = self.styles.get(family).and_then(|all| all.get(name).or_else(|| all.get("")));
        style.map(|style| style.look).unwrap_or_default()
    }

    /// Returns whether a style hides its text, sheet or slide.
    pub(super) fn is_hidden(&self, family: &str, name: &str) -> bool {
        self.look(family, name).vanish == Some(true)
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
            self.format = element.short("name");
            self.add(FORMAT, self.format.clone(), Style::default())?;
        }
        let is_literal = matches!(element_name, "text" | "text-properties" | "map");
        self.set_format(is_literal || element_name.ends_with("-style"));
        match element_name {
            "body" => self.inherit(),
            "style" | "default-style" => {
                // A default style has no name. Styles without a parent inherit from it.
                let (family, name) = (element.short("family"), element.short("name"));
                let (parent, format) =
                    (element.short("parent-style-name"), element.short("data-style-name"));
                let style = Style { parent, format, ..Style::default() };
                self.style = Some((family.clone(), name.clone()));
                self.add(&family, name, style)?;
            }
            "layer" if element.attr("display").is_some() => {
                let name = element.short("name");
                let mut style = Style::default();
                style.look.vanish = Some(element.short("display") != "always");
                self.add("layer", name, style)?;
            }
            "page-layout-properties" => {
                let mut page = Look::default();
                page.set_open_document(element);
                let is_other = self.page.is_some() && self.page != page.around;
                self.page = if is_other { Some(Paint::Unknown) } else { page.around };
            }
            "text-properties"
            | "paragraph-properties"
            | "section-properties"
            | "graphic-properties"
            | "table-properties"
            | "table-row-properties"
            | "table-column-properties"
            | "table-cell-properties"
            | "drawing-page-properties" => {
                let style = self
                    .style
                    .as_ref()
                    .and_then(|(family, name)| self.styles.get_mut(family)?.get_mut(name));
                if let Some(style) = style {
                    style.look.set_open_document(element);
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
                let at = element.number("level").unwrap_or(1).saturating_sub(1) as usize;
                let list = self.lists.get_mut(&self.list).filter(|_| at < LEVELS);
                if let Some(list) = list {
                    let level = level(element, at, &list.levels);
                    self.budget.take(level.pattern.len())?;
                    if let Some(known) = list.levels.get_mut(at) {
                        *known = Some(level);
                    }
                }
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if name.ends_with("-style") {
            self.format.clear();
        }
        self.close_header(name);
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        self.set_format(text.trim().is_empty());
        self.header_text(text)
    }
}
