//! The history of a git repository that lies in a tree of capabilities.
//!
//! Only files are read: no program is run, and of the configuration only what changes the meaning
//! of bytes. Every object is taken for hostile: sizes are bounded before memory is, and what does
//! not fit its format is a [`HistoryError::Damaged`] that names the object.

mod attributes;
mod commit;
mod error;
mod file_mode;
mod git_directory;
mod index;
mod line_endings;
mod object;
mod object_id;
mod tree_entry;
mod work_file;
mod work_tree;
mod work_tree_changes;
mod work_tree_selection;

pub use attributes::FileAttributes;
pub use commit::{Commit, Signature};
pub use error::HistoryError;
pub use file_mode::FileMode;
pub use index::{Index, IndexEntry};
pub use line_endings::LineEndConversion;
pub use object::{MAX_OBJECT_BYTES, Object, ObjectKind, Objects};
pub use object_id::{ObjectFormat, ObjectId};
pub use tree_entry::{TreeEntry, tree_entries};
pub use work_tree::{WorkTree, WorkTreeConfig};
pub use work_tree_changes::{WorkTreeChange, WorkTreeChanges, WorkTreeStatus};
pub use work_tree_selection::UntrackedEntries;
