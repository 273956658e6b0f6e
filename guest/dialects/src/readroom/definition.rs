//! The presentation of the tool to a model.

use super::arguments::{TOTALS, VIEWS};
use super::given::MAX_INTEGER;
use crate::shared::Definition;
use crate::shared::schema::{self, Range};
use readroom_read::{
    DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, MAX_BYTES, MAX_FILES, MAX_LINES,
};

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    Definition {
        name: "read",
        description: format!(
            "Reads a file: text with line numbers, images, notebooks by cell, documents (Office, \
             PDF) as text; the names in a directory. Up to {DEFAULT_LINES} lines or \
             {DEFAULT_BYTES} bytes; the last line, in brackets, has the next call."
        ),
        parameters: schema::short(
            &[
                ("path", "string", ""),
                ("start", "integer", "First line or cell; negative: from the end"),
                ("lines", "integer", ""),
                (
                    "block",
                    "string",
                    "The definition of a name, such as Walk::next, or what is around a line",
                ),
                ("files", "[string]", "Several at once: a.rs:10-40, b.rs#next, c.pdf#page=3"),
                ("view", "auto|outline|blame", "outline: what a file or directory defines"),
                ("at", "string", "A git revision, in search, find and list too"),
            ],
            &[],
        ),
        full_parameters: Some(full_parameters()),
        snippet: "read: read a file, or some of its lines",
        guidelines: vec![
            "Read files with read rather than with shell commands.".into(),
            "When an answer ends with a next call, make it before you judge the whole file.".into(),
        ],
    }
}

/// Returns the schema of all arguments.
fn full_parameters() -> String {
    let number = Range::at_least(0).at_most(MAX_INTEGER);
    let start = Range::at_least(-(MAX_INTEGER as i64)).at_most(MAX_INTEGER).with_default(1);
    let bytes = number.at_most(MAX_BYTES).with_default(DEFAULT_BYTES);
    schema::without_required(vec![
        schema::text(
            "path",
            "The file: relative to the working directory, or absolute. Required unless files is \
             given.",
        ),
        schema::integer(
            "start",
            start,
            "The first line, or cell of a notebook, counted from 1. A negative number counts from \
             the end: -20 reads the last 20 lines.",
        ),
        schema::text(
            "cursor",
            "The cursor of an earlier answer, instead of start: continues where that answer \
             stopped, without reading what lies before. Fails if the file has changed.",
        ),
        schema::text_or_integer(
            "block",
            "A name, instead of start: reads its definition. It may have those around it, such as \
             Walk::next. Or a line: reads the block around it by indentation, such as the function \
             that contains it.",
        ),
        schema::text(
            "unit",
            "A sheet, slide, chapter or page of a document, by its number or title, instead of \
             start, or a range such as 3-4.",
        ),
        schema::integer(
            "levels",
            number.with_default(0),
            "How many levels further out the block begins.",
        ),
        schema::boolean("siblings", "Whether to read the lines beside the block too."),
        schema::integer(
            "lines",
            number.with_default(DEFAULT_LINES),
            format!("The maximum number of lines. More than {MAX_LINES} acts as {MAX_LINES}."),
        ),
        schema::integer(
            "bytes",
            bytes,
            "The maximum number of bytes of the answer, line numbers and notes included.",
        ),
        schema::integer(
            "tokens",
            number,
            "The maximum number of tokens of the answer, as an estimate. No limit by default.",
        ),
        schema::integer(
            "column",
            number.with_default(1),
            "The first character to return of each line, counted from 1, to continue a line that \
             was cut.",
        ),
        schema::integer(
            "columns",
            number.with_default(DEFAULT_COLUMNS.into()),
            "The maximum number of characters of each line.",
        ),
        schema::text(
            "encoding",
            "The encoding of the file, such as gb18030 or windows-1252, if it is not detected.",
        ),
        schema::one_of(
            "view",
            &VIEWS.map(|(name, _)| name),
            "outline returns the lines that declare something, to choose where to read, and for a \
             directory those of its files, the most important first; text reads any file as text, \
             exactly as it is.",
        ),
        schema::one_of(
            "totals",
            &TOTALS.map(|(name, _)| name),
            "When to count the lines of the whole file: auto does if it has at most 32 MiB.",
        ),
        schema::text(
            "known_version",
            "The version of an earlier answer that you still have: if the file is unchanged, \
             nothing is read again. A ? asks for the version.",
        ),
        schema::boolean(
            "again",
            "Whether to repeat what an earlier answer has, instead of pointing to it.",
        ),
        super::look::at(),
        // The objects have the arguments described before.
        schema::texts_or_objects(
            "files",
            "path",
            MAX_FILES as u64,
            "Several files in one call, instead of path: paths, or objects with the arguments \
                 above. A path may end with a part of its file, as in a.rs:10-40, b.rs#next and \
                 c.pdf#page=3. With it, bytes and tokens are for all files together.",
        ),
    ])
}
