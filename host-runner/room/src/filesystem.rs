//! The second wall: what a component may ask of the host about files, and how the host answers.
//!
//! A component asks about one plain name in one open directory at a time. The host walks no path and follows no link, so
//! that whatever a component says, it stays in the directories that it was granted. Besides:
//!
//! - What the host's policy denies cannot be read, listed or looked at.
//! - Nothing that would change a file is implemented at all.
//! - An open never waits, and never succeeds on a pipe, socket or device: the type is looked at before, and checked on
//!   the opened file.
//! - The target of an absolute link is shown if it lies in a grant, so that a component can walk there.
//! - Directories are listed a buffer at a time, and only so many entries in one call.
//! - Files are not read as streams: those of wasmtime-wasi would start threads.
//! - A host can serve files of its own making in the place of a directory.
//! - A host can deny everything for one call.
//!
//! [`descriptor`] is what a component calls, with [`view`] for all that is around it; it finds a [`handle`] in the table
//! of [`resources`] and asks it about a [`dir_entry`]: there a [`plain_name`] is looked at and opened in a [`directory`],
//! which is one of the machine ([`local`]) or of a tree ([`served`]), and [`access_check`] is asked about its
//! [`grant_path`].

mod access_check;
mod descriptor;
mod dir_entry;
mod directory;
mod entries;
mod file;
mod grant;
mod grant_path;
pub(crate) mod grants;
mod handle;
mod local;
mod metadata;
pub(crate) mod mounts;
mod plain_name;
mod resources;
mod served;
mod view;

pub(crate) use access_check::NameFilter;
pub(crate) use grant::{FileStamp, FileState, Grant};
pub(crate) use grant_path::{GrantPath, ReadPaths};
pub(crate) use view::{Access, View};
