//! Random lists of patterns, compared with git and with a naive version of its algorithm.

use crate::lists::{self, NAME_PARTS, PATTERN_PARTS};
use crate::{reference, seed};
use readroom_policy::Action;
use readroom_policy::list::{Case, List, PathKind};
use std::borrow::Cow;
use std::fs;

/// A deterministic random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Joins some parts, at least one.
    fn text(&mut self, parts: &[&str], most: usize) -> String {
        (0..=self.below(most)).map(|_| parts[self.below(parts.len())]).collect()
    }

    fn pattern(&mut self, parts: &[&str]) -> String {
        let exception = if self.below(4) == 0 { "!" } else { "" };
        format!("{exception}{}", self.text(parts, 6))
    }

    /// Returns a path below a directory that git accepts.
    fn path(&mut self) -> String {
        lists::path(&self.text(&NAME_PARTS, 7))
    }

    /// Returns a valid list.
    fn list(&mut self, parts: &[&str]) -> (String, List) {
        loop {
            let lines = 1 + self.below(5);
            let text: String = (0..lines).map(|_| self.pattern(parts) + "\n").collect();
            if let Ok(list) = List::new("test", &text, Action::Deny) {
                return (text, list);
            }
        }
    }
}

#[test]
fn lists_match_what_the_reference_matches() {
    let mut random = Random(seed::seed());
    let mut decided = 0;
    for _ in 0..1500 {
        let (text, list) = random.list(&PATTERN_PARTS);
        let lazy = List::compiled("test", Cow::Borrowed(&text), Action::Deny);
        for _ in 0..20 {
            let path = random.path();
            for kind in [PathKind::Other, PathKind::Directory] {
                for case in [Case::Sensitive, Case::Insensitive] {
                    let found = list.find(&path, kind, case).map(|(_, pattern)| pattern);
                    let expected = reference::find(&text, &path, kind, case);
                    assert_eq!(found, expected, "{text:?} {path:?} {kind:?} {case:?}");
                    let found = lazy.find(&path, kind, case).map(|(_, pattern)| pattern);
                    assert_eq!(found, expected, "{text:?} {path:?} {kind:?} {case:?}");
                    decided += u32::from(found.is_some());
                }
            }
        }
    }
    assert!(decided > 10_000, "{decided}");
}

/// Each case has its own directory, so that one run of git compares them all.
#[test]
fn lists_match_what_git_matches() {
    let mut random = Random(seed::seed());
    let root = std::env::temp_dir().join(format!("readroom-policy-{}", std::process::id()));
    let closed = &PATTERN_PARTS[..PATTERN_PARTS.len() - 2];
    let lists: Vec<_> = (0..300).map(|_| random.list(closed)).collect();
    let mut paths = Vec::new();
    for (number, (text, _)) in lists.iter().enumerate() {
        let directory = root.join(number.to_string());
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join(".gitignore"), text).unwrap();
        paths.extend((0..40).map(|_| (number, random.path())));
    }
    let names = paths.iter().map(|(number, path)| format!("{number}/{path}"));
    let by_git = lists::init(&root).then(|| lists::check_ignore(&root, names));
    fs::remove_dir_all(&root).unwrap();
    // Git is not installed.
    let Some(by_git) = by_git else { return };
    assert_eq!(by_git.len(), paths.len());
    let mut ignored = 0;
    for ((number, path), by_git) in paths.iter().zip(by_git) {
        let (text, list) = &lists[*number];
        // Releases of git differ in these.
        if text.lines().any(reference::is_glued) {
            continue;
        }
        let found = list.find(path, PathKind::Other, Case::Sensitive);
        let found = found.filter(|(action, _)| *action == Action::Deny);
        assert_eq!(found.map(|(_, pattern)| pattern), by_git.as_deref(), "{text:?} {path:?}");
        ignored += u32::from(by_git.is_some());
    }
    assert!(ignored > 500, "{ignored}");
}
