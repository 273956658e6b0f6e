//! MCP over streamable HTTP, at `/mcp`.
//!
//! The library implements the protocol. This module guards it: it limits who may connect, how large
//! a message may be, and how long each step may take, so that a client can hold at most a
//! connection, and only for a limited time. It answers probes, counts requests and calls, and shuts
//! down without losing requests.

mod call_record;
mod connections;
mod exchange;
mod gate;
mod metrics;
mod probes;
mod requests;
mod response;
mod stall;
mod state;

use crate::error::Error;
use crate::log::{Log, LogLevel};
use crate::serve::{HttpOptions, Options, run, shared_state};
use crate::server::SharedState;
use crate::signals::Signals;
use connections::Connection;
use gate::{Gate, Token};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use metrics::Metrics;
use readroom::Room;
use requests::{Ends, respond};
use serde_json::json;
use state::{HttpServer, PATH};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// How long a client may take to send the headers of a request, and how long a connection may stay
/// idle.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may stop reading a response before the connection is closed.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// The default time that a server that other machines can reach accepts connections after a signal:
/// load balancers, such as those of Kubernetes, learn of its shutdown later than the server itself.
const DRAIN_DELAY: Duration = Duration::from_secs(5);

/// How long the responses of cancelled calls may take during shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves HTTP clients at `/mcp` until a signal ends the process. Calls `serving` with the URL once
/// clients can connect.
///
/// Fails as [`crate::serve_stdio`] does, and with [`Error::Configuration`] if the address cannot be
/// used, or can be reached from other machines while there is no token, or if answers are to depend
/// on what a conversation has been shown.
pub fn serve_http(
    room: Room,
    options: &Options,
    http: &HttpOptions,
    serving: &dyn Fn(&str),
) -> Result<(), Error> {
    if options.unchanged {
        return Err(Error::Configuration(
            "--unchanged needs standard input and output: over HTTP each request is served by \
             itself, and the server does not know what a conversation has been shown"
                .into(),
        ));
    }
    let token = Token::find(http.token_file.as_deref())?;
    let gate = Gate::new(http.address, token, &http.allowed_hosts)?;
    let mut shared = shared_state(room, options)?;
    let metrics = Arc::new(Metrics::new(shared.tools.iter().map(|exposed| exposed.id.as_str())));
    let counting = metrics.clone();
    shared.room = shared.room.observed_by(move |event| counting.count_call(event));
    run(Arc::new(shared), |shared| listen(shared, metrics, http, gate, serving))
}

async fn listen(
    shared: Arc<SharedState>,
    metrics: Arc<Metrics>,
    http: &HttpOptions,
    gate: Gate,
    serving: &dyn Fn(&str),
) -> Result<(), Error> {
    let (address, log) = (http.address, http.log);
    let unusable = |error| {
        let message = format!("cannot serve at {address}: {error}; choose another address");
        Error::Configuration(message)
    };
    let version = env!("CARGO_PKG_VERSION");
    log.write(LogLevel::Info, "start", &[("version", Some(version.into()))]);
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let signals = Signals::caught()?;
    let url = format!("http://{}{PATH}", listener.local_addr().map_err(unusable)?);
    log.write(LogLevel::Info, "listening", &[("url", Some(url.as_str().into()))]);
    serving(&url);
    let is_local = address.ip().to_canonical().is_loopback();
    let default_delay = if is_local { Duration::ZERO } else { DRAIN_DELAY };
    let drain = Drain {
        delay: http.drain_delay.unwrap_or(default_delay),
        timeout: http.drain_timeout,
        log,
    };
    serve(listener, HttpServer::new(shared, metrics, gate, log), signals, drain).await;
    Ok(())
}

/// The time limits of a shutdown.
struct Drain {
    /// How long it accepts connections after the signal.
    delay: Duration,
    /// How long calls may run after that.
    timeout: Duration,
    log: Log,
}

/// Serves until a signal, and until the requests that are served then have been answered. A second
/// signal ends it at once.
async fn serve(listener: TcpListener, server: Arc<HttpServer>, mut signals: Signals, drain: Drain) {
    let shutdown = GracefulShutdown::new();
    let mut accept_all = Box::pin(accept_all(listener, &server, &shutdown));
    tokio::select! {
        () = &mut accept_all => {}
        () = signals.next() => {}
    }
    server.is_draining.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    let delay = u64::try_from(drain.delay.as_millis()).ok();
    drain.log.write(LogLevel::Info, "drain_begin", &[("delay_ms", delay.map(Into::into))]);
    let delayed = tokio::select! {
        () = &mut accept_all => true,
        () = sleep(drain.delay) => true,
        () = signals.next() => false,
    };
    // This closes the listener.
    drop(accept_all);
    let result = if delayed {
        tokio::select! {
            is_drained = end(shutdown, &server, drain.timeout) => {
                if is_drained { "drained" } else { "timeout" }
            }
            () = signals.next() => "forced",
        }
    } else {
        "forced"
    };
    let level = if result == "drained" { LogLevel::Info } else { LogLevel::Warn };
    let duration = u64::try_from(begun.elapsed().as_millis()).ok();
    let fields = [("result", Some(json!(result))), ("duration_ms", duration.map(Into::into))];
    drain.log.write(level, "drain_end", &fields);
}

/// Ends all connections when their requests have been answered, and cancels these requests when the
/// time is over. Returns whether all were answered.
async fn end(shutdown: GracefulShutdown, server: &HttpServer, time: Duration) -> bool {
    let mut ended = std::pin::pin!(shutdown.shutdown());
    if timeout(time, &mut ended).await.is_ok() {
        return true;
    }
    server.service.config.cancellation_token.cancel();
    let _ = timeout(SHUTDOWN_TIMEOUT, ended).await;
    false
}

async fn accept_all(listener: TcpListener, server: &Arc<HttpServer>, shutdown: &GracefulShutdown) {
    loop {
        let (stream, ends) = accept(&listener).await;
        let connection = Arc::new(server.connections.add().await);
        let served = serve_connection(stream, ends, server.clone(), connection, shutdown.watcher());
        tokio::spawn(served);
    }
}

/// Accepts the next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, Ends) {
    loop {
        match listener.accept().await {
            Ok((stream, client)) => {
                // Otherwise the end of an event stream waits 40 ms for the client to acknowledge
                // its start.
                let _ = stream.set_nodelay(true);
                if let Ok(local) = stream.local_addr() {
                    return (stream, Ends { local, client });
                }
            }
            // The client has already disconnected, or descriptors have run out: other connections
            // may end meanwhile.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve_connection(
    stream: TcpStream,
    ends: Ends,
    server: Arc<HttpServer>,
    connection: Arc<Connection>,
    shutdown: Watcher,
) {
    let answer = |request| {
        let (server, connection) = (server.clone(), connection.clone());
        async move { Ok::<_, Infallible>(respond(request, ends, &server, &connection).await) }
    };
    let stream = stall::TimedStream::new(stream, STALL_TIMEOUT);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIMEOUT)
        .max_headers(64)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service_fn(answer));
    tokio::select! {
        _ = shutdown.watch(served) => {}
        () = connection.closed() => {}
    }
}
