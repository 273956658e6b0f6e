//! Runs every case under `tests/cases`: one named test per file.
//!
//! `BLESS=1` writes the given answers into the files.

use libtest_mimic::{Failed, Trial};
use readroom_check::{Case, Fixture, Subject};
use readroom_testing::needs;
use serde_json::Value;
use std::fs;

pub fn trials() -> Vec<Trial> {
    readroom_check::in_directory(&readroom_testing::data().join("cases"))
        .unwrap_or_else(|error| panic!("{error}"))
        .into_iter()
        .map(|case| {
            let unmet = !needs::are_met(&case.needs);
            Trial::test(case.name.clone(), move || run(&case)).with_ignored_flag(unmet)
        })
        .collect()
}

fn run(case: &Case) -> Result<(), Failed> {
    if !needs::are_met(&case.needs) {
        return Ok(());
    }
    let fixture = case.fixture()?;
    let room = Subject::default().room(case, &fixture)?;
    let reply = needs::with(&case.needs, || case.call.make(&fixture, &room))?;
    let (given, expected) = (case.given(&room, &reply)?, case.expected(&fixture)?);
    if given == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        bless(case, &given, &fixture);
        return Ok(());
    }
    Err(format!(
        "{} (BLESS=1 writes the answer into the case)\n  expected: {expected:#}\n  \
         was given: {given:#}",
        case.about
    )
    .into())
}

fn bless(case: &Case, given: &Value, fixture: &Fixture) {
    let file = readroom_testing::data().join("cases").join(format!("{}.json", case.name));
    let mut case: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let given = given.to_string().replace(fixture.root_name(), "{root}");
    let given =
        given.replace(fixture.outside("").to_str().unwrap().trim_end_matches('/'), "{outside}");
    let given: Value = serde_json::from_str(&given).unwrap();
    for (name, value) in given.as_object().unwrap() {
        case[name] = value.clone();
    }
    fs::write(file, pretty(&case, 0) + "\n").unwrap();
}

/// Formats JSON for people: a value that fits on a line is on one line.
fn pretty(value: &Value, indent: usize) -> String {
    const WIDTH: usize = 110;
    let spaced = spaced(value);
    let (open, close, items): (char, char, Vec<String>) = match value {
        _ if indent > 0 && indent + spaced.len() <= WIDTH => return spaced,
        Value::Array(values) => {
            ('[', ']', values.iter().map(|value| pretty(value, indent + 2)).collect())
        }
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
        Value::Array(values) => {
            format!("[{}]", values.iter().map(spaced).collect::<Vec<_>>().join(", "))
        }
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
