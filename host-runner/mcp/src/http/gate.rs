//! Who may talk to the server over HTTP.
//!
//! A page in a browser can reach servers on its own machine, under any name whose address it controls. So a request
//! names us by an address or name of ours in `Host`, and an `Origin`, which only browsers send, is our own.

use crate::error::Error;
use crate::http::response::{HttpResponse, plain};
use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderValue, ORIGIN, WWW_AUTHENTICATE};
use hyper::http::uri::Authority;
use hyper::{StatusCode, Uri};
use std::hint::black_box;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::{env, fs};

/// Where a token may be, beside a file.
const VARIABLE: &str = "READROOM_MCP_TOKEN";

/// The fewest characters of a token: one that can be guessed is none.
const FEWEST: usize = 16;

/// What is asked of every request.
pub(crate) struct Gate {
    token: Option<Token>,
    /// Further names of ours, as [`bare`] makes them.
    names: Vec<String>,
}

/// A secret that clients show. It is never on a command line, where every process can see it.
pub(crate) struct Token(String);

impl Token {
    /// The token in a file, or else in the environment, if there is one.
    pub(crate) fn find(file: Option<&Path>) -> Result<Option<Self>, Error> {
        let (text, place) = match file {
            Some(file) => {
                let text = fs::read_to_string(file).map_err(|error| {
                    Error::Configuration(format!(
                        "the token '{}' cannot be read: {error}",
                        file.display()
                    ))
                })?;
                (text, format!("in '{}'", file.display()))
            }
            None => match env::var(VARIABLE) {
                Ok(text) => (text, format!("in {VARIABLE}")),
                Err(env::VarError::NotPresent) => return Ok(None),
                Err(error) => {
                    return Err(Error::Configuration(format!("the token in {VARIABLE}: {error}")));
                }
            },
        };
        let text = text.trim_end_matches(['\r', '\n']);
        if text.len() < FEWEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::Configuration(format!(
                "the token {place} has to have at least {FEWEST} characters, of ASCII and without spaces"
            )));
        }
        Ok(Some(Self(text.into())))
    }

    /// Takes the same time wherever two tokens of one length differ.
    fn is(&self, shown: &[u8]) -> bool {
        let differences =
            self.0.bytes().zip(shown).fold(0, |all, (own, other)| black_box(all | (own ^ other)));
        self.0.len() == shown.len() && differences == 0
    }
}

impl Gate {
    /// Refuses to serve an address that other machines reach unless a token is asked for.
    pub(crate) fn new(
        address: SocketAddr,
        token: Option<Token>,
        names: &[String],
    ) -> Result<Self, Error> {
        if !address.ip().to_canonical().is_loopback() && token.is_none() {
            return Err(Error::Configuration(format!(
                "{address} can be reached from other machines: give a token by --token-file or {VARIABLE}, or serve \
                 127.0.0.1"
            )));
        }
        let names = names.iter().map(|name| {
            let bare = bare(name);
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            match bare.parse::<IpAddr>().is_ok() || (!bare.is_empty() && bare.bytes().all(is_name)) {
                true => Ok(bare),
                false => Err(Error::Configuration(format!(
                    "'{name}' of --allow-host is not a host: give a name or an address alone, such as mcp.example.com, \
                     without a scheme or port"
                ))),
            }
        });
        Ok(Self { token, names: names.collect::<Result<_, _>>()? })
    }

    /// Says why a request that came to this address of ours is not served.
    pub(crate) fn check(
        &self,
        uri: &Uri,
        headers: &HeaderMap,
        local: SocketAddr,
    ) -> Result<(), Box<HttpResponse>> {
        let refused = |status, what| Err(Box::new(plain(status, what)));
        let host = one(headers, HOST).and_then(|host| Authority::try_from(host).ok());
        let Some(host) = host.filter(|host| uri.authority().is_none_or(|asked| asked == host))
        else {
            return refused(StatusCode::BAD_REQUEST, "the request needs one header 'Host'");
        };
        if !self.is_ours(host.host(), local.ip()) {
            return refused(
                StatusCode::FORBIDDEN,
                "the header 'Host' names another server; see --allow-host",
            );
        }
        if headers.contains_key(ORIGIN) {
            let origin = one(headers, ORIGIN).and_then(|origin| origin.split_once("://"));
            // Behind a proxy that speaks TLS, we do not know the scheme.
            let own = origin.is_some_and(|(scheme, origin)| {
                matches!(scheme, "http" | "https") && origin.eq_ignore_ascii_case(host.as_str())
            });
            if !own {
                return refused(StatusCode::FORBIDDEN, "the header 'Origin' names another site");
            }
        }
        match &self.token {
            Some(token) if !shown(headers).is_some_and(|shown| token.is(shown.as_bytes())) => {
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

    /// Whether a host is this machine as the client sees it.
    fn is_ours(&self, host: &str, local: IpAddr) -> bool {
        // An address of the older kind may come as one of the newer.
        let local = local.to_canonical();
        let host = bare(host);
        match host.parse::<IpAddr>() {
            Ok(address) if local.is_loopback() => {
                address.is_loopback() || self.names.contains(&host)
            }
            Ok(address) => address == local || self.names.contains(&host),
            Err(_) => (local.is_loopback() && host == "localhost") || self.names.contains(&host),
        }
    }
}

/// A name or address as it is compared: in lower case, without brackets and a last dot, and spelled in one way.
fn bare(host: &str) -> String {
    let host = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .trim_end_matches('.')
        .to_ascii_lowercase();
    host.parse::<IpAddr>().map_or(host, |address| address.to_canonical().to_string())
}

/// The value of a header that is there once.
fn one(headers: &HeaderMap, name: hyper::header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}

/// The token that a request shows.
fn shown(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = one(headers, AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::{Gate, Token};
    use hyper::header::HeaderMap;
    use hyper::{StatusCode, Uri};

    fn headers(headers: &[(&'static str, &str)]) -> HeaderMap {
        headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    fn status(gate: &Gate, local: &str, given: &[(&'static str, &str)]) -> Option<StatusCode> {
        let checked =
            gate.check(&Uri::from_static("/mcp"), &headers(given), local.parse().unwrap());
        checked.err().map(|answer| answer.status())
    }

    fn gate(address: &str, token: Option<&str>, names: &[&str]) -> Gate {
        let names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
        let gate =
            Gate::new(address.parse().unwrap(), token.map(|token| Token(token.into())), &names);
        gate.ok().unwrap()
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let local = gate("127.0.0.1:80", None, &["Box.example"]);
        for host in
            ["127.0.0.1:80", "127.0.0.1", "localhost:80", "LOCALHOST.", "[::1]:80", "box.example:7"]
        {
            assert_eq!(status(&local, "127.0.0.1:80", &[("host", host)]), None, "{host}");
        }
        for host in [
            "example.com",
            "127.0.0.1.example.com",
            "10.0.0.1",
            "localhost.example.com",
            "user@localhost.a",
        ] {
            assert_eq!(
                status(&local, "127.0.0.1:80", &[("host", host)]),
                Some(StatusCode::FORBIDDEN),
                "{host}"
            );
        }
        assert_eq!(status(&local, "127.0.0.1:80", &[]), Some(StatusCode::BAD_REQUEST));
        let twice = [("host", "localhost"), ("host", "example.com")];
        assert_eq!(status(&local, "127.0.0.1:80", &twice), Some(StatusCode::BAD_REQUEST));
    }

    #[test]
    fn names_match_however_they_are_spelled() {
        let local = gate("127.0.0.1:80", None, &["Box.Example.", "[2001:DB8:0::1]", "192.0.2.7"]);
        for host in [
            "box.example",
            "BOX.example.:80",
            "[2001:db8::1]:80",
            "192.0.2.7",
            "[::ffff:192.0.2.7]",
        ] {
            assert_eq!(status(&local, "127.0.0.1:80", &[("host", host)]), None, "{host}");
        }
        for name in [
            "",
            ".",
            "box:80",
            "https://box",
            "box/mcp",
            "[::1]:80",
            "*.example",
            "b ox",
            "bücher.example",
        ] {
            assert!(
                Gate::new("127.0.0.1:80".parse().unwrap(), None, &[name.into()]).is_err(),
                "{name}"
            );
        }
    }

    #[test]
    fn one_socket_may_serve_both_kinds_of_addresses() {
        let token = ("authorization", "Bearer 0123456789abcdef");
        let both = gate("[::]:80", Some("0123456789abcdef"), &[]);
        for host in ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"] {
            assert_eq!(
                status(&both, "[::ffff:127.0.0.1]:80", &[("host", host), token]),
                None,
                "{host}"
            );
        }
        assert_eq!(status(&both, "[::ffff:10.0.0.1]:80", &[("host", "10.0.0.1"), token]), None);
        let outside = status(&both, "[::ffff:10.0.0.1]:80", &[("host", "localhost"), token]);
        assert_eq!(outside, Some(StatusCode::FORBIDDEN));
        assert!(Gate::new("[::ffff:127.0.0.1]:80".parse().unwrap(), None, &[]).is_ok());
    }

    #[test]
    fn an_origin_is_our_own_or_refused() {
        let local = gate("127.0.0.1:80", None, &[]);
        let with = |origin| {
            status(&local, "127.0.0.1:80", &[("host", "localhost:80"), ("origin", origin)])
        };
        assert_eq!(with("http://localhost:80"), None);
        for origin in
            ["http://localhost:81", "http://example.com", "null", "", "file://localhost:80"]
        {
            assert_eq!(with(origin), Some(StatusCode::FORBIDDEN), "{origin}");
        }
    }

    #[test]
    fn other_machines_need_a_token_and_our_address() {
        assert!(Gate::new("0.0.0.0:80".parse().unwrap(), None, &[]).is_err());
        assert!(Gate::new("[::]:80".parse().unwrap(), None, &[]).is_err());
        let open = gate("0.0.0.0:80", Some("0123456789abcdef"), &[]);
        let token = ("authorization", "Bearer 0123456789abcdef");
        assert_eq!(status(&open, "10.0.0.1:80", &[("host", "10.0.0.1:80"), token]), None);
        assert_eq!(
            status(&open, "10.0.0.1:80", &[("host", "localhost"), token]),
            Some(StatusCode::FORBIDDEN)
        );
        assert_eq!(
            status(&open, "10.0.0.1:80", &[("host", "10.0.0.1")]),
            Some(StatusCode::UNAUTHORIZED)
        );
    }

    #[test]
    fn a_token_is_shown_whole() {
        let local = gate("127.0.0.1:80", Some("0123456789abcdef"), &[]);
        let with = |shown| {
            status(&local, "127.0.0.1:80", &[("host", "localhost"), ("authorization", shown)])
        };
        assert_eq!(with("Bearer 0123456789abcdef"), None);
        assert_eq!(with("bearer  0123456789abcdef"), None);
        for shown in [
            "",
            "Bearer",
            "Bearer 0123456789abcde",
            "Bearer 0123456789abcdeff",
            "Basic 0123456789abcdef",
        ] {
            assert_eq!(with(shown), Some(StatusCode::UNAUTHORIZED), "{shown}");
        }
    }
}
