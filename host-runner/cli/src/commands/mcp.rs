//! `readroom mcp`: serves MCP clients.

use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use clap::{Args, ValueEnum};
use readroom::{Limits, Outcome};
use readroom_mcp::{HttpOptions, Log, Options};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Serve the tools to clients of the Model Context Protocol (MCP).
///
/// Serves one client over standard input and output, or with --http several over HTTP. Configure
/// a client with the command `readroom` and the arguments `mcp --root DIR`. Files of the root are
/// offered as resources as well. If a policy says `ask`, the answer is no.
#[derive(Args)]
#[command(mut_arg("root", |root| root.required(true).default_value(None::<&str>)))]
pub(crate) struct Mcp {
    #[command(flatten)]
    pub(crate) room: RoomOptions,
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
    /// shown. Not for clients that shorten their conversation, which they do not tell. With --http
    /// it needs --sessions.
    #[arg(long)]
    unchanged: bool,
    /// Serve HTTP at this address, such as 127.0.0.1:8000, with the path /mcp. Port 0 means any
    /// free port; standard error reports the URL. An address that other machines can reach needs a
    /// token.
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<SocketAddr>,
    /// A file with the token that HTTP clients must send, of at least 16 characters. Without this
    /// option the token is taken from READROOM_MCP_TOKEN, if that is set.
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Another host name by which HTTP clients reach this server, such as that of a proxy in front
    /// of it. May be given more than once.
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
    /// Give each HTTP client a session, which only this process knows and which may be lost. By
    /// default there are none, and any server of the same files answers any request.
    #[arg(long, requires = "http")]
    sessions: bool,
    /// How long new connections are accepted after SIGTERM or SIGINT, so that load balancers notice
    /// first [default: 5s, or 0s if only this machine can reach the address]. A second signal ends
    /// the program at once.
    #[arg(long, value_name = "DURATION", requires = "http", value_parser = duration)]
    drain_delay: Option<Duration>,
    /// How long the requests that are served may take after that.
    #[arg(
        long,
        value_name = "DURATION",
        requires = "http",
        default_value = "10s",
        value_parser = duration
    )]
    drain_timeout: Duration,
    /// Log the start, every request and the end on standard error, one line each. Without this
    /// option standard error reports only the URL.
    #[arg(long, value_name = "FORMAT", requires = "http")]
    log: Option<LogFormat>,
}

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// JSON objects.
    Json,
    /// Text for people.
    Text,
    /// Nothing, not even the URL.
    Off,
}

pub(crate) fn duration(text: &str) -> Result<Duration, &'static str> {
    Limits::parse_time(text).ok_or("write a time in ms, s or min, such as 5s")
}

impl Mcp {
    pub(crate) fn run(self) -> Result<Outcome> {
        let log = match self.log {
            None | Some(LogFormat::Off) => Log::Off,
            Some(LogFormat::Json) => Log::Json,
            Some(LogFormat::Text) => Log::Text,
        };
        if log != Log::Off {
            crate::output::log_messages(log);
        }
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
            let http = HttpOptions {
                token_file: self.token_file,
                allowed_hosts: self.allow_host,
                sessions: self.sessions,
                drain_delay: self.drain_delay,
                drain_timeout: self.drain_timeout,
                log,
                ..HttpOptions::new(address)
            };
            let is_printed = self.log.is_none();
            let serving = move |url: &str| {
                if is_printed {
                    crate::output::print_message(&format!("serving {url}"));
                }
            };
            readroom_mcp::serve_http(room, &options, &http, &serving)?;
            return Ok(Outcome::Answered);
        }
        readroom_mcp::serve_stdio(room, &options)?;
        Ok(Outcome::Answered)
    }
}
