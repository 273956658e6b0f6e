//! pi's `find`: the entries below a directory that match a glob, as fd finds them.

use super::arguments::Given;
use super::glob::{Glob, Unclosed};
use super::located::{absolute, at, without_nul};
use super::report::{Reached, Rows, answer, limit};
use super::selection::Unignored;
use crate::shared::schema::{self, Range};
use crate::shared::{Definition, Environment, Identity, Reply, ToolException, javascript, paths};
use readroom_core::{Directory, FileKind, Opened, PathStyle, Tree};
use readroom_read::facts_of_directory;
use readroom_search::Walk;

const DEFAULT_LIMIT: u64 = 1000;

/// The number from which JavaScript writes an exponent, which fd does not parse.
const EXPONENT: f64 = 1e21;

/// The number from which fd has no room for it.
const TOO_LARGE: f64 = u64::MAX as f64;

pub(crate) const IDENTITY: Identity = Identity { tool: "find", ..super::IDENTITY };

pub(crate) use super::no_arguments_for as arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|request| find(env, &request)).unwrap_or_else(Reply::from)
}

struct Request {
    pattern: String,
    path: Option<String>,
    limit: f64,
}

fn parse(arguments: &str) -> Result<Request, ToolException> {
    let mut given = Given::parse(IDENTITY.tool, arguments)?;
    let pattern = given.text("pattern");
    let path = given.optional_text("path");
    let limit = limit(given.number("limit"), DEFAULT_LIMIT as f64);
    given.check()?;
    Ok(Request { pattern, path, limit })
}

fn find<T: Tree>(env: &Environment<'_, T>, request: &Request) -> Result<Reply, ToolException> {
    let start = absolute(env, request.path.as_deref())?;
    if request.limit >= TOO_LARGE {
        let limit = javascript::number(request.limit);
        let why = match request.limit >= EXPONENT {
            true => "invalid digit found in string",
            false => "number too large to fit in target type",
        };
        return Err(ToolException::error(format!(
            "error: invalid value '{limit}' for '--max-results <count>': {why}\n\nFor more \
             information, try '--help'."
        )));
    }
    without_nul(&request.pattern)?;
    let directory = opened(env, &start)?;
    let pattern = Pattern::new(&request.pattern).map_err(|(pattern, why)| {
        ToolException::error(format!("[fd error]: error parsing glob '{pattern}': {why}"))
    })?;
    let location = directory.location().clone();
    let (mut rows, mut reached) = (Rows::default(), None);
    let mut walk = Walk::through(env.tree, directory, Box::new(Unignored::by_fd()));
    'walk: while let Some(entry) = walk.next() {
        if !pattern.matches(&start, &entry.path) {
            continue;
        }
        let mut path = paths::entry(&start, &entry.path);
        if entry.kind == FileKind::Directory {
            path.push('/');
        }
        // The tool reads the output of a program line by line.
        let lines = path.split(['\n', '\r', '\u{2028}', '\u{2029}']);
        for line in lines.map(javascript::trimmed).filter(|line| !line.is_empty()) {
            if rows.count() as f64 >= request.limit {
                let (name, what) = ("resultLimitReached", "results");
                let advice = ", or refine pattern";
                reached = Some(Reached { name, what, limit: request.limit, advice });
                break 'walk;
            }
            rows.push(&relative(env.style(), &start, line));
        }
    }
    let facts = facts_of_directory(&location, rows.count());
    Ok(answer(&rows, "No files found matching pattern", reached.as_ref(), false, facts))
}

/// Returns the path of a result from the start, as the tool makes it of what fd prints.
fn relative(style: PathStyle, start: &str, line: &str) -> String {
    if !style.is_absolute(line) {
        return line.into();
    }
    let path = paths::relative(start, &paths::absolute(style, "", line));
    if line.ends_with('/') { path + "/" } else { path }
}

fn opened<'t, T: Tree>(
    env: &Environment<'t, T>,
    start: &str,
) -> Result<Directory<'t, T>, ToolException> {
    match at(env, start) {
        Ok(Opened::Directory(directory)) => Ok(directory),
        Ok(Opened::File(_)) | Err(_) => {
            let shown = paths::for_message(start);
            Err(ToolException::error(format!(
                "[fd error]: Search path '{shown}' is not a directory.\n[fd error]: No valid \
                 search paths given."
            )))
        }
    }
}

/// The query, as fd would receive it.
struct Pattern {
    /// `None` for the empty pattern, which for fd is an empty regular expression.
    glob: Option<Glob>,
    /// Whether it is matched against the whole absolute name.
    is_path: bool,
}

impl Pattern {
    /// Compiles a pattern. Fails with the pattern as fd receives it, and the reason.
    fn new(pattern: &str) -> Result<Self, (String, String)> {
        let is_path = pattern.contains('/');
        let prefix = if !is_path || pattern.starts_with('/') || pattern.starts_with("**/") {
            ""
        } else {
            "**/"
        };
        if pattern.is_empty() {
            return Ok(Self { glob: None, is_path });
        }
        let pattern = [prefix, pattern].concat();
        match Glob::new(&pattern, Unclosed::IsWrong) {
            Ok(glob) => Ok(Self { glob: Some(glob.in_smart_case()), is_path }),
            Err(fault) => Err((pattern, fault.to_string())),
        }
    }

    fn matches(&self, start: &str, path: &str) -> bool {
        let Some(glob) = &self.glob else { return true };
        if self.is_path {
            return glob.matches(paths::entry(start, path).as_bytes());
        }
        let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
        glob.matches(name.as_bytes())
    }
}

pub(crate) fn definition() -> Definition {
    let default = Range::default().with_default(DEFAULT_LIMIT);
    Definition {
        name: "find",
        description: format!(
            "Finds files by a glob. Returns paths relative to the directory, without what \
             .gitignore leaves out. At most {DEFAULT_LIMIT} results or 50 KB."
        ),
        parameters: schema::lenient_arguments(
            "pattern",
            vec![
                schema::text("pattern", "A glob, such as *.ts, **/*.json or src/**/*.spec.ts."),
                schema::text("path", "The directory. By default the working directory."),
                schema::number("limit", default, "The maximum number of results."),
            ],
        ),
        full_parameters: None,
        snippet: "Find files by glob pattern (respects .gitignore)",
        guidelines: Vec::new(),
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    absolute(env, parse(arguments).ok()?.path.as_deref()).ok()
}

#[cfg(test)]
mod tests;
