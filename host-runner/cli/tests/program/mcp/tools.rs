//! The names of the tools, and the results that a model sees.

use super::client::{Client, WHOLE, code, text};
use super::project::{PNG, project, uri};
use readroom::{Content, Outcome};
use readroom_check::{ExpectedOutcome, without_time};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, SystemTime};

/// Returns the texts of a result.
fn texts(result: &Value) -> Vec<&str> {
    let content = result["content"].as_array().unwrap();
    content.iter().filter_map(|block| block["text"].as_str()).collect()
}

#[test]
fn they_are_presented_as_they_are() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let tools = client.ask("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let known = readroom::tools().unwrap();
    let titles = ["Read a file", "List a directory", "Find files", "Search files"];
    assert_eq!(tools.len(), titles.len());
    for ((tool, known), title) in tools.iter().zip(&known).zip(titles) {
        assert_eq!(tool["name"], known.name);
        assert_eq!(tool["description"], known.description);
        assert_eq!(tool["inputSchema"], serde_json::from_str::<Value>(&known.parameters).unwrap());
        assert_eq!(
            tool["annotations"],
            json!({
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            })
        );
        assert_eq!(tool["title"], title);
    }
    assert_eq!(client.refused("tools/list", json!({ "cursor": "x" }))["code"], -32602);

    // Where there is a repository, there are tools for it.
    fs::create_dir(project.path().join(".git")).unwrap();
    let listed = |arguments: &[&str]| {
        let tools = Client::new(project.path(), arguments).ask("tools/list", json!({}));
        let tools = tools["result"]["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool["title"].as_str().unwrap().into()).collect::<Vec<String>>()
    };
    let of_repository = ["Show what changed in git", "Show the commits of git"];
    assert_eq!(listed(&[])[titles.len()..], of_repository);
    assert_eq!(listed(&["--deny", ".git/"]), titles);
    fs::remove_dir(project.path().join(".git")).unwrap();
    assert_eq!(listed(&["--tool", "readroom"])[titles.len()..], of_repository);

    // Converters of other providers fail on closed objects.
    let mut strict =
        Client::new(project.path(), &["--full", "--tool", "readroom", "--tool", "claude-code"]);
    let tools = strict.ask("tools/list", json!({}))["result"]["tools"].to_string();
    assert!(!tools.contains("additionalProperties"), "{tools}");

    // Several of these tools share a name. The names that they get are valid for all clients.
    let all: Vec<_> = known.iter().flat_map(|tool| ["--tool", &tool.id]).collect();
    let mut client = Client::new(project.path(), &all);
    let tools = client.ask("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: BTreeSet<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!((names.len(), tools.len()), (known.len(), known.len()), "{names:?}");
    let is_of_a_name =
        |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    for (name, tool) in tools.iter().map(|tool| tool["name"].as_str().unwrap()).zip(&known) {
        assert!(
            name.len() <= 64 && name.chars().all(is_of_a_name) && name.ends_with(&tool.name),
            "{name}"
        );
    }
    let names = |ids: &[&str]| -> Vec<String> {
        let arguments: Vec<_> = ids.iter().flat_map(|id| ["--tool", id]).collect();
        let tools = Client::new(project.path(), &arguments).ask("tools/list", json!({}));
        let tools = tools["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().into()).collect()
    };
    assert_eq!(names(&["pi@0", "kimi-cli"]), ["read", "ReadFile"]);
    assert_eq!(names(&["pi:read", "readroom:read", "pi@1.5:read"]), ["pi_read", "readroom_read"]);
}

/// Several clients show a model only the structured content, so it has to be requested.
#[test]
fn structured_content_is_opt_in() {
    let project = project();
    let all = ["--tool", "readroom", "--tool", "pi", "--tool", "kimi-cli"];
    let path = json!({ "path": "src/abc.txt" });
    for is_structured in [false, true] {
        let arguments = [&all[..], if is_structured { &["--structured"] } else { &[] }].concat();
        let mut client = Client::new(project.path(), &arguments);
        let tools = client.ask("tools/list", json!({}));
        for tool in tools["result"]["tools"].as_array().unwrap() {
            let name = tool["name"].as_str().unwrap();
            let is_promised = is_structured && name == "readroom_read";
            assert_eq!(tool.get("outputSchema").is_some(), is_promised, "{tool}");
            for arguments in [&path, &json!({ "path": "none" }), &json!({})] {
                let result = client.call(name, arguments.clone());
                assert_eq!(
                    result.get("structuredContent").is_some(),
                    is_promised,
                    "{name}: {result}"
                );
                assert!(!text(&result).is_empty(), "{name}");
            }
        }
        assert_eq!(
            text(&client.call("readroom_read", path.clone())),
            WHOLE,
            "the text is the same"
        );
    }
    // An error of the host has the same form.
    let mut client = Client::new(project.path(), &["--structured", "--limit", "arguments=100"]);
    let result = client.call("read", json!({ "path": "x".repeat(200) }));
    assert_eq!(result["structuredContent"]["error"]["code"].as_str(), code(&result), "{result}");
    assert_eq!(result["isError"], true);
}

/// A client that gives its model only the text, as several large ones do, gets all of a session.
#[test]
fn a_model_sees_a_session_in_texts_and_images() {
    let project = project();
    for name in ["src/abc.txt", "README.md", "a.png"] {
        let file = fs::File::options().write(true).open(project.path().join(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)).unwrap();
    }
    let mut client = Client::new(project.path(), &["--unchanged"]);
    let mut sees = |arguments: Value| {
        let result = client.call("read", arguments);
        assert!(result.get("structuredContent").is_none(), "{result}");
        let blocks = result["content"].as_array().unwrap().clone();
        blocks
            .iter()
            .map(|block| match block["type"].as_str().unwrap() {
                "text" => block["text"].as_str().unwrap().to_string(),
                kind => format!("({kind} {})", block["mimeType"].as_str().unwrap()),
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (arguments, seen) in [
        (json!({ "path": "src/abc.txt" }), WHOLE),
        (
            json!({ "file_path": "src/abc.txt", "offset": 2, "limit": 1 }),
            r#"[Unchanged: 2-2 of src/abc.txt is in an earlier answer, which has 1-3. To see it again: {"path":"src/abc.txt","start":2,"lines":1,"again":true}]"#,
        ),
        (json!({ "path": "a.png" }), "[image/png, 1 x 1 pixels.] (image image/png)"),
        (json!({ "path": "README.md" }), "1\t# A project\n"),
    ] {
        assert_eq!(sees(arguments.clone()), seen, "{arguments}");
    }
    // Another session has been shown nothing.
    let mut other = Client::new(project.path(), &["--unchanged"]);
    assert_eq!(text(&other.call("read", json!({ "path": "src/abc.txt" }))), WHOLE);
}

#[test]
fn a_short_definition_leaves_out_arguments_and_refuses_none() {
    let project = project();
    let tool = |arguments: &[&str]| {
        let mut client = Client::new(project.path(), arguments);
        let result = client.call("read", json!({ "path": "src/abc.txt", "column": 2 }));
        assert!(text(&result).starts_with("1\tne\n"), "{result}");
        client.ask("tools/list", json!({}))["result"]["tools"][0].clone()
    };
    let names = |tool: &Value| -> Vec<String> {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        properties.keys().cloned().collect()
    };
    let (short, full) = (tool(&[]), tool(&["--full"]));
    assert_eq!(names(&short), ["path", "start", "lines", "block", "files", "view", "at"]);
    assert_eq!(names(&full).len(), 19);
    // Sent with every request: bench/views counts its tokens.
    let parts = [&short["name"], &short["description"], &short["inputSchema"]];
    let bytes: usize = parts.iter().map(|part| part.to_string().len()).sum();
    assert!(bytes < 960, "{bytes}");
}

#[test]
fn each_tool_shows_what_its_agent_would() {
    let project = project();
    let mut client = Client::new(project.path(), &["--structured"]);
    let result = client.call("read", json!({ "path": "src/abc.txt", "lines": 2 }));
    assert_eq!(texts(&result), ["1\tone\n2\ttwo\n[Lines 1-2 of 3.]"]);
    let body = &result["structuredContent"]["body"];
    assert_eq!(
        (&body["content"], &body["total"], &body["next"]["line"]),
        (&json!("one\ntwo\n"), &json!(3), &json!(3))
    );
    assert_eq!(result["isError"], false);

    let mut client = Client::new(project.path(), &["--tool", "mycodeagent"]);
    let result = client.call("Read", json!({ "path": "src/abc.txt" }));
    let envelope: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(envelope["data"]["content"], "   1 | one\n   2 | two\n   3 | three\n");

    let mut client = Client::new(project.path(), &["--tool", "dm-cc"]);
    let result = client.call("read", json!({ "filePath": "src" }));
    assert!(text(&result).contains("<entries>\nabc.txt\n"), "{result}");

    let mut client = Client::new(project.path(), &["--tool", "kimi-cli"]);
    let result = client.call("ReadFile", json!({ "path": "src/abc.txt", "n_lines": 1 }));
    assert_eq!(
        texts(&result),
        [
            "<system>1 lines read from file starting from line 1. Total lines in file: 3.</system>",
            "     1\tone\n"
        ],
        "{result}"
    );
    let result = client.call("ReadFile", json!({ "path": "none" }));
    assert_eq!(texts(&result), ["<system>ERROR: `none` does not exist.</system>"]);
    assert_eq!(result["isError"], true);

    let mut client = Client::new(project.path(), &["--tool", "opencode@1.1"]);
    let result = client.call("read", json!({ "filePath": "src/abc.txt" }));
    assert!(text(&result).starts_with("<file>\n00001| one\n"), "{result}");
}

/// The blocks of a result are the content of the room's reply, for every tool.
#[test]
fn content_is_that_of_the_room() {
    let project = project();
    let room = readroom::Room::new(project.path()).unwrap();
    for tool in readroom_testing::tools::TOOLS.iter() {
        let mut client = Client::new(project.path(), &["--tool", tool.id]);
        let name = client.ask("tools/list", json!({}))["result"]["tools"][0]["name"].take();
        for path in ["src/abc.txt", "a.png", "ä b.pdf", "none", "src", "data.bin"] {
            let arguments = tool.path(path);
            let result =
                client.call(name.as_str().unwrap(), serde_json::from_str(&arguments).unwrap());
            let reply = room.call(tool.id, &arguments).unwrap();
            // A result without the member is not an error.
            let refused = result["isError"].as_bool().unwrap_or(false);
            assert_eq!(refused, reply.outcome == Outcome::Refused, "{}: {path}", tool.id);
            let blocks = result["content"].as_array().unwrap();
            assert_eq!(blocks.len(), reply.content.len(), "{}: {path}: {result}", tool.id);
            for (block, content) in blocks.iter().zip(&reply.content) {
                let (kind, given, expected) = match content {
                    Content::Text(text) => ("text", &block["text"], text),
                    Content::Image(media) => ("image", &block["data"], &media.data),
                    Content::File(media) => ("resource", &block["resource"]["blob"], &media.data),
                };
                let (given, expected) = (timeless(given.as_str().unwrap()), timeless(expected));
                assert_eq!(
                    (block["type"].as_str(), given),
                    (Some(kind), expected),
                    "{}: {path}",
                    tool.id
                );
            }
        }
    }
}

/// Returns a text without the elapsed time of a call, which some agents report.
fn timeless(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(value @ Value::Object(_)) => without_time(value).to_string(),
        _ => text.into(),
    }
}

#[test]
fn pictures_and_documents_are_content_of_their_own() {
    let project = project();
    let picture = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let mut client = Client::new(project.path(), &["--tool", "pi"]);
    let result = client.call("read", json!({ "path": "a.png" }));
    assert_eq!(
        result["content"],
        json!([{ "type": "text", "text": "Read image file [image/png]" }, picture])
    );

    let mut client = Client::new(project.path(), &["--tool", "opencode"]);
    let result = client.call("read", json!({ "path": "a.png" }));
    assert_eq!(
        result["content"],
        json!([{ "type": "text", "text": "Image read successfully" }, picture])
    );
    let result = client.call("read", json!({ "path": "ä b.pdf" }));
    let uri = uri(project.path(), "/%C3%A4%20b.pdf");
    let document = json!({ "uri": uri, "mimeType": "application/pdf", "blob": "JVBERi0xLjc=" });
    assert_eq!(result["content"][1], json!({ "type": "resource", "resource": document }));
}

#[test]
fn errors_are_the_tools_own() {
    let project = project();
    let mut client = Client::new(project.path(), &["--structured"]);
    let result = client.call("read", json!({ "path": "src/abd.txt" }));
    let error = &result["structuredContent"]["error"];
    assert_eq!((&result["isError"], &error["code"]), (&json!(true), &json!("not-found")));
    assert_eq!(error["suggestions"], json!(["src/abc.txt"]));
    let text = texts(&result)[0];
    assert!(
        text.starts_with("not-found: ") && text.contains(error["hint"].as_str().unwrap()),
        "{text}"
    );

    // Wrong arguments get the tool's own error.
    for arguments in [
        json!({}),
        json!({ "path": 7 }),
        json!({ "path": "a", "start": [0] }),
        json!({ "path": "a", "x": 1 }),
    ] {
        let result = client.call("read", arguments.clone());
        assert_eq!(result["structuredContent"]["error"]["code"], "invalid-argument", "{arguments}");
    }
    let result = client.call("read", json!({ "path": "x".repeat(70_000) }));
    assert_eq!(result["structuredContent"]["error"]["code"], "invalid-argument");
    let missing = client.ask("tools/call", json!({ "name": "read" }));
    assert_eq!(missing["result"]["structuredContent"]["error"]["message"], "path is missing");

    let mut client = Client::new(project.path(), &["--tool", "pi"]);
    let result = client.call("read", json!({ "path": "none.txt" }));
    assert_eq!((result["isError"].as_bool(), result.get("structuredContent")), (Some(true), None));
    assert!(texts(&result)[0].contains("none.txt"), "{result}");

    // A call without a valid tool is an error of the protocol.
    let unknown = client.refused("tools/call", json!({ "name": "reed", "arguments": {} }));
    assert_eq!(
        (&unknown["code"], &unknown["message"]),
        (&json!(-32602), &json!("there is no tool 'reed'; the tools are read, ls, find, grep"))
    );
    for params in
        [json!({}), json!({ "name": 1 }), json!({ "name": "read", "arguments": [1] }), json!([])]
    {
        assert_eq!(client.refused("tools/call", params.clone())["code"], -32602, "{params}");
    }
}

/// Checks every answer of the embedded tool in the cases, through the server, against its schema.
#[test]
fn the_output_schema_holds_for_every_case() {
    let mut checked = 0;
    let cases = readroom_check::in_directory(&readroom_testing::data().join("cases")).unwrap();
    let own = readroom_testing::tools::READROOM.id;
    for case in cases.into_iter().filter(|case| case.call.tool == own) {
        if case.unmet_need().is_some() || case.in_memory || case.policy.is_some() {
            continue;
        }
        let (name, fixture) = (&case.name, case.fixture().unwrap());
        // A client can only send an object; other arguments of cases never reach the tool.
        let Ok(arguments @ Value::Object(_)) =
            serde_json::from_slice(&case.call.arguments(&fixture))
        else {
            continue;
        };
        let mut options = ["--structured", "--policy", "everything", "--no-agentignore"]
            .map(String::from)
            .to_vec();
        for grant in &case.grants {
            options
                .extend(["--grant".into(), fixture.outside(grant).to_str().unwrap().to_string()]);
        }
        options.extend(case.cwd.iter().flat_map(|cwd| ["--cwd".into(), cwd.clone()]));
        options.extend(case.home.iter().flat_map(|home| ["--home".into(), fixture.fill_in(home)]));
        let mut client =
            Client::new(fixture.root(), &options.iter().map(String::as_str).collect::<Vec<_>>());
        let tools = client.ask("tools/list", json!({}));
        let schema =
            jsonschema::draft202012::new(&tools["result"]["tools"][0]["outputSchema"]).unwrap();
        let result = client.call("read", arguments);
        let structured = &result["structuredContent"];
        let errors: Vec<_> =
            schema.iter_errors(structured).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}: {structured}");
        // Of two arguments with the same name, parsing keeps the last.
        if *name != "readroom@0.4/duplicate-argument" {
            assert_eq!(
                result["isError"],
                case.outcome == ExpectedOutcome::Refused,
                "{name}: {structured}"
            );
        }
        checked += 1;
    }
    assert!(checked > 40, "only {checked} answers were looked at");
}

/// The schema is strict: an answer that lacks a member or has an extra one does not match.
#[test]
fn the_output_schema_is_exact() {
    let project = project();
    let mut client = Client::new(project.path(), &["--structured"]);
    let tools = client.ask("tools/list", json!({}));
    let schema =
        jsonschema::draft202012::new(&tools["result"]["tools"][0]["outputSchema"]).unwrap();
    for arguments in [json!({ "path": "src/abc.txt" }), json!({ "path": "none" })] {
        let answer = client.call("read", arguments)["structuredContent"].take();
        assert!(schema.is_valid(&answer), "{answer}");
        // The modification time of a file is not always known.
        for name in answer.as_object().unwrap().keys().filter(|name| *name != "modified") {
            let mut without = answer.clone();
            without.as_object_mut().unwrap().shift_remove(name);
            assert!(!schema.is_valid(&without), "{name} may be missing");
        }
        let mut more = answer.clone();
        more["more"] = json!(1);
        assert!(!schema.is_valid(&more), "{more}");
    }
}
