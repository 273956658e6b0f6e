//! Starts a server and shuts it down.

use crate::calls;
use crate::error::Error;
use crate::log::Log;
use crate::server::SharedState;
use crate::signals::Signals;
use crate::stdio::Stdio;
use crate::tools::{Definitions, Structured, exposed_tools};
use readroom::{Repeats, Room};
use readroom_policy::PathStyle;
use readroom_serve::lines::LineServer;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// How long writing the last line may take after a signal.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(7);

/// The names of Readroom's own tools that need a git repository.
const OF_REPOSITORY: [&str; 2] = ["diff", "log"];

/// The options of a server.
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
    /// Directories that should be granted too, but did not exist. Clients are informed of them.
    pub missing: Vec<PathBuf>,
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
            drain_delay: None,
            drain_timeout: Duration::from_secs(10),
            log: Log::Off,
        }
    }
}

/// Serves one client over standard input and output, until the input ends and everything is
/// answered. On Unix, the process exits when nothing reads its output any more. A signal cancels
/// running calls, which are not answered then.
///
/// Fails with [`Error::Room`] if there is no tool of such an id, and with [`Error::Configuration`]
/// if a directory or a tool cannot be offered.
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
        // The other threads write progress and the last answer.
        .max_blocking_threads(calls::MAX_REQUESTS + 1)
        .build()?;
    let served = runtime.block_on(serve(shared));
    Runtime::shutdown_background(runtime);
    served
}

/// Builds the state that all clients of a server share.
pub(crate) fn shared_state(room: Room, options: &Options) -> Result<SharedState, Error> {
    let own = [readroom::internal::OWN_TOOL.to_string()];
    let ids = if options.tools.is_empty() { &own[..] } else { &options.tools };
    let directories = options.directories.iter();
    let names = directories
        .map(|directory| uri_name(&directory.canonicalize()?))
        .collect::<Result<_, _>>()?;
    let structured = if options.structured { Structured::Wanted } else { Structured::Unwanted };
    let definitions = if options.full { Definitions::Full } else { Definitions::Short };
    let mut tools = exposed_tools(&room, ids, structured, definitions)?;
    // Without a repository they would only cost tokens, unless the user names them.
    if options.tools.is_empty() && room.stat(".git").is_err() {
        tools.retain(|exposed| !OF_REPOSITORY.contains(&&*exposed.tool.name));
    }
    let missing = options.missing.iter().map(|directory| {
        PathStyle::NATIVE.with_slashes(&directory.display().to_string()).into_owned()
    });
    Ok(SharedState::new(room, tools, names, missing.collect(), options.repeats()))
}

/// Returns the name that the URIs of a granted directory begin with.
fn uri_name(directory: &Path) -> Result<String, Error> {
    PathStyle::native_name(directory).ok_or_else(|| {
        Error::Configuration(format!(
            "the name of the directory '{}' is not Unicode, so its files cannot have URIs",
            directory.display()
        ))
    })
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
    let mut signals = Signals::caught()?;
    let (server, _library) = Stdio::new(shared);
    let (lines, (done, answered)) = (server.clone(), oneshot::channel());
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let _ = done.send(readroom_serve::lines::run(&lines, io::stdin()));
    })?;
    #[cfg(unix)]
    thread::Builder::new().name("stdout".into()).spawn(exit_when_output_closes)?;
    tokio::select! {
        // The input has ended, and everything is answered.
        result = answered => return Ok(result.unwrap_or(Ok(()))?),
        () = signals.next() => {}
    }
    server.cancel_all();
    let closed = timeout(SHUTDOWN_TIMEOUT, spawn_blocking(move || server.output().close())).await;
    let unread = "the client did not read the last line of the output, which is cut";
    closed.map_err(|_| io::Error::other(unread))?.map_err(io::Error::other)?;
    Ok(())
}

/// Waits until nothing reads standard output any more, and ends the process: no client waits for
/// the calls that run.
#[cfg(unix)]
fn exit_when_output_closes() {
    if readroom_serve::lines::has_no_reader(true) {
        readroom::audit::flush_all();
        std::process::exit(0);
    }
}
