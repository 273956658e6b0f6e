//! The server over HTTP: who may connect, and that clients cannot harm each other.

#[cfg(unix)]
use super::bad_input::kill;
use super::client::{WHOLE, text};
use super::project::project;
use super::web::{Site, hello, next_response, parsed, received};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
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
fn a_blank_body_is_refused() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    for body in ["", " \n", "\u{feff}\n"] {
        assert_eq!(site.send("POST", "/mcp", &NEWER, body.as_bytes()).status, 400, "{body:?}");
    }
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
    for host in [format!("127.0.0.1:{port}.example"), format!("a@127.0.0.1:{port}")] {
        assert_eq!(status(&[("Host", &host)]), 403, "{host}");
    }
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
fn a_token_is_required_everywhere() {
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
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\
             \"name\":\"read\",\"arguments\":{\"path\":\".env\",\"path\":\"src/abc.txt\"}}}",
            -32600,
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

/// The test has all these descriptors itself.
#[cfg(target_os = "linux")]
pub fn allow_many_descriptors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
}

/// Anyone can connect. If there is a token, only clients have it.
#[cfg(target_os = "linux")]
#[test]
fn connections_without_a_request_keep_no_client_out() {
    allow_many_descriptors();
    for token in [Some(TOKEN), None] {
        keep_no_client_out(token);
    }
}

#[cfg(target_os = "linux")]
fn keep_no_client_out(token: Option<&str>) {
    let project = project();
    let site = Site::with_token(project.path(), &[], token);
    let bearer = format!("Bearer {TOKEN}");
    let headers = [&[("Authorization", bearer.as_str())], &NEWER[..]].concat();
    let ask = || {
        let answer = site.post(&headers, &call("src/abc.txt")).answer();
        assert_eq!(text(&answer["result"]), WHOLE);
    };
    let head = site.head("POST", "/mcp", &NEWER);
    let silent = |at: usize| {
        let mut stream = site.connect();
        // It may be closed already.
        let _ = match at % 4 {
            0 => Ok(()),
            1 => stream.write_all(&head.as_bytes()[..40]),
            _ => stream.write_all(format!("{head}Content-Length: 10\r\n\r\n{{").as_bytes()),
        };
        stream
    };
    // A client that keeps its connection.
    let body = call("src/abc.txt").to_string();
    let kept_headers = [&headers[..], &[("Connection", "keep-alive")]].concat();
    let kept_head = site.head("POST", "/mcp", &kept_headers);
    let mut kept = site.connect();
    let mut ask_again = || {
        let request = format!("{kept_head}Content-Length: {}\r\n\r\n{body}", body.len());
        kept.write_all(request.as_bytes()).unwrap();
        assert_eq!(text(&next_response(&mut kept).answer()["result"]), WHOLE);
    };
    ask_again();
    let held: Vec<_> = (0..600).map(silent).collect();
    (0..20).for_each(|_| ask());
    // Connections that have shown no token are closed before those that have.
    if token.is_some() {
        ask_again();
    }
    // As if all of them reconnected whenever they are closed.
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                (0..).take_while(|_| !done.load(Ordering::Relaxed)).for_each(|at| {
                    drop(silent(at));
                })
            });
        }
        for _ in 0..50 {
            ask();
        }
        done.store(true, Ordering::Relaxed);
    });
    drop(held);
}

/// Idle and slow clients are disconnected in time, and others are served meanwhile.
#[test]
fn no_client_holds_a_connection_forever() {
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
fn a_client_that_only_listens_is_refused() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let headers = [("Accept", "text/event-stream")];
    for more in [&[][..], &[("Last-Event-ID", "0")]] {
        let refused = site.send("GET", "/mcp", &[&headers[..], more].concat(), b"");
        assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")), "{refused:?}");
    }
    lives(&site);
}

#[cfg(unix)]
#[test]
fn signals_end_it() {
    let project = project();
    for signal in ["TERM", "INT"] {
        let site = Site::new(project.path(), &[]);
        // One client that was served and keeps its connection, and one that sends nothing.
        let mut served = site.connect();
        let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
        let head = site.head("POST", "/mcp", &[("Connection", "keep-alive")]);
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
