// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! Every answer of the contract, and every enum.

use super::types::*;
use crate::json::{enumeration, record, variant};

enumeration!(View { Auto = "auto", Text = "text", Outline = "outline" });
enumeration!(Siblings { Excluded = "excluded", Included = "included" });
enumeration!(Totals { Auto = "auto", Always = "always", Never = "never" });
record!(Documents { (files) });
record!(Document { path, size, [modified], version, [masked], body });
variant!(Body {
    Text(..) = "text",
    Unchanged() = "unchanged",
    Outline(..) = "outline",
    Notebook(..) = "notebook",
    Image(..) = "image",
    Directory(..) = "directory",
    Document(..) = "document",
});
record!(Text {
    content,
    [first],
    lines,
    [block],
    tokens,
    stopped,
    [next],
    [total],
    clipped,
    encoding,
    encoding_source,
    bom,
    line_endings,
    lossy,
    suspicious,
});
record!(DocumentText {
    text,
    format,
    units,
    omitted_units,
    words,
    hidden,
    left_out,
    [extraction],
    [cut],
});
record!(Extraction { pages_without_text, pages_behind_images, characters, undecoded, restricted });
record!(DocumentUnit { title, line, hidden, [range] });
record!(HiddenContent { units, rows, columns, texts, comments, insertions, deletions });
record!(LeftOutContent {
    images,
    image_names,
    charts,
    objects,
    equations,
    headers_and_footers,
    [macros],
});
record!(Position { [line], cursor });
record!(BlockSpan { first, last, headers, same_name });
record!(Heading { line, text });
record!(Outline { entries, omitted, tokens, total, encoding });
record!(OutlineEntry { line, last, depth, text });
record!(Notebook { cells, tokens, stopped, total, [next_cell], malformed, [language] });
record!(NotebookCell {
    number,
    kind,
    [execution_count],
    source,
    omitted_characters,
    outputs,
    omitted_outputs,
});
enumeration!(CellKind { Code = "code", Markdown = "markdown", Raw = "raw" });
record!(CellOutput { kind, text, omitted_characters, media });
enumeration!(OutputKind {
    Stdout = "stdout",
    Stderr = "stderr",
    ExecuteResult = "execute-result",
    DisplayData = "display-data",
    Error = "error",
});
record!(OmittedMedia { mime, bytes });
record!(ImageInfo { mime, width, height });
record!(ClippedLine { line, next_column, characters });
enumeration!(EncodingSource { Request = "request", Bom = "bom", Content = "content" });
record!(SuspiciousLine { line, kind, characters });
enumeration!(SuspiciousKind {
    Bidirectional = "bidirectional",
    Invisible = "invisible",
    Terminal = "terminal",
    ForgedMarkup = "forged-markup",
});
enumeration!(StopReason {
    End = "end",
    LineLimit = "line-limit",
    ByteLimit = "byte-limit",
    TokenLimit = "token-limit",
    BlockEnd = "block-end",
});
enumeration!(LineEndings { None = "none", Lf = "lf", Crlf = "crlf", Cr = "cr", Mixed = "mixed" });
record!(DirectoryPage { entries, first, tokens, stopped, [next], total });
record!(Listing { path, entries, total, more });
record!(DirectoryEntry { name, kind, [size], [modified] });
enumeration!(FileKind {
    File = "file",
    Directory = "directory",
    Link = "link",
    Special = "special",
});
record!(FileStat { path, real_path, kind, size, [modified], [version] });
record!(ReadFacts { real_path, size, [modified], [version], lines, bytes, [masked] });
record!(ReadError { code, message, hint, [total], suggestions });
enumeration!(ErrorCode {
    OutsideRoot = "outside-root",
    NotFound = "not-found",
    NotAFile = "not-a-file",
    IsADirectory = "is-a-directory",
    NotADirectory = "not-a-directory",
    PermissionDenied = "permission-denied",
    InvalidPath = "invalid-path",
    InvalidArgument = "invalid-argument",
    NameTooLong = "name-too-long",
    SymlinkLoop = "symlink-loop",
    OffsetPastEnd = "offset-past-end",
    BinaryFile = "binary-file",
    NotUtf8 = "not-utf8",
    TooLarge = "too-large",
    Unsupported = "unsupported",
    InvalidContent = "invalid-content",
    Stale = "stale",
    NoRepository = "no-repository",
    UnknownRevision = "unknown-revision",
    DamagedRepository = "damaged-repository",
    MissingObject = "missing-object",
    Busy = "busy",
    Timeout = "timeout",
    Io = "io",
    Other = "other",
});
enumeration!(DiffOutput { Patch = "patch", Files = "files", Counts = "counts" });
record!(DiffPage { from, to, [commit], first_tags, files, total, unnamed, [next], stopped });
record!(ChangedFile {
    path,
    [old_path],
    status,
    [similarity],
    [added],
    [removed],
    converted,
    [patch],
});
enumeration!(ChangeStatus {
    Added = "added",
    Deleted = "deleted",
    Modified = "modified",
    TypeChanged = "type-changed",
    Renamed = "renamed",
    Untracked = "untracked",
    Unmerged = "unmerged",
});
enumeration!(LogOutput { Subjects = "subjects", Full = "full", Files = "files", Tags = "tags" });
record!(LogPage { commits, [total], [next], [reached], [missing], stopped });
record!(Commit {
    id,
    parents,
    tags,
    author,
    [email],
    date,
    committed,
    subject,
    [message],
    [added_matches],
    [removed_matches],
    files,
});
record!(BlamePage { path, runs, total, [next], stopped });
record!(BlameRun { first, lines, [commit], author, date, subject, [old_path], is_oldest });
enumeration!(HistoryStop {
    End = "end",
    CountLimit = "count-limit",
    ByteLimit = "byte-limit",
    TokenLimit = "token-limit",
    TimeLimit = "time-limit",
    Shallow = "shallow",
});
record!(Scope { path, globs, hidden, ignored, [depth], [at] });
enumeration!(FoundOrder { Path = "path", Modified = "modified", Matches = "matches" });
enumeration!(FindOrder { Path = "path", Modified = "modified", Size = "size", Lines = "lines" });
record!(Found { entries, [next], out_of_time, skipped, [globs] });
record!(FoundEntry { path, kind, [size], [modified], [lines], [tokens] });
record!(Skipped {
    hidden,
    ignored,
    ignored_by,
    links,
    binary,
    documents,
    large,
    directories,
    files,
    names,
    paths,
    ignore_files,
});
record!(SearchRequest {
    scope,
    pattern,
    syntax,
    letter_case,
    words,
    output,
    before,
    after,
    blocks,
    binary,
    headers,
    order,
    [cursor],
    [matches],
    [matches_per_file],
    [bytes],
    [tokens],
    [columns],
    [milliseconds],
});
enumeration!(PatternSyntax { Regex = "regex", Literal = "literal" });
enumeration!(LetterCase { Sensitive = "sensitive", Insensitive = "insensitive", Smart = "smart" });
enumeration!(SearchOutput {
    Lines = "lines",
    Files = "files",
    Counts = "counts",
    Definitions = "definitions",
    Uses = "uses",
});
enumeration!(MatchBlocks { None = "none", Few = "few", All = "all" });
record!(SearchResults { files, stopped, [next], searched, skipped, [globs] });
record!(FileMatches { path, matches, complete, groups });
record!(MatchGroup { headers, lines });
record!(MatchLine { line, text, column, clipped, matches, ranges, [last], [cells] });
record!(ColumnRange { start, end });
enumeration!(SearchStop {
    End = "end",
    MatchLimit = "match-limit",
    ByteLimit = "byte-limit",
    TokenLimit = "token-limit",
    TimeLimit = "time-limit",
});
record!(MapPage {
    files,
    names,
    [next],
    out_of_time,
    mapped,
    definitions,
    tests,
    generated,
    others,
    unread,
    skipped,
    [globs],
});
record!(MappedFile { path, lines, definitions, omitted });
record!(Scanned { text, files, complete });
record!(Tool {
    id,
    name,
    description,
    parameters,
    [full_parameters],
    snippet,
    guidelines,
    release,
    basis,
});
record!(UnknownToolError { tool, known });
enumeration!(Outcome { Answered = "answered", Refused = "refused" });
record!(Reply { outcome, json, content, facts, [index], [shown] });
variant!(Content { Text(text) = "text", Image(..) = "image", File(..) = "file" });
record!(EncodedMedia { mime, data });
