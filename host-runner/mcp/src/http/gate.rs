//! Decides who may use the server over HTTP.
//!
//! A page in a browser can reach servers on the same machine, under any host name that its author
//! controls (DNS rebinding). So `Host` must be an address or name of this server, and `Origin`,
//! which only browsers send, must match it.

use crate::error::Error;
use crate::http::response::{HttpResponse, plain};
use hyper::header::{
    AUTHORIZATION, HOST, HeaderMap, HeaderValue, ORIGIN, TRANSFER_ENCODING, WWW_AUTHENTICATE,
};
use hyper::http::uri::Authority;
use hyper::{StatusCode, Uri};
use std::hint::black_box;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::{env, fs};

/// The environment variable that may hold the token.
const TOKEN_VARIABLE: &str = "READROOM_MCP_TOKEN";

/// The minimum length of a token in characters.
const MIN_TOKEN_LENGTH: usize = 16;

/// The headers that are read and may occur once: of two, a proxy in front of the server might read
/// another than the server does. `Host`, `Origin` and `Authorization` are checked separately.
const SINGLE: [&str; 4] = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/// The checks that every request must pass.
pub(crate) struct Gate {
    token: Option<Token>,
    /// Further names of this server, as [`normalize_host`] returns them.
    names: Vec<String>,
}

/// A secret that clients send. It is never taken from the command line, which every process can
/// see.
pub(crate) struct Token(String);

impl Token {
    /// Reads the token from a file or, without a file, from the environment. Returns `None` if
    /// there is none.
    pub(crate) fn find(file: Option<&Path>) -> Result<Option<Self>, Error> {
        let (text, source) = match file {
            Some(file) => {
                let text = fs::read_to_string(file).map_err(|error| {
                    Error::Configuration(format!(
                        "the file '{}' with the token cannot be read: {error}",
                        file.display()
                    ))
                })?;
                (text, format!("in '{}'", file.display()))
            }
            None => match env::var(TOKEN_VARIABLE) {
                Ok(text) => (text, format!("in {TOKEN_VARIABLE}")),
                Err(env::VarError::NotPresent) => return Ok(None),
                Err(error) => {
                    return Err(Error::Configuration(format!(
                        "the token in {TOKEN_VARIABLE} cannot be used: {error}"
                    )));
                }
            },
        };
        let text = text.trim_end_matches(['\r', '\n']);
        if text.len() < MIN_TOKEN_LENGTH || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::Configuration(format!(
                "the token {source} must have at least {MIN_TOKEN_LENGTH} characters, \
                 all ASCII and no spaces"
            )));
        }
        Ok(Some(Self(text.into())))
    }

    /// Compares a token. The time does not depend on where two tokens of the same length differ.
    fn matches(&self, given: &[u8]) -> bool {
        let differences =
            self.0.bytes().zip(given).fold(0, |all, (own, other)| black_box(all | (own ^ other)));
        self.0.len() == given.len() && differences == 0
    }
}

impl Gate {
    /// Builds the gate. Fails if other machines can reach the address and there is no token.
    pub(crate) fn new(
        address: SocketAddr,
        token: Option<Token>,
        names: &[String],
    ) -> Result<Self, Error> {
        if !address.ip().to_canonical().is_loopback() && token.is_none() {
            return Err(Error::Configuration(format!(
                "{address} can be reached from other machines: set a token with --token-file or \
                 {TOKEN_VARIABLE}, or serve 127.0.0.1"
            )));
        }
        let names = names.iter().map(|name| {
            let host = normalize_host(name);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            let is_valid =
                host.parse::<IpAddr>().is_ok() || (!host.is_empty() && host.bytes().all(is_name));
            match is_valid {
                true => Ok(host),
                false => Err(Error::Configuration(format!(
                    "'{name}' of --allow-host is not a host: give only a name or an address, \
                     such as mcp.example.com, without a scheme or port"
                ))),
            }
        });
        Ok(Self { token, names: names.collect::<Result<_, _>>()? })
    }

    /// Returns an error response if a request to this local address may not be served.
    pub(crate) fn check(
        &self,
        uri: &Uri,
        headers: &HeaderMap,
        local: SocketAddr,
    ) -> Result<(), Box<HttpResponse>> {
        let refused = |status, what| Err(Box::new(plain(status, what)));
        if SINGLE.iter().any(|name| headers.get_all(*name).iter().nth(1).is_some()) {
            return refused(
                StatusCode::BAD_REQUEST,
                "a request must have each header of the protocol once, such as 'Mcp-Method'",
            );
        }
        let is_chunked = |coding: &str| coding.eq_ignore_ascii_case("chunked");
        if headers.contains_key(TRANSFER_ENCODING)
            && !single_value(headers, TRANSFER_ENCODING).is_some_and(is_chunked)
        {
            return refused(
                StatusCode::BAD_REQUEST,
                "send the message as it is, or with 'Transfer-Encoding: chunked' and no other",
            );
        }
        let host = single_value(headers, HOST).and_then(|host| Authority::try_from(host).ok());
        let Some(host) =
            host.filter(|host| uri.authority().is_none_or(|authority| authority == host))
        else {
            return refused(StatusCode::BAD_REQUEST, "a request must have one header 'Host'");
        };
        if !is_host(&host) || !self.is_ours(host.host(), local.ip()) {
            return refused(
                StatusCode::FORBIDDEN,
                "the header 'Host' names another server; allow the name with --allow-host",
            );
        }
        if headers.contains_key(ORIGIN) {
            let origin = single_value(headers, ORIGIN).and_then(|origin| origin.split_once("://"));
            // Behind a TLS proxy the scheme is unknown.
            let own = origin.is_some_and(|(scheme, origin)| {
                matches!(scheme, "http" | "https") && origin.eq_ignore_ascii_case(host.as_str())
            });
            if !own {
                return refused(
                    StatusCode::FORBIDDEN,
                    "the header 'Origin' names another site, which may not use this server",
                );
            }
        }
        match &self.token {
            Some(token)
                if !bearer_token(headers).is_some_and(|given| token.matches(given.as_bytes())) =>
            {
                let mut answer = plain(
                    StatusCode::UNAUTHORIZED,
                    "send the token as 'Authorization: Bearer <token>'",
                );
                let scheme = HeaderValue::from_static("Bearer realm=\"readroom\"");
                answer.headers_mut().insert(WWW_AUTHENTICATE, scheme);
                Err(Box::new(answer))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a host name or address refers to this server, as the client reaches it.
    fn is_ours(&self, host: &str, local: IpAddr) -> bool {
        // An IPv4 address may appear mapped to IPv6.
        let local = local.to_canonical();
        let host = normalize_host(host);
        match host.parse::<IpAddr>() {
            Ok(address) if local.is_loopback() => {
                address.is_loopback() || self.names.contains(&host)
            }
            Ok(address) => address == local || self.names.contains(&host),
            Err(_) => (local.is_loopback() && host == "localhost") || self.names.contains(&host),
        }
    }
}

/// Returns whether an authority is a host alone, or with a port: neither a user, nor more after it.
fn is_host(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    port.is_some_and(|port| port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Normalizes a host name or address for comparison: lower case, without brackets or a final dot,
/// and with a canonical address.
fn normalize_host(host: &str) -> String {
    let host = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .trim_end_matches('.')
        .to_ascii_lowercase();
    host.parse::<IpAddr>().map_or(host, |address| address.to_canonical().to_string())
}

/// Returns the value of a header that occurs exactly once.
fn single_value(headers: &HeaderMap, name: hyper::header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}

/// Returns the bearer token of a request.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = single_value(headers, AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_ascii())
}

#[cfg(test)]
mod tests;
