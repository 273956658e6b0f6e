//! OpenDocument files: all of the text is in `content.xml`.

mod equations;
mod forms;
mod layers;
mod lists;
mod page_headers;
mod sheets;
mod slide;
mod styles;
mod text;

use crate::Format;
use crate::error::{Fault, Outcome};
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use equations::Equation;
use sheets::Sheets;
use styles::Styles;
use text::Text;

/// Converts a text or a presentation. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert_text(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (styles, equations) = read_styles(archive, writer)?;
    let is_presentation = writer.facts.format != Format::Odt;
    let mut text = Text::default();
    (text.styles, text.equations, text.is_presentation) = (styles, equations, is_presentation);
    text.writer = std::mem::take(writer);
    let read = read_part(archive, "content.xml", Syntax::Xml, &mut text);
    let ended = text.finish();
    *writer = text.writer;
    if read? { ended } else { Err(MISSING) }
}

/// Converts a workbook. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert_sheets(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let mut sheets = Sheets::default();
    (sheets.styles, sheets.equations) = read_styles(archive, writer)?;
    sheets.writer = std::mem::take(writer);
    let read = read_part(archive, "content.xml", Syntax::Xml, &mut sheets);
    let ended = sheets.finish();
    *writer = sheets.writer;
    if read? { ended } else { Err(MISSING) }
}

const MISSING: Fault = Fault::Damaged("content.xml is missing");

fn read_styles(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome<(Styles, Vec<Equation>)> {
    let mut manifest = Manifest::default();
    let read = read_part(archive, MANIFEST, Syntax::Xml, &mut manifest);
    writer.spare("the manifest", read)?;
    if manifest.is_encrypted {
        return Err(Fault::Encrypted);
    }
    writer.facts.left_out.charts += manifest.charts;
    writer.facts.left_out.equations += manifest.equations;
    writer.facts.left_out.objects += manifest.objects;
    let mut styles = Styles::default();
    styles.budget = archive.tables.share();
    writer.spare("the styles", read_part(archive, "styles.xml", Syntax::Xml, &mut styles))?;
    styles.write_headers("", writer)?;
    // An entry is read to its end before another is opened.
    Ok((styles, equations::read_all(archive, writer)?))
}

/// Returns the media type of the document from its manifest, if it has one.
pub(crate) fn media_type(archive: &mut Archive<'_>) -> Outcome<Option<String>> {
    let mut manifest = Manifest::default();
    read_part(archive, MANIFEST, Syntax::Xml, &mut manifest)?;
    Ok(manifest.media_type)
}

/// Returns the format of a document by the element in its body, if nothing else names it.
pub(crate) fn body_format(archive: &mut Archive<'_>) -> Outcome<Option<Format>> {
    let (mut is_body, mut format) = (false, None);
    let mut open = |element: &Element<'_>| {
        let name = element.name();
        if is_body {
            format = format_of(name);
            return Err(MISSING);
        }
        is_body = name == "body";
        let is_part = matches!(name, "document-content" | "body");
        Ok(if is_part { Visit::Enter } else { Visit::Skip })
    };
    match read_elements(archive, "content.xml", &mut open) {
        // The rest is not read.
        Ok(_) | Err(Fault::Damaged(_)) => Ok(format),
        Err(fault) => Err(fault),
    }
}

/// Returns the format with this name in a media type, and in a body.
pub(crate) fn format_of(kind: &str) -> Option<Format> {
    Some(match kind.trim_end_matches("-template") {
        "text" | "text-master" | "text-web" => Format::Odt,
        "spreadsheet" => Format::Ods,
        "presentation" => Format::Odp,
        "graphics" | "drawing" => Format::Odg,
        _ => return None,
    })
}

const MANIFEST: &str = "META-INF/manifest.xml";

/// Facts from the manifest.
#[derive(Default)]
struct Manifest {
    media_type: Option<String>,
    is_encrypted: bool,
    charts: u64,
    equations: u64,
    objects: u64,
}

impl Handler for Manifest {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        self.is_encrypted |= element.name() == "encryption-data";
        // The document itself is `/`, an embedded object is `Object 1/`.
        let path = element.attr("full-path").unwrap_or_default();
        if path == "/" {
            self.media_type = Some(element.short("media-type"));
        } else if path.ends_with('/') {
            let kind = element.attr("media-type").unwrap_or_default();
            match kind.strip_prefix("application/vnd.oasis.opendocument.") {
                Some("chart") => self.charts += 1,
                Some("formula") => self.equations += 1,
                Some(_) => self.objects += 1,
                None => {}
            }
        }
        Ok(Visit::Enter)
    }
}
