//! `readroom mcp` over standard input and output, and over HTTP.

mod bad_input;
mod calls;
mod client;
mod http;
mod project;
mod resources;
mod tools;
mod web;
