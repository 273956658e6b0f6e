//! Lines have the commits that `git blame` names.

use super::native::Native;
use super::pages;
use super::random_history::{History, Random, git, output};
use readroom_history::{Historic, Timeline};
use readroom_types::BlameRequest;

/// A line: its commit, the older name of its file, whether it may be older, and its text.
type Line = (Option<String>, Option<String>, bool, String);

pub fn compare(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let is_born = history.revisions.iter().any(|revision| revision == "HEAD");
    let tracked = history.parts(&["ls-files", "-z"]);
    for _ in 0..6 {
        let revision = &history.revisions[random.below(history.revisions.len())];
        let at = (!is_born || random.once_in(2)).then(|| revision.clone());
        let paths = match &at {
            Some(at) => history.parts(&["ls-tree", "-r", "--name-only", "-z", at]),
            None => tracked.clone(),
        };
        if paths.is_empty() {
            continue;
        }
        let path = &paths[random.below(paths.len())];
        let request = BlameRequest { at: at.clone(), ..pages::all_lines(history, path) };
        let Some(expected) = expected(history, at.as_deref(), path) else { continue };
        let Some(page) = pages::blame(tree, &request) else {
            let error = tree.blame(None, &request, readroom_search::Deadline::NEVER).unwrap_err();
            panic!("{path} at {at:?}: {error:?}");
        };
        let found = lines(history, &page);
        assert_eq!(page.total as usize, expected.len());
        assert_eq!(found, expected, "{path} at {at:?}");
        let small = match random.below(3) {
            0 => BlameRequest { lines: Some(1 + random.below(4) as u32), ..request.clone() },
            1 => BlameRequest { bytes: Some(1 + random.below(400) as u32), ..request.clone() },
            _ => BlameRequest { tokens: Some(1 + random.below(60) as u32), ..request.clone() },
        };
        let page = pages::blame(tree, &small).unwrap();
        assert_eq!(lines(history, &page), expected, "{small:?}");
    }
}

fn lines(history: &History, page: &readroom_types::BlamePage) -> Vec<Line> {
    let mut lines = Vec::new();
    for run in &page.runs {
        assert_eq!(run.first as usize, lines.len() + 1);
        let old = run.old_path.as_ref().map(|path| history.below(path));
        for text in &run.lines {
            lines.push((run.commit.clone(), old.clone(), run.is_oldest, text.clone()));
        }
    }
    lines
}

/// Returns a name that git may have quoted.
fn unquoted(name: &str) -> String {
    let Some(name) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) else {
        return name.into();
    };
    let marked = name.replace("\\\\", "\0").replace("\\\"", "\"");
    marked.replace("\\t", "\t").replace("\\n", "\n").replace('\0', "\\")
}

/// Returns what `git blame` says. `None` for what is not a text file.
fn expected(history: &History, at: Option<&str>, path: &str) -> Option<Vec<Line>> {
    let full = history.top.join(path);
    if at.is_none() && !full.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return None;
    }
    if let Some(at) = at {
        let entry = history.text(&["ls-tree", at, "--", &format!(":(literal){path}")]);
        if !entry.starts_with("100") {
            return None;
        }
    }
    let mut options = vec!["blame", "--line-porcelain"];
    options.extend(at);
    options.extend(["--", path]);
    let text = String::from_utf8(output(git(&history.top, &options), b"").ok()?).ok()?;
    let shallow = std::fs::read_to_string(history.top.join(".git/shallow")).unwrap_or_default();
    let mut lines = Vec::new();
    let (mut id, mut old, mut is_boundary) = (String::new(), String::new(), false);
    for line in text.split('\n') {
        if let Some(content) = line.strip_prefix('\t') {
            if content.contains('\0') {
                return None;
            }
            let is_committed = id.chars().any(|digit| digit != '0');
            let content = content.strip_suffix('\r').unwrap_or(content).into();
            let old = (old != path).then(|| old.clone());
            lines.push((is_committed.then(|| id.clone()), old, is_boundary, content));
            (id, is_boundary) = (String::new(), false);
        } else if id.is_empty() {
            id = line.split(' ').next().unwrap().into();
        } else if let Some(name) = line.strip_prefix("filename ") {
            old = unquoted(name);
        } else if line == "boundary" {
            // Without parents because there are none, or because the clone is shallow.
            is_boundary = shallow.contains(&id);
        }
    }
    Some(lines)
}
