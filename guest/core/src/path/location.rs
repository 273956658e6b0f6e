//! Names of locations in the grants.

use crate::{Grant, GrantRole};
use readroom_names::drive;
use std::fmt;

/// A location in the grants: its absolute name without links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The components of its absolute name.
    names: Vec<String>,
    /// The number of components of the root, if it is in the root.
    root: Option<usize>,
}

impl Location {
    /// Returns the location with this absolute name. `None` if it is not in a grant.
    pub fn of<D>(grants: &[Grant<D>], absolute: &str) -> Option<Self> {
        Self::of_names(grants, names_of(absolute))
    }

    /// Returns the absolute name.
    pub fn absolute(&self) -> String {
        absolute_of(&self.names)
    }

    /// Returns the location of a name in this directory.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        let names = self.names.iter().map(String::as_str).chain([name]);
        Self { names: names.map(String::from).collect(), root: self.root }
    }

    /// Returns its last component. `None` for `/`.
    pub fn name(&self) -> Option<&str> {
        self.names.last().map(String::as_str)
    }

    /// Returns its name relative to a directory that contains it, or `.` for that directory itself.
    /// All names of the root count as one directory.
    pub fn below(&self, directory: &Self) -> Option<String> {
        let (names, directory) = match (self.root, directory.root) {
            (Some(root), Some(other)) => (self.names.get(root..)?, directory.names.get(other..)?),
            _ => (&*self.names, &*directory.names),
        };
        let below = names.strip_prefix(directory)?;
        Some(if below.is_empty() { ".".into() } else { below.join("/") })
    }

    /// Same as [`Location::of`] for the components of a name.
    pub(crate) fn of_names<D>(grants: &[Grant<D>], names: Vec<String>) -> Option<Self> {
        let around = grants.iter().map(|grant| (grant.role, names_of(&grant.name)));
        let mut around = around.filter(|(_, grant)| names.starts_with(grant)).peekable();
        around.peek()?;
        let root = around.find(|(role, _)| *role == GrantRole::Root).map(|(_, grant)| grant.len());
        Some(Self { names, root })
    }
}

/// Writes the location relative to the root (`.` for the root itself), or absolute if it is outside
/// the root.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(root) = self.root else { return f.write_str(&self.absolute()) };
        match self.names.get(root..) {
            None | Some([]) => f.write_str("."),
            Some([first, rest @ ..]) => {
                f.write_str(first)?;
                rest.iter().try_for_each(|name| write!(f, "/{name}"))
            }
        }
    }
}

/// Splits an absolute name into components. A drive is a component that ends with a slash.
pub(crate) fn names_of(absolute: &str) -> Vec<String> {
    let (top, names) = match drive(absolute) {
        Some((letter, rest)) => (Some(format!("{letter}:/")), rest),
        None => (None, absolute),
    };
    let names = names.split('/').filter(|name| !name.is_empty()).map(String::from);
    top.into_iter().chain(names).collect()
}

/// Returns the absolute name with these components.
pub(crate) fn absolute_of(names: &[String]) -> String {
    match names {
        [] => "/".into(),
        [drive, names @ ..] if drive.ends_with('/') => [drive, &*names.join("/")].concat(),
        names => names.iter().flat_map(|name| ["/", name]).collect(),
    }
}
