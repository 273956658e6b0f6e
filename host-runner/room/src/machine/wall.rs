//! The host's wall alone, without a component in front of it.

use crate::error::Error;
use crate::filesystem::Grant;
use crate::filesystem::grants::{Source, open};
use std::path::Path;

/// The maximum size of a file that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// A directory as the host answers a component about it, whatever that asks.
pub struct HostWall(Grant);

impl HostWall {
    /// Opens a directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let opened = open(&Source::Directory(directory.into()))?.into_iter().next();
        opened.map(Self).ok_or_else(|| Error::NotADirectory { path: directory.into() })
    }

    /// Opens and reads what a component names, as far as the wall lets it. Fails with the name of
    /// the error that the component would get, such as `not-permitted`.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.0.bytes(name, MAX_BYTES) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err("too-large".into()),
            Err(code) => Err(code.name().into()),
        }
    }

    /// Returns whether permissions compare names in this directory in any case: because the file
    /// system does, or because it cannot be seen that it does not. `None` if the directory cannot
    /// be looked at.
    pub fn ignores_case(&self) -> Option<bool> {
        self.0.ignores_case().ok()
    }
}
