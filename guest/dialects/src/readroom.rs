//! Readroom's own dialect: the neutral read as an agent's tool.
//!
//! Arguments: `path`; `start`, a line from 1 (the default) or, negative, counted from the end; in its place `cursor`,
//! from an earlier answer; `lines`; `bytes`; `tokens`; `column` and `columns`,
//! which characters of each line; `encoding`; `version`, from an earlier answer, to be told if the file still has it. In
//! the place of `start` also `block`, a line, with `levels` and `siblings`: the block around it. `view`: `"auto"`,
//! `"text"` or `"outline"`. In the place of all these `files`, a list of paths or of objects with them; beside it `bytes`
//! and `tokens` for all files together.
//!
//! An answer is one object with these members. Numbers are integers; a member is null where it says so.
//!
//! | member | value |
//! |---|---|
//! | `path` | the file, links resolved, relative to the root; absolute in another grant |
//! | `size` | bytes of the file |
//! | `modified` | milliseconds since 1970, or null |
//! | `version` | opaque, changes when the file does |
//! | `kind` | `"text"`; `"unchanged"` if the file has the version that was given: then only `text` follows; `"outline"`, `"notebook"` or `"image"`: see below |
//! | `content` | the lines as they stand in the file, without numbers |
//! | `first`, `lines` | the number of the first line, and how many there are |
//! | `tokens` | an estimate of the tokens in `content`: one for every four characters of ASCII and one for every other character |
//! | `stopped` | `"at-end"`, `"at-line-limit"`, `"at-byte-limit"`, `"at-token-limit"` or `"at-block-end"` |
//! | `block` | where the block lies that was asked for, `{"first", "last", "headers"}`, and under which lines, `{"line", "text"}`, the outermost first; or null |
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
//! An outline has `entries`, `{"line", "last", "depth", "text"}`; `left_out`, how many more there are; `tokens`, `total`,
//! `encoding` and `text` as above. A notebook has `cells`, `{"number", "kind", "run", "source", "left_out", "outputs",
//! "outputs_left_out"}`, each output `{"kind", "text", "left_out", "media"}`, each of the media `{"mime", "bytes"}`;
//! `tokens`, `stopped`, `total` and `next` as above, which count cells; `unreadable`, how many cells or outputs are none;
//! `language` or null; `text`. An image has `mime`,
//! `width` and `height`, and `text`.
//!
//! Of several files the answer is `{"kind": "files", "files", "text"}`: for each file what the answer would be, without
//! `text` and with the `path` as it was given beside an error; and the texts one after the other.
//!
//! The end of a file of over 32 MiB is found without counting the lines before it. They have no numbers then: in `first`,
//! `next`, `clipped` and `text` they are counted from the end as in `start`, the last line being -1.
//!
//! Only `content` is exact. In `text` a file can hold characters that look like the start of another line.
//!
//! An error is `{"error": {"code", "message", "hint"}}`, with `total` for `offset-past-end`, and for
//! `unsupported` if it is the number of pages of a PDF, and `suggestions`: for
//! `not-found` the paths of files that may be meant, at most three, the best first; for `is-a-directory` the first 20
//! entries in it, with a slash behind those that are directories.

mod asking;
mod notes;
mod telling;
mod tool;

use crate::arguments::Arguments;
use crate::json::Json;
use crate::neutral::{self, Around, Begin, Refusal, Siblings};
use crate::render::{self, Names, Picture};
use crate::{Outcome, Question as Phrased, Reply, Scene, paths};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use asking::Question;
use readroom_core::{Ordinal, Tree};
use telling::{place, refuse, tell, tell_many};

pub(crate) use tool::tool;

pub(crate) fn call<T: Tree>(scene: &Scene<'_, T>, arguments: &str) -> Reply {
    let refused = |refusal| Reply { outcome: Outcome::Refused, json: refuse(refusal), facts: None };
    let arguments = match Arguments::read(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let hint = r#"Send an object such as {"path": "src/main.rs"}."#;
            return refused(Refusal::argument(format!("{error}"), hint.into()));
        }
    };
    match asking::question(&arguments) {
        Err(refusal) => refused(refusal),
        Ok(Question::One(ask)) => match neutral::read(scene.tree, scene.cwd, &ask, Some(scene.index)) {
            Ok(document) => {
                let facts = Some(document.facts());
                Reply { outcome: Outcome::Answered, json: tell(&document), facts }
            }
            Err(refusal) => refused(refusal),
        },
        Ok(Question::Many(asks, limits)) => match neutral::read_many(scene.tree, scene.cwd, &asks, limits) {
            Ok(answers) => {
                Reply { outcome: Outcome::Answered, json: tell_many(&asks, &answers), facts: None }
            }
            Err(refusal) => refused(refusal),
        },
    }
}

pub(crate) fn phrase(question: &Phrased<'_>) -> Option<String> {
    let mut members = vec![("path".into(), Json::text(question.path))];
    if let Some(Begin::Block(Around { levels, siblings, .. })) = question.start {
        members.push(("levels".into(), Json::number(levels.into())));
        members.push(("siblings".into(), Json::Bool(siblings == Siblings::Included)));
    }
    members.extend(question.start.map(|start| match start {
        Begin::Line(line) => ("start".into(), Json::number(line)),
        Begin::End(lines) => ("start".into(), place(Ordinal::FromEnd(lines))),
        Begin::Cursor(cursor) => ("cursor".into(), Json::text(cursor)),
        Begin::Block(around) => ("block".into(), Json::number(around.line)),
    }));
    members.extend(question.lines.map(|lines| ("lines".into(), Json::number(lines))));
    Some(Json::Object(members).write())
}

pub(crate) fn target<T: Tree>(scene: &Scene<'_, T>, arguments: &str) -> Option<String> {
    let arguments = Arguments::read(arguments).ok()?;
    let Question::One(ask) = asking::question(&arguments).ok()? else { return None };
    Some(paths::absolute(scene.working_directory(), ask.path))
}

pub(crate) const SPELLING: Names =
    Names { tool: "read", path: "path", first: "start", lines: "lines", base: 1 };

/// What to draw of an answer.
pub(crate) fn picture(_: &str, result: &str) -> Option<Picture<'static>> {
    Some(Picture { text: render::text(result, "text")?.into(), ..Picture::default() })
}
