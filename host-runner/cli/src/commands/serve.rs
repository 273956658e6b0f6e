//! `readroom serve`: serves rooms to one program over a pipe.

use anyhow::Result;
use clap::Args;
use readroom::Outcome;
use std::io;

/// Serve rooms to another program, over a pipe.
///
/// That is the program that started this one. Standard input and output are lines of JSON, as
/// docs/protocol.md describes. The packages for Python and JavaScript speak it; for clients of the
/// Model Context Protocol there is `readroom mcp`.
#[derive(Args)]
pub(crate) struct Serve {}

impl Serve {
    #[expect(clippy::unused_self, reason = "every command runs in this form")]
    pub(crate) fn run(self) -> Result<Outcome> {
        readroom_serve::serve(io::stdin(), io::stdout())?;
        Ok(Outcome::Answered)
    }
}
