//! Suggests what does the same as a word that is not known.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use readroom::UnknownToolError;
use strsim::levenshtein;

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

/// Options of git, ls, grep and find that no command has, and what does the same.
const OPTIONS: [(&[&str], &str); 10] = [
    (&["--cached", "--staged"], "write 'HEAD index' for what is staged"),
    (&["--stat", "--numstat", "--shortstat"], "use '--counts'"),
    (&["--name-only", "--name-status"], "use '--files'"),
    (&["--oneline"], "each commit is one line anyway"),
    (&["--all", "--branches"], "name a branch, as in 'readroom log main'"),
    (&["-R", "--recursive"], "use '--depth'"),
    (&["-p", "--patch"], "'readroom diff --at REV' prints the patch of a commit"),
    (&["--grep"], "use '--message'"),
    (&["--follow"], "where a file was renamed, its log names the earlier path"),
    (&["-r", "-E", "-H"], "directories are searched anyway, with paths and Rust's regex syntax"),
];

/// Suggests what does the same as a program or an option of this name.
pub(crate) fn command(mut error: clap::Error) -> clap::Error {
    let (kind, known, suggested): (_, &[(&[&str], &str)], _) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, &PROGRAMS, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::UnknownArgument => {
            (ContextKind::InvalidArg, &OPTIONS, ContextKind::SuggestedArg)
        }
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return error };
    let known = known.iter().find(|(names, _)| names.contains(&&**word));
    if let Some((_, same)) = known {
        let tip = match kind {
            ContextKind::InvalidSubcommand => format!("use 'readroom {same}'"),
            _ => (*same).to_string(),
        };
        error.remove(suggested);
        let tips = vec![StyledStr::from(tip)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
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
        levenshtein(tool, id).min(levenshtein(tool, name))
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
