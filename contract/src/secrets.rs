//! The list of names that look like secrets, for the hosts that have no Rust in them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The lists of the policy.
pub(crate) struct Secrets {
    patterns: Vec<String>,
    copies: Vec<String>,
}

const NOTICE: &str = "Generated from policy/src by `cargo run -p readroom-contract`; do not edit.";
const ABOUT: &str = "Names of files that usually contain secrets.";
const PATTERNS: &str = "The patterns, in the syntax of `.gitignore`, in lower case.";
const COPIES: &str = "What copies of a file have at the end of their names.";

impl Secrets {
    pub(crate) fn read(repository: &Path) -> Result<Self> {
        let lines = |name: &str| -> Result<Vec<String>> {
            let file = repository.join("policy/src").join(name);
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            let is_pattern =
                |line: &&str| !line.is_empty() && !line.starts_with("# ") && *line != "#";
            Ok(text.lines().filter(is_pattern).map(Into::into).collect())
        };
        Ok(Self { patterns: lines("secrets.gitignore")?, copies: lines("copies.txt")? })
    }

    pub(crate) fn python(&self) -> String {
        let list = |lines: &[String]| {
            let items: String = lines.iter().map(|line| format!("    {line:?},\n")).collect();
            format!("(\n{items})")
        };
        let (patterns, copies) = (list(&self.patterns), list(&self.copies));
        format!(
            "# {NOTICE}\n\"\"\"{ABOUT}\"\"\"\n\n\
             # {PATTERNS}\nPATTERNS = {patterns}\n\n\
             # {COPIES}\nCOPIES = {copies}\n"
        )
    }
}
