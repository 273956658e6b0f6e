//! The errors of the MCP server: messages of JSON-RPC, and statuses of HTTP.

use super::defined::{sources_of, words_after};
use super::table::{code, section as table};
use crate::mcp::client::Client;
use crate::mcp::project::project;
use crate::mcp::web::Site;
use serde_json::{Value, json};

/// The sources of the server.
const SOURCES: &str = "host-runner/mcp/src";

/// The codes, by the names of the library and ours.
const CODES: [(&str, i64); 10] = [
    ("PARSE_ERROR", -32700),
    ("INVALID_REQUEST", -32600),
    ("METHOD_NOT_FOUND", -32601),
    ("method_not_found", -32601),
    ("INVALID_PARAMS", -32602),
    ("invalid_params", -32602),
    ("internal_error", -32603),
    ("resource_not_found", -32002),
    ("busy", -32000),
    // With a code of this list.
    ("new", 0),
];

/// The meaning of each code, and a message that is answered with it. The last two need a busy
/// server, or a faulty one.
const MEANINGS: [(i64, &str, &str); 7] = [
    (-32700, "The message is not JSON.", "{"),
    (-32600, "It is not a request.", "7"),
    (-32601, "There is no such method.", r#"{"jsonrpc":"2.0","id":9,"method":"write"}"#),
    (
        -32602,
        "The parameters are wrong, or there is no such tool.",
        r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"write","arguments":{}}}"#,
    ),
    (
        -32002,
        "There is no such resource.",
        r#"{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"file:///other/a.txt"}}"#,
    ),
    (
        -32000,
        "As many requests as the server takes are being served. Send it again when one is \
         answered.",
        "",
    ),
    (
        -32603,
        "A resource cannot be read because the call failed; `data.code` and `data.hint` say why.",
        "",
    ),
];

pub fn section() -> String {
    [messages(), statuses()].join("\n")
}

fn messages() -> String {
    let sources = sources_of(SOURCES);
    let names = words_after(&sources, "ErrorCode::").into_iter();
    let names = names.chain(words_after(&sources, "ErrorData::"));
    for name in names.filter(|name| *name != "name" && !is_of_the_contract(name)) {
        let (_, number) = *CODES.iter().find(|(known, _)| *known == name).expect(name);
        assert!(number == 0 || MEANINGS.iter().any(|(known, ..)| *known == number), "{name}");
    }
    let project = project();
    let rows = MEANINGS.map(|(number, meaning, message)| {
        let mut example = String::new();
        if !message.is_empty() {
            let mut client = Client::new(project.path(), &[]);
            client.write(format!("{message}\n").as_bytes());
            let answer: Value = client.receive();
            assert_eq!(answer["error"]["code"], number, "{answer}");
            example = code(answer["error"]["message"].as_str().unwrap());
        }
        vec![code(&number.to_string()), meaning.into(), example]
    });
    table(
        "The MCP server",
        "
What a tool reports is not an error of the [protocol](mcp.md) but a result with `isError`, whose \
text
begins with the code of the read. The codes of JSON-RPC are for messages that no tool has seen:",
        &["code", "meaning", "message"],
        &rows,
    )
}

/// Returns whether a name is that of a code of the contract, which `data.code` has.
fn is_of_the_contract(name: &str) -> bool {
    let kebab = super::defined::kebab_case(name);
    super::defined::error_codes().iter().any(|defined| defined.name == kebab)
}

fn statuses() -> String {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let guarded = Site::with_token(project.path(), &[], Some("0123456789abcdefghij"));
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let large = vec![b' '; 1024 * 1024 + 1];
    let answers = [
        site.post(&[("Host", "a b")], &message),
        guarded.post(&[], &message),
        site.post(&[("Origin", "http://example.com")], &message),
        site.get("/other"),
        site.get("/mcp"),
        site.send("POST", "/mcp", &[], &large),
    ];
    let mut rows: Vec<(u16, String)> =
        answers.into_iter().map(|answer| (answer.status, answer.body.trim().into())).collect();
    let sources = sources_of(SOURCES);
    // They need minutes, hundreds of clients or a fault: the texts are those of the source.
    let unprovoked = [
        (408, "StatusCode::REQUEST_TIMEOUT,"),
        (500, "StatusCode::INTERNAL_SERVER_ERROR,"),
        (503, "StatusCode::SERVICE_UNAVAILABLE,\n"),
    ];
    rows.extend(unprovoked.map(|(status, start)| (status, literal_after(&sources, start))));
    rows.sort();
    for name in words_after(&sources, "StatusCode::").into_iter().filter(|name| *name != "as_u16") {
        let status = status_of(name);
        assert!(
            status < 400 || rows.iter().any(|(known, _)| *known == status),
            "no example: {name}"
        );
    }
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(status, text)| vec![code(&status.to_string()), code(&text)])
        .collect();
    table(
        "Statuses of HTTP",
        "
With `--http`, a request that is not a message for the server gets one of these statuses and a \
text. 503
has `Retry-After`.",
        &["status", "text"],
        &rows,
    )
}

fn literal_after(text: &str, start: &str) -> String {
    let (_, rest) = text.split_once(start).expect(start);
    let mut parts = rest.split('"');
    assert_eq!(parts.next().map(str::trim), Some(""), "{start}");
    parts.next().expect(start).into()
}

fn status_of(name: &str) -> u16 {
    let known = [
        ("OK", 200),
        ("ACCEPTED", 202),
        ("BAD_REQUEST", 400),
        ("UNAUTHORIZED", 401),
        ("FORBIDDEN", 403),
        ("NOT_FOUND", 404),
        ("METHOD_NOT_ALLOWED", 405),
        ("REQUEST_TIMEOUT", 408),
        ("PAYLOAD_TOO_LARGE", 413),
        ("INTERNAL_SERVER_ERROR", 500),
        ("SERVICE_UNAVAILABLE", 503),
    ];
    known.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}")).1
}
