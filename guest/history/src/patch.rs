//! Changes as patches that `git apply` takes.

use crate::change::{Change, FileState};
use crate::file_mode::FileMode;
use crate::hunks::{Hunk, LineKind, text_hunks};
use crate::object_id::ObjectId;
use readroom_types::ChangeStatus;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The number of digits of an object's hash.
pub(crate) const ID_DIGITS: usize = 10;

/// A change in git's format.
#[derive(Default)]
pub struct Patch {
    /// The patch.
    pub text: String,
    /// The numbers of its removed and of its added lines.
    pub counts: (usize, usize),
}

/// Returns a change as a patch in git's format, with this number of lines around each hunk. A file
/// that becomes another kind of file is deleted and added, as git shows it. The texts are those
/// before and after, `None` for files that are not text. A link has its target; one whose target is
/// unknown or not shown is only named, in a line that `git apply` skips.
pub fn write_patch(
    change: &Change,
    from_text: Option<&str>,
    to_text: Option<&str>,
    context: usize,
) -> Patch {
    let mut patch = Patch::default();
    let from = change.from.as_ref().map(|state| Side { state, text: from_text });
    let to = change.to.as_ref().map(|state| Side { state, text: to_text });
    match change.status {
        ChangeStatus::Unmerged => {
            patch.text = ["* Unmerged path ", &*quoted("", change.path()), "\n"].concat();
            // The file has the conflict, if it is there.
            if from.is_some() && to_text.is_some() {
                write_file(&mut patch, change, from, to, context);
            }
        }
        ChangeStatus::TypeChanged => {
            write_file(&mut patch, change, from, None, context);
            write_file(&mut patch, change, None, to, context);
        }
        _ => write_file(&mut patch, change, from, to, context),
    }
    patch
}

/// A file before or after a change.
#[derive(Clone, Copy)]
struct Side<'a> {
    state: &'a FileState,
    /// Its text. `None` if it is not text.
    text: Option<&'a str>,
}

fn write_file(
    patch: &mut Patch,
    change: &Change,
    from: Option<Side<'_>>,
    to: Option<Side<'_>>,
    context: usize,
) {
    let (Some(first), Some(last)) = (from.or(to), to.or(from)) else { return };
    let is_unreadable = |Side { state, text }: Side<'_>| {
        text.is_none() && state.mode == FileMode::Link && state.id.is_none()
    };
    if [from, to].into_iter().flatten().any(is_unreadable) {
        patch.text += &format!("* Unreadable link {}\n", quoted("", &last.state.path));
        return;
    }
    let old_name = quoted("a/", &first.state.path);
    let new_name = quoted("b/", &last.state.path);
    patch.text += &format!("diff --git {old_name} {new_name}\n");
    write_headers(&mut patch.text, change, from.map(|side| side.state), to.map(|side| side.state));
    let old_name = from.map_or("/dev/null", |_| &old_name);
    let new_name = to.map_or("/dev/null", |_| &new_name);
    let id = |side: Option<Side<'_>>| side.and_then(|side| side.state.id);
    if id(from).is_some() && id(from) == id(to) {
        return;
    }
    let old_text = from.map_or(Some(""), |side| side.text);
    let new_text = to.map_or(Some(""), |side| side.text);
    let (Some(old_text), Some(new_text)) = (old_text, new_text) else {
        patch.text += &format!("Binary files {old_name} and {new_name} differ\n");
        return;
    };
    let hunks = text_hunks(old_text, new_text, context);
    if !hunks.is_empty() {
        // The tab separates a name with spaces from the time that other tools write after it.
        let end = |name: &str| if name.contains(' ') { "\t" } else { "" };
        patch.text += &format!("--- {old_name}{}\n", end(old_name));
        patch.text += &format!("+++ {new_name}{}\n", end(new_name));
    }
    for hunk in &hunks {
        write_hunk(patch, hunk);
    }
}

fn write_headers(
    patch: &mut String,
    change: &Change,
    from: Option<&FileState>,
    to: Option<&FileState>,
) {
    let bits = |state: &FileState| state.mode.bits();
    match (from, to) {
        (None, Some(to)) => *patch += &format!("new file mode {:06o}\n", bits(to)),
        (Some(from), None) => *patch += &format!("deleted file mode {:06o}\n", bits(from)),
        (Some(from), Some(to)) if from.mode != to.mode => {
            *patch += &format!("old mode {:06o}\nnew mode {:06o}\n", bits(from), bits(to));
        }
        _ => {}
    }
    if let (Some(similarity), Some(from), Some(to)) = (change.similarity, from, to) {
        *patch += &format!("similarity index {similarity}%\n");
        *patch += &format!("rename from {}\n", quoted("", &from.path));
        *patch += &format!("rename to {}\n", quoted("", &to.path));
    }
    let digits = |state: Option<&FileState>| {
        let Some(state) = state else { return Some("0".repeat(ID_DIGITS)) };
        state.id.map(|id: ObjectId| format!("{id:.ID_DIGITS$}"))
    };
    if let (Some(old), Some(new)) = (digits(from), digits(to))
        && from.map(|state| state.id) != to.map(|state| state.id)
    {
        *patch += &format!("index {old}..{new}");
        match (from, to) {
            (Some(from), Some(to)) if from.mode == to.mode => {
                *patch += &format!(" {:06o}\n", bits(to));
            }
            _ => *patch += "\n",
        }
    }
}

fn write_hunk(patch: &mut Patch, hunk: &Hunk<'_>) {
    let range = |start: usize, lines: usize| match lines {
        1 => start.to_string(),
        _ => format!("{start},{lines}"),
    };
    let from = range(hunk.from_start, hunk.from_lines);
    let to = range(hunk.to_start, hunk.to_lines);
    let space = if hunk.header.is_empty() { "" } else { " " };
    patch.text += &format!("@@ -{from} +{to} @@{space}{}\n", hunk.header);
    let Patch { text, counts: (removed, added) } = patch;
    for part in &hunk.parts {
        for line in part.lines.split_inclusive('\n') {
            *removed += usize::from(part.kind == LineKind::Removed);
            *added += usize::from(part.kind == LineKind::Added);
            text.push(part.kind.sign());
            *text += line;
            if !line.ends_with('\n') {
                *text += "\n\\ No newline at end of file\n";
            }
        }
    }
}

/// Returns a name as git writes it: in quotes if it has control characters, quotes or backslashes.
fn quoted<'a>(prefix: &str, name: &'a str) -> Cow<'a, str> {
    let is_special = |char: char| char.is_ascii_control() || char == '"' || char == '\\';
    if !name.contains(is_special) {
        return if prefix.is_empty() { name.into() } else { [prefix, name].concat().into() };
    }
    let mut text = ["\"", prefix].concat();
    for char in name.chars() {
        match char {
            '"' | '\\' => text.extend(['\\', char]),
            '\x07'..='\r' => {
                text.push('\\');
                text.extend("abtnvfr".chars().nth(char as usize - 7));
            }
            _ if char.is_ascii_control() => {
                let _ = write!(text, "\\{:03o}", u32::from(char));
            }
            _ => text.push(char),
        }
    }
    (text + "\"").into()
}
