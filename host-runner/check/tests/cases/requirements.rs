//! Checks that every requirement of every agent's tool has a case, that the table in
//! `tests/REQUIREMENTS.md` is correct, and that the source of every case is in the repository.
//!
//! `BLESS=1` writes the table.

use readroom_check::Need;
use readroom_testing::attack::{self, Meanwhile};
use readroom_testing::headings::headings;
use readroom_testing::tools::{Requirements, TOOLS};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Returns the ids of the releases whose requirements are listed, with the requirements: a release
/// may have several tools.
fn listed() -> impl Iterator<Item = (&'static str, &'static Requirements)> {
    TOOLS.iter().filter_map(|tool| {
        let (release, _) = tool.id.split_once(':').unwrap_or((tool.id, ""));
        Some((release, tool.requirements.as_ref()?))
    })
}

pub fn every_requirement_has_a_case() {
    let mut by_source: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for case in readroom_check::in_directory(&readroom_testing::data().join("cases")).unwrap() {
        let (tool, shows) = case.name.split_once('/').unwrap();
        for source in case.source.split(' ') {
            let cases = by_source.entry((tool.into(), source.into())).or_default();
            if cases.last().is_none_or(|last| last != shows) {
                cases.push(shows.into());
            }
        }
    }
    let mut table = String::from(
        "# Requirements and their cases\n\nEach requirement of an agent's tool, and the cases in \
         `cases/<tool>/` that show it. The tools' files in\n`guest/dialects/src` say what each \
         requirement is. A test writes this table and keeps it true.\n",
    );
    for (tool, Requirements { letter, count, .. }) in listed() {
        write!(table, "\n## {tool}\n\n| requirement | cases |\n|---|---|\n").unwrap();
        for number in 1..=*count {
            let id = format!("{letter}{number}");
            let cases = by_source.get(&(tool.into(), id.clone())).map(|cases| cases.join(", "));
            let cases = cases.unwrap_or_else(|| panic!("there is no case for {id} of {tool}"));
            writeln!(table, "| {id} | {cases} |").unwrap();
        }
    }
    let path = readroom_testing::data().join("REQUIREMENTS.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == table, "{} is out of date; BLESS=1 writes it", path.display());
}

/// A case without the need would fail on Windows, although nothing is wrong there.
pub fn fixtures_that_only_unix_supports_state_the_need() {
    let data = readroom_testing::data();
    let cases = readroom_check::in_directory(&data.join("cases")).unwrap();
    let of_cases = cases.iter().map(|case| {
        (case.name.clone(), &case.needs, case.outside.need_unix() || case.root.need_unix())
    });
    let groups = attack::groups();
    let attacks = groups.iter().flat_map(|(_, group)| &group.attacks);
    let of_attacks = attacks.map(|attack| {
        let links =
            matches!(attack.meanwhile, Some(Meanwhile::RootByLink(_) | Meanwhile::ReplaceRoot(_)));
        let needed = links || attack.outside.need_unix() || attack.root.need_unix();
        (attack.name.clone(), &attack.needs, needed)
    });
    let silent: Vec<_> = of_cases
        .chain(of_attacks)
        .filter(|(_, needs, needed)| *needed && !needs.contains(&Need::Unix))
        .map(|(name, ..)| name)
        .collect();
    assert!(silent.is_empty(), "add 'unix' to the needs of {silent:#?}");
}

pub fn every_requirement_is_listed_where_it_is_met() {
    for (_, Requirements { letter, count, file }) in listed() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guest/dialects/src").join(file);
        let text = fs::read_to_string(&path).unwrap();
        for number in 1..=*count {
            let row = format!("//! | {letter}{number} | ");
            assert!(text.contains(&row), "{} does not list {letter}{number}", path.display());
        }
    }
}

/// Returns the names of the types, fields, cases, functions and parameters in a file of `wit/`.
fn items(wit: &str) -> BTreeSet<&str> {
    wit.lines().filter_map(item).collect()
}

/// Returns the name that a line of WIT declares.
fn item(line: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || ['-', '%'].contains(&c);
    let mut words = line.trim().split(|c| !is_part(c));
    match words.next()? {
        "record" | "enum" | "variant" | "type" | "interface" | "world" => words.next(),
        "" => None,
        word => Some(word.trim_start_matches('%')),
    }
}

pub fn every_source_of_a_case_exists() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| fs::read_to_string(repository.join(&path)).expect(&path);
    let mut missing = Vec::new();
    for case in readroom_check::in_directory(&readroom_testing::data().join("cases")).unwrap() {
        let is_there = match case.source.split_once(' ') {
            Some((file, item)) if file.ends_with(".wit") => {
                items(&read(format!("wit/{file}"))).contains(item)
            }
            Some((file, heading)) if file.ends_with(".md") => {
                headings(&read(file.into())).iter().any(|known| known == heading)
            }
            _ => case.source.split(' ').all(|requirement| {
                let (letter, number) = requirement.split_at_checked(1).unwrap_or_default();
                let known = listed().find(|(tool, _)| *tool == case.folder());
                known.is_some_and(|(_, known)| {
                    let number = number.parse().unwrap_or(0);
                    letter == known.letter.to_string() && (1..=known.count).contains(&number)
                })
            }),
        };
        if !is_there {
            missing.push(format!("{}: {}", case.name, case.source));
        }
    }
    assert!(missing.is_empty(), "there is no such source: {missing:#?}");
}

/// Every threat of `docs/threats.md` is covered: by attacks, or by named tests. An attack names an
/// existing threat.
pub fn every_threat_is_shown() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(repository.join("docs/threats.md")).unwrap();
    let attacked: BTreeSet<String> = attack::groups()
        .into_iter()
        .flat_map(|(_, group)| group.attacks.into_iter().map(|attack| attack.threat))
        .collect();
    let mut known = BTreeSet::new();
    for section in page.split("\n## ").skip(1) {
        let (id, _) = section.split_once(':').expect("an id before the title");
        let (_, shown) = section.split_once("\nShown by").expect(id);
        let (shown, _) = shown.split_once("\n\n").unwrap_or((shown, ""));
        assert_eq!(shown.contains("the attacks"), attacked.contains(id), "{id}: {shown}");
        // Between backticks.
        for path in shown.split('`').skip(1).step_by(2).filter(|path| path.contains('/')) {
            assert!(repository.join(path).exists(), "{id}: {path}");
        }
        known.insert(id.to_owned());
    }
    let unknown: Vec<_> = attacked.difference(&known).collect();
    assert!(unknown.is_empty(), "not in the page: {unknown:?}");
}
