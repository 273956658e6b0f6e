//! Finds and searches with the path of every attack as the directory, as a glob and as a pattern.
//! So do the tools of agents that look around. Nothing from outside of the root is returned,
//! neither a byte of a file nor a name.

use super::attacks;
use libtest_mimic::{Failed, Trial};
use readroom::{
    Error, FileKind, FindOrder, FindRequest, PatternSyntax, Reply, Room, Scope, SearchOutput,
    SearchRequest,
};
use readroom_check::Fixture;
use readroom_testing::attack::{self, Attack};
use readroom_testing::{needs, openat2};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::{Component, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Long enough for everything that ends, and far below the limit of a call.
const MILLISECONDS: u32 = 1000;

pub fn trials(mode: &str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (group, attacks) in attack::groups() {
        // These are about sizes, which are the same in every mode, and take the longest.
        if group == "resource" && mode != openat2::AS_IS {
            continue;
        }
        for attack in attacks.attacks {
            let Some(path) = path(&attack) else { continue };
            let (name, left_out) =
                (format!("{mode}/looking/{group}/{}", attack.name), attack.is_left_out());
            trials.push(Trial::test(name, move || run(&attack, &path)).with_ignored_flag(left_out));
        }
    }
    trials
}

fn path(attack: &Attack) -> Option<String> {
    Some(attack.call.structured()?.get("path")?.as_str()?.into())
}

fn run(attack: &Attack, path: &str) -> Result<(), Failed> {
    if !needs::are_met(&attack.needs) {
        return Ok(());
    }
    let fixture = Arc::new(Fixture::new(&attack.outside, &attack.root)?);
    let room = attacks::room(attack, &fixture)?;
    let path = fixture.fill_in(path);
    let stop = Arc::new(AtomicBool::new(false));
    let actor = attacks::actor(attack, &fixture, &stop);
    let looked = needs::with(&attack.needs, || look(attack, &fixture, &room, &path));
    stop.store(true, Ordering::Relaxed);
    if let Some(actor) = actor {
        actor.join().map_err(|_| "the other process of the fixture failed")?;
    }
    looked.map_err(|what| format!("{}: {what}", attack.about).into())
}

fn look(attack: &Attack, fixture: &Fixture, room: &Room, path: &str) -> Result<(), String> {
    let everything = |path: &str| Scope::new(path).hidden(true).ignored(true);
    let globs = [path.into(), format!("!{path}"), format!("{path}/**"), format!("/{path}")];
    let globs = globs.map(|glob| everything(".").globs([glob]));
    let judging = Judging { attack, fixture };
    let kinds = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];
    for scope in [everything(path), Scope::new(path)].into_iter().chain(globs) {
        for order in [FindOrder::Path, FindOrder::Modified] {
            let find = FindRequest::new(scope.clone()).kinds(kinds).order(order);
            let found = room.find(&find.details(true).lines(true).milliseconds(MILLISECONDS));
            judging.answer(&found, |found| found.entries.iter().map(|entry| &*entry.path))?;
        }
        for output in [SearchOutput::Lines, SearchOutput::Files, SearchOutput::Counts] {
            let search = SearchRequest::new(scope.clone(), ".").output(output).binary(true);
            let searched = room.search(&search.milliseconds(MILLISECONDS));
            judging.answer(&searched, |results| results.files.iter().map(|file| &*file.path))?;
        }
    }
    for syntax in [PatternSyntax::Literal, PatternSyntax::Regex] {
        let search = SearchRequest::new(everything("."), path).syntax(syntax).binary(true);
        let searched = room.search(&search.milliseconds(MILLISECONDS));
        judging.answer(&searched, |results| results.files.iter().map(|file| &*file.path))?;
    }
    for (tool, arguments) in calls(path) {
        judging.reply(&room.call(tool, &arguments.to_string()))?;
    }
    Ok(())
}

/// Returns calls of agents' own tools that look around: there, and with it as their pattern.
fn calls(path: &str) -> Vec<(&'static str, Value)> {
    let at = json!({ "path": path });
    let below = |pattern: &str| json!({ "path": path, "pattern": pattern });
    let with = |pattern: &str| json!({ "path": ".", "pattern": pattern });
    vec![
        ("mcp-filesystem:list_directory", at.clone()),
        ("mcp-filesystem:list_directory_with_sizes", at.clone()),
        ("mcp-filesystem:directory_tree", at.clone()),
        ("mcp-filesystem:get_file_info", at.clone()),
        ("mcp-filesystem:search_files", below("**")),
        ("mcp-filesystem:search_files", with(path)),
        ("pi:ls", at),
        ("pi:find", below("*")),
        ("pi:find", with(path)),
        ("pi:grep", below(".")),
        ("pi:grep", json!({ "path": ".", "pattern": ".", "glob": path })),
    ]
}

struct Judging<'a> {
    attack: &'a Attack,
    fixture: &'a Fixture,
}

impl Judging<'_> {
    fn answer<'a, T: Debug, P: Iterator<Item = &'a str>>(
        &self,
        answer: &'a Result<T, Error>,
        paths: impl Fn(&'a T) -> P,
    ) -> Result<(), String> {
        let shown = format!("{answer:?}");
        if let Some(secret) =
            attacks::secrets(self.attack).iter().find(|secret| shown.contains(**secret))
        {
            return Err(format!("'{secret}' stands in the answer: {shown}"));
        }
        let is_inside = |path: &str| self.attack.meanwhile.is_some() || self.is_inside(path);
        let outside = match answer {
            Ok(answer) => paths(answer).find(|path| !is_inside(path)),
            Err(Error::Read(error)) => {
                error.suggestions.iter().map(|path| &**path).find(|path| !is_inside(path))
            }
            Err(_) => return Err(format!("not an answer: {shown}")),
        };
        outside.map_or(Ok(()), |path| Err(format!("'{path}' is not in the root: {shown}")))
    }

    fn reply(&self, reply: &Result<Reply, Error>) -> Result<(), String> {
        let shown = format!("{reply:?}");
        let secrets = attacks::secrets(self.attack);
        match (reply, secrets.iter().find(|secret| shown.contains(**secret))) {
            (_, Some(secret)) => Err(format!("'{secret}' stands in the answer: {shown}")),
            (Ok(_) | Err(Error::Limit(_)), None) => Ok(()),
            (Err(_), None) => Err(format!("not an answer: {shown}")),
        }
    }

    /// Returns whether a path of an answer is one of an entry below the root, without links.
    fn is_inside(&self, path: &str) -> bool {
        let root = self.fixture.root().canonicalize().unwrap();
        // In a verbatim path of Windows, a slash is not a separator.
        let path: PathBuf = root.iter().chain(path.split('/').map(OsStr::new)).collect();
        let is_plain = !path.components().any(|part| part == Component::ParentDir);
        // Wine gives no name to a directory whose path is longer than 260 characters.
        let mut around = path.ancestors().skip(1).take(if cfg!(windows) { usize::MAX } else { 1 });
        let around = around.find_map(|around| around.canonicalize().ok());
        is_plain
            && path.symlink_metadata().is_ok()
            && around.is_some_and(|around| around.starts_with(&root))
    }
}
