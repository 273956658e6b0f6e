//! Random lists of patterns: every path that git ignores by them is denied.

use crate::generated::several;
use crate::lists::{self, NAME_PARTS, PATTERN_PARTS};
use arbitrary::{Result, Unstructured};
use readroom::policy::{Action, Policy, Target};
use std::fs;
use std::sync::{LazyLock, Mutex};
use tempfile::TempDir;

/// A repository, and the right to write its list. `None` if there is no git.
static REPOSITORY: LazyLock<Option<Mutex<TempDir>>> = LazyLock::new(|| {
    let directory = tempfile::tempdir().unwrap();
    lists::init(directory.path()).then(|| directory.into())
});

/// How often a name was denied.
#[derive(Clone, Copy, Default)]
pub struct Denials {
    /// The names that were compared.
    pub names: u32,
    /// Those that git ignores.
    pub by_git: u32,
    /// Those that are denied.
    pub by_us: u32,
    /// Whether the list is unusable, which denies everything.
    pub unusable: bool,
}

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    compare(input).map(drop)
}

/// Compares the denials of a list with those of git.
pub fn compare(input: &mut Unstructured<'_>) -> Result<Denials> {
    let mut list = String::new();
    for _ in 0..=input.int_in_range(0..=2)? {
        for _ in 0..=input.int_in_range(0..=5)? {
            list.push_str(input.choose(&PATTERN_PARTS)?);
        }
        list.push('\n');
    }
    let names = several(input, 60, name)?;
    let Ok(policy) = Policy::everything().list("list", &list, Action::Deny) else {
        return Ok(Denials { unusable: true, ..Denials::default() });
    };
    let Some(by_git) = ignored(&list, &names) else { return Ok(Denials::default()) };
    assert_eq!(by_git.len(), names.len(), "{list:?} {names:?}");
    let (mut denials, project) = (Denials::default(), ["/p".to_string()]);
    for (name, by_git) in names.iter().zip(by_git) {
        let decision = policy.decide(&Target::new(&format!("/p/{name}"), &project));
        let by_us = decision.denied().is_some();
        assert!(by_us || !by_git, "git ignores {name:?} by {list:?}");
        denials.names += 1;
        denials.by_git += u32::from(by_git);
        denials.by_us += u32::from(by_us);
    }
    Ok(denials)
}

/// Makes a path below the root.
fn name(input: &mut Unstructured<'_>) -> Result<String> {
    let parts = several(input, 6, |input| input.choose(&NAME_PARTS).copied())?;
    Ok(lists::path(&parts.concat()))
}

/// Returns which names git ignores. `None` if there is no git.
fn ignored(list: &str, names: &[String]) -> Option<Vec<bool>> {
    let root = REPOSITORY.as_ref()?.lock().unwrap();
    fs::write(root.path().join(".gitignore"), list).unwrap();
    let by_git = lists::check_ignore(root.path(), names.iter().cloned());
    Some(by_git.iter().map(Option::is_some).collect())
}
