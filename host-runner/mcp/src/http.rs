//! MCP over streamable HTTP, at `/mcp`.
//!
//! The library implements the protocol. This module guards it: it limits who may connect, how large
//! a message may be, and how long each step may take, so that a client can hold at most a
//! connection, and only for a limited time.

mod gate;
mod response;
mod sessions;
mod stall;

use crate::answer_budget::Reservation;
use crate::error::Error;
use crate::incoming::{self, MAX_BYTES, ParsedMessage};
use crate::serve::{Options, run, shared_state, stop_signal};
use crate::server::{Server, SharedState};
use bytes::Bytes;
use gate::{Gate, Token};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{ALLOW, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use readroom::Room;
use response::{HttpResponse, json, plain};
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use sessions::Sessions;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The path of the server.
const PATH: &str = "/mcp";

/// The maximum number of connections at a time; further ones wait to be accepted. Each carries one
/// request at a time.
const MAX_CONNECTIONS: usize = crate::calls::MAX_REQUESTS;

/// How long a client may take to send the headers of a request, and how long a connection may stay
/// idle.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may stop reading a response before the connection is closed.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// How long pending responses may take when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

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
}

/// Serves HTTP clients at `/mcp` until a signal ends the process. Calls `serving` with the URL once
/// clients can connect.
///
/// Fails as [`crate::serve_stdio`] does, and with [`Error::Configuration`] if the address cannot be
/// used, or can be reached from other machines while there is no token.
pub fn serve_http(
    room: Room,
    options: &Options,
    http: &HttpOptions,
    serving: &dyn Fn(&str),
) -> Result<(), Error> {
    let token = Token::find(http.token_file.as_deref())?;
    let gate = Gate::new(http.address, token, &http.allowed_hosts)?;
    run(shared_state(room, options)?, |shared| listen(shared, http.address, gate, serving))
}

async fn listen(
    shared: Arc<SharedState>,
    address: SocketAddr,
    gate: Gate,
    serving: &dyn Fn(&str),
) -> Result<(), Error> {
    let unusable = |error| Error::Configuration(format!("cannot serve {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let (stop, stop_receiver) = watch::channel(false);
    let stopped = stop_signal()?;
    serving(&format!("http://{}{PATH}", listener.local_addr().map_err(unusable)?));
    let mut done = pin!(serve(listener, shared, gate, stop_receiver));
    tokio::select! {
        () = &mut done => return Ok(()),
        () = stopped => {}
    }
    let _ = stop.send(true);
    done.await;
    Ok(())
}

/// What every connection uses.
struct HttpServer {
    gate: Gate,
    sessions: Arc<Sessions>,
    service: StreamableHttpService<Server, Sessions>,
}

/// Serves until `stop` becomes true.
async fn serve(
    listener: TcpListener,
    shared: Arc<SharedState>,
    gate: Gate,
    mut stop: watch::Receiver<bool>,
) {
    // The gate checks host and origin per connection; the library only supports fixed lists.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_sse_retry(None)
        .with_max_request_body_bytes(MAX_BYTES);
    let end_sessions = config.cancellation_token.clone();
    let sessions = Arc::new(Sessions::new());
    let service = StreamableHttpService::new(
        move || Ok(Server::new(shared.clone())),
        sessions.clone(),
        config,
    );
    let server = Arc::new(HttpServer { gate, sessions, service });
    let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let slot = tokio::select! {
            Ok(slot) = slots.clone().acquire_owned() => slot,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, local) = tokio::select! {
            accepted = accept(&listener) => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (server, stop) = (server.clone(), stop.clone());
        tokio::spawn(async move {
            serve_connection(stream, local, server, stop).await;
            drop(slot);
        });
    }
    end_sessions.cancel();
    let all = u32::try_from(MAX_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = timeout(SHUTDOWN_TIMEOUT, slots.acquire_many(all)).await;
}

/// Accepts the next connection, and returns it with its local address.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Ok(local) = stream.local_addr() {
                    return (stream, local);
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
    local: SocketAddr,
    server: Arc<HttpServer>,
    mut stop: watch::Receiver<bool>,
) {
    let answer = |request| {
        let server = server.clone();
        async move { Ok::<_, Infallible>(respond(request, local, &server).await) }
    };
    let stream = stall::TimedStream::new(stream, STALL_TIMEOUT);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIMEOUT)
        .max_headers(64)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service_fn(answer));
    let mut connection = pin!(connection);
    tokio::select! {
        _ = &mut connection => return,
        _ = stop.wait_for(|stop| *stop) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

async fn respond(
    request: Request<Incoming>,
    local: SocketAddr,
    server: &HttpServer,
) -> HttpResponse {
    if let Err(refused) = server.gate.check(request.uri(), request.headers(), local) {
        return *refused;
    }
    if request.uri().path() != PATH {
        return plain(StatusCode::NOT_FOUND, "the server is at /mcp");
    }
    match *request.method() {
        Method::POST => {}
        Method::DELETE => return server.service.handle(request).await,
        // GET is refused as well: the server sends nothing but responses, and a listening client
        // would hold a connection.
        _ => {
            let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "send messages with POST");
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, DELETE"));
            return refused;
        }
    }
    let (mut head, body) = request.into_parts();
    let bytes = match read_body(body).await {
        Ok(bytes) => bytes,
        Err(refused) => return *refused,
    };
    let message = match incoming::parse(&bytes) {
        ParsedMessage::Refused(refusal) => return json(StatusCode::BAD_REQUEST, &refusal),
        ParsedMessage::Ignored => return plain(StatusCode::ACCEPTED, ""),
        ParsedMessage::Message(message) => {
            let is_new = matches!(
                &*message,
                JsonRpcMessage::Request(request)
                    if matches!(request.request, ClientRequest::InitializeRequest(_))
            );
            if is_new && server.sessions.are_full().await {
                let mut full =
                    plain(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions");
                full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("10"));
                return full;
            }
            message
        }
    };
    drop(bytes);
    // The library parses the body again: it gets the sanitized message instead of the original one.
    let Ok(sanitized) = serde_json::to_vec(&message) else {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "the message was lost");
    };
    drop(message);
    head.headers.remove(CONTENT_LENGTH);
    let reservation = Reservation::default();
    head.extensions.insert(reservation.clone());
    let answer =
        server.service.handle(Request::from_parts(head, Full::new(Bytes::from(sanitized)))).await;
    answer.map(|body| {
        body.map_frame(move |frame| frame.map_data(|data| with_reservation(data, &reservation)))
            .boxed()
    })
}

/// Reads the body of a request. Fails if it is too large or too slow.
async fn read_body(body: Incoming) -> Result<Bytes, Box<HttpResponse>> {
    let refused = |status, what| Err(Box::new(plain(status, what)));
    let too_large =
        || refused(StatusCode::PAYLOAD_TOO_LARGE, "a message has at most 1048576 bytes");
    if body.size_hint().lower() > MAX_BYTES as u64 {
        return too_large();
    }
    match timeout(BODY_TIMEOUT, Limited::new(body, MAX_BYTES).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => too_large(),
        Ok(Err(_)) => refused(StatusCode::BAD_REQUEST, "the message did not arrive"),
        Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the message took too long to arrive"),
    }
}

/// Returns data that keeps the reservation of its answer until it is written.
fn with_reservation(data: Bytes, reservation: &Reservation) -> Bytes {
    struct ReservedBytes(
        Bytes,
        #[expect(dead_code, reason = "it is given back when this is dropped")] Reservation,
    );
    impl AsRef<[u8]> for ReservedBytes {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    Bytes::from_owner(ReservedBytes(data, reservation.clone()))
}
