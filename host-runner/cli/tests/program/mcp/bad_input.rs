//! Invalid input from clients: each message gets a clear answer, and the server continues.

use super::client::{Client, WHOLE, code, program, text, wait_for_end};
use super::project::project;
use super::web::{Site, received};
use readroom_testing::name_of;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::Stdio;

fn lives(client: &mut Client) {
    let result = client.call("read", json!({ "path": "src/abc.txt" }));
    assert_eq!(text(&result), WHOLE);
}

#[test]
fn an_invalid_message_is_answered() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let deep = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":{}1{}}}\n",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    for (line, id, code) in [
        (&b"nonsense\n"[..], Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1\n", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}\n", json!(1), -32700),
        (b"{\"jsonrpc\":\"2.0\",\"method\":\"\\ud83d\",\"id\":1}\n", json!(1), -32700),
        (b"\0\0\0\n", Value::Null, -32700),
        (deep.as_bytes(), json!(1), -32700),
        (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n", Value::Null, -32600),
        (b"{\"id\":5,\"method\":\"ping\"}\n", json!(5), -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}\n", Value::Null, -32600),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"nothing/of/ours\"}\n",
            json!("x"),
            -32601,
        ),
        (b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"prompts/list\"}\n", json!("x"), -32601),
        (b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"resources/read\"}\n", json!("x"), -32602),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/list\",\"params\":[]}\n",
            json!("x"),
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/list\",\"params\":7}\n",
            json!("x"),
            -32602,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\",\"params\":{\
             \"name\":\"read\",\"arguments\":{\"path\":\".env\",\"path\":\"src/abc.txt\"}}}\n",
            json!("x"),
            -32600,
        ),
    ] {
        client.write(line);
        let answer = client.receive();
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(code)),
            "{shown}: {answer}"
        );
        assert!(
            answer["error"]["message"].as_str().is_some_and(|message| message.len() > 5),
            "{answer}"
        );
        lives(&mut client);
    }
    // These get no answer.
    client.write(b"\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nothing\"}\n");
    client.write(
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\
          \"params\":{\"requestId\":{}}}\n",
    );
    client.write(b"{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}\n");
    client.write(b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"ping\"}\r\n");
    assert_eq!(client.receive(), json!({ "jsonrpc": "2.0", "id": 77, "result": {} }));
    let ended = client.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_message_that_is_too_long_is_answered_with_its_id() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let long = "x".repeat(1_200_000);
    for message in [
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"{long}\"}}\n"),
        format!("{{\"method\":\"{long}\",\"jsonrpc\":\"2.0\",\"id\":\"a\"}}\n"),
    ] {
        client.write(message.as_bytes());
        let answer = client.receive();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("a"), &json!(-32600)));
    }
    lives(&mut client);
}

#[test]
fn a_message_of_100_megabytes_takes_no_memory() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    client.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"");
    let part = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        client.write(&part);
    }
    client.write(b"\"}\n");
    let answer = client.receive();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32600)), "{answer}");
    lives(&mut client);
    if let Some(peak) = peak(client.id()) {
        assert!(peak < 80, "{peak} MiB");
    }
}

/// Returns the peak memory of a process in MiB, if the system reports it.
pub fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024)
}

/// Their text is shorter than a message may be, but takes forty times as much memory once parsed.
#[test]
fn messages_of_many_values_take_no_memory() {
    let project = project();
    let hello = |zeros: usize| {
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "experimental": { "a": { "b": vec![0; zeros] } } },
            "clientInfo": { "name": "tests", "version": "1" },
        })
    };
    let call = |zeros: usize| {
        json!({
            "name": "read",
            "arguments": { "path": "src/abc.txt" },
            "_meta": { "tests.example/a": vec![0; zeros] },
        })
    };
    let mut client = Client::silent(project.path(), &[]);
    assert_eq!(client.ask("initialize", hello(7_000))["result"]["protocolVersion"], "2025-11-25");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    lives(&mut client);
    assert_eq!(text(&client.ask("tools/call", call(9_000))["result"]), WHOLE);
    let request = |method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
    };
    let (called, greeted) =
        (request("tools/call", call(520_000)), request("initialize", hello(500_000)));
    for _ in 0..50 {
        client.write(format!("{called}\n{greeted}\n").as_bytes());
    }
    for _ in 0..100 {
        assert_eq!(client.receive()["error"]["code"], -32600);
    }
    lives(&mut client);
    if let Some(peak) = peak(client.id()) {
        assert!(peak < 80, "{peak} MiB");
    }
    let site = Site::new(project.path(), &[]);
    let post = |message: &str| site.send("POST", "/mcp", &[], message.as_bytes());
    let answer = post(&request("initialize", hello(7_000))).answer();
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    for _ in 0..50 {
        assert_eq!(post(&greeted).messages()[0]["error"]["code"], -32600);
    }
    if let Some(peak) = peak(site.id()) {
        assert!(peak < 80, "{peak} MiB");
    }
}

#[test]
fn before_the_session_begins_little_is_served() {
    let project = project();
    let mut client = Client::silent(project.path(), &[]);
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 4, "result": {} }));
    let error = client
        .refused("tools/call", json!({ "name": "read", "arguments": { "path": "README.md" } }));
    assert!(error["message"].as_str().unwrap().contains("'initialize'"), "{error}");
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(client.refused("initialize", json!({ "protocolVersion": 1 }))["code"], -32602);
    let hello = client.initialize();
    assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
    lives(&mut client);

    // Unknown versions, and the one that needs no session.
    let mut client = Client::silent(project.path(), &[]);
    let meta = |version: &str| {
        json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    };
    let error = client.refused("tools/list", json!({ "_meta": meta("1999-01-01") }));
    assert!(error.to_string().contains("2026-07-28"), "{error}");
    let incomplete = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    assert_eq!(client.refused("tools/list", json!({ "_meta": incomplete }))["code"], -32602);
    let tools = client.ask("tools/list", json!({ "_meta": meta("2026-07-28") }));
    assert_eq!(tools["result"]["tools"][0]["name"], "read", "{tools}");
    let error = client
        .refused("resources/read", json!({ "_meta": meta("2026-07-28"), "uri": "file:///none" }));
    assert_eq!(error["code"], -32602, "that version has no code of its own for it: {error}");
}

#[test]
#[cfg_attr(windows, ignore = "what is open cannot be renamed there")]
fn a_root_that_disappears_is_reported() {
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("root");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("a.txt"), "here\n").unwrap();
    let mut client = Client::new(&root, &[]);
    // The granted directory stays the same when it is moved.
    fs::rename(&root, outer.path().join("moved")).unwrap();
    assert_eq!(text(&client.call("read", json!({ "path": "a.txt" }))), "1\there\n");
    fs::remove_dir_all(outer.path().join("moved")).unwrap();
    let result = client.call("read", json!({ "path": "a.txt" }));
    assert_eq!(code(&result), Some("not-found"), "{result}");
    let listed = client.ask("resources/list", json!({}));
    assert_eq!(listed["result"]["resources"], json!([]), "{listed}");
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

/// A client shows people that a server has exited, but seldom why.
#[test]
fn a_missing_directory_does_not_end_the_server() {
    let project = project();
    let missing = project.path().canonicalize().unwrap().join("not there");
    let arguments = ["--grant", missing.to_str().unwrap()];
    let mut client = Client::silent(project.path(), &arguments);
    let note = format!("The directory '{}' of --grant was missing when", name_of(&missing));
    let begun = client.initialize();
    let instructions = begun["result"]["instructions"].as_str().unwrap();
    assert!(instructions.contains(&note), "{instructions}");
    lives(&mut client);
    let other = client.call("read", json!({ "path": "/elsewhere/a.txt" }));
    assert_eq!(
        (code(&other), other["content"].as_array().unwrap().len()),
        (Some("outside-root"), 1)
    );
    let outside = project.path().canonicalize().unwrap().with_file_name("not granted");
    let arguments = ["--grant", outside.to_str().unwrap()];
    let ended = client.end();
    let said = format!("readroom: the directory '{}' of --grant is missing", missing.display());
    assert!(ended.code == Some(0) && ended.stderr.starts_with(&said), "{}", ended.stderr);
    let mut client = Client::new(project.path(), &arguments);
    let refused = client.call("read", json!({ "path": outside.join("a.txt") }));
    assert_eq!(code(&refused), Some("outside-root"), "{refused}");
    let note = refused["content"][1]["text"].as_str().unwrap();
    assert!(note.contains(&name_of(&outside)) && note.contains("create it"), "{note}");
}

#[test]
fn it_ends_when_its_client_does() {
    let project = project();
    let client = Client::new(project.path(), &[]);
    let ended = client.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    // The input has no messages, or no complete one.
    assert_eq!(Client::silent(project.path(), &[]).end().code, Some(0));
    let mut client = Client::silent(project.path(), &[]);
    client.write(b"{\"jsonrpc\":\"2.0\",");
    assert_eq!(client.end().code, Some(0));
    // A client that reads no answers has disconnected as well.
    let mut command = program();
    command.args(["mcp", "--root"]).arg(project.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut input, &b"nonsense\n".repeat(10));
    assert_eq!(wait_for_end(&mut child).code, Some(0));
}

#[cfg(unix)]
#[test]
fn signals_end_it() {
    let project = project();
    for signal in ["TERM", "INT"] {
        let mut client = Client::new(project.path(), &[]);
        lives(&mut client);
        kill(client.id(), signal);
        assert_eq!(client.wait().code, Some(0), "{signal}");
    }
}

#[cfg(unix)]
pub fn kill(id: u32, signal: &str) {
    let killed =
        std::process::Command::new("kill").args(["-s", signal, &id.to_string()]).status().unwrap();
    assert!(killed.success());
}

#[test]
fn wrong_usage_is_reported() {
    let project = project();
    let root = project.path().to_str().unwrap();
    let short = project.path().join("short");
    fs::write(&short, "secret\n").unwrap();
    let short = short.to_str().unwrap();
    for (arguments, said) in [
        (&[][..], "--root"),
        (&["--root", "/nowhere/at/all"], "cannot open the directory"),
        (
            &["--root", root, "--tool", "nobody"],
            "there is no tool 'nobody'; the tools are readroom@0.4:read, readroom@0.4:list",
        ),
        (&["--root", root, "--tool", "pi", "--tool", "pi@9"], "there is no tool 'pi@9'"),
        (&["--root", root, "--tool", "pi:"], "there is no tool 'pi:'"),
        (&["--root", root, "--token-file", short], "--http"),
        (&["--root", root, "--http", "0.0.0.0:0"], "can be reached from other machines"),
        (&["--root", root, "--http", "localhost"], "invalid"),
        (
            &["--root", root, "--http", "127.0.0.1:0", "--token-file", short],
            "at least 16 characters",
        ),
        (&["--root", root, "--http", "127.0.0.1:0", "--token-file", "/nowhere"], "cannot be read"),
        (
            &["--root", root, "--http", "127.0.0.1:0", "--allow-host", "box:80"],
            "without a scheme or port",
        ),
        (
            &["--root", root, "--http", "127.0.0.1:0", "--unchanged"],
            "--unchanged needs standard input and output",
        ),
        (&["--root", root, "--log", "json"], "--http"),
        (&["--root", root, "--http", "127.0.0.1:0", "--log", "xml"], "json, off"),
        (
            &["--root", root, "--http", "127.0.0.1:0", "--drain-delay", "5"],
            "write a time in ms, s or min, such as 5s",
        ),
        (
            &["--root", root, "--http", "203.0.113.1:1", "--token-file", "README.md"],
            "16 characters",
        ),
    ] {
        let output = program().arg("mcp").args(arguments).current_dir(root).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(2), &b""[..]),
            "{arguments:?}"
        );
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
    let output = program()
        .args(["mcp", "--root", root, "--http", "127.0.0.1:0"])
        .env("READROOM_MCP_TOKEN", "too short")
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("READROOM_MCP_TOKEN"));
}

#[test]
fn missing_features_are_reported_in_one_sentence() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let site = Site::new(project.path(), &[]);
    for (method, params) in [
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "a" })),
        ("prompts/get", json!({})),
        ("logging/setLevel", json!({ "level": "info" })),
        ("logging/setLevel", json!({ "level": 7 })),
        (
            "completion/complete",
            json!({
                "ref": { "type": "ref/prompt", "name": "a" },
                "argument": { "name": "a", "value": "b" },
            }),
        ),
        ("resources/subscribe", json!({ "uri": "file:///a" })),
        ("resources/unsubscribe", json!({ "uri": "file:///a" })),
        ("tasks/get", json!({ "taskId": "a" })),
        ("of/nobody", json!(null)),
    ] {
        let expected =
            json!({ "code": -32601, "message": format!("there is no method '{method}'") });
        assert_eq!(client.refused(method, params.clone()), expected);
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        assert_eq!(site.post(&[], &request).answer()["error"], expected);
    }
    let newer = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    } });
    for method in ["prompts/list", "ping", "resources/subscribe"] {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": newer });
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)];
        let answer = site.post(&headers, &request);
        let error: Value = serde_json::from_str(&answer.body).unwrap();
        let message = format!("there is no method '{method}'");
        assert_eq!((answer.status, &error["error"]["message"]), (404, &json!(message)));
    }
    lives(&mut client);
}

#[test]
fn a_member_that_is_null_is_taken_as_absent() {
    let project = project();
    let mut client = Client::silent(project.path(), &[]);
    let info = json!({ "name": "tests", "version": "1", "title": null, "websiteUrl": null });
    let capabilities = json!({ "roots": null, "sampling": null, "experimental": null });
    let begun = client.ask(
        "initialize",
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities,
            "clientInfo": info,
            "_meta": null,
        }),
    );
    assert!(begun["result"].is_object(), "{begun}");
    client.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/initialized", "params": { "_meta": null },
    }));
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        for params in
            [json!(null), json!({ "cursor": null }), json!({ "cursor": null, "_meta": null })]
        {
            let listed = client.ask(method, params);
            assert!(listed["result"].is_object(), "{method}: {listed}");
        }
    }
    let params = json!({
        "name": "read",
        "arguments": { "path": "src/abc.txt", "start": null },
        "_meta": { "progressToken": null, "io.modelcontextprotocol/clientInfo": null },
    });
    assert_eq!(text(&client.ask("tools/call", params)["result"]), WHOLE);
    assert_eq!(client.ask("ping", json!({ "_meta": null }))["result"], json!({}));
    // The required members are null.
    for (method, params) in
        [("tools/call", json!({ "name": null })), ("resources/read", json!({ "uri": null }))]
    {
        assert_eq!(client.refused(method, params)["code"], -32602);
    }
    lives(&mut client);
}

#[test]
fn ambiguous_messages_are_refused() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let ping = json!({ "jsonrpc": "2.0", "id": 7, "method": "ping" });
    let twice = [("MCP-Protocol-Version", "2025-11-25"), ("MCP-Protocol-Version", "2025-06-18")];
    assert_eq!(site.post(&twice, &ping).status, 400);
    assert_eq!(site.post(&twice[..1], &ping).status, 200);
    for (coding, status) in
        [("chunked", 200), ("chunked,chunked", 400), ("gzip, chunked", 400), ("chunked, gzip", 400)]
    {
        let head = site.head("POST", "/mcp", &[("Transfer-Encoding", coding), twice[0]]);
        let body = ping.to_string();
        let mut stream = site.connect();
        let request = format!("{head}\r\n{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        stream.write_all(request.as_bytes()).unwrap();
        assert_eq!(received(stream).status, status, "{coding}");
    }
}
