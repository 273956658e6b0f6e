//! Converts documents to text: the bytes of a file in, Markdown and facts out.
//!
//! [`recognize`] returns the format of a file by its bytes, and [`convert`] reads it: documents,
//! spreadsheets and presentations of Office and of OpenDocument, EPUB books, and PDF files.
//!
//! # Form
//!
//! Text has the headings of the document, lists with their visible labels, tables, links, images by
//! name, notes (`[^1]`), and comments (`[^c1]`) at the end. Sheets, slides, pages, and chapters
//! without a heading are units, with a heading of level 2: `## Sheet: Budget`, `## Slide 3: Aims`,
//! `## Chapter 4`, `## Page 5`. Document text that could be taken for a heading, a fence or a mark
//! such as `[empty]` is escaped with a `\`, so that a document cannot forge one.
//!
//! Tracked changes are accepted. Hidden content is in the text, marked `(hidden)` or `[hidden: …]`,
//! and counted in [`Facts`]: someone viewing the document does not see it. Each text of a page
//! header or footer follows its sheet, its slide or the document: `Footer: Version 2`.
//!
//! # Hostile input
//!
//! The input is untrusted. No input makes [`convert`] panic, and memory is bounded by [`Limits`],
//! for a file of any size. Nothing in a document is executed, and nothing is fetched.

#![forbid(unsafe_code)]

mod conversion;
mod error;
mod facts;
mod format;
mod limits;
mod source;

mod cell_runs;
mod color;
mod compound;
mod damage;
mod entities;
mod epub;
mod html;
mod inflate;
mod inline_style;
mod lists;
mod look;
mod markdown;
mod math;
mod merged;
mod notes;
mod numbered;
mod numerals;
mod odf;
mod ooxml;
mod page_headers;
mod pdf;
mod scripts;
mod sheet;
mod symbols;
mod table_budget;
mod utf16;
mod utf8;
mod writer;
mod xml;
mod zip;

mod doc;
mod field_instruction;
mod fields;
mod formula;
mod rtf;
mod table_stack;
mod xls;

pub use conversion::{Detail, SNIFFED_BYTES, convert, may_be_document, recognize};
pub use error::Error;
pub use facts::{Document, Extraction, Facts, LeftOut, Unit, Unseen};
pub use format::{Format, is_document_name, old_format};
pub use limits::{Limit, Limits};
pub use source::Source;
