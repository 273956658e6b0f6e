//! The facts about one request and its response: counted, and logged when it ends.

use crate::calls::CallObserver;
use crate::http::call_record::CallRecord;
use crate::http::connections::PlacedRequest;
use crate::http::metrics::{Metrics, RequestLabels};
use crate::http::probes::READINESS;
use crate::http::response::HttpResponse;
use crate::http::state::PATH;
use crate::incoming::METHODS;
use crate::log::{Log, LogLevel};
use bytes::Bytes;
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Frame, SizeHint};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode};
use readroom::Reservation;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage};
use serde_json::{Value, json};
use std::collections::hash_map::RandomState;
use std::convert::Infallible;
use std::hash::BuildHasher;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, ready};
use std::time::Instant;

/// The header with the id of a request, as proxies send it. The response repeats it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The methods of requests that are logged by name.
const HTTP_METHODS: [&str; 6] = ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT"];

/// The maximum length of an id that a client gives a request, in bytes.
const MAX_REQUEST_ID: usize = 64;

/// One request, until its response has been sent or its client has disconnected.
pub(crate) struct Exchange {
    metrics: Arc<Metrics>,
    log: Log,
    started: Instant,
    request_id: String,
    client: SocketAddr,
    http_method: Method,
    path: &'static str,
    /// The method of the message.
    method: Option<&'static str>,
    calls: CallRecord,
    /// `None` until there is a response.
    status: Option<StatusCode>,
    /// The bytes of the body that were handed over for sending.
    bytes: u64,
    is_sent: bool,
}

/// The resources that a request holds until its response has been sent.
pub(crate) struct Held {
    pub(crate) placed: Option<PlacedRequest>,
    /// The memory of the answer.
    pub(crate) reservation: Reservation,
}

impl Held {
    pub(crate) fn new(reservation: Reservation) -> Self {
        Self { placed: None, reservation }
    }

    /// Records that the request has arrived whole.
    pub(crate) fn received(&self) {
        if let Some(placed) = &self.placed {
            placed.received();
        }
    }
}

impl Exchange {
    pub(crate) fn new(
        metrics: &Arc<Metrics>,
        log: Log,
        client: SocketAddr,
        http_method: &Method,
        path: &'static str,
        headers: &HeaderMap,
    ) -> Self {
        Self {
            metrics: metrics.clone(),
            log,
            started: Instant::now(),
            request_id: request_id(headers),
            client,
            http_method: http_method.clone(),
            path,
            method: None,
            calls: CallRecord::default(),
            status: None,
            bytes: 0,
            is_sent: false,
        }
    }

    /// Records the message of the request. Returns a recorder of its calls, if they are logged.
    pub(crate) fn begin(&mut self, message: &ClientJsonRpcMessage) -> Option<CallObserver> {
        self.method = Some(match message {
            JsonRpcMessage::Request(request) => known_method(request.request.method()),
            JsonRpcMessage::Notification(_) => "notification",
            _ => "response",
        });
        (self.log != Log::Off).then(|| self.calls.observer())
    }

    /// Returns a response whose end is the end of this exchange.
    pub(crate) fn finish(mut self, response: HttpResponse, held: Held) -> HttpResponse {
        self.status = Some(response.status());
        // Then the body is not polled.
        self.is_sent = response.body().is_end_stream() || self.http_method == Method::HEAD;
        let id = HeaderValue::from_str(&self.request_id);
        let mut response =
            response.map(|inner| ExchangeBody { inner, exchange: self, held }.boxed());
        if let Ok(id) = id {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        response
    }

    fn outcome(&self) -> &'static str {
        match self.status {
            Some(_) if !self.is_sent => "disconnected",
            None => "disconnected",
            // For a probe, this status is an answer.
            Some(StatusCode::SERVICE_UNAVAILABLE) if self.path == READINESS => "answered",
            Some(status) if status.is_server_error() => "failed",
            Some(status) if status.is_client_error() => "refused",
            Some(_) => "answered",
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let (status, outcome) = (self.status.map_or(0, |status| status.as_u16()), self.outcome());
        self.metrics.count_request(RequestLabels { path: self.path, status, outcome });
        // Requests that recur every few seconds would hide the others.
        if self.log == Log::Off || (self.path != PATH && outcome == "answered") {
            return;
        }
        let calls = self.calls.lock();
        let level = if outcome == "failed" { LogLevel::Error } else { LogLevel::Info };
        let called = calls.outcome.filter(|_| outcome == "answered");
        let read_bytes = calls.outcome.map(|_| calls.read_bytes);
        self.log.write(
            level,
            "request",
            &[
                ("request_id", Some(self.request_id.as_str().into())),
                ("client", Some(self.client.ip().to_canonical().to_string().into())),
                ("http_method", Some(known(self.http_method.as_str(), &HTTP_METHODS).into())),
                ("path", Some(self.path.into())),
                ("status", self.status.map(|status| status.as_u16().into())),
                ("outcome", Some(called.unwrap_or(outcome).into())),
                ("duration_ms", Some(milliseconds(self.started))),
                ("bytes", Some(self.bytes.into())),
                ("method", self.method.map(Value::from)),
                ("tool", calls.tool.as_deref().map(Value::from)),
                ("read_bytes", read_bytes.map(Value::from)),
            ],
        );
    }
}

fn milliseconds(since: Instant) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "exact for centuries")]
    let milliseconds = since.elapsed().as_micros() as f64 / 1000.0;
    json!(milliseconds)
}

/// Returns the method of a message if it is one that the server implements.
fn known_method(method: &str) -> &'static str {
    known(method, &METHODS)
}

/// Returns a name if it is one of these, and `other` if a client has invented it.
pub(crate) fn known(name: &str, names: &[&'static str]) -> &'static str {
    names.iter().find(|known| **known == name).copied().unwrap_or("other")
}

/// Returns the id that the client or a proxy gave the request, or else a new one.
fn request_id(headers: &HeaderMap) -> String {
    let is_plain = |id: &&str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
        (1..=MAX_REQUEST_ID).contains(&id.len()) && id.bytes().all(is_allowed)
    };
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).filter(is_plain);
    given.map_or_else(next_request_id, Into::into)
}

/// Returns an id that no other server is likely to use.
fn next_request_id() -> String {
    // `RandomState` has random keys.
    static SERVER: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));
    static REQUESTS: AtomicU64 = AtomicU64::new(0);
    format!("{:016x}-{}", *SERVER, REQUESTS.fetch_add(1, Ordering::Relaxed) + 1)
}

/// The body of a response, which ends an exchange.
struct ExchangeBody {
    inner: BoxBody<Bytes, Infallible>,
    exchange: Exchange,
    held: Held,
}

impl Body for ExchangeBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        self.exchange.is_sent = frame.is_none() || self.inner.is_end_stream();
        let frame = frame.map(|frame| {
            frame.map(|frame| {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                self.exchange.bytes += bytes as u64;
                frame.map_data(|data| reserved(data, &self.held.reservation))
            })
        });
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Returns data that keeps the reservation of its answer until it is written.
fn reserved(data: Bytes, reservation: &Reservation) -> Bytes {
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

#[cfg(test)]
mod tests;
