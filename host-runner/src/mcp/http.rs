//! MCP over streamable HTTP, at `/mcp`.
//!
//! The protocol is the library's. Here is what stands before it: who may ask, how large a message is, and how long
//! anything may take, so that no client can hold more than a connection, and that not for ever.

use super::gate::Gate;
use super::incoming::{self, Incoming, MOST_BYTES};
use super::server::{Server, Shared};
use super::sessions::Sessions;
use super::waiting::Share;
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming as Arriving};
use hyper::header::{ALLOW, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// What is sent back.
pub(crate) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Where the server is found.
pub(crate) const PATH: &str = "/mcp";

/// Connections at a time. More wait to be accepted. Each brings one request at a time.
const MOST_CONNECTIONS: usize = super::calls::MOST;

/// How long a client may take to send the headers of a request; also how long it may keep a connection without one.
const HEADERS: Duration = Duration::from_secs(10);

/// How long the rest of a request may take.
const BODY: Duration = Duration::from_secs(10);

/// How long a client may not read what it asked for.
const STALL: Duration = Duration::from_secs(30);

/// How long answers may take that are on their way when the server is told to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// What every connection needs.
struct Site {
    gate: Gate,
    sessions: Arc<Sessions>,
    service: StreamableHttpService<Server, Sessions>,
}

/// Serves until it is told to stop.
pub(crate) async fn serve(
    listener: TcpListener,
    shared: Arc<Shared>,
    gate: Gate,
    mut stop: watch::Receiver<bool>,
) {
    // Host and origin are checked here, by connection; the library knows only lists.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_sse_retry(None)
        .with_max_request_body_bytes(MOST_BYTES);
    let end_sessions = config.cancellation_token.clone();
    let sessions = Arc::new(Sessions::new());
    let service = StreamableHttpService::new(
        move || Ok(Server::new(shared.clone())),
        sessions.clone(),
        config,
    );
    let site = Arc::new(Site { gate, sessions, service });
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
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
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = timeout(FAREWELL, places.acquire_many(all)).await;
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
    let stream = super::stall::Stream::new(stream, STALL);
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

async fn answer(request: Request<Arriving>, local: SocketAddr, site: &Site) -> Answer {
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
async fn whole(body: Arriving) -> Result<Bytes, Box<Answer>> {
    let refused = |status, what| Err(Box::new(plain(status, what)));
    let too_large =
        || refused(StatusCode::PAYLOAD_TOO_LARGE, "a message has at most 1048576 bytes");
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return too_large();
    }
    match timeout(BODY, Limited::new(body, MOST_BYTES).collect()).await {
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

/// An answer in words.
pub(crate) fn plain(status: StatusCode, what: &'static str) -> Answer {
    with_body(status, "text/plain; charset=utf-8", Bytes::from_static(what.as_bytes()))
}

fn json(status: StatusCode, what: &Value) -> Answer {
    with_body(status, "application/json", Bytes::from(what.to_string()))
}

fn with_body(status: StatusCode, kind: &'static str, body: Bytes) -> Answer {
    let mut answer = Response::new(Full::new(body).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}
