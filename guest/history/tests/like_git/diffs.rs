//! Changes and patches are those of `git diff` and `git status`.

use super::native::Native;
use super::pages::{self, ALL_BYTES};
use super::random_history::{History, Random, git, output};
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;
use readroom_types::{ChangeStatus, ChangedFile, DiffOutput, DiffPage, DiffRequest};
use std::collections::BTreeSet;

/// A status letter, the older name of a renamed file, and the name.
type Line = (String, Option<String>, String);

pub fn compare(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let mut one = || &*history.revisions[random.below(history.revisions.len())];
    let [a, b, c] = [one(), one(), one()];
    let is_born = history.revisions.iter().any(|revision| revision == "HEAD");
    let at = |from: Option<&str>, to: Option<&str>| DiffRequest {
        from: from.map(String::from),
        to: to.map(String::from),
        ..pages::all_changes(history, "")
    };
    let revisions = at(Some(a), Some(b));
    let page = paged(tree, &revisions, random);
    assert_eq!(lines(history, &page), changes(history, &[a, b]), "{a} {b}");
    patches(history, &page, a, &[a, b]);
    restricted(history, tree, random, &revisions, &[a, b]);

    ranges(history, tree, [a, b], is_born);

    let page = paged(tree, &at(Some(a), Some("index")), random);
    assert_eq!(lines(history, &page), changes(history, &["--cached", a]), "{a} index");
    let page = paged(tree, &at(Some("index"), Some(c)), random);
    assert_eq!(lines(history, &page), changes(history, &["--cached", "-R", c]), "index {c}");

    // A conflict is one change, in place of that from a version to the working tree.
    let page = paged(tree, &at(Some("index"), None), random);
    let mut expected = changes(history, &[]);
    let conflicts: BTreeSet<_> =
        expected.iter().filter(|line| line.0 == "U").map(|line| line.2.clone()).collect();
    expected.retain(|line| line.0 == "U" || !conflicts.contains(&line.2));
    expected.extend(untracked(history));
    assert_eq!(lines(history, &page), sorted(expected), "index and working tree");

    let from = if is_born { "HEAD" } else { c };
    let given = (!is_born || random.once_in(2)).then_some(from);
    let page = paged(tree, &at(given, None), random);
    let mut expected = changes(history, &[from]);
    let mut found = lines(history, &page);
    if !conflicts.is_empty() {
        found = unrenamed(found);
        expected = unrenamed(expected);
        expected.retain(|line| !conflicts.contains(&line.2));
        expected.extend(conflicts.iter().map(|path| ("U".into(), None, path.clone())));
    }
    expected.extend(untracked(history));
    assert_eq!(found, sorted(expected), "{from} and working tree");
    if conflicts.is_empty() {
        working_tree(history, &page, from);
    }
    status(history, tree, is_born, at(None, Some("index")), at(Some("index"), None));
    commit(history, tree, random, b);
}

/// Compares what ranges of revisions say.
fn ranges(history: &History, tree: &Timeline<'_, Native>, [a, b]: [&str; 2], is_born: bool) {
    for dots in ["..", "..."] {
        for (a, b) in [(a, b), (a, ""), ("", b)] {
            if !is_born && (a.is_empty() || b.is_empty()) {
                continue;
            }
            let range = [a, dots, b].concat();
            let request = DiffRequest {
                from: Some(range.clone()),
                output: DiffOutput::Files,
                ..pages::all_changes(history, "")
            };
            let command = ["diff", "--name-status", "-M", "-z", &range];
            match output(git(&history.top, &command), b"") {
                Ok(_) => {
                    let page = pages::diff(tree, &request);
                    assert_eq!(lines(history, &page), changes(history, &[&range]), "{range}");
                }
                Err(_) => {
                    let error = tree.diff(None, &request, Deadline::NEVER).unwrap_err();
                    assert!(matches!(error, HistoryError::NoMergeBase(_)), "{range}: {error:?}");
                }
            }
        }
    }
}

/// Returns an answer, after it was compared with what small pages have together.
fn paged(tree: &Timeline<'_, Native>, request: &DiffRequest, random: &mut Random) -> DiffPage {
    let whole = pages::diff(tree, request);
    // A few dozen pages at most: each compares everything again.
    let size = joined(&whole).len() + 16 * whole.files.len();
    let least = 1 + size / 25 + if random.once_in(2) { 0 } else { random.below(size + 1) };
    let number = Some(least as u32);
    let all = Some(ALL_BYTES);
    let (files, bytes, tokens) = match random.below(3) {
        0 => (Some(1 + random.below(3) as u32), all, None),
        1 => (None, number, None),
        _ => (None, all, number.map(|number| 1 + number / 4)),
    };
    let small = DiffRequest { files, bytes, tokens, ..request.clone() };
    assert_eq!(pages::diff(tree, &small), whole, "{small:?}");
    for output in [DiffOutput::Files, DiffOutput::Counts] {
        let files = Some(2 + random.below(8) as u32);
        let request = DiffRequest { output, files, ..request.clone() };
        let mut others = pages::diff(tree, &request);
        for (other, file) in others.files.iter_mut().zip(&whole.files) {
            other.patch = file.patch.clone();
            if output == DiffOutput::Files {
                (other.added, other.removed) = (file.added, file.removed);
                other.converted = file.converted;
            }
        }
        assert_eq!(others, whole, "{request:?}");
    }
    whole
}

fn letter(file: &ChangedFile) -> String {
    let letter = &file.status.letter()[..1];
    match file.status {
        ChangeStatus::Renamed => format!("{letter}{:03}", file.similarity.unwrap()),
        _ => letter.into(),
    }
}

fn lines(history: &History, page: &DiffPage) -> Vec<Line> {
    let line = |file: &ChangedFile| {
        let old = file.old_path.as_ref().map(|path| history.below(path));
        (letter(file), old, history.below(&file.path))
    };
    sorted(page.files.iter().map(line).collect())
}

fn sorted(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|one, other| (&one.2, &one.0).cmp(&(&other.2, &other.0)));
    lines
}

/// Returns what `git diff --name-status -M` prints.
fn changes(history: &History, arguments: &[&str]) -> Vec<Line> {
    // The commit that is checked out in a submodule is not looked at.
    let options = ["diff", "--name-status", "-M", "-z", "--ignore-submodules=dirty"];
    let parts = history.parts(&[&options[..], arguments].concat());
    let mut parts = parts.into_iter();
    let mut lines = Vec::new();
    while let Some(letter) = parts.next() {
        let old = letter.starts_with('R').then(|| parts.next().unwrap());
        lines.push((letter, old, parts.next().unwrap()));
    }
    sorted(lines)
}

fn untracked(history: &History) -> Vec<Line> {
    let paths = history.parts(&["ls-files", "-o", "--exclude-standard", "-z"]);
    paths.into_iter().map(|path| ("?".into(), None, path)).collect()
}

/// Returns changes with a deleted and an added file in place of a renamed one.
fn unrenamed(lines: Vec<Line>) -> Vec<Line> {
    let mut all = Vec::new();
    for (letter, old, path) in lines {
        match old {
            Some(old) => {
                all.push(("D".into(), None, old));
                all.push(("A".into(), None, path));
            }
            None => all.push((letter, None, path)),
        }
    }
    sorted(all)
}

fn joined(page: &DiffPage) -> String {
    page.files.iter().filter_map(|file| file.patch.as_deref()).collect()
}

/// Applies the patches to a tree, and returns the tree that they make.
fn applied(history: &History, page: &DiffPage, from: &str) -> Option<String> {
    // Git applies no patch of characters to what is stored in another encoding.
    let is_other = |file: &ChangedFile| {
        let old = file.old_path.as_ref().unwrap_or(&file.path);
        file.patch.as_ref().is_some_and(|patch| patch.contains("\n@@ "))
            && is_other_encoding(history, &history.below(old), from)
    };
    if has_decoded(page) || page.files.iter().any(is_other) {
        return None;
    }
    let index = history.top.join("../applied-index");
    let git = |arguments: &[&str]| {
        let mut command = git(&history.top, arguments);
        command.env("GIT_INDEX_FILE", &index);
        command
    };
    output(git(&["read-tree", from]), b"").unwrap();
    // A patch says nothing of the content of a file that is not text.
    let texts = page.files.iter().filter_map(|file| file.patch.as_deref());
    let patch: String = texts.filter(|patch| !patch.contains("\nBinary files ")).collect();
    if !patch.is_empty() {
        let apply = git(&["apply", "--cached", "--whitespace=nowarn"]);
        if let Err(error) = output(apply, patch.as_bytes()) {
            // Git does not apply its own patch if a link becomes a directory, nor without the
            // patch of a binary file that becomes one.
            let is_binary = |file: &ChangedFile| {
                file.status == ChangeStatus::Deleted
                    && file.patch.as_ref().is_some_and(|patch| patch.contains("\nBinary files "))
            };
            // Neither is there that of a binary file that was deleted before an untracked one.
            let is_known = error.contains("beyond a symbolic link")
                || error.contains("both a file and as a directory")
                || error.contains("already exists in index") && page.files.iter().any(is_binary);
            assert!(is_known, "{error}\n{patch}");
            return None;
        }
    }
    let tree = String::from_utf8(output(git(&["write-tree"]), b"").unwrap()).unwrap();
    std::fs::remove_file(index).unwrap();
    Some(tree.trim().into())
}

/// Asserts that only files that are not text differ between two trees.
fn assert_same(history: &History, page: &DiffPage, one: &str, other: &str) {
    let binary = page
        .files
        .iter()
        .filter(|file| file.patch.as_ref().is_some_and(|patch| patch.contains("\nBinary files ")));
    let binary: BTreeSet<_> = binary
        .flat_map(|file| [Some(&file.path), file.old_path.as_ref()])
        .flatten()
        .map(|path| history.below(path))
        .collect();
    let options = ["diff", "--name-only", "--no-renames", "-z", one, other];
    for path in history.parts(&options) {
        assert!(
            binary.contains(&path) || is_other_encoding(history, &path, other),
            "{path} differs"
        );
    }
}

/// Returns whether a file is text in another encoding than UTF-8: its patch has its characters.
fn is_other_encoding(history: &History, path: &str, revision: &str) -> bool {
    let blob = git(&history.top, &["cat-file", "blob", &format!("{revision}:{path}")]);
    output(blob, b"").is_ok_and(|bytes| String::from_utf8(bytes).is_err())
}

/// Returns whether random bytes are read as text in another encoding: a few happen to be UTF-16.
fn has_decoded(page: &DiffPage) -> bool {
    let mut random = page.files.iter().filter(|file| {
        [Some(&file.path), file.old_path.as_ref()]
            .iter()
            .flatten()
            .any(|path| path.ends_with(".dat"))
    });
    random.any(|file| file.patch.as_ref().is_some_and(|patch| patch.contains("\n@@ ")))
}

/// Compares patches with those of git, and applies them.
fn patches(history: &History, page: &DiffPage, from: &str, arguments: &[&str]) {
    let options = ["diff", "-M", "--abbrev=10", "--no-ext-diff", "--no-textconv"];
    let bytes = history.run(&[&options[..], arguments].concat());
    // Text in another encoding is compared by its characters.
    if let Ok(expected) = String::from_utf8(bytes)
        && !has_decoded(page)
    {
        assert_eq!(joined(page), expected, "{arguments:?}");
    }
    if let Some(tree) = applied(history, page, from) {
        assert_same(history, page, &tree, arguments[1]);
    }
}

/// Applies the patches of the working tree, and compares the result with what `git add -A` stores.
fn working_tree(history: &History, page: &DiffPage, from: &str) {
    let is_attributes = |path: &str| path.ends_with(".gitattributes");
    let is_changed = page.files.iter().any(|file| is_attributes(&file.path));
    if is_changed
        || history.parts(&["diff", "--name-only", "-z"]).iter().any(|it| is_attributes(it))
    {
        // Until it is staged, the attributes in the index may count.
        return;
    }
    let Some(tree) = applied(history, page, from) else { return };
    let index = history.top.join("../added-index");
    let real = history.text(&["rev-parse", "--path-format=absolute", "--git-path", "index"]);
    let _ = std::fs::copy(real.trim(), &index);
    let git = |arguments: &[&str]| {
        let mut command = git(&history.top, arguments);
        command.env("GIT_INDEX_FILE", &index);
        String::from_utf8(output(command, b"").unwrap()).unwrap()
    };
    git(&["add", "-A", "."]);
    let added = git(&["write-tree"]);
    std::fs::remove_file(&index).unwrap();
    assert_same(history, page, &tree, added.trim());
}

/// Compares the changes below a path, and those that globs select.
fn restricted(
    history: &History,
    tree: &Timeline<'_, Native>,
    random: &mut Random,
    request: &DiffRequest,
    revisions: &[&str],
) {
    let known = &history.paths[random.below(history.paths.len())];
    let around = known.split_once('/').map_or("lib", |(first, _)| first);
    for path in [known, around, "src", "src/deep"] {
        let request = DiffRequest { path: history.granted(path), ..request.clone() };
        let page = pages::diff(tree, &request);
        let literal = format!(":(literal){path}");
        let expected = restricted_changes(history, revisions, &[&literal]);
        assert_eq!(lines(history, &page), expected, "{path} of {revisions:?}");
    }
    let globs: [(&[&str], &[&str]); 7] = [
        (&["*.rs"], &[":(glob)**/*.rs"]),
        // A directory that is excluded excludes what is in it, as in a search.
        (&["!*.md"], &[".", ":(exclude,glob)**/*.md", ":(exclude,glob)**/*.md/**"]),
        (&["src/**"], &[":(glob)src/**"]),
        (&["*.{rs,c}"], &[":(glob)**/*.rs", ":(glob)**/*.c"]),
        (
            &["*.rs", "*.txt", "!src/**"],
            &[":(glob)**/*.rs", ":(glob)**/*.txt", ":(exclude,glob)src/**"],
        ),
        (&["/*.md"], &[":(glob)*.md"]),
        (&["src/*/er/*"], &[":(glob)src/*/er/*"]),
    ];
    for (globs, specs) in globs {
        let globs = globs.iter().map(ToString::to_string).collect();
        let request = DiffRequest { globs, ..request.clone() };
        let page = pages::diff(tree, &request);
        let expected = restricted_changes(history, revisions, specs);
        assert_eq!(lines(history, &page), expected, "{:?} of {revisions:?}", request.globs);
    }
}

/// Returns the changes of some files. If some were added or deleted, those that were renamed have
/// their other name, wherever it is.
fn restricted_changes(history: &History, revisions: &[&str], specs: &[&str]) -> Vec<Line> {
    let some = changes(history, &[revisions, &["--"], specs].concat());
    if !some.iter().any(|line| matches!(&*line.0, "A" | "D")) {
        return some;
    }
    let paths: BTreeSet<_> = unrenamed(some).into_iter().map(|line| line.2).collect();
    let mut all = changes(history, revisions);
    all.retain(|(_, old, path)| old.iter().chain([path]).any(|path| paths.contains(path)));
    all
}

/// Compares the two columns of `git status`.
fn status(
    history: &History,
    tree: &Timeline<'_, Native>,
    is_born: bool,
    staged: DiffRequest,
    unstaged: DiffRequest,
) {
    let options = ["status", "--porcelain=v1", "-z", "-uall", "--ignore-submodules=dirty"];
    let mut parts = history.parts(&options).into_iter();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    while let Some(line) = parts.next() {
        let (columns, path) = (line[..2].to_owned(), line[3..].to_owned());
        let old = columns.contains('R').then(|| parts.next().unwrap());
        match &*columns {
            "??" => second.push(("?".to_owned(), None, path)),
            "DD" | "AU" | "UD" | "UA" | "DU" | "AA" | "UU" => {
                first.push(("U".to_owned(), None, path.clone()));
                second.push(("U".to_owned(), None, path));
            }
            _ => {
                let [x, y] = [&columns[..1], &columns[1..]].map(ToString::to_string);
                if x != " " {
                    first.push((x, old, path.clone()));
                }
                if y != " " {
                    second.push((y, None, path));
                }
            }
        }
    }
    let short = |lines: Vec<Line>| {
        let short = |(letter, old, path): Line| (letter[..1].to_owned(), old, path);
        lines.into_iter().map(short).collect::<Vec<_>>()
    };
    let staged = pages::diff(tree, &staged);
    assert_eq!(short(lines(history, &staged)), sorted(first), "first column, {is_born}");
    let unstaged = pages::diff(tree, &unstaged);
    assert_eq!(short(lines(history, &unstaged)), sorted(second), "second column");
}

/// Compares what one commit changed.
fn commit(history: &History, tree: &Timeline<'_, Native>, random: &mut Random, revision: &str) {
    let request = DiffRequest { at: Some(revision.into()), ..pages::all_changes(history, "") };
    let page = paged(tree, &request, random);
    let id = history.text(&["rev-parse", &format!("{revision}^{{commit}}")]);
    let options = ["show", "-m", "--first-parent", "--format=", "-M", "--name-status", "-z"];
    let parts = history.parts(&[&options[..], &[id.trim()]].concat());
    let mut parts = parts.into_iter().filter(|part| !part.is_empty());
    let mut expected = Vec::new();
    while let Some(letter) = parts.next() {
        let old = letter.starts_with('R').then(|| parts.next().unwrap());
        expected.push((letter, old, parts.next().unwrap()));
    }
    assert_eq!(lines(history, &page), sorted(expected), "{revision}");
    let commit = page.commit.unwrap();
    let message = history.text(&["log", "-1", "--format=%H%n%an%n%aI%n%s%n%B", id.trim()]);
    let date = commit.date.replace("+00:00", "Z");
    assert_eq!(commit.email, None);
    let found = format!(
        "{}\n{}\n{date}\n{}\n{}",
        commit.id,
        commit.author,
        commit.subject,
        commit.message.as_deref().unwrap()
    );
    assert_eq!(found.trim_end(), message.replace("+00:00", "Z").trim_end());
}
