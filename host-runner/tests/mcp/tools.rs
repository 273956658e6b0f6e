//! What the tools are called, and what their results show a model.

use crate::client::Client;
use crate::common;
use crate::project::{PNG, project};
use readroom::conformance::{self, Answer};
use serde_json::{Value, json};

/// The texts of a result, one after the other.
fn texts(result: &Value) -> Vec<&str> {
    let content = result["content"].as_array().unwrap();
    content.iter().filter_map(|block| block["text"].as_str()).collect()
}

pub fn they_are_presented_as_they_are() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let tools = client.ask("tools/list", json!({}));
    let [tool] = &tools["result"]["tools"].as_array().unwrap()[..] else { panic!("{tools}") };
    let known = readroom::tools().unwrap();
    assert_eq!(tool["name"], known[0].name);
    assert_eq!(tool["description"], known[0].description);
    assert_eq!(tool["inputSchema"], serde_json::from_str::<Value>(&known[0].parameters).unwrap());
    assert_eq!(
        tool["annotations"],
        json!({ "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false })
    );
    assert!(tool["title"].is_string() && tool["outputSchema"]["type"] == "object", "{tool}");
    assert_eq!(client.refused("tools/list", json!({ "cursor": "x" }))["code"], -32602);

    let all: Vec<_> =
        readroom::Dialect::ALL.iter().flat_map(|dialect| ["--dialect", dialect.name()]).collect();
    let mut client = Client::new(project.path(), &all);
    let tools = client.ask("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["readroom_read", "mycodeagent_Read", "dm-cc_read", "opencode_read", "ReadFile", "pi_read"]
    );
    let with_schema: Vec<_> = tools.iter().map(|tool| tool.get("outputSchema").is_some()).collect();
    assert_eq!(with_schema, [true, false, false, false, false, false]);
}

pub fn each_dialect_shows_what_its_agent_would() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let result = client.call("read", json!({ "path": "src/abc.txt", "lines": 2 }));
    assert_eq!(texts(&result), ["     1\tone\n     2\ttwo\n[Lines 1-2 of 3. Continue with start=3.]"]);
    let facts = &result["structuredContent"];
    assert_eq!(
        (&facts["content"], &facts["total"], &facts["next"]),
        (&json!("one\ntwo\n"), &json!(3), &json!(3))
    );
    assert_eq!((facts.get("text"), &result["isError"]), (None, &json!(false)), "{result}");

    let mut client = Client::new(project.path(), &["--dialect", "mycodeagent"]);
    let result = client.call("Read", json!({ "path": "src/abc.txt" }));
    let envelope: Value = serde_json::from_str(texts(&result)[0]).unwrap();
    assert_eq!(envelope["data"]["content"], "   1 | one\n   2 | two\n   3 | three\n");
    assert_eq!(result.get("structuredContent"), None);

    let mut client = Client::new(project.path(), &["--dialect", "dm-cc"]);
    let result = client.call("read", json!({ "filePath": "src" }));
    assert!(texts(&result)[0].contains("<entries>\nabc.txt\n"), "{result}");

    let mut client = Client::new(project.path(), &["--dialect", "kimi-cli"]);
    let result = client.call("ReadFile", json!({ "path": "src/abc.txt", "n_lines": 1 }));
    assert_eq!(
        texts(&result),
        ["<system>1 lines read from file starting from line 1.</system>", "     1\tone\n"],
        "{result}"
    );
    let result = client.call("ReadFile", json!({ "path": "none" }));
    assert_eq!(texts(&result), ["<system>ERROR: `none` does not exist.</system>"]);
    assert_eq!(result["isError"], true);

    let mut client = Client::new(project.path(), &["--dialect", "opencode"]);
    let result = client.call("read", json!({ "filePath": "src/abc.txt" }));
    assert!(texts(&result)[0].starts_with("<file>\n00001| one\n"), "{result}");
}

pub fn pictures_and_documents_are_content_of_their_own() {
    let project = project();
    let picture = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let mut client = Client::new(project.path(), &["--dialect", "pi"]);
    let result = client.call("read", json!({ "path": "a.png" }));
    assert_eq!(
        result["content"],
        json!([{ "type": "text", "text": "Read image file [image/png]" }, picture])
    );

    let mut client = Client::new(project.path(), &["--dialect", "opencode"]);
    let result = client.call("read", json!({ "filePath": "a.png" }));
    assert_eq!(result["content"], json!([{ "type": "text", "text": "Image read successfully" }, picture]));
    let result = client.call("read", json!({ "filePath": "ä b.pdf" }));
    let uri = format!("file://{}/%C3%A4%20b.pdf", project.path().canonicalize().unwrap().display());
    let document = json!({ "uri": uri, "mimeType": "application/pdf", "blob": "JVBERi0xLjc=" });
    assert_eq!(result["content"][1], json!({ "type": "resource", "resource": document }));
}

pub fn errors_are_the_tools_own() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let result = client.call("read", json!({ "path": "src/abd.txt" }));
    let error = &result["structuredContent"]["error"];
    assert_eq!((&result["isError"], &error["code"]), (&json!(true), &json!("not-found")));
    assert_eq!(error["suggestions"], json!(["src/abc.txt"]));
    let text = texts(&result)[0];
    assert!(text.starts_with("not-found: ") && text.contains(error["hint"].as_str().unwrap()), "{text}");

    // Wrong arguments get the dialect's own words.
    for arguments in
        [json!({}), json!({ "path": 7 }), json!({ "path": "a", "start": 0 }), json!({ "path": "a", "x": 1 })]
    {
        let result = client.call("read", arguments.clone());
        assert_eq!(result["structuredContent"]["error"]["code"], "invalid-argument", "{arguments}");
    }
    let result = client.call("read", json!({ "path": "x".repeat(70_000) }));
    assert_eq!(result["structuredContent"]["error"]["code"], "invalid-argument");
    let missing = client.ask("tools/call", json!({ "name": "read" }));
    assert_eq!(missing["result"]["structuredContent"]["error"]["message"], "path is missing");

    let mut client = Client::new(project.path(), &["--dialect", "pi"]);
    let result = client.call("read", json!({ "path": "none.txt" }));
    assert_eq!((result["isError"].as_bool(), result.get("structuredContent")), (Some(true), None));
    assert!(texts(&result)[0].contains("none.txt"), "{result}");

    // What is no call of a tool at all is an error of the protocol.
    let unknown = client.refused("tools/call", json!({ "name": "reed", "arguments": {} }));
    assert_eq!(
        (&unknown["code"], &unknown["message"]),
        (&json!(-32602), &json!("there is no tool 'reed'; there are read"))
    );
    for params in [json!({}), json!({ "name": 1 }), json!({ "name": "read", "arguments": [1] }), json!([])] {
        assert_eq!(client.refused("tools/call", params.clone())["code"], -32602, "{params}");
    }
}

/// Every answer of our own dialect in the cases, through the server, against the schema that it promises.
pub fn what_is_promised_holds_for_every_case() {
    let mut checked = 0;
    let cases = conformance::in_directory(&common::data().join("cases")).unwrap();
    for case in cases.into_iter().filter(|case| case.name.starts_with("readroom/")) {
        let (name, scene) = (&case.name, case.scene().unwrap());
        // A client sends an object; what a case sends that is none never gets to the tool.
        let Ok(arguments @ Value::Object(_)) = serde_json::from_slice(&case.call.arguments(&scene)) else {
            continue;
        };
        if case.is_missing().is_some() || case.in_memory || case.policy.is_some() {
            continue;
        }
        let mut options = ["--policy", "everything", "--no-agentignore"].map(String::from).to_vec();
        for grant in &case.grants {
            options.extend(["--grant".into(), scene.outside(grant).to_str().unwrap().to_string()]);
        }
        options.extend(case.cwd.iter().flat_map(|cwd| ["--cwd".into(), cwd.clone()]));
        options.extend(case.home.iter().flat_map(|home| ["--home".into(), scene.fill_in(home)]));
        let mut client = Client::new(scene.root(), &options.iter().map(String::as_str).collect::<Vec<_>>());
        let tools = client.ask("tools/list", json!({}));
        let schema = jsonschema::draft202012::new(&tools["result"]["tools"][0]["outputSchema"]).unwrap();
        let result = client.call("read", arguments);
        let structured = &result["structuredContent"];
        let errors: Vec<_> = schema.iter_errors(structured).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}: {structured}");
        // Read into a value, of two arguments with one name the last is left.
        if *name != "readroom/duplicate-argument" {
            assert_eq!(result["isError"], case.outcome == Answer::Refused, "{name}: {structured}");
        }
        checked += 1;
    }
    assert!(checked > 40, "only {checked} answers were looked at");
}

/// The schema holds for nothing else: an answer without one of its members, or with one more, is none.
pub fn what_is_promised_is_exact() {
    let project = project();
    let mut client = Client::new(project.path(), &[]);
    let tools = client.ask("tools/list", json!({}));
    let schema = jsonschema::draft202012::new(&tools["result"]["tools"][0]["outputSchema"]).unwrap();
    for arguments in [json!({ "path": "src/abc.txt" }), json!({ "path": "none" })] {
        let answer = client.call("read", arguments)["structuredContent"].take();
        assert!(schema.is_valid(&answer), "{answer}");
        for name in answer.as_object().unwrap().keys() {
            let mut without = answer.clone();
            without.as_object_mut().unwrap().shift_remove(name);
            assert!(!schema.is_valid(&without), "{name} may be missing");
        }
        let mut more = answer.clone();
        more["more"] = json!(1);
        assert!(!schema.is_valid(&more), "{more}");
    }
}
