//! Understands arguments as the tools of other agents have them.

use crate::readroom::given::Given;
use crate::readroom::spellings::{Spelled, Spellings, renamed};
use crate::readroom::wording::ErrorReport;
use crate::shared::escape::escaped;
use crate::shared::json::{Json, Members};
use std::borrow::Cow;

/// Arguments with the names and types of a tool.
pub(super) struct Understood<'a>(Spelled<'a>);

impl<'a> Understood<'a> {
    pub(super) fn given(&self) -> Given<'_, 'a> {
        Given(&self.0.members)
    }

    /// Returns the arguments, if they were written otherwise.
    pub(super) fn taken_as(&self) -> Option<String> {
        self.0.differs.then(|| self.0.shown())
    }

    /// Takes a boolean out that the tool itself does not have.
    fn take_flag(&mut self, name: &str) -> Option<bool> {
        let members = &mut self.0.members;
        let at = members.iter().position(|(known, _)| known == name)?;
        let Some((_, Json::Bool(flag))) = members.get(at) else { return None };
        let flag = *flag;
        members.remove(at);
        self.0.differs = true;
        Some(flag)
    }

    /// Adds an argument, unless it is there.
    fn default(&mut self, name: &'static str, value: Json<'a>) {
        if self.0.get(name).is_none() {
            self.0.members.push((name.into(), value));
        }
    }

    fn in_the_directory_only(&mut self) {
        if self.take_flag("recursive") == Some(false) {
            self.default("depth", Json::number(1));
        }
    }

    /// Returns the arguments of a call for the next page.
    pub(super) fn next(&self, cursor: &str) -> String {
        self.with("cursor", Json::text(cursor))
    }

    /// Returns the arguments of a call with another value for one of them.
    pub(super) fn with(&self, name: &'static str, value: Json<'_>) -> String {
        let changed = (name.into(), value);
        let others = self.0.members.iter().filter(|(other, _)| other != name);
        let member = |(name, value): &(Cow<'_, str>, Json<'_>)| {
            format!("{}:{}", Json::text(&**name).write(), value.write())
        };
        let members: Vec<_> = others.chain([&changed]).map(member).collect();
        escaped(&format!("{{{}}}", members.join(","))).into_owned()
    }
}

/// Other names of what all three have.
macro_rules! spellings {
    ($($name:literal = $meant:literal),* $(,)?) => {
        &[
            ("directory", "path"),
            ("dir", "path"),
            ("dir_path", "path"),
            ("folder", "path"),
            ("file_path", "path"),
            ("max_depth", "depth"),
            ("maxDepth", "depth"),
            ("include_hidden", "hidden"),
            ("no_ignore", "ignored"),
            ("include_ignored", "ignored"),
            $(($name, $meant)),*
        ]
    };
}

const FLAGS: &[&str] = &[
    "hidden",
    "ignored",
    "literal",
    "words",
    "binary",
    "details",
    "recursive",
    INSENSITIVE,
    SENSITIVE,
    NUMBERS,
];
const INTEGERS: &[&str] = &[
    "depth",
    "entries",
    "matches",
    "matches_per_file",
    "context",
    "before",
    "after",
    "columns",
    "bytes",
    "tokens",
];

/// Arguments that other tools have.
const INSENSITIVE: &str = "-i";
const SENSITIVE: &str = "case_sensitive";
const NUMBERS: &str = "-n";
const IGNORE: &str = "respect_git_ignore";

const LIST: Spellings = Spellings {
    names: spellings!["limit" = "entries", "head_limit" = "entries", "max_results" = "entries"],
    integers: INTEGERS,
    flags: FLAGS,
};

const FIND: Spellings = Spellings {
    names: spellings![
        "pattern" = "glob",
        "name" = "glob",
        "query" = "glob",
        "globs" = "glob",
        "include" = "glob",
        "file_pattern" = "glob",
        "type" = "kind",
        "limit" = "entries",
        "head_limit" = "entries",
        "max_results" = "entries",
    ],
    integers: INTEGERS,
    flags: FLAGS,
};

const SEARCH: Spellings = Spellings {
    names: spellings![
        "query" = "pattern",
        "regex" = "pattern",
        "regexp" = "pattern",
        "search" = "pattern",
        "globs" = "glob",
        "include" = "glob",
        "include_pattern" = "glob",
        "file_pattern" = "glob",
        "output_mode" = "what",
        "-C" = "context",
        "-B" = "before",
        "-A" = "after",
        "-F" = "literal",
        "fixed_strings" = "literal",
        "-w" = "words",
        "whole_word" = "words",
        "-m" = "matches_per_file",
        "max_count" = "matches_per_file",
        "ignore_case" = "-i",
        "ignoreCase" = "-i",
        "case_insensitive" = "-i",
        "limit" = "matches",
        "head_limit" = "matches",
        "max_results" = "matches",
    ],
    integers: INTEGERS,
    flags: FLAGS,
};

/// The words of other tools for what a search returns.
const OUTPUTS: [(&str, &str); 3] =
    [("content", "lines"), ("files_with_matches", "files"), ("count", "counts")];

/// The depth of a listing of everything.
const MAX_DEPTH: u64 = 1000;

pub(super) fn list(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    let mut arguments = understood(written, &LIST)?;
    if arguments.take_flag("recursive") == Some(true) {
        arguments.default("depth", Json::number(MAX_DEPTH));
    }
    Ok(arguments)
}

pub(super) fn find(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    let mut arguments = understood(written, &FIND)?;
    arguments.in_the_directory_only();
    Ok(arguments)
}

pub(super) fn search(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    let mut arguments = understood(written, &SEARCH)?;
    arguments.in_the_directory_only();
    arguments.take_flag(NUMBERS);
    for (name, insensitive) in [(INSENSITIVE, true), (SENSITIVE, false)] {
        if let Some(flag) = arguments.take_flag(name) {
            let case = if flag == insensitive { "insensitive" } else { "sensitive" };
            arguments.default("case", Json::text(case));
        }
    }
    for (name, value) in &mut arguments.0.members {
        if name == "what"
            && let Json::Text(word) = value
            && let Some((_, meant)) = OUTPUTS.iter().find(|(known, _)| known == word)
        {
            *value = Json::text(*meant);
            arguments.0.differs = true;
        }
    }
    Ok(arguments)
}

fn understood<'a>(
    written: Members<'a>,
    spellings: &Spellings,
) -> Result<Understood<'a>, ErrorReport> {
    let mut arguments = Understood(renamed(written, spellings)?);
    if let Some(respects) = arguments.take_flag(IGNORE) {
        arguments.default("ignored", Json::Bool(!respects));
    }
    Ok(arguments)
}
