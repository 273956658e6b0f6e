//! The public interface: a room of granted directories, and reads in it.

mod answer;
mod authorized;
mod builder;
mod definition;
mod history;
mod load;
#[cfg(test)]
#[path = "room/tests/open_gate.rs"]
mod open_gate;
mod reads;
mod recording;
mod requests;
mod session_memory;
mod shards;
mod tools;

pub use builder::Builder;
pub use definition::{Repeats, Room};
pub use load::Load;
pub use tools::tools;
