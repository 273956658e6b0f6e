//! Builds the components of this repository: the reader, which the program contains, and those of
//! the tests. Nothing of it is in the program.

pub mod test_components;
mod workspace;

pub use workspace::{TARGET, Workspace};
