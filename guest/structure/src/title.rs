//! Finds names that are titles or have a special form: headings, targets, SQL, Lisp, tests.

use super::declaration::OBJECTS;
use super::language::Markup;
use super::markup::title_of_roff;
use super::role::{skip_brackets, word};

/// A heading without the marks around it.
pub(super) fn heading(text: &str, mark: char) -> &str {
    let rest = text.trim_start_matches(mark).trim();
    let inner = rest.trim_end_matches(mark);
    if inner.ends_with([' ', '\t']) { inner.trim_end() } else { rest }
}

pub(super) fn title_of_markup(text: &str, markup: Markup) -> &str {
    match markup {
        Markup::Rst => text,
        Markup::AsciiDoc => heading(text, '='),
        Markup::Org => heading(text, '*'),
        Markup::Roff => title_of_roff(text),
        Markup::Latex => {
            let title = text.split_once('{').map_or("", |(_, title)| title);
            title.rsplit_once('}').map_or(title, |(title, _)| title)
        }
        Markup::Html => {
            let tag = ["<h", "<H"].iter().filter_map(|tag| text.find(tag)).min();
            let mut rest = tag.and_then(|at| text.get(at..)).unwrap_or_default();
            // Another element may be around the title.
            while rest.starts_with('<') {
                rest = rest.split_once('>').map_or("", |(_, rest)| rest).trim_start();
            }
            rest.split_once('<').map_or(rest, |(title, _)| title).trim_end()
        }
    }
}

/// The targets of a makefile, or the name after `define`. Special targets declare nothing.
pub(super) fn targets(text: &str) -> Vec<&str> {
    if let Some(defined) = text.strip_prefix("define ") {
        return defined.split_whitespace().take(1).collect();
    }
    let targets = text.split_once(':').map_or("", |(targets, _)| targets);
    if targets.contains("$(") {
        return vec![targets.trim()];
    }
    let is_special = |name: &str| {
        name.strip_prefix('.').is_some_and(|name| name.chars().all(char::is_uppercase))
    };
    targets.split_whitespace().filter(|name| !is_special(name)).collect()
}

/// `a.x` of `CREATE TABLE IF NOT EXISTS a.x`: its last part.
pub(super) fn created(text: &str) -> &str {
    let is = |word: &str, expected: &str| {
        expected.split_whitespace().any(|expected| word.eq_ignore_ascii_case(expected))
    };
    let words = text.split([' ', '\t', '(', ';']).filter(|word| !word.is_empty());
    let mut words = words.skip_while(|word| !is(word, OBJECTS)).skip(1);
    let name = words.find(|word| !is(word, "if not exists concurrently body"));
    let name = name.filter(|name| !is(name, "on")).unwrap_or_default();
    let last = name.rsplit_once('.').map_or(name, |(_, last)| last);
    last.trim_matches(['"', '`', '[', ']', '\''])
}

/// The name after `(def…`, without its type hints and its list.
pub(super) fn of_lisp(after: &str) -> &str {
    let mut rest = after.split_once(' ').map_or("", |(_, rest)| rest).trim_start();
    while rest.starts_with('^') {
        rest = rest.split_once(' ').map_or("", |(_, rest)| rest).trim_start();
    }
    let rest = rest.trim_start_matches(['(', '\'', '#', '`']);
    rest.split([' ', '\t', '(', ')', '[']).next().unwrap_or_default()
}

/// The title in `describe("x", …)`, `it "x" do`, or the class in `describe X do`.
pub(super) fn title(after: &str) -> &str {
    let after = after.strip_prefix(".each").map_or(after, skip_brackets);
    if let Some(braced) = after.trim_start().strip_prefix('{') {
        return prefix(braced, '}');
    }
    if let Some(at) = after.find(['"', '\'', '`'])
        && let Some(quote) = after.get(at..).and_then(|rest| rest.chars().next())
    {
        return after.get(at + 1..).unwrap_or_default().split(quote).next().unwrap_or_default();
    }
    let name = after.trim_start().strip_suffix(" do").unwrap_or_default().trim_start_matches(':');
    prefix(prefix(name, ','), '=').trim_end_matches([':', ' '])
}

/// Returns the text before a mark, or all of it.
pub(super) fn prefix(text: &str, mark: char) -> &str {
    text.split_once(mark).map_or(text, |(before, _)| before)
}

/// The last part of the name in `x-y() {`.
pub(super) fn of_shell(text: &str) -> &str {
    prefix(text, '(').trim_end().rsplit([':', '.', '/']).next().unwrap_or_default()
}

/// `C b where` in `(A b) => C b where` of Haskell.
pub(super) fn after_context(after: &str) -> &str {
    after.rsplit_once("=> ").map_or(after.trim_start(), |(_, class)| class)
}

/// The type in `instance (A b) => Show (T b) where`.
pub(super) fn instance(after: &str) -> &str {
    let of = after_context(after).split_once(' ').map_or("", |(_, of)| of.trim_start_matches('('));
    of.split([' ', ')']).next().unwrap_or_default()
}

/// The labels of a block of HCL, the last one first, or its word.
pub(super) fn of_block<'t>(text: &'t str, labels: &'t str) -> Vec<&'t str> {
    let names: Vec<_> = labels.rsplit(['"', ' ']).filter(|label| !label.is_empty()).collect();
    if names.is_empty() { vec![word(text).0] } else { names }
}
