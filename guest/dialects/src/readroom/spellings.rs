//! Understands arguments as models and clients write them: other names, integers in any form, and
//! empty values for what is left out.
//!
//! Nothing is looked at to decide. Two spellings of one argument have to agree. Other spellings of
//! a path are understood where it was not found: see `other_path.rs`.

use super::given::MAX_INTEGER;
use super::wording::ErrorReport;
use crate::shared::escape::quotable;
use crate::shared::json::{Integer, Json, Members};
use std::borrow::Cow;

/// The last line, which the tool itself has no argument for.
const END: &str = "end";

/// How the arguments of a tool are written otherwise.
pub(super) struct Spellings {
    /// Other names, and the arguments that they mean.
    pub(super) names: &'static [(&'static str, &'static str)],
    /// The arguments that are integers.
    pub(super) integers: &'static [&'static str],
    /// The arguments that are booleans.
    pub(super) flags: &'static [&'static str],
}

/// How those of the read are written otherwise.
const READ: Spellings = Spellings {
    names: &[
        ("absolute_path", "path"),
        ("chapter", "unit"),
        ("endLine", END),
        ("end_line", END),
        ("file", "path"),
        ("filePath", "path"),
        ("file_path", "path"),
        ("filename", "path"),
        ("limit", "lines"),
        ("max_lines", "lines"),
        ("offset", "start"),
        ("page", "unit"),
        ("sheet", "unit"),
        ("slide", "unit"),
        ("startLine", "start"),
        ("start_line", "start"),
    ],
    integers: &["start", "block", "levels", "lines", "bytes", "tokens", "column", "columns", END],
    flags: &["siblings", "again"],
};

/// Arguments with the names and types of the tool.
pub(super) struct Spelled<'a> {
    pub(super) members: Members<'a>,
    /// Whether they were written otherwise.
    pub(super) differs: bool,
}

/// Returns the arguments of a call with the names and types of the tool.
pub(super) fn spelled(written: Members<'_>) -> Result<Spelled<'_>, ErrorReport> {
    let mut spelled = one(written)?;
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
            let one = one(members)?;
            spelled.differs |= one.differs;
            *file = Json::Object(one.members);
        }
    }
    Ok(spelled)
}

/// Returns the arguments for one file.
fn one(written: Members<'_>) -> Result<Spelled<'_>, ErrorReport> {
    let mut spelled = renamed(written, &READ)?;
    spelled.end()?;
    Ok(spelled)
}

/// Returns arguments with the names that are meant, and integers and booleans as such.
pub(super) fn renamed<'a>(
    written: Members<'a>,
    spellings: &Spellings,
) -> Result<Spelled<'a>, ErrorReport> {
    let mut spelled = Spelled { members: Vec::new(), differs: false };
    // The names as they were written, for messages.
    let mut names: Vec<Cow<'_, str>> = Vec::new();
    for (name, value) in written {
        let meant =
            spellings.names.iter().find(|(other, _)| *other == name).map(|(_, meant)| *meant);
        let meant = meant.map_or_else(|| name.clone(), Cow::Borrowed);
        // Some models write null for what they leave out, some clients an empty text.
        let is_absent = match &value {
            Json::Null => true,
            Json::Text(text) => text.is_empty() && name != "path",
            _ => false,
        };
        if is_absent {
            continue;
        }
        spelled.differs |= meant != name;
        let value = match value {
            value if spellings.integers.contains(&&*meant) => spelled.integer(&name, value),
            Json::Text(text) if spellings.flags.contains(&&*meant) => spelled.flag(text),
            value => value,
        };
        match spelled.members.iter().position(|(known, _)| *known == meant) {
            None => {
                spelled.members.push((meant, value));
                names.push(name);
            }
            Some(at) => {
                let same = spelled.get(&meant).is_some_and(|known| known.write() == value.write());
                if !same {
                    let other = names.get(at).map_or("", |name| name);
                    return Err(contradiction(other, &name));
                }
            }
        }
    }
    Ok(spelled)
}

impl<'a> Spelled<'a> {
    /// Returns the arguments for a note.
    pub(super) fn shown(&self) -> String {
        let member = |(name, value): &(Cow<'_, str>, Json<'_>)| {
            format!("{}:{}", Json::text(&**name).write(), value.write())
        };
        let members: Vec<_> = self.members.iter().map(member).collect();
        quotable(&format!("{{{}}}", members.join(","))).into_owned()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Json<'a>> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns an integer in the form of the tool: JSON Schema counts `1.0` and `1e3` as integers,
    /// and some models write them as strings. Where other tools count from 0, their first line is
    /// line 1.
    fn integer(&mut self, name: &str, value: Json<'a>) -> Json<'a> {
        let value = match value {
            Json::Text(text) => match Integer::in_any_form(text.trim()) {
                None => return Json::Text(text),
                Some(integer) => {
                    self.differs = true;
                    integer.into()
                }
            },
            Json::Number(text) => {
                Integer::in_any_form(&text).map_or(Json::Number(text), Json::from)
            }
            value => value,
        };
        if name == "offset" && Integer::of(&value) == Some(Integer::Natural(0)) {
            return Json::number(1);
        }
        value
    }

    /// Returns a boolean that was written as a text.
    fn flag(&mut self, text: Cow<'a, str>) -> Json<'a> {
        let flag = match &*text {
            "true" | "True" => true,
            "false" | "False" => false,
            _ => return Json::Text(text),
        };
        self.differs = true;
        Json::Bool(flag)
    }

    /// Replaces the last line by a number of lines.
    fn end(&mut self) -> Result<(), ErrorReport> {
        let Some(at) = self.members.iter().position(|(name, _)| name == END) else {
            return Ok(());
        };
        let (_, end) = self.members.remove(at);
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
        let lines = lines.min(MAX_INTEGER);
        match self.get("lines").map(Integer::of) {
            None => self.members.push(("lines".into(), Json::number(lines))),
            Some(Some(Integer::Natural(given))) if given == lines => {}
            Some(_) => return Err(contradiction("lines", "the last line")),
        }
        Ok(())
    }
}

fn contradiction(one: &str, other: &str) -> ErrorReport {
    ErrorReport::argument(
        format!("{} and {} contradict each other", quotable(one), quotable(other)),
        "Give one of them.".into(),
    )
}

#[cfg(test)]
mod tests {
    use super::spelled;
    use crate::shared::arguments::Arguments;
    use crate::shared::json::Json;

    fn understood(written: &str) -> String {
        let arguments = Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
        match spelled(arguments.0) {
            Ok(spelled) => {
                let as_written = Json::Object(spelled.members).write();
                assert_eq!(spelled.differs, as_written != written, "{written}");
                as_written
            }
            Err(report) => report.message,
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        for (written, expected) in [
            (r#"{"path":"a.rs","start":3}"#, r#"{"path":"a.rs","start":3}"#),
            (r#"{"file_path":"a","offset":5,"limit":10}"#, r#"{"path":"a","start":5,"lines":10}"#),
            (r#"{"filePath":"a","offset":0}"#, r#"{"path":"a","start":1}"#),
            (
                r#"{"file":"a","start_line":"12","end_line":"40"}"#,
                r#"{"path":"a","start":12,"lines":29}"#,
            ),
            (r#"{"path":"a","end_line":40}"#, r#"{"path":"a","lines":40}"#),
            (r#"{"path":"a","start":" -5 "}"#, r#"{"path":"a","start":-5}"#),
            (r#"{"path":"a","file":"a"}"#, r#"{"path":"a"}"#),
            (r#"{"path":"a","start":1.0,"lines":1e3}"#, r#"{"path":"a","start":1,"lines":1000}"#),
            (r#"{"path":"a","start":"-2.0","offset":-2}"#, r#"{"path":"a","start":-2}"#),
            (r#"{"path":"a","offset":0.0}"#, r#"{"path":"a","start":1}"#),
            (r#"{"path":"a","start":1.5}"#, r#"{"path":"a","start":1.5}"#),
            (
                r#"{"path":"a","start":"","cursor":"","view":"","files":"","file":""}"#,
                r#"{"path":"a"}"#,
            ),
            (r#"{"path":""}"#, r#"{"path":""}"#),
            (
                r#"{"files":["b",{"file":"c","start":2.0,"lines":""},7],"bytes":1e4,"tokens":null}"#,
                r#"{"files":[{"path":"b"},{"path":"c","start":2},7],"bytes":10000}"#,
            ),
        ] {
            let arguments =
                Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
            let understood =
                spelled(arguments.0).map(|spelled| Json::Object(spelled.members).write());
            assert_eq!(understood.as_deref(), Ok(expected), "{written}");
        }
    }

    #[test]
    fn what_is_written_as_the_tool_has_it_is_left_alone() {
        for written in [
            r#"{"path":"a:12"}"#,
            r#"{"path":"'a'"}"#,
            r#"{"path":"a","start":"five"}"#,
            r#"{"path":"a","start":0}"#,
        ] {
            assert_eq!(understood(written), written);
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for (written, message) in [
            (r#"{"path":"a","file_path":"b"}"#, "path and file_path contradict each other"),
            (r#"{"path":"a","start":1,"offset":2}"#, "start and offset contradict each other"),
            (
                r#"{"path":"a","start_line":5,"end_line":9,"limit":2}"#,
                "lines and the last line contradict each other",
            ),
            (r#"{"path":"a","start":5,"end_line":4}"#, "the last line, 4, is before the first, 5"),
            (
                r#"{"path":"a","start":-5,"end_line":4}"#,
                "start and the last line contradict each other",
            ),
        ] {
            let arguments =
                Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
            let refused = spelled(arguments.0).err().map(|report| report.message);
            assert_eq!(refused.as_deref(), Some(message), "{written}");
        }
    }
}
