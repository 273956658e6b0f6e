//! The server over HTTP: who may connect, and that clients cannot harm each other.

use super::bad_input::kill;
use super::client::{WHOLE, text};
use super::project::project;
use super::web::{Site, hello, parsed, received};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

const TOKEN: &str = "0123456789abcdefghij";

/// A call in the protocol version without sessions.
fn call(path: &str) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": { "name": "read", "arguments": { "path": path }, "_meta": meta },
    })
}

/// The headers of such a call.
const NEWER: [(&str, &str); 3] =
    [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "read")];

fn lives(site: &Site) {
    let answer = site.post(&NEWER, &call("src/abc.txt")).answer();
    assert_eq!(text(&answer["result"]), WHOLE);
}

#[test]
fn a_session_lasts_until_it_is_closed() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let session = site.session(&[]);
    let headers = [("Mcp-Session-Id", session.as_str())];
    let ask = |id: i64, path: &str| {
        let params = json!({ "name": "read", "arguments": { "path": path } });
        site.post(
            &headers,
            &json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }),
        )
    };
    assert_eq!(text(&ask(1, "src/abc.txt").answer()["result"]), WHOLE);
    assert_eq!(ask(2, "none").answer()["result"]["isError"], true);
    let ended = site.send("DELETE", "/mcp", &headers, b"");
    assert!(ended.status < 300, "{ended:?}");
    assert_eq!(ask(3, "src/abc.txt").status, 404);
    let unknown = [("Mcp-Session-Id", "nobody")];
    assert_eq!(
        site.post(&unknown, &json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })).status,
        404
    );
    assert_eq!(
        site.post(&[], &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).status,
        400
    );
    lives(&site);
}

#[test]
fn other_hosts_and_sites_are_refused() {
    let project = project();
    let site = Site::new(project.path(), &["--allow-host", "Proxy.example"]);
    let port = site.address.port();
    let status = |headers: &[(&str, &str)]| {
        site.post(&[headers, &NEWER].concat(), &call("src/abc.txt")).status
    };
    for host in [format!("127.0.0.1:{port}"), "localhost".into(), "proxy.example".into()] {
        assert_eq!(status(&[("Host", &host)]), 200, "{host}");
    }
    for host in ["example.com", "attacker.example:80", "127.0.0.1.example.com", "192.168.1.1"] {
        assert_eq!(status(&[("Host", host)]), 403, "{host}");
    }
    assert_eq!(status(&[("Host", "a b")]), 400);
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(status(&[("Origin", &own)]), 200);
    for origin in ["http://example.com", "https://127.0.0.1", "http://localhost:1", "null", "x"] {
        assert_eq!(status(&[("Origin", origin)]), 403, "{origin}");
    }
    // Browsers are never given permission for cross-origin requests.
    let asked = [("Origin", own.as_str()), ("Access-Control-Request-Method", "POST")];
    let preflight = site.send("OPTIONS", "/mcp", &asked, b"");
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (405, None));
    assert_eq!(site.send("POST", "/", &NEWER, call("a").to_string().as_bytes()).status, 404);
    lives(&site);
}

#[test]
fn a_token_is_asked_for_everywhere() {
    let project = project();
    let file = project.path().join("token");
    fs::write(&file, format!("{TOKEN}\n")).unwrap();
    let in_a_file = Site::new(project.path(), &["--token-file", file.to_str().unwrap()]);
    let in_the_environment = Site::with_token(project.path(), &[], Some(TOKEN));
    for site in [in_a_file, in_the_environment] {
        let status = |headers: &[(&str, &str)]| {
            site.post(&[headers, &NEWER].concat(), &call("src/abc.txt")).status
        };
        let bearer = format!("Bearer {TOKEN}");
        assert_eq!(status(&[("Authorization", &bearer)]), 200);
        for wrong in [
            format!("{bearer}x"),
            "Bearer 0123456789abcdefghik".into(),
            format!("Basic {TOKEN}"),
            TOKEN.into(),
        ] {
            assert_eq!(status(&[("Authorization", &wrong)]), 401, "{wrong}");
        }
        let refused = site.post(&NEWER, &call("src/abc.txt"));
        assert_eq!(
            (refused.status, refused.header("www-authenticate")),
            (401, Some("Bearer realm=\"readroom\""))
        );
        assert!(!refused.body.contains(TOKEN), "{refused:?}");
        for method in ["GET", "DELETE", "PUT"] {
            assert_eq!(site.send(method, "/mcp", &[], b"").status, 401, "{method}");
        }
        let session = site.session(&[("Authorization", &bearer)]);
        let stolen = [("Mcp-Session-Id", session.as_str())];
        assert_eq!(
            site.post(&stolen, &json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })).status,
            401
        );
    }
}

#[test]
fn other_machines_may_ask_with_a_token() {
    let project = project();
    let site = Site::with_token(project.path(), &["--http", "0.0.0.0:0"], Some(TOKEN));
    let bearer = format!("Bearer {TOKEN}");
    let host = format!("127.0.0.1:{}", site.address.port());
    let status = |headers: &[(&str, &str)]| {
        site.post(&[headers, &NEWER].concat(), &call("src/abc.txt")).status
    };
    assert_eq!(status(&[("Host", &host), ("Authorization", &bearer)]), 200);
    assert_eq!(status(&[("Host", &host)]), 401);
    assert_eq!(status(&[("Host", "example.com"), ("Authorization", &bearer)]), 403);
}

#[test]
fn messages_have_a_size_and_a_form() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    for (body, code) in [
        (&b"nonsense"[..], -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700),
        (b"[]", -32600),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":7}}",
            -32602,
        ),
    ] {
        let answer = site.send("POST", "/mcp", &[], body);
        assert_eq!(
            (answer.status, &answer.messages()[0]["error"]["code"]),
            (400, &json!(code)),
            "{answer:?}"
        );
    }
    let large = vec![b' '; (1 << 20) + 1];
    assert_eq!(site.send("POST", "/mcp", &[], &large).status, 413);
    // A false content length, and a body without one.
    let mut claims = site.connect();
    claims
        .write_all(
            format!("{}Content-Length: 99999999999\r\n\r\n", site.head("POST", "/mcp", &[]))
                .as_bytes(),
        )
        .unwrap();
    assert_eq!(received(claims).status, 413);
    let mut chunked = site.connect();
    let head = site.head("POST", "/mcp", &[("Transfer-Encoding", "chunked")]);
    chunked.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let chunk =
        [format!("{:x}\r\n", 1 << 16).into_bytes(), vec![b' '; 1 << 16], b"\r\n".to_vec()].concat();
    for _ in 0..20 {
        if chunked.write_all(&chunk).is_err() {
            break;
        }
    }
    assert_eq!(received(chunked).status, 413);
    let long = "x".repeat(100_000);
    let refused = site.send("POST", "/mcp", &[("X-Long", &long)], b"{}");
    assert!((400..500).contains(&refused.status), "{refused:?}");
    assert_eq!(site.post(&[("Content-Type", "text/plain")], &hello()).status, 415);
    assert_eq!(site.post(&[("Accept", "text/plain")], &hello()).status, 406);
    assert_eq!(site.send("PUT", "/mcp", &[], b"").status, 405);
    lives(&site);
}

#[test]
fn sessions_are_so_many() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let sessions: Vec<_> = (0..64).map(|_| site.session(&[])).collect();
    let full = site.post(&[], &hello());
    assert_eq!((full.status, full.header("retry-after")), (503, Some("10")), "{full:?}");
    lives(&site);
    site.send("DELETE", "/mcp", &[("Mcp-Session-Id", &sessions[7])], b"");
    site.session(&[]);
    assert_eq!(site.post(&[], &hello()).status, 503);
}

/// Idle and slow clients, and more of them than there are connections: all are disconnected, and
/// the clients that wait behind them are served.
#[test]
fn nobody_holds_a_connection_for_ever() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let mut slow: Vec<TcpStream> = (0..256).map(|_| site.connect()).collect();
    let head = site.head("POST", "/mcp", &NEWER);
    for (at, stream) in slow.iter_mut().enumerate() {
        match at % 3 {
            0 => {}
            1 => stream.write_all(&head.as_bytes()[..40]).unwrap(),
            _ => {
                stream.write_all(format!("{head}Content-Length: 10\r\n\r\n{{").as_bytes()).unwrap()
            }
        }
    }
    lives(&site);
    for (at, mut stream) in slow.into_iter().enumerate() {
        let mut answer = Vec::new();
        stream
            .read_to_end(&mut answer)
            .unwrap_or_else(|error| panic!("connection {at} stays: {error}"));
        if at % 3 == 2 {
            assert_eq!(parsed(&answer).status, 408);
        }
    }
}

/// There are no server events to listen to, so a client cannot hold connections that way.
#[test]
fn who_only_listens_is_sent_away() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let session = site.session(&[]);
    let headers = [("Mcp-Session-Id", session.as_str()), ("Accept", "text/event-stream")];
    for more in [&[][..], &[("Last-Event-ID", "0")]] {
        let refused = site.send("GET", "/mcp", &[&headers[..], more].concat(), b"");
        assert_eq!(
            (refused.status, refused.header("allow")),
            (405, Some("POST, DELETE")),
            "{refused:?}"
        );
    }
    lives(&site);
}

#[test]
fn many_are_served_at_once() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let session = site.session(&[]);
    thread::scope(|scope| {
        for number in 0..64 {
            let (site, session) = (&site, &session);
            scope.spawn(move || {
                let params = json!({ "name": "read", "arguments": { "path": "src/abc.txt", "start": number % 3 + 1 } });
                let request = json!({ "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params });
                let answer = site.post(&[("Mcp-Session-Id", session)], &request).answer();
                let first = format!("{}\t", number % 3 + 1);
                assert!(text(&answer["result"]).starts_with(&first) && answer["id"] == number, "{answer}");
            });
        }
    });
}

#[cfg(unix)]
#[test]
fn signals_end_it() {
    let project = project();
    for signal in ["TERM", "INT"] {
        let site = Site::new(project.path(), &[]);
        let session = site.session(&[]);
        // One client that was served and keeps its connection, and one that sends nothing.
        let mut served = site.connect();
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
        let headers = [("Mcp-Session-Id", session.as_str()), ("Connection", "keep-alive")];
        let head = site.head("POST", "/mcp", &headers);
        served
            .write_all(format!("{head}Content-Length: {}\r\n\r\n{ping}", ping.len()).as_bytes())
            .unwrap();
        let mut first = [0; 12];
        served.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        let _silent = site.connect();
        kill(site.id(), signal);
        let mut rest = Vec::new();
        served.read_to_end(&mut rest).unwrap();
        let ended = site.wait();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{signal}");
    }
}
