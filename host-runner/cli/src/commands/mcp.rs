//! `readroom mcp`: serves MCP clients.

use crate::output::{log_messages, print_message};
use crate::policy_options::PromptMode;
use crate::room_options::{RoomOptions, duration};
use anyhow::Result;
use clap::{Args, ValueEnum};
use readroom::Outcome;
use readroom_mcp::{HAS_HTTP, HttpOptions, Log, Options};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Serve the tools to clients of the Model Context Protocol (MCP).
///
/// Serves one client over standard input and output. A program that is built with the feature
/// `http` serves several over HTTP with --http. Configure a client with the command `readroom` and
/// the arguments `mcp --root DIR`. Files of the root are offered as resources as well. If a policy
/// says `ask`, the answer is no.
#[derive(Args)]
#[command(mut_arg("root", |root| root.required(true).default_value(None::<&str>)))]
pub(crate) struct Mcp {
    /// The tools to offer [default: readroom].
    ///
    /// All of a release, such as readroom, pi or pi@0, or one, such as readroom:read. May be given
    /// more than once: tools with the same name are then called <dialect>_<name>.
    #[arg(long, value_name = "ID")]
    tool: Vec<String>,
    /// Add the result of `readroom` as structured content.
    ///
    /// It has a schema. Several clients then show a model only that, without line numbers.
    #[arg(long)]
    structured: bool,
    /// Present the tools with all of their arguments.
    ///
    /// By default readroom has those that most calls need, and still accepts the others.
    #[arg(long)]
    full: bool,
    /// Do not show an unchanged file again.
    ///
    /// The answer then says where it was shown. Not for clients that shorten their conversation,
    /// because the server does not learn of it. Not with --http.
    #[arg(long)]
    unchanged: bool,
    /// Serve HTTP at this address, with the path /mcp.
    ///
    /// Such as 127.0.0.1:8000. Port 0 means any free port; standard error reports the URL. An
    /// address that other machines can reach needs a token.
    #[arg(long, value_name = "ADDR", hide = !HAS_HTTP, help_heading = HTTP)]
    pub(crate) http: Option<SocketAddr>,
    /// A file with the token that clients must send.
    ///
    /// It has at least 16 characters. Without this option the token is taken from the variable
    /// READROOM_MCP_TOKEN, if that is set.
    #[arg(long, value_name = "FILE", requires = "http", hide = !HAS_HTTP, help_heading = HTTP)]
    token_file: Option<PathBuf>,
    /// Another host name of this server.
    ///
    /// Such as that of a proxy in front of it. May be given more than once.
    #[arg(long, value_name = "NAME", requires = "http", hide = !HAS_HTTP, help_heading = HTTP)]
    allow_host: Vec<String>,
    /// How long connections are accepted after a signal.
    ///
    /// SIGTERM or SIGINT, so that load balancers notice before connections are refused. The default
    /// is 5s, or 0s if only this machine can reach the address. A second signal ends the program at
    /// once.
    #[arg(
        long,
        value_name = "TIME",
        requires = "http",
        value_parser = duration,
        hide = !HAS_HTTP,
        help_heading = HTTP
    )]
    drain_delay: Option<Duration>,
    /// Time to finish running requests.
    #[arg(
        long,
        value_name = "TIME",
        requires = "http",
        default_value = "10s",
        value_parser = duration,
        hide = !HAS_HTTP,
        help_heading = HTTP
    )]
    drain_timeout: Duration,
    /// Log requests: json or off.
    ///
    /// With `json` standard error gets an object on a line for the start, every request and the
    /// end. Without this option it gets only the URL, and with `off` nothing.
    #[arg(long, value_name = "FORMAT", requires = "http", hide = !HAS_HTTP, help_heading = HTTP)]
    #[arg(hide_possible_values = true)]
    log: Option<LogFormat>,
    #[command(flatten)]
    pub(crate) room: RoomOptions,
}

/// The heading of the options for HTTP.
const HTTP: &str = "HTTP";

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// JSON objects.
    Json,
    /// Nothing, not even the URL.
    Off,
}

impl Mcp {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        let log = if self.log == Some(LogFormat::Json) { Log::Json } else { Log::Off };
        if log != Log::Off {
            log_messages(log);
        }
        // Clients show people that a server has exited, but seldom why.
        let missing = self.room.take_missing_grants()?;
        for directory in &missing {
            print_message(&format!(
                "the directory '{}' of --grant is missing, and is not served",
                directory.display()
            ));
        }
        let room = self.room.build(PromptMode::Never)?;
        let directories = std::iter::once(&self.room.root).chain(&self.room.grants);
        for unmatched in self.room.policy.unmatched(directories.clone()) {
            print_message(&unmatched);
        }
        let options = Options {
            tools: self.tool,
            structured: self.structured,
            full: self.full,
            unchanged: self.unchanged,
            directories: directories.cloned().collect(),
            missing,
        };
        if let Some(address) = self.http {
            let http = HttpOptions {
                token_file: self.token_file,
                allowed_hosts: self.allow_host,
                drain_delay: self.drain_delay,
                drain_timeout: self.drain_timeout,
                log,
                ..HttpOptions::new(address)
            };
            let is_printed = self.log.is_none();
            let serving = move |url: &str| {
                if is_printed {
                    print_message(&format!("serving {url}"));
                }
            };
            readroom_mcp::serve_http(room, &options, &http, &serving)?;
            return Ok(Outcome::Answered);
        }
        readroom_mcp::serve_stdio(room, &options)?;
        Ok(Outcome::Answered)
    }
}
