//! Converts an Excel workbook: each sheet is a table.

use super::cell_styles::Styles;
use super::comments::{self, Persons};
use super::shared_strings::SharedStrings;
use super::worksheet::{Workbook, Worksheet};
use super::{MISSING, Relationships, found, is_damaged, main_with_relationships, sheet_drawing};
use crate::damage::Parts;
use crate::error::Outcome;
use crate::limits::MAX_ENTRIES;
use crate::sheet::Sheet;
use crate::writer::Writer;
use crate::xml::{Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;

/// Converts a workbook. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (main, relationships) = main_with_relationships(archive)?;
    let (mut sheets, mut is_1904) = (Vec::new(), false);
    let mut budget = archive.tables.share();
    found(read_elements(archive, &main, &mut |element| {
        match element.name() {
            "workbookPr" => is_1904 |= element.is_on("date1904"),
            "sheet" if sheets.len() < MAX_ENTRIES => {
                let (name, relationship) = (element.short("name"), element.relationship("id"));
                budget.take(name.len() + relationship.len() + size_of::<SheetEntry>())?;
                let is_hidden = element.attr("state").is_some_and(|state| state != "visible");
                sheets.push(SheetEntry { name, is_hidden, relationship });
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }))?;
    let mut styles = Styles::new(archive.tables.share());
    let read = relationships.read_first(archive, "styles", &mut styles);
    writer.spare("the styles", read)?;
    let mut strings = SharedStrings::default();
    strings.budget = archive.tables.share();
    // Cells whose strings are missing say so.
    is_damaged(relationships.read_first(archive, "sharedStrings", &mut strings))?;
    let persons = comments::read_persons(archive, &relationships, &["person"])?;
    let workbook = Workbook { strings, styles: styles.finish(), is_1904 };
    let mut parts = Parts::default();
    for entry in sheets {
        let sheet = Sheet::begin(writer, &entry.name, entry.is_hidden)?;
        let part = relationships.target(&entry.relationship).unwrap_or_default();
        let read = convert_sheet(archive, part, &workbook, &persons, sheet, writer);
        parts.add(read, "this sheet", writer)?;
    }
    parts.finish()
}

fn convert_sheet(
    archive: &mut Archive<'_>,
    part: &str,
    workbook: &Workbook,
    persons: &Persons,
    mut sheet: Sheet,
    writer: &mut Writer,
) -> Outcome {
    let relationships = Relationships::read(archive, part)?;
    // A table style may give its cells another background.
    let has_ground = relationships.first("table").is_some();
    let start = (sheet.clone(), writer.mark());
    let read = loop {
        let budget = archive.tables.share();
        let mut worksheet =
            Worksheet::new(writer, &mut sheet, workbook, &relationships, has_ground, budget);
        let read = read_part(archive, part, Syntax::Xml, &mut worksheet);
        let Some(under) = sheet.under.for_second_reading() else { break read };
        writer.rewind(&start.1);
        sheet.clone_from(&start.0);
        sheet.under = under;
    };
    if let Ok(false) = read {
        return writer.line(MISSING);
    }
    let finished = sheet.finish(writer);
    read?;
    finished?;
    sheet_drawing::convert(archive, &relationships, writer)?;
    let parts = ["threadedComment", "comments"];
    let parts = parts.into_iter().filter_map(|kind| relationships.first(kind));
    comments::convert(archive, parts, persons, writer)?;
    sheet.mark_empty(writer)?;
    writer.write_page_headers()
}

struct SheetEntry {
    name: String,
    is_hidden: bool,
    relationship: String,
}
