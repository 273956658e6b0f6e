//! `read_multiple_files`: the texts of several files.

use super::text::{self, MAX_TEXT};
use super::{Faults, answered, located};
use crate::shared::{
    Arguments, BasicRequest, Environment, Identity, Json, Reply, first_line_of, paths,
};
use readroom_core::Tree;
use readroom_read::ReadFacts;

pub(crate) const IDENTITY: Identity = super::identity("read_multiple_files");

pub(crate) use super::definitions::read_multiple_files as definition;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        let paths = names(arguments, faults);
        faults.is_empty().then(|| Ok(read_all(env, &paths)))
    })
}

fn read_all<T: Tree>(env: &Environment<'_, T>, paths: &[&str]) -> Reply {
    let mut shown = String::new();
    let mut facts = Vec::new();
    for path in paths {
        if !facts.is_empty() || !shown.is_empty() {
            shown.push_str("\n---\n");
        }
        let left = MAX_TEXT.saturating_sub(shown.len() as u64);
        let name = paths::for_message(path);
        match read(env, path, left) {
            Ok((content, read)) => {
                facts.push(read);
                shown.extend([&*name, ":\n", &*content, "\n"]);
            }
            Err(message) => shown.extend([&*name, ": Error - ", &*message]),
        }
    }
    answered(shown, facts)
}

/// Returns the requested paths that have no fault.
fn names<'a>(arguments: &'a Arguments<'_>, faults: &mut Faults) -> Vec<&'a str> {
    let paths = arguments.get("paths");
    if matches!(paths, Some(Json::List(paths)) if paths.is_empty()) {
        faults.add("paths", None, "Too small: expected array to have >=1 items");
    }
    let texts = faults.texts(paths, "paths");
    if matches!(paths, Some(Json::Text(path)) if path.is_empty()) {
        faults.add("paths", None, "Too small: expected string to have >=1 characters");
    }
    texts
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    path: &str,
    max: u64,
) -> Result<(String, ReadFacts), String> {
    let real = located::locate(env, path)?;
    let file = located::open(env, &real)?;
    text::whole((&file, &*real), max)
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    if !matches!(first_line_of(request)?, None | Some(1)) || request.lines.is_some() {
        return None;
    }
    let paths = Json::List(vec![Json::text(request.path)]);
    Some(Json::object([("paths", paths)]).write())
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let arguments = Arguments::parse(arguments).ok()?;
    match arguments.get("paths")? {
        Json::List(paths) => match paths.as_slice() {
            [Json::Text(path)] => Some(located::absolute(env, path)),
            _ => None,
        },
        _ => None,
    }
}
