//! Converts an Excel workbook: each sheet is a table.

use super::number_format::NumberFormat;
use super::shared_strings::SharedStrings;
use super::worksheet::{Workbook, Worksheet};
use super::{Relationships, comments, main_part};
use crate::Limits;
use crate::error::{Fault, Outcome};
use crate::sheet::Sheet;
use crate::sorting::sort_by;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;

/// Converts a workbook. If a limit ends it, the writer keeps what was read.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (_, main) = main_part(archive)?.ok_or(Fault::Damaged("its main part is missing"))?;
    let relationships = Relationships::read(archive, &main)?;
    let mut sheets = Sheets { all: Vec::new(), is_1904: false, budget: archive.tables.share() };
    if !read_part(archive, &main, Syntax::Xml, &mut sheets)? {
        return Err(Fault::Damaged("its main part is missing"));
    }
    let mut styles = Styles::new(archive.tables.share());
    if let Some(part) = relationships.first("styles") {
        read_part(archive, part, Syntax::Xml, &mut styles)?;
    }
    let mut strings = SharedStrings::new(archive.tables.share());
    if let Some(part) = relationships.first("sharedStrings") {
        read_part(archive, part, Syntax::Xml, &mut strings)?;
    }
    let (styles, formats) = (styles.of_cells(), styles.formats.into_iter().map(|(_, f)| f));
    let formats = formats.collect();
    let workbook = Workbook { strings, formats, styles, is_1904: sheets.is_1904 };
    for entry in sheets.all {
        let mut sheet = Sheet::begin(writer, &entry.name, entry.is_hidden)?;
        let Some(part) = relationships.target(&entry.relationship) else { continue };
        let mut worksheet = Worksheet::new(writer, &mut sheet, &workbook);
        let read = read_part(archive, part, Syntax::Xml, &mut worksheet);
        let finished = sheet.finish(writer);
        read?;
        finished?;
        let relationships = Relationships::read(archive, part)?;
        if let Some(part) = relationships.first("comments") {
            comments::convert(archive, part, writer)?;
        }
    }
    Ok(())
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

/// The formats of numbers, and the styles of cells that have them.
struct Styles {
    formats: Vec<(u64, NumberFormat)>,
    /// The number of the format of each style.
    cells: Vec<u64>,
    is_cells: bool,
    budget: TableBudget,
}

impl Styles {
    fn new(budget: TableBudget) -> Self {
        // Those that Office does not spell out have numbers below 164.
        let built_in = (0..164).filter_map(|id| Some((id, NumberFormat::built_in(id)?)));
        let formats = built_in.collect();
        Self { formats, cells: Vec::new(), is_cells: false, budget }
    }

    /// Returns the place of the format of each style.
    fn of_cells(&mut self) -> Vec<Option<u32>> {
        // The last definition of a number counts.
        sort_by(&mut self.formats, |(a, _), (b, _)| a.cmp(b));
        let place = |id: &u64| {
            let after = self.formats.partition_point(|(known, _)| known <= id).checked_sub(1)?;
            let (known, _) = self.formats.get(after)?;
            (known == id && *id != 0).then_some(after as u32)
        };
        self.cells.iter().map(place).collect()
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        /// The most bytes of a format, and what a parsed one takes at most beside its literals.
        const MAX_CODE: usize = 1024;
        const FORMAT: usize = 1024;
        match element.name() {
            "numFmt" => {
                let code = element.attr("formatCode").filter(|code| code.len() <= MAX_CODE);
                let code = code.unwrap_or_default();
                self.budget.take(FORMAT + code.len())?;
                let id = element.number("numFmtId").unwrap_or_default();
                self.formats.push((id, NumberFormat::parse(&code)));
            }
            "cellXfs" => self.is_cells = true,
            "xf" if self.is_cells => {
                self.budget.take(16)?;
                self.cells.push(element.number("numFmtId").unwrap_or_default());
            }
            "dxfs" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        self.is_cells &= name != "cellXfs";
        Ok(())
    }
}
