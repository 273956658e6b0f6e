use super::{Gate, Token};
use hyper::header::HeaderMap;
use hyper::{StatusCode, Uri};

fn headers(headers: &[(&'static str, &str)]) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(*name, value.parse().unwrap());
    }
    map
}

fn status(gate: &Gate, local: &str, given: &[(&'static str, &str)]) -> Option<StatusCode> {
    let checked = gate.check(&Uri::from_static("/mcp"), &headers(given), local.parse().unwrap());
    checked.err().map(|answer| answer.status())
}

fn gate(address: &str, token: Option<&str>, names: &[&str]) -> Gate {
    let names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
    let gate = Gate::new(address.parse().unwrap(), token.map(|token| Token(token.into())), &names);
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
        "user@127.0.0.1:80",
        "127.0.0.1@127.0.0.1",
        "localhost@localhost:80",
        "127.0.0.1:80.example",
        "localhost:example",
        "[::1]:80a",
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
fn ambiguous_headers_are_refused() {
    let local = gate("127.0.0.1:80", None, &[]);
    let with = |more: &[(&'static str, &str)]| {
        status(&local, "127.0.0.1:80", &[&[("host", "localhost")], more].concat())
    };
    for name in super::SINGLE {
        assert_eq!(with(&[(name, "a")]), None, "{name}");
        assert_eq!(with(&[(name, "a"), (name, "a")]), Some(StatusCode::BAD_REQUEST), "{name}");
    }
    assert_eq!(with(&[("accept", "a"), ("accept", "b")]), None);
    for coding in ["chunked", "Chunked"] {
        assert_eq!(with(&[("transfer-encoding", coding)]), None, "{coding}");
    }
    for coding in ["chunked,chunked", "gzip, chunked", "identity", "chunked ", "", "x"] {
        let status = with(&[("transfer-encoding", coding)]);
        assert_eq!(status, Some(StatusCode::BAD_REQUEST), "{coding}");
    }
    let twice = [("transfer-encoding", "gzip"), ("transfer-encoding", "chunked")];
    assert_eq!(with(&twice), Some(StatusCode::BAD_REQUEST));
}

#[test]
fn names_match_in_any_spelling() {
    let local = gate("127.0.0.1:80", None, &["Box.Example.", "[2001:DB8:0::1]", "192.0.2.7"]);
    for host in
        ["box.example", "BOX.example.:80", "[2001:db8::1]:80", "192.0.2.7", "[::ffff:192.0.2.7]"]
    {
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
    let with =
        |origin| status(&local, "127.0.0.1:80", &[("host", "localhost:80"), ("origin", origin)]);
    assert_eq!(with("http://localhost:80"), None);
    for origin in ["http://localhost:81", "http://example.com", "null", "", "file://localhost:80"] {
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
    let with =
        |shown| status(&local, "127.0.0.1:80", &[("host", "localhost"), ("authorization", shown)]);
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
