//! Converts what was read to the types of the contract.
//!
//! One file: the functions are a table, and a change of the contract changes them together.

use crate::document::{Body, Document};
use crate::facts::version;
use crate::list::{DirectoryEntry, FileStat, Listing};
use crate::notebook::{Notebook, NotebookCell};
use crate::text_page::TextPage;
use crate::{DirectoryPage, ImageInfo, Outline};
use readroom_core::{ClippedLine, LineNumber, Metadata, Ordinal, Page, SuspiciousLine, Timestamp};
use readroom_documents::{Extraction, Facts, Unit};
use readroom_notebook::{Media, Output};
use readroom_structure::{BlockSpan, Heading, OutlineEntry};
use readroom_tokens as tokens;
use readroom_types::{self as types, count};

fn line(line: LineNumber) -> u32 {
    count(line.get())
}

/// Returns a header.
pub fn heading(heading: Heading) -> types::Heading {
    types::Heading { line: line(heading.line), text: heading.text }
}

impl From<Document> for types::Document {
    fn from(document: Document) -> Self {
        let (version, next) = (document.version(), document.next());
        let Document { location, metadata, body, masked } = document;
        Self {
            path: location.to_string(),
            masked,
            size: metadata.size,
            modified: modified(&metadata),
            version,
            body: match body {
                Body::Text(mut page) => match page.document.take() {
                    None => types::Body::Text(text(*page, next)),
                    Some(facts) => types::Body::Document(document_text(&facts, *page, next)),
                },
                Body::Unchanged => types::Body::Unchanged,
                Body::Outline(outline) => types::Body::Outline(self::outline(outline)),
                Body::Notebook(notebook) => types::Body::Notebook(self::notebook(notebook)),
                Body::Image(image) => types::Body::Image(self::image(&image)),
                Body::Directory(page) => types::Body::Directory(directory_page(page)),
            },
        }
    }
}

fn text(page: TextPage, next: Option<types::Position>) -> types::Text {
    let TextPage { page: Page { text, first, .. }, stopped, block, same_name, suspicious, .. } =
        page;
    let line_endings = text.line_endings();
    let tokens = count(tokens::estimate(&text.content));
    types::Text {
        content: text.content,
        first: match first {
            Ordinal::FromStart(first) => Some(line(first)),
            Ordinal::FromEnd(_) => None,
        },
        lines: count(text.lines),
        block: block.map(|block| block_span(block, same_name)),
        tokens,
        stopped,
        next,
        total: text.total.map(count),
        clipped: text.clipped.into_iter().map(clipped_line).collect(),
        encoding: text.encoding.encoding.name(),
        encoding_source: text.encoding.source,
        bom: text.encoding.bom,
        line_endings,
        lossy: text.lossy,
        suspicious: suspicious.into_iter().map(suspicious_line).collect(),
    }
}

fn document_text(
    facts: &Facts,
    page: TextPage,
    next: Option<types::Position>,
) -> types::DocumentText {
    let Facts { format, words, left_out, unseen, extraction, cut, .. } = facts;
    let (units, omitted) = facts.first_units();
    let unit = |unit: &Unit| types::DocumentUnit {
        title: unit.title.clone(),
        line: count(unit.line),
        hidden: unit.hidden,
        range: unit.range.clone(),
    };
    types::DocumentText {
        text: text(page, next),
        format: format.name().into(),
        units: units.iter().map(unit).collect(),
        omitted_units: count(omitted),
        words: *words,
        hidden: types::HiddenContent {
            units: count(unseen.units),
            rows: count(unseen.rows),
            columns: count(unseen.columns),
            texts: count(unseen.texts),
            comments: count(unseen.comments),
            insertions: count(unseen.insertions),
            deletions: count(unseen.deletions),
        },
        left_out: types::LeftOutContent {
            images: count(left_out.images),
            image_names: left_out.image_names.clone(),
            charts: count(left_out.charts),
            objects: count(left_out.objects),
            equations: count(left_out.equations),
            headers_and_footers: count(left_out.headers_and_footers),
            macros: left_out.macros.clone(),
        },
        extraction: extraction.as_ref().map(self::extraction),
        cut: cut.map(|limit| limit.to_string()),
    }
}

fn extraction(extraction: &Extraction) -> types::Extraction {
    let pages = |pages| Extraction::first(pages).iter().map(|page| count(*page)).collect();
    types::Extraction {
        pages_without_text: pages(&extraction.pages_without_text),
        pages_behind_images: pages(&extraction.pages_behind_images),
        characters: extraction.characters,
        undecoded: extraction.undecoded,
        restricted: extraction.is_restricted,
    }
}

fn block_span(block: BlockSpan, same_name: Vec<Heading>) -> types::BlockSpan {
    types::BlockSpan {
        first: line(block.first),
        last: line(block.last),
        headers: block.headers.into_iter().map(heading).collect(),
        same_name: same_name.into_iter().map(heading).collect(),
    }
}

/// Converts an entry of an outline.
pub fn outline_entry(entry: OutlineEntry) -> types::OutlineEntry {
    let OutlineEntry { line: first, last, depth, text, .. } = entry;
    types::OutlineEntry { line: line(first), last: line(last), depth, text }
}

fn outline(outline: Outline) -> types::Outline {
    let tokens = count(outline.tokens());
    types::Outline {
        entries: outline.entries.into_iter().map(outline_entry).collect(),
        omitted: count(outline.omitted),
        tokens,
        total: count(outline.total),
        encoding: outline.encoding.encoding.name(),
    }
}

fn notebook(notebook: Notebook) -> types::Notebook {
    let tokens = count(notebook.tokens());
    types::Notebook {
        cells: notebook.cells.into_iter().map(cell).collect(),
        tokens,
        stopped: notebook.stopped,
        total: count(notebook.total),
        next_cell: notebook.next_cell.map(count),
        malformed: count(notebook.malformed),
        language: notebook.language,
    }
}

fn cell(shown: NotebookCell) -> types::NotebookCell {
    let NotebookCell { cell, omitted_characters } = shown;
    types::NotebookCell {
        number: count(cell.number),
        kind: cell.kind,
        execution_count: cell.run.map(count),
        source: cell.source,
        omitted_characters: count(omitted_characters),
        outputs: cell.outputs.into_iter().map(output).collect(),
        omitted_outputs: count(cell.outputs_left_out),
    }
}

fn output(output: Output) -> types::CellOutput {
    let media = |Media { mime, bytes }| types::OmittedMedia { mime, bytes: count(bytes) };
    types::CellOutput {
        kind: output.kind,
        omitted_characters: count(output.omitted_characters()),
        text: output.text,
        media: output.media.into_iter().map(media).collect(),
    }
}

fn image(image: &ImageInfo) -> types::ImageInfo {
    let ImageInfo { media_type, width, height, .. } = *image;
    types::ImageInfo { mime: media_type.mime().into(), width, height }
}

fn clipped_line(clip: ClippedLine) -> types::ClippedLine {
    let ClippedLine { line: at, next_column, characters } = clip;
    types::ClippedLine {
        line: line(at),
        next_column: count(next_column),
        characters: count(characters),
    }
}

fn suspicious_line(finding: SuspiciousLine) -> types::SuspiciousLine {
    let SuspiciousLine { line: at, kind, characters } = finding;
    types::SuspiciousLine { line: line(at), kind, characters }
}

fn directory_page(page: DirectoryPage) -> types::DirectoryPage {
    types::DirectoryPage {
        first: count(page.first),
        tokens: count(page.tokens()),
        stopped: page.stopped,
        next: page.next().map(count),
        total: count(page.total),
        entries: page.entries.into_iter().map(directory_entry).collect(),
    }
}

fn directory_entry(entry: DirectoryEntry) -> types::DirectoryEntry {
    types::DirectoryEntry {
        name: entry.name,
        kind: entry.kind,
        size: entry.metadata.map(|metadata| metadata.size),
        modified: entry.metadata.as_ref().and_then(modified),
    }
}

impl From<Listing> for types::Listing {
    fn from(listing: Listing) -> Self {
        Self {
            path: listing.location.to_string(),
            entries: listing.entries.into_iter().map(directory_entry).collect(),
            total: count(listing.total),
            more: listing.more,
        }
    }
}

impl From<FileStat> for types::FileStat {
    fn from(FileStat { location, file }: FileStat) -> Self {
        Self {
            path: location.to_string(),
            real_path: location.absolute(),
            kind: if file.is_some() { types::FileKind::File } else { types::FileKind::Directory },
            size: file.map_or(0, |file| file.size),
            modified: file.as_ref().and_then(modified),
            version: file.as_ref().map(version),
        }
    }
}

/// Returns the modification time in milliseconds.
pub fn modified(metadata: &Metadata) -> Option<u64> {
    metadata.modified.map(Timestamp::milliseconds)
}
