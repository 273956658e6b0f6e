//! The picture of the crates in the documents: which depends on which, as `cargo metadata` has it.
//!
//! A crate is below all that depend on it. An arrow that follows from others is left out, and a
//! longer one has a bend in each row on its way, which takes a column. `BLESS=1` writes it.

#![cfg(target_os = "linux")]

use crate::documents::repository;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;

const PICTURE: &str = "docs/crates.svg";

/// The programs. Crates that these do not need are generators and tests.
const ROOTS: [&str; 3] = ["guest/component", "host-runner/check", "host-runner/cli"];

/// The directories of crates, each with those that it depends on.
type Crates = BTreeMap<String, Vec<String>>;

#[test]
fn the_picture_shows_which_crates_depend_on_which() {
    let all = workspace();
    let drawn = svg(&ROOTS.iter().flat_map(|root| reached(&all, root)).collect());
    let file = repository().join(PICTURE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == drawn, "{PICTURE} does not show the crates; BLESS=1 writes it");
}

/// Returns the crates of the workspace with their normal dependencies in it.
fn workspace() -> Crates {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(repository()).output().unwrap();
    let data: Value = serde_json::from_slice(&output.stdout).unwrap();
    let root = format!("{}/", data["workspace_root"].as_str().unwrap());
    let directory = |path: &Value| path.as_str()?.strip_prefix(&root).map(String::from);
    let packages = data["packages"].as_array().unwrap().iter().map(|package| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        let manifest = directory(&package["manifest_path"]).unwrap();
        let used = normal.filter_map(|dependency| directory(&dependency["path"])).collect();
        (manifest.trim_end_matches("/Cargo.toml").into(), used)
    });
    packages.collect()
}

/// Returns a crate and all that it depends on, with the dependencies that do not follow.
fn reached(all: &Crates, from: &str) -> Crates {
    let below: BTreeMap<_, _> = all[from].iter().map(|used| (used, reached(all, used))).collect();
    let follows =
        |used: &&String| below.iter().any(|(other, of)| other != used && of.contains_key(*used));
    let own = all[from].iter().filter(|used| !follows(used)).cloned().collect();
    below
        .values()
        .flatten()
        .map(|(name, used)| (name.clone(), used.clone()))
        .chain([(from.into(), own)])
        .collect()
}

/// Returns the row of a crate, from the top.
fn row(crates: &Crates, name: &str) -> usize {
    let users = crates.iter().filter(|(_, used)| used.iter().any(|used| used == name));
    users.map(|(user, _)| row(crates, user) + 1).max().unwrap_or(0)
}

/// Returns the columns of crates and bends. In some rounds each moves to the middle of those that
/// it has arrows to and from, as far as its neighbors leave room.
fn columns(rows: &mut [Vec<String>], arrows: &BTreeSet<[String; 2]>) -> BTreeMap<String, f64> {
    let indexed = rows.iter().flat_map(|row| row.iter().enumerate());
    let mut columns: BTreeMap<_, _> = indexed.map(|(at, n)| (n.clone(), at as f64)).collect();
    let last = rows.len() - 1;
    for at in (0..40).flat_map(|_| (0..=last).chain((0..=last).rev())) {
        let middle = |name: &String| {
            let near = arrows.iter().filter(|ends| ends.contains(name));
            let near: Vec<_> =
                near.map(|[from, to]| columns[if from == name { to } else { from }]).collect();
            near.iter().sum::<f64>() / near.len() as f64
        };
        let mut row: Vec<_> = rows[at].iter().map(|name| (middle(name), name.clone())).collect();
        row.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut next, mut moved) = (f64::NEG_INFINITY, 0.0);
        for (wanted, name) in &row {
            let placed = next.max(*wanted);
            moved += (placed - wanted) / row.len() as f64;
            next = placed + 1.0;
            columns.insert(name.clone(), placed);
        }
        row.iter().for_each(|(_, name)| *columns.get_mut(name).unwrap() -= moved);
        rows[at] = row.into_iter().map(|(_, name)| name).collect();
    }
    let first = columns.values().copied().fold(f64::INFINITY, f64::min);
    columns.into_iter().map(|(name, column)| (name, column - first)).collect()
}

fn svg(crates: &Crates) -> String {
    let mut rows = vec![Vec::new(); crates.keys().map(|name| row(crates, name) + 1).max().unwrap()];
    let mut arrows = BTreeSet::new();
    for (name, used) in crates {
        rows[row(crates, name)].push(name.clone());
        for used in used {
            let mut from = name.clone();
            let passed = &mut rows[row(crates, name) + 1..row(crates, used)];
            for (at, row) in passed.iter_mut().enumerate() {
                let bend = format!("{name} {used} {at}");
                row.push(bend.clone());
                arrows.insert([from, bend.clone()]);
                from = bend;
            }
            arrows.insert([from, used.clone()]);
        }
    }
    let columns = columns(&mut rows, &arrows);
    let width = 150.0 + columns.values().copied().fold(0.0, f64::max) * 132.0;
    let x = |name: &str| 75.0 + columns[name] * 132.0;
    let y = |name| rows.iter().position(|row| row.contains(name)).unwrap() as f64 * 58.0 + 28.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>The crates, each above those that it depends on</title>\n\
         <style>text{{fill:#444;text-anchor:middle}}rect{{fill:#8883;stroke:#888}}\
         path{{fill:none;stroke:#888}}.guest{{stroke:#2a7ab8}}.host-runner{{stroke:#b8692a}}\
         @media(prefers-color-scheme:dark){{text{{fill:#ccc}}}}</style>\n\
         <marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 1 7 4 0 7\"/></marker>\n",
        rows.len() * 58
    );
    for [from, to] in &arrows {
        let half = |name| if crates.contains_key(name) { 15.0 } else { 0.0 };
        let (begin, end) = (y(from) + half(from), y(to) - half(to));
        let (from, x, middle) = (x(from), x(to), f64::midpoint(begin, end));
        let marker = if crates.contains_key(to) { " marker-end=\"url(#end)\"" } else { "" };
        let curve = format!("C{from:.1} {middle:.1} {x:.1} {middle:.1} {x:.1} {end:.1}");
        writeln!(svg, "<path d=\"M{from:.1} {begin:.1}{curve}\"{marker}/>").unwrap();
    }
    for name in crates.keys() {
        let (class, short) = name.split_once('/').unwrap_or(("", name));
        let (x, y) = (x(name), y(name));
        writeln!(
            svg,
            "<g transform=\"translate({x:.1} {y})\"><rect class=\"{class}\" x=\"-54\" y=\"-15\" \
             width=\"108\" height=\"30\" rx=\"4\"/><text y=\"4.5\">{short}</text></g>"
        )
        .unwrap();
    }
    svg + "</svg>\n"
}
