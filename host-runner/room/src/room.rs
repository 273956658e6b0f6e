//! The public interface: a room of granted directories, and reads in it.

mod answer;
mod authorized;
mod builder;
mod definition;
mod indexes;
mod reads;
mod requests;
mod tools;

pub use builder::Builder;
pub use definition::Room;
pub use tools::tools;
