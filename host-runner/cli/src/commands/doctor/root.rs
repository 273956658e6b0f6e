//! Checks the root: whether it can be read, and what is denied there.

use super::report::Report;
use super::within::within;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use readroom::Room;
use readroom::policy::{Policy, Target};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The maximum number of names in the root that are checked.
const MAX_NAMES: usize = 10_000;

/// The maximum number of names that are shown.
const SHOWN_NAMES: usize = 5;

/// Checks the root. A file system that does not answer within `wait` is reported as a problem.
pub(super) fn check(report: &mut Report, options: RoomOptions, wait: Duration) -> Result<()> {
    let path = options.root.display().to_string();
    let looked = within(wait, move || {
        let mut found = Report::default();
        look(&mut found, &options).map(|()| found)
    });
    match looked {
        Some(found) => report.append(&found?),
        None => report.problem(
            "root",
            format!("{path} does not answer within {} ms", wait.as_millis()),
            "see whether the file system or its server works; --wait gives it more time",
        ),
    }
    Ok(())
}

fn look(report: &mut Report, options: &RoomOptions) -> Result<()> {
    let given = options.root.display();
    let root = match options.root.canonicalize() {
        Ok(root) if root.is_dir() => root,
        Ok(_) => {
            let text = format!("{given} is not a directory");
            report.problem("root", text, "name a directory with --root");
            return Ok(());
        }
        Err(error) => {
            let text = format!("{given} cannot be opened: {error}");
            report.problem("root", text, "name an existing directory with --root");
            return Ok(());
        }
    };
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    if home.as_ref() == Some(&root) || root.parent().is_none() {
        report.weak(
            "root",
            format!("{} is much more than a project: everything in it can be read", root.display()),
            "name the directory of one project with --root",
        );
    }
    let room = options.configured(Room::builder(&options.root), PromptMode::Never)?.build()?;
    secrets(report, options, &root)?;
    let directories = std::iter::once(&options.root).chain(&options.grants);
    for unmatched in options.policy.unmatched(directories) {
        report.note("rules", unmatched);
    }
    match (room.agentignore_problem(), root.join(".agentignore").symlink_metadata().is_ok()) {
        (Some(why), _) => report.problem("agentignore", why, "mend the file, or remove it"),
        (None, true) if options.policy.no_agentignore => report.weak(
            "agentignore",
            "there is one, and --no-agentignore ignores it",
            "leave out --no-agentignore",
        ),
        (None, true) => report.ok("agentignore", "the file is there, and denies what it lists"),
        (None, false) => report.note("agentignore", "there is none in the root"),
    }
    Ok(())
}

/// Checks the names in the root itself.
fn secrets(report: &mut Report, options: &RoomOptions, root: &Path) -> Result<()> {
    let (Some(project), Ok(names)) = (root.to_str(), fs::read_dir(root)) else {
        report.note("secrets", "the root cannot be listed");
        return Ok(());
    };
    let project = [project.to_string()];
    let (usual, given) = (Policy::default(), options.policy.policy(PromptMode::Never)?);
    let (mut kept, mut open) = (Vec::new(), Vec::new());
    let names =
        names.take(MAX_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names {
        let path = root.join(&name).display().to_string();
        let mut target = Target::new(&path, &project);
        target.home = options.home.as_deref();
        if usual.decide(&target).denied().is_some() {
            let is_denied = given.decide(&target).denied().is_some();
            if is_denied { &mut kept } else { &mut open }.push(name);
        }
    }
    if !open.is_empty() {
        let text = format!("names in the root that look like secrets can be read: {}", shown(open));
        report.weak("secrets", text, "deny them with --deny, or leave out what allows them");
    } else if kept.is_empty() {
        report.ok("secrets", "no name in the root looks like one; those below were not looked at");
    }
    if !kept.is_empty() {
        let text = format!("{} cannot be read: `mcp` never gives the permission", shown(kept));
        report.ok("secrets", text);
    }
    Ok(())
}

/// Returns the first names of a list, in order.
fn shown(mut names: Vec<String>) -> String {
    names.sort();
    let more = if names.len() > SHOWN_NAMES { ", …" } else { "" };
    names.truncate(SHOWN_NAMES);
    names.join(", ") + more
}
