//! Runs every case under `tests/cases`: one named test a file.
//!
//! `BLESS=1` writes the answers that are given into the files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::needs::{self, Need};
use common::scene::{Call, Entries, Scene};
use libtest_mimic::{Arguments, Failed, Trial};
use readroom::{Outcome, Room};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    about: String,
    source: String,
    #[serde(default)]
    root: Entries,
    #[serde(default)]
    outside: Entries,
    cwd: Option<String>,
    #[serde(default)]
    grants: Vec<String>,
    #[serde(default)]
    needs: Vec<Need>,
    call: Call,
    outcome: Answer,
    reply: Value,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Answered,
    Refused,
}

/// The cases that this host is known to answer otherwise, with the reasons.
type KnownDifferences = BTreeMap<String, BTreeMap<String, String>>;

fn main() {
    let known = fs::read_to_string(common::data().join("known_differences.json")).unwrap();
    let known: KnownDifferences = serde_json::from_str(&known).expect("known_differences.json");
    let known = known.get("rust").cloned().unwrap_or_default();
    let cases = common::data().join("cases");
    let mut trials = Vec::new();
    for dialect in sorted(&cases) {
        for file in sorted(&dialect) {
            let name = format!("{}/{}", name_of(&dialect), name_of(&file));
            let reason = known.get(&name).cloned();
            trials.push(Trial::test(name, move || match (run(&file), reason) {
                (Ok(()), Some(reason)) => Err(format!("passes, but is a known difference: {reason}").into()),
                (Err(_), Some(_)) => Ok(()),
                (result, None) => result,
            }));
        }
    }
    assert!(!trials.is_empty(), "there are no cases in {}", cases.display());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(file: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(file)?;
    let case: Case = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    if case.about.is_empty() || case.source.is_empty() {
        return Err("a case says what it is about and where it comes from".into());
    }
    let folder = file.parent().and_then(Path::file_name).unwrap();
    if *folder != *case.call.dialect {
        return Err(format!("the case speaks {} but lies in {}", case.call.dialect, folder.display()).into());
    }
    if !needs::are_met(&case.needs) {
        return Ok(());
    }
    let scene = Scene::new(&case.outside, &case.root);
    let mut room = Room::builder(&scene.root);
    for grant in &case.grants {
        room = room.grant(scene.outside(grant));
    }
    if let Some(cwd) = &case.cwd {
        room = room.cwd(cwd);
    }
    let room = room.build()?;
    let reply = needs::with(&case.needs, || case.call.make(&scene, &room));
    let outcome = match reply.outcome {
        Outcome::Answered => Answer::Answered,
        Outcome::Refused => Answer::Refused,
    };
    let given = without_time(serde_json::from_str(&reply.json)?);
    let expected = without_time(scene.fill_in_all(&case.reply));
    if outcome == case.outcome && given == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        bless(file, &text, &outcome, &given, &scene);
        return Ok(());
    }
    Err(format!(
        "{} (BLESS=1 writes the answer into the case)\n  expected {:?}: {expected:#}\n  was given {outcome:?}: {given:#}",
        case.about, case.outcome
    )
    .into())
}

/// Elapsed time is not part of an answer.
fn without_time(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let mut parts = text.split("(Took ");
            let mut out = parts.next().unwrap_or_default().to_string();
            for part in parts {
                let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
                let is_time = rest.len() < part.len() && rest.starts_with("ms)");
                out += &if is_time { format!("(Took 0{rest}") } else { format!("(Took {part}") };
            }
            out.into()
        }
        Value::Array(values) => values.into_iter().map(without_time).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| {
                let value = if name == "time_ms" { 0.into() } else { without_time(value) };
                (name, value)
            })
            .collect(),
        other => other,
    }
}

fn bless(file: &Path, text: &str, outcome: &Answer, given: &Value, scene: &Scene) {
    let mut case: Value = serde_json::from_str(text).unwrap();
    let outcome = match outcome {
        Answer::Answered => "answered",
        Answer::Refused => "refused",
    };
    let given = given.to_string().replace(scene.root.to_str().unwrap(), "{root}");
    let given = given.replace(scene.outside("").to_str().unwrap().trim_end_matches('/'), "{outside}");
    case["outcome"] = outcome.into();
    case["reply"] = serde_json::from_str(&given).unwrap();
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

fn sorted(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}
