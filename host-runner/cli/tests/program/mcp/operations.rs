//! The operator's side of the server over HTTP: probes, metrics, the log, and its shutdown.

#[cfg(unix)]
use super::bad_input::kill;
use super::calls::{ONE_CALL, patient, short, with_endless};
use super::client::{WHOLE, code, program, text};
use super::project::{project, uri};
use super::web::{Answer, Site, events, hello, next_response, received};
use readroom_testing::wait::wait_for;
use serde_json::{Value, json};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const TOKEN: &str = "0123456789abcdefghij";

fn call(params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
}

/// Returns a call that does not end by itself.
fn endless_call() -> Value {
    call(json!({ "name": "read", "arguments": { "path": "endless.txt", "start": 1_000_000 } }))
}

/// Sends a message, and returns the connection without waiting for the response.
fn sent(site: &Site, message: &Value) -> TcpStream {
    let (mut stream, message) = (site.connect(), message.to_string());
    let head = site.head("POST", "/mcp", &[("Connection", "keep-alive")]);
    let request = format!("{head}Content-Length: {}\r\n\r\n{message}", message.len());
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// Repeats a request until its answer is as expected, and returns it.
fn until<T>(mut ask: impl FnMut() -> T, expected: impl Fn(&T) -> bool) -> T {
    wait_for("the expected answer", || Some(ask()).filter(&expected))
}

fn metric(page: &str, sample: &str) -> Option<u64> {
    page.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' '))?.parse().ok()
}

fn probe(site: &Site, path: &str) -> (u16, String) {
    let answer = site.get(path);
    (answer.status, answer.body)
}

#[test]
fn probes_need_neither_a_token_nor_our_name_and_say_one_word() {
    let project = project();
    let site = Site::with_token(project.path(), &["--http", "0.0.0.0:0"], Some(TOKEN));
    for path in ["/healthz", "/readyz"] {
        let host = [("Host", "10.244.1.17:8000")];
        let answer = site.send("GET", path, &host, b"");
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok"), "{path}");
        assert_eq!(site.send("HEAD", path, &host, b"").status, 200);
        let mut oldest = site.connect();
        oldest.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).unwrap();
        assert_eq!(received(oldest).status, 200);
        let refused = site.send("POST", path, &[], b"{}");
        assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")));
        assert_eq!(refused.body, "");
    }
    for path in ["/metrics", "/mcp", "/", "/healthz/", "/healthz/x", "/readyz.txt"] {
        assert_eq!(site.get(path).status, 403, "{path}");
    }
}

/// Waits until a message is refused because too many wait, and cancels those before it.
fn refused_as_too_many(site: &Site) -> Answer {
    // On a busy machine a refusal takes longer.
    let (mut patience, longest) = (Duration::from_millis(100), Duration::from_secs(5));
    wait_for("a refusal", || {
        patience = longest.min(2 * patience);
        let mut stream = sent(site, &hello());
        stream.set_read_timeout(Some(patience)).unwrap();
        match stream.peek(&mut [0; 1]) {
            Ok(_) => Some(next_response(&mut stream)),
            Err(error) => {
                let waits = [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind());
                assert!(waits, "{error}");
                None
            }
        }
    })
}

/// 256 are served, and 240 more wait.
#[cfg(target_os = "linux")]
#[test]
fn a_server_that_can_take_no_call_is_alive_and_not_ready() {
    super::http::allow_many_descriptors();
    let project = with_endless();
    let site = Site::new(project.path(), &patient(&["--limit", "concurrency=1"]));
    let mut calls: Vec<_> = (0..256).map(|_| sent(&site, &endless_call())).collect();
    until(|| probe(&site, "/readyz"), |probe| *probe == (503, "busy".into()));
    assert_eq!(probe(&site, "/healthz"), (200, "ok".into()));
    let page = site.get("/metrics").body;
    let value = |name| metric(&page, name);
    assert_eq!(value("readroom_calls_running"), Some(1), "{page}");
    assert!(value("readroom_http_connections").unwrap() >= 256, "{page}");
    calls.extend((0..240).map(|_| sent(&site, &endless_call())));
    let refused = refused_as_too_many(&site);
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")), "{refused:?}");
    assert_eq!(probe(&site, "/healthz"), (200, "ok".into()));
    drop(calls);
    until(|| probe(&site, "/readyz"), |probe| *probe == (200, "ok".into()));
    assert_eq!(text(&site.post(&[], &call(short())).answer()["result"]), WHOLE);
}

#[test]
fn metrics_count_calls_and_requests() {
    let project = project();
    let arguments = ["--tool", "readroom", "--tool", "pi@0"];
    let site = Site::with_token(project.path(), &arguments, Some(TOKEN));
    let bearer = format!("Bearer {TOKEN}");
    let token = [("Authorization", bearer.as_str())];
    assert_eq!(site.get("/metrics").status, 401);
    let foreign = [token[0], ("Host", "example.com")];
    assert_eq!(site.send("GET", "/metrics", &foreign, b"").status, 403);
    let ask = |method: &str, params: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        site.post(&token, &message)
    };
    let read = |name: &str, path: &str| {
        ask("tools/call", json!({ "name": name, "arguments": { "path": path } })).answer()
    };
    read("readroom_read", "src/abc.txt");
    read("readroom_read", "src/abc.txt");
    read("readroom_read", "nothing");
    read("pi_read", "src/abc.txt");
    read("a_tool_that_is_not_there", "src/abc.txt");
    ask("resources/read", json!({ "uri": uri(project.path(), "/README.md") }));
    let refused = site.send("POST", "/metrics", &token, b"");
    assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")));
    let answer = site.send("GET", "/metrics", &token, b"");
    let kind = answer.header("content-type");
    assert_eq!((answer.status, kind), (200, Some("text/plain; version=0.0.4; charset=utf-8")));
    let page = &answer.body;
    let version = env!("CARGO_PKG_VERSION");
    for (sample, expected) in [
        (format!("readroom_build_info{{version=\"{version}\"}}").as_str(), 1),
        ("readroom_calls_total{tool=\"readroom@0.4:read\",outcome=\"answered\"}", 2),
        ("readroom_calls_total{tool=\"readroom@0.4:read\",outcome=\"refused\"}", 1),
        ("readroom_calls_total{tool=\"readroom@0.4:read\",outcome=\"busy\"}", 0),
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"answered\"}", 1),
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"failed\"}", 0),
        ("readroom_calls_running", 0),
        ("readroom_calls_waiting", 0),
        ("readroom_draining", 0),
        ("readroom_http_requests_total{path=\"/metrics\",code=\"401\",outcome=\"refused\"}", 1),
        ("readroom_http_requests_total{path=\"/metrics\",code=\"403\",outcome=\"refused\"}", 1),
        // Six requests.
        ("readroom_http_requests_total{path=\"/mcp\",code=\"200\",outcome=\"answered\"}", 6),
    ] {
        assert_eq!(metric(page, sample), Some(expected), "{sample}\n{page}");
    }
    let resources = "readroom_calls_total{tool=\"resources\",outcome=\"answered\"}";
    assert!(metric(page, resources).unwrap() >= 1, "{page}");
    let count = metric(page, "readroom_call_duration_seconds_count").unwrap();
    assert!(count >= 5 && metric(page, "readroom_read_bytes_total").unwrap() > 0, "{page}");
    assert!(!page.contains("a_tool_that_is_not_there"), "{page}");
}

#[test]
fn a_call_that_is_refused_as_busy_is_counted_as_that() {
    let project = with_endless();
    let site = Site::new(project.path(), &patient(&ONE_CALL));
    let running = sent(&site, &endless_call());
    let page = || site.get("/metrics").body;
    until(page, |page| metric(page, "readroom_calls_running") == Some(1));
    let refused = site.post(&[], &call(short())).answer();
    assert_eq!(code(&refused["result"]), Some("busy"), "{refused}");
    let busy = "readroom_calls_total{tool=\"readroom@0.4:read\",outcome=\"busy\"}";
    assert_eq!(metric(&page(), busy), Some(1));
    assert!(metric(&page(), "readroom_memory_reserved_bytes").unwrap() > 0);
    drop(running);
    let gone = "readroom_http_requests_total{path=\"/mcp\",code=\"\",outcome=\"disconnected\"}";
    until(page, |page| metric(page, gone) == Some(1));
    until(page, |page| metric(page, "readroom_calls_running") == Some(0));
}

/// Returns the requests in a log once there are as many, with their ids removed after a check.
fn requests(log: &std::path::Path, number: usize) -> Vec<Value> {
    let of_requests = || {
        let requests = events(log).into_iter().filter(|event| event["event"] == "request");
        requests.collect::<Vec<_>>()
    };
    until(of_requests, |requests| requests.len() >= number)
}

#[test]
#[cfg_attr(windows, ignore = "no name has a line feed there")]
fn the_log_has_a_line_for_each_request_and_none_that_a_client_made_up() {
    let project = project();
    fs::write(project.path().join("x\n{\"event\":\"forged\"}"), "secret content\n").unwrap();
    let log = project.path().join("log");
    let site = Site::logging(project.path(), &[], Some(TOKEN), &log);
    let bearer = format!("Bearer {TOKEN}");
    let token = [("Authorization", bearer.as_str())];
    site.post(&token, &hello());
    site.post(&token, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let headers = [token[0], ("X-Request-Id", "from-the-proxy")];
    let read = |path: &str| {
        let params = json!({ "name": "read", "arguments": { "path": path } });
        site.post(&headers, &call(params))
    };
    let answer = read("x\n{\"event\":\"forged\"}");
    assert_eq!(text(&answer.answer()["result"]), "1\tsecret content\n");
    assert_eq!(answer.header("x-request-id"), Some("from-the-proxy"));
    read("nothing\n{\"event\":\"forged\"}");
    let unknown = json!({ "jsonrpc": "2.0", "id": 1, "method": "a\n{\"event\":\"forged\"}" });
    let forged = [token[0], ("X-Request-Id", "{\"event\":\"forged\"}")];
    let given = site.post(&forged, &unknown).header("x-request-id").map(String::from).unwrap();
    let wrong = [("Authorization", "Bearer not-the-token-at-all")];
    assert_eq!(site.post(&wrong, &unknown).status, 401);
    assert_eq!(site.get("/nothing\u{7f}{\"event\":\"forged\"}").status, 400);
    assert_eq!(site.send("GET", "/nothing", &token, b"").status, 404);
    // Probes that are answered are not logged.
    site.get("/healthz");
    assert_eq!(site.send("GET", "/metrics", &token, b"").status, 200);
    let requests = requests(&log, 7);
    assert_eq!(requests.len(), 7, "{requests:?}");
    let fields = |number: usize, names: &[&str]| {
        names.iter().map(|name| requests[number][name].clone()).collect::<Vec<_>>()
    };
    let names = ["http_method", "path", "method", "status", "outcome", "tool"];
    let (null, tool) = (Value::Null, "readroom@0.4:read");
    let posted = |method: &str, status: u16, outcome: &str| {
        vec![json!("POST"), json!("/mcp"), json!(method), json!(status), json!(outcome)]
    };
    let called = |outcome| [posted("tools/call", 200, outcome), vec![json!(tool)]];
    let not_called = |begin: Vec<Value>| [begin, vec![null.clone()]].concat();
    assert_eq!(fields(0, &names), not_called(posted("initialize", 200, "answered")));
    assert_eq!(fields(1, &names), not_called(posted("notification", 202, "answered")));
    assert_eq!(fields(2, &names), called("answered").concat());
    assert_eq!(fields(3, &names), called("refused").concat());
    assert_eq!(fields(4, &names), not_called(posted("other", 200, "answered")));
    assert_eq!(
        fields(5, &["method", "status", "outcome"]),
        [null.clone(), 401.into(), "refused".into()]
    );
    assert_eq!(fields(6, &["path", "status"]), [json!("other"), json!(404)]);
    assert_eq!(fields(2, &["request_id", "read_bytes"]), [json!("from-the-proxy"), json!(15)]);
    assert_eq!(fields(4, &["request_id"]), [json!(given)]);
    assert!(given.chars().all(|any| any.is_ascii_alphanumeric() || any == '-'), "{given}");
    for request in &requests {
        assert_eq!((&request["level"], &request["client"]), (&json!("info"), &json!("127.0.0.1")));
        assert!(request["duration_ms"].as_f64().unwrap() > 0.0, "{request}");
    }
    assert!(requests[2]["bytes"].as_u64().unwrap() as usize >= "secret content".len());
    let all = fs::read_to_string(&log).unwrap();
    for secret in [TOKEN, "secret content", "not-the-token", "forged"] {
        assert!(!all.contains(secret), "{secret}: {all}");
    }
    let events: Vec<_> = events(&log).into_iter().map(|event| event["event"].clone()).collect();
    assert_eq!(events[..2], ["start", "listening"]);
}

#[test]
fn standard_error_has_only_lines_of_the_log() {
    let project = project();
    let root = project.path().to_str().unwrap();
    let wrong = ["mcp", "--root", root, "--http", "127.0.0.1:0", "--tool", "a\nb\u{1b}"];
    let output = program().args(wrong).args(["--log", "json"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "{stderr}");
    let event: Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!((&event["event"], &event["level"]), (&json!("error"), &json!("error")));
    assert!(event["message"].as_str().unwrap().contains("there is no tool"), "{event}");
}

#[cfg(unix)]
#[test]
fn while_it_drains_it_serves_and_a_second_signal_ends_it() {
    let project = project();
    for signal in ["TERM", "INT"] {
        let log = project.path().join("log");
        let site = Site::logging(project.path(), &["--drain-delay", "60min"], None, &log);
        let mut kept = sent(&site, &call(short()));
        let first = next_response(&mut kept);
        assert_eq!((first.status, first.header("connection")), (200, None));
        assert_eq!(probe(&site, "/readyz"), (200, "ok".into()));
        kill(site.id(), signal);
        until(|| probe(&site, "/readyz"), |probe| *probe == (503, "draining".into()));
        let page = site.get("/metrics").body;
        assert_eq!(metric(&page, "readroom_draining"), Some(1), "{page}");
        // New connections and old ones are served, once more each.
        let mut new = sent(&site, &call(short()));
        let again = site.head("POST", "/mcp", &[("Connection", "keep-alive")]);
        let message = call(short()).to_string();
        let request = format!("{again}Content-Length: {}\r\n\r\n{message}", message.len());
        kept.write_all(request.as_bytes()).unwrap();
        for stream in [&mut new, &mut kept] {
            let answer = next_response(stream);
            assert_eq!(text(&answer.answer()["result"]), WHOLE);
            assert_eq!(answer.header("connection"), Some("close"), "{answer:?}");
            assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0, "it stays open");
        }
        let alive = site.get("/healthz");
        assert_eq!((alive.status, alive.header("connection")), (200, Some("close")));
        kill(site.id(), signal);
        assert_eq!(site.wait().code, Some(0), "{signal}");
        let events = events(&log);
        let named = |name: &str| events.iter().find(|event| event["event"] == name).unwrap();
        assert_eq!(named("drain_begin")["delay_ms"], 3_600_000);
        assert_eq!(named("drain_end")["result"], "forced");
        // A probe with that answer is not a failed request.
        let failed = events.iter().find(|event| event["level"] == "error");
        assert!(failed.is_none() && !page.contains("failed\"} 1"), "{failed:?} {page}");
    }
}

#[cfg(unix)]
#[test]
fn a_call_that_runs_at_a_signal_is_answered_before_the_end() {
    let project = with_endless();
    let log = project.path().join("log");
    let arguments = patient(&["--drain-timeout", "60min", "--limit", "concurrency=1"]);
    let site = Site::logging(project.path(), &arguments, None, &log);
    let running = sent(&site, &endless_call());
    let page = || site.get("/metrics").body;
    until(page, |page| metric(page, "readroom_calls_running") == Some(1));
    let mut waiting = sent(&site, &call(short()));
    until(page, |page| metric(page, "readroom_calls_waiting") == Some(1));
    let idle = site.connect();
    kill(site.id(), "TERM");
    // It accepts nothing more.
    let connected = || TcpStream::connect(site.address).is_ok();
    until(connected, |connected| !connected);
    drop(running);
    let answer = next_response(&mut waiting);
    assert_eq!(text(&answer.answer()["result"]), WHOLE);
    assert_eq!(answer.header("connection"), Some("close"));
    assert_eq!(site.wait().code, Some(0));
    drop(idle);
    let events = events(&log);
    let last = events.last().unwrap();
    assert_eq!((&last["event"], &last["result"]), (&json!("drain_end"), &json!("drained")));
}

#[cfg(unix)]
#[test]
fn calls_that_take_longer_than_they_may_are_cancelled_at_the_end() {
    let project = with_endless();
    let log = project.path().join("log");
    let arguments = patient(&["--drain-delay", "1ms", "--drain-timeout", "1ms"]);
    let site = Site::logging(project.path(), &arguments, None, &log);
    let mut running = sent(&site, &endless_call());
    let page = || site.get("/metrics").body;
    until(page, |page| metric(page, "readroom_calls_running") == Some(1));
    kill(site.id(), "TERM");
    assert_eq!(site.wait().code, Some(0));
    // It gets an answer, or is at least disconnected.
    let mut rest = Vec::new();
    let _ = running.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    let events = events(&log);
    let last = events.last().unwrap();
    assert_eq!((&last["level"], &last["result"]), (&json!("warn"), &json!("timeout")), "{last}");
}
