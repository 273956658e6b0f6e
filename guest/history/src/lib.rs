//! The history of a git repository that lies in a tree of capabilities.
//!
//! Only files are read: no program is run, and of the configuration only what changes the meaning
//! of bytes. Every object is taken for hostile: sizes are bounded before memory is, and what does
//! not fit its format is a [`HistoryError::Damaged`] that names the object.

mod attributes;
mod blame;
mod blame_page;
mod change;
mod commit;
mod commit_graph;
mod config;
mod conversion;
mod date;
mod diff;
mod diff_page;
mod error;
mod file_mode;
mod file_text;
mod git_directory;
mod historic;
mod hunks;
mod index;
mod layout;
mod line_diff;
mod log;
mod log_page;
mod merge_base;
mod object;
mod object_id;
mod packed_references;
mod page;
mod patch;
mod path_entry;
mod pickaxe;
mod reference_content;
mod reference_name;
mod references;
mod reftable;
mod renames;
mod repository;
mod revision;
mod similarity;
mod store;
mod timeline;
mod tree_diff;
mod tree_entry;
mod work_tree;
mod work_tree_changes;
mod work_tree_selection;

pub use blame::{BlameRequest, BlameRun, FindRename, blame};
pub use blame_page::TracedFile;
pub use change::{Change, FileState, Statuses};
pub use commit::Commit;
pub use config::AutoCrlf;
pub use diff_page::Comparison;
pub use error::HistoryError;
pub use file_mode::FileMode;
pub use historic::Historic;
pub use hunks::{LineKind, line_counts, text_hunks};
pub use index::Index;
pub use layout::Layout;
pub use log::{Extent, LogRequest, log};
pub use log_page::{Log, is_expression};
pub use merge_base::merge_base;
pub use object::{MAX_OBJECT_BYTES, Object, ObjectKind, Objects};
pub use object_id::{ObjectFormat, ObjectId};
pub use patch::{Patch, write_patch};
pub use path_entry::entry_at;
pub use references::Head;
pub use renames::detect_renames;
pub use revision::Revisions;
pub use similarity::is_binary;
pub use store::ObjectStore;
pub use timeline::Timeline;
pub use tree_diff::{flat_listing, listing_changes, tree_changes};
pub use work_tree::WorkTree;
