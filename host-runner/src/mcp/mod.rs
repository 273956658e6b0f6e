//! `readroom mcp`: the tools and files of a room for clients of the Model Context Protocol.
//!
//! The protocol is `rmcp`'s, the SDK of the protocol's authors. It changes often, so that nothing outside of this module
//! knows it.

mod answers;
mod calls;
mod gate;
mod http;
mod incoming;
mod reduced;
mod resources;
mod server;
mod sessions;
mod stall;
mod stdio;
mod tools;
mod uri;
mod waiting;

use crate::permission::Asking;
use crate::{End, Failure, Grants, tell};
use clap::Args;
use gate::{Gate, Token};
use rmcp::ServiceExt;
use server::{Server, Shared};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stdio::Stdio;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tools::Structured;

/// How long calls may go on that run when the client closes its end. Then nobody waits for them.
const AFTERGLOW: Duration = Duration::from_secs(1);

/// How long the last answers may take to be written.
const FAREWELL: Duration = Duration::from_secs(7);

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
    /// nothing else, and no line numbers. Nothing is promised of another component.
    #[arg(long, conflicts_with = "component")]
    structured: bool,
    /// Serve HTTP at this address, such as 127.0.0.1:8000, under /mcp. With port 0 a free one is taken; standard error
    /// tells the URL. An address that other machines reach needs a token.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// The file with the token that HTTP clients have to send, of at least 16 characters. Without one it is taken from
    /// READROOM_MCP_TOKEN, if that is set.
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// A further name by which HTTP clients call this server, such as that of a proxy before it. May be given more than
    /// once.
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
}

impl Mcp {
    pub(crate) fn run(self) -> Result<End, Failure> {
        allow_many_descriptors();
        let own = [crate::OWN_TOOL.to_string()];
        let ids = if self.tool.is_empty() { &own[..] } else { &self.tool };
        let room = self.grants.room(Asking::Nobody)?;
        let grants = std::iter::once(&self.grants.root).chain(&self.grants.grant);
        let names = grants.map(|grant| real_name(grant)).collect::<Result<_, _>>()?;
        let structured = if self.structured { Structured::Wanted } else { Structured::Unwanted };
        let offers = tools::offers(&room, ids, structured)?;
        let shared = Arc::new(Shared::new(room, offers, names));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            // One more to wait for the last answer to be written.
            .max_blocking_threads(calls::MOST + 1)
            .build()?;
        let served = match self.http {
            None => runtime.block_on(serve_stdio(shared)),
            Some(address) => {
                let token = Token::find(self.token_file.as_deref())?;
                let gate = Gate::new(address, token, &self.allow_host)?;
                runtime.block_on(serve_http(shared, address, gate))
            }
        };
        // Calls that still run are not waited for.
        Runtime::shutdown_background(runtime);
        served.map(|()| End::Answered)
    }
}

/// Allows this process as many descriptors as it may have: 64 calls can need some thousands, and the usual limit is 1024.
/// Where that fails, the calls that find none fail by themselves.
fn allow_many_descriptors() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// The name that URIs of a granted directory begin with.
fn real_name(directory: &Path) -> Result<String, Failure> {
    let name = directory.canonicalize()?;
    name.to_str()
        .map(Into::into)
        .ok_or_else(|| Failure::Message("the name of a directory is not Unicode".into()))
}

async fn serve_stdio(shared: Arc<Shared>) -> Result<(), Failure> {
    let ended = Arc::new(Notify::new());
    let transport = Stdio::new(ended.clone())?;
    let failed =
        |error: &dyn std::fmt::Display| Failure::Message(format!("the session failed: {error}"));
    let mut stopped = std::pin::pin!(stopped()?);
    let session = tokio::select! {
        session = Server::new(shared).serve(transport) => session,
        () = &mut stopped => return Ok(()),
    };
    let session = match session {
        Ok(session) => session,
        // Closed before it began.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(failed(&error)),
    };
    let cancel = session.cancellation_token();
    let mut done = std::pin::pin!(session.waiting());
    tokio::select! {
        done = &mut done => return done.map(drop).map_err(|error| failed(&error)),
        () = &mut stopped => {}
        () = async { ended.notified().await; sleep(AFTERGLOW).await } => {}
    }
    cancel.cancel();
    let _ = timeout(FAREWELL, done).await;
    Ok(())
}

async fn serve_http(shared: Arc<Shared>, address: SocketAddr, gate: Gate) -> Result<(), Failure> {
    let unusable = |error| Failure::Message(format!("cannot serve {address}: {error}"));
    let listener = tokio::net::TcpListener::bind(address).await.map_err(unusable)?;
    let (stop, told) = watch::channel(false);
    let stopped = stopped()?;
    tell(&format!("serving http://{}{}", listener.local_addr().map_err(unusable)?, http::PATH));
    let mut serving = std::pin::pin!(http::serve(listener, shared, gate, told));
    tokio::select! {
        () = &mut serving => return Ok(()),
        () = stopped => {}
    }
    let _ = stop.send(true);
    serving.await;
    Ok(())
}

/// Is done when somebody wants the program to end. Signals are heard from now on.
fn stopped() -> Result<impl Future<Output = ()>, Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut interrupt) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
