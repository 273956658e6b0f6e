//! Serves rooms to one program over a pipe, as lines of JSON-RPC 2.0.
//!
//! `docs/protocol.md` describes it. The thread that has read a request also serves it and writes
//! the answer: nothing has to wake up in between ([`lines`]).

mod answers;
mod current;
mod failure;
mod files;
pub mod lines;
mod message;
mod methods;
mod opening;
mod output;
mod questions;
mod requests;
mod rooms;
mod server;

use lines::Output;
pub use server::PROTOCOL;
use server::Server;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Serves until the input ends and everything is answered, or nothing reads the output any more.
///
/// Fails if the first thread cannot be started.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let server = Arc::new(Server::new(Output::new(output)));
    lines::run(&server, input)
}
