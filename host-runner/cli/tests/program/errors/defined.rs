//! The codes, names and meanings, from where they are defined.

use crate::documents::repository;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// A name and its documentation.
pub struct Defined {
    pub name: String,
    pub meaning: String,
}

pub fn source(file: &str) -> String {
    fs::read_to_string(repository().join(file)).unwrap_or_else(|_| panic!("no {file}"))
}

/// Returns the codes of read errors, in the order of the contract.
pub fn error_codes() -> Vec<Defined> {
    let schema: Value = serde_json::from_str(&source("contract/schema.json")).unwrap();
    let codes = &schema["$defs"]["error-code"];
    let documentation = codes["description"].as_str().unwrap();
    let names = codes["enum"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let defined = |name: &str| {
        let start = format!("- `{name}`: ");
        let meaning = documentation.lines().find_map(|line| line.strip_prefix(&start));
        Defined { name: name.into(), meaning: meaning.expect(name).into() }
    };
    names.map(defined).collect()
}

/// Returns the variants of a Rust enum, with the first paragraph of each one's documentation.
pub fn cases(file: &str, name: &str) -> Vec<Defined> {
    let text = source(file);
    let (_, text) = text.split_once(&format!("enum {name} {{\n")).expect(name);
    let (text, _) = text.split_once("\n}").expect(name);
    let (mut cases, mut meaning) = (Vec::new(), Vec::new());
    for line in text.lines().filter_map(|line| line.strip_prefix("    ")) {
        if let Some(text) = line.strip_prefix("/// ") {
            meaning.push(text);
        } else if line.starts_with(char::is_uppercase) {
            let name = line.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
            assert!(!meaning.is_empty(), "{file}: {name} is not documented");
            cases.push(Defined { name: name.into(), meaning: without_links(&meaning.join(" ")) });
            meaning.clear();
        }
    }
    cases
}

/// Removes the brackets of links to items, and the path to them.
fn without_links(text: &str) -> String {
    text.replace("[`crate::", "`").replace("[`", "`").replace("`]", "`")
}

/// Returns the name of a variant in JSON.
pub fn kebab_case(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

/// Returns Python's class for a code.
pub fn class_in_python(code: &str) -> String {
    let text = source("packages/python/src/readroom/generated/read_errors.py");
    let end = format!("code=\"{code}\"):");
    let line = text.lines().find_map(|line| line.strip_suffix(&end));
    let class = line.and_then(|line| line.strip_prefix("class ")?.split_once("(ReadError, "));
    class.expect(code).0.into()
}

/// Checks that the packages export these classes.
pub fn check_classes(python: &str, javascript: &str) {
    let in_python = ["errors.py", "_read_error.py"]
        .map(|file| source(&format!("packages/python/src/readroom/{file}")))
        .concat();
    let in_javascript = source("packages/js/src/errors.ts");
    assert!(in_python.contains(&format!("class {python}(")), "{python}");
    assert!(in_javascript.contains(&format!("class {javascript} ")), "{javascript}");
}

/// Returns the Rust sources in a folder, without their tests.
pub fn sources_of(folder: &str) -> String {
    let mut all = String::new();
    let mut folders = vec![repository().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                all += text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            }
        }
    }
    all
}

/// Returns the words that follow each occurrence of a string.
pub fn words_after<'a>(text: &'a str, start: &str) -> BTreeSet<&'a str> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let word = |rest: &'a str| rest.split(|letter| !is_word(letter)).next().unwrap_or_default();
    text.split(start).skip(1).map(word).filter(|word| !word.is_empty()).collect()
}
