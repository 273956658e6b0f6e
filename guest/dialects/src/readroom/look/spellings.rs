//! Understands arguments of other agents' tools that these tools have in another form.

use super::arguments::{FIND_NAMES, LIST_NAMES, SEARCH_NAMES, ScopeArguments};
use crate::readroom::argument_aliases::NUMBERS;
use crate::readroom::spellings::{MAX_DEPTH, Spelled, renamed};
use crate::readroom::{Given, wrong};
use crate::shared::{Integer, Json, Members, escaped};
use readroom_types::ReadError as ErrorReport;
use std::borrow::Cow;

/// Arguments with the names and types of a tool.
pub(in crate::readroom) struct Understood<'a>(pub(in crate::readroom) Spelled<'a>);

impl<'a> Understood<'a> {
    pub(in crate::readroom) fn given(&self) -> Given<'_, 'a> {
        Given(&self.0.members)
    }

    /// Returns the arguments, if they were written otherwise.
    pub(in crate::readroom) fn taken_as(&self) -> Option<String> {
        self.0.differs.then(|| self.0.shown())
    }

    /// Takes a boolean out that the tool itself does not have.
    fn take_flag(&mut self, name: &str) -> Option<bool> {
        let Some(Json::Bool(flag)) = self.0.get(name) else { return None };
        let flag = *flag;
        self.0.take(name);
        Some(flag)
    }

    /// Adds an argument, unless it is there.
    fn default(&mut self, name: &'static str, value: Json<'a>) {
        if self.0.get(name).is_none() {
            // It is not there.
            let _ = self.0.push(name.into(), name, value);
        }
    }

    /// Adds an argument that a boolean means, unless it is there.
    pub(in crate::readroom) fn default_by(
        &mut self,
        flag: &str,
        name: &'static str,
        value: impl Fn(bool) -> Option<Json<'a>>,
    ) {
        if let Some(value) = self.take_flag(flag).and_then(value) {
            self.default(name, value);
        }
    }

    /// Adds globs that leave out what others exclude.
    fn exclude(&mut self) -> Result<(), ErrorReport> {
        let Some(excluded) = self.0.take("exclude") else { return Ok(()) };
        let mut globs = items(self.0.take("glob"));
        for excluded in items(Some(excluded)) {
            let Json::Text(glob) = excluded else {
                return Err(wrong("exclude", "a string or an array of strings", excluded.kind()));
            };
            let not = if glob.starts_with('!') { "" } else { "!" };
            globs.push(Json::text(format!("{not}{glob}")));
        }
        self.0.push("exclude".into(), "glob", Json::List(globs))
    }

    /// Returns the arguments of a call for the next page.
    pub(super) fn next(&self, cursor: &str) -> String {
        self.with([("cursor", Json::text(cursor))])
    }

    /// Returns the arguments of a call with other values for some of them.
    pub(in crate::readroom) fn with<const N: usize>(
        &self,
        changed: [(&'static str, Json<'_>); N],
    ) -> String {
        let changed = changed.map(|(name, value)| (name.into(), value));
        let is_same =
            |(name, _): &&(Cow<'_, str>, Json<'_>)| changed.iter().all(|(other, _)| other != name);
        let others = self.0.members.iter().filter(is_same);
        let member = |(name, value): &(Cow<'_, str>, Json<'_>)| {
            format!("{}:{}", Json::text(&**name).write(), value.write())
        };
        let members: Vec<_> = others.chain(&changed).map(member).collect();
        escaped(&format!("{{{}}}", members.join(","))).into_owned()
    }
}

/// Returns the items of a list, or one value as a list.
fn items(value: Option<Json<'_>>) -> Vec<Json<'_>> {
    match value {
        None => Vec::new(),
        Some(Json::List(values)) => values,
        Some(one) => vec![one],
    }
}

pub(super) fn list(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    let names = [&LIST_NAMES[..], &["recursive", "hidden", "respect_git_ignore"]].concat();
    let mut arguments = Understood(renamed(written, &names)?);
    // Hidden names are listed anyway.
    arguments.take_flag("hidden");
    arguments
        .default_by("respect_git_ignore", "ignored", |flag| (!flag).then_some(Json::Bool(true)));
    arguments.default_by("recursive", "depth", |all| {
        Some(Json::number(if all { MAX_DEPTH } else { 1 }))
    });
    Ok(arguments)
}

/// The arguments that `find` and `search` have in another form.
const OTHERS: [&str; 3] = ["recursive", "respect_git_ignore", "exclude"];

pub(super) fn find(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    looking(written, &[&FIND_NAMES[..], &["bytes", "tokens"]].concat())
}

pub(super) fn search(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    // The name of the pattern for some, and of a flag for others.
    let written = written.into_iter().map(|(name, value)| match (&*name, value) {
        ("regex" | "regexp", flag @ Json::Bool(_)) => ("is_regex".into(), flag),
        (_, value) => (name, value),
    });
    let written = written.collect();
    let others = [NUMBERS, "-i", "-l", "-c", "case_sensitive", "is_regex", "multiline"];
    let mut arguments = looking(written, &[&SEARCH_NAMES[..], &others].concat())?;
    arguments.take_flag(NUMBERS);
    let case = |insensitive| Json::text(if insensitive { "insensitive" } else { "sensitive" });
    arguments.default_by("case", "case", |flag| Some(case(!flag)));
    arguments.default_by("-i", "case", |flag| Some(case(flag)));
    arguments.default_by("case_sensitive", "case", |flag| Some(case(!flag)));
    arguments.default_by("-l", "what", |_| Some(Json::text("files")));
    arguments.default_by("-c", "what", |_| Some(Json::text("counts")));
    arguments.default_by("is_regex", "literal", |flag| Some(Json::Bool(!flag)));
    // With `context`, nobody asks for no lines on both sides.
    let is_zero = |name| arguments.0.get(name).and_then(Integer::of) == Some(Integer::Natural(0));
    if arguments.0.get("context").is_some() && is_zero("before") && is_zero("after") {
        let _ = (arguments.0.take("before"), arguments.0.take("after"));
    }
    Ok(arguments)
}

fn looking<'a>(
    written: Members<'a>,
    names: &[&'static str],
) -> Result<Understood<'a>, ErrorReport> {
    let tool = [names, &ScopeArguments::NAMES, &OTHERS].concat();
    let mut arguments = Understood(renamed(written, &tool)?);
    arguments.default_by("recursive", "depth", |all| (!all).then(|| Json::number(1)));
    arguments.default_by("respect_git_ignore", "ignored", |flag| Some(Json::Bool(!flag)));
    arguments.exclude()?;
    Ok(arguments)
}

#[cfg(test)]
mod tests;
