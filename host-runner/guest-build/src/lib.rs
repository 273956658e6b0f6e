//! Builds the components of this repository: the reader, which the program contains, and those of
//! the tests. None of this crate is in the program.

mod names;
pub mod test_components;
mod workspace;

pub use workspace::{TARGET, Workspace};
