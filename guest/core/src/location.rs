//! Names for places in the grants.

use crate::tree::{Grant, GrantRole};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A place in the grants, by its name without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The names that its absolute name is made of.
    names: Vec<String>,
    /// How many of them are the root's, if it lies in the root.
    root: Option<usize>,
}

impl Location {
    /// The place with this absolute name, or none if it lies in no grant.
    pub fn of<D>(grants: &[Grant<D>], absolute: &str) -> Option<Self> {
        Self::of_names(grants, names_of(absolute))
    }

    /// The absolute name.
    pub fn absolute(&self) -> String {
        if self.names.is_empty() {
            return "/".into();
        }
        self.names.iter().flat_map(|name| ["/", name]).collect()
    }

    /// Its last name, unless it is the top of all.
    pub fn name(&self) -> Option<&str> {
        self.names.last().map(String::as_str)
    }

    /// Its name relative to a directory that it is or lies below, `.` for that directory itself. Two names of the root
    /// are one directory.
    pub fn below(&self, directory: &Self) -> Option<String> {
        let (names, directory) = match (self.root, directory.root) {
            (Some(root), Some(other)) => (self.names.get(root..)?, directory.names.get(other..)?),
            _ => (&*self.names, &*directory.names),
        };
        let below = names.strip_prefix(directory)?;
        Some(if below.is_empty() { ".".into() } else { below.join("/") })
    }

    /// The same for a name that was taken apart.
    pub(crate) fn of_names<D>(grants: &[Grant<D>], names: Vec<String>) -> Option<Self> {
        let around = grants.iter().map(|grant| (grant.role, names_of(&grant.name)));
        let mut around = around.filter(|(_, grant)| names.starts_with(grant)).peekable();
        around.peek()?;
        let root = around.find(|(role, _)| *role == GrantRole::Root).map(|(_, grant)| grant.len());
        Some(Self { names, root })
    }
}

/// Shows the place relative to the root (`.` is the root itself), or absolute if it does not lie in the root.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(root) = self.root else {
            return self.names.iter().try_for_each(|name| write!(f, "/{name}"));
        };
        match self.names.get(root..) {
            None | Some([]) => f.write_str("."),
            Some([first, rest @ ..]) => {
                f.write_str(first)?;
                rest.iter().try_for_each(|name| write!(f, "/{name}"))
            }
        }
    }
}

/// The names that an absolute name is made of.
pub(crate) fn names_of(absolute: &str) -> Vec<String> {
    absolute.split('/').filter(|name| !name.is_empty()).map(String::from).collect()
}
