//! Starts a server and ends it.

use crate::calls;
use crate::error::Error;
use crate::log::Log;
use crate::server::{Server, SharedState};
use crate::signals::Signals;
use crate::stdio::Stdio;
use crate::tools::{Definitions, Structured, exposed_tools};
use readroom::{Repeats, Room};
use rmcp::ServiceExt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

/// How long running calls may continue after the client has closed its end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// How long writing the last answers may take.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(7);

/// What a server serves.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The ids of the tools, such as `pi` or `pi@0`. Empty means `readroom` alone.
    pub tools: Vec<String>,
    /// Whether the tool `readroom` adds its result as structured content, with a schema.
    pub structured: bool,
    /// Whether tools are presented with all of their arguments instead of those that most calls
    /// need.
    pub full: bool,
    /// Whether the tool `readroom` says where it showed what the conversation already has, instead
    /// of showing it again. For clients that keep their conversation as it was.
    pub unchanged: bool,
    /// The directories that the room grants, the root first: the URIs of resources begin with their
    /// names.
    pub directories: Vec<PathBuf>,
}

impl Options {
    fn repeats(&self) -> Repeats {
        if self.unchanged { Repeats::Noted } else { Repeats::Shown }
    }
}

/// Where a server listens, and who may connect.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// The address to listen at. Port 0 means any free port.
    pub address: SocketAddr,
    /// The file with the token that clients send, of at least 16 characters. Without a file the
    /// token comes from the environment variable `READROOM_MCP_TOKEN`, if that is set.
    pub token_file: Option<PathBuf>,
    /// Further host names by which clients reach this server, such as that of a proxy in front of
    /// it.
    pub allowed_hosts: Vec<String>,
    /// Whether `initialize` begins a session, which only this process knows. Otherwise any server
    /// of the same files answers any request.
    pub sessions: bool,
    /// How long new connections are accepted after a signal, so that load balancers notice in time.
    /// `None` means 5 s if other machines can reach the address, and no time if not.
    pub drain_delay: Option<Duration>,
    /// How long running calls may take after that.
    pub drain_timeout: Duration,
    /// The log of requests.
    pub log: Log,
}

impl HttpOptions {
    /// Returns the options for an address, with the default of every other option.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            token_file: None,
            allowed_hosts: Vec::new(),
            sessions: false,
            drain_delay: None,
            drain_timeout: Duration::from_secs(10),
            log: Log::Off,
        }
    }
}

/// Serves one client over standard input and output, until it closes its end or a signal ends the
/// process.
///
/// Fails with [`Error::Room`] if there is no tool of such an id, with [`Error::Configuration`] if a
/// directory or a tool cannot be offered, and with [`Error::Session`] if the client does not speak
/// the protocol.
pub fn serve_stdio(room: Room, options: &Options) -> Result<(), Error> {
    // Without a session, too, there is one client.
    let room = room.repeats(options.repeats());
    run(Arc::new(shared_state(room, options)?), stdio)
}

/// Serves until the future completes. Calls that still run then are abandoned.
pub(crate) fn run<F: Future<Output = Result<(), Error>>>(
    shared: Arc<SharedState>,
    serve: impl FnOnce(Arc<SharedState>) -> F,
) -> Result<(), Error> {
    allow_many_descriptors();
    readroom::machine::return_freed_memory();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        // One more thread waits for the last answer to be written.
        .max_blocking_threads(calls::MAX_REQUESTS + 1)
        .build()?;
    let served = runtime.block_on(serve(shared));
    Runtime::shutdown_background(runtime);
    served
}

/// Builds the state that all clients of a server share.
pub(crate) fn shared_state(room: Room, options: &Options) -> Result<SharedState, Error> {
    let own = [readroom::OWN_TOOL.to_string()];
    let ids = if options.tools.is_empty() { &own[..] } else { &options.tools };
    let directories = options.directories.iter();
    let names = directories.map(|directory| canonical_path(directory)).collect::<Result<_, _>>()?;
    let structured = if options.structured { Structured::Wanted } else { Structured::Unwanted };
    let definitions = if options.full { Definitions::Full } else { Definitions::Short };
    let tools = exposed_tools(&room, ids, structured, definitions)?;
    Ok(SharedState::new(room, tools, names, options.repeats()))
}

/// Returns the name that the URIs of a granted directory begin with.
fn canonical_path(directory: &Path) -> Result<String, Error> {
    let name = directory.canonicalize()?;
    let not_unicode = || {
        Error::Configuration(format!(
            "the name of the directory '{}' is not Unicode, so its files cannot have URIs",
            name.display()
        ))
    };
    name.to_str().map(Into::into).ok_or_else(not_unicode)
}

/// Raises this process's limit on descriptors to the maximum: 64 calls can need some thousands, and
/// the usual limit is 1024. If that fails, calls fail individually when descriptors run out.
fn allow_many_descriptors() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

async fn stdio(shared: Arc<SharedState>) -> Result<(), Error> {
    let ended = Arc::new(Notify::new());
    let (transport, threads) = Stdio::new(shared.room.clone(), ended.clone())?;
    let server = Server::new(shared);
    let mut signals = Signals::caught()?;
    let session = tokio::select! {
        session = server.clone().serve(transport) => session,
        () = signals.next() => return Ok(()),
    };
    let session = match session {
        Ok(session) => session,
        // The client closed its end before the session began.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Error::Session(error.to_string())),
    };
    threads.serve(server, session.peer().clone());
    let cancel = session.cancellation_token();
    let mut done = std::pin::pin!(session.waiting());
    tokio::select! {
        done = &mut done => {
            return done.map(drop).map_err(|error| Error::Session(error.to_string()));
        }
        () = signals.next() => {}
        () = async { ended.notified().await; sleep(DRAIN_TIMEOUT).await } => {}
    }
    cancel.cancel();
    let _ = timeout(SHUTDOWN_TIMEOUT, done).await;
    Ok(())
}
