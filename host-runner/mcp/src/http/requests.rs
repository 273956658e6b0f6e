//! Answers the requests of a connection: by path, and those that pass the gate by message.

use crate::calls::RequestResources;
use crate::http::connections::Connection;
use crate::http::exchange::{Exchange, Held, known};
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
use rmcp::model::ErrorCode;
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

/// Returns the response to a request. During shutdown, it closes the connection.
pub(crate) async fn respond(
    request: Request<Incoming>,
    ends: Ends,
    server: &HttpServer,
    connection: &Arc<Connection>,
) -> HttpResponse {
    let paths = [PATH, METRICS_PATH, probes::HEALTH, probes::READINESS];
    let path = known(request.uri().path(), &paths);
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

fn metrics(request: &Request<Incoming>, server: &HttpServer) -> HttpResponse {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return not_allowed("GET, HEAD", "ask for the metrics with GET");
    }
    let page = server.metrics.render(&Gauges {
        load: server.shared.room.load(),
        connections: server.connections.len(),
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
    // hold a connection.
    if *request.method() != Method::POST {
        return not_allowed("POST", "send messages with POST");
    }
    held.placed = connection.request().await;
    if held.placed.is_none() {
        let mut full = plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server is busy with other requests; send this one again later",
        );
        full.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        return full;
    }
    let (mut head, body) = request.into_parts();
    let bytes = match read_body(body).await {
        Ok(bytes) => bytes,
        Err(refused) => return *refused,
    };
    held.received();
    let version = head.headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
    let message = match incoming::parse(&bytes, version.is_some_and(incoming::is_newer_version)) {
        ParsedMessage::Refused(refusal) => {
            let code = refusal.pointer("/error/code").and_then(serde_json::Value::as_i64);
            let is_unknown = code == Some(ErrorCode::METHOD_NOT_FOUND.0.into());
            let status = if is_unknown { StatusCode::NOT_FOUND } else { StatusCode::BAD_REQUEST };
            return json(status, &refusal);
        }
        ParsedMessage::Ignored if incoming::is_blank(&bytes) => {
            return plain(StatusCode::BAD_REQUEST, "the body of a request must be a message");
        }
        ParsedMessage::Ignored => return plain(StatusCode::ACCEPTED, ""),
        ParsedMessage::Message(message) => message,
    };
    drop(bytes);
    let observer = exchange.begin(&message);
    if let Some(refusal) = incoming::not_offered(&message) {
        // As the versions of the protocol have it.
        let is_newer = incoming::has_newer_version(&message);
        return json(if is_newer { StatusCode::NOT_FOUND } else { StatusCode::OK }, &refusal);
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
    head.extensions.insert(RequestResources {
        reservation: held.reservation.clone(),
        in_place: None,
        observer,
    });
    let message = Request::from_parts(head, Full::new(Bytes::from(sanitized)));
    server.service.handle(message).await
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
