//! Responses that do not come from the protocol's library.

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::Value;
use std::convert::Infallible;

/// A response of the server.
pub(crate) type HttpResponse = Response<BoxBody<Bytes, Infallible>>;

/// Returns a plain text response.
pub(crate) fn plain(status: StatusCode, what: &'static str) -> HttpResponse {
    with_body(status, "text/plain; charset=utf-8", Bytes::from_static(what.as_bytes()))
}

/// Returns a JSON response.
pub(crate) fn json(status: StatusCode, what: &Value) -> HttpResponse {
    with_body(status, "application/json", Bytes::from(what.to_string()))
}

/// Returns the response to a method that is not allowed, with those that are.
pub(crate) fn not_allowed(allowed: &'static str, what: &'static str) -> HttpResponse {
    let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, what);
    refused.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    refused
}

/// Returns a response with a body of this type.
pub(crate) fn with_body(status: StatusCode, kind: &'static str, body: Bytes) -> HttpResponse {
    let mut response = Response::new(Full::new(body).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
