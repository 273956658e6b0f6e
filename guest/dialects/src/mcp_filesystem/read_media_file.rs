//! `read_media_file`: the bytes of a file.

use super::{Faults, located};
use crate::shared::{
    BasicRequest, Environment, Identity, Json, NodeError, Reply, arguments_of, encoded,
    first_line_of, paths, uri,
};
use readroom_core::Tree;
use readroom_read::facts_of_file;
use readroom_types::Content;

pub(crate) const IDENTITY: Identity = super::identity("read_media_file");

/// A result has the bytes in base64 twice, and its content once more.
const MAX_BYTES: usize = 15 * 1024 * 1024;

pub(crate) use super::definitions::read_media_file as definition;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        Some(read(env, faults.text(arguments, "path")?))
    })
}

fn read<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let file = located::open(env, &real)?;
    let failed = |error| NodeError { error, call: "open", path: &real }.to_string();
    let Some(bytes) = file.bytes(MAX_BYTES).map_err(failed)? else {
        let shown = paths::for_message(&real);
        return Err(format!("Files of more than {MAX_BYTES} bytes are not attached: {shown}"));
    };
    let (kind, mime) = kind(&paths::extension(&real));
    let media = encoded(mime, &bytes);
    let facts = vec![facts_of_file(&file, 0, bytes.len() as u64)];
    // The three base64 copies of it take enough memory.
    drop(bytes);
    let block = || {
        let data = Json::Base64 { prefix: String::new(), data: &media.data };
        if kind == "resource" {
            let resource = Json::object([
                ("uri", Json::text(uri::of_file(&real))),
                ("mimeType", Json::text(mime)),
                ("blob", data),
            ]);
            return Json::object([("type", Json::text(kind)), ("resource", resource)]);
        }
        Json::object([("type", Json::text(kind)), ("data", data), ("mimeType", Json::text(mime))])
    };
    let json = Json::object([
        ("content", Json::List(vec![block()])),
        ("structuredContent", Json::object([("content", Json::List(vec![block()]))])),
    ]);
    let json = json.write();
    let content = vec![if kind == "image" { Content::Image(media) } else { Content::File(media) }];
    Ok(Reply::answered(json, content, facts))
}

/// Returns the kind of block and the MIME type for an extension.
fn kind(extension: &str) -> (&'static str, &'static str) {
    match extension {
        ".png" => ("image", "image/png"),
        ".jpg" | ".jpeg" => ("image", "image/jpeg"),
        ".gif" => ("image", "image/gif"),
        ".webp" => ("image", "image/webp"),
        ".bmp" => ("image", "image/bmp"),
        ".svg" => ("image", "image/svg+xml"),
        ".mp3" => ("audio", "audio/mpeg"),
        ".wav" => ("audio", "audio/wav"),
        ".ogg" => ("audio", "audio/ogg"),
        ".flac" => ("audio", "audio/flac"),
        _ => ("resource", "application/octet-stream"),
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    if !matches!(first_line_of(request)?, None | Some(1)) || request.lines.is_some() {
        return None;
    }
    Some(arguments_of(["path", request.path], [("head", None), ("tail", None)]))
}
