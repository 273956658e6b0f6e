//! Converts a PowerPoint presentation: each slide is a unit.

use super::comments::{self, Persons};
use super::slide::{Master, Role, Slide};
use super::{MISSING, Relationships, chart, found, is_damaged, main_with_relationships};
use crate::damage::Parts;
use crate::error::Outcome;
use crate::limits::MAX_SERIES;
use crate::writer::Writer;
use crate::xml::{Visit, read_elements};
use crate::zip::Archive;
use std::cell::Cell;
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
    let persons = comments::read_persons(archive, &relationships, &["commentAuthors", "authors"])?;
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
    for (chart, text) in &mut figures {
        // The shapes that are drawn over it.
        let relationships = Relationships::read(archive, chart)?;
        if let Some(part) = relationships.first("chartUserShapes") {
            let shapes = figure(archive, part, Role::Slide, writer)?;
            *text += if shapes.is_empty() { "" } else { "\n\n" };
            *text += &shapes;
        }
    }
    for part in relationships.of_kind("diagramData").take(MAX_SERIES) {
        let text = figure(archive, &part.target, Role::Diagram, writer)?;
        figures.push((part.target.clone(), text));
    }
    Ok(figures)
}

/// Returns the text of a part with shapes.
fn figure(
    archive: &mut Archive<'_>,
    part: &str,
    role: Role,
    writer: &mut Writer,
) -> Outcome<String> {
    writer.open_aside();
    let mut figure = Slide::default();
    figure.role = role;
    let is_damaged = is_damaged(figure.read(archive, part, writer))?;
    let text = writer.close_aside()?;
    Ok(text + if is_damaged { chart::DAMAGED } else { "" })
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
        (notes.relationships, notes.role) = (relationships, Role::Notes);
        let read = notes.read(archive, part, writer);
        writer.close_notes()?;
        read?;
    }
    comments::convert(archive, relationships.first("comments"), persons, writer)?;
    writer.write_page_headers()
}

/// The layouts and masters, by their parts.
type Masters = Vec<(String, Rc<Master>)>;

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
        let mut master = known.iter().find(|(known, _)| *known == name).map(|(_, of)| of.clone());
        if master.is_none() {
            let relationships = Relationships::read(archive, &name)?;
            let outer = relationships.first("slideMaster").map(str::to_owned);
            writer.open_aside();
            let mut slide = Slide::default();
            (slide.relationships, slide.role) = (relationships, Role::Master);
            let read = slide.read(archive, &name, writer);
            let text = Cell::new(writer.close_aside()?);
            writer.spare("the layout or the master", read)?;
            writer.take(name.len() + size_of::<Master>())?;
            let Slide { hides_master, bullets, .. } = slide;
            let read = Rc::new(Master { text, hides_master, bullets, outer });
            known.push((name, read.clone()));
            master = Some(read);
        }
        part = master.as_ref().and_then(|master| master.outer.clone());
        chain.extend(master);
    }
    Ok(chain)
}
