//! `readroom mcp` over standard input and output, and over HTTP.

mod bad_input;
mod calls;
pub mod client;
mod http;
mod operations;
pub mod project;
mod resources;
mod stateless;
mod tools;
pub mod web;
