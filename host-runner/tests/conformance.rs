//! Runs every case under `tests/cases`: one named test a file.
//!
//! `BLESS=1` writes the answers that are given into the files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::case::{self, Answer, Case};
use common::needs;
use common::scene::Scene;
use common::without_time::without_time;
use libtest_mimic::{Arguments, Failed, Trial};
use readroom::{Dialect, Fold, Outcome, Policy, Reply, Room};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The cases that this host is known to answer otherwise, with the reasons.
type KnownDifferences = BTreeMap<String, BTreeMap<String, String>>;

fn main() {
    let known = fs::read_to_string(common::data().join("known_differences.json")).unwrap();
    let known: KnownDifferences = serde_json::from_str(&known).expect("known_differences.json");
    let known = known.get("rust").cloned().unwrap_or_default();
    let mut trials = Vec::new();
    for (name, file) in case::files() {
        let reason = known.get(&name).cloned();
        trials.push(Trial::test(name, move || match (run(&file), reason) {
            (Ok(()), Some(reason)) => Err(format!("passes, but is a known difference: {reason}").into()),
            (Err(_), Some(_)) => Ok(()),
            (result, None) => result,
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(file: &Path) -> Result<(), Failed> {
    let (case, text) = case::read(file)?;
    if !needs::are_met(&case.needs) {
        return Ok(());
    }
    let scene = Scene::new(&case.outside, &case.root);
    let room = room(&case, &scene)?;
    let reply = needs::with(&case.needs, || case.call.make(&scene, &room));
    let given = given(&case, &scene, &room, &reply)?;
    let mut expected = json!({
        "outcome": case.outcome.name(),
        "reply": without_time(scene.fill_in_all(&repeated(&case.reply))),
    });
    for (name, value) in [("render", &case.render), ("tool", &case.tool)] {
        if let Some(value) = value {
            expected[name] = scene.fill_in_all(value);
        }
    }
    if given == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        bless(file, &text, &given, &scene);
        return Ok(());
    }
    Err(format!(
        "{} (BLESS=1 writes the answer into the case)\n  expected: {expected:#}\n  was given: {given:#}",
        case.about
    )
    .into())
}

fn room(case: &Case, scene: &Scene) -> Result<Room, Failed> {
    let mut room = if case.in_memory {
        let name = scene.root.to_str().unwrap();
        Room::builder_from_tree(name, scene.in_memory(&case.root))
    } else {
        Room::builder(&scene.root)
    };
    room = room.policy(match &case.policy {
        None => Policy::everything().without_agentignore(),
        Some(Value::String(name)) if name == "default" => Policy::default(),
        Some(policy) => Policy::from_json(&policy.to_string())?,
    });
    for grant in &case.grants {
        room = room.grant(scene.outside(grant));
    }
    if let Some(cwd) = &case.cwd {
        room = room.cwd(cwd);
    }
    if let Some(home) = &case.home {
        room = room.home(scene.fill_in(home));
    }
    Ok(room.build()?)
}

/// What a case fixes of an answer.
fn given(case: &Case, scene: &Scene, room: &Room, reply: &Reply) -> Result<Value, Failed> {
    let outcome = match reply.outcome {
        Outcome::Answered => Answer::Answered,
        Outcome::Refused => Answer::Refused,
    };
    let mut given = json!({
        "outcome": outcome.name(),
        "reply": without_time(serde_json::from_str(&reply.json)?),
    });
    let dialect: Dialect = case.call.dialect.parse()?;
    if case.render.is_some() {
        let arguments = scene.arguments(&case.call);
        let arguments = readroom::arguments(&arguments);
        let draw = |fold| room.render_result(dialect, &arguments, &reply.json, fold);
        given["render"] = json!({
            "call": room.render_call(dialect, &arguments)?,
            "collapsed": draw(Fold::Collapsed)?,
            "expanded": draw(Fold::Expanded)?,
        });
        given["render"] = without_time(given["render"].take());
    }
    if case.tool.is_some() {
        let tools = readroom::tools()?;
        let tool = tools.iter().find(|tool| tool.dialect == dialect).ok_or("the dialect has no tool")?;
        given["tool"] = json!({ "snippet": tool.snippet, "guidelines": tool.guidelines });
    }
    Ok(given)
}

/// Long texts as they are: `{"$repeat": [[text, times], …]}` is all of these together.
fn repeated(value: &Value) -> Value {
    match value {
        Value::Object(members) => match members.get("$repeat") {
            Some(Value::Array(parts)) => parts.iter().map(part).collect::<String>().into(),
            _ => members.iter().map(|(name, value)| (name.clone(), repeated(value))).collect(),
        },
        Value::Array(values) => values.iter().map(repeated).collect(),
        other => other.clone(),
    }
}

/// One text, so many times, with the number of the repetition in it.
fn part(part: &Value) -> String {
    let (Some(text), Some(times)) = (part[0].as_str(), part[1].as_u64()) else {
        panic!("{part} is no text and number of times")
    };
    (1..=times).map(|n| numbered(text, n)).collect()
}

/// A text with `{n}` filled in, also as `{n+100}` (so much more), `{n:5}` (at least so wide) and `{n:05}` (with zeros).
fn numbered(text: &str, n: u64) -> String {
    let Some((before, rest)) = text.split_once("{n") else { return text.into() };
    let (how, after) = rest.split_once('}').expect("a closing brace");
    let (add, width) = how.split_once(':').unwrap_or((how, ""));
    let number = n + add.trim_start_matches('+').parse().unwrap_or(0);
    let columns = width.parse().unwrap_or(0);
    let number =
        if width.starts_with('0') { format!("{number:0columns$}") } else { format!("{number:columns$}") };
    format!("{before}{number}{}", numbered(after, n))
}

fn bless(file: &Path, text: &str, given: &Value, scene: &Scene) {
    let mut case: Value = serde_json::from_str(text).unwrap();
    let given = given.to_string().replace(scene.root.to_str().unwrap(), "{root}");
    let given = given.replace(scene.outside("").to_str().unwrap().trim_end_matches('/'), "{outside}");
    let given: Value = serde_json::from_str(&given).unwrap();
    for (name, value) in given.as_object().unwrap() {
        case[name] = value.clone();
    }
    fs::write(file, pretty(&case, 0) + "\n").unwrap();
}

/// JSON for people: what fits on a line stands on one.
fn pretty(value: &Value, indent: usize) -> String {
    const WIDTH: usize = 110;
    let spaced = spaced(value);
    let (open, close, items): (char, char, Vec<String>) = match value {
        _ if indent > 0 && indent + spaced.len() <= WIDTH => return spaced,
        Value::Array(values) => ('[', ']', values.iter().map(|value| pretty(value, indent + 2)).collect()),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), pretty(value, indent + 2))
            };
            ('{', '}', members.iter().map(member).collect())
        }
        _ => return spaced,
    };
    let inner = " ".repeat(indent + 2);
    format!("{open}\n{inner}{}\n{}{close}", items.join(&format!(",\n{inner}")), " ".repeat(indent))
}

fn spaced(value: &Value) -> String {
    match value {
        Value::Array(values) => format!("[{}]", values.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Object(members) if members.is_empty() => "{}".into(),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), spaced(value))
            };
            format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
