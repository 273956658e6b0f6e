//! Files as resources.

use super::client::{Client, code};
use super::project::{PNG, project, uri};
use serde_json::{Value, json};
use std::fs;

fn read(client: &mut Client, uri: &str) -> Value {
    let answer = client.ask("resources/read", json!({ "uri": uri }));
    assert_eq!(answer.get("error"), None, "{uri}: {answer}");
    answer["result"]["contents"].clone()
}

/// Clients draw them, and models read them.
#[cfg(unix)]
#[test]
fn names_are_escaped() {
    let project = tempfile::tempdir().unwrap();
    let root = project.path().join("ro\n[x]\u{1b}[31mt");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("a\n\u{1b}[31m\u{202e}b.png"), "x").unwrap();
    let mut client = Client::silent(&root, &[]);
    let begun = client.initialize();
    let instructions = begun["result"]["instructions"].as_str().unwrap();
    assert!(instructions.contains(r"/ro\n[x]\u{1b}[31mt only. "), "{instructions}");
    let listed = pages(&mut client).concat();
    assert_eq!(names(&listed), [r"a\n\u{1b}[31m\u{202e}b.png"]);
    let uri = listed[0]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/ro%0A%5Bx%5D%1B%5B31mt/a%0A%1B%5B31m%E2%80%AEb.png"), "{uri}");
}

/// Returns the resources on each page of the list.
fn pages(client: &mut Client) -> Vec<Vec<Value>> {
    let (mut pages, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
        let page = client.ask("resources/list", params.clone());
        assert_eq!(
            client.ask("resources/list", params)["result"],
            page["result"],
            "a page is the same twice"
        );
        let resources = page["result"]["resources"].as_array().unwrap();
        assert!(resources.len() <= 100, "{}", resources.len());
        pages.push(resources.clone());
        cursor = page["result"]["nextCursor"].clone();
        if cursor.is_null() {
            return pages;
        }
        assert!(cursor.as_str().unwrap().starts_with("after-"), "{cursor}");
    }
}

fn names(resources: &[Value]) -> Vec<&str> {
    resources.iter().map(|resource| resource["name"].as_str().unwrap()).collect()
}

#[test]
fn the_root_is_listed_page_by_page() {
    let project = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..250).map(|number| format!("f{number:03} ü.txt")).collect();
    for name in &files {
        fs::write(project.path().join(name), "x").unwrap();
    }
    for directory in 0..30 {
        fs::create_dir(project.path().join(format!("e{directory}"))).unwrap();
    }
    let mut client = Client::new(project.path(), &[]);
    let listed = pages(&mut client);
    // Directories count towards the page size, but are not listed.
    assert_eq!(listed.iter().map(Vec::len).collect::<Vec<_>>(), [70, 100, 80]);
    let listed = listed.concat();
    assert_eq!(names(&listed), files);
    assert_eq!(listed[0]["uri"], uri(project.path(), "/f000%20%C3%BC.txt"));
    assert_eq!((&listed[0]["size"], &listed[0]["mimeType"]), (&json!(1), &json!("text/plain")));
    for cursor in ["", "x", "after", "entry-1"] {
        assert_eq!(
            client.refused("resources/list", json!({ "cursor": cursor }))["code"],
            -32602,
            "{cursor}"
        );
    }
    assert_eq!(client.refused("resources/list", json!({ "cursor": 7 }))["code"], -32602);
    // A page starts after a name, whether or not that entry still exists.
    let mut after =
        |cursor: &str| client.ask("resources/list", json!({ "cursor": cursor }))["result"].take();
    assert_eq!(
        names(after("after-f248").as_object().unwrap()["resources"].as_array().unwrap()),
        files[248..]
    );
    assert_eq!(after("after-g"), json!({ "resources": [] }));
    fs::remove_file(project.path().join(&files[100])).unwrap();
    let page = after(&format!("after-{}", files[100]));
    assert_eq!(names(page["resources"].as_array().unwrap())[0], files[101]);
}

/// Entries at page boundaries: a link, a directory and a name with a line feed.
#[cfg(unix)]
#[test]
fn a_page_may_end_with_anything() {
    use std::os::unix::fs::symlink;
    let project = tempfile::tempdir().unwrap();
    let at = |name: &str| project.path().join(name);
    let mut files: Vec<_> = (0..248).map(|number| format!("f{number:03}.txt")).collect();
    for name in &files {
        fs::write(at(name), "xyz").unwrap();
    }
    // The 100th and 200th entries, and those next to them.
    symlink("f000.txt", at("f098.txt~link")).unwrap();
    fs::create_dir(at("f196.txt~directory")).unwrap();
    symlink("f196.txt~directory", at("f196.txt~link")).unwrap();
    fs::write(at("f196.txt\n"), "xyz").unwrap();
    symlink("nowhere", at("f247.txt~broken")).unwrap();
    symlink("/etc", at("f247.txt~out")).unwrap();
    files.extend(["f098.txt~link".into(), "f196.txt\n".into()]);
    files.sort();
    let mut client = Client::new(project.path(), &[]);
    let listed = pages(&mut client);
    assert_eq!(listed.len(), 3);
    let listed = listed.concat();
    let shown: Vec<_> = files.iter().map(|name| name.replace('\n', "\\n")).collect();
    assert_eq!(names(&listed), shown);
    for resource in &listed {
        assert_eq!(resource["size"], 3, "a link has the size of what it leads to: {resource}");
    }
    let feed = listed.iter().find(|resource| resource["name"] == "f196.txt\\n").unwrap();
    assert_eq!(feed["uri"], uri(project.path(), "/f196.txt%0A"));
    assert_eq!(read(&mut client, feed["uri"].as_str().unwrap())[0]["text"], "xyz");
    let after = client.ask("resources/list", json!({ "cursor": "after-f196.txt\n" }));
    assert_eq!(names(after["result"]["resources"].as_array().unwrap())[0], "f197.txt");
}

#[test]
fn a_template_names_all_files() {
    let (project, other) = (project(), project());
    let other_name = other.path().to_str().unwrap();
    let mut client = Client::new(project.path(), &["--grant", other_name]);
    let templates = client.ask("resources/templates/list", json!({}));
    let templates = templates["result"]["resourceTemplates"].as_array().unwrap();
    let uris: Vec<_> =
        templates.iter().map(|template| template["uriTemplate"].as_str().unwrap()).collect();
    assert_eq!(uris, [uri(project.path(), "/{+path}"), uri(other.path(), "/{+path}")]);
    for template in uris {
        let filled = template.replace("{+path}", "src/abc.txt");
        assert_eq!(read(&mut client, &filled)[0]["text"], "one\ntwo\nthree\n");
    }
    assert_eq!(
        client.refused("resources/templates/list", json!({ "cursor": "1" }))["code"],
        -32602
    );
}

#[test]
fn files_are_text_or_bytes() {
    let project = project();
    let root = project.path();
    fs::write(root.join("empty"), "").unwrap();
    let mut client = Client::new(root, &[]);
    let readme = uri(root, "/README.md");
    assert_eq!(
        read(&mut client, &readme),
        json!([{ "uri": readme, "mimeType": "text/markdown", "text": "# A project\n" }])
    );
    assert_eq!(read(&mut client, &uri(root, "/empty"))[0]["text"], "");
    let picture = uri(root, "/a.png");
    assert_eq!(
        read(&mut client, &picture),
        json!([{ "uri": picture, "mimeType": "image/png", "blob": PNG }])
    );
    assert_eq!(read(&mut client, &uri(root, "/%C3%A4%20b.pdf"))[0]["mimeType"], "application/pdf");
}

#[test]
fn a_long_text_has_a_note_that_it_continues() {
    let project = project();
    let root = project.path();
    let long: String =
        (0..150_000).map(|number| format!("line {number} {}\n", "x".repeat(number % 40))).collect();
    fs::write(root.join("long.txt"), &long).unwrap();
    fs::write(root.join("wide.txt"), format!("one\n{}\nend", "z".repeat(3_000_000))).unwrap();
    let mut client = Client::new(root, &[]);
    let contents = read(&mut client, &uri(root, "/long.txt"));
    let text = contents[0]["text"].as_str().unwrap();
    assert!(long.starts_with(text) && text.len() <= 1 << 20, "{}", text.len());
    let next = text.lines().count() + 1;
    let note = format!("[The text goes on in line {next}. Read the rest with the tool 'read'.]");
    assert_eq!(contents[1]["text"], note);
    // A file that would be cut is refused instead.
    let wide = client.refused("resources/read", json!({ "uri": uri(root, "/wide.txt") }));
    assert_eq!(
        (&wide["code"], &wide["data"]["code"]),
        (&json!(-32602), &json!("too-large")),
        "{wide}"
    );
    assert!(wide["message"].as_str().unwrap().starts_with("line 2 has more than 2000"), "{wide}");
    assert!(wide["data"]["hint"].as_str().unwrap().contains("the tool 'read'"), "{wide}");
    fs::write(root.join("newlines"), "\n".repeat(1 << 20)).unwrap();
    let lines = read(&mut client, &uri(root, "/newlines"));
    assert!(lines[1]["text"].as_str().unwrap().contains("goes on in line 10001"), "{lines}");
}

#[test]
fn a_type_is_the_same_in_a_list_and_alone() {
    let project = project();
    let root = project.path();
    for name in ["a.json", "a.xml", "a.svg", "a.md", "a.html", "a.rs"] {
        fs::write(root.join(name), "text\n").unwrap();
    }
    let mut client = Client::new(root, &[]);
    let listed = client.ask("resources/list", json!({}));
    for resource in listed["result"]["resources"].as_array().unwrap() {
        let uri = resource["uri"].as_str().unwrap();
        if uri.ends_with(".bin") {
            continue;
        }
        let contents = read(&mut client, uri);
        let listed = resource.get("mimeType").cloned().unwrap_or(json!("text/plain"));
        assert_eq!(contents[0]["mimeType"], listed, "{uri}");
    }
}

#[test]
fn a_policy_holds() {
    let project = project();
    let root = project.path();
    fs::write(root.join(".env"), "SECRET=1").unwrap();
    // A policy that says `ask` gets the answer no.
    let mut client = Client::new(root, &["--policy", "opencode"]);
    let listed = client.ask("resources/list", json!({}));
    assert!(
        !listed.to_string().contains(".env") && listed.to_string().contains("README.md"),
        "{listed}"
    );
    let error = client.refused("resources/read", json!({ "uri": uri(root, "/.env") }));
    assert_eq!(
        (&error["code"], &error["data"]["code"]),
        (&json!(-32602), &json!("permission-denied")),
        "{error}"
    );
    let result = client.call("read", json!({ "path": ".env" }));
    assert_eq!(code(&result), Some("permission-denied"), "{result}");
    assert_eq!(
        result["content"][1]["text"],
        "[It was denied by the rule `*.env` of the policy (ask: there was no answer).]"
    );
    assert_eq!(result["content"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn nothing_else_is_read() {
    use std::os::unix::fs::symlink;
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("root");
    fs::create_dir_all(root.join("src")).unwrap();
    fs::write(outer.path().join("secret.txt"), "SECRET").unwrap();
    fs::write(root.join("a%41.txt"), "percent\n").unwrap();
    fs::write(root.join("data.bin"), b"\0\x01").unwrap();
    symlink("../secret.txt", root.join("out.txt")).unwrap();
    symlink("/etc/passwd", root.join("passwd")).unwrap();
    symlink("a%41.txt", root.join("in.txt")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(root.join("pipe")).status().unwrap().success()
    );
    let mut client = Client::new(&root, &[]);
    let listed = client.ask("resources/list", json!({}));
    let listed = listed["result"]["resources"].as_array().unwrap();
    let names: Vec<_> = listed.iter().map(|resource| resource["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["a%41.txt", "data.bin", "in.txt"],
        "links that lead out and pipes are not listed"
    );
    assert_eq!(read(&mut client, &uri(&root, "/a%2541.txt"))[0]["text"], "percent\n");
    assert_eq!(read(&mut client, &uri(&root, "/src/../in.txt"))[0]["text"], "percent\n");
    let etc = "file:///etc/passwd".to_string();
    let missing = uri(&root, "/none.txt");
    for (uri, code) in [
        (missing.clone(), -32002),
        (etc, -32002),
        (uri(&root, "/../secret.txt"), -32002),
        (uri(&root, "/%2e%2e/secret.txt"), -32002),
        (uri(&root, "/..%2Fsecret.txt"), -32002),
        (uri(&root, "/out.txt"), -32002),
        (uri(&root, "/passwd"), -32002),
        (uri(&root, "/src"), -32602),
        (uri(&root, "/pipe"), -32602),
        (uri(&root, "/data.bin"), -32602),
        (uri(&root, "/in.txt#line=1,"), -32602),
        (uri(&root, "/in.txt?x"), -32602),
        (uri(&root, "/%00"), -32602),
        (uri(&root, "/%FF"), -32602),
        (format!("file://elsewhere{}/in.txt", root.display()), -32602),
        ("http://localhost/in.txt".into(), -32602),
        ("in.txt".into(), -32602),
        ("".into(), -32602),
        (format!("file:///{}", "x".repeat(500_000)), -32602),
    ] {
        let error = client.refused("resources/read", json!({ "uri": uri }));
        let shown = &uri[..uri.len().min(100)];
        assert_eq!(error["code"], code, "{shown}: {error}");
        assert!(
            !error.to_string().contains("SECRET") && !error["message"].as_str().unwrap().is_empty(),
            "{shown}"
        );
    }
    let error = client.refused("resources/read", json!({ "uri": missing }));
    assert_eq!(error["data"]["code"], "not-found", "{error}");
}
