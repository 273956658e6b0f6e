//! Spans of reads, as a collector of OpenTelemetry receives them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use readroom_testing::wait::MAX_TIME;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use tempfile::TempDir;

/// What a collector received: the first line and the headers, in lower case, and the body.
struct Export {
    head: String,
    body: Vec<u8>,
}

/// A collector on this machine, which answers every export with this status.
fn collector(status: &'static str) -> (SocketAddr, Receiver<Export>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, exports) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            while let Some(export) = received(&mut stream) {
                // A program may end as soon as it is answered.
                if sender.send(export).is_err() {
                    return;
                }
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                stream.get_mut().write_all(answer.as_bytes()).unwrap();
            }
        }
    });
    (address, exports)
}

/// Returns the next request on a connection. `None` if it is closed.
fn received(stream: &mut BufReader<TcpStream>) -> Option<Export> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    Some(Export { head, body })
}

fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("a.txt"), "one\ntwo\n").unwrap();
    project
}

/// Reads a file with the program.
fn read(project: &TempDir, path: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("OTEL_")) {
        command.env_remove(name);
    }
    command.arg("call").arg("--root").arg(project.path()).arg("pi@0");
    command.arg(json!({ "path": path }).to_string()).envs(variables.iter().copied());
    command.output().unwrap()
}

/// Returns attributes in the JSON of OTLP as an object.
fn attributes(of: &Value) -> BTreeMap<String, Value> {
    let attributes = of["attributes"].as_array().unwrap().iter();
    let value = |attribute: &Value| {
        let value = attribute["value"].as_object().unwrap();
        // The JSON of Protocol Buffers has 64-bit integers as text.
        value.values().next().unwrap().clone()
    };
    attributes.map(|given| (given["key"].as_str().unwrap().into(), value(given))).collect()
}

#[test]
fn the_span_of_a_read_reaches_a_collector() {
    let project = project();
    let (address, exports) = collector("200 OK");
    let endpoint = format!("http://{address}");
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=seven"),
    ];
    let output = read(&project, "a.txt", &variables);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let export = exports.recv_timeout(MAX_TIME).unwrap();
    assert!(export.head.starts_with("post /v1/traces http/1.1\r\n"), "{}", export.head);
    for header in ["content-type: application/json", "x-tenant: seven"] {
        assert!(export.head.contains(header), "{}", export.head);
    }
    let body: Value = serde_json::from_slice(&export.body).unwrap();
    let resource = attributes(&body["resourceSpans"][0]["resource"]);
    assert_eq!(resource["service.name"], "readroom");
    assert_eq!(resource["service.version"], env!("CARGO_PKG_VERSION"));
    let spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
    assert_eq!((spans.len(), &spans[0]["name"]), (1, &json!("read")), "{body}");
    let time = |name: &str| spans[0][name].as_str().unwrap().parse::<u64>().unwrap();
    assert!(time("startTimeUnixNano") <= time("endTimeUnixNano"));
    let span = attributes(&spans[0]);
    let file = project.path().canonicalize().unwrap().join("a.txt");
    for (name, expected) in [
        ("tool", "pi@0"),
        ("outcome", "answered"),
        ("path", file.to_str().unwrap()),
        ("real", file.to_str().unwrap()),
        ("lines", "3"),
        ("read_bytes", "8"),
    ] {
        let value = &span[name];
        let text = value.as_str().map_or_else(|| value.to_string(), Into::into);
        assert_eq!(text, expected, "{name}: {span:?}");
    }
    let names: Vec<_> = span.keys().map(String::as_str).collect();
    let fields = ["bytes", "host_calls", "lines", "memory", "outcome", "path", "read_bytes"];
    assert_eq!(names, [&fields[..], &["real", "tool"]].concat());
    let all = String::from_utf8(export.body).unwrap();
    assert!(!all.contains("one"), "it has the content of the file: {all}");
}

#[test]
fn spans_are_protocol_buffers_unless_the_environment_says_otherwise() {
    let project = project();
    let (address, exports) = collector("200 OK");
    let endpoint = format!("http://{address}/intake");
    let variables = [
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", endpoint.as_str()),
        ("OTEL_SERVICE_NAME", "corpus-reader"),
    ];
    assert_eq!(read(&project, "nothing", &variables).status.code(), Some(1));
    let export = exports.recv_timeout(MAX_TIME).unwrap();
    assert!(export.head.starts_with("post /intake http/1.1\r\n"), "{}", export.head);
    assert!(export.head.contains("content-type: application/x-protobuf"), "{}", export.head);
    let text = String::from_utf8_lossy(&export.body);
    for part in ["corpus-reader", "read", "refused", "pi@0"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn nothing_is_exported_unless_a_collector_is_named() {
    let project = project();
    let (address, exports) = collector("200 OK");
    let endpoint = format!("http://{address}");
    let named = ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str());
    for variables in [
        &[][..],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", "")],
        &[named, ("OTEL_SDK_DISABLED", "true")],
        &[named, ("OTEL_TRACES_EXPORTER", "none")],
        &[named, ("OTEL_TRACES_SAMPLER", "always_off")],
    ] {
        let output = read(&project, "a.txt", variables);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
    // The collector has what the programs sent before they ended.
    assert!(exports.try_recv().is_err());
}

#[test]
fn a_collector_that_fails_is_reported_and_harms_no_read() {
    let project = project();
    let (refusing, _exports) = collector("403 Forbidden");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (address, said) in [(refusing, "403 Forbidden"), (closed, "refused")] {
        let endpoint = format!("http://{address}");
        let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str())];
        let output = read(&project, "a.txt", &variables);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert!(
            stderr.starts_with("readroom: spans are lost: ") && stderr.contains(said),
            "{stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
