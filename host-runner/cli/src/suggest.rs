//! Suggests a word for one that is not known.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use readroom::UnknownToolError;

/// Well-known programs, and the command that does the same.
const PROGRAMS: [(&[&str], &str); 7] = [
    (&["grep", "egrep", "fgrep", "rg", "ag", "ack", "ugrep"], "search PATTERN"),
    (&["cat", "bat", "less", "more", "open", "show", "view"], "read FILE"),
    (&["head"], "read --lines 10 FILE"),
    (&["tail"], "read --tail 10 FILE"),
    (&["ls", "dir", "ll"], "list"),
    (&["tree"], "list --depth 2"),
    (&["fd", "fdfind", "glob", "locate", "files"], "find '*.rs'"),
];

/// Suggests the command that does what a program of this name does.
pub(crate) fn command(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let known = PROGRAMS.iter().find(|(names, _)| names.contains(&&**word));
    if let Some((_, command)) = known {
        let tip = StyledStr::from(format!("use 'readroom {command}'"));
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Returns the message for a tool that does not exist, with the one that was probably meant first.
pub(crate) fn tool(error: &UnknownToolError) -> String {
    let UnknownToolError { tool, known } = error;
    let mut ids: Vec<String> = Vec::new();
    for id in known {
        let (dialect, name) = id.split_once(':').unwrap_or((id, ""));
        let plain = dialect.split_once('@').map_or(dialect, |(plain, _)| plain);
        ids.push(plain.into());
        if !name.is_empty() {
            ids.push(format!("{plain}:{name}"));
        }
        ids.push(id.clone());
    }
    let far = |id: &String| {
        let name = id.split_once(':').map_or(&**id, |(_, name)| name);
        distance(tool, id).min(distance(tool, name))
    };
    let nearest = ids.iter().min_by_key(|id| far(id));
    match nearest.filter(|id| far(id) <= 2 && far(id) * 2 < tool.chars().count()) {
        Some(id) => format!(
            "there is no tool '{tool}'; did you mean '{id}'? The tools are {}",
            known.join(", ")
        ),
        None => format!("there is no tool '{tool}'; the tools are {}", known.join(", ")),
    }
}

/// Returns the edit distance: how many letters to add, remove or replace.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (number, a) in (1..).zip(one.chars().take(100)) {
        let mut left = number;
        let mut next = vec![left];
        for (b, pair) in other.chars().zip(row.windows(2)) {
            let [diagonal, above] = pair else { break };
            left = (diagonal + usize::from(a != b)).min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.pop().unwrap_or_default()
}
