//! Generates tables of the list of secrets, and of the names of copies.

#[path = "src/git_pattern.rs"]
mod git_pattern;
#[path = "src/patterns.rs"]
#[allow(dead_code, reason = "the crate looks them up")]
mod patterns;

use patterns::Patterns;
use std::borrow::Cow;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=src/copies.txt");
    println!("cargo::rerun-if-changed=src/secrets.gitignore");
    println!("cargo::rerun-if-changed=src/git_pattern.rs");
    println!("cargo::rerun-if-changed=src/patterns.rs");
    let text = fs::read_to_string("src/secrets.gitignore")?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines = lines.collect::<Vec<_>>().join("\n");
    if !lines.is_ascii() {
        return Err("src/secrets.gitignore: a name that is not ASCII has to be folded".into());
    }
    let Patterns { code, starts, keyed, buckets, unkeyed, deep, kinds, all } =
        Patterns::new(&lines, Some(|text| Cow::Owned(text.to_ascii_lowercase())))
            .map_err(|error| format!("src/secrets.gitignore: {error:?}"))?;
    let tables = format!(
        "const LINES: &str = {lines:?};
const PATTERNS: Patterns = Patterns {{
    code: Cow::Borrowed(&{code:?}),
    starts: Cow::Borrowed(&{starts:?}),
    keyed: Cow::Borrowed(&{keyed:?}),
    buckets: Cow::Borrowed(&{buckets:?}),
    unkeyed: Cow::Borrowed(&{unkeyed:?}),
    deep: Cow::Borrowed(&{deep:?}),
    kinds: {kinds},
    all: {all:?},
}};
"
    );
    let copies = fs::read_to_string("src/copies.txt")?;
    let copies: Vec<_> = copies.lines().collect();
    let mut last: Vec<_> = copies.iter().filter_map(|end| end.bytes().next_back()).collect();
    last.sort_unstable();
    last.dedup();
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("secrets.rs"), tables)?;
    let copies = format!(
        "const SUFFIXES: [&str; {}] = {copies:?};
const LAST_BYTES: [u8; {}] = {last:?};
",
        copies.len(),
        last.len()
    );
    fs::write(Path::new(&out).join("copies.rs"), copies)?;
    Ok(())
}
