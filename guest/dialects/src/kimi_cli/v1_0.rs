//! kimi-cli's `ReadFile`, in its first release.
//!
//! Source: the module's documentation, and its published code of that time where the documentation
//! is silent. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | K1 | arguments `path`, `line_offset` (a line from 1, default 1), `n_lines` (from 1, default 1000) |
//! | K2 | at most 1000 lines, 2000 characters of a line, 100 KiB of text |
//! | K3 | an empty path |
//! | K4 | `~`; a path out of the working directory has to be absolute |
//! | K5 | missing paths, and paths that are not files |
//! | K6 | media by name or first bytes; other binary files by name or a NUL |
//! | K7 | bytes that are not UTF-8 replaced; the order of the limits |
//! | K8 | lines as `%6d`, a tab, and the line with its own break |
//! | K9 | a message: lines read, the limit that ended it, the end of the file, lines that were cut |
//! | K10 | failures of the system |
//! | K11 | errors have a `brief` for programs and a `message` for readers |

use crate::kimi_cli::file_type::SystemMedia;
use crate::kimi_cli::{MAX_LINES, RULES, RequestedPath, Shown, ToolError};
use crate::shared::schema::{self, Range};
use crate::shared::{Arguments, Definition, Environment, Identity, Json, Reply, numbers};
use readroom_core::{LineNumber, Rules, Totals, Tree};

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "kimi-cli",
    revision: "1.0",
    tool: "",
    release: "kimi-cli 1.0",
    basis: "From the module's documentation, and its published source where the documentation is \
            silent.",
};

pub(crate) use crate::kimi_cli::arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(ToolError::reply)
}

struct RequestedPage {
    path: String,
    line_offset: LineNumber,
    n_lines: u64,
}

fn parse(arguments: &str) -> Result<RequestedPage, ToolError> {
    let arguments = Arguments::parse(arguments).map_err(ToolError::invalid_arguments)?;
    let path = match arguments.get("path") {
        Some(Json::Text(path)) => path.to_string(),
        Some(_) => {
            return Err(ToolError::invalid_arguments("path: Input should be a valid string"));
        }
        None => return Err(ToolError::invalid_arguments("path: Field required")),
    };
    let positive = |name: &str, default: u64| {
        let Some(value) = arguments.get(name) else { return Ok(default) };
        let wrong =
            |what| Err(ToolError::invalid_arguments(format!("{name}: Input should be {what}")));
        match numbers::pydantic(value) {
            Some(number @ 1..) => Ok(u64::try_from(number).unwrap_or(u64::MAX)),
            Some(_) => wrong("greater than or equal to 1"),
            None => wrong("a valid integer"),
        }
    };
    let line_offset = LineNumber::new(positive("line_offset", 1)?).unwrap_or(LineNumber::FIRST);
    let n_lines = positive("n_lines", MAX_LINES)?;
    if path.is_empty() {
        return Err(ToolError::new("Empty file path", "File path cannot be empty."));
    }
    Ok(RequestedPage { path, line_offset, n_lines })
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolError> {
    let path = env.at_home(&page.path);
    let path = RequestedPath {
        given: page.path.clone(),
        written: page.path.clone(),
        is_absolute: env.is_absolute(&path),
        is_looked_for: false,
        canonical: env.absolute(&path),
    };
    path.check_directory(env)?;
    let file = path.open(env, &SystemMedia::default())?;
    let rules = Rules { totals: Totals::Unwanted, ..RULES };
    let text = env
        .text(&file, page.line_offset, page.n_lines, &rules)
        .map_err(|error| path.failed(error))?;
    let (first, wanted) = (page.line_offset.get(), page.n_lines);
    let shown = Shown { text: &text, skipped: 0, first, wanted, with_total: false };
    Ok(shown.reply(&file))
}

pub(crate) fn definition() -> Definition {
    let first = Range::at_least(1).with_default(1);
    super::definition(
        schema::integer("line_offset", first, "The first line to read, counted from 1."),
        "why there are no more, and which were cut. Not for images, videos and other binary files.",
        "Read large files in parts, with line_offset and n_lines.",
    )
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let page = parse(arguments).ok()?;
    Some(env.absolute(&env.at_home(&page.path)))
}
