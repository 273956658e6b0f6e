//! kimi-code's `Read`, in release 2.1.0 of the npm package `@moonshot-ai/kimi-code`.
//!
//! Source: recordings of the tool. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | C1 | arguments `path`, `line_offset` (from the end below 0), `column_offset`, `n_lines`, `max_chars`: never converted, all faults at once |
//! | C2 | a column with a tail, an attachment, an empty path |
//! | C3 | which name a path means; a relative one stays in the workspace, an absolute one in the grants |
//! | C4 | names of files with secrets, whether or not they exist, also through links |
//! | C5 | links out of the workspace, broken ones and loops |
//! | C6 | missing paths, paths that are not files |
//! | C7 | images, videos and other binary files, by name and first bytes |
//! | C8 | UTF-16 by its mark or its zeros, up to 10 MiB, with a warning if it is malformed |
//! | C9 | bytes that are not UTF-8 and NULs, anywhere in the file: the first line with either decides |
//! | C10 | line ends of the whole file: LF, CR LF, or a mixture whose CRs are shown |
//! | C11 | windows from a line, and from the end |
//! | C12 | columns of the first line, in UTF-16 units |
//! | C13 | a budget of UTF-16 units for rows and note: rows go until both fit, then a line is cut |
//! | C14 | the note: lines, limits, fragments, the next call, line ends, encoding |
//!
//! The tool reads any absolute path; here one outside the grants is refused. Attachments, and
//! models that see images, are left to the host.

mod arguments;
mod definition;
mod error;
mod kind;
mod note;
mod page;
mod path;
mod rows;
mod survey;

use crate::shared::{BasicRequest, Environment, Identity, Reply, lines_of};
use arguments::Request;
use error::{ToolError, failure};
use kind::{Encoding, Kind};
use readroom_core::Tree;
use readroom_read::facts_of_file;
use rows::Rows;
use survey::Survey;

pub(crate) use definition::definition;

/// The number of bytes examined to recognize the type and encoding of a file.
const SNIFFED_BYTES: usize = 512;

/// The maximum size of a file in UTF-16, in bytes.
const MAX_UTF16_BYTES: u64 = 10 * 1024 * 1024;

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "kimi-code",
    revision: "2.1",
    tool: "",
    release: "kimi-code 2.1.0",
    basis: "By recordings of the npm package @moonshot-ai/kimi-code 2.1.0.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    arguments::parse(arguments)
        .and_then(|request| run(env, &request))
        .unwrap_or_else(ToolError::reply)
}

fn run<T: Tree>(env: &Environment<'_, T>, request: &Request) -> Result<Reply, ToolError> {
    let path = &request.path;
    let failed = |error| failure(error, path);
    let (absolute, file) = path::open(env, path)?;
    let head = file.head().map_err(failed)?;
    let head = head.get(..SNIFFED_BYTES).unwrap_or(head);
    let encoding = match (kind::of(&absolute, head), kind::encoding(head)) {
        (Kind::Image, _) => return Err(unseen(path, "an image", "image")),
        (Kind::Video, _) => return Err(unseen(path, "a video", "video")),
        (_, Encoding::Utf16(order)) => Encoding::Utf16(order),
        (Kind::Text, Encoding::Utf8) => Encoding::Utf8,
        (Kind::Other, Encoding::Utf8) | (_, Encoding::Binary) => {
            return Err(ToolError::not_text(path));
        }
    };
    if let Some(name) = encoding.name()
        && file.metadata.size > MAX_UTF16_BYTES
    {
        let size = file.metadata.size;
        return Err(ToolError::about(
            path,
            &format!(
                "is {name} text but too large to transcode ({size} bytes > {MAX_UTF16_BYTES}). \
                 Convert it to UTF-8 first (e.g. with `iconv`)."
            ),
        ));
    }
    let survey = Survey::of(env, &file, encoding, path)?;
    let rows = Rows::read(&file, request, &survey).map_err(failed)?;
    let page = page::fitted(request, &survey, rows)?;
    let facts = facts_of_file(&file, page.lines, page.bytes);
    Ok(page.reply(env, facts))
}

/// Returns the error for media that cannot be shown to a model.
fn unseen(path: &str, what: &str, capability: &str) -> ToolError {
    ToolError::about(
        path,
        &format!(
            "is {what} file. The current model does not support {capability} input (missing \
             {capability}_in capability), so this agent cannot view it. Only text files can be \
             read."
        ),
    )
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "line_offset", "n_lines"])
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    Some(path::absolute(env, &arguments::parse(arguments).ok()?.path))
}
