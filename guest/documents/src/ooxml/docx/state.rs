//! The state of reading a Word document.

use super::super::Relationships;
use super::drawing::{Drawing, Layer};
use super::numbering::Numbering;
use super::styles::{Properties, Styles};
use crate::color::Paint;
use crate::fields::Fields;
use crate::look::Look;
use crate::math::Math;
use crate::notes::NoteKind;
use crate::page_headers::SectionHeaders;
use crate::writer::{Link, Writer};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Text {
    pub(super) writer: Writer,
    pub(super) styles: Styles,
    pub(super) numbering: Numbering,
    pub(super) relationships: Relationships,
    /// The text of each chart and diagram, by part name.
    pub(super) figures: Vec<(String, String)>,
    /// The text of embedded HTML, by part name.
    pub(super) chunks: Vec<(String, String)>,
    pub(super) ruby: Ruby,
    /// The open paragraph, and those around it: a text box is inside one.
    pub(super) paragraphs: Vec<Paragraph>,
    /// The paragraph whose text is written with that of the next one.
    pub(super) pending: Option<Paragraph>,
    pub(super) run: Run,
    pub(super) context: Context,
    pub(super) into: Into,
    pub(super) math: Option<Math>,
    /// Whether the data of a form field is being read.
    pub(super) is_form: bool,
    /// The open tables, cells and text boxes.
    pub(super) layers: Vec<Layer>,
    /// The drawing that a text box may be in.
    pub(super) drawing: Drawing,
    /// The color of the page, and whether it is shown.
    pub(super) page: Paint,
    pub(super) is_page_shown: bool,
    pub(super) links: Vec<Option<Link>>,
    pub(super) fields: Fields,
    /// The alternative text of the next image.
    pub(super) alt: String,
    /// The number of bytes before each open choice between forms of the same content.
    pub(super) choices: Vec<usize>,
    pub(super) notes: Notes,
    pub(super) headers: SectionHeaders,
}

/// The destination of text.
#[derive(Default)]
pub(super) enum Into {
    #[default]
    Nothing,
    Run,
    Instruction,
}

/// The notes that the text refers to.
#[derive(Default)]
pub(super) struct Notes {
    /// Their labels, by a label of their kind and their ids.
    pub(super) labels: BTreeMap<String, String>,
    pub(super) counts: [usize; 3],
    /// The label of the note being read, and its author. `None` if nothing refers to it.
    pub(super) open: Option<(String, String)>,
}

impl Notes {
    pub(super) fn next_label(&mut self, kind: NoteKind) -> String {
        let count = self.counts.get_mut(kind as usize);
        kind.label(count.map_or(0, |count| {
            *count += 1;
            *count
        }))
    }
}

#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) style: Properties,
    pub(super) style_id: String,
    pub(super) heading: Option<u64>,
    pub(super) list: Option<u64>,
    pub(super) list_level: Option<u64>,
    pub(super) ground: Option<Paint>,
    /// Whether its mark is hidden.
    pub(super) is_mark_hidden: bool,
    /// Whether its mark is tracked as deleted or moved, so that the next paragraph continues it.
    pub(super) is_joined: bool,
}

/// The look of a run: direct formatting, and its style.
#[derive(Default)]
pub(super) struct Run {
    pub(super) look: Look,
    pub(super) style: Look,
}

/// The phonetic guide of the next text.
#[derive(Default)]
pub(super) struct Ruby {
    pub(super) text: String,
    /// Whether it is being read.
    pub(super) is_open: bool,
    pub(super) is_hidden: bool,
}

/// The properties that are being read.
#[derive(Default)]
pub(super) struct Context {
    pub(super) is_run: bool,
    pub(super) is_text_fill: bool,
    /// Those of a paragraph, also of its mark.
    pub(super) is_paragraph: bool,
    pub(super) is_row: bool,
    /// Whether the row is tracked as deleted.
    pub(super) is_row_deleted: bool,
}

impl Context {
    /// Returns whether the element is a property.
    pub(super) fn is_property(&self) -> bool {
        self.is_run || self.is_paragraph || self.is_row
    }
}
