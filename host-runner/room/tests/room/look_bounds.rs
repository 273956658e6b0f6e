//! Finding and searching in trees that are large, deep, hostile or in motion.

use readroom::observer::Cost;
use readroom::tree::{MemoryTree, Tree, TreeEntry, TreeEntryKind, TreeListing};
use readroom::{
    Error, FileKind, FindOrder, FindRequest, Found, FoundOrder, Policy, Room, Scope, SearchOutput,
    SearchRequest, SearchResults,
};
use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

const MIB: usize = 1024 * 1024;
const ALL: [FileKind; 4] = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];

fn everything(path: &str) -> Scope {
    Scope::new(path).hidden(true).ignored(true)
}

fn paths(found: &Found) -> Vec<String> {
    found.entries.iter().map(|entry| entry.path.clone()).collect()
}

/// Returns all entries, page after page.
fn all(room: &Room, mut request: FindRequest) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let page = room.find(&request).unwrap();
        all.extend(paths(&page));
        match page.next {
            Some(next) => request.cursor = Some(next),
            None => return all,
        }
    }
}

/// Every level has a file after its directory, so that the walk comes back to each.
#[test]
fn a_deep_tree_is_walked_with_few_handles() {
    let mut tree = MemoryTree::new();
    for depth in 0..1000 {
        tree = tree.file(&format!("{}z.txt", "d/".repeat(depth)), "needle\n").unwrap();
    }
    let limits = readroom_testing::patient().open(40);
    let builder = Room::builder_from_tree("/project", tree).limits(limits);
    let room = builder.policy(Policy::everything()).build().unwrap();
    assert_eq!(all(&room, FindRequest::new(".").entries(300)).len(), 1000);
    for order in [FoundOrder::Path, FoundOrder::Modified] {
        let request = SearchRequest::new(".", "needle").output(SearchOutput::Files);
        let request = request.matches(1000).bytes(MIB as u32);
        assert_eq!(room.search(&request.order(order)).unwrap().files.len(), 1000, "{order:?}");
    }
}

const NAMES: u64 = 100_000;

/// A directory of many files in no particular order.
struct Crowd;

impl Tree for Crowd {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => Ok(TreeEntry::directory()),
            _ if path.ends_with(".txt") => Ok(TreeEntry::file(7)),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        let name = |number| format!("{:06}-a-name-of-some-length.txt", number * 7919 % NAMES);
        Ok(Box::new((0..NAMES).map(move |number| Ok((name(number), TreeEntryKind::File)))))
    }

    fn read(&self, _: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        Ok(b"needle\n".iter().skip(offset as usize).take(length).copied().collect())
    }
}

#[test]
fn a_crowded_directory_is_walked_in_bounded_memory() {
    let cost = Arc::new(Mutex::new(Cost::default()));
    let last = cost.clone();
    let builder = Room::builder_from_tree("/project", Crowd).limits(readroom_testing::patient());
    let builder = builder.policy(Policy::everything());
    let room = builder.observer(move |event| *last.lock().unwrap() = event.cost).build().unwrap();
    let found = all(&room, FindRequest::new(".").entries(10_000));
    assert_eq!(found.len() as u64, NAMES);
    assert!(found.is_sorted());
    let newest = FindRequest::new(".").order(FindOrder::Modified).entries(10_000);
    assert_eq!(room.find(&newest).unwrap().entries.len(), 10_000);
    let search = SearchRequest::new(".", "needle").output(SearchOutput::Counts);
    let search = search.order(FoundOrder::Matches).matches(5000).bytes(MIB as u32);
    assert_eq!(room.search(&search).unwrap().files.len(), 5000);
    let taken = cost.lock().unwrap().memory;
    assert!(taken < 40 * MIB, "{taken}");
}

/// A tree in which every answer differs, by a counter.
struct Moving(AtomicU64);

impl Moving {
    fn draw(&self) -> u64 {
        let number = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 27)
    }
}

impl Tree for Moving {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        let time = UNIX_EPOCH + Duration::from_secs(self.draw() % 5);
        match self.draw() % 8 {
            _ if path.is_empty() => Ok(TreeEntry::directory()),
            0 => Err(io::ErrorKind::NotFound.into()),
            1 => Ok(TreeEntry::link()),
            2 => Err(io::ErrorKind::PermissionDenied.into()),
            3 | 4 if path.split('/').count() < 4 => Ok(TreeEntry::directory()),
            _ => Ok(TreeEntry::file(self.draw() % 100).modified(time)),
        }
    }

    fn list(&self, path: &str) -> io::Result<TreeListing> {
        let depth = path.split('/').count();
        let mut entries = Vec::new();
        for name in ["a", "b", "c", ".gitignore", ".git", "d.txt"] {
            entries.push(match self.draw() % 8 {
                0 => continue,
                1 => Ok((name.into(), TreeEntryKind::Link)),
                2 | 3 if depth < 4 => Ok((name.into(), TreeEntryKind::Directory)),
                4 if self.draw().is_multiple_of(16) => Err(io::ErrorKind::Other.into()),
                _ => Ok((name.into(), TreeEntryKind::File)),
            });
        }
        if self.draw().is_multiple_of(16) {
            Err(io::ErrorKind::NotFound.into())
        } else {
            Ok(Box::new(entries.into_iter()))
        }
    }

    fn read(&self, _: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let text = ["needle\n", "*\n!c\n", "\0\u{1}", "", "a\nneedle"][(self.draw() % 5) as usize];
        Ok(text.repeat(9).bytes().skip(offset as usize).take(length).collect())
    }

    fn link_target(&self, _: &str) -> io::Result<String> {
        Ok(["a", "../..", "/project/b", "/etc"][(self.draw() % 4) as usize].into())
    }
}

/// Whatever changes, each page continues after the one before it, or at a directory that became
/// something else; and there is a last one.
#[test]
fn a_tree_that_changes_while_it_is_walked_is_walked_to_its_end() {
    let tree = Moving(AtomicU64::new(1));
    // A list of the project would deny everything from time to time.
    let policy = Policy::everything().without_agentignore();
    let builder = Room::builder_from_tree("/project", tree).policy(policy);
    let room = builder.limits(readroom_testing::patient()).build().unwrap();
    let mut entries = 0;
    for round in 0..300_u32 {
        let scope = Scope::new(".").hidden(round % 2 == 0).ignored(round % 3 == 0);
        let find = FindRequest::new(scope.clone()).kinds(ALL).details(round % 5 == 0);
        let found = all(&room, find.clone().entries(round % 4 + 1));
        let names: Vec<Vec<&str>> = found.iter().map(|path| path.split('/').collect()).collect();
        let goes_on = |one: &Vec<_>, other: &Vec<_>| one < other || one.starts_with(other);
        assert!(names.is_sorted_by(goes_on), "{found:?}");
        entries += found.len();
        room.find(&find.clone().order(FindOrder::Modified)).unwrap();
        room.find(&find.order(FindOrder::Lines)).unwrap();
        for order in [FoundOrder::Path, FoundOrder::Modified] {
            let mut search = SearchRequest::new(scope.clone(), "needle").order(order);
            search = search.matches(round % 3 + 1).bytes(round % 70 + 1);
            for page in 0.. {
                assert!(page < 10_000, "it ends");
                match room.search(&search).unwrap().next {
                    Some(next) => search.cursor = Some(next),
                    None => break,
                }
            }
        }
    }
    assert!(entries > 1000, "{entries}");
}

/// Makes a list of patterns of a given size, the last of which matches logs.
fn patterns(bytes: usize) -> Vec<u8> {
    let mut text = String::new();
    for number in 0.. {
        if text.len() + 20 > bytes {
            break;
        }
        writeln!(text, "generated-{number}.o").unwrap();
    }
    (text + "*.log\n").into_bytes()
}

#[test]
fn a_large_ignore_file_is_applied_and_one_that_is_too_large_is_counted() {
    for (bytes, expected, not_applied) in
        [(10_000_000, &["a.txt"][..], 0), (13 * MIB, &["a.txt", "b.log"][..], 1)]
    {
        let tree = MemoryTree::new().file(".gitignore", patterns(bytes)).unwrap();
        let tree = tree.file("a.txt", "needle\n").unwrap().file("b.log", "needle\n").unwrap();
        let builder = Room::builder_from_tree("/project", tree).policy(Policy::everything());
        let room = builder.limits(readroom_testing::patient()).build().unwrap();
        let found = room.find(&FindRequest::new(".")).unwrap();
        assert_eq!(paths(&found), expected);
        assert_eq!(found.skipped.ignore_files, not_applied);
        let searched = room.search(&SearchRequest::new(".", "needle")).unwrap();
        let paths: Vec<_> = searched.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, expected);
        assert_eq!(searched.skipped.ignore_files, not_applied);
    }
}

/// Returns every page of every answer about a tree, as text.
fn answers(room: &Room) -> String {
    let mut text = String::new();
    let scopes = ["*", "!*.rs", "pri*", "**/private/**"].map(|glob| everything(".").globs([glob]));
    let scopes = [Scope::new("."), everything("."), everything("src")].into_iter().chain(scopes);
    let orders = [
        (FindOrder::Path, FoundOrder::Path),
        (FindOrder::Modified, FoundOrder::Modified),
        (FindOrder::Size, FoundOrder::Path),
        (FindOrder::Lines, FoundOrder::Path),
    ];
    for (scope, (find_order, order)) in
        scopes.flat_map(|scope| orders.map(|orders| (scope.clone(), orders)))
    {
        for entries in [1, 2, 1000] {
            let request = FindRequest::new(scope.clone()).kinds(ALL).order(find_order);
            let mut request = request.details(true).lines(true).entries(entries);
            loop {
                let page: Result<Found, Error> = room.find(&request);
                writeln!(text, "{page:?}").unwrap();
                request.cursor = page.unwrap().next;
                if request.cursor.is_none() {
                    break;
                }
            }
        }
        for (output, matches) in [SearchOutput::Lines, SearchOutput::Files, SearchOutput::Counts]
            .into_iter()
            .flat_map(|output| [1, 3, 1000].map(|matches| (output, matches)))
        {
            let request = SearchRequest::new(scope.clone(), "needle").order(order).output(output);
            let mut request = request.matches(matches).before(1).after(1).headers(true);
            loop {
                let page: Result<SearchResults, Error> = room.search(&request);
                writeln!(text, "{page:?}").unwrap();
                request.cursor = page.unwrap().next;
                if request.cursor.is_none() {
                    break;
                }
            }
        }
    }
    text
}

/// Compares every answer with that of a tree without what is denied.
#[test]
fn no_answer_depends_on_denied_files() {
    let shared = |tree: MemoryTree| {
        let mut tree = tree;
        for (number, path) in ["a.txt", "src/b.rs", "src/c.rs", "src/z/d.md"].iter().enumerate() {
            let time = UNIX_EPOCH + Duration::from_secs(1000 - number as u64 % 3);
            let text = "fn a() {\n    needle\n}\n\n\nneedle needle\n";
            tree = tree.file(path, text).unwrap().modified(path, time).unwrap();
        }
        tree
    };
    let mut with = MemoryTree::new();
    // Before, between and after the others, and in them.
    for directory in [".private", "private", "src/bb-private", "src/z/private", "zz-private"] {
        for number in 0..100 {
            let path = format!("{directory}/{number}/needle.txt");
            let time = UNIX_EPOCH + Duration::from_secs(990 + number % 20);
            with = with.file(&path, "needle\n").unwrap().modified(&path, time).unwrap();
        }
        with = with.file(&format!("{directory}/.gitignore"), "*\n").unwrap();
        with = with.file(&format!("{directory}/binary"), "\0\u{1}needle").unwrap();
        with = with.link(&format!("{directory}/link"), "/etc/passwd").unwrap();
    }
    let room = |tree| {
        let policy = Policy::everything().deny("*private*").unwrap();
        let builder = Room::builder_from_tree("/project", shared(tree)).policy(policy);
        builder.limits(readroom_testing::patient()).build().unwrap()
    };
    let answers = [with, MemoryTree::new()].map(|tree| answers(&room(tree)));
    assert!(answers[1].contains("d.md") && !answers[0].contains("private/"));
    let lines = answers[0].lines().zip(answers[1].lines());
    lines.for_each(|(one, other)| assert_eq!(one, other));
    assert_eq!(answers[0], answers[1]);
}
