//! PDF files, which `readroom-pdf` reads.

use crate::error::{Fault, Outcome};
use crate::facts::{Extraction, Unit};
use crate::markdown::words;
use crate::source::Input;
use crate::{Document, Facts, Format, Limit, Limits};
use readroom_pdf::{self as pdf, PageText, PdfError, PdfText};

/// The number of XML tokens that take as long as one content stream operator.
const EVENTS_PER_OPERATOR: u64 = 10;

/// Converts a file, which is held in memory as a whole.
pub(crate) fn convert(mut input: Input<'_>, limits: &Limits) -> Outcome<Document> {
    let defaults = pdf::Limits::default();
    let bounded = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let limits = pdf::Limits {
        decoded: bounded(limits.inflated),
        operators: bounded(limits.events / EVENTS_PER_OPERATOR),
        text: limits.text,
        ..defaults
    };
    if input.size > limits.file as u64 {
        return Err(Fault::TooLarge(pdf::Limit::File.into()));
    }
    let mut bytes = vec![0; bounded(input.size)];
    input.read_exact(0, &mut bytes)?;
    let PdfText { text, facts } = pdf::text_of(&bytes, &limits)?;
    let mut all = Facts { format: Format::Pdf, ..Facts::default() };
    let mut extraction = Extraction {
        pages_without_text: Vec::new(),
        pages_behind_images: Vec::new(),
        characters: facts.characters,
        undecoded: facts.undecoded,
        is_restricted: facts.is_restricted,
    };
    for (page, number) in facts.pages.iter().zip(1..) {
        all.units.push(Unit {
            title: format!("Page {number}"),
            line: page.line,
            hidden: false,
            range: None,
        });
        match page.text {
            PageText::None => extraction.pages_without_text.push(number),
            PageText::BehindImages => extraction.pages_behind_images.push(number),
            PageText::Shown => {}
        }
    }
    all.words = words(&text);
    all.left_out.images = facts.images();
    all.left_out.objects = facts.attachments;
    all.unseen.texts = facts.hidden;
    all.unseen.comments = facts.notes;
    all.extraction = Some(extraction);
    all.cut = facts.cut.map(Limit::from);
    Ok(Document { text, facts: all })
}

impl From<pdf::Limit> for Limit {
    fn from(limit: pdf::Limit) -> Self {
        Self::Pdf(limit.name())
    }
}

impl From<PdfError> for Fault {
    fn from(error: PdfError) -> Self {
        match error {
            PdfError::Damaged(what) => Self::Damaged(what),
            PdfError::Encrypted => Self::Encrypted,
            PdfError::UnsupportedEncryption(what) => Self::UnsupportedEncryption(what),
            PdfError::TooLarge(limit) => Self::TooLarge(limit.into()),
        }
    }
}
