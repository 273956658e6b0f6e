//! Office Open XML documents: parts in a ZIP file that refer to each other by relationships.

mod cell_styles;
mod chart;
mod comments;
mod docx;
mod number_format;
mod number_fraction;
mod number_pattern;
mod pptx;
mod runs;
mod shared_strings;
mod sheet_drawing;
mod slide;
mod slide_numbers;
mod worksheet;
mod xlsx;

pub(crate) use docx::convert as convert_docx;
pub(crate) use number_format::NumberFormat;
pub(crate) use number_pattern::general as general_number;
pub(crate) use pptx::convert as convert_pptx;
pub(crate) use xlsx::convert as convert_xlsx;

use crate::Format;
use crate::error::{Fault, Outcome};
use crate::limits::{MAX_IMAGE_NAMES, MAX_TARGET};
use crate::markdown::with_fragment;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use readroom_names::sort_by;

/// Returns the format and the main part of an Office document, or `None` for other files.
///
/// The main part is the one that the package names as its document, and its content type gives the
/// format. If the package names none, the content type of a part decides. Content types of parts
/// that may exist but do not are ignored: many writers list them.
pub(crate) fn main_part(archive: &mut Archive<'_>) -> Outcome<Option<(Format, String)>> {
    let relationships = Relationships::read(archive, "")?;
    let main = relationships.first("officeDocument").unwrap_or_default();
    // The most likely format so far, and the part with its content type: whether this is the part
    // that the package names, and whether the type is that of a part rather than of an extension.
    let mut best: Option<((bool, bool), Format, String)> = None;
    read_elements(archive, "[Content_Types].xml", &mut |element| {
        let format = element.attr("ContentType").and_then(|name| main_format(&name));
        let Some(format) = format else { return Ok(Visit::Enter) };
        let part = element.attr("PartName");
        let is_main = match (&part, main.rsplit_once('.')) {
            (Some(part), _) => join("", part).eq_ignore_ascii_case(main),
            (None, Some((_, end))) => element.short("Extension").eq_ignore_ascii_case(end),
            (None, None) => false,
        };
        let rank = (is_main, part.is_some());
        if best.as_ref().is_none_or(|(best, ..)| *best < rank) {
            best = Some((rank, format, join("", &part.unwrap_or_default())));
        }
        Ok(Visit::Enter)
    })?;
    let Some(((is_main, _), format, part)) = best else { return Ok(None) };
    Ok(Some((format, if is_main { main.to_owned() } else { part })))
}

const NO_MAIN: Fault = Fault::Damaged("its main part is missing");

/// Returns the main part of a document, and its relationships.
fn main_with_relationships(archive: &mut Archive<'_>) -> Outcome<(String, Relationships)> {
    let (_, main) = main_part(archive)?.ok_or(NO_MAIN)?;
    let relationships = Relationships::read(archive, &main)?;
    Ok((main, relationships))
}

/// Fails if the main part is not in the file.
fn found(read: Outcome<bool>) -> Outcome {
    if read? { Ok(()) } else { Err(NO_MAIN) }
}

/// Returns the format whose main part has this content type.
fn main_format(media_type: &str) -> Option<Format> {
    const KINDS: [(&str, Format); 6] = [
        ("openxmlformats-officedocument.wordprocessingml", Format::Docx),
        ("openxmlformats-officedocument.spreadsheetml", Format::Xlsx),
        ("openxmlformats-officedocument.presentationml", Format::Pptx),
        ("ms-word", Format::Docx),
        ("ms-excel", Format::Xlsx),
        ("ms-powerpoint", Format::Pptx),
    ];
    let main = media_type.strip_prefix("application/vnd.")?;
    if main == "ms-excel.sheet.binary.macroEnabled.main" {
        return Some(Format::Xlsb);
    }
    let (kind, end) = main.strip_suffix(".main+xml")?.rsplit_once('.')?;
    let is_main = matches!(
        end,
        "document"
            | "sheet"
            | "presentation"
            | "slideshow"
            | "template"
            | "macroEnabled"
            | "macroEnabledTemplate"
    );
    let found = KINDS.iter().find(|(name, _)| kind.starts_with(name)).filter(|_| is_main);
    found.map(|(_, format)| *format)
}

/// Returns whether a choice between forms of content only needs what Office has, by the prefixes
/// that are usual for it: `wps`, `a14`, `p159`.
fn is_understood(choice: &Element<'_>) -> bool {
    let required = choice.short("Requires");
    required.split_whitespace().all(|prefix| {
        let is_short = prefix.len() <= 2 || prefix.contains(|c: char| c.is_ascii_digit());
        let is_usual = matches!(prefix, "wps" | "wpg" | "wpc" | "wpi" | "aink");
        is_usual || is_short && prefix.starts_with(['a', 'c', 'm', 'p', 'v', 'w', 'x'])
    })
}

/// Replaces a sheet or a slide that is listed but missing.
pub(crate) const MISSING: &str = "[missing: it is listed, and its part is not in the file]";

/// Returns whether a part that was read is damaged.
fn is_damaged(read: Outcome<bool>) -> Outcome<bool> {
    match read {
        Err(Fault::Damaged(_)) => Ok(true),
        other => other.map(|_| false),
    }
}

/// The relationships of a part.
#[derive(Default)]
pub(crate) struct Relationships {
    all: Vec<Relationship>,
    /// The memory of all of them, until they are dropped.
    _budget: TableBudget,
}

pub(crate) struct Relationship {
    id: String,
    /// The last component of the type, such as `image`.
    kind: String,
    /// The name of an entry, or an address.
    pub(crate) target: String,
}

impl Relationships {
    /// Reads the relationships of a part, if there are any.
    pub(crate) fn read(archive: &mut Archive<'_>, part: &str) -> Outcome<Self> {
        let (base, name) = part.rsplit_once('/').map_or(("", part), |(base, name)| (base, name));
        let slash = if base.is_empty() { "" } else { "/" };
        let path = format!("{base}{slash}_rels/{name}.rels");
        let (mut all, mut budget) = (Vec::new(), archive.tables.share());
        read_elements(archive, &path, &mut |element| {
            if element.name() != "Relationship" {
                return Ok(Visit::Enter);
            }
            let target = element.attr("Target").filter(|target| target.len() <= MAX_TARGET);
            let target = target.unwrap_or_default();
            let is_external = element.attr("TargetMode").is_some_and(|mode| mode == "External");
            let target = if is_external { target.into_owned() } else { join(base, &target) };
            let kind = element.short("Type").rsplit('/').next().unwrap_or_default().to_owned();
            let found = Relationship { id: element.short("Id"), kind, target };
            let names = found.id.len() + found.kind.len() + found.target.len();
            budget.take(names + size_of_val(&found))?;
            all.push(found);
            Ok(Visit::Enter)
        })?;
        sort_by(&mut all, |a, b| a.id.cmp(&b.id));
        Ok(Self { all, _budget: budget })
    }

    /// Returns the target of an id: the name of an entry, or an address.
    pub(crate) fn target(&self, id: &str) -> Option<&str> {
        let found = self.all.binary_search_by(|known| known.id.as_str().cmp(id)).ok()?;
        self.all.get(found).map(|found| &*found.target)
    }

    /// Returns the target of a link, with the place in it that an attribute names.
    fn link(&self, element: &Element<'_>, place: &str) -> Option<String> {
        let target = self.target(&element.relationship("id"))?;
        Some(with_fragment(target, &element.attr(place).unwrap_or_default()))
    }

    /// Returns the target of a picture, which may be a link. Empty if there is none.
    fn picture(&self, element: &Element<'_>) -> &str {
        let mut ids = ["embed", "link", "id", "href"].into_iter();
        ids.find_map(|name| self.target(&element.relationship(name))).unwrap_or_default()
    }

    /// Adds the text of a chart or a diagram, given those of all parts, after the paragraph.
    fn push_figure(
        &self,
        element: &Element<'_>,
        all: &[(String, String)],
        writer: &mut Writer,
    ) -> Outcome {
        let id = if element.name() == "chart" { "id" } else { "dm" };
        let part = self.target(&element.relationship(id));
        if let Some((_, text)) = part.and_then(|part| all.iter().find(|(of, _)| of == part)) {
            writer.take(text.len())?;
            writer.push_after(text.clone());
        }
        Ok(())
    }

    /// Reads the first target of a type, if there is one.
    fn read_first(
        &self,
        archive: &mut Archive<'_>,
        kind: &str,
        handler: &mut dyn Handler,
    ) -> Outcome<bool> {
        self.first(kind).map_or(Ok(false), |part| read_part(archive, part, Syntax::Xml, handler))
    }

    /// Returns the relationships of a type, given its last component.
    pub(crate) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Relationship> {
        self.all.iter().filter(move |relationship| relationship.kind == kind)
    }

    /// Returns the first target of a type.
    pub(crate) fn first(&self, kind: &str) -> Option<&str> {
        self.of_kind(kind).next().map(|found| &*found.target)
    }
}

/// Resolves an entry name relative to a folder.
pub(crate) fn join(base: &str, target: &str) -> String {
    let base = if target.starts_with(['/', '\\']) { "" } else { base };
    let mut names: Vec<&str> = base.split('/').filter(|name| !name.is_empty()).collect();
    for name in target.split(['/', '\\']) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

/// Counts visible content that the text lacks, by the entries: images, macros, objects.
pub(crate) fn count_parts(archive: &Archive<'_>, writer: &mut Writer) {
    let left_out = &mut writer.facts.left_out;
    for entry in &archive.entries {
        let name = &*entry.name;
        let Some((folder, file)) = name.rsplit_once('/') else { continue };
        if file.is_empty() {
            continue;
        }
        match folder.rsplit('/').next().unwrap_or_default() {
            "media" | "Pictures" => {
                left_out.images += 1;
                if left_out.image_names.len() < MAX_IMAGE_NAMES {
                    left_out.image_names.push(crate::markdown::title(file));
                }
            }
            "embeddings" => left_out.objects += 1,
            "charts" if file.starts_with("chart") => left_out.charts += 1,
            _ if file == "vbaProject.bin" => left_out.macros = Some(crate::markdown::title(name)),
            _ => {}
        }
    }
}
