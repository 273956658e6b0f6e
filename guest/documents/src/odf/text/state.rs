//! The state of reading an OpenDocument text.

use super::super::equations::Equation;
use super::super::forms::Forms;
use super::super::layers::Layers;
use super::super::lists::List;
use super::super::slide::Slide;
use super::super::styles::Styles;
use crate::color::Paint;
use crate::look::Look;
use crate::math::Math;
use crate::notes::Notes;
use crate::writer::{Link, Writer};

/// The state of reading the text.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) writer: Writer,
    pub(crate) styles: Styles,
    /// The equations that are not shown yet.
    pub(crate) equations: Vec<Equation>,
    /// The equation in the text that is being read.
    pub(super) math: Option<Math>,
    pub(super) forms: Forms,
    pub(super) is_body: bool,
    pub(crate) is_presentation: bool,
    pub(super) paragraphs: Vec<Paragraph>,
    /// The ground of a shape under the paragraph before this one, if that is empty.
    pub(super) behind: Option<Paint>,
    /// The open character styles.
    pub(super) spans: Vec<Look>,
    /// The open sections, tables and shapes.
    pub(super) layers: Layers,
    pub(super) lists: Vec<List>,
    pub(super) frames: Vec<Frame>,
    pub(super) links: Vec<Link>,
    /// The labels of list items and the links around the open asides.
    pub(super) outer: Vec<(Option<String>, Vec<Link>)>,
    pub(super) notes: Notes,
    /// The text of a name, of an alternative text, or of a phonetic guide, if one is being read.
    pub(super) aside: Option<String>,
    /// Whether some of that text is hidden.
    pub(super) is_aside_hidden: bool,
    /// The number of open paragraphs around each open comment.
    pub(super) comments: Vec<usize>,
    pub(super) author: String,
    pub(super) slide: Slide,
}

#[derive(Default)]
pub(super) struct Frame {
    /// Its role in a presentation, such as `title`.
    pub(super) class: String,
    pub(super) image: String,
    pub(super) alt: String,
    /// The number of open paragraphs around it.
    pub(super) outside: usize,
}

#[derive(Default)]
pub(super) struct Paragraph {
    /// The level of the heading, from 1.
    pub(super) heading: Option<u64>,
    pub(super) look: Look,
    /// The number of open character styles around it.
    pub(super) outer_spans: usize,
    /// The ground of a shape that is anchored in it and drawn under its text.
    pub(super) behind: Option<Paint>,
    /// The color of its text that is hidden only because the page has it, too.
    pub(super) lost: Option<Paint>,
}
