//! Converts a book: its chapters in reading order.

use crate::error::{Fault, Outcome};
use crate::html;
use crate::limits::{MAX_ENTRIES, MAX_IMAGE_NAMES};
use crate::markdown::{one_line, title};
use crate::ooxml::join;
use crate::table_budget::TableBudget;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use std::collections::{BTreeMap, BTreeSet};

/// Separates the media type of an item from its path.
const SEPARATOR: char = '\0';

/// The maximum number of titles and authors that are read.
const MAX_FACTS: usize = 20;

/// Converts a book. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let mut package = None;
    read_elements(archive, "META-INF/container.xml", &mut |element| {
        package = package.take().or_else(|| Some(element.attr("full-path")?.into_owned()));
        Ok(Visit::Enter)
    })?;
    let package = package.ok_or(Fault::Damaged("its package is not named"))?;
    // Fonts often are encrypted, in books that can be read.
    let mut encrypted = BTreeSet::new();
    read_elements(archive, "META-INF/encryption.xml", &mut |element| {
        if element.name() == "CipherReference" && encrypted.len() < MAX_ENTRIES {
            encrypted.insert(join("", &decode_percents(&element.short("URI"))));
        }
        Ok(Visit::Enter)
    })?;
    let budget = archive.tables.share();
    let mut contents = Package { budget, ..Package::default() };
    if !read_part(archive, &package, Syntax::Xml, &mut contents)? {
        return Err(Fault::Damaged("its package is missing"));
    }
    let base = package.rsplit_once('/').map_or("", |(base, _)| base);
    let left_out = &mut writer.facts.left_out;
    let items = contents.items.values().filter_map(|item| item.split_once(SEPARATOR));
    for (_, path) in items.filter(|(media_type, _)| media_type.starts_with("image/")) {
        left_out.images += 1;
        if left_out.image_names.len() < MAX_IMAGE_NAMES {
            let name = path.rsplit('/').next().unwrap_or(path);
            left_out.image_names.push(title(name));
        }
    }
    contents.write_facts(writer)?;
    let chapters = contents.spine.iter().filter_map(|id| contents.items.get(id));
    let chapters = chapters.filter_map(|item| item.split_once(SEPARATOR)).enumerate();
    for (at, (_, path)) in chapters.filter(|(_, (media_type, _))| may_be_text(media_type)) {
        let path = join(base, path);
        if encrypted.contains(&path) {
            return Err(Fault::Encrypted);
        }
        writer.blank_line();
        let start = writer.written();
        let (read, heading) = html::read(archive, &path, writer);
        match heading {
            Some((offset, title)) => writer.push_unit(offset, title, false)?,
            None if writer.written() > start => {
                writer.unit_at(start, &format!("Chapter {}", at + 1), "", false)?;
            }
            None => {}
        }
        // A broken chapter does not keep the others from being read.
        let what = match read {
            Ok(false) => "its part is not in the file",
            Err(Fault::Damaged(what)) => what,
            _ => "",
        };
        if !what.is_empty() {
            writer.blank_line();
            writer.line(&format!("[The rest of chapter {} is left out: {what}.]", at + 1))?;
            continue;
        }
        read?;
    }
    Ok(())
}

/// The content of a package document.
#[derive(Default)]
struct Package {
    /// The titles and the authors, and whether each is a title.
    facts: Vec<(bool, String)>,
    /// Whether the last of them is being read.
    is_fact: bool,
    /// The media type and the path of each item, by its id.
    items: BTreeMap<String, String>,
    /// The ids of the chapters, in order.
    spine: Vec<String>,
    budget: TableBudget,
}

/// Returns whether an item may have text: older books and some writers have other types for it.
fn may_be_text(media_type: &str) -> bool {
    let kind = media_type.split('/').next().unwrap_or_default();
    media_type.contains("svg") || !matches!(kind, "image" | "audio" | "video" | "font")
}

impl Package {
    /// Writes the title and the authors before the chapters.
    fn write_facts(&self, writer: &mut Writer) -> Outcome {
        let all = |titles| {
            let facts = self.facts.iter().filter(move |(is_title, _)| *is_title == titles);
            facts.map(|(_, text)| one_line(text))
        };
        let authors = all(false).collect::<Vec<_>>().join("; ");
        for (label, value) in [("Title", all(true).next().unwrap_or_default()), ("Author", authors)]
        {
            if !value.is_empty() {
                writer.push(&format!("{label}: {value}\n"))?;
            }
        }
        writer.end_paragraph(&Block::Plain)?;
        Ok(())
    }
}

impl Handler for Package {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        /// The memory of an entry in addition to its names, in bytes.
        const ENTRY: usize = 128;
        let attr = |name| element.short(name);
        match element.name() {
            name @ ("title" | "creator") if self.facts.len() < MAX_FACTS => {
                self.facts.push((name == "title", String::new()));
                self.is_fact = true;
            }
            "item" => {
                let path = decode_percents(&attr("href"));
                let (id, media_type) = (attr("id"), attr("media-type"));
                self.budget.take(ENTRY + id.len() + path.len() + media_type.len())?;
                self.items.insert(id, format!("{media_type}{SEPARATOR}{path}"));
            }
            "itemref" if self.spine.len() < MAX_ENTRIES => {
                let id = attr("idref");
                self.budget.take(ENTRY + id.len())?;
                self.spine.push(id);
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        self.is_fact &= !matches!(name, "title" | "creator");
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if let Some((_, fact)) = self.facts.last_mut().filter(|_| self.is_fact) {
            self.budget.take(text.len())?;
            fact.push_str(text);
        }
        Ok(())
    }
}

/// Returns the path of a reference, without its fragment (`#…`).
fn decode_percents(reference: &str) -> String {
    let path = reference.split('#').next().unwrap_or_default();
    let mut parts = path.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        let rest = if code.is_some() { part.get(2..) } else { Some(part) };
        bytes.push(code.unwrap_or(b'%'));
        bytes.extend_from_slice(rest.unwrap_or_default().as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
