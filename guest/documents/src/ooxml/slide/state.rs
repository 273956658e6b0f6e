//! The state of reading the shapes of a slide.

use super::super::Relationships;
use crate::color::Paint;
use crate::math::Math;
use crate::scripts::Script;
use crate::symbols::SymbolFont;
use crate::writer::{Link, Writer};
use std::cell::Cell;
use std::rc::Rc;

/// The number of levels of a list.
pub(super) const LEVELS: usize = 9;

/// The state of reading the shapes of a slide.
#[derive(Default)]
pub(in crate::ooxml) struct Slide {
    pub(in crate::ooxml) writer: Writer,
    pub(in crate::ooxml) relationships: Relationships,
    /// The text of each chart and diagram, by part name.
    pub(in crate::ooxml) figures: Vec<(String, String)>,
    pub(in crate::ooxml) role: Role,
    /// Whether the shapes are those of a sheet.
    pub(in crate::ooxml) is_sheet: bool,
    /// Whether the shapes of its layout, or of its master, are hidden.
    pub(in crate::ooxml) hides_master: bool,
    /// The layout of the slide, and its master.
    pub(in crate::ooxml) masters: Vec<Rc<Master>>,
    /// The bullets of the shape, or of all placeholders of a master.
    pub(in crate::ooxml) bullets: Bullets,
    /// The level whose bullet is being read, if it is not that of a paragraph.
    pub(super) list_level: Option<usize>,
    /// The text of the title.
    pub(in crate::ooxml) title: String,
    pub(in crate::ooxml) is_hidden: bool,
    /// The open groups of shapes, and whether they are hidden.
    pub(super) groups: Vec<bool>,
    pub(super) shape: Shape,
    pub(super) run: Run,
    pub(super) paragraph: Paragraph,
    /// For each level, the kind of numbers, the first one, and the last one. Without one it is 0.
    pub(super) counters: [(String, u64, u64); LEVELS],
    pub(super) is_text: bool,
    pub(super) math: Option<Math>,
    pub(super) is_run_property: bool,
    /// Whether the properties of a line are being read.
    pub(super) is_line: bool,
    /// Whether the properties of a group are being read.
    pub(super) is_group: bool,
    pub(super) open_link: Option<Link>,
    /// The number of bytes before each open choice between forms of the same content.
    pub(super) choices: Vec<usize>,
}

/// The kind of a part with shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ooxml) enum Role {
    #[default]
    Slide,
    /// Notes, which are the body of their page.
    Notes,
    /// A layout or a master, whose placeholders only have prompts.
    Master,
    /// A diagram (SmartArt), whose texts are list items.
    Diagram,
}

/// A layout or a master: what it gives to its slides.
pub(in crate::ooxml) struct Master {
    /// The text of its shapes, until it is written.
    pub(in crate::ooxml) text: Cell<String>,
    pub(in crate::ooxml) hides_master: bool,
    pub(in crate::ooxml) bullets: Bullets,
    /// The part of the master around it.
    pub(in crate::ooxml) outer: Option<String>,
}

/// The bullets of placeholders, by their index and the level.
pub(in crate::ooxml) type Bullets = Vec<((u64, usize), Bullet)>;

/// The maximum number of these of a shape or a master.
pub(super) const MAX_BULLETS: usize = 512;

/// Returns the bullet with a key.
pub(super) fn bullet(bullets: &Bullets, key: (u64, usize)) -> Option<&Bullet> {
    bullets.iter().find(|(known, _)| *known == key).map(|(_, bullet)| bullet)
}

/// The index of all bodies of a master.
pub(super) const BODIES: u64 = u64::MAX;

#[derive(Default)]
pub(super) struct Shape {
    /// The kind of the placeholder; `obj` if it names none.
    pub(super) placeholder: Option<String>,
    /// The index of the placeholder.
    pub(super) index: u64,
    pub(super) is_hidden: bool,
    /// Whether the cell being read is under a merged one.
    pub(super) is_covered: bool,
    pub(super) is_picture: bool,
    pub(super) alt: String,
    pub(super) link: Option<String>,
    /// Whether its own properties are being read, rather than its text.
    pub(super) is_properties: bool,
    pub(super) fill: Paint,
}

#[derive(Default)]
pub(super) struct Run {
    pub(super) link: Option<String>,
    pub(super) script: Script,
    pub(super) color: Paint,
    pub(super) is_tiny: bool,
    /// Whether it is not filled, or transparent, and whether it has an outline nevertheless.
    pub(super) is_unfilled: bool,
    pub(super) is_outlined: bool,
    /// The font of all characters, and that of symbols.
    pub(super) fonts: (Option<SymbolFont>, Option<SymbolFont>),
}

#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) level: usize,
    pub(super) bullet: Option<Bullet>,
    /// The font of the bullet.
    pub(super) font: Option<SymbolFont>,
}

#[derive(Clone)]
pub(in crate::ooxml) enum Bullet {
    None,
    /// `-`, or `- [ ]`.
    Sign(String),
    /// The kind, such as `arabicPeriod`, and the first number.
    Number(String, u64),
}
