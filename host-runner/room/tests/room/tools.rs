//! Tools by their ids: the meaning of an id, the error for an unknown one, and the content that a
//! model sees.

use readroom::{
    BasicRequest, Content, Error, ErrorCode, MemoryTree, Outcome, Policy, Reply, Room, Start,
    UnknownToolError,
};
use readroom_check::without_time;
use readroom_testing::tools::{LOOKING, TOOLS, ids};
use serde_json::Value;

/// Ids of tools that do not exist.
const UNKNOWN: [&str; 11] =
    ["nobody", "", "pi@", "pi@9", "@0", "Pi", " pi", "pi:", "pi:write", "readroom@0.1", "pi\u{0}"];

/// An image of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\x9cc\xf8\xff\xff?\0\x05\xfe\x02\xfe\r\xefF\xb8\0\0\0\0IEND\xaeB`\x82";

fn room() -> Room {
    let tree = MemoryTree::new().file("a.txt", "one\ntwo\nthree\n").unwrap();
    let tree = tree.file("sub/a.png", PNG).unwrap().file("a.pdf", "%PDF-1.7").unwrap();
    Room::builder_from_tree("/project", tree.file(".env", "SECRET\n").unwrap())
        .policy(Policy::everything().deny(".env").unwrap())
        .build()
        .unwrap()
}

fn unknown(error: Error) -> UnknownToolError {
    assert_eq!(error.code(), Some(ErrorCode::InvalidArgument), "{error}");
    match error {
        Error::UnknownTool(unknown) => unknown,
        other => panic!("{other}"),
    }
}

/// Returns the first text that a model sees.
fn text(reply: &Reply) -> &str {
    match reply.content.first() {
        Some(Content::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

/// Returns a reply without its elapsed time, which some agents report.
fn steady(reply: Reply) -> (Outcome, Value, Vec<Content>) {
    (reply.outcome, serde_json::from_str(&reply.json).map(without_time).unwrap(), shown(reply))
}

/// Returns what a model is shown, without the elapsed time.
fn shown(reply: Reply) -> Vec<Content> {
    let steady = |content| match content {
        Content::Text(text) => Content::Text(
            serde_json::from_str(&text)
                .map(without_time)
                .map_or(text, |value: Value| value.to_string()),
        ),
        other => other,
    };
    reply.content.into_iter().map(steady).collect()
}

#[test]
fn the_table_of_the_tests_has_every_tool() {
    let tools = readroom::tools().unwrap();
    assert_eq!(tools, room().tools().unwrap());
    let known: Vec<_> = tools.iter().map(|tool| tool.id.as_str()).collect();
    let (looking, reading): (Vec<&str>, Vec<&str>) =
        known.iter().partition(|id| LOOKING.contains(id));
    assert_eq!(reading, ids().collect::<Vec<_>>(), "`tests/dialects.json` names the tools");
    assert_eq!(looking, *LOOKING, "`tests/looking.json` names the tools");
    for tool in &tools {
        assert!(!tool.release.is_empty() && tool.basis.ends_with('.'), "{tool:?}");
    }
    for (number, id) in known.iter().enumerate() {
        let dialect = |id: &str| id.split('@').next().unwrap().to_string();
        let others = &known[..number];
        let is_beside = others.last().is_some_and(|last| dialect(last) == dialect(id));
        assert!(
            is_beside || others.iter().all(|other| dialect(other) != dialect(id)),
            "{id} stands apart"
        );
    }
}

#[test]
fn an_unknown_tool_is_an_error_that_names_those_there_are() {
    let room = room();
    let request = BasicRequest { path: "a.txt".into(), start: None, lines: None };
    for id in UNKNOWN {
        let known = readroom::tools().unwrap().into_iter().map(|tool| tool.id).collect();
        let expected = UnknownToolError { tool: id.into(), known };
        for error in [
            room.call(id, "{}").unwrap_err(),
            room.call(id, "no JSON").unwrap_err(),
            room.arguments_for(id, &request).unwrap_err(),
            room.requested_path(id, "{}").unwrap_err(),
        ] {
            let message = error.to_string();
            assert!(
                message.starts_with(&format!(
                    "there is no tool '{id}'; the tools are readroom@0.4:read, "
                )),
                "{message}"
            );
            assert!(
                error.to_json().contains("\"code\":\"invalid-argument\""),
                "{}",
                error.to_json()
            );
            assert_eq!(unknown(error), expected);
        }
    }
    // An id of a megabyte is also unknown.
    let long = unknown(room.call(&"é".repeat(1 << 20), "{}").unwrap_err());
    assert!(
        long.tool.len() <= readroom::MAX_ARGUMENTS
            && long.known.len() == TOOLS.len() + LOOKING.len()
    );
}

#[test]
fn an_id_without_a_revision_means_the_newest() {
    let room = room();
    for tool in TOOLS.iter() {
        let newest = tool.newest();
        if ids().find(|id| id.split('@').next() == tool.id.split('@').next()) != Some(tool.id) {
            continue;
        }
        for path in ["a.txt", "sub/a.png", "a.pdf", "none", "sub", ".env"] {
            let arguments = tool.path(path);
            let [one, other] = [tool.id, &*newest].map(|id| room.call(id, &arguments).unwrap());
            assert_eq!(
                (&one.facts, &one.denied),
                (&other.facts, &other.denied),
                "{newest}: {path}"
            );
            assert_eq!(steady(one), steady(other), "{newest}: {path}");
        }
        let request = BasicRequest { path: "a.txt".into(), start: None, lines: None };
        let [one, other] =
            [tool.id, &*newest].map(|id| room.arguments_for(id, &request).unwrap().unwrap());
        assert_eq!(one, other);
        let [one, other] = [tool.id, &*newest].map(|id| room.requested_path(id, &one).unwrap());
        assert_eq!(
            (one.as_deref(), other.as_deref()),
            (Some("/project/a.txt"), Some("/project/a.txt"))
        );
    }
}

/// The arguments of a basic request in the table are those that the tools have.
#[test]
fn a_basic_request_has_the_names_of_the_tool() {
    let room = room();
    let request =
        BasicRequest { path: "a.txt".into(), start: Some(Start::Line(2)), lines: Some(1) };
    for tool in TOOLS.iter() {
        let Some(arguments) = room.arguments_for(tool.id, &request).unwrap() else {
            assert!(!tool.any_line, "{}", tool.id);
            continue;
        };
        let arguments: Value = serde_json::from_str(&arguments).unwrap();
        let names: Vec<_> = arguments.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, tool.arguments, "{}", tool.id);
        // The line number, which differs for tools that count lines from 0.
        let [first, lines] = [1, 2].map(|at| arguments[tool.arguments[at]].as_u64().unwrap());
        // One takes the last line instead.
        assert!(lines == 1 || lines == first, "{arguments}");
    }
}

#[test]
fn every_reply_shows_a_model_the_content() {
    let room = room();
    for tool in TOOLS.iter() {
        let id = tool.id;
        let call = |path: &str| {
            let reply = room.call(id, &tool.path(path)).unwrap();
            let value = serde_json::from_str(&reply.json).unwrap();
            tool.check(&reply, &value).unwrap_or_else(|what| panic!("{id}: {what}: {value}"));
            reply
        };
        let whole = call("a.txt");
        let shown: String = whole.content.iter().map(|content| format!("{content:?}")).collect();
        let is_text = !id.ends_with(":read_media_file");
        let has_all = ["one", "two", "three"].iter().all(|line| shown.contains(line));
        assert_eq!(has_all, is_text, "{id}: {shown}");
        assert_eq!(
            (whole.facts.len(), whole.facts[0].real_path.as_str()),
            (1, "/project/a.txt"),
            "{id}"
        );
        let missing = call("none.txt");
        let refused = if tool.takes_a_list { Outcome::Answered } else { Outcome::Refused };
        assert_eq!((missing.outcome, &missing.facts), (refused, &Vec::new()), "{id}");
        let says_which =
            missing.content.iter().any(|content| format!("{content:?}").contains("none.txt"));
        // gemini-cli names the file only to the program.
        assert!(says_which != (id == "gemini-cli@0.61"), "{id}");
        // Only the host learns which rule it was.
        let denied = call(".env");
        assert_eq!(denied.outcome, refused);
        let is_denied = denied.denied.is_some_and(|denied| denied.rule.pattern == ".env");
        assert!(is_denied != tool.takes_a_list, "{id}");
        let shown = format!("{}{:?}", denied.json, denied.content);
        assert!(!shown.contains("denied by") && !shown.contains("SECRET"), "{id}: {shown}");
        // Malformed arguments are answered too.
        for arguments in ["", "[]", "{", "null", "{}"] {
            let reply = room.call(id, arguments).unwrap();
            assert_eq!(
                (reply.outcome, reply.content.is_empty()),
                (Outcome::Refused, false),
                "{id}"
            );
        }
    }
}

#[test]
fn content_alone_is_the_same_content() {
    let room = room();
    let content_only = room.content_only();
    for tool in TOOLS.iter() {
        for path in ["a.txt", "sub/a.png", "sub", "none.txt", ".env"] {
            let whole = room.call(tool.id, &tool.path(path)).unwrap();
            let part = content_only.call(tool.id, &tool.path(path)).unwrap();
            assert_eq!(part.json, "", "{} {path}", tool.id);
            assert_eq!(
                (part.outcome, &part.facts, &part.denied),
                (whole.outcome, &whole.facts, &whole.denied)
            );
            assert_eq!(shown(part), shown(whole), "{} {path}", tool.id);
        }
    }
}

#[test]
fn content_is_the_models_view_in_the_agent() {
    let room = room();
    let call = |tool: &str, arguments: &str| room.call(tool, arguments).unwrap();
    // The model of MyCodeAgent reads the JSON object itself.
    for arguments in [r#"{"path":"a.txt"}"#, r#"{"path":"none"}"#, "{}"] {
        let reply = call("mycodeagent", arguments);
        assert_eq!((text(&reply), reply.content.len()), (&*reply.json, 1));
    }
    let reply = call("readroom", r#"{"path":"a.txt","start":2}"#);
    assert_eq!(text(&reply), "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]");
    let reply = call("readroom", r#"{"path":"none"}"#);
    assert!(text(&reply).starts_with("not-found: 'none' does not exist"), "{reply:?}");
    let output =
        |reply: &Reply| serde_json::from_str::<Value>(&reply.json).unwrap()["output"].clone();
    for tool in ["dm-cc", "opencode@1.18"] {
        let reply = call(tool, r#"{"filePath":"a.txt"}"#);
        assert_eq!(
            (text(&reply), reply.content.len()),
            (output(&reply).as_str().unwrap(), 1),
            "{tool}"
        );
    }
    let reply = call("kimi-cli", r#"{"path":"a.txt"}"#);
    assert!(text(&reply).starts_with("<system>3 lines read"), "{reply:?}");
    assert_eq!(reply.content[1], Content::Text(output(&reply).as_str().unwrap().into()));
    let reply = call("pi", r#"{"path":"a.txt"}"#);
    assert_eq!((text(&reply), reply.content.len()), ("one\ntwo\nthree\n", 1));
    // Images are attached by the tools that show them.
    for (tool, arguments) in
        [("pi", r#"{"path":"sub/a.png"}"#), ("opencode", r#"{"path":"sub/a.png"}"#)]
    {
        let [Content::Text(_), Content::Image(image)] = &*call(tool, arguments).content else {
            panic!("{tool} shows no picture")
        };
        assert_eq!(image.mime, "image/png");
    }
    let document = call("opencode", r#"{"path":"a.pdf"}"#);
    let [Content::Text(_), Content::File(file)] = &*document.content else {
        panic!("{document:?}")
    };
    assert_eq!((file.mime.as_str(), file.data.as_str()), ("application/pdf", "JVBERi0xLjc="));
}
