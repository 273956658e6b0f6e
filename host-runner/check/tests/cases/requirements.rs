//! Every requirement of every agent's tool has a case, and the table of them in `tests/REQUIREMENTS.md` is true.
//!
//! `BLESS=1` writes the table.

use readroom_testing::tools::{Requirements, TOOLS};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The ids of the tools whose requirements are listed, with the requirements.
fn listed() -> impl Iterator<Item = (&'static str, &'static Requirements)> {
    TOOLS.iter().filter_map(|tool| Some((tool.id, tool.requirements.as_ref()?)))
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
         `cases/<tool>/` that show it. The tools' files in\n`guest/dialects/src` say what each requirement is. \
         A test writes this table and keeps it true.\n",
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
