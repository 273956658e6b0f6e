//! The second wall: what a component may ask the host about files, and how the host answers.
//!
//! A component names one plain name in one open directory at a time. The host walks no path and
//! follows no link, so that a component cannot leave the granted directories. Besides:
//!
//! - Files that the host's policy denies cannot be read, listed or stat'ed.
//! - Nothing that would change a file is implemented.
//! - An open never waits, and never succeeds on a pipe, socket or device: the type is checked
//!   before the open, and again on the opened file.
//! - The target of an absolute link is shown only if it lies in a grant, so that a component can
//!   walk there.
//! - Directories are listed one buffer at a time, and the entries of one call are limited.
//! - Files cannot be read as streams, which would wait outside the limits of a call.
//! - A host can serve its own files like a directory.
//! - A host can deny everything for one call.
//!
//! With the feature `wasi-cli`, the host resolves paths for a component that imports more than the
//! contract grants ([`path_walk`]), by the same steps: one plain name in one open directory at a
//! time. Such a component also reads files as streams ([`stream`]), and runs on a separate thread.
//!
//! [`descriptor`] has the functions that a component calls, as [`wasi`] generates them from `wit/`,
//! and [`view`] the state they use. They look up a [`handle`] in its table and create a
//! [`dir_entry`], which stats and opens a [`plain_name`] in a [`directory`], either [`local`] or
//! [`served`] by a tree. [`access_check`] decides by the [`grant_path`], whose names are spelled as
//! the directory lists them ([`case_folding`]).

mod access_check;
mod case_folding;
mod descriptor;
mod dir_entry;
mod directory;
mod file;
mod grant;
mod grant_path;
pub(crate) mod grants;
mod handle;
mod local;
mod metadata;
pub(crate) mod mounts;
#[cfg(feature = "wasi-cli")]
mod path_walk;
mod plain_name;
mod served;
mod shell_path;
#[cfg(feature = "wasi-cli")]
mod stream;
mod view;
pub(crate) mod wasi;

pub(crate) use access_check::NameFilter;
pub(crate) use grant::{FileStamp, FileState, Grant};
pub(crate) use grant_path::{GrantPath, ReadPaths};
pub(crate) use view::{Access, View};
