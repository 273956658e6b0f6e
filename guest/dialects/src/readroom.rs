//! Readroom's own dialect: the neutral read as an agent's tool.
//!
//! Arguments: `path`; `start`, a line from 1 (the default) or, negative, counted from the end; in its place `cursor`,
//! from an earlier answer; `lines`; `bytes`; `tokens`; `column` and `columns`,
//! which characters of each line; `encoding`; `version`, from an earlier answer, to be told if the file still has it.
//!
//! An answer is one object with these members. Numbers are integers; a member is null where it says so.
//!
//! | member | value |
//! |---|---|
//! | `path` | the file, links resolved, relative to the root; absolute in another grant |
//! | `size` | bytes of the file |
//! | `modified` | milliseconds since 1970, or null |
//! | `version` | opaque, changes when the file does |
//! | `kind` | `"text"`; or `"unchanged"` if the file has the version that was given: then only `text` follows |
//! | `content` | the lines as they stand in the file, without numbers |
//! | `first`, `lines` | the number of the first line, and how many there are |
//! | `tokens` | an estimate of the tokens in `content`: one for every four characters of ASCII and one for every other character |
//! | `stopped` | `"at-end"`, `"at-line-limit"`, `"at-byte-limit"` or `"at-token-limit"` |
//! | `total` | the number of lines in the file, or null if it was not counted |
//! | `next` | the `start` of the next page, or null at the end |
//! | `cursor` | the same as a cursor, which finds the page without reading what is before it, and only if the file is still the same; or null |
//! | `clipped` | the lines whose ends were left out: `{"line", "next", "characters"}`, the `column` to go on at, and how many the whole line has |
//! | `encoding` | what the file was read as: `"utf-8"`, or another name of the Encoding Standard in small letters |
//! | `evidence` | what tells the encoding: `"given"` (the argument), `"mark"` or `"content"`, which is a guess unless it is UTF-8 |
//! | `byte_order_mark`, `replacements` | whether there are any |
//! | `line_endings` | `"none"`, `"lf"`, `"crlf"`, `"cr"` or `"mixed"` |
//! | `suspicious` | characters that hide or forge what people see, a line and kind each, at most 100: `{"line", "kind", "characters"}`, the kind `"bidirectional"`, `"invisible"` or `"terminal"` |
//! | `text` | the lines numbered, for a model, and a last line in brackets if something was left out |
//!
//! The end of a file of over 32 MiB is found without counting the lines before it. They have no numbers then: in `first`,
//! `next`, `clipped` and `text` they are counted from the end as in `start`, the last line being -1.
//!
//! Only `content` is exact. In `text` a file can hold characters that look like the start of another line.
//!
//! An error is `{"error": {"code", "message", "hint"}}`, with `total` for `offset-past-end` and `suggestions`: for
//! `not-found` the paths of files that may be meant, at most three, the best first; for `is-a-directory` the first 20
//! entries in it, with a slash behind those that are directories.

use crate::arguments::Arguments;
use crate::json::{Integer, Json, Members};
use crate::margin::Margin;
use crate::neutral::{
    self, Ask, Begin, Body, Code, Count, DEFAULT_BYTES, DEFAULT_LINES, Document, MOST_BYTES, MOST_LINES,
    Refusal, Stop,
};
use crate::render::{self, Names, Picture};
use crate::schema::{self, Range};
use crate::{Outcome, Question, Reply, Scene, Tool, paths, version};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use readroom_core::tokens;
use readroom_core::{
    Clip, Deceit, Encoding, Endings, Evidence, Finding, LineNumber, Ordinal, Page, Presence, Stopped,
    Timestamp, Tree,
};

const NAMES: [&str; 10] =
    ["path", "start", "cursor", "lines", "bytes", "tokens", "column", "columns", "encoding", "version"];

/// The largest integer that every JSON reader keeps exact.
const LARGEST: u64 = (1 << 53) - 1;

pub(crate) fn call<T: Tree>(scene: &Scene<'_, T>, arguments: &str) -> Reply {
    let arguments = Arguments::read(arguments).map_err(|error| {
        Refusal::argument(format!("{error}"), r#"Send an object such as {"path": "src/main.rs"}."#.into())
    });
    let answer = arguments
        .and_then(|arguments| neutral::read(scene.tree, scene.cwd, &ask(&arguments)?, Some(scene.index)));
    match answer {
        Ok(document) => {
            let facts = Some(document.facts());
            Reply { outcome: Outcome::Answered, json: tell(&document), facts }
        }
        Err(refusal) => Reply { outcome: Outcome::Refused, json: refuse(refusal), facts: None },
    }
}

fn ask<'a>(arguments: &'a Arguments<'_>) -> Result<Ask<'a>, Refusal> {
    if let Some(name) = arguments.unknown(&NAMES) {
        return Err(Refusal::argument(
            format!("there is no argument '{name}'"),
            format!("The arguments are {}.", NAMES.join(", ")),
        ));
    }
    let wrong = |name: &str, wanted: &str, got: &str| {
        Refusal::argument(format!("{name} must be {wanted}, not {got}"), format!("Give {name} as {wanted}."))
    };
    let path = match arguments.get("path") {
        Some(Json::Text(path)) => path,
        Some(other) => return Err(wrong("path", "a string", other.kind())),
        None => {
            return Err(Refusal::argument(
                "path is missing".into(),
                r#"Name a file, as in {"path": "src/main.rs"}."#.into(),
            ));
        }
    };
    let integer = |name: &str| {
        let Some(value) = arguments.get(name) else { return Ok(None) };
        match (Integer::of(value), value) {
            (Some(Integer::Natural(size) | Integer::Negative(size)), _) if size > LARGEST => {
                Err(wrong(name, &format!("an integer of at most {LARGEST}"), "a larger one"))
            }
            (Some(integer), _) => Ok(Some(integer)),
            (None, Json::Number(_)) => {
                Err(wrong(name, "an integer", "a number with a fraction or an exponent"))
            }
            (None, other) => Err(wrong(name, "an integer", other.kind())),
        }
    };
    let natural = |name: &str| match integer(name)? {
        None => Ok(None),
        Some(Integer::Natural(size)) => Ok(Some(size)),
        Some(Integer::Negative(_)) => Err(wrong(name, "an integer of at least 1", "a negative one")),
    };
    let start = match (integer("start")?, arguments.get("cursor")) {
        (None, None) => Begin::Line(1),
        (Some(Integer::Natural(line)), None) => Begin::Line(line),
        (Some(Integer::Negative(lines)), None) => Begin::End(lines),
        (None, Some(Json::Text(cursor))) => Begin::Cursor(cursor),
        (_, Some(Json::Text(_))) => {
            return Err(Refusal::argument(
                "start and cursor both say where to start".into(),
                "Give one of them.".into(),
            ));
        }
        (_, Some(other)) => return Err(wrong("cursor", "a string", other.kind())),
    };
    let text = |name: &str| match arguments.get(name) {
        None => Ok(None),
        Some(Json::Text(text)) => Ok(Some(&**text)),
        Some(other) => Err(wrong(name, "a string", other.kind())),
    };
    Ok(Ask {
        path,
        start,
        lines: natural("lines")?,
        bytes: natural("bytes")?,
        tokens: natural("tokens")?,
        column: natural("column")?,
        columns: natural("columns")?,
        encoding: text("encoding")?,
        totals: Count::Auto,
        known: text("version")?,
    })
}

fn tell(document: &Document) -> String {
    match &document.body {
        Body::Text(page, stop) => tell_text(document, page, *stop),
        Body::Unchanged => {
            let mut members = of_the_file(document, "unchanged");
            members.push(("text".into(), Json::text("[Unchanged: the file still has this version.]")));
            Json::Object(members).write()
        }
    }
}

fn of_the_file<'a>(document: &'a Document, kind: &'static str) -> Members<'a> {
    let Document { location, metadata, .. } = document;
    vec![
        ("path".into(), Json::Rendered(location)),
        ("size".into(), Json::number(metadata.size)),
        ("modified".into(), or_null(metadata.modified.map(Timestamp::milliseconds))),
        ("version".into(), Json::text(version(metadata))),
        ("kind".into(), Json::text(kind)),
    ]
}

fn tell_text(document: &Document, page: &Page, stop: Stop) -> String {
    let Page { text, first, .. } = page;
    let presence = |presence| Json::Bool(presence == Presence::Present);
    let more = text.stopped != Stopped::AtEnd;
    let suspicious = page.suspicious();
    let numbered = Numbered { page, suspicious: suspicious.first() };
    let mut members = of_the_file(document, "text");
    members.extend([
        ("content".into(), Json::text(&*text.content)),
        ("first".into(), place(*first)),
        ("lines".into(), Json::number(text.lines)),
        ("tokens".into(), Json::number(tokens::estimate(&text.content))),
        ("stopped".into(), Json::text(stop.name())),
        ("total".into(), or_null(text.total)),
        ("next".into(), if more { place(first.after(text.lines)) } else { Json::Null }),
        ("cursor".into(), document.next().map_or(Json::Null, Json::text)),
        ("clipped".into(), Json::List(page.clipped().map(clip).collect())),
        ("encoding".into(), Json::text(text.encoding.encoding.name())),
        ("evidence".into(), Json::text(evidence(text.encoding.evidence))),
        ("byte_order_mark".into(), presence(text.encoding.mark)),
        ("replacements".into(), presence(text.replacements)),
        ("line_endings".into(), Json::text(endings(text.endings()))),
        ("suspicious".into(), Json::List(suspicious.iter().map(finding).collect())),
        ("text".into(), Json::Rendered(&numbered)),
    ]);
    Json::Object(members).write()
}

fn or_null(number: Option<u64>) -> Json<'static> {
    number.map_or(Json::Null, Json::number)
}

fn clip((line, clip): (Ordinal, Clip)) -> Json<'static> {
    Json::object([
        ("line", place(line)),
        ("next", Json::number(clip.next)),
        ("characters", Json::number(clip.characters)),
    ])
}

fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Given => "given",
        Evidence::Mark => "mark",
        Evidence::Content => "content",
    }
}

fn finding((line, finding): &(Ordinal, Finding)) -> Json<'static> {
    Json::object([
        ("line", place(*line)),
        ("kind", Json::text(deceit(finding.deceit))),
        ("characters", Json::number(finding.characters.into())),
    ])
}

fn deceit(deceit: Deceit) -> &'static str {
    match deceit {
        Deceit::Bidirectional => "bidirectional",
        Deceit::Invisible => "invisible",
        Deceit::Terminal => "terminal",
    }
}

/// A line as a number: a negative one if it is counted from the end.
fn place(line: Ordinal) -> Json<'static> {
    Json::Number(line.to_string().into())
}

fn endings(endings: Endings) -> &'static str {
    match endings {
        Endings::None => "none",
        Endings::Lf => "lf",
        Endings::CrLf => "crlf",
        Endings::Cr => "cr",
        Endings::Mixed => "mixed",
    }
}

/// The lines of a page with their numbers, and what was left out.
struct Numbered<'a> {
    page: &'a Page,
    /// The first of what is suspicious.
    suspicious: Option<&'a (Ordinal, Finding)>,
}

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Page { text, first, .. } = self.page;
        match *first {
            Ordinal::FromStart(first) => Margin::new(first.get(), 6, ' ', "\t").before(text, f)?,
            Ordinal::FromEnd(first) => {
                for (number, (_, line)) in (0..=first).rev().zip(text.numbered()) {
                    writeln!(f, "{:>6}\t{line}", Ordinal::FromEnd(number).to_string())?;
                }
            }
        }
        let mut notes = Vec::new();
        let next = first.after(text.lines);
        match (*first, text.last(), text.total) {
            (_, None, _) => notes.push("The file is empty.".to_string()),
            (Ordinal::FromEnd(first), Some(_), _) => {
                let last = first.saturating_sub(text.lines - 1);
                notes.push(format!("Lines -{first} to -{last}, counted from the end."));
            }
            (_, Some(last), Some(total)) if text.first > LineNumber::FIRST || last.get() < total => {
                notes.push(format!("Lines {}-{last} of {total}.", text.first));
            }
            (_, Some(last), None) => notes.push(format!("Lines {}-{last}; more follow.", text.first)),
            (_, Some(_), Some(_)) => {}
        }
        if text.stopped != Stopped::AtEnd {
            notes.push(format!("Continue with start={next}."));
        }
        if text.columns_before > 0 {
            notes.push(format!(
                "Shown from character {} of each line on.",
                u64::from(text.columns_before) + 1
            ));
        }
        notes.extend(self.cut_lines());
        let name = text.encoding.encoding.name();
        match (text.encoding.encoding, text.encoding.evidence) {
            (Encoding::Utf8, _) => {}
            (_, Evidence::Content) => notes.push(format!("Read as {name}, by a guess.")),
            (_, Evidence::Given | Evidence::Mark) => notes.push(format!("Read as {name}.")),
        }
        if text.replacements == Presence::Present {
            notes.push(format!("The file is not all {name}: what could not be read is shown as \u{fffd}."));
        }
        if let Some((line, finding)) = self.suspicious {
            let how = match finding.deceit {
                Deceit::Bidirectional => "that change the order in which it is shown",
                Deceit::Invisible => "that are not shown",
                Deceit::Terminal => "that command terminals",
            };
            notes.push(format!("Suspicious: line {line} has characters {how}."));
        }
        if notes.is_empty() { Ok(()) } else { write!(f, "[{}]", notes.join(" ")) }
    }
}

impl Numbered<'_> {
    /// What is shown of the lines that are not shown whole.
    fn cut_lines(&self) -> Option<String> {
        let Page { text, .. } = self.page;
        let (line, clip) = self.page.clipped().find(|(_, clip)| clip.next <= clip.characters)?;
        let Clip { next, characters, .. } = clip;
        let go_on = format!("start={line}, lines=1, column={next}");
        Some(match text.clipped.len() {
            1 => format!(
                "Line {line} is cut before character {next} of {characters}. Go on in it with {go_on}."
            ),
            all => format!(
                "{all} lines are cut, the first of them line {line} before character {next} of {characters}. Go on in \
                 it with {go_on}."
            ),
        })
    }
}

fn refuse(refusal: Refusal) -> String {
    let mut members = vec![
        ("code".into(), Json::text(refusal.code.name())),
        ("message".into(), Json::text(refusal.message)),
        ("hint".into(), Json::text(refusal.hint)),
    ];
    if let Some(total) = refusal.total {
        members.push(("total".into(), Json::number(total)));
    }
    if matches!(refusal.code, Code::NotFound | Code::IsADirectory) {
        let suggestions = refusal.suggestions.into_iter().map(Json::text);
        members.push(("suggestions".into(), Json::List(suggestions.collect())));
    }
    Json::object([("error", Json::Object(members))]).write()
}

pub(crate) fn tool() -> Tool {
    let one = || Some(Json::number(1));
    let start = Range {
        minimum: Some(Json::Number(format!("-{LARGEST}").into())),
        maximum: Some(LARGEST),
        default: Some(1),
    };
    let lines = Range { minimum: one(), maximum: Some(LARGEST), default: Some(DEFAULT_LINES) };
    let bytes = Range { minimum: one(), maximum: Some(MOST_BYTES), default: Some(DEFAULT_BYTES) };
    let tokens = Range { minimum: one(), maximum: Some(LARGEST), default: None };
    let parameters = schema::arguments(vec![
        schema::path("The file: relative to the working directory, or absolute."),
        schema::integer(
            "start",
            start,
            "The first line, counted from 1. A negative number counts from the end: -20 reads the last 20 lines. \
             0 is an error.",
        ),
        schema::text(
            "cursor",
            "The cursor of an earlier answer, in the place of start: goes on where that answer stopped, at once \
             however far into the file. Fails if the file changed since.",
        ),
        schema::integer(
            "lines",
            lines,
            format!("The most lines to return. More than {MOST_LINES} act as {MOST_LINES}."),
        ),
        schema::integer("bytes", bytes, "The most bytes to return."),
        schema::integer(
            "tokens",
            tokens,
            "The most tokens to return, by an estimate: one for every four characters of ASCII and one for every other \
             character. No limit unless given.",
        ),
        schema::integer(
            "column",
            Range { minimum: one(), maximum: Some(LARGEST), default: Some(1) },
            "The first character to return of each line, counted from 1, to go on in a line that was cut.",
        ),
        schema::integer(
            "columns",
            Range { minimum: one(), maximum: Some(LARGEST), default: Some(neutral::DEFAULT_COLUMNS.into()) },
            "The most characters to return of each line.",
        ),
        schema::text(
            "encoding",
            "The encoding of the file, such as gb18030 or windows-1252, if it is not the one that is found out.",
        ),
        schema::text(
            "version",
            "The version of an earlier answer that you still have: if the file is unchanged, nothing is read again.",
        ),
    ]);
    Tool {
        name: "read",
        description: format!(
            "Reads a text file in the project and numbers its lines. Returns up to {DEFAULT_LINES} lines or {} KiB at \
             once, and at most {} characters of a line; says how many lines the file has and where to continue.",
            DEFAULT_BYTES / 1024,
            neutral::DEFAULT_COLUMNS
        ),
        parameters,
        snippet: "read: read a text file, or some of its lines",
        guidelines: vec![
            "Read files with read rather than with shell commands.".into(),
            "When an answer ends with a note that says where to continue, do so before you judge the whole file.".into(),
        ],
    }
}

pub(crate) fn phrase(question: &Question<'_>) -> Option<String> {
    let mut members = vec![("path".into(), Json::text(question.path))];
    members.extend(question.start.map(|start| match start {
        Begin::Line(line) => ("start".into(), Json::number(line)),
        Begin::End(lines) => ("start".into(), place(Ordinal::FromEnd(lines))),
        Begin::Cursor(cursor) => ("cursor".into(), Json::text(cursor)),
    }));
    members.extend(question.lines.map(|lines| ("lines".into(), Json::number(lines))));
    Some(Json::Object(members).write())
}

pub(crate) fn target<T: Tree>(scene: &Scene<'_, T>, arguments: &str) -> Option<String> {
    let arguments = Arguments::read(arguments).ok()?;
    Some(paths::absolute(scene.working_directory(), ask(&arguments).ok()?.path))
}

pub(crate) const SPELLING: Names =
    Names { tool: "read", path: "path", first: "start", lines: "lines", base: 1 };

/// What to draw of an answer.
pub(crate) fn picture(_: &str, result: &str) -> Option<Picture<'static>> {
    Some(Picture { text: render::text(result, "text")?.into(), ..Picture::default() })
}
