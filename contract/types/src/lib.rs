//! The types of the contract in `wit/`, as both sides of the wall use them: the component's exports
//! and its tools, the room, the server and the command line.
//!
//! Answers, and the names of enums, are written as JSON by the rules of `docs/json.md`.

mod change_status;
mod error;
#[cfg(feature = "host")]
mod flat;
mod generated {
    //! Made from `wit/`.

    pub mod borrowed;
    #[cfg(feature = "host")]
    pub(super) mod requests;
    pub(super) mod tables;
    #[allow(clippy::large_enum_variant, reason = "bindings take no boxes, and pointers differ")]
    pub(super) mod types;
}
mod json;
mod number;
mod size;
#[cfg(all(test, feature = "host"))]
mod tests;
mod time;
mod tool;

pub use error::Refusal;
#[cfg(feature = "host")]
pub use flat::StartError;
pub use generated::borrowed;
#[cfg(feature = "host")]
pub use generated::requests::*;
pub use generated::types::*;
pub use json::{JsonOutput, WriteJson};
pub use number::count;
pub use size::HeapSize;
