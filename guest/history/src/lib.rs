//! The history of a git repository that lies in a tree of capabilities.
//!
//! Only files are read: no program is run, and of the configuration only what changes the meaning
//! of bytes. Every object is taken for hostile: sizes are bounded before memory is, and what does
//! not fit its format is a [`HistoryError::Damaged`] that names the object.

mod commit;
mod config;
mod error;
mod file_mode;
mod git_directory;
mod layout;
mod object;
mod object_id;
mod packed_references;
mod reference_name;
mod references;
mod revision;
mod tree_entry;

pub use commit::{Commit, Signature};
pub use config::{AutoCrlf, Config, Eol};
pub use error::HistoryError;
pub use file_mode::FileMode;
pub use layout::Layout;
pub use object::{MAX_OBJECT_BYTES, Object, ObjectKind, Objects};
pub use object_id::{ObjectFormat, ObjectId};
pub use references::{Head, MAX_REFERENCES};
pub use revision::Revisions;
pub use tree_entry::{TreeEntry, tree_entries};
