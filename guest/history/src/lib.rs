//! The history of a git repository that lies in a tree of capabilities.
//!
//! Only files are read: no program is run, and of the configuration only what changes the meaning
//! of bytes. Every object is taken for hostile: sizes are bounded before memory is, and what does
//! not fit its format is a [`HistoryError::Damaged`] that names the object.

mod blame;
mod commit;
mod commit_graph;
mod error;
mod file_mode;
mod git_directory;
mod line_diff;
mod line_match;
mod log;
mod merge_base;
mod object;
mod object_id;
mod path_entry;
mod slider;
mod tree_entry;

pub use blame::{
    Blame, BlameRequest, BlameRun, FindRename, MAX_BLAME_BYTES, MAX_BLAME_LINES, blame,
};
pub use commit::{Commit, Signature};
pub use error::HistoryError;
pub use file_mode::FileMode;
pub use log::{LogRequest, log};
pub use merge_base::merge_base;
pub use object::{MAX_OBJECT_BYTES, Object, ObjectKind, Objects};
pub use object_id::{ObjectFormat, ObjectId};
pub use tree_entry::{TreeEntry, tree_entries};
