//! Masks of a policy: no tool, view or search shows a secret, and each answer says that it masked.

use readroom::{
    Body, MemoryTree, Outcome, Policy, ReadRequest, Room, SearchRequest, SharedLimits, View,
};
use readroom_testing::tools::{LOOKING, TOOLS};
use serde_json::json;
use std::time::{Duration, UNIX_EPOCH};

/// Made up, and assembled here, so that no scanner takes it for a real one.
fn token() -> String {
    ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat()
}

const PASSWORD: &str = "correct-horse-battery";

/// Returns the paths of files and their content.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let token = token();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let source = format!("def connect():\n    key = \"{token}\"\n    return key\n");
    let notebook = json!({
        "cells": [{
            "cell_type": "code", "execution_count": 1, "metadata": {}, "source": [&source],
            "outputs": [{"output_type": "stream", "name": "stdout", "text": [&token]}],
        }],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    });
    vec![
        ("plain.txt", format!("one\n{token}\nthree\n").into()),
        ("crlf.txt", format!("one\r\n{token}\r\nthree\r\n").into()),
        ("source.py", source.into()),
        ("notes.md", format!("# Keys\n\n## The key {token}\n\ntext\n").into()),
        ("cells.ipynb", notebook.to_string().into()),
        ("wide.txt", wide(&format!("\u{feff}one\n{token}\nthree\n"))),
        ("wide-without-mark.txt", wide(&format!("one\n{token}\nthree\n"))),
        ("latin.txt", [b"caf\xe9 \xe0 Paris\n", token.as_bytes(), b"\n"].concat()),
        ("binary.bin", [b"\0\x01\x02\n", token.as_bytes(), b"\n\0"].concat()),
        (
            "long-line.txt",
            format!("{}{token}{}", "a b ".repeat(50_000), " c d".repeat(50_000)).into(),
        ),
        ("far.log", format!("{}{token}\nlast\n", "an event without news\n".repeat(20_000)).into()),
        (".env", format!("# of the server\nPASSWORD={PASSWORD}\n").into()),
        ("sub/.env.bak", format!("PASSWORD={PASSWORD}\n").into()),
        ("sub/.aws/credentials", format!("[default]\nsecret = {PASSWORD}\n").into()),
        ("sub/.pgpass", format!("host:5432:db:me:{PASSWORD}\n").into()),
        ("sub/.ssh/id_rsa", format!("-----BEGIN RSA PRIVATE KEY-----\n{PASSWORD}\n").into()),
        ("sub/keys.p12", [b"\0\x01", PASSWORD.as_bytes(), b"\n\0"].concat()),
    ]
}

fn room(policy: Policy) -> Room {
    let tree = files()
        .into_iter()
        .fold(MemoryTree::new(), |tree, (path, bytes)| tree.file(path, bytes).unwrap());
    let tree = tree.link("link.txt", "plain.txt").unwrap();
    Room::builder_from_tree("/project", tree).policy(policy).build().unwrap()
}

fn masked() -> Room {
    room(Policy::default().mask_secrets())
}

fn paths() -> Vec<String> {
    let mut paths: Vec<String> = files().into_iter().map(|(path, _)| path.into()).collect();
    paths.push("link.txt".into());
    paths.push("sub/../plain.txt".into());
    paths.push("/project/source.py".into());
    paths
}

/// Checks that an answer has no secret, in any of its forms.
fn check(of: &str, said: &str) {
    let token = token();
    let spaced: String = token.chars().flat_map(|one| [one, '\0']).collect();
    for secret in [&*token, PASSWORD, &spaced, &spaced.replace('\0', "\\u0000")] {
        assert!(!said.contains(secret), "{of}: {said}");
    }
}

#[test]
fn the_secrets_are_there() {
    let room = room(Policy::everything());
    for (path, _) in files() {
        let request = ReadRequest { view: View::Text, ..ReadRequest::new(path) };
        let reply = room.call("readroom", &json!({ "path": path, "view": "text" }).to_string());
        let said = format!("{:?} {:?}", room.read(&request), reply);
        let bare = said.replace("\\0", "");
        assert!(
            bare.contains(&token())
                || bare.contains(PASSWORD)
                || path == "far.log"
                || path == "long-line.txt",
            "{path}"
        );
    }
}

#[test]
fn no_tool_shows_a_secret() {
    let room = masked();
    for tool in TOOLS.iter() {
        for path in paths() {
            let reply = room.call(tool.id, &tool.path(&path)).unwrap();
            check(&format!("{} {path}", tool.id), &format!("{} {:?}", reply.json, reply.content));
        }
        let reply = room.call(tool.id, &tool.path("plain.txt")).unwrap();
        assert_eq!(reply.outcome, Outcome::Answered, "{}", tool.id);
        assert_eq!(reply.facts[0].masked, Some(1), "{}", tool.id);
    }
}

#[test]
fn no_look_shows_a_secret_or_finds_one() {
    let room = masked();
    for tool in LOOKING.iter() {
        for wanted in [token(), PASSWORD.into(), "key|PASSWORD|secret".into(), ".".into()] {
            for more in [json!({}), json!({ "binary": true, "context": 2 })] {
                let mut arguments = json!({ "path": "/project", "pattern": wanted });
                let known = arguments.as_object_mut().unwrap();
                known.extend(more.as_object().unwrap().clone());
                let reply = room.call(tool, &arguments.to_string()).unwrap();
                let said = format!("{} {:?}", reply.json, reply.content);
                // The question is repeated in some answers.
                check(tool, &said.replace(&wanted, ""));
            }
        }
    }
    for binary in [false, true] {
        let request = SearchRequest::new(".", token()).binary(binary);
        assert!(room.search(&request).unwrap().files.is_empty());
    }
    let found = room.search(&SearchRequest::new(".", "redacted")).unwrap();
    assert!(found.files.iter().any(|file| file.path == "source.py"), "{found:?}");
}

#[test]
fn no_view_shows_a_secret() {
    let room = masked();
    let requests: Vec<_> = paths()
        .iter()
        .flat_map(|path| {
            [View::Auto, View::Text, View::Outline].into_iter().flat_map(move |view| {
                [None, Some("utf-16le"), Some("latin1"), Some("utf-8")].map(|encoding| {
                    ReadRequest {
                        view,
                        encoding: encoding.map(String::from),
                        ..ReadRequest::new(path)
                    }
                })
            })
        })
        .collect();
    for request in &requests {
        check(&format!("{request:?}"), &format!("{:?}", room.read(request)));
    }
    for requests in requests.chunks(100) {
        let answers = room.read_many(requests, SharedLimits { bytes: None, tokens: None });
        check("read_many", &format!("{answers:?}"));
    }
}

#[test]
fn an_answer_says_how_many_values_are_masked() {
    let room = masked();
    for (path, masked) in [(".env", 1), ("source.py", 1), ("sub/.pgpass", 1), ("far.log", 1)] {
        let document = room.read(&ReadRequest::new(path)).unwrap();
        assert_eq!(document.masked, Some(masked), "{path}");
    }
    let Body::Text(text) = room.read(&ReadRequest::new(".env")).unwrap().body else {
        panic!("text")
    };
    assert_eq!(text.content, "# of the server\nPASSWORD=«redacted: value»\n");
    let reply = room.call("readroom", r#"{"path": ".env"}"#).unwrap();
    let said = format!("{:?}", reply.content);
    assert!(said.contains("[Masked: 1 secret value, shown as"), "{said}");
    let tree = MemoryTree::new().file("a", "text\n").unwrap();
    let unmasked = Room::builder_from_tree("/project", tree).build().unwrap();
    assert_eq!(unmasked.read(&ReadRequest::new("a")).unwrap().masked, None);
}

#[test]
fn pages_of_a_masked_file_follow_one_another() {
    let room = masked();
    let mut request = ReadRequest { lines: Some(7000), ..ReadRequest::new("far.log") };
    let mut all = String::new();
    loop {
        let Body::Text(text) = room.read(&request).unwrap().body else { panic!("text") };
        all.push_str(&text.content);
        let Some(next) = text.next else { break };
        request.start = Some(readroom::Start::Cursor(next.cursor));
    }
    let expected = "an event without news\n".repeat(20_000) + "«redacted: AWS access key»\nlast\n";
    assert!(all == expected, "{} bytes", all.len());
}

#[test]
fn a_version_does_not_depend_on_what_is_masked() {
    let time = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let version = |text: &str| {
        let tree = MemoryTree::new().file(".env", text).unwrap().modified(".env", time).unwrap();
        let policy = Policy::default().mask_secrets();
        let room = Room::builder_from_tree("/project", tree).policy(policy).build().unwrap();
        room.read(&ReadRequest::new(".env")).unwrap().version
    };
    let known = version("# a\nPIN=1234\n");
    assert_eq!(version("# a\nPIN=4321\n"), known);
    assert_ne!(version("# b\nPIN=1234\n"), known);
}
