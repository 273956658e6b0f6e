//! Every attack in every dialect: whatever a model sends and a repository holds, an answer has the dialect's own shape,
//! nothing from outside stands in it, and nothing hangs or traps.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::attack::{self, Attack};
use common::needs;
use libtest_mimic::{Arguments, Failed, Trial};
use readroom::conformance::Scene;
use readroom::{Dialect, Outcome, Policy, Room};
use serde_json::{Map, Value};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What the arguments of the neutral read are called.
fn names(dialect: Dialect) -> [&'static str; 3] {
    match dialect {
        Dialect::Readroom => ["path", "start", "lines"],
        Dialect::Mycodeagent => ["path", "start_line", "limit"],
        Dialect::DmCc | Dialect::Opencode => ["filePath", "offset", "limit"],
        Dialect::KimiCli => ["path", "line_offset", "n_lines"],
        Dialect::Pi => ["path", "offset", "limit"],
    }
}

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for (group, attacks) in attack::groups() {
        for attack in attacks.attacks {
            // What other processes do meanwhile, and how many calls it takes, does not depend on the dialect.
            if attack.meanwhile.is_none() {
                trials.push(Trial::test(format!("{group}/{}", attack.name), move || run(&attack)));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(attack: &Attack) -> Result<(), Failed> {
    if !needs::are_met(&attack.needs) {
        return Ok(());
    }
    let scene = Scene::new(&attack.outside, &attack.root)?;
    let room = Room::builder(scene.root()).policy(Policy::everything()).limits(common::patient()).build()?;
    for dialect in Dialect::ALL {
        let arguments = match attack.call.structured() {
            Some(arguments) => scene.fill_in_all(&renamed(arguments, dialect)).to_string().into_bytes(),
            None => attack.call.arguments(&scene),
        };
        let arguments = readroom::arguments(&arguments);
        let started = Instant::now();
        let reply = needs::with(&attack.needs, || room.call(dialect, &arguments))?;
        let elapsed = started.elapsed();
        let failed = |what: String| {
            let reply: String = reply.json.chars().take(2000).collect();
            Err(format!("{dialect}: {}: {what}: {reply}", attack.about).into())
        };
        if elapsed > Duration::from_millis(attack.max_ms) {
            return failed(format!("{elapsed:?}"));
        }
        let shares_a_file = attack.root.share_a_file();
        let secrets: &[&str] = if shares_a_file { &[] } else { &["SECRET", "root:x:0:0"] };
        if let Some(secret) = secrets.iter().find(|secret| reply.json.contains(**secret)) {
            return failed(format!("'{secret}' stands in the answer"));
        }
        // MyCodeAgent's answer repeats the arguments, also a number that is too large for this parser.
        let value: Value = serde_json::from_str(&reply.json.replace("1e400", "1"))?;
        if let Err(what) = check_shape(dialect, reply.outcome, &value) {
            return failed(what);
        }
        // Drawing it is no more dangerous.
        let drawn = room.render_result(dialect, &arguments, &reply.json, readroom::Fold::Expanded)?;
        if drawn.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\t')) {
            return failed("a control character is drawn".into());
        }
        room.render_call(dialect, &arguments)?;
    }
    Ok(())
}

fn renamed(arguments: &Map<String, Value>, dialect: Dialect) -> Value {
    let rename = |name: &String| match ["path", "start", "lines"].iter().position(|known| known == name) {
        Some(at) => names(dialect)[at].to_string(),
        None => name.clone(),
    };
    arguments.iter().map(|(name, value)| (rename(name), value.clone())).collect()
}

/// Whether an answer has the members that the dialect's tool returns, and no others.
fn check_shape(dialect: Dialect, outcome: Outcome, reply: &Value) -> Result<(), String> {
    let refused = outcome == Outcome::Refused;
    let (needed, optional): (&[&str], &[&str]) = match (dialect, refused) {
        (Dialect::Mycodeagent, false) => (&["status", "data", "text", "stats", "context"], &[]),
        (Dialect::Mycodeagent, true) => (&["status", "data", "text", "error", "stats", "context"], &[]),
        (Dialect::KimiCli, _) => (&["is_error", "output", "message", "brief"], &[]),
        (_, true) => (&["error"], &[]),
        (Dialect::DmCc | Dialect::Opencode, false) => (&["title", "output", "metadata"], &["attachments"]),
        (Dialect::Pi, false) => (&["content"], &["details"]),
        (Dialect::Readroom, false) => match reply["kind"].as_str() {
            Some("image") => (&["path", "mime", "width", "height", "text"], &[]),
            Some("notebook") => (&["path", "cells", "total", "text"], &[]),
            _ => (&["path", "kind", "content", "text"], &[]),
        },
    };
    let members = reply.as_object().ok_or("no object")?;
    if let Some(missing) = needed.iter().find(|name| !members.contains_key(**name)) {
        return Err(format!("there is no '{missing}'"));
    }
    let known = |name: &String| needed.contains(&name.as_str()) || optional.contains(&name.as_str());
    if let Some(other) = members.keys().find(|name| dialect != Dialect::Readroom && !known(name)) {
        return Err(format!("'{other}' does not belong there"));
    }
    let told = match dialect {
        Dialect::KimiCli => {
            if reply["is_error"].as_bool() != Some(refused) {
                return Err("is_error is wrong".into());
            }
            if refused && reply["brief"].as_str().is_none_or(str::is_empty) {
                return Err("an error without a brief".into());
            }
            &reply["message"]
        }
        Dialect::Mycodeagent => {
            if (reply["status"] == "error") != refused {
                return Err("the status is wrong".into());
            }
            &reply["text"]
        }
        Dialect::Readroom | Dialect::DmCc | Dialect::Opencode | Dialect::Pi if refused => {
            let kind = if dialect == Dialect::Readroom { "code" } else { "type" };
            if reply["error"][kind].as_str().is_none_or(str::is_empty) {
                return Err(format!("an error without a {kind}"));
            }
            &reply["error"]["message"]
        }
        _ => return Ok(()),
    };
    match told.as_str() {
        None | Some("") => Err("nothing is said".into()),
        // Room for a path of the greatest length, said twice.
        Some(text) if refused && text.len() > 10_000 => Err(format!("a message of {} bytes", text.len())),
        Some(_) => Ok(()),
    }
}
