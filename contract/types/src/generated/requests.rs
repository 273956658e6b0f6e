// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! Requests in Rust, and as JSON.

use crate::flat::{FlatStart, StartError, cut};
use crate::{
    BasicRequest, BlameRequest, CallContext, DiffOutput, DiffRequest, FileKind, FindOrder,
    FindRequest, FoundOrder, LetterCase, ListRequest, LogOutput, LogRequest, MapRequest,
    MatchBlocks, PatternSyntax, ReadRequest, Scope, SearchOutput, SearchRequest, SharedLimits,
    Start, Totals, View,
};
use serde::{Deserialize, Serialize};

impl ReadRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            view: View::Auto,
            start: None,
            lines: None,
            bytes: None,
            tokens: None,
            column: None,
            columns: None,
            encoding: None,
            totals: Totals::Auto,
            known_version: None,
            at: None,
        }
    }

    /// Sets `view`.
    ///
    /// How to read the file.
    #[must_use]
    pub fn view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Sets `start`.
    ///
    /// Where to start. `None` means line 1.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets `lines`.
    ///
    /// The maximum number of lines to return, from 1. `None` means 2000; more than 10000 acts as
    /// 10000.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, line endings included, from 1 to 1048576. `None`
    /// means 48000. The line that would cross the limit is left out, unless it is the first: then
    /// it is clipped.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens to return, from 1, as an estimate. `None` means as many as
    /// `lines` and `bytes` allow. The line that would cross the limit is left out, unless it is the
    /// first: then it is clipped.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `column`.
    ///
    /// The first character to return of each line. `None` means the first one. 0 fails with
    /// `invalid-argument`; a line that ends before it is returned as an empty line.
    #[must_use]
    pub fn column(self, column: u32) -> Self {
        Self { column: Some(column), ..self }
    }

    /// Sets `columns`.
    ///
    /// The maximum number of characters to return of each line, from 1. `None` means 2000. The rest
    /// of a line is left out; its line ending is not.
    #[must_use]
    pub fn columns(self, columns: u32) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Sets `encoding`.
    ///
    /// The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le
    /// or utf-32be, or what Python or iconv call one of them, in any case and with any separators.
    /// `None` detects it: by a byte-order mark; by NULs where UTF-16 or UTF-32 text has them; UTF-8
    /// if everything that is read is valid UTF-8; otherwise by a guess among older encodings. An
    /// unknown name fails with `invalid-argument`. For UTF-16 and UTF-32, a byte-order mark always
    /// decides the byte order. In ISO-2022-JP, which is not detected, every line begins as ASCII. A
    /// file with a given encoding is never binary.
    #[must_use]
    pub fn encoding(self, encoding: impl Into<String>) -> Self {
        Self { encoding: Some(encoding.into()), ..self }
    }

    /// Sets `totals`.
    ///
    /// Whether to count the lines of the whole file.
    #[must_use]
    pub fn totals(self, totals: Totals) -> Self {
        Self { totals, ..self }
    }

    /// Sets `known_version`.
    ///
    /// The version that the caller already has: if the file still has it, the body is `unchanged`
    /// and nothing is read. A file without a known time is always read. `None` always reads.
    #[must_use]
    pub fn known_version(self, known_version: impl Into<String>) -> Self {
        Self { known_version: Some(known_version.into()), ..self }
    }

    /// Sets `at`.
    ///
    /// The revision of a git repository to read the file in: see `history`. `None` means the file
    /// as it is.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            start: self.start.as_ref().map(|start| start.truncated(max)),
            encoding: self.encoding.as_deref().map(|text| cut(text, max)),
            known_version: self.known_version.as_deref().map(|text| cut(text, max)),
            at: self.at.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `read-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatReadRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Totals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl From<&ReadRequest> for FlatReadRequest {
    fn from(request: &ReadRequest) -> Self {
        let FlatStart { start, cursor, block, definition, unit, levels, siblings } =
            FlatStart::of(request.start.as_ref());
        Self {
            path: request.path.clone(),
            view: (request.view != View::Auto).then_some(request.view),
            start,
            cursor,
            block,
            definition,
            unit,
            levels,
            siblings,
            lines: request.lines,
            bytes: request.bytes,
            tokens: request.tokens,
            column: request.column,
            columns: request.columns,
            encoding: request.encoding.clone(),
            totals: (request.totals != Totals::Auto).then_some(request.totals),
            known_version: request.known_version.clone(),
            at: request.at.clone(),
        }
    }
}

impl TryFrom<FlatReadRequest> for ReadRequest {
    type Error = StartError;

    fn try_from(given: FlatReadRequest) -> Result<Self, StartError> {
        Ok(Self {
            path: given.path,
            view: given.view.unwrap_or(View::Auto),
            start: FlatStart {
                start: given.start,
                cursor: given.cursor,
                block: given.block,
                definition: given.definition,
                unit: given.unit,
                levels: given.levels,
                siblings: given.siblings,
            }
            .start()?,
            lines: given.lines,
            bytes: given.bytes,
            tokens: given.tokens,
            column: given.column,
            columns: given.columns,
            encoding: given.encoding,
            totals: given.totals.unwrap_or(Totals::Auto),
            known_version: given.known_version,
            at: given.at,
        })
    }
}

impl BasicRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), start: None, lines: None }
    }

    /// Sets `start`.
    ///
    /// Where to start. `None` means the default of the tool, which is line 1.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets `lines`.
    ///
    /// The maximum number of lines. `None` means the default of the tool.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            start: self.start.as_ref().map(|start| start.truncated(max)),
            ..*self
        }
    }
}

/// A `basic-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatBasicRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
}

impl From<&BasicRequest> for FlatBasicRequest {
    fn from(request: &BasicRequest) -> Self {
        let FlatStart { start, cursor, block, definition, unit, levels, siblings } =
            FlatStart::of(request.start.as_ref());
        Self {
            path: request.path.clone(),
            start,
            cursor,
            block,
            definition,
            unit,
            levels,
            siblings,
            lines: request.lines,
        }
    }
}

impl TryFrom<FlatBasicRequest> for BasicRequest {
    type Error = StartError;

    fn try_from(given: FlatBasicRequest) -> Result<Self, StartError> {
        Ok(Self {
            path: given.path,
            start: FlatStart {
                start: given.start,
                cursor: given.cursor,
                block: given.block,
                definition: given.definition,
                unit: given.unit,
                levels: given.levels,
                siblings: given.siblings,
            }
            .start()?,
            lines: given.lines,
        })
    }
}

impl ListRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), after: None, entries: None, details: false, at: None }
    }

    /// Sets `after`.
    ///
    /// The last name of the previous page. `None` begins with the first entry.
    #[must_use]
    pub fn after(self, after: impl Into<String>) -> Self {
        Self { after: Some(after.into()), ..self }
    }

    /// Sets `entries`.
    ///
    /// The maximum number of entries to return, from 1. `None` means 1000; more than 100000 acts as
    /// 100000. Each page lists the whole directory, so large pages are faster.
    #[must_use]
    pub fn entries(self, entries: u32) -> Self {
        Self { entries: Some(entries), ..self }
    }

    /// Sets `details`.
    ///
    /// Whether to return sizes and times, which takes longer.
    #[must_use]
    pub fn details(self, details: bool) -> Self {
        Self { details, ..self }
    }

    /// Sets `at`.
    ///
    /// The revision, as in `ReadRequest`.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            after: self.after.as_deref().map(|text| cut(text, max)),
            at: self.at.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `list-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatListRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl From<&ListRequest> for FlatListRequest {
    fn from(request: &ListRequest) -> Self {
        Self {
            path: request.path.clone(),
            after: request.after.clone(),
            entries: request.entries,
            details: request.details.then_some(true),
            at: request.at.clone(),
        }
    }
}

impl From<FlatListRequest> for ListRequest {
    fn from(given: FlatListRequest) -> Self {
        Self {
            path: given.path,
            after: given.after,
            entries: given.entries,
            details: given.details.unwrap_or(false),
            at: given.at,
        }
    }
}

impl SharedLimits {
    /// Sets `bytes`.
    ///
    /// The maximum number of bytes, from one per file to 1048576. `None` means 48000.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from one per file, as an estimate. `None` means as many as
    /// `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }
}

/// A `shared-limits` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatSharedLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
}

impl From<&SharedLimits> for FlatSharedLimits {
    fn from(request: &SharedLimits) -> Self {
        Self { bytes: request.bytes, tokens: request.tokens }
    }
}

impl From<FlatSharedLimits> for SharedLimits {
    fn from(given: FlatSharedLimits) -> Self {
        Self { bytes: given.bytes, tokens: given.tokens }
    }
}

impl Scope {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            globs: Vec::new(),
            hidden: false,
            ignored: false,
            depth: None,
            at: None,
        }
    }

    /// Sets `globs`.
    ///
    /// Globs as in `.gitignore`, relative to the directory, and with alternatives in braces:
    /// `*.{ts,tsx}`. A glob without `/` matches names at any depth. The last glob that matches
    /// decides; one that begins with `!` excludes. If others include, an entry that no glob matches
    /// is left out. A glob also matches the name that is written like it, such as `[id]`, and
    /// `*.js, *.ts` is two. Globs that exclude count as relative to the root too. If nothing
    /// matches, globs that begin with the names of the directory, or the last of them, are taken
    /// without these, and backslashes as slashes; and if that matches nothing, those with a `*` in
    /// any case: see `globs` in the answer. At most 1000 after the braces are expanded.
    #[must_use]
    pub fn globs(self, globs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { globs: globs.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets `hidden`.
    ///
    /// Whether names that begin with a dot are looked at. They are, and so are ignored ones, if a
    /// glob that includes spells them out: if its component for the name has no wildcard, or begins
    /// with a dot.
    #[must_use]
    pub fn hidden(self, hidden: bool) -> Self {
        Self { hidden, ..self }
    }

    /// Sets `ignored`.
    ///
    /// Whether to look also at what is left out by `.ignore`, `.gitignore` and `.git/info/exclude`
    /// in the directory, in those below it, and in those above it up to the top of the grant.
    /// Deeper files take precedence, and `.ignore` over those of git, which apply without a
    /// repository too, and inside nested ones. A file that is too large, with those above it more
    /// than 12 MiB, is not applied.
    #[must_use]
    pub fn ignored(self, ignored: bool) -> Self {
        Self { ignored, ..self }
    }

    /// Sets `depth`.
    ///
    /// The maximum depth of a file, from 1: the entries of the directory itself have depth 1.
    /// `None` means any. 0 fails with `invalid-argument`.
    #[must_use]
    pub fn depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Sets `at`.
    ///
    /// The revision of a git repository to look in, as in `ReadRequest`. `.git` has none.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            globs: self.globs.iter().map(|text| cut(text, max)).collect(),
            at: self.at.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `scope` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatScope {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    globs: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl From<&Scope> for FlatScope {
    fn from(request: &Scope) -> Self {
        Self {
            path: request.path.clone(),
            globs: Some(&request.globs).filter(|all| !all.is_empty()).cloned(),
            hidden: request.hidden.then_some(true),
            ignored: request.ignored.then_some(true),
            depth: request.depth,
            at: request.at.clone(),
        }
    }
}

impl From<FlatScope> for Scope {
    fn from(given: FlatScope) -> Self {
        Self {
            path: given.path,
            globs: given.globs.unwrap_or_default(),
            hidden: given.hidden.unwrap_or(false),
            ignored: given.ignored.unwrap_or(false),
            depth: given.depth,
            at: given.at,
        }
    }
}

impl FindRequest {
    /// Returns a request with the defaults.
    pub fn new(scope: impl Into<Scope>) -> Self {
        Self {
            scope: scope.into(),
            kinds: Vec::new(),
            order: FindOrder::Path,
            details: false,
            lines: false,
            cursor: None,
            entries: None,
            milliseconds: None,
        }
    }

    /// Sets `kinds`.
    ///
    /// The kinds of entries to return. Empty means regular files.
    #[must_use]
    pub fn kinds(self, kinds: impl Into<Vec<FileKind>>) -> Self {
        Self { kinds: kinds.into(), ..self }
    }

    /// Sets `order`.
    ///
    /// In which order. Equal entries are ordered by path.
    #[must_use]
    pub fn order(self, order: FindOrder) -> Self {
        Self { order, ..self }
    }

    /// Sets `details`.
    ///
    /// Whether to return sizes and times, which takes longer.
    #[must_use]
    pub fn details(self, details: bool) -> Self {
        Self { details, ..self }
    }

    /// Sets `lines`.
    ///
    /// Whether to return the lines and tokens of text files, each of which is read for it. They are
    /// returned also if `order` is `lines`.
    #[must_use]
    pub fn lines(self, lines: bool) -> Self {
        Self { lines, ..self }
    }

    /// Sets `cursor`.
    ///
    /// The `next` of the previous page. `None` begins with the first entry. Fails with
    /// `invalid-argument` if it is not a cursor for the same scope, kinds and order.
    #[must_use]
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..self }
    }

    /// Sets `entries`.
    ///
    /// The maximum number of entries to return, from 1. `None` means 1000; more than 100000 acts as
    /// 100000. A page has at most 4 MiB of paths.
    #[must_use]
    pub fn entries(self, entries: u32) -> Self {
        Self { entries: Some(entries), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which a page ends with what was found so far, if `order` is
    /// `path`. `None` means no limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            scope: self.scope.truncated(max),
            kinds: self.kinds.clone(),
            cursor: self.cursor.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `find-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatFindRequest {
    scope: FlatScope,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Vec<FileKind>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<FindOrder>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&FindRequest> for FlatFindRequest {
    fn from(request: &FindRequest) -> Self {
        Self {
            scope: (&request.scope).into(),
            kinds: Some(&request.kinds).filter(|all| !all.is_empty()).cloned(),
            order: (request.order != FindOrder::Path).then_some(request.order),
            details: request.details.then_some(true),
            lines: request.lines.then_some(true),
            cursor: request.cursor.clone(),
            entries: request.entries,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatFindRequest> for FindRequest {
    fn from(given: FlatFindRequest) -> Self {
        Self {
            scope: given.scope.into(),
            kinds: given.kinds.unwrap_or_default(),
            order: given.order.unwrap_or(FindOrder::Path),
            details: given.details.unwrap_or(false),
            lines: given.lines.unwrap_or(false),
            cursor: given.cursor,
            entries: given.entries,
            milliseconds: given.milliseconds,
        }
    }
}

impl SearchRequest {
    /// Returns a request with the defaults.
    pub fn new(scope: impl Into<Scope>, pattern: impl Into<String>) -> Self {
        Self {
            scope: scope.into(),
            pattern: pattern.into(),
            syntax: PatternSyntax::Regex,
            letter_case: LetterCase::Sensitive,
            words: false,
            output: SearchOutput::Lines,
            before: 0,
            after: 0,
            blocks: MatchBlocks::None,
            binary: false,
            headers: false,
            order: FoundOrder::Path,
            cursor: None,
            matches: None,
            matches_per_file: None,
            bytes: None,
            tokens: None,
            columns: None,
            milliseconds: None,
        }
    }

    /// Sets `syntax`.
    ///
    /// What the pattern is.
    #[must_use]
    pub fn syntax(self, syntax: PatternSyntax) -> Self {
        Self { syntax, ..self }
    }

    /// Sets `letter_case`.
    ///
    /// Whether case matters.
    #[must_use]
    pub fn letter_case(self, letter_case: LetterCase) -> Self {
        Self { letter_case, ..self }
    }

    /// Sets `words`.
    ///
    /// Whether a match must begin and end where words do. Of definitions, whether the whole name
    /// must match.
    #[must_use]
    pub fn words(self, words: bool) -> Self {
        Self { words, ..self }
    }

    /// Sets `output`.
    ///
    /// What to return.
    #[must_use]
    pub fn output(self, output: SearchOutput) -> Self {
        Self { output, ..self }
    }

    /// Sets `before`.
    ///
    /// The number of lines to return before each that matches, at most 100.
    #[must_use]
    pub fn before(self, before: u32) -> Self {
        Self { before, ..self }
    }

    /// Sets `after`.
    ///
    /// The same after it.
    #[must_use]
    pub fn after(self, after: u32) -> Self {
        Self { after, ..self }
    }

    /// Sets `blocks`.
    ///
    /// Which blocks to return in place of these.
    #[must_use]
    pub fn blocks(self, blocks: MatchBlocks) -> Self {
        Self { blocks, ..self }
    }

    /// Sets `binary`.
    ///
    /// Whether binary files are searched too, as text.
    #[must_use]
    pub fn binary(self, binary: bool) -> Self {
        Self { binary, ..self }
    }

    /// Sets `headers`.
    ///
    /// Whether to return the headers around matches, which are looked for in files of at most 1
    /// MiB.
    #[must_use]
    pub fn headers(self, headers: bool) -> Self {
        Self { headers, ..self }
    }

    /// Sets `order`.
    ///
    /// In which order files are searched.
    #[must_use]
    pub fn order(self, order: FoundOrder) -> Self {
        Self { order, ..self }
    }

    /// Sets `cursor`.
    ///
    /// The `next` of the previous page. `None` begins with the first file. Fails with
    /// `invalid-argument` if it is not a cursor for the same scope, pattern and order.
    #[must_use]
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..self }
    }

    /// Sets `matches`.
    ///
    /// The maximum number of lines that match to return, or of files if `output` is `files` or
    /// `counts`, from 1. `None` means 200; more than 10000 acts as 10000.
    #[must_use]
    pub fn matches(self, matches: u32) -> Self {
        Self { matches: Some(matches), ..self }
    }

    /// Sets `matches_per_file`.
    ///
    /// The maximum number of matching lines to return per file, from 1. Further ones are counted.
    /// `None` means 20, or no limit if the path of the scope is a file.
    #[must_use]
    pub fn matches_per_file(self, matches_per_file: u32) -> Self {
        Self { matches_per_file: Some(matches_per_file), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, from 1 to 1048576, with 8 for each line and path in
    /// addition to their texts. `None` means 48000. A page has at least one line.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `columns`.
    ///
    /// The maximum number of characters to return of each line, from 1. `None` means 400. A longer
    /// line is clipped around its first match.
    #[must_use]
    pub fn columns(self, columns: u32) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which a page ends with what was found so far. `None` means no
    /// limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            scope: self.scope.truncated(max),
            pattern: cut(&self.pattern, max),
            cursor: self.cursor.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `search-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatSearchRequest {
    scope: FlatScope,
    pattern: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    syntax: Option<PatternSyntax>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letter_case: Option<LetterCase>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<SearchOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<MatchBlocks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<FoundOrder>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches_per_file: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&SearchRequest> for FlatSearchRequest {
    fn from(request: &SearchRequest) -> Self {
        Self {
            scope: (&request.scope).into(),
            pattern: request.pattern.clone(),
            syntax: (request.syntax != PatternSyntax::Regex).then_some(request.syntax),
            letter_case: (request.letter_case != LetterCase::Sensitive)
                .then_some(request.letter_case),
            words: request.words.then_some(true),
            output: (request.output != SearchOutput::Lines).then_some(request.output),
            before: (request.before > 0).then_some(request.before),
            after: (request.after > 0).then_some(request.after),
            blocks: (request.blocks != MatchBlocks::None).then_some(request.blocks),
            binary: request.binary.then_some(true),
            headers: request.headers.then_some(true),
            order: (request.order != FoundOrder::Path).then_some(request.order),
            cursor: request.cursor.clone(),
            matches: request.matches,
            matches_per_file: request.matches_per_file,
            bytes: request.bytes,
            tokens: request.tokens,
            columns: request.columns,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatSearchRequest> for SearchRequest {
    fn from(given: FlatSearchRequest) -> Self {
        Self {
            scope: given.scope.into(),
            pattern: given.pattern,
            syntax: given.syntax.unwrap_or(PatternSyntax::Regex),
            letter_case: given.letter_case.unwrap_or(LetterCase::Sensitive),
            words: given.words.unwrap_or(false),
            output: given.output.unwrap_or(SearchOutput::Lines),
            before: given.before.unwrap_or(0),
            after: given.after.unwrap_or(0),
            blocks: given.blocks.unwrap_or(MatchBlocks::None),
            binary: given.binary.unwrap_or(false),
            headers: given.headers.unwrap_or(false),
            order: given.order.unwrap_or(FoundOrder::Path),
            cursor: given.cursor,
            matches: given.matches,
            matches_per_file: given.matches_per_file,
            bytes: given.bytes,
            tokens: given.tokens,
            columns: given.columns,
            milliseconds: given.milliseconds,
        }
    }
}

impl MapRequest {
    /// Returns a request with the defaults.
    pub fn new(scope: impl Into<Scope>) -> Self {
        Self {
            scope: scope.into(),
            cursor: None,
            definitions: None,
            bytes: None,
            tokens: None,
            milliseconds: None,
        }
    }

    /// Sets `cursor`.
    ///
    /// The `next` of the previous page. `None` begins with the most important definition. Fails
    /// with `invalid-argument` if it is not a cursor for the same scope.
    #[must_use]
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..self }
    }

    /// Sets `definitions`.
    ///
    /// The maximum number of definitions to return, from 1. `None` means 1000; more than 10000 acts
    /// as 10000.
    #[must_use]
    pub fn definitions(self, definitions: u32) -> Self {
        Self { definitions: Some(definitions), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, from 1 to 1048576, with 8 for each definition and
    /// path in addition to their texts. `None` means 12000. A page has at least one definition.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which no further file is read. The map is then one of the
    /// files before. `None` means no limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            scope: self.scope.truncated(max),
            cursor: self.cursor.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `map-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatMapRequest {
    scope: FlatScope,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    definitions: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&MapRequest> for FlatMapRequest {
    fn from(request: &MapRequest) -> Self {
        Self {
            scope: (&request.scope).into(),
            cursor: request.cursor.clone(),
            definitions: request.definitions,
            bytes: request.bytes,
            tokens: request.tokens,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatMapRequest> for MapRequest {
    fn from(given: FlatMapRequest) -> Self {
        Self {
            scope: given.scope.into(),
            cursor: given.cursor,
            definitions: given.definitions,
            bytes: given.bytes,
            tokens: given.tokens,
            milliseconds: given.milliseconds,
        }
    }
}

impl DiffRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            globs: Vec::new(),
            at: None,
            from: None,
            to: None,
            output: DiffOutput::Patch,
            context: None,
            cursor: None,
            files: None,
            bytes: None,
            tokens: None,
            milliseconds: None,
        }
    }

    /// Sets `globs`.
    ///
    /// Globs relative to the directory, as in a `scope`.
    #[must_use]
    pub fn globs(self, globs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { globs: globs.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets `at`.
    ///
    /// A commit: what it changed, compared with its first parent. Instead of `from` and `to`.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Sets `from`.
    ///
    /// The older revision. `None` means `HEAD`. `a..b` is also `to`; `a...b` begins where `b` left
    /// `a`.
    #[must_use]
    pub fn from(self, from: impl Into<String>) -> Self {
        Self { from: Some(from.into()), ..self }
    }

    /// Sets `to`.
    ///
    /// The newer revision. `None` means the working tree, with files that are neither in the index
    /// nor ignored.
    #[must_use]
    pub fn to(self, to: impl Into<String>) -> Self {
        Self { to: Some(to.into()), ..self }
    }

    /// Sets `output`.
    ///
    /// What to return of each file.
    #[must_use]
    pub fn output(self, output: DiffOutput) -> Self {
        Self { output, ..self }
    }

    /// Sets `context`.
    ///
    /// The number of unchanged lines around changed ones. `None` means 3; more than 1000 acts as
    /// 1000.
    #[must_use]
    pub fn context(self, context: u32) -> Self {
        Self { context: Some(context), ..self }
    }

    /// Sets `cursor`.
    ///
    /// The `next` of the previous page of the same request. `None` begins with the first file.
    #[must_use]
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..self }
    }

    /// Sets `files`.
    ///
    /// The maximum number of files to return, from 1. `None` means 1000; more than 10000 acts as
    /// 10000.
    #[must_use]
    pub fn files(self, files: u32) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, from 1 to 1048576, with 16 for each file in addition
    /// to its paths and its patch. `None` means 48000. A page has at least one line.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which no further file is compared. `None` means no limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            globs: self.globs.iter().map(|text| cut(text, max)).collect(),
            at: self.at.as_deref().map(|text| cut(text, max)),
            from: self.from.as_deref().map(|text| cut(text, max)),
            to: self.to.as_deref().map(|text| cut(text, max)),
            cursor: self.cursor.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `diff-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatDiffRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    globs: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<DiffOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&DiffRequest> for FlatDiffRequest {
    fn from(request: &DiffRequest) -> Self {
        Self {
            path: request.path.clone(),
            globs: Some(&request.globs).filter(|all| !all.is_empty()).cloned(),
            at: request.at.clone(),
            from: request.from.clone(),
            to: request.to.clone(),
            output: (request.output != DiffOutput::Patch).then_some(request.output),
            context: request.context,
            cursor: request.cursor.clone(),
            files: request.files,
            bytes: request.bytes,
            tokens: request.tokens,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatDiffRequest> for DiffRequest {
    fn from(given: FlatDiffRequest) -> Self {
        Self {
            path: given.path,
            globs: given.globs.unwrap_or_default(),
            at: given.at,
            from: given.from,
            to: given.to,
            output: given.output.unwrap_or(DiffOutput::Patch),
            context: given.context,
            cursor: given.cursor,
            files: given.files,
            bytes: given.bytes,
            tokens: given.tokens,
            milliseconds: given.milliseconds,
        }
    }
}

impl LogRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            at: None,
            from: None,
            to: None,
            author: None,
            message: None,
            text: None,
            since: None,
            until: None,
            output: LogOutput::Subjects,
            cursor: None,
            commits: None,
            bytes: None,
            tokens: None,
            milliseconds: None,
        }
    }

    /// Sets `at`.
    ///
    /// The revision to begin at. `None` means `HEAD`.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Sets `from`.
    ///
    /// A revision: neither it nor what came before it is returned. `a..b` is also `to`; `a...b` are
    /// the commits of both that the other does not have.
    #[must_use]
    pub fn from(self, from: impl Into<String>) -> Self {
        Self { from: Some(from.into()), ..self }
    }

    /// Sets `to`.
    ///
    /// The revision to begin at, with `from`. `None` means `HEAD`.
    #[must_use]
    pub fn to(self, to: impl Into<String>) -> Self {
        Self { to: Some(to.into()), ..self }
    }

    /// Sets `author`.
    ///
    /// A regular expression in the syntax of Rust's crate regex, in any case, for the author with
    /// the address, `Ann Lee <ann@example.org>`, or for the name alone.
    #[must_use]
    pub fn author(self, author: impl Into<String>) -> Self {
        Self { author: Some(author.into()), ..self }
    }

    /// Sets `message`.
    ///
    /// The same for a line of the message. As in a search, case matters only if it has a capital.
    #[must_use]
    pub fn message(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }

    /// Sets `text`.
    ///
    /// Code of files as it is, or an expression if it has signs that code rarely has, such as `.*`
    /// and `a|b`: commits that add, remove or change lines with a match in a file. Lines that only
    /// move or are indented, and merges, are left out.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    /// Sets `since`.
    ///
    /// The earliest date of the commit: `2026-11-28`, in UTC, `2026-11-28T09:30:00+01:00`, or `2
    /// weeks ago`.
    #[must_use]
    pub fn since(self, since: impl Into<String>) -> Self {
        Self { since: Some(since.into()), ..self }
    }

    /// Sets `until`.
    ///
    /// The latest date, in the same way; a day is included.
    #[must_use]
    pub fn until(self, until: impl Into<String>) -> Self {
        Self { until: Some(until.into()), ..self }
    }

    /// Sets `output`.
    ///
    /// What to return of each commit.
    #[must_use]
    pub fn output(self, output: LogOutput) -> Self {
        Self { output, ..self }
    }

    /// Sets `cursor`.
    ///
    /// The `next` of the previous page of the same request. `None` begins with the newest commit.
    #[must_use]
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), ..self }
    }

    /// Sets `commits`.
    ///
    /// The maximum number of commits, from 1. `None` means 100; more than 10000 acts as 10000.
    #[must_use]
    pub fn commits(self, commits: u32) -> Self {
        Self { commits: Some(commits), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, from 1 to 1048576, with 64 for each commit in
    /// addition to its texts. `None` means 48000. A page has at least one commit.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which no further commit is looked at. `None` means no limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            at: self.at.as_deref().map(|text| cut(text, max)),
            from: self.from.as_deref().map(|text| cut(text, max)),
            to: self.to.as_deref().map(|text| cut(text, max)),
            author: self.author.as_deref().map(|text| cut(text, max)),
            message: self.message.as_deref().map(|text| cut(text, max)),
            text: self.text.as_deref().map(|text| cut(text, max)),
            since: self.since.as_deref().map(|text| cut(text, max)),
            until: self.until.as_deref().map(|text| cut(text, max)),
            cursor: self.cursor.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `log-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatLogRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<LogOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&LogRequest> for FlatLogRequest {
    fn from(request: &LogRequest) -> Self {
        Self {
            path: request.path.clone(),
            at: request.at.clone(),
            from: request.from.clone(),
            to: request.to.clone(),
            author: request.author.clone(),
            message: request.message.clone(),
            text: request.text.clone(),
            since: request.since.clone(),
            until: request.until.clone(),
            output: (request.output != LogOutput::Subjects).then_some(request.output),
            cursor: request.cursor.clone(),
            commits: request.commits,
            bytes: request.bytes,
            tokens: request.tokens,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatLogRequest> for LogRequest {
    fn from(given: FlatLogRequest) -> Self {
        Self {
            path: given.path,
            at: given.at,
            from: given.from,
            to: given.to,
            author: given.author,
            message: given.message,
            text: given.text,
            since: given.since,
            until: given.until,
            output: given.output.unwrap_or(LogOutput::Subjects),
            cursor: given.cursor,
            commits: given.commits,
            bytes: given.bytes,
            tokens: given.tokens,
            milliseconds: given.milliseconds,
        }
    }
}

impl BlameRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            at: None,
            first: None,
            lines: None,
            bytes: None,
            tokens: None,
            milliseconds: None,
        }
    }

    /// Sets `at`.
    ///
    /// The revision of the file. `None` means the working tree.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        Self { at: Some(at.into()), ..self }
    }

    /// Sets `first`.
    ///
    /// The first line. `None` means line 1.
    #[must_use]
    pub fn first(self, first: u32) -> Self {
        Self { first: Some(first), ..self }
    }

    /// Sets `lines`.
    ///
    /// The maximum number of lines, from 1. `None` means 2000; more than 10000 acts as 10000.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, from 1 to 1048576, with 64 for each run in addition
    /// to its texts. `None` means 48000. A page has at least one line.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `milliseconds`.
    ///
    /// The time in milliseconds after which no older commit is looked at. `None` means no limit.
    #[must_use]
    pub fn milliseconds(self, milliseconds: u32) -> Self {
        Self { milliseconds: Some(milliseconds), ..self }
    }

    /// Returns the request with strings of at most `max` bytes each.
    #[must_use]
    pub fn truncated(&self, max: usize) -> Self {
        Self {
            path: cut(&self.path, max),
            at: self.at.as_deref().map(|text| cut(text, max)),
            ..*self
        }
    }
}

/// A `blame-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatBlameRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u32>,
}

impl From<&BlameRequest> for FlatBlameRequest {
    fn from(request: &BlameRequest) -> Self {
        Self {
            path: request.path.clone(),
            at: request.at.clone(),
            first: request.first,
            lines: request.lines,
            bytes: request.bytes,
            tokens: request.tokens,
            milliseconds: request.milliseconds,
        }
    }
}

impl From<FlatBlameRequest> for BlameRequest {
    fn from(given: FlatBlameRequest) -> Self {
        Self {
            path: given.path,
            at: given.at,
            first: given.first,
            lines: given.lines,
            bytes: given.bytes,
            tokens: given.tokens,
            milliseconds: given.milliseconds,
        }
    }
}

/// How a tool is called.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallOptions {
    /// Whether the host needs only `content`: the native object repeats its text.
    pub content_only: bool,
}

impl CallOptions {
    /// Returns what a call is given in addition to its arguments.
    pub fn context(
        self,
        index: Option<String>,
        shown: Option<String>,
        max_tokens: Option<u32>,
        milliseconds: Option<u32>,
    ) -> CallContext {
        CallContext { content_only: self.content_only, index, shown, max_tokens, milliseconds }
    }
}
