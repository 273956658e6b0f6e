//! Checks the root: what it lies on, who may change it, and what is denied there.

use super::report::Report;
use super::within::within;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use readroom::machine::{self, HostWall, Mounts};
use readroom::policy::{Policy, Target};
use readroom::{Limits, Threads};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How many names of the root are looked at.
const MAX_NAMES: usize = 10_000;

/// How many names are shown.
const SHOWN_NAMES: usize = 5;

/// Checks the root. A file system that does not answer within `wait` is reported as a problem.
pub(super) fn check(
    report: &mut Report,
    options: RoomOptions,
    limits: &Limits,
    wait: Duration,
) -> Result<()> {
    let path = std::path::absolute(&options.root)?;
    let (limits, given) = (*limits, path.clone());
    let looked = within(wait, move || {
        let mut found = Report::default();
        look(&mut found, &options, &given, &limits).map(|()| found)
    });
    match looked {
        Some(found) => report.append(found?),
        None => {
            mount(report, &path, &limits);
            report.problem(
                "root",
                format!("{} does not answer within {} ms", path.display(), wait.as_millis()),
                "see whether the file system or its server works; --wait gives it more time",
            );
        }
    }
    Ok(())
}

/// Checks what the operating system lists about mounts, which cannot hang. `path` may lead through
/// links.
fn mount(report: &mut Report, path: &Path, limits: &Limits) {
    let mounts = Mounts::now();
    let Some(mount) = mounts.holding(path) else {
        return report.note(
            "mount",
            "not checked on this system: every file system counts as one that may keep a call \
             waiting, and calls run on threads of their own",
        );
    };
    let slow = mounts
        .below(path)
        .filter(|below| !below.is_prompt)
        .map(|below| format!("{} at {}", below.kind, below.at.display()));
    let slow: Vec<_> =
        (!mount.is_prompt).then(|| mount.kind.clone()).into_iter().chain(slow).collect();
    let written = if mount.is_read_only { "read-only" } else { "writable, though not by Readroom" };
    if !mounts.may_block(path) {
        return report.ok(
            "mount",
            format!("{} lies on {} ({written}), which answers at once", path.display(), mount.kind),
        );
    }
    let slow = match slow.as_slice() {
        [] => "a hidden mount".into(),
        names if names.len() > SHOWN_NAMES => format!("{} mounts", names.len()),
        names => names.join(", "),
    };
    let what = format!("{} ({written}) may keep a call waiting: {slow}", path.display());
    match limits.threads {
        Threads::Caller => report.weak(
            "mount",
            format!("{what}; with threads=caller it may exceed its time limit"),
            "leave out --limit threads=caller",
        ),
        Threads::Auto | Threads::Own => report.weak(
            "mount",
            format!(
                "{what}; it ends after {} s all the same, but its thread keeps one of {} slots \
                 until the operating system lets it go",
                limits.time.as_secs_f64(),
                limits.concurrency
            ),
            "if that happens, add --limit concurrency=64",
        ),
    }
}

/// Checks what has to be looked at.
fn look(report: &mut Report, options: &RoomOptions, given: &Path, limits: &Limits) -> Result<()> {
    let found = options.root.canonicalize();
    // Where the root really is counts, if it can be found out.
    mount(report, found.as_deref().unwrap_or(given), limits);
    let root = match found.and_then(|root| Ok((fs::metadata(&root)?, root))) {
        Ok((metadata, root)) if metadata.is_dir() => {
            owner(report, &metadata);
            root
        }
        Ok(_) => {
            let text = format!("{} is not a directory", options.root.display());
            report.problem("root", text, "name a directory with --root");
            return Ok(());
        }
        Err(error) => {
            let text = format!("{} cannot be opened: {error}", options.root.display());
            report.problem("root", text, "name an existing directory with --root");
            return Ok(());
        }
    };
    let is_home =
        std::env::home_dir().and_then(|home| home.canonicalize().ok()) == Some(root.clone());
    if is_home || root.parent().is_none() {
        report.weak(
            "root",
            format!("{} is much more than a project: everything in it can be read", root.display()),
            "name the directory of one project with --root",
        );
    }
    match HostWall::new(&root).ok().and_then(|wall| wall.ignores_case()) {
        Some(true) => report.ok(
            "names",
            "may be found in any case here: permissions are checked in any case, by listed names",
        ),
        Some(false) => {
            report.ok("names", "have one case: permissions are checked as they are written")
        }
        None => report.note("names", "the root does not let itself be looked at"),
    }
    let room = options.builder(PromptMode::Never)?.build()?;
    report.ok("policy", options.policy.description());
    secrets(report, options, &root)?;
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
    if let Some(file) = &options.audit {
        let text = format!("{} was not opened, because that would write", file.display());
        report.note("audit", text);
    }
    Ok(())
}

fn owner(report: &mut Report, metadata: &fs::Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if metadata.mode() & 0o002 != 0 {
            report.weak(
                "owner",
                "every user of this machine can put files into the root",
                "take the right away with `chmod o-w`",
            );
        }
    }
    match machine::is_own_user(metadata) {
        Some(true) => report.ok("owner", "the root belongs to the user of this process"),
        Some(false) => {
            report.note("owner", "the root belongs to another user, who may change what is read")
        }
        None => report.note("owner", "not checked on this system"),
    }
}

/// Checks the names in the root itself.
fn secrets(report: &mut Report, options: &RoomOptions, root: &Path) -> Result<()> {
    let Some(project) = root.to_str().map(|root| [root.to_string()]) else { return Ok(()) };
    let (usual, given) = (Policy::default(), options.policy.policy(PromptMode::Never)?);
    let (mut kept, mut open) = (Vec::new(), Vec::new());
    let Ok(names) = fs::read_dir(root) else {
        report.note("secrets", "the root cannot be listed");
        return Ok(());
    };
    let names =
        names.take(MAX_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names {
        let path = format!("{}/{name}", project[0].trim_end_matches('/'));
        let mut target = Target::new(&path, &project);
        target.home = options.home.as_deref();
        if usual.decide(&target).denied().is_some() {
            let is_denied = given.decide(&target).denied().is_some();
            if is_denied { &mut kept } else { &mut open }.push(name);
        }
    }
    let shown = |names: &mut Vec<String>| {
        names.sort();
        let more = if names.len() > SHOWN_NAMES { ", …" } else { "" };
        let shown: Vec<_> = names.iter().take(SHOWN_NAMES).map(String::as_str).collect();
        format!("{}{more}", shown.join(", "))
    };
    if !open.is_empty() {
        let text =
            format!("names in the root that look like secrets can be read: {}", shown(&mut open));
        report.weak("secrets", text, "deny them with --deny, or leave out what allows them");
    }
    if !kept.is_empty() {
        let text =
            format!("{} cannot be read without a yes, which `mcp` never gives", shown(&mut kept));
        report.ok("secrets", text);
    } else if open.is_empty() {
        report.ok("secrets", "no name in the root looks like one; those below were not looked at");
    }
    Ok(())
}
