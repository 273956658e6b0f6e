//! Answers the requests of a connection: by their path, and what passes the gate by its message.

use crate::client::name_prefix;
use crate::http::cancellations::{CLIENT_NAME, new_client_name};
use crate::http::connections::Connection;
use crate::http::exchange::{Exchange, Held};
use crate::http::metrics::Gauges;
use crate::http::probes;
use crate::http::response::{HttpResponse, json, not_allowed, plain, with_body};
use crate::http::state::{HttpServer, METRICS_PATH, PATH};
use crate::incoming::{self, MAX_BYTES, ParsedMessage};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{CONNECTION, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request, StatusCode};
use rmcp::model::{ClientRequest, JsonRpcMessage};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The two ends of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    pub(crate) local: SocketAddr,
    pub(crate) client: SocketAddr,
}

/// Returns the response to a request. While the server ends, it closes the connection.
pub(crate) async fn respond(
    request: Request<Incoming>,
    ends: Ends,
    server: &HttpServer,
    connection: &Arc<Connection>,
) -> HttpResponse {
    let path = match request.uri().path() {
        PATH => PATH,
        METRICS_PATH => METRICS_PATH,
        probes::HEALTH => probes::HEALTH,
        probes::READINESS => probes::READINESS,
        _ => "other",
    };
    let mut exchange = Exchange::new(
        &server.metrics,
        server.log,
        ends.client,
        request.method(),
        path,
        request.headers(),
    );
    let mut held = Held::new(server.shared.room.reservation());
    let mut response = match path {
        probes::HEALTH | probes::READINESS => probes::respond(path, request.method(), server),
        _ => match server.gate.check(request.uri(), request.headers(), ends.local) {
            Err(refused) => *refused,
            Ok(()) if path == METRICS_PATH => metrics(&request, server),
            Ok(()) if path == PATH => {
                serve(request, server, connection, &mut exchange, &mut held).await
            }
            Ok(()) => {
                plain(StatusCode::NOT_FOUND, "there is nothing at this path; the server is at /mcp")
            }
        },
    };
    if server.is_draining() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    exchange.finish(response, held)
}

fn unavailable(what: &'static str, retry_after: &'static str) -> HttpResponse {
    let mut full = plain(StatusCode::SERVICE_UNAVAILABLE, what);
    full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(retry_after));
    full
}

fn metrics(request: &Request<Incoming>, server: &HttpServer) -> HttpResponse {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return not_allowed("GET, HEAD", "ask for the metrics with GET");
    }
    let page = server.metrics.render(&Gauges {
        load: server.shared.room.load(),
        connections: server.connections.len(),
        sessions: server.sessions.len(),
        is_draining: server.is_draining(),
    });
    with_body(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", page.into())
}

/// Serves a request of the protocol, which passed the gate.
async fn serve(
    request: Request<Incoming>,
    server: &HttpServer,
    connection: &Arc<Connection>,
    exchange: &mut Exchange,
    held: &mut Held,
) -> HttpResponse {
    // GET is refused as well: the server sends nothing but responses, and a listening client would
    // hold a connection. DELETE ends a session.
    match (request.method(), server.shared.has_sessions) {
        (&Method::POST, _) | (&Method::DELETE, true) => {}
        (_, true) => return not_allowed("POST, DELETE", "send messages with POST"),
        (_, false) => return not_allowed("POST", "send messages with POST"),
    }
    held.placed = connection.request().await;
    if held.placed.is_none() {
        return unavailable(
            "the server is busy with other requests; send this one again later",
            "1",
        );
    }
    if *request.method() == Method::POST {
        return serve_message(request, server, exchange, held).await;
    }
    held.received();
    server.service.handle(request).await
}

/// Serves the message that a client posts.
async fn serve_message(
    request: Request<Incoming>,
    server: &HttpServer,
    exchange: &mut Exchange,
    held: &mut Held,
) -> HttpResponse {
    let (mut head, body) = request.into_parts();
    let bytes = match read_body(body).await {
        Ok(bytes) => bytes,
        Err(refused) => return *refused,
    };
    held.received();
    let message = match incoming::parse(&bytes) {
        ParsedMessage::Refused(refusal) => return json(StatusCode::BAD_REQUEST, &refusal),
        ParsedMessage::Ignored => return plain(StatusCode::ACCEPTED, ""),
        ParsedMessage::Message(message) => message,
    };
    drop(bytes);
    if let Some(calls) = exchange.begin(&message) {
        head.extensions.insert(calls);
    }
    if let Some(refusal) = incoming::not_offered(&message) {
        // As the versions of the protocol have it.
        let is_newer = incoming::has_newer_version(&message);
        return json(if is_newer { StatusCode::NOT_FOUND } else { StatusCode::OK }, &refusal);
    }
    // The name of a client that begins.
    let begins = match &*message {
        JsonRpcMessage::Request(request) => match &request.request {
            ClientRequest::InitializeRequest(begin) => Some(begin.params.client_info.name.clone()),
            _ => None,
        },
        _ => None,
    };
    let has_sessions = server.shared.has_sessions;
    if !has_sessions {
        held.cancellable = server.cancellations.note(&head.headers, &message);
    }
    // Held until the response, so that no other new session takes the place that was made.
    let turn =
        if begins.is_some() && has_sessions { Some(server.sessions.turn().await) } else { None };
    if turn.is_some() && server.sessions.are_all_busy().await {
        return unavailable(
            "the server is busy with other sessions; send this request again later",
            "10",
        );
    }
    // The library parses the body again: it gets the sanitized message instead of the original one.
    let Ok(sanitized) = serde_json::to_vec(&message) else {
        return plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the message could not be handled; send it again",
        );
    };
    drop(message);
    head.headers.remove(CONTENT_LENGTH);
    head.extensions.insert(held.reservation.clone());
    let message = Request::from_parts(head, Full::new(Bytes::from(sanitized)));
    let mut response = tokio::select! {
        response = server.service.handle(message) => response,
        () = held.cancelled() => return exchange.cancelled(),
    };
    drop(turn);
    if let Some(client) = begins
        && !has_sessions
        && response.status().is_success()
    {
        response
            .headers_mut()
            .extend(new_client_name(name_prefix(&client)).map(|name| (CLIENT_NAME, name)));
    }
    response
}

/// Reads the body of a request. Fails if it is too large or too slow.
async fn read_body(body: Incoming) -> Result<Bytes, Box<HttpResponse>> {
    let refused = |status, what| Err(Box::new(plain(status, what)));
    let too_large =
        || refused(StatusCode::PAYLOAD_TOO_LARGE, "a message must have at most 1048576 bytes");
    if body.size_hint().lower() > MAX_BYTES as u64 {
        return too_large();
    }
    match timeout(BODY_TIMEOUT, Limited::new(body, MAX_BYTES).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => too_large(),
        Ok(Err(_)) => {
            refused(StatusCode::BAD_REQUEST, "the message did not arrive completely; send it again")
        }
        Err(_) => refused(
            StatusCode::REQUEST_TIMEOUT,
            "the message took too long to arrive; send it again",
        ),
    }
}
