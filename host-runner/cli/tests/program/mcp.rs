//! `readroom mcp` over standard input and output, and over HTTP.

mod bad_input;
mod calls;
pub mod client;
mod http;
mod operations;
pub mod project;
mod resources;
mod sizes;
mod stateless;
mod tools;
pub mod web;

#[cfg(unix)]
pub use bad_input::kill;
