//! The styles of a Word document: headings, lists, and hidden text.

use crate::color::Paint;
use crate::error::Outcome;
use crate::limits::MAX_PARENTS;
use crate::look::Look;
use crate::markdown::heading_level;
use crate::scripts::Script;
use crate::symbols::SymbolFont;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

/// The styles, by their ids.
#[derive(Default)]
pub(super) struct Styles {
    all: Vec<Style>,
    /// The look of text without a style.
    pub(super) defaults: Look,
    /// The properties of the default paragraph style.
    pub(super) normal: Properties,
    /// Whether the properties of runs are being read.
    is_run_property: bool,
    /// Whether the properties of a part of a table are being read.
    is_part: bool,
    pub(super) budget: TableBudget,
}

/// The largest font size that counts as hidden, in half points.
const TINY: u64 = 4;

/// The smallest shift of text that is raised or lowered, in half points. Smaller ones align fonts.
const MIN_SHIFT: i64 = 4;

impl Look {
    /// Applies a property element. Returns whether it is one.
    pub(super) fn set(&mut self, element: &Element<'_>) -> bool {
        let value = || element.attr("val").unwrap_or_default().to_ascii_lowercase();
        match element.name() {
            "vanish" => self.vanish = Some(element.turns_on()),
            "color" => self.color = Some(themed(element, "theme", &value())),
            "sz" => self.tiny = element.number("val").map(|size| size <= TINY),
            // A marker is over a shading, which follows.
            "highlight" => self.ground = Some(highlight(&value())),
            "shd" if matches!(self.ground, None | Some(Paint::Clear)) => {
                self.ground = Some(shading(element));
            }
            "shd" => {}
            "rFonts" => {
                let name = element.attr("ascii").or_else(|| element.attr("hAnsi"));
                let is_set = name.is_some() || element.attr("asciiTheme").is_some();
                self.font = is_set.then(|| SymbolFont::of(&name.unwrap_or_default()));
            }
            "vertAlign" => self.script = Some(Script::of_name(&value())),
            "position" => {
                let shift = value().parse().unwrap_or_default();
                let is_far = i64::abs(shift) >= MIN_SHIFT;
                self.script = self.script.or(is_far.then(|| Script::of(shift)));
            }
            _ => return false,
        }
        true
    }

    /// Applies an element of a fill of text, which counts instead of its color.
    pub(super) fn set_fill(&mut self, element: &Element<'_>) {
        let value = || element.attr("val").unwrap_or_default();
        match element.name() {
            "noFill" => self.vanish = Some(true),
            // The degree of transparency.
            "alpha" if matches!(&*value(), "100000" | "100%") => self.vanish = Some(true),
            "schemeClr" => self.color = Some(scheme(&value())),
            "lumMod" | "lumOff" | "shade" | "tint" => self.color = Some(Paint::Unknown),
            _ => self.color = Paint::of_drawing(element).or(self.color),
        }
    }
}

/// Returns the color of a text marker.
fn highlight(name: &str) -> Paint {
    const COLORS: &str = "black 000000 blue 0000ff cyan 00ffff darkblue 000080 darkcyan 008080 \
        darkgray 808080 darkgreen 008000 darkmagenta 800080 darkred 800000 darkyellow 808000 \
        green 00ff00 lightgray c0c0c0 magenta ff00ff red ff0000 white ffffff yellow ffff00";
    let mut words = COLORS.split(' ');
    let is_known = words.any(|word| word == name);
    words.next().filter(|_| is_known).map_or(Paint::Clear, Paint::of)
}

/// Returns a color, or that of the theme in attributes that begin with a name. The document has
/// both, and the one of the theme counts; of these, only black and white are known here.
fn themed(element: &Element<'_>, theme: &str, color: &str) -> Paint {
    let attr = |end: &str| element.attr(&format!("{theme}{end}"));
    let has_shade = attr("Shade").or_else(|| attr("Tint")).is_some();
    let name = attr("Color").or_else(|| attr(""));
    match name.as_deref().map(scheme) {
        Some(paint @ Paint::Rgb(_)) if !has_shade => paint,
        Some(_) if matches!(color, "" | "auto") => Paint::Unknown,
        _ => Paint::of(color),
    }
}

/// Returns the color with this name in the theme.
pub(super) fn scheme(name: &str) -> Paint {
    match name {
        "background1" | "light1" | "bg1" | "lt1" => Paint::WHITE,
        "text1" | "dark1" | "tx1" | "dk1" => Paint::Rgb(0),
        _ => Paint::Unknown,
    }
}

/// Returns the color of a shading.
pub(super) fn shading(element: &Element<'_>) -> Paint {
    let attr = |name| element.attr(name).unwrap_or_default();
    match &*attr("val") {
        "" | "clear" | "nil" => themed(element, "themeFill", &attr("fill")),
        "solid" => themed(element, "theme", &attr("color")),
        _ => Paint::Unknown,
    }
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
    /// Returns the properties of a style, including inherited ones.
    pub(super) fn get(&self, id: &str) -> Properties {
        self.find(id).map(|style| style.properties).unwrap_or_default()
    }

    fn find(&self, id: &str) -> Option<&Style> {
        let at = self.all.binary_search_by(|known| known.id.as_str().cmp(id)).ok()?;
        self.all.get(at)
    }

    /// Resolves inheritance, once all styles have been read.
    pub(super) fn finish(&mut self) {
        sort_by(&mut self.all, |a, b| a.id.cmp(&b.id));
        let inherited: Vec<_> = self.all.iter().map(|style| self.inherit(style)).collect();
        for (style, properties) in self.all.iter_mut().zip(inherited) {
            style.properties = properties;
            if style.is_default {
                self.normal = properties;
            }
        }
    }

    /// Returns the properties of a style, combined with those of its ancestors.
    fn inherit(&self, style: &Style) -> Properties {
        let parent = |style: &&Style| self.find(&style.parent);
        let ancestors = std::iter::successors(parent(&style), parent).take(MAX_PARENTS);
        ancestors.fold(style.properties, |all, Style { properties, .. }| Properties {
            heading: all.heading.or(properties.heading),
            list: all.list.or(properties.list),
            list_level: all.list_level.or(properties.list_level),
            look: all.look.or(properties.look),
        })
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
            self.defaults.set(element);
            return Ok(Visit::Enter);
        };
        let Properties { heading, list, list_level, look } = &mut style.properties;
        match element.name() {
            "name" => *heading = heading.or(heading_level(&element.short("val"))),
            "basedOn" => {
                let parent = element.short("val");
                self.budget.take(parent.len())?;
                style.parent = parent;
            }
            // Level 9 means body text.
            "outlineLvl" => {
                let level = element.number("val").filter(|level| *level < 9);
                *heading = heading.or(level.map(|level| level + 1));
            }
            "numId" => *list = element.number("val"),
            "ilvl" => *list_level = element.number("val"),
            "rPr" => self.is_run_property = true,
            // A part of a table, such as its first row. Its shading may lie under any text.
            "tblStylePr" => {
                self.is_part = element.attr("type").is_none_or(|part| part != "wholeTable");
            }
            "shd" if self.is_part && shading(element) != Paint::Clear => {
                look.around = Some(Paint::Unknown);
            }
            _ if self.is_part => {}
            "shd" if !self.is_run_property => {
                look.around = look.around.or(Some(shading(element)));
            }
            _ => _ = look.set(element),
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        self.is_run_property &= name != "rPr";
        self.is_part &= name != "tblStylePr";
        Ok(())
    }
}
