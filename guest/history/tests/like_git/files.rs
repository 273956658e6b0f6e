//! Files of revisions are those of `git ls-tree -r` and `git show`.

use super::native::Native;
use super::random_history::{History, Random, git, output};
use readroom_core::{FileKind, Name, Opened, TrailingSlash, Tree, find};
use readroom_history::{Historic, Timeline};
use readroom_read::{Body, ListRequest, Purpose, ReadRequest, View, list, read};
use std::collections::{BTreeMap, BTreeSet};

pub fn compare(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let mut one = || &*history.revisions[random.below(history.revisions.len())];
    for revision in [one(), one(), "index"] {
        let expected = listed(history, revision);
        let past = tree.at(None, &history.granted(""), revision).expect(revision);
        let mut found = BTreeMap::new();
        walk(&past, &history.granted(""), "", &mut found);
        let kinds = expected.iter().map(|(path, (mode, _))| (path.clone(), kind(mode)));
        assert_eq!(found, kinds.collect(), "files of {revision}");
        for (path, (mode, content)) in &expected {
            let granted = history.granted(path);
            match kind(mode) {
                FileKind::File => {
                    let Ok(Opened::File(file)) =
                        find(&past, None, &granted, TrailingSlash::WantsDirectory)
                    else {
                        panic!("{path} is not a file of {revision}");
                    };
                    let bytes = file.bytes(1 << 24).unwrap().unwrap();
                    assert!(bytes == *content, "{path} of {revision}");
                    compare_text(&past, &granted, content);
                }
                FileKind::Link => {
                    let (around, name) = path.rsplit_once('/').unwrap_or(("", path));
                    let around = history.granted(around);
                    let Ok(Opened::Directory(directory)) =
                        find(&past, None, &around, TrailingSlash::Ignored)
                    else {
                        panic!("{around} is not a directory of {revision}");
                    };
                    let target =
                        past.link_target(directory.handle().unwrap(), Name::new(name).unwrap());
                    assert_eq!(target.unwrap().as_bytes(), content, "{path} of {revision}");
                }
                _ => {}
            }
        }
        assert_eq!(past.take_failure(), None);
    }
}

/// Compares the lines that a read returns.
fn compare_text(past: &Timeline<'_, Native>, path: &str, content: &[u8]) {
    let Ok(text) = str::from_utf8(content) else { return };
    if content.contains(&0) || content.iter().any(|byte| *byte < 9) {
        return;
    }
    let request = ReadRequest { view: View::Text, bytes: Some(1 << 20), ..ReadRequest::new(path) };
    let document = read(past, None, &request, Purpose::Facts, None).expect(path);
    let Body::Text(page) = document.body else { panic!("{path} is not text") };
    assert!(page.page.next.is_none(), "{path}");
    let lines: Vec<_> = page.page.text.content.lines().collect();
    assert_eq!(lines, text.lines().collect::<Vec<_>>(), "{path}");
}

/// Adds the files below a directory, which are listed page after page.
fn walk(
    past: &Timeline<'_, Native>,
    granted: &str,
    below: &str,
    found: &mut BTreeMap<String, FileKind>,
) {
    let mut after: Option<String> = None;
    let mut seen = BTreeSet::new();
    loop {
        let request =
            ListRequest { after: after.as_deref(), entries: Some(3), ..ListRequest::new(granted) };
        let page = list(past, None, &request).expect(granted);
        for entry in &page.entries {
            let name = &entry.name;
            assert!(seen.insert(name.clone()), "{name} is listed twice");
            let path = if below.is_empty() { name.clone() } else { [below, "/", name].concat() };
            if entry.kind == FileKind::Directory {
                let granted =
                    if granted == "." { name.clone() } else { [granted, "/", name].concat() };
                let number = found.len();
                walk(past, &granted, &path, found);
                if found.len() > number {
                    continue;
                }
            }
            // A directory without files is a submodule.
            found.insert(path, entry.kind);
        }
        match page.entries.last() {
            Some(last) if page.more => after = Some(last.name.clone()),
            _ => break,
        }
    }
}

fn kind(mode: &str) -> FileKind {
    match mode {
        "120000" => FileKind::Link,
        "160000" => FileKind::Directory,
        _ => FileKind::File,
    }
}

/// Returns the modes and the contents of the files of a revision.
fn listed(history: &History, revision: &str) -> BTreeMap<String, (String, Vec<u8>)> {
    let lines = match revision {
        "index" => history.parts(&["ls-files", "-s", "-z"]),
        _ => history.parts(&["ls-tree", "-r", "-z", revision]),
    };
    let mut files = Vec::new();
    for line in lines {
        let (about, path) = line.split_once('\t').unwrap();
        let words: Vec<_> = about.split(' ').collect();
        let (mode, id) = match *words {
            [mode, _, id] if revision != "index" => (mode, id),
            [mode, id, "0"] => (mode, id),
            // A conflict has no version.
            _ => continue,
        };
        files.push((path.to_owned(), mode.to_owned(), id.to_owned()));
    }
    let ids: String = files.iter().map(|(.., id)| format!("{id}\n")).collect();
    let all = output(git(&history.top, &["cat-file", "--batch"]), ids.as_bytes()).unwrap();
    let mut rest = &all[..];
    let mut listed = BTreeMap::new();
    for (path, mode, _) in files {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
        let head = str::from_utf8(&rest[..end]).unwrap();
        rest = &rest[end + 1..];
        let mut content = Vec::new();
        if let [_, _, size] = *head.split(' ').collect::<Vec<_>>() {
            let size: usize = size.parse().unwrap();
            content = rest[..size].to_vec();
            rest = &rest[size + 1..];
        }
        listed.insert(path, (mode, content));
    }
    listed
}
