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

mod calendar;
mod digest;
mod document;
mod encoding;
mod error;
mod extent;
mod file;
mod line_number;
mod masked;
mod masking;
mod media_type;
mod path;
mod position;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
mod rules;
mod smallest;
mod suspicious;
mod tree;
mod units;
mod value_format;
pub mod window;

pub use calendar::{date_of, days_until};
pub use document::{ClippedLine, Extent, LastLine, Page, Stopped, Text, TextEncoding};
pub use encoding::decode::{self, is_utf8};
pub use encoding::legacy::decoded;
pub use encoding::{ByteOrder, Encoding, Legacy};
pub use error::FileError;
pub use file::{ChangeSinceOpen, File, READ_CHUNK};
pub use line_number::LineNumber;
pub use masking::masked_text;
pub use media_type::{MediaType, OtherKind};
pub use path::MAX_PATH_BYTES;
pub use path::directory::{Directory, EntryPage, KeyedEntry};
pub use path::failure::Failure;
pub use path::find::{Opened, find, find_strictly, find_within};
pub use path::location::Location;
pub use path::name::{MAX_NAME_BYTES, Name};
pub use path::name_page::NamePage;
pub use path::real_path::{PathEnd, RealPath};
pub use path::walk::MAX_LINKS;
pub use path::walk::real_path;
pub use position::{Cursor, LineStart, Ordinal};
pub use readroom_names::{PathStyle, sort_by};
pub use readroom_types::{EncodingSource, FileKind, LineEndings, SuspiciousKind};
pub use rules::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, FinalBreak, FirstLine,
    IncompleteEnd, LineCap, Links, Mark, Measure, Media, PastEnd, Rules, Totals, TrailingSlash,
    Undecodable, Units,
};
pub use smallest::Smallest;
pub use suspicious::{SuspiciousLine, first_suspicion};
pub use tree::{Grant, GrantRole, Metadata, Timestamp, Tree, TreeError};
pub use value_format::ValueFormat;
pub use window::line_index::LineIndex;
pub use window::pages::PageStart;
pub use window::scan::Validity;
