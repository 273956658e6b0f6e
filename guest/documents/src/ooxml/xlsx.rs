//! Converts an Excel workbook: each sheet is a table.

use super::cell_styles::Styles;
use super::comments::{self, Persons};
use super::shared_strings::SharedStrings;
use super::worksheet::{Workbook, Worksheet};
use super::{MISSING, Relationships, is_damaged, main_part, sheet_drawing};
use crate::Limits;
use crate::damage::Parts;
use crate::error::{Fault, Outcome};
use crate::sheet::Sheet;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;

/// Converts a workbook. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (_, main) = main_part(archive)?.ok_or(Fault::Damaged("its main part is missing"))?;
    let relationships = Relationships::read(archive, &main)?;
    let mut sheets = Sheets { all: Vec::new(), is_1904: false, budget: archive.tables.share() };
    if !read_part(archive, &main, Syntax::Xml, &mut sheets)? {
        return Err(Fault::Damaged("its main part is missing"));
    }
    let mut styles = Styles::new(archive.tables.share());
    if let Some(part) = relationships.first("styles") {
        writer.spare("the styles", read_part(archive, part, Syntax::Xml, &mut styles))?;
    }
    let mut strings = SharedStrings::new(archive.tables.share());
    if let Some(part) = relationships.first("sharedStrings") {
        // Cells whose strings are missing say so.
        is_damaged(read_part(archive, part, Syntax::Xml, &mut strings))?;
    }
    let mut persons = Persons::new(archive.tables.share());
    if let Some(part) = relationships.first("person") {
        // Without their authors, the comments can still be read.
        is_damaged(read_part(archive, part, Syntax::Xml, &mut persons))?;
    }
    let (formats, styles) = styles.finish();
    let workbook = Workbook { strings, formats, styles, is_1904: sheets.is_1904 };
    let mut parts = Parts::default();
    for entry in sheets.all {
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
    let budget = archive.tables.share();
    let mut worksheet =
        Worksheet::new(writer, &mut sheet, workbook, &relationships, has_ground, budget);
    let read = read_part(archive, part, Syntax::Xml, &mut worksheet);
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

struct Sheets {
    all: Vec<SheetEntry>,
    is_1904: bool,
    budget: TableBudget,
}

struct SheetEntry {
    name: String,
    is_hidden: bool,
    relationship: String,
}

impl Handler for Sheets {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            "workbookPr" => self.is_1904 |= element.is_on("date1904"),
            "sheet" if self.all.len() < Limits::ENTRIES => {
                let name = element.short("name");
                let id = element.relationship("id");
                self.budget.take(name.len() + id.len() + size_of::<SheetEntry>())?;
                let is_hidden = element.attr("state").is_some_and(|state| state != "visible");
                self.all.push(SheetEntry { name, is_hidden, relationship: id });
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }
}
