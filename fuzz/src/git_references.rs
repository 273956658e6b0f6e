//! References in files and in the list of packed ones are those that were written; any bytes in
//! these files and in tables, and any revision, end in an object or an error.

use crate::generated::several;
use crate::repositories::{ask, checked, id, loose, repository, with, with_object};
use crate::support::{MemoryTree, Node};
use arbitrary::{Result, Unstructured};
use readroom_history::{Layout, ObjectId, ObjectStore, Revisions};
use std::collections::BTreeMap;

const NAMES: [&str; 8] = [
    "refs/heads/main",
    "refs/heads/a",
    "refs/heads/b/c",
    "refs/tags/v1",
    "refs/remotes/o/HEAD",
    "refs/x",
    "HEAD",
    "ORIG_HEAD",
];

/// Parts of files of git and of revisions.
const PARTS: [&str; 26] = [
    "ref: ",
    "refs/heads/",
    "main",
    "a",
    "../",
    "\n",
    "\r\n",
    " ",
    "\0",
    "1111111111111111111111111111111111111111",
    "2222",
    "^",
    "~",
    "~9999999",
    "^{tree}",
    "^{",
    "}",
    "@",
    "HEAD",
    "-g1111",
    "# pack-refs with: sorted \n",
    "[core]\n",
    "\u{e9}",
    "[extensions]\n objectFormat = sha256\n",
    "repositoryFormatVersion = 1\n",
    "\\",
];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let commit = format!("tree {0}\nparent {0}\n\n", id(1));
    let mut tree = with_object(repository(), 0, loose("commit", commit.as_bytes()));
    tree = with_object(tree, 1, loose("tag", format!("object {}\n", id(0)).as_bytes()));
    let mut known = packed(input)?;
    tree = with(tree, "packed-refs", list(input, &known)?);
    // A file comes before the list.
    known.insert("refs/heads/main", id(0));
    for name in several(input, 3, |input| input.choose(&NAMES).copied())? {
        let object = id(input.int_in_range(0..=2)?);
        if tree.try_put(&format!("/w/.git/{name}"), Node::File(format!("{object}\n").into())) {
            known.insert(name, object);
        }
    }
    check(&tree, &known);
    for path in ["packed-refs", "config", "HEAD", "refs/heads/a", "shallow"] {
        if input.ratio(1, 4)? {
            let content = text(input, 12)?.into();
            tree.try_put(&format!("/w/.git/{path}"), Node::File(content));
        }
    }
    if input.ratio(1, 8)? {
        let config = "[core]\nrepositoryFormatVersion = 1\n[extensions]\nrefStorage = reftable\n";
        tree.try_put("/w/.git/config", Node::File(config.into()));
        tree.try_put("/w/.git/reftable/tables.list", Node::File("t\n".into()));
        tree.try_put("/w/.git/reftable/t", Node::File(table(input)?));
    }
    if input.ratio(1, 8)? {
        tree.try_put("/w/.git", Node::File(format!("gitdir: {}", text(input, 4)?).into()));
    }
    ask(&tree, &text(input, 6)?);
    Ok(())
}

/// Makes a table of references with a block of any bytes.
fn table(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let records = several(input, 40, |input| input.arbitrary::<u8>())?;
    let length = (24 + 4 + records.len() + 2) as u32;
    let [_, length @ ..] = length.to_be_bytes();
    let head = [&b"REFT\x01"[..], &[0; 19], b"r", &length].concat();
    Ok([&head[..], &records, &[0; 2 + 68]].concat())
}

/// Makes references of the list.
fn packed(input: &mut Unstructured<'_>) -> Result<BTreeMap<&'static str, ObjectId>> {
    let mut all = BTreeMap::new();
    for name in several(input, 6, |input| input.choose(&NAMES[..6]).copied())? {
        all.insert(name, id(input.int_in_range(0..=2)?));
    }
    Ok(all)
}

/// Makes the list of packed references: long enough that it is searched by halves, or short.
fn list(input: &mut Unstructured<'_>, all: &BTreeMap<&str, ObjectId>) -> Result<Vec<u8>> {
    let mut lines: Vec<_> = all.iter().map(|(name, id)| (name.to_string(), *id)).collect();
    let others = if input.ratio(1, 8)? { 3000 } else { 0 };
    lines.extend((0..others).map(|number| (format!("refs/changes/{number:04}"), id(3))));
    let mut text = String::new();
    if input.arbitrary()? {
        lines.sort();
        text.push_str("# pack-refs with: peeled fully-peeled sorted \n");
    }
    for (name, object) in lines {
        text.push_str(&format!("{object} {name}\n"));
        if name.starts_with("refs/tags/") {
            text.push_str(&format!("^{}\n", id(0)));
        }
    }
    Ok(text.into())
}

fn text(input: &mut Unstructured<'_>, max: usize) -> Result<String> {
    several(input, max, |input| input.choose(&PARTS).copied()).map(|parts| parts.concat())
}

fn check(tree: &MemoryTree, known: &BTreeMap<&'static str, ObjectId>) {
    let layout = Layout::find(tree, None, "/w").expect("a repository");
    let store = ObjectStore::open_at(tree, "/w/.git/objects", layout.config.object_format);
    let objects = &store.expect("a store");
    let revisions = Revisions { layout: &layout, objects };
    for (name, object) in known {
        assert_eq!(layout.reference(name), Ok(Some(*object)), "{name}");
        assert_eq!(revisions.resolve(name), Ok(*object), "{name}");
    }
    let listed = checked(layout.references()).expect("references");
    for (name, object) in known.iter().filter(|(name, _)| name.matches('/').count() > 1) {
        assert_eq!(listed.get(*name), Some(object), "{name}");
    }
}
