//! Responses that do not come from the protocol's library.

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::Value;
use std::convert::Infallible;

/// What is sent back.
pub(crate) type HttpResponse = Response<BoxBody<Bytes, Infallible>>;

/// Makes a response in words.
pub(crate) fn plain(status: StatusCode, what: &'static str) -> HttpResponse {
    with_body(status, "text/plain; charset=utf-8", Bytes::from_static(what.as_bytes()))
}

/// Makes a response of one JSON value.
pub(crate) fn json(status: StatusCode, what: &Value) -> HttpResponse {
    with_body(status, "application/json", Bytes::from(what.to_string()))
}

fn with_body(status: StatusCode, kind: &'static str, body: Bytes) -> HttpResponse {
    let mut response = Response::new(Full::new(body).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
