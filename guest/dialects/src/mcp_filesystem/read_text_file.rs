//! `read_text_file`: a file as text.

use super::text::{self, MAX_TEXT, Part};
use super::{Faults, answered, located};
use crate::shared::{
    Arguments, BasicRequest, Environment, Identity, Json, Reply, arguments_of, first_line_of,
    numbers,
};
use readroom_core::Tree;

pub(crate) const IDENTITY: Identity = super::identity("read_text_file");

pub(crate) use super::definitions::read_text_file as definition;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    run(env, IDENTITY.tool, arguments)
}

/// Calls the tool under one of its two names.
pub(super) fn run<T: Tree>(env: &Environment<'_, T>, tool: &'static str, arguments: &str) -> Reply {
    Faults::answer(tool, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let mut number = |name: &str| lines(arguments, name, faults);
        let (tail, head) = (number("tail"), number("head"));
        let path = path.filter(|_| faults.is_empty())?;
        Some(read(env, path, head, tail))
    })
}

/// Returns a number of lines. 0 counts as absent.
fn lines(arguments: &Arguments<'_>, name: &str, faults: &mut Faults) -> Option<f64> {
    let value = arguments.get(name)?;
    match (value, numbers::javascript(value)) {
        (Json::Number(_), Some(number)) => Some(number).filter(|number| *number != 0.0),
        _ => {
            faults.expected("number", Some(value), name, None);
            None
        }
    }
}

fn read<T: Tree>(
    env: &Environment<'_, T>,
    path: &str,
    head: Option<f64>,
    tail: Option<f64>,
) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    if head.is_some() && tail.is_some() {
        return Err("Cannot specify both head and tail parameters simultaneously".into());
    }
    // Its last lines are looked for from its size.
    let first_call = if tail.is_some() { "stat" } else { "open" };
    let file = located::open_after(env, &real, first_call)?;
    let file = (&file, &*real);
    let lines = |number: i64| number.max(0).unsigned_abs();
    let (content, facts) = match (tail, head) {
        (Some(tail), _) => text::part(env, file, Part::Tail(lines(numbers::truncated(tail))))?,
        (None, Some(head)) => text::part(env, file, Part::Head(lines(numbers::rounded_up(head))))?,
        (None, None) => text::whole(file, MAX_TEXT)?,
    };
    Ok(answered(content, vec![facts]))
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    match first_line_of(request)? {
        None | Some(1) => {
            Some(arguments_of(["path", request.path], [("head", request.lines), ("tail", None)]))
        }
        Some(_) => None,
    }
}
