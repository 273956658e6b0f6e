//! Converts documents to text: the bytes of a file in, Markdown and facts out.
//!
//! [`recognize`] returns what a file is by its bytes, and [`convert`] reads it: documents,
//! spreadsheets and presentations of Office and of OpenDocument, books in EPUB, and PDF files.
//!
//! # Form
//!
//! Texts have the headings of the document, lists with the labels that are shown, tables, links,
//! images by name, notes (`[^1]`), and comments (`[^c1]`) at the end. Sheets, slides, pages, and
//! chapters without a heading are units, with a heading of level 2: `## Sheet: Budget`, `## Slide
//! 3: Aims`, `## Chapter 4`, `## Page 5`. Text of the document's own that could be taken for a
//! heading, a fence or a mark such as `[empty]` begins with a `\`, so that a document cannot forge
//! one.
//!
//! Tracked changes are accepted. What is hidden is in the text, marked `(hidden)` or
//! `[hidden: …]`, and counted in [`Facts`]: a person who looks at the document does not see it.
//! Page headers and footers are left out and counted.
//!
//! # Hostile input
//!
//! The input is untrusted. No input makes [`convert`] panic, and memory is bounded by [`Limits`],
//! for a file of any size. Nothing in a document is run, and nothing is fetched.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "documents"),
    allow(dead_code, reason = "then only the types that others know are used")
)]

#[cfg_attr(not(feature = "documents"), path = "no_conversion.rs")]
mod conversion;
mod error;
mod facts;
mod format;
mod limits;
mod source;

#[cfg(feature = "documents")]
mod color;
#[cfg(feature = "documents")]
mod compound;
#[cfg(feature = "documents")]
mod entities;
#[cfg(feature = "documents")]
mod epub;
#[cfg(feature = "documents")]
mod html;
#[cfg(feature = "documents")]
mod inflate;
#[cfg(feature = "documents")]
mod markdown;
#[cfg(feature = "documents")]
#[path = "../../pdf/src/marks.rs"]
mod marks;
#[cfg(feature = "documents")]
mod numerals;
#[cfg(feature = "documents")]
mod odf;
#[cfg(feature = "documents")]
mod ooxml;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "documents")]
mod sheet;
#[cfg(feature = "documents")]
#[path = "../../core/src/sorting.rs"]
#[allow(unreachable_pub, reason = "it is public in its own crate")]
mod sorting;
#[cfg(feature = "documents")]
mod table_budget;
#[cfg(feature = "documents")]
mod utf8;
#[cfg(feature = "documents")]
mod writer;
#[cfg(feature = "documents")]
mod xml;
#[cfg(feature = "documents")]
mod zip;

pub use conversion::{SNIFFED_BYTES, convert, may_be_document, recognize};
pub use error::Error;
pub use facts::{Document, Extraction, Facts, LeftOut, Unit, Unseen};
pub use format::{Format, is_document_name};
pub use limits::{Limit, Limits};
pub use source::Source;
