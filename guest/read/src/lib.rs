//! The neutral read: parts of files, listings of directories, and metadata, as facts.
//!
//! A [`ReadRequest`] is checked, its file is opened and read with [`readroom_core`], and the result
//! is a [`Document`] or a [`ReadError`]. The types follow `wit/types.wit`. Nothing here knows an
//! agent, JSON or wording; the crate `readroom-dialects` puts errors into words.

pub mod alike;
mod answer;
mod check;
mod converted;
mod cursor;
mod definition;
mod directory_page;
mod document;
mod error;
mod facts;
mod image;
mod index;
mod list;
mod notebook;
mod office;
mod outline;
mod path_forms;
pub mod paths;
mod read;
mod request;
mod share;
mod similar;
mod size;
mod suggest;
mod text_page;

pub use answer::{heading, modified, outline_entry};
pub use check::{TEXT_RULES, in_range};
pub use converted::{Converted, converted, text_with_formulas};
pub use definition::MAX_DEFINED_BYTES;
pub use directory_page::DirectoryPage;
pub use document::{Body, Document};
pub use error::{Argument, ArgumentError, DocumentError, PathError, ReadError, SizeLimit};
pub use facts::{facts_of_directory, facts_of_entry, facts_of_file, facts_of_text, version};
pub use image::{ImageInfo, MAX_BASE64_BYTES, Picture};
pub use index::Index;
pub use list::{DEFAULT_ENTRIES, DirectoryEntry, FileStat, Listing, list, stat};
pub use notebook::{Notebook, NotebookCell, NotebookPart, NotebookText, is_notebook_name};
pub use office::MadeText;
pub use outline::Outline;
pub use read::read;
pub use readroom_documents as documents;
pub use readroom_names::PathPart;
pub use readroom_notebook::{Cell, CellKind, Media, Output, OutputKind};
pub use readroom_structure::Siblings;
pub use readroom_types::{ErrorCode, ReadFacts, StopReason, Totals, View};
pub use request::{
    BlockSelector, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, ListRequest, MAX_BYTES,
    MAX_LINES, MAX_OUTLINE_ENTRIES, Purpose, ReadRequest, SharedLimits, Start,
};
pub use share::{MAX_FILES, share};
pub use similar::closest_of;
pub use size::Size;
pub use suggest::{FirstEntries, Suggestions};
pub use text_page::TextPage;
