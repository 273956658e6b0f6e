//! `readroom mcp` over standard input and output, and over HTTP.

mod bad_input;
mod calls;
mod client;
mod http;
mod operations;
mod project;
mod resources;
mod stateless;
mod tools;
mod web;
