//! The reading core: finds lines of a file and returns facts.
//!
//! The core resolves a path over a [`Tree`] of capabilities, checks the type before it opens
//! ([`find`]), and streams the file: bytes are decoded to text ([`decode`]), text is split into
//! numbered lines, and the requested lines are kept ([`window`]). The result is a [`Text`], a
//! [`Page`] or a [`FileError`], not a message. Lines, caps and encodings follow [`Rules`], which
//! are data.
//!
//! Memory is bounded by the caps in the rules and one buffer, not by the size of a file.
//!
//! The core knows nothing of agents, JSON, WASI, clocks or the operating system.

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
mod label;
mod legacy;
mod line_index;
mod line_number;
mod location;
mod masked;
mod masking;
mod media_type;
mod name;
mod name_page;
mod nuls;
mod pages;
mod pass;
mod path;
mod position;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
mod real_path;
mod recognize;
mod rules;
mod scan;
mod smallest;
mod sniff;
pub mod structure;
mod suspicious;
mod tail;
mod transcode;
mod tree;
mod units;
mod value_format;
mod walk;
pub mod window;

pub use directory::{Directory, EntryPage, KeyedEntry};
pub use document::{ClippedLine, Extent, LastLine, Page, Stopped, Text, TextEncoding};
pub use encoding::{ByteOrder, Encoding, Legacy};
pub use error::FileError;
pub use failure::Failure;
pub use file::{ChangeSinceOpen, File, READ_CHUNK};
pub use find::{Opened, find, find_strictly};
pub use line_index::LineIndex;
pub use line_number::LineNumber;
pub use location::Location;
pub use media_type::{MediaType, OtherKind};
pub use name::{MAX_NAME_BYTES, Name};
pub use name_page::NamePage;
pub use pages::PageStart;
pub use path::MAX_PATH_BYTES;
pub use position::{Cursor, LineStart, Ordinal};
pub use readroom_names::{PathStyle, sort_by};
pub use readroom_types::{EncodingSource, FileKind, LineEndings, SuspiciousKind};
pub use real_path::{PathEnd, RealPath};
pub use rules::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, FinalBreak, FirstLine,
    IncompleteEnd, LineCap, Links, Mark, Measure, Media, PastEnd, Rules, Totals, TrailingSlash,
    Undecodable, Units,
};
pub use smallest::Smallest;
pub use suspicious::SuspiciousLine;
pub use tree::{Grant, GrantRole, Metadata, Timestamp, Tree, TreeError};
pub use value_format::ValueFormat;
pub use walk::MAX_LINKS;
pub use walk::real_path;
