//! `readroom mcp`: serves MCP clients.

use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use clap::Args;
use readroom::Outcome;
use readroom_mcp::Options;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serve the tools to clients of the Model Context Protocol (MCP).
///
/// Serves one client over standard input and output, or with --http several over HTTP. Configure
/// a client with the command `readroom` and the arguments `mcp --root DIR`. Files of the root are
/// offered as resources as well. If a policy says `ask`, the answer is no.
#[derive(Args)]
#[command(mut_arg("root", |root| root.required(true).default_value(None::<&str>)))]
pub(crate) struct Mcp {
    #[command(flatten)]
    room: RoomOptions,
    /// Offer the tool with this id, such as pi or pi@0 [default: readroom]. May be given more than
    /// once: tools with the same name are then called <dialect>_<name>.
    #[arg(long, value_name = "ID")]
    tool: Vec<String>,
    /// Add the result of the tool readroom as structured content, with a schema. Several clients
    /// then show a model only that, without line numbers.
    #[arg(long)]
    structured: bool,
    /// Present the tools with all of their arguments. By default readroom has those that most calls
    /// need, and takes the others all the same.
    #[arg(long)]
    full: bool,
    /// Do not show again what the conversation already has of an unchanged file: say where it was
    /// shown. Not for clients that shorten their conversation, which they do not tell.
    #[arg(long)]
    unchanged: bool,
    /// Serve HTTP at this address, such as 127.0.0.1:8000, with the path /mcp. Port 0 means any
    /// free port; standard error reports the URL. An address that other machines can reach needs a
    /// token.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// A file with the token that HTTP clients must send, of at least 16 characters. Without this
    /// option the token is taken from READROOM_MCP_TOKEN, if that is set.
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Another host name by which HTTP clients reach this server, such as that of a proxy in front
    /// of it. May be given more than once.
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
}

impl Mcp {
    pub(crate) fn run(self) -> Result<Outcome> {
        let room = self.room.build(PromptMode::Never)?;
        let directories = std::iter::once(&self.room.root).chain(&self.room.grants);
        let options = Options {
            tools: self.tool,
            structured: self.structured,
            full: self.full,
            unchanged: self.unchanged,
            directories: directories.cloned().collect(),
        };
        if let Some(address) = self.http {
            let http = readroom_mcp::HttpOptions {
                address,
                token_file: self.token_file,
                allowed_hosts: self.allow_host,
            };
            let serving = |url: &str| crate::output::print_message(&format!("serving {url}"));
            readroom_mcp::serve_http(room, &options, &http, &serving)?;
            return Ok(Outcome::Answered);
        }
        readroom_mcp::serve_stdio(room, &options)?;
        Ok(Outcome::Answered)
    }
}
