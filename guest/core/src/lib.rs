//! The reading core: finds lines of a file, and says what it found.
//!
//! The core resolves a path over a [`Tree`] of capabilities, looks at the type before it opens ([`find`]), and streams
//! the file: bytes become text ([`decode`]), text becomes numbered lines, and the lines of the window that was asked
//! for are kept ([`window`]). It returns facts, a [`Text`], a [`Page`] or a [`ReadError`]; wording them is somebody
//! else's job. How lines, caps and encodings behave is data, the [`Rules`].
//!
//! Memory is bounded by the caps in the rules and one buffer, never by the size of a file.
//!
//! The core knows no agent, no JSON, no WASI, no clock and no operating system.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod backwards;
pub mod decode;
mod detect;
mod directory;
mod document;
mod encoding;
mod error;
mod extent;
mod file;
mod find;
#[cfg_attr(not(feature = "encodings"), path = "no_legacy.rs")]
mod legacy;
mod line_index;
mod line_number;
mod location;
mod name;
mod name_page;
mod pass;
mod position;
mod recognize;
mod rules;
mod scan;
mod sniff;
pub mod structure;
mod suspicious;
pub mod tokens;
mod transcode;
mod tree;
mod units;
mod walk;
pub mod window;

pub use directory::{Directory, Entry, Listing};
pub use document::{
    Clip, Endings, Evidence, Extent, LastLine, Page, Presence, Recognized, Stopped, Text,
};
pub use encoding::{ByteOrder, Encoding};
pub use error::{Failure, ReadError};
pub use file::{File, READ_CHUNK, Since, Start};
pub use find::{Found, find};
pub use legacy::Legacy;
pub use line_index::LineIndex;
pub use line_number::LineNumber;
pub use location::Location;
pub use name::{MAX_NAME_BYTES, MAX_PATH_BYTES, Name};
pub use name_page::NamePage;
pub use position::{Cursor, LineStart, Ordinal};
pub use rules::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, FinalBreak, FirstLine,
    LineCap, Mark, Measure, Media, PastEnd, Rules, Totals, TrailingSlash, Undecodable, Units,
};
pub use sniff::MediaType;
pub use suspicious::{Deceit, Finding};
pub use tree::{Grant, Kind, Metadata, Place, Timestamp, Tree, TreeError};
pub use walk::MAX_LINKS;
