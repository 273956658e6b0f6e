//! The neutral read: parts of files, directories and what is at a path, as facts.
//!
//! A [`ReadRequest`] is checked, its file is found and read with [`readroom_core`], and the answer is a [`Document`] or a
//! [`ReadError`]: types that follow `wit/types.wit`. Nothing here knows an agent, JSON or a sentence for people; the
//! crate `readroom-dialects` puts errors into words.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod check;
mod cursor;
mod document;
mod error;
mod excerpt;
mod facts;
mod index;
mod list;
mod many;
mod media;
pub mod nfd;
mod notebook;
mod outline;
pub mod paths;
mod read;
mod request;
mod similar;
mod stop;
mod suggest;

pub use document::{Body, Document, Position};
pub use error::{Argument, ArgumentError, ErrorCode, PathError, ReadError, Whole};
pub use excerpt::Excerpt;
pub use facts::{Facts, version};
pub use index::Index;
pub use list::{DEFAULT_ENTRIES, DirectoryEntry, FileStat, ListRequest, Listing, list, stat};
pub use many::{Limits, MOST_FILES, read_many};
pub use media::Image;
pub use notebook::{Notebook, ShownCell};
pub use outline::Outline;
pub use read::read;
pub use readroom_core::structure::Siblings;
pub use readroom_formats::{Cell, CellKind, Media, Output, OutputKind};
pub use request::{
    Around, Ask, Begin, Count, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, MOST_BYTES,
    MOST_LINES, View,
};
pub use stop::Stop;
pub use suggest::Suggestions;
