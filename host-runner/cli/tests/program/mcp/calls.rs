//! Long calls: concurrency, progress, and cancellation when the client is gone.

#[cfg(unix)]
use super::bad_input::kill;
use super::bad_input::peak;
use super::client::{Client, WHOLE, code, program, text, wait_for_end};
use super::project::{endless, jpeg, project, uri};
use super::web::{Site, hello, messages};
use readroom::Limits;
#[cfg(target_os = "linux")]
use readroom_testing::threads::{this_thread, wait_until_asleep};
use readroom_testing::wait::wait_until;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use tempfile::TempDir;

/// The memory of a server besides that of all calls, in MiB.
const OTHER: u64 = 150;

/// Limits with which a call can take minutes, so that it ends only when it is cancelled.
const PATIENT: [&str; 4] = ["--limit", "time=60min", "--limit", "cpu=60min"];

/// Limits with which one call runs, and others are refused.
pub const ONE_CALL: [&str; 4] = ["--limit", "concurrency=1", "--limit", "queue=0ms"];

pub fn patient<'a>(more: &[&'a str]) -> Vec<&'a str> {
    more.iter().chain(&PATIENT).copied().collect()
}

/// Returns a project with a file that takes too long to read to its end.
pub fn with_endless() -> TempDir {
    let project = project();
    endless(project.path(), "endless.txt", 1024);
    project
}

/// Returns a call that searches for a line that does not exist.
pub fn long(token: Value) -> Value {
    let arguments = json!({ "path": "endless.txt", "start": 1_000_000 });
    json!({ "name": "read", "arguments": arguments, "_meta": { "progressToken": token } })
}

pub fn short() -> Value {
    json!({ "name": "read", "arguments": { "path": "src/abc.txt" } })
}

pub fn cancelled(id: i64) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": id, "reason": "a test" },
    })
}

/// Repeats a request until a slot is free: a cancelled call takes a moment to end.
pub fn until_served(mut call: impl FnMut() -> Value) {
    wait_until("a free slot", || {
        let result = call();
        match code(&result) {
            Some("busy") => false,
            None => text(&result) == WHOLE,
            Some(_) => panic!("{result}"),
        }
    });
}

#[test]
fn the_maximum_of_calls_runs_and_the_next_is_refused() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&["--limit", "queue=0ms"]));
    let ids: Vec<_> = (0..Limits::default().concurrency)
        .map(|number| client.request("tools/call", long(json!(number))))
        .collect();
    // All calls have made progress before any is answered.
    let mut running = HashSet::new();
    while running.len() < ids.len() {
        let message = client.receive();
        assert_eq!(message["method"], "notifications/progress", "{message}");
        running.insert(message["params"]["progressToken"].as_i64().unwrap());
    }
    let busy = client.ask("tools/call", short());
    assert_eq!(code(&busy["result"]), Some("busy"), "{busy}");
    assert!(text(&busy["result"]).contains("leaves no slot for another call"), "{busy}");
    let listed = client.refused("resources/list", json!({}));
    assert_eq!(listed["data"]["code"], "busy", "{listed}");
    client.send(&cancelled(ids[5]));
    until_served(|| client.ask("tools/call", short())["result"].take());
}

#[test]
fn one_more_waits_for_a_slot() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&["--limit", "concurrency=2"]));
    let first = client.request("tools/call", long(json!("a")));
    let second = client.request("tools/call", long(json!("b")));
    let mut running = HashSet::new();
    while running.len() < 2 {
        running.insert(client.receive()["params"]["progressToken"].to_string());
    }
    let waiting = client.request("tools/call", short());
    // It has no answer, while others that need no slot have one.
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    client.send(&cancelled(second));
    assert_eq!(text(&client.answer(waiting)["result"]), WHOLE);
    client.send(&cancelled(first));
    // Cancelled requests are not answered: their answers would arrive before this one.
    until_served(|| client.ask("tools/call", short())["result"].take());
}

/// Concurrent calls may need more descriptors than a process usually may open.
#[cfg(target_os = "linux")]
#[test]
fn descriptors_do_not_run_out() {
    let project = project();
    let client = Client::new(project.path(), &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", client.id())).unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let [soft, hard] = line.split_whitespace().take(2).collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    assert_eq!(soft, hard);
}

#[test]
fn progress_is_reported_on_request() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&[]));
    let mut silent = long(Value::Null);
    silent.as_object_mut().unwrap().shift_remove("_meta");
    client.request("tools/call", silent);
    let asked = client.request("tools/call", long(json!("how far")));
    let mut last = 0.0;
    for _ in 0..4 {
        let told = client.receive();
        let params = &told["params"];
        assert_eq!(
            (&told["method"], &params["progressToken"]),
            (&json!("notifications/progress"), &json!("how far"))
        );
        let progress = params["progress"].as_f64().unwrap();
        assert!(progress > last, "{progress} after {last}");
        last = progress;
    }
    client.send(&cancelled(asked));
    client.notifications.clear();
    client.ask("ping", json!({}));
    let later = client.ask("tools/call", short());
    assert_eq!(text(&later["result"]), WHOLE);
}

#[test]
fn two_requests_never_share_an_id() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&["--limit", "concurrency=1"]));
    let id = client.request("tools/call", long(json!(1)));
    client.receive();
    client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }));
    let mut refused = client.receive();
    while refused["method"].is_string() {
        refused = client.receive();
    }
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&Value::Null, &json!(-32600)),
        "{refused}"
    );
    client.send(&cancelled(id));
    until_served(|| client.ask("tools/call", short())["result"].take());
}

#[cfg(unix)]
#[test]
fn a_client_that_disconnects_ends_its_calls() {
    let project = with_endless();
    let mut command = program();
    command.args(["mcp", "--root"]).arg(project.path()).args(patient(&[]));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let call =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": long(json!(1)) });
    writeln!(child.stdin.take().unwrap(), "{}\n{call}", hello()).unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(answers.nth(1).unwrap().unwrap().contains("notifications/progress"));
    drop(answers);
    assert_eq!(wait_for_end(&mut child).code, Some(0));
}

#[cfg(unix)]
#[test]
fn signals_end_them() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&[]));
    client.request("tools/call", long(json!(1)));
    client.receive();
    kill(client.id(), "TERM");
    assert_eq!(client.wait().code, Some(0));
    let site = Site::new(project.path(), &patient(&["--drain-timeout", "0ms"]));
    let stream = begun(&site, &[], 1, &long(json!("t")));
    kill(site.id(), "TERM");
    assert_eq!(site.wait().code, Some(0));
    drop(stream);
}

/// However long they take, and however late the client reads.
#[test]
fn requests_before_the_end_of_input_are_answered() {
    let project = with_endless();
    fs::write(project.path().join("b.txt"), "x\n".repeat(100_000)).unwrap();
    let mut command = program();
    command.args(["mcp", "--root"]).arg(project.path()).args(["--limit", "time=2s"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", hello()).unwrap();
    let large = json!({ "path": "b.txt", "bytes": 1_000_000, "lines": 100_000 });
    let large = json!({ "name": "read", "arguments": large });
    for (id, params) in (1..).zip([long(json!(1)), short(), large]) {
        let request =
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        writeln!(input, "{request}").unwrap();
    }
    drop(input);
    let mut results = HashMap::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let mut message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if message["method"].is_null() {
            results.insert(message["id"].to_string(), message["result"].take());
        }
    }
    assert_eq!(code(&results["1"]), Some("timeout"));
    // On a busy machine, the others may take longer too.
    for (id, expected) in [("2", WHOLE), ("3", "1\tx\n2\tx\n")] {
        let is_answered = text(&results[id]).starts_with(expected);
        assert!(is_answered || code(&results[id]) == Some("timeout"), "{id}");
    }
    assert_eq!(wait_for_end(&mut child).code, Some(0));
}

/// Starts a long call over HTTP, and waits for its first progress notification.
pub fn begun(site: &Site, headers: &[(&str, &str)], id: i64, params: &Value) -> TcpStream {
    let request =
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string();
    let mut stream = site.connect();
    let head = site.head("POST", "/mcp", headers);
    stream
        .write_all(format!("{head}Content-Length: {}\r\n\r\n{request}", request.len()).as_bytes())
        .unwrap();
    let (mut all, mut part) = (String::new(), [0; 1024]);
    while !all.contains("notifications/progress") {
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "{all}");
        all.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    let told =
        messages(&all).into_iter().find(|message| message["method"] == "notifications/progress");
    assert!(told.unwrap()["params"]["progress"].as_f64().unwrap() > 0.0);
    stream
}

#[test]
fn a_call_has_its_time() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &["--limit", "time=300ms"]);
    let result = client.ask("tools/call", long(json!(1)));
    assert_eq!(code(&result["result"]), Some("timeout"), "{result}");
    assert!(text(&result["result"]).contains("its limit 'time' (300 ms)"), "{result}");
    let uri = uri(project.path(), "/endless.txt");
    let error = client.refused("resources/read", json!({ "uri": uri }));
    assert_eq!(
        (&error["code"], &error["data"]["code"]),
        (&json!(-32603), &json!("timeout")),
        "{error}"
    );
    // On a busy machine, a short call may take longer too.
    wait_until("a call within its time", || {
        let result = client.ask("tools/call", short())["result"].take();
        assert!(matches!(code(&result), None | Some("timeout")), "{result}");
        text(&result) == WHOLE
    });
}

/// Each of more requests than the server accepts is answered once, possibly with an error.
#[test]
fn a_flood_is_answered() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let ids: Vec<_> = (0..2000).map(|_| client.request("tools/call", short())).collect();
    let mut answers: HashMap<i64, u32> = HashMap::new();
    let mut served = 0;
    for _ in &ids {
        let answer = client.receive();
        match &answer["error"] {
            Value::Null => {
                assert_eq!(text(&answer["result"]), WHOLE);
                served += 1;
            }
            error => assert_eq!(
                (&error["code"], &error["data"]["code"]),
                (&json!(-32000), &json!("busy"))
            ),
        }
        *answers.entry(answer["id"].as_i64().unwrap()).or_default() += 1;
    }
    assert!(ids.iter().all(|id| answers.get(id) == Some(&1)));
    assert!(served >= 256, "{served} were served");
}

/// A server at its limit of requests still reads cancellations and the end of input.
#[test]
fn a_client_at_the_limit_of_requests_is_still_read() {
    let project = with_endless();
    let mut client = Client::new(project.path(), &patient(&["--limit", "concurrency=1"]));
    let mut silent = long(Value::Null);
    silent.as_object_mut().unwrap().shift_remove("_meta");
    let ids: Vec<_> = (0..256).map(|_| client.request("tools/call", silent.clone())).collect();
    let refused = client.refused("tools/call", short());
    assert_eq!(
        (&refused["code"], &refused["data"]["code"]),
        (&json!(-32000), &json!("busy")),
        "{refused}"
    );
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    for id in ids.iter().rev().skip(2) {
        client.send(&cancelled(*id));
    }
    assert_eq!(client.ask("tools/list", json!({}))["result"]["tools"][0]["name"], "read");
    let more: Vec<_> = (2..256).map(|_| client.request("tools/call", silent.clone())).collect();
    assert_eq!(client.refused("tools/call", short())["code"], -32000);
    for id in ids.iter().rev().take(2).chain(&more) {
        client.send(&cancelled(*id));
    }
    assert_eq!(client.end().code, Some(0));
}

/// Many answers of the maximum size: unread answers are limited by their bytes, not only by their
/// number.
#[cfg(target_os = "linux")]
#[test]
fn large_unread_answers_take_little_memory() {
    const REQUESTS: usize = 12;
    /// The memory of all calls, in MiB: less than the answers take together.
    const TOTAL: u64 = 300;
    let project = project();
    let mut document = b"%PDF-1.7\n".to_vec();
    document.resize(19 << 20, b'x');
    fs::write(project.path().join("large.pdf"), document).unwrap();
    let uri = uri(project.path(), "/large.pdf");
    let asked = |id: usize| match id % 2 {
        0 => json!({
            "jsonrpc": "2.0",
            "id": id,
            "method": "resources/read",
            "params": { "uri": uri },
        }),
        _ => json!({
            "jsonrpc": "2.0",
            "id": id,
            "method": "tools/call",
            "params": { "name": "read", "arguments": { "filePath": "large.pdf" } },
        }),
    };
    let settled = |id: u32| {
        wait_until_asleep(id, None);
        if let Some(peak) = peak(id) {
            assert!(peak < TOTAL + OTHER, "{peak} MiB");
        }
    };

    let mut command = program();
    let arguments = patient(&["--tool", "opencode@1.18", "--limit", "total-memory=300MiB"]);
    command.args(["mcp", "--root"]).arg(project.path()).args(&arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", hello()).unwrap();
    for id in 1..=REQUESTS {
        writeln!(input, "{}", asked(id)).unwrap();
    }
    settled(child.id());
    // Once the client reads, all answers arrive complete.
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let large =
        answers.take(REQUESTS + 1).filter(|answer| answer.as_ref().unwrap().len() > 26_000_000);
    assert_eq!(large.count(), REQUESTS);
    drop(input);
    assert_eq!(wait_for_end(&mut child).code, Some(0));

    let site = Site::new(project.path(), &arguments);
    let ask = |id: usize| {
        let request = asked(id).to_string();
        let mut stream = site.connect();
        // An answer may wait for others to release memory, however long they take.
        stream.set_read_timeout(None).unwrap();
        let head = site.head("POST", "/mcp", &[]);
        stream
            .write_all(
                format!("{head}Content-Length: {}\r\n\r\n{request}", request.len()).as_bytes(),
            )
            .unwrap();
        stream
    };
    let streams: Vec<_> = (1..=REQUESTS).map(ask).collect();
    settled(site.id());
    thread::scope(|scope| {
        for mut stream in streams {
            scope.spawn(move || {
                let mut answer = Vec::new();
                stream.read_to_end(&mut answer).unwrap();
                assert!(answer.len() > 26_000_000, "{}", answer.len());
            });
        }
    });
}

/// Input from a client that reads no answers is not read either, so its queue does not grow. Once
/// it reads, everything arrives.
#[cfg(target_os = "linux")]
#[test]
fn input_of_a_client_that_does_not_read_is_not_read() {
    const REQUESTS: usize = 5000;
    let project = project();
    let mut command = program();
    command.args(["mcp", "--root"]).arg(project.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let count = sent.clone();
    let (sender, receiver) = channel();
    let writer = thread::spawn(move || {
        sender.send(this_thread()).unwrap();
        writeln!(input, "{}", hello()).unwrap();
        for id in 1..=REQUESTS {
            let request =
                json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": short() });
            writeln!(input, "{request}").unwrap();
            count.store(id, Ordering::Relaxed);
        }
        input
    });
    wait_until_asleep(child.id(), Some(&receiver.recv().unwrap()));
    assert!(sent.load(Ordering::Relaxed) < REQUESTS, "all {REQUESTS} requests were taken");
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.by_ref().take(REQUESTS + 1).count(), REQUESTS + 1);
    drop(writer.join().unwrap());
    assert!(answers.next().is_none());
    assert_eq!(wait_for_end(&mut child).code, Some(0));
}

/// Sends requests without reading, and waits until all possible work is done.
#[cfg(target_os = "linux")]
fn peak_of_unread(
    project: &TempDir,
    arguments: &[&str],
    requests: impl Iterator<Item = Value> + Send,
) -> (std::process::Child, Option<u64>) {
    let mut command = program();
    command.args(["mcp", "--root"]).arg(project.path()).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let writer = scope.spawn(move || {
            sender.send(this_thread()).unwrap();
            // It may be stopped before it has taken everything.
            let _ = writeln!(input, "{}", hello());
            for request in requests {
                if writeln!(input, "{request}").is_err() {
                    return;
                }
            }
        });
        wait_until_asleep(child.id(), Some(&receiver.recv().unwrap()));
        let peak = peak(child.id());
        child.kill().unwrap();
        writer.join().unwrap();
        (child, peak)
    })
}

/// Names in a request are repeated in its answer, up to a length.
#[cfg(target_os = "linux")]
#[test]
fn names_repeated_in_unread_answers_take_little_memory() {
    let project = project();
    let long = "A".repeat(1_000_000);
    let read = |id: Value, uri: String| {
        let params = json!({ "uri": uri });
        json!({ "jsonrpc": "2.0", "id": id, "method": "resources/read", "params": params })
    };
    let root = project.path().canonicalize().unwrap();
    let fragment = format!("file://{}/README.md#{long}", root.display());
    for uri in [format!("file://{long}/a"), format!("file:///{long}"), fragment] {
        let requests = (1..=256).map(|id| read(json!(id), uri.clone()));
        let (mut child, peak) = peak_of_unread(&project, &[], requests);
        child.wait().unwrap();
        assert!(peak.is_none_or(|peak| peak < 100), "{peak:?} MiB for {}", &uri[..20]);
    }
    let ids = (1..=256).map(|id| read(json!(format!("{id}{long}")), "file:///a".into()));
    let (mut child, peak) = peak_of_unread(&project, &[], ids);
    child.wait().unwrap();
    assert!(peak.is_none_or(|peak| peak < 100), "{peak:?} MiB for ids");

    let mut client = Client::new(project.path(), &[]);
    client.send(&read(json!(long), "file:///a".into()));
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32600)));
    let message = refused["error"]["message"].as_str().unwrap();
    assert_eq!(message, "the id of a request must have at most 128 bytes");
    let longer = client.refused("resources/read", json!({ "uri": format!("file:///{long}") }));
    assert_eq!(longer["message"], "a URI must have at most 16384 bytes");
    let host = "h".repeat(9000);
    let other = client.refused("resources/read", json!({ "uri": format!("file://{host}/a") }));
    assert!(other.to_string().len() < 500, "{other}");
}

/// Calls a tool many times at once, and returns the number of calls for each outcome, and the peak
/// of memory.
fn calls_at_once(
    project: &TempDir,
    arguments: &[&str],
    number: usize,
) -> (HashMap<String, usize>, Option<u64>) {
    let mut client = Client::new(project.path(), arguments);
    let params = json!({ "name": "read", "arguments": { "path": "b.bin" } });
    for _ in 0..number {
        client.request("tools/call", params.clone());
    }
    let mut outcomes = HashMap::new();
    for _ in 0..number {
        let result = client.receive()["result"].take();
        let outcome = match code(&result) {
            Some(code) => code.to_string(),
            None => result["content"][1]["type"].as_str().unwrap().to_string(),
        };
        *outcomes.entry(outcome).or_default() += 1;
    }
    (outcomes, peak(client.id()))
}

/// A picture is recognized under any name: three of these have room at once.
#[test]
fn pictures_with_the_name_of_something_else_take_their_memory_from_the_same_limit() {
    let project = project();
    fs::write(project.path().join("b.bin"), jpeg(3000)).unwrap();
    let limits = patient(&["--tool", "pi", "--limit", "total-memory=128MiB"]);
    let (outcomes, peak) = calls_at_once(&project, &limits, 16);
    assert_eq!(outcomes, HashMap::from([("image".to_string(), 16)]));
    assert!(peak.is_none_or(|peak| peak < 128 + OTHER), "{peak:?} MiB");
}

/// With the default limits: each is answered, or refused when its time is over.
#[test]
#[ignore = "long"]
fn sixty_four_large_pictures_at_once_are_answered_or_refused_in_time() {
    let project = project();
    fs::write(project.path().join("b.bin"), jpeg(5200)).unwrap();
    let (outcomes, peak) = calls_at_once(&project, &["--tool", "pi"], 64);
    println!("{outcomes:?}, {peak:?} MiB");
    let expected = ["image", "busy", "timeout"];
    assert!(outcomes.keys().all(|outcome| expected.contains(&&**outcome)), "{outcomes:?}");
    assert!(peak.is_none_or(|peak| peak < 1024 + OTHER), "{peak:?} MiB");
}
