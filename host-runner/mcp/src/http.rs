//! MCP over streamable HTTP, at `/mcp`.
//!
//! The library implements the protocol. This module guards it: it limits who may connect, how large
//! a message may be, and how long each step may take, so that a client can hold at most a
//! connection, and only for a limited time.

mod connections;
mod gate;
mod response;
mod sessions;
mod stall;

use crate::error::Error;
use crate::incoming::{self, MAX_BYTES, ParsedMessage};
use crate::serve::{HttpOptions, Options, run, shared_state, stop_signal};
use crate::server::{Server, SharedState};
use bytes::Bytes;
use connections::{Connection, Connections, PlacedRequest};
use gate::{Gate, Token};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{ALLOW, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use readroom::{Reservation, Room};
use response::{HttpResponse, json, plain};
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use sessions::Sessions;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// The path of the server.
const PATH: &str = "/mcp";

/// How long a client may take to send the headers of a request, and how long a connection may stay
/// idle.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may stop reading a response before the connection is closed.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// How long pending responses may take when the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

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
    let stopped = stop_signal()?;
    serving(&format!("http://{}{PATH}", listener.local_addr().map_err(unusable)?));
    serve(listener, shared, gate, stopped).await;
    Ok(())
}

/// What every connection uses.
struct HttpServer {
    gate: Gate,
    sessions: Arc<Sessions>,
    /// The room in whose memory answers are reserved.
    room: Room,
    service: StreamableHttpService<Server, Sessions>,
}

/// Serves until `stopped` completes.
async fn serve(
    listener: TcpListener,
    shared: Arc<SharedState>,
    gate: Gate,
    stopped: impl Future<Output = ()>,
) {
    // The gate checks host and origin per connection; the library only supports fixed lists.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_sse_retry(None)
        .with_max_request_body_bytes(MAX_BYTES);
    let end_sessions = config.cancellation_token.clone();
    let (sessions, room) = (Arc::new(Sessions::new()), shared.room.clone());
    let service = StreamableHttpService::new(
        move || Ok(Server::new(shared.clone())),
        sessions.clone(),
        config,
    );
    let server = Arc::new(HttpServer { gate, sessions, room, service });
    let (connections, shutdown) = (Connections::new(), GracefulShutdown::new());
    let accept_all = async {
        loop {
            let (stream, local) = accept(&listener).await;
            let connection = Arc::new(connections.add().await);
            tokio::spawn(serve_connection(
                stream,
                local,
                server.clone(),
                connection,
                shutdown.watcher(),
            ));
        }
    };
    tokio::select! {
        () = accept_all => {}
        () = stopped => {}
    }
    end_sessions.cancel();
    let _ = timeout(SHUTDOWN_TIMEOUT, shutdown.shutdown()).await;
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
    connection: Arc<Connection>,
    shutdown: Watcher,
) {
    let answer = |request| {
        let (server, connection) = (server.clone(), connection.clone());
        async move { Ok::<_, Infallible>(respond(request, local, &server, &connection).await) }
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

async fn respond(
    request: Request<Incoming>,
    local: SocketAddr,
    server: &HttpServer,
    connection: &Arc<Connection>,
) -> HttpResponse {
    if let Err(refused) = server.gate.check(request.uri(), request.headers(), local) {
        return *refused;
    }
    if request.uri().path() != PATH {
        return plain(StatusCode::NOT_FOUND, "the server is at /mcp");
    }
    // GET is refused as well: the server sends nothing but responses, and a listening client would
    // hold a connection.
    if !matches!(*request.method(), Method::POST | Method::DELETE) {
        let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "send messages with POST");
        refused.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, DELETE"));
        return refused;
    }
    let placed = connection.request().await;
    let response = match *request.method() {
        Method::POST => serve_message(request, server, &placed).await,
        _ => {
            placed.received();
            server.service.handle(request).await
        }
    };
    // The request keeps its place until the response is sent.
    response.map(|body| {
        body.map_frame(move |frame| {
            let _ = &placed;
            frame
        })
        .boxed()
    })
}

/// Serves the message that a client posts.
async fn serve_message(
    request: Request<Incoming>,
    server: &HttpServer,
    placed: &PlacedRequest,
) -> HttpResponse {
    let (mut head, body) = request.into_parts();
    let bytes = match read_body(body).await {
        Ok(bytes) => bytes,
        Err(refused) => return *refused,
    };
    placed.received();
    let mut turn = None;
    let message = match incoming::parse(&bytes) {
        ParsedMessage::Refused(refusal) => return json(StatusCode::BAD_REQUEST, &refusal),
        ParsedMessage::Ignored => return plain(StatusCode::ACCEPTED, ""),
        ParsedMessage::Message(message) => {
            let is_new = matches!(
                &*message,
                JsonRpcMessage::Request(request)
                    if matches!(request.request, ClientRequest::InitializeRequest(_))
            );
            if is_new {
                // Until its response, so that no other new session takes the place that was made.
                turn = Some(server.sessions.turn().await);
                if server.sessions.are_all_busy().await {
                    let mut full =
                        plain(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions");
                    full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("10"));
                    return full;
                }
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
    let reservation = server.room.reservation();
    head.extensions.insert(reservation.clone());
    let answer =
        server.service.handle(Request::from_parts(head, Full::new(Bytes::from(sanitized)))).await;
    drop(turn);
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
