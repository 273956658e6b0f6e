//! opencode's `read`, in three releases, and the code they share.

mod signature;
pub(crate) mod v1_1;
pub(crate) mod v1_18;
pub(crate) mod v2;

use crate::shared::{Environment, Json, Reply, ToolException, encoded, paths};
use readroom_core::{BreakCost, ByteCap, Counted, File, GrantRole, LineCap, Tree, Units};
use readroom_read::facts_of_file;
use readroom_types::{Content, EncodedMedia};
use std::fmt::Display;

const DEFAULT_LIMIT: u64 = 2000;
const LINE_UNITS: u32 = 2000;
const MAX_BYTES: u64 = 50 * 1024;
const MAX_ATTACHED: usize = 20 * 1024 * 1024;

/// Version 1.18 and later.
const LINE_CAP: LineCap = LineCap {
    max: LINE_UNITS,
    units: Units::Utf16,
    counts: Counted::Text,
    marker: "... (line truncated to 2000 chars)",
};

const BYTE_CAP: ByteCap = ByteCap::whole_lines(MAX_BYTES, BreakCost::EachJoin);

/// Extensions of files that are never text.
const BINARY_EXTENSIONS: [&str; 28] = [
    ".zip", ".tar", ".gz", ".exe", ".dll", ".so", ".class", ".jar", ".war", ".7z", ".doc", ".docx",
    ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".bin", ".dat", ".obj", ".o", ".a",
    ".lib", ".wasm", ".pyc", ".pyo",
];

/// Returns the path relative to the root.
fn title<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    let path = env.absolute(path);
    // The root may have several names.
    let roots = env.tree.grants().iter().filter(|grant| grant.role == GrantRole::Root);
    let root = roots.map(|grant| &*grant.name).find(|root| paths::is_inside(root, &path));
    paths::relative(root.unwrap_or_else(|| env.root()), &path)
}

/// Returns the exception of version 1 for arguments that cannot be used.
fn invalid_arguments(what: impl Display) -> ToolException {
    ToolException::error(format!(
        "The read tool was called with invalid arguments: {what}.\nPlease rewrite the input so it \
         satisfies the expected schema."
    ))
}

/// Returns the exception for an image or PDF that is too large to attach.
fn too_large(path: &str) -> ToolException {
    ToolException::error(format!(
        "Media exceeds {MAX_ATTACHED} byte ingestion limit: {}",
        paths::for_message(path)
    ))
}

/// Returns the reply of version 1 that attaches a file, with a title and a message.
fn attached_reply<T: Tree>(
    file: &File<'_, T>,
    bytes: Vec<u8>,
    mime: &str,
    (title, message): (&str, &'static str),
    metadata: Json<'_>,
) -> Reply {
    let media = encoded(mime, &bytes);
    let length = bytes.len() as u64;
    // The two base64 copies of it take enough memory.
    drop(bytes);
    let url = Json::Base64 { prefix: format!("data:{mime};base64,"), data: &media.data };
    let attachment =
        Json::object([("type", Json::text("file")), ("mime", Json::text(mime)), ("url", url)]);
    let result = Json::object([
        ("title", Json::text(title)),
        ("output", Json::text(message)),
        ("metadata", metadata),
        ("attachments", Json::List(vec![attachment])),
    ]);
    let json = result.write();
    let facts = vec![facts_of_file(file, 0, length)];
    Reply::answered(json, attached_content(message, media), facts)
}

/// Returns the content for an attached file: a message, and an image or another file.
fn attached_content(message: &str, media: EncodedMedia) -> Vec<Content> {
    let attached =
        if media.mime.starts_with("image/") { Content::Image(media) } else { Content::File(media) };
    vec![Content::Text(message.into()), attached]
}
