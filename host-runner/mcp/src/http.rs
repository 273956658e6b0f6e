//! MCP over streamable HTTP, at `/mcp`.
//!
//! The protocol is the library's. Here is what stands before it: who may ask, how large a message is, and how long
//! anything may take, so that no client can hold more than a connection, and that not for ever.

mod gate;
mod response;
mod sessions;
mod stall;

use crate::error::Error;
use crate::incoming::{self, Incoming, MAX_BYTES};
use crate::serve::{Options, run, shared, stopped};
use crate::server::{Server, Shared};
use crate::waiting::Share;
use bytes::Bytes;
use gate::{Gate, Token};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming as Arriving};
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

/// Where the server is found.
const PATH: &str = "/mcp";

/// Connections at a time. More wait to be accepted. Each brings one request at a time.
const MAX_CONNECTIONS: usize = crate::calls::MAX_REQUESTS;

/// How long a client may take to send the headers of a request; also how long it may keep a connection without one.
const HEADERS: Duration = Duration::from_secs(10);

/// How long the rest of a request may take.
const BODY: Duration = Duration::from_secs(10);

/// How long a client may not read what it asked for.
const STALL: Duration = Duration::from_secs(30);

/// How long answers may take that are on their way when the server is told to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Where a server is reached, and by whom.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// The address to listen at. With port 0 a free one is taken.
    pub address: SocketAddr,
    /// The file with the token that clients send, of at least 16 characters. Without a file the token
    /// comes from the environment variable `READROOM_MCP_TOKEN`, if that is set.
    pub token_file: Option<PathBuf>,
    /// Further names by which clients call this server, such as that of a proxy before it.
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
    serving: impl FnOnce(&str),
) -> Result<(), Error> {
    let token = Token::find(http.token_file.as_deref())?;
    let gate = Gate::new(http.address, token, &http.allowed_hosts)?;
    run(shared(room, options)?, |shared| listen(shared, http.address, gate, serving))
}

async fn listen(
    shared: Arc<Shared>,
    address: SocketAddr,
    gate: Gate,
    serving: impl FnOnce(&str),
) -> Result<(), Error> {
    let unusable = |error| Error::Configuration(format!("cannot serve {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let (stop, told) = watch::channel(false);
    let stopped = stopped()?;
    serving(&format!("http://{}{PATH}", listener.local_addr().map_err(unusable)?));
    let mut done = pin!(serve(listener, shared, gate, told));
    tokio::select! {
        () = &mut done => return Ok(()),
        () = stopped => {}
    }
    let _ = stop.send(true);
    done.await;
    Ok(())
}

/// What every connection needs.
struct Site {
    gate: Gate,
    sessions: Arc<Sessions>,
    service: StreamableHttpService<Server, Sessions>,
}

/// Serves until it is told to stop.
async fn serve(
    listener: TcpListener,
    shared: Arc<Shared>,
    gate: Gate,
    mut stop: watch::Receiver<bool>,
) {
    // Host and origin are checked here, by connection; the library knows only lists.
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
    let site = Arc::new(Site { gate, sessions, service });
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = tokio::select! {
            Ok(place) = places.clone().acquire_owned() => place,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, local) = tokio::select! {
            accepted = accept(&listener) => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (site, stop) = (site.clone(), stop.clone());
        tokio::spawn(async move {
            connection(stream, local, site, stop).await;
            drop(place);
        });
    }
    end_sessions.cancel();
    let all = u32::try_from(MAX_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = timeout(SHUTDOWN_TIMEOUT, places.acquire_many(all)).await;
}

/// The next connection, and the address that it came to.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Ok(local) = stream.local_addr() {
                    return (stream, local);
                }
            }
            // The client is gone again, or there are no descriptors: others may come to an end meanwhile.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn connection(
    stream: TcpStream,
    local: SocketAddr,
    site: Arc<Site>,
    mut stop: watch::Receiver<bool>,
) {
    let answer = |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(answer(request, local, &site).await) }
    };
    let stream = stall::Stream::new(stream, STALL);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
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

async fn answer(request: Request<Arriving>, local: SocketAddr, site: &Site) -> HttpResponse {
    if let Err(refused) = site.gate.check(request.uri(), request.headers(), local) {
        return *refused;
    }
    if request.uri().path() != PATH {
        return plain(StatusCode::NOT_FOUND, "the server is at /mcp");
    }
    match *request.method() {
        Method::POST => {}
        Method::DELETE => return site.service.handle(request).await,
        // Not GET either: there is nothing to tell a client but what it asked for, and whoever listened for it would hold
        // a connection.
        _ => {
            let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "send messages with POST");
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, DELETE"));
            return refused;
        }
    }
    let (mut head, body) = request.into_parts();
    let bytes = match whole(body).await {
        Ok(bytes) => bytes,
        Err(refused) => return *refused,
    };
    let message = match incoming::read(&bytes) {
        Incoming::Refused(refusal) => return json(StatusCode::BAD_REQUEST, &refusal),
        Incoming::Ignored => return plain(StatusCode::ACCEPTED, ""),
        Incoming::Message(message) => {
            let is_new = matches!(
                &*message,
                JsonRpcMessage::Request(request) if matches!(request.request, ClientRequest::InitializeRequest(_))
            );
            if is_new && site.sessions.are_full().await {
                let mut full =
                    plain(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions");
                full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("10"));
                return full;
            }
            message
        }
    };
    drop(bytes);
    // The library parses it again: not as it came, but as it is kept.
    let Ok(reduced) = serde_json::to_vec(&message) else {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "the message was lost");
    };
    drop(message);
    head.headers.remove(CONTENT_LENGTH);
    let share = Share::default();
    head.extensions.insert(share.clone());
    let answer =
        site.service.handle(Request::from_parts(head, Full::new(Bytes::from(reduced)))).await;
    answer
        .map(|body| body.map_frame(move |frame| frame.map_data(|data| held(data, &share))).boxed())
}

/// The body of a request, if it is not too large or too slow.
async fn whole(body: Arriving) -> Result<Bytes, Box<HttpResponse>> {
    let refused = |status, what| Err(Box::new(plain(status, what)));
    let too_large =
        || refused(StatusCode::PAYLOAD_TOO_LARGE, "a message has at most 1048576 bytes");
    if body.size_hint().lower() > MAX_BYTES as u64 {
        return too_large();
    }
    match timeout(BODY, Limited::new(body, MAX_BYTES).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => too_large(),
        Ok(Err(_)) => refused(StatusCode::BAD_REQUEST, "the message did not arrive"),
        Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the message took too long to arrive"),
    }
}

/// Data that holds the share of its answer until it is written.
fn held(data: Bytes, share: &Share) -> Bytes {
    struct Held(
        Bytes,
        #[expect(dead_code, reason = "it is given back when this is dropped")] Share,
    );
    impl AsRef<[u8]> for Held {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    Bytes::from_owner(Held(data, share.clone()))
}
