//! Converts a PowerPoint presentation: each slide is a unit.

use super::comments::{self, Persons};
use super::slide::{Master, Slide};
use super::{MISSING, Relationships, chart, found, is_damaged, main_with_relationships};
use crate::damage::Parts;
use crate::error::Outcome;
use crate::limits::{MAX_POINTS, MAX_SERIES};
use crate::markdown::one_line;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use readroom_pdf::marks::escaped;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Converts a presentation. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (main, relationships) = main_with_relationships(archive)?;
    let (mut ids, max) = (Vec::new(), archive.limits.entries);
    found(read_elements(archive, &main, &mut |element| {
        match element.name() {
            "sldId" if ids.len() < max => ids.push(element.relationship("id")),
            // Sections list the slides again.
            "extLst" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }))?;
    let persons = Persons::read(archive, &relationships, &["commentAuthors", "authors"])?;
    let (mut parts, mut masters) = (Parts::default(), Masters::new());
    for (at, id) in ids.iter().enumerate() {
        let part = relationships.target(id).unwrap_or_default();
        let read = slide(archive, part, at + 1, &persons, &mut masters, writer);
        parts.add(read, &format!("slide {}", at + 1), writer)?;
    }
    parts.finish()
}

/// Reads the charts and diagrams that a part refers to: their names, and the text for each.
pub(super) fn figures(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    writer: &mut Writer,
) -> Outcome<Vec<(String, String)>> {
    let mut figures = chart::read_all(archive, relationships, writer)?;
    for part in relationships.of_kind("diagramData").take(MAX_SERIES) {
        let (text, line) = (String::new(), String::new());
        let mut diagram = Diagram { writer, text, line, is_text: false, lines: 0 };
        let read = read_part(archive, &part.target, Syntax::Xml, &mut diagram);
        let text = escaped(&diagram.text).into_owned();
        let end = if is_damaged(read)? { chart::DAMAGED } else { "" };
        figures.push((part.target.clone(), text + end));
    }
    Ok(figures)
}

fn slide(
    archive: &mut Archive<'_>,
    part: &str,
    number: usize,
    persons: &Persons,
    masters: &mut Masters,
    writer: &mut Writer,
) -> Outcome {
    let relationships = Relationships::read(archive, part)?;
    let figures = figures(archive, &relationships, writer)?;
    writer.blank_line();
    let start = writer.written();
    let mut slide = Slide::default();
    slide.masters = read_masters(archive, &relationships, masters, writer)?;
    (slide.relationships, slide.figures) = (relationships, figures);
    let read = slide.read(archive, part, writer);
    let Slide { title, is_hidden, relationships, masters, mut hides_master, .. } = slide;
    for master in masters {
        let text = if hides_master { String::new() } else { master.text.take() };
        writer.labelled("Master", &text, false)?;
        hides_master |= master.hides_master;
    }
    // The title is known only at this point.
    writer.unit_at(start, &format!("Slide {number}"), &title, is_hidden)?;
    if !read? {
        writer.line(MISSING)?;
    }
    if let Some(part) = relationships.first("notesSlide") {
        let relationships = Relationships::read(archive, part)?;
        writer.open_aside();
        let mut notes = Slide::default();
        (notes.relationships, notes.is_notes) = (relationships, true);
        let read = notes.read(archive, part, writer);
        writer.close_notes()?;
        read?;
    }
    comments::convert(archive, relationships.first("comments"), persons, writer)?;
    writer.write_page_headers()
}

/// The layouts and masters, by their parts.
type Masters = BTreeMap<String, Rc<Master>>;

/// Reads the layout of a slide and its master, unless they are known.
fn read_masters(
    archive: &mut Archive<'_>,
    slide: &Relationships,
    known: &mut Masters,
    writer: &mut Writer,
) -> Outcome<Vec<Rc<Master>>> {
    let mut chain = Vec::new();
    let mut part = slide.first("slideLayout").map(str::to_owned);
    while let Some(name) = part.filter(|_| chain.len() < 2) {
        if !known.contains_key(&name) {
            let relationships = Relationships::read(archive, &name)?;
            let outer = relationships.first("slideMaster").map(str::to_owned);
            writer.open_aside();
            let mut slide = Slide::default();
            (slide.relationships, slide.is_master) = (relationships, true);
            let read = slide.read(archive, &name, writer);
            let text = Cell::new(writer.close_aside()?);
            writer.spare("the layout or the master", read)?;
            writer.take(name.len() + size_of::<Master>())?;
            let Slide { hides_master, bullets, .. } = slide;
            let master = Master { text, hides_master, bullets, outer };
            known.insert(name.clone(), Rc::new(master));
        }
        let master = known.get(&name);
        part = master.and_then(|master| master.outer.clone());
        chain.extend(master.cloned());
    }
    Ok(chain)
}

/// The texts of a diagram (SmartArt), as list items.
struct Diagram<'w> {
    writer: &'w mut Writer,
    text: String,
    line: String,
    is_text: bool,
    lines: usize,
}

impl Handler for Diagram<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        self.is_text |= element.name() == "t" && self.lines < MAX_POINTS;
        if element.name() == "br" {
            self.line.push(' ');
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        // `dgm:t` holds paragraphs, `a:t` their text.
        self.is_text &= name != "t";
        if name == "br" {
            self.line.push(' ');
        }
        if name == "p" {
            let line = one_line(&std::mem::take(&mut self.line));
            if !line.is_empty() {
                self.lines += 1;
                self.text.push_str(&format!("- {line}\n"));
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.is_text {
            self.writer.take(text.len())?;
            self.line.push_str(text);
        }
        Ok(())
    }
}
