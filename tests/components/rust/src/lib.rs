//! A small reader written with Rust's standard library: whole text files, as the tool `pi@0` and as
//! `read`.

use exports::readroom::read::{read, tools, types::*};
use serde_json::{Value, json};
use std::io::{self, ErrorKind};
use std::path::Path;

wit_bindgen::generate!({ path: "../../../wit", world: "reader", generate_all });

struct Reader;
export!(Reader);

/// Returns the absolute form of a path: the first granted directory is the root.
fn absolute(path: &str) -> String {
    let root = &wasi::filesystem::preopens::get_directories()[0].1;
    Path::new(root).join(path).to_string_lossy().into_owned()
}

fn failed(path: &str, error: &io::Error) -> ReadError {
    let code = match error.kind() {
        ErrorKind::NotFound => ErrorCode::NotFound,
        ErrorKind::PermissionDenied => ErrorCode::PermissionDenied,
        ErrorKind::IsADirectory => ErrorCode::IsADirectory,
        _ => ErrorCode::Io,
    };
    let (message, hint) = (format!("'{path}': {error}"), "Try another file.".into());
    ReadError { code, message, hint, total: None, suggestions: Vec::new() }
}

fn unsupported<T>() -> Result<T, ReadError> {
    let (message, hint) = ("only whole text files are read".into(), "Call read.".into());
    let code = ErrorCode::Unsupported;
    Err(ReadError { code, message, hint, total: None, suggestions: Vec::new() })
}

impl read::Guest for Reader {
    fn read(request: ReadRequest) -> Result<Document, ReadError> {
        let path = request.path;
        let content = std::fs::read_to_string(absolute(&path)).map_err(|e| failed(&path, &e))?;
        let (size, lines) = (content.len() as u64, content.lines().count() as u32);
        let text = Text {
            content,
            first: Some(1),
            lines,
            block: None,
            tokens: size.div_ceil(4) as u32,
            stopped: StopReason::End,
            next: None,
            total: Some(lines),
            clipped: Vec::new(),
            encoding: "utf-8".into(),
            encoding_source: EncodingSource::Content,
            bom: false,
            line_endings: LineEndings::Lf,
            lossy: false,
            suspicious: Vec::new(),
        };
        let (version, body) = (size.to_string(), Body::Text(text));
        Ok(Document { path, size, modified: None, version, masked: None, body })
    }

    fn read_many(_: Vec<ReadRequest>, _: SharedLimits) -> Result<Documents, ReadError> {
        unsupported()
    }

    fn list(_: ListRequest) -> Result<Listing, ReadError> {
        unsupported()
    }

    fn stat(path: String) -> Result<FileStat, ReadError> {
        let real_path = absolute(&path);
        let found = std::fs::metadata(&real_path).map_err(|e| failed(&path, &e))?;
        let kind = if found.is_dir() { FileKind::Directory } else { FileKind::File };
        let size = if found.is_dir() { 0 } else { found.len() };
        Ok(FileStat { path, real_path, kind, size, modified: None, version: None })
    }
}

impl tools::Guest for Reader {
    fn tools() -> Vec<tools::Tool> {
        vec![tools::Tool {
            id: "pi@0".into(),
            name: "read".into(),
            description: "Reads a text file.".into(),
            parameters: r#"{"type": "object", "properties": {"path": {"type": "string"}}}"#.into(),
            full_parameters: None,
            snippet: "Read file contents".into(),
            guidelines: vec!["Use read instead of cat.".into()],
            release: "pi".into(),
            basis: "It is an example.".into(),
        }]
    }

    fn call(
        tool: String,
        arguments: String,
        _: tools::CallContext,
    ) -> Result<tools::Reply, tools::UnknownToolError> {
        if tool != "pi@0" {
            return Err(tools::UnknownToolError { tool, known: vec!["pi@0".into()] });
        }
        println!("{tool} {arguments}");
        let arguments: Value = serde_json::from_str(&arguments).expect("JSON");
        let path = absolute(arguments["path"].as_str().expect("a path"));
        let (outcome, text, json) = match std::fs::read_to_string(&path) {
            Ok(text) => {
                let json = json!({ "content": [{ "type": "text", "text": text }] });
                (tools::Outcome::Answered, text, json)
            }
            Err(error) => {
                let words = match error.kind() {
                    ErrorKind::NotFound => "ENOENT: no such file or directory",
                    ErrorKind::PermissionDenied => "EACCES: permission denied",
                    _ => return Ok(refused(format!("EIO: {error}, read"))),
                };
                return Ok(refused(format!("{words}, access '{path}'")));
            }
        };
        Ok(reply(outcome, text, &json))
    }

    fn arguments_for(
        _: String,
        _: tools::BasicRequest,
    ) -> Result<Option<String>, tools::UnknownToolError> {
        Ok(None)
    }

    fn requested_path(_: String, _: String) -> Result<Option<String>, tools::UnknownToolError> {
        Ok(None)
    }
}

fn refused(message: String) -> tools::Reply {
    let json = json!({ "error": { "type": "Error", "message": message } });
    reply(tools::Outcome::Refused, message, &json)
}

fn reply(outcome: tools::Outcome, text: String, json: &Value) -> tools::Reply {
    let content = vec![tools::Content::Text(text)];
    let json = json.to_string();
    tools::Reply { outcome, json, content, facts: Vec::new(), index: None, shown: None }
}
