# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""Decoders of the contract's answers: of every type, and of the result of every function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from .. import contract, errors
from .._decoder import BOOL, STRING, U32, U64, Decoder, Enum, List, Option, Record, Result, Variant

CHANGE_STATUS: Final[Decoder[contract.ChangeStatus]] = Enum(get_args(contract.ChangeStatus))
CHANGED_FILE: Final[Decoder[contract.ChangedFile]] = Record(
    contract.ChangedFile,
    path=STRING,
    old_path=Option(STRING),
    status=CHANGE_STATUS,
    similarity=Option(U32),
    added=Option(U32),
    removed=Option(U32),
    converted=BOOL,
    patch=Option(STRING),
)
COMMIT: Final[Decoder[contract.Commit]] = Record(
    contract.Commit,
    id=STRING,
    parents=List(STRING),
    tags=List(STRING),
    author=STRING,
    email=Option(STRING),
    date=STRING,
    committed=STRING,
    subject=STRING,
    message=Option(STRING),
    added_matches=Option(U32),
    removed_matches=Option(U32),
    files=List(CHANGED_FILE),
)
HISTORY_STOP: Final[Decoder[contract.HistoryStop]] = Enum(get_args(contract.HistoryStop))
DIFF_PAGE: Final[Decoder[contract.DiffPage]] = Record(
    contract.DiffPage,
    from_=STRING,
    to=STRING,
    commit=Option(COMMIT),
    first_tags=List(STRING),
    files=List(CHANGED_FILE),
    total=U32,
    unnamed=U32,
    next=Option(STRING),
    stopped=HISTORY_STOP,
)
ERROR_CODE: Final[Decoder[contract.ErrorCode]] = Enum(get_args(contract.ErrorCode))
READ_ERROR: Final[Decoder[errors.ReadError]] = Record(
    errors.ReadError,
    code=ERROR_CODE,
    message=STRING,
    hint=STRING,
    total=Option(U32),
    suggestions=List(STRING),
)
LOG_PAGE: Final[Decoder[contract.LogPage]] = Record(
    contract.LogPage,
    commits=List(COMMIT),
    total=Option(U32),
    next=Option(STRING),
    reached=Option(STRING),
    missing=Option(U32),
    stopped=HISTORY_STOP,
)
BLAME_RUN: Final[Decoder[contract.BlameRun]] = Record(
    contract.BlameRun,
    first=U32,
    lines=List(STRING),
    commit=Option(STRING),
    author=STRING,
    date=STRING,
    subject=STRING,
    old_path=Option(STRING),
    is_oldest=BOOL,
)
BLAME_PAGE: Final[Decoder[contract.BlamePage]] = Record(
    contract.BlamePage,
    path=STRING,
    runs=List(BLAME_RUN),
    total=U32,
    next=Option(U32),
    stopped=HISTORY_STOP,
)
HEADING: Final[Decoder[contract.Heading]] = Record(contract.Heading, line=U32, text=STRING)
BLOCK_SPAN: Final[Decoder[contract.BlockSpan]] = Record(
    contract.BlockSpan,
    first=U32,
    last=U32,
    headers=List(HEADING),
    same_name=List(HEADING),
)
STOP_REASON: Final[Decoder[contract.StopReason]] = Enum(get_args(contract.StopReason))
POSITION: Final[Decoder[contract.Position]] = Record(
    contract.Position,
    line=Option(U32),
    cursor=STRING,
)
CLIPPED_LINE: Final[Decoder[contract.ClippedLine]] = Record(
    contract.ClippedLine,
    line=U32,
    next_column=U32,
    characters=U32,
)
ENCODING_SOURCE: Final[Decoder[contract.EncodingSource]] = Enum(get_args(contract.EncodingSource))
LINE_ENDINGS: Final[Decoder[contract.LineEndings]] = Enum(get_args(contract.LineEndings))
SUSPICIOUS_KIND: Final[Decoder[contract.SuspiciousKind]] = Enum(get_args(contract.SuspiciousKind))
SUSPICIOUS_LINE: Final[Decoder[contract.SuspiciousLine]] = Record(
    contract.SuspiciousLine,
    line=U32,
    kind=SUSPICIOUS_KIND,
    characters=U32,
)
TEXT: Final[Decoder[contract.Text]] = Record(
    contract.Text,
    content=STRING,
    first=Option(U32),
    lines=U32,
    block=Option(BLOCK_SPAN),
    tokens=U32,
    stopped=STOP_REASON,
    next=Option(POSITION),
    total=Option(U32),
    clipped=List(CLIPPED_LINE),
    encoding=STRING,
    encoding_source=ENCODING_SOURCE,
    bom=BOOL,
    line_endings=LINE_ENDINGS,
    lossy=BOOL,
    suspicious=List(SUSPICIOUS_LINE),
)
OUTLINE_ENTRY: Final[Decoder[contract.OutlineEntry]] = Record(
    contract.OutlineEntry,
    line=U32,
    last=U32,
    depth=U32,
    text=STRING,
)
CELL_KIND: Final[Decoder[contract.CellKind]] = Enum(get_args(contract.CellKind))
OUTPUT_KIND: Final[Decoder[contract.OutputKind]] = Enum(get_args(contract.OutputKind))
OMITTED_MEDIA: Final[Decoder[contract.OmittedMedia]] = Record(
    contract.OmittedMedia,
    mime=STRING,
    bytes=U32,
)
CELL_OUTPUT: Final[Decoder[contract.CellOutput]] = Record(
    contract.CellOutput,
    kind=OUTPUT_KIND,
    text=STRING,
    omitted_characters=U32,
    media=List(OMITTED_MEDIA),
)
NOTEBOOK_CELL: Final[Decoder[contract.NotebookCell]] = Record(
    contract.NotebookCell,
    number=U32,
    kind=CELL_KIND,
    execution_count=Option(U32),
    source=STRING,
    omitted_characters=U32,
    outputs=List(CELL_OUTPUT),
    omitted_outputs=U32,
)
FILE_KIND: Final[Decoder[contract.FileKind]] = Enum(get_args(contract.FileKind))
DIRECTORY_ENTRY: Final[Decoder[contract.DirectoryEntry]] = Record(
    contract.DirectoryEntry,
    name=STRING,
    kind=FILE_KIND,
    size=Option(U64),
    modified=Option(U64),
)
DOCUMENT_UNIT: Final[Decoder[contract.DocumentUnit]] = Record(
    contract.DocumentUnit,
    title=STRING,
    line=U32,
    hidden=BOOL,
    range=Option(STRING),
)
HIDDEN_CONTENT: Final[Decoder[contract.HiddenContent]] = Record(
    contract.HiddenContent,
    units=U32,
    rows=U32,
    columns=U32,
    texts=U32,
    comments=U32,
    insertions=U32,
    deletions=U32,
)
LEFT_OUT_CONTENT: Final[Decoder[contract.LeftOutContent]] = Record(
    contract.LeftOutContent,
    images=U32,
    image_names=List(STRING),
    charts=U32,
    objects=U32,
    equations=U32,
    headers_and_footers=U32,
    macros=Option(STRING),
)
EXTRACTION: Final[Decoder[contract.Extraction]] = Record(
    contract.Extraction,
    pages_without_text=List(U32),
    pages_behind_images=List(U32),
    characters=U64,
    undecoded=U64,
    restricted=BOOL,
)
BODY: Final[Decoder[contract.Body]] = Variant(
    text=Record(
        contract.TextBody,
        content=STRING,
        first=Option(U32),
        lines=U32,
        block=Option(BLOCK_SPAN),
        tokens=U32,
        stopped=STOP_REASON,
        next=Option(POSITION),
        total=Option(U32),
        clipped=List(CLIPPED_LINE),
        encoding=STRING,
        encoding_source=ENCODING_SOURCE,
        bom=BOOL,
        line_endings=LINE_ENDINGS,
        lossy=BOOL,
        suspicious=List(SUSPICIOUS_LINE),
    ),
    unchanged=Record(contract.UnchangedBody),
    outline=Record(
        contract.OutlineBody,
        entries=List(OUTLINE_ENTRY),
        omitted=U32,
        tokens=U32,
        total=U32,
        encoding=STRING,
    ),
    notebook=Record(
        contract.NotebookBody,
        cells=List(NOTEBOOK_CELL),
        tokens=U32,
        stopped=STOP_REASON,
        total=U32,
        next_cell=Option(U32),
        malformed=U32,
        language=Option(STRING),
    ),
    image=Record(contract.ImageBody, mime=STRING, width=U32, height=U32),
    directory=Record(
        contract.DirectoryBody,
        entries=List(DIRECTORY_ENTRY),
        first=U32,
        tokens=U32,
        stopped=STOP_REASON,
        next=Option(U32),
        total=U32,
    ),
    document=Record(
        contract.DocumentBody,
        text=TEXT,
        format=STRING,
        units=List(DOCUMENT_UNIT),
        omitted_units=U32,
        words=U64,
        hidden=HIDDEN_CONTENT,
        left_out=LEFT_OUT_CONTENT,
        extraction=Option(EXTRACTION),
        cut=Option(STRING),
    ),
)
DOCUMENT: Final[Decoder[contract.Document]] = Record(
    contract.Document,
    path=STRING,
    size=U64,
    modified=Option(U64),
    version=STRING,
    masked=Option(U64),
    body=BODY,
)
DOCUMENTS: Final[Decoder[contract.Documents]] = Record(
    contract.Documents,
    files=List(Result(DOCUMENT, READ_ERROR)),
)
LISTING: Final[Decoder[contract.Listing]] = Record(
    contract.Listing,
    path=STRING,
    entries=List(DIRECTORY_ENTRY),
    total=U32,
    more=BOOL,
)
FILE_STAT: Final[Decoder[contract.FileStat]] = Record(
    contract.FileStat,
    path=STRING,
    real_path=STRING,
    kind=FILE_KIND,
    size=U64,
    modified=Option(U64),
    version=Option(STRING),
)
FOUND_ENTRY: Final[Decoder[contract.FoundEntry]] = Record(
    contract.FoundEntry,
    path=STRING,
    kind=FILE_KIND,
    size=Option(U64),
    modified=Option(U64),
    lines=Option(U32),
    tokens=Option(U32),
)
SKIPPED: Final[Decoder[contract.Skipped]] = Record(
    contract.Skipped,
    hidden=U32,
    ignored=U32,
    ignored_by=List(STRING),
    links=U32,
    binary=U32,
    documents=U32,
    large=U32,
    directories=U32,
    files=U32,
    names=U32,
    paths=U32,
    ignore_files=U32,
)
FOUND: Final[Decoder[contract.Found]] = Record(
    contract.Found,
    entries=List(FOUND_ENTRY),
    next=Option(STRING),
    out_of_time=BOOL,
    skipped=SKIPPED,
    globs=Option(List(STRING)),
)
COLUMN_RANGE: Final[Decoder[contract.ColumnRange]] = Record(
    contract.ColumnRange,
    start=U32,
    end=U32,
)
MATCH_LINE: Final[Decoder[contract.MatchLine]] = Record(
    contract.MatchLine,
    line=U32,
    text=STRING,
    column=U32,
    clipped=BOOL,
    matches=BOOL,
    ranges=List(COLUMN_RANGE),
    last=Option(U32),
    cells=Option(List(STRING)),
)
MATCH_GROUP: Final[Decoder[contract.MatchGroup]] = Record(
    contract.MatchGroup,
    headers=List(HEADING),
    lines=List(MATCH_LINE),
)
FILE_MATCHES: Final[Decoder[contract.FileMatches]] = Record(
    contract.FileMatches,
    path=STRING,
    matches=U32,
    complete=BOOL,
    groups=List(MATCH_GROUP),
)
SEARCH_STOP: Final[Decoder[contract.SearchStop]] = Enum(get_args(contract.SearchStop))
SEARCH_RESULTS: Final[Decoder[contract.SearchResults]] = Record(
    contract.SearchResults,
    files=List(FILE_MATCHES),
    stopped=SEARCH_STOP,
    next=Option(STRING),
    searched=U32,
    skipped=SKIPPED,
    globs=Option(List(STRING)),
)
MAPPED_FILE: Final[Decoder[contract.MappedFile]] = Record(
    contract.MappedFile,
    path=STRING,
    lines=U32,
    definitions=List(OUTLINE_ENTRY),
    omitted=U32,
)
MAP_PAGE: Final[Decoder[contract.MapPage]] = Record(
    contract.MapPage,
    files=List(MAPPED_FILE),
    names=List(STRING),
    next=Option(STRING),
    out_of_time=BOOL,
    mapped=U32,
    definitions=U32,
    tests=U32,
    generated=U32,
    others=U32,
    unread=U32,
    skipped=SKIPPED,
    globs=Option(List(STRING)),
)
TOOL: Final[Decoder[contract.Tool]] = Record(
    contract.Tool,
    id=STRING,
    name=STRING,
    description=STRING,
    parameters=STRING,
    full_parameters=Option(STRING),
    snippet=STRING,
    guidelines=List(STRING),
    release=STRING,
    basis=STRING,
)
OUTCOME: Final[Decoder[contract.Outcome]] = Enum(get_args(contract.Outcome))
CONTENT: Final[Decoder[contract.Content]] = Variant(
    text=Record(contract.TextContent, text=STRING),
    image=Record(contract.ImageContent, mime=STRING, data=STRING),
    file=Record(contract.FileContent, mime=STRING, data=STRING),
)
READ_FACTS: Final[Decoder[contract.ReadFacts]] = Record(
    contract.ReadFacts,
    real_path=STRING,
    size=U64,
    modified=Option(U64),
    version=Option(STRING),
    lines=U32,
    bytes=U64,
    masked=Option(U64),
)
REPLY: Final[Decoder[contract.Reply]] = Record(
    contract.Reply,
    outcome=OUTCOME,
    json=STRING,
    content=List(CONTENT),
    facts=List(READ_FACTS),
    index=Option(STRING),
    shown=Option(STRING),
)
UNKNOWN_TOOL_ERROR: Final[Decoder[errors.UnknownToolError]] = Record(
    errors.UnknownToolError,
    tool=STRING,
    known=List(STRING),
)
DIFF_RESULT: Final[Decoder[contract.DiffPage | errors.ReadError]] = Result(DIFF_PAGE, READ_ERROR)
LOG_RESULT: Final[Decoder[contract.LogPage | errors.ReadError]] = Result(LOG_PAGE, READ_ERROR)
BLAME_RESULT: Final[Decoder[contract.BlamePage | errors.ReadError]] = Result(BLAME_PAGE, READ_ERROR)
READ_RESULT: Final[Decoder[contract.Document | errors.ReadError]] = Result(DOCUMENT, READ_ERROR)
READ_MANY_RESULT: Final[Decoder[contract.Documents | errors.ReadError]] = Result(
    DOCUMENTS,
    READ_ERROR,
)
LIST_RESULT: Final[Decoder[contract.Listing | errors.ReadError]] = Result(LISTING, READ_ERROR)
STAT_RESULT: Final[Decoder[contract.FileStat | errors.ReadError]] = Result(FILE_STAT, READ_ERROR)
FIND_RESULT: Final[Decoder[contract.Found | errors.ReadError]] = Result(FOUND, READ_ERROR)
SEARCH_RESULT: Final[Decoder[contract.SearchResults | errors.ReadError]] = Result(
    SEARCH_RESULTS,
    READ_ERROR,
)
MAP_RESULT: Final[Decoder[contract.MapPage | errors.ReadError]] = Result(MAP_PAGE, READ_ERROR)
TOOLS_RESULT: Final[Decoder[Sequence[contract.Tool]]] = List(TOOL)
CALL_RESULT: Final[Decoder[contract.Reply | errors.UnknownToolError]] = Result(
    REPLY,
    UNKNOWN_TOOL_ERROR,
)
ARGUMENTS_FOR_RESULT: Final[Decoder[str | errors.UnknownToolError | None]] = Result(
    Option(STRING),
    UNKNOWN_TOOL_ERROR,
)
REQUESTED_PATH_RESULT: Final[Decoder[str | errors.UnknownToolError | None]] = Result(
    Option(STRING),
    UNKNOWN_TOOL_ERROR,
)
