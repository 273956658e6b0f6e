//! The reading core: finds lines of a file, and says what it found.
//!
//! The core resolves a path over a [`Tree`] of capabilities, looks at the type before it opens ([`find`]), and streams
//! the file: bytes become text ([`decode`]), text becomes numbered lines, and the lines of the window that was asked
//! for are kept ([`window`]). It returns facts, a [`Text`], a [`Page`] or a [`FileError`]; wording them is somebody
//! else's job. How lines, caps and encodings behave is data, the [`Rules`].
//!
//! Memory is bounded by the caps in the rules and one buffer, never by the size of a file.
//!
//! The core knows no agent, no JSON, no WASI, no clock and no operating system.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod decode;
mod detect;
mod directory;
mod document;
mod encoding;
mod error;
mod extent;
mod failure;
mod file;
mod find;
mod line_index;
mod line_number;
mod location;
mod media_type;
mod name;
mod name_page;
mod pages;
mod pass;
mod path;
mod position;
mod recognize;
mod rules;
mod scan;
mod sniff;
pub mod structure;
mod suspicious;
mod tail;
pub mod tokens;
mod transcode;
mod tree;
mod units;
mod walk;
pub mod window;

pub use directory::{Directory, EntryPage, KeyedEntry};
pub use document::{
    ClippedLine, EncodingSource, Extent, LastLine, LineEndings, Page, Stopped, Text, TextEncoding,
};
pub use encoding::{ByteOrder, Encoding};
pub use error::FileError;
pub use failure::Failure;
pub use file::{ChangeSinceOpen, File, READ_CHUNK};
pub use find::{Opened, find};
pub use line_index::LineIndex;
pub use line_number::LineNumber;
pub use location::Location;
pub use media_type::MediaType;
pub use name::{MAX_NAME_BYTES, Name};
pub use name_page::NamePage;
pub use pages::PageStart;
pub use path::MAX_PATH_BYTES;
pub use position::{Cursor, LineStart, Ordinal};
pub use rules::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, FinalBreak, FirstLine,
    LineCap, Mark, Measure, Media, PastEnd, Rules, Totals, TrailingSlash, Undecodable, Units,
};
pub use suspicious::{SuspiciousKind, SuspiciousLine};
pub use tree::{FileKind, Grant, GrantRole, Metadata, Timestamp, Tree, TreeError};
pub use walk::MAX_LINKS;
