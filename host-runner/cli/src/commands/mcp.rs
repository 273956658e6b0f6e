//! `readroom mcp`: a server for MCP clients.

use crate::grants::Grants;
use crate::permission::Asking;
use anyhow::Result;
use clap::Args;
use readroom::Outcome;
use readroom_mcp::Options;
#[cfg(feature = "http")]
use std::{net::SocketAddr, path::PathBuf};

/// Serve the tools to clients of the Model Context Protocol (MCP): over standard input and output, or over HTTP.
///
/// A client's configuration has the command `readroom` with the arguments `mcp --root DIR`. Files of the root are
/// offered as resources too. Where a policy says `ask`, the answer is no.
#[derive(Args)]
#[command(mut_arg("root", |root| root.required(true).default_value(None::<&str>)))]
pub(crate) struct Mcp {
    #[command(flatten)]
    grants: Grants,
    /// The id of a tool to offer, such as pi or pi@0 [default: readroom]. May be given more than once: tools that share
    /// a name are then called <dialect>_<name>.
    #[arg(long, value_name = "ID")]
    tool: Vec<String>,
    /// Add the result of the tool readroom as structured content, with a schema. Several clients then show a model
    /// nothing else, and no line numbers.
    #[arg(long)]
    structured: bool,
    /// Serve HTTP at this address, such as 127.0.0.1:8000, under /mcp. With port 0 a free one is taken; standard error
    /// tells the URL. An address that other machines reach needs a token.
    #[arg(long, value_name = "ADDR")]
    #[cfg(feature = "http")]
    http: Option<SocketAddr>,
    /// The file with the token that HTTP clients have to send, of at least 16 characters. Without one it is taken from
    /// READROOM_MCP_TOKEN, if that is set.
    #[cfg(feature = "http")]
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// A further name by which HTTP clients call this server, such as that of a proxy before it. May be given more than
    /// once.
    #[cfg(feature = "http")]
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
}

impl Mcp {
    pub(crate) fn run(self) -> Result<Outcome> {
        let room = self.grants.room(Asking::Nobody)?;
        let directories = std::iter::once(&self.grants.root).chain(&self.grants.grant);
        let options = Options {
            tools: self.tool,
            structured: self.structured,
            directories: directories.cloned().collect(),
        };
        #[cfg(feature = "http")]
        if let Some(address) = self.http {
            let http = readroom_mcp::HttpOptions {
                address,
                token_file: self.token_file,
                allowed_hosts: self.allow_host,
            };
            let serving = |url: &str| crate::output::tell(&format!("serving {url}"));
            readroom_mcp::serve_http(room, &options, &http, serving)?;
            return Ok(Outcome::Answered);
        }
        readroom_mcp::serve_stdio(room, &options)?;
        Ok(Outcome::Answered)
    }
}
