//! Binary Excel workbooks (BIFF8, Excel 97 to 2003).
//!
//! A workbook is a stream of records: first those of the workbook, then those of each sheet.

mod records;
mod workbook;
mod worksheet;

use crate::Limits;
use crate::compound::Compound;
use crate::damage::Parts;
use crate::error::{Fault, Outcome};
use crate::ooxml::MISSING;
use crate::sheet::Sheet;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use records::{BEGIN, Records};
use workbook::Workbook;
use worksheet::Worksheet;

/// Converts a workbook. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(
    compound: &mut Compound<'_>,
    limits: &Limits,
    writer: &mut Writer,
) -> Outcome {
    // A file for Excel 95 and 97 has both.
    let stream = match compound.stream("Workbook")? {
        None => compound.stream("Book")?,
        found => found,
    };
    let stream = stream.ok_or(Fault::Damaged("its main stream is missing"))?;
    let mut records = Records::new(&mut compound.sectors, stream, limits.events);
    let tables = TableBudget::new(limits.table);
    let workbook = Workbook::read(&mut records, &tables)?;
    let mut parts = Parts::default();
    for entry in &workbook.sheets {
        let sheet = Sheet::begin(writer, &entry.name, entry.is_hidden)?;
        writer.facts.left_out.charts += u64::from(entry.is_chart);
        records.seek(entry.offset);
        let read = convert_sheet(&mut records, &workbook, tables.share(), sheet, writer);
        parts.add(read, "this sheet", writer)?;
    }
    parts.finish()
}

fn convert_sheet(
    records: &mut Records<'_, '_>,
    workbook: &Workbook,
    budget: TableBudget,
    mut sheet: Sheet,
    writer: &mut Writer,
) -> Outcome {
    if records.next()? != Some(BEGIN) {
        return writer.line(MISSING);
    }
    let start = (records.offset(), sheet.clone(), writer.mark(), writer.facts.left_out.clone());
    let mut is_unordered = false;
    let (read, notes) = loop {
        let mut worksheet = Worksheet::new(writer, &mut sheet, workbook, budget.share());
        let read = worksheet.read_in(records, is_unordered);
        let notes = worksheet.notes;
        let under = sheet.under.for_second_reading();
        if under.is_none() && (is_unordered || !notes.is_unordered) {
            break (read, notes);
        }
        let (offset, begun, mark, left_out) = &start;
        records.seek(*offset);
        writer.rewind(mark);
        writer.facts.left_out.clone_from(left_out);
        sheet.clone_from(begun);
        sheet.under = under.unwrap_or_default();
        is_unordered |= notes.is_unordered;
    };
    let finished = sheet.finish(writer);
    read?;
    finished?;
    notes.write(writer)?;
    sheet.mark_empty(writer)?;
    writer.write_page_headers()
}
