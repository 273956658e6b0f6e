//! Binary Excel workbooks (BIFF8, Excel 97 to 2003).
//!
//! A workbook is a stream of records: first those of the workbook, then those of each sheet.

mod records;
mod workbook;
mod worksheet;

use crate::Limits;
use crate::compound::Compound;
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
    for entry in &workbook.sheets {
        let mut sheet = Sheet::begin(writer, &entry.name, entry.is_hidden)?;
        records.seek(entry.offset);
        if records.next()? != Some(BEGIN) {
            writer.line(MISSING)?;
            continue;
        }
        if entry.is_chart {
            writer.facts.left_out.charts += 1;
        }
        let mut worksheet = Worksheet::new(writer, &mut sheet, &workbook, tables.share());
        let read = worksheet.read(&mut records);
        let notes = worksheet.finish();
        let finished = sheet.finish(writer);
        read?;
        finished?;
        notes.write(writer)?;
    }
    Ok(())
}
