//! Understands arguments as models and clients write them: other names, integers and booleans in
//! any form, lists in strings, ranges of lines, and empty values for what is left out.
//!
//! Nothing is looked at to decide. Two spellings of one argument have to agree. Other spellings of
//! a path are understood where it was not found: see `other_path.rs`.

use super::argument_aliases::{
    self as aliases, END, EVERYTHING, FALSE_IS_ABSENT, FLAGS, INTEGERS, KEEP_ZERO, LIMITS, LISTS,
    NUMBERS, PAGES, RANGE, TAIL, TEXTS,
};
use super::arguments::NAMES;
use super::given::{MAX_INTEGER, wrong};
use super::line_ranges::{LineRange, line_ranges};
use crate::shared::{Integer, Json, Members, on_one_line, parse_value};
use readroom_types::ReadError as ErrorReport;
use std::borrow::Cow;

/// The depth of everything.
pub(super) const MAX_DEPTH: u64 = 1000;

/// The arguments of one file that count for each of several.
const SHARED: [&str; 7] = ["view", "lines", "column", "columns", "encoding", "totals", "at"];

/// What the arguments of a read may be replaced by.
const OTHERS: [&str; 7] = ["files", END, RANGE, TAIL, PAGES, EVERYTHING, NUMBERS];

/// Arguments with the names and types of the tool.
pub(super) struct Spelled<'a> {
    pub(super) members: Members<'a>,
    /// The names as they were written, for messages.
    names: Vec<Cow<'a, str>>,
    /// Whether they were written otherwise.
    pub(super) differs: bool,
}

/// Returns the arguments of a read with the names and types of the tool.
pub(super) fn spelled(written: Members<'_>) -> Result<Spelled<'_>, ErrorReport> {
    let mut spelled = one(written)?;
    let shared = spelled.take_shared();
    for (name, value) in &mut spelled.members {
        let Json::List(files) = value else { continue };
        if name != "files" {
            continue;
        }
        for file in files {
            let members = match std::mem::replace(file, Json::Null) {
                Json::Text(path) => vec![("path".into(), Json::Text(path))],
                Json::Object(members) => members,
                other => {
                    *file = other;
                    continue;
                }
            };
            let mut one = one(members)?;
            spelled.differs |= one.differs;
            for (name, value) in &shared {
                let copy = parse_value(&value.write()).filter(|_| one.get(name).is_none());
                one.members.extend(copy.map(|value| ((*name).into(), value)));
            }
            *file = Json::Object(one.members);
        }
    }
    Ok(spelled)
}

/// Returns the arguments for one file, or for several ranges of lines of it.
fn one(written: Members<'_>) -> Result<Spelled<'_>, ErrorReport> {
    let mut spelled = renamed(written, &[&NAMES[..], &OTHERS].concat())?;
    let _ = (spelled.take(NUMBERS), spelled.take(EVERYTHING));
    if let Some(tail) = spelled.take(TAIL) {
        match Integer::of(&tail) {
            Some(Integer::Natural(last)) => {
                spelled.push(TAIL.into(), "start", Integer::Negative(last).into())?;
            }
            _ => return Err(wrong(TAIL, "an integer of at least 1", tail.kind())),
        }
    }
    if let Some(pages) = spelled.take(PAGES) {
        let unit = match line_ranges(&pages).as_deref() {
            None => pages,
            Some([LineRange { first, last: None }]) => Json::from(*first),
            Some([LineRange { first, last: Some(last) }]) => {
                Json::text(format!("{}-{last}", Json::from(*first).write()))
            }
            Some(_) => {
                let what = "a page, or a range of pages such as 3-4";
                return Err(wrong(PAGES, what, "several"));
            }
        };
        spelled.push(PAGES.into(), "unit", unit)?;
    }
    if let Some(range) = spelled.take(RANGE) {
        spelled.range(range)?;
    }
    spelled.end()?;
    Ok(spelled)
}

/// Returns arguments with the names that a tool has, and values of their types.
pub(super) fn renamed<'a>(
    written: Members<'a>,
    tool: &[&'static str],
) -> Result<Spelled<'a>, ErrorReport> {
    let mut spelled = Spelled { members: Vec::new(), names: Vec::new(), differs: false };
    for (name, value) in written {
        let known = aliases::meaning(&name, tool);
        let meant = known.unwrap_or(&name);
        let mut value = spelled.value(meant, value);
        if let Json::List(items) = &mut value
            && items.len() == 1
            && !tool.contains(&RANGE)
            && matches!(meant, "path" | "files")
        {
            value = items.remove(0);
        }
        let meant = match (&value, meant) {
            // Several paths, or lines from one to another.
            (Json::List(_), "path") if tool.contains(&RANGE) => "files",
            (Json::List(_), "files") if !tool.contains(&RANGE) => "path",
            (Json::List(_) | Json::Text(_), "start" | "lines")
                if tool.contains(&RANGE) && line_ranges(&value).is_some() && !is_single(&value) =>
            {
                RANGE
            }
            _ => meant,
        };
        if meant == "files"
            && matches!(value, Json::Text(_) | Json::Object(_))
            && !is_absent(meant, &value)
        {
            value = Json::List(vec![value]);
            spelled.differs = true;
        }
        // Only a patch has lines around it by default.
        let is_kept =
            matches!(value, Json::Number(_)) && meant == "context" && tool.contains(&"to");
        if is_absent(meant, &value) && !is_kept {
            continue;
        }
        spelled.differs |= meant != name;
        let meant = aliases::meaning(meant, tool).map_or_else(|| name.clone(), Cow::Borrowed);
        spelled.push(name, meant, value)?;
    }
    Ok(spelled)
}

/// Returns whether a text stands for an absent value.
pub(super) fn is_absent_word(text: &str) -> bool {
    let words = ["null", "none", "nil", "undefined"];
    words.iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// Returns whether a value says that its argument is left out: clients whose schemas make every
/// argument required have to write something.
fn is_absent(name: &str, value: &Json<'_>) -> bool {
    match value {
        Json::Null => true,
        Json::Text(text) if TEXTS.contains(name) => text.is_empty(),
        Json::Text(text) => text.trim().is_empty() || is_absent_word(text),
        Json::List(values) => values.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Bool(flag) => !flag && FALSE_IS_ABSENT.contains(name),
        Json::Number(_) => match Integer::of(value) {
            Some(Integer::Natural(0)) => {
                matches!(name, "unit" | PAGES)
                    || INTEGERS.contains(name) && !KEEP_ZERO.contains(name)
            }
            Some(Integer::Negative(1)) => LIMITS.contains(name),
            _ => false,
        },
        Json::Rendered(_) | Json::Base64 { .. } => false,
    }
}

impl<'a> Spelled<'a> {
    /// Returns the arguments for a note.
    pub(super) fn shown(&self) -> String {
        let member = |(name, value): &(Cow<'_, str>, Json<'_>)| {
            format!("{}:{}", Json::text(&**name).write(), value.write())
        };
        let members: Vec<_> = self.members.iter().map(member).collect();
        on_one_line(&format!("{{{}}}", members.join(","))).into_owned()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Json<'a>> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Takes out what every file of a call may have, if there are several.
    fn take_shared(&mut self) -> Vec<(&'static str, Json<'a>)> {
        if !matches!(self.get("files"), Some(Json::List(_))) || self.get("path").is_some() {
            return Vec::new();
        }
        SHARED.into_iter().filter_map(|name| Some((name, self.take(name)?))).collect()
    }

    /// Takes an argument out.
    pub(super) fn take(&mut self, name: &str) -> Option<Json<'a>> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        self.names.remove(at);
        self.differs = true;
        Some(self.members.remove(at).1)
    }

    /// Adds an argument. Fails if it is there with another value.
    pub(super) fn push(
        &mut self,
        written: Cow<'a, str>,
        name: impl Into<Cow<'a, str>>,
        value: Json<'a>,
    ) -> Result<(), ErrorReport> {
        let name = name.into();
        match self.members.iter().position(|(known, _)| *known == name) {
            None => {
                self.members.push((name, value));
                self.names.push(written);
                Ok(())
            }
            Some(_) if self.get(&name).is_some_and(|known| known.write() == value.write()) => {
                Ok(())
            }
            Some(at) => {
                let other = self.names.get(at).map_or("", |name| name);
                Err(contradiction(other, &written))
            }
        }
    }

    /// Returns a value in the type of its argument.
    fn value(&mut self, name: &str, value: Json<'a>) -> Json<'a> {
        let is_list = LISTS.contains(name);
        let value = match value {
            Json::Text(text) if is_list || matches!(name, "path" | PAGES) => {
                match in_string(name, &text) {
                    None => Json::Text(text),
                    Some(value) => self.changed(value),
                }
            }
            value => value,
        };
        let value = match value {
            Json::List(mut values) if name != RANGE => {
                if is_list || name == "path" {
                    values.retain(|value| !is_absent(name, value));
                }
                match values.len() {
                    1 if !is_list && !INTEGERS.contains(name) => {
                        values.pop().map_or(Json::Null, |value| self.changed(value))
                    }
                    _ => Json::List(values),
                }
            }
            value => value,
        };
        match value {
            Json::Text(text) if INTEGERS.contains(name) => {
                let text_of = text.trim().strip_prefix('+').unwrap_or(text.trim());
                match Integer::in_any_form(text_of) {
                    None => match aliases::word(name, &text) {
                        Some(word) if word != text => self.changed(Json::text(word)),
                        _ => Json::Text(text),
                    },
                    Some(integer) => {
                        // These are texts, too.
                        self.differs |= !matches!(name, "block" | "context");
                        self.value(name, integer.into())
                    }
                }
            }
            Json::Number(text) if INTEGERS.contains(name) => {
                match Integer::in_any_form(&text) {
                    None => Json::Number(text),
                    Some(Integer::Negative(1)) if name == "depth" => {
                        self.changed(Json::number(MAX_DEPTH))
                    }
                    // JSON Schema counts `1.0` and `1e3` as integers.
                    Some(integer) => integer.into(),
                }
            }
            Json::Number(text) if name == "pattern" => self.changed(Json::Text(text)),
            Json::Text(text) | Json::Number(text) if FLAGS.contains(name) => {
                match &*text.trim().to_ascii_lowercase() {
                    "true" | "1" | "yes" | "on" => self.changed(Json::Bool(true)),
                    "false" | "0" | "no" | "off" => self.changed(Json::Bool(false)),
                    _ => Json::Text(text),
                }
            }
            Json::Text(text) => match aliases::word(name, &text) {
                Some(word) if word != text => self.changed(Json::text(word)),
                _ => Json::Text(text),
            },
            value => value,
        }
    }

    fn changed(&mut self, value: Json<'a>) -> Json<'a> {
        self.differs = true;
        value
    }

    /// Replaces a range of lines by its first and its last line, and several by several files.
    fn range(&mut self, range: Json<'a>) -> Result<(), ErrorReport> {
        let Some(mut ranges) = line_ranges(&range) else {
            return Err(wrong(RANGE, "the first and the last line", range.kind()));
        };
        let ends = |LineRange { first, last }: LineRange| {
            let first = (first != Integer::Natural(0)).then(|| ("start".into(), first.into()));
            let last = last.map(|last| (Cow::Borrowed(END), Json::number(last)));
            first.into_iter().chain(last)
        };
        if ranges.len() == 1 || self.get("path").is_none() {
            for (name, value) in ranges.pop().into_iter().flat_map(ends) {
                self.push(RANGE.into(), name, value)?;
            }
            return Ok(());
        }
        let Some(Json::Text(path)) = self.take("path") else {
            return Err(contradiction("path", RANGE));
        };
        let file = |range| {
            let path = ("path".into(), Json::Text(path.clone()));
            Json::Object([path].into_iter().chain(ends(range)).collect())
        };
        let files = Json::List(ranges.into_iter().map(file).collect());
        self.push(RANGE.into(), "files", files)
    }

    /// Replaces the last line by a number of lines.
    fn end(&mut self) -> Result<(), ErrorReport> {
        let Some(end) = self.take(END) else { return Ok(()) };
        let Some(Integer::Natural(last)) = Integer::of(&end) else {
            return Err(ErrorReport::argument(
                "the last line must be an integer of at least 1".into(),
                "Give start and lines instead.".into(),
            ));
        };
        let first = match self.get("start") {
            None => 1,
            Some(start) => match Integer::of(start) {
                Some(Integer::Natural(first)) => first,
                // The tool refuses other types; a start from the end has no last line.
                _ => return Err(contradiction("start", "the last line")),
            },
        };
        let Some(lines) = last.checked_sub(first).map(|more| more.saturating_add(1)) else {
            return Err(ErrorReport::argument(
                format!("the last line, {last}, is before the first, {first}"),
                "Give a last line that is not before start.".into(),
            ));
        };
        match self.get("lines").map(Integer::of) {
            Some(Some(Integer::Natural(given))) if given == lines => Ok(()),
            Some(_) => Err(contradiction("lines", "the last line")),
            None => self.push(END.into(), "lines", Json::number(lines.min(MAX_INTEGER))),
        }
    }
}

/// Whether a value is a list of one. It is not taken for a number that stands in it.
fn is_single(value: &Json<'_>) -> bool {
    matches!(value, Json::List(values) if values.len() == 1)
}

/// Returns the list, or the object, that is written in a string: as JSON, or one item a line.
fn in_string<'a>(name: &str, text: &str) -> Option<Json<'a>> {
    let text = text.trim();
    // Python writes texts between single quotes.
    let quoted = || parse_value(&text.replace('\'', "\""));
    match parse_value(text).or_else(|| quoted().filter(|_| text.starts_with('['))) {
        Some(object @ Json::Object(_)) if matches!(name, "files" | RANGE) => Some(object),
        Some(Json::List(values)) => {
            // `[0]` and `[a]` are globs too.
            let is_item = |value: &Json<'_>| match value {
                Json::Text(_) => true,
                Json::Object(_) => name == "files",
                _ => matches!(name, RANGE | PAGES),
            };
            values.iter().all(is_item).then_some(Json::List(values))
        }
        None if text.contains('\n') && matches!(name, "files" | "glob" | "exclude") => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            Some(Json::List(lines.map(|line| Json::text(line.to_string())).collect()))
        }
        _ => None,
    }
}

fn contradiction(one: &str, other: &str) -> ErrorReport {
    ErrorReport::argument(
        format!("{} and {} contradict each other", on_one_line(one), on_one_line(other)),
        "Give one of them.".into(),
    )
}
#[cfg(test)]
mod tests;
