# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The functions of the contract, and how their values lie in the memory of a component."""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

from . import contract
from ._abi import BOOL, S64, STRING, U32, U64, Enum, List, Option, Record, Type, Variant

VIEW = Enum(*get_args(contract.View))
SIBLINGS = Enum(*get_args(contract.Siblings))
BLOCK_SELECTOR = Record(line=U32, levels=U32, siblings=SIBLINGS)
START = Variant(**{"line": U32, "from-end": U32, "cursor": STRING, "block": BLOCK_SELECTOR})
TOTALS = Enum(*get_args(contract.Totals))
READ_REQUEST = Record(
    path=STRING,
    view=VIEW,
    start=Option(START),
    lines=Option(U32),
    bytes=Option(U32),
    tokens=Option(U32),
    column=Option(U32),
    columns=Option(U32),
    encoding=Option(STRING),
    totals=TOTALS,
    known_version=Option(STRING),
)
HEADING = Record(line=U32, text=STRING)
BLOCK_SPAN = Record(first=U32, last=U32, headers=List(HEADING))
STOP_REASON = Enum(*get_args(contract.StopReason))
POSITION = Record(line=Option(U32), cursor=STRING)
CLIPPED_LINE = Record(line=U32, next_column=U32, characters=U32)
ENCODING_SOURCE = Enum(*get_args(contract.EncodingSource))
LINE_ENDINGS = Enum(*get_args(contract.LineEndings))
SUSPICIOUS_KIND = Enum(*get_args(contract.SuspiciousKind))
SUSPICIOUS_LINE = Record(line=U32, kind=SUSPICIOUS_KIND, characters=U32)
TEXT = Record(
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
OUTLINE_ENTRY = Record(line=U32, last=U32, depth=U32, text=STRING)
OUTLINE = Record(entries=List(OUTLINE_ENTRY), omitted=U32, tokens=U32, total=U32, encoding=STRING)
CELL_KIND = Enum(*get_args(contract.CellKind))
OUTPUT_KIND = Enum(*get_args(contract.OutputKind))
OMITTED_MEDIA = Record(mime=STRING, bytes=U32)
CELL_OUTPUT = Record(
    kind=OUTPUT_KIND,
    text=STRING,
    omitted_characters=U32,
    media=List(OMITTED_MEDIA),
)
NOTEBOOK_CELL = Record(
    number=U32,
    kind=CELL_KIND,
    execution_count=Option(U32),
    source=STRING,
    omitted_characters=U32,
    outputs=List(CELL_OUTPUT),
    omitted_outputs=U32,
)
NOTEBOOK = Record(
    cells=List(NOTEBOOK_CELL),
    tokens=U32,
    stopped=STOP_REASON,
    total=U32,
    next_cell=Option(U32),
    malformed=U32,
    language=Option(STRING),
)
IMAGE_INFO = Record(mime=STRING, width=U32, height=U32)
BODY = Variant(text=TEXT, unchanged=None, outline=OUTLINE, notebook=NOTEBOOK, image=IMAGE_INFO)
DOCUMENT = Record(path=STRING, size=U64, modified=Option(U64), version=STRING, body=BODY)
ERROR_CODE = Enum(*get_args(contract.ErrorCode))
READ_ERROR = Record(
    code=ERROR_CODE,
    message=STRING,
    hint=STRING,
    total=Option(U32),
    suggestions=List(STRING),
)
SHARED_LIMITS = Record(bytes=Option(U32), tokens=Option(U32))
DOCUMENTS = Record(files=List(Variant(ok=DOCUMENT, error=READ_ERROR)))
LIST_REQUEST = Record(path=STRING, after=Option(STRING), entries=Option(U32))
FILE_KIND = Enum(*get_args(contract.FileKind))
DIRECTORY_ENTRY = Record(name=STRING, kind=FILE_KIND, size=Option(U64), modified=Option(U64))
LISTING = Record(path=STRING, entries=List(DIRECTORY_ENTRY), total=U32, more=BOOL)
FILE_STAT = Record(
    path=STRING,
    real_path=STRING,
    kind=FILE_KIND,
    size=U64,
    modified=Option(U64),
    version=Option(STRING),
)
TOOL = Record(
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
CALL_CONTEXT = Record(
    index=Option(STRING),
    shown=Option(STRING),
    max_tokens=Option(U32),
    content_only=BOOL,
)
OUTCOME = Enum(*get_args(contract.Outcome))
ENCODED_MEDIA = Record(mime=STRING, data=STRING)
CONTENT = Variant(text=STRING, image=ENCODED_MEDIA, file=ENCODED_MEDIA)
READ_FACTS = Record(
    real_path=STRING,
    size=U64,
    modified=Option(U64),
    version=Option(STRING),
    lines=U32,
    bytes=U64,
)
REPLY = Record(
    outcome=OUTCOME,
    json=STRING,
    content=List(CONTENT),
    facts=List(READ_FACTS),
    index=Option(STRING),
    shown=Option(STRING),
)
UNKNOWN_TOOL_ERROR = Record(tool=STRING, known=List(STRING))
BASIC_REQUEST = Record(path=STRING, start=Option(START), lines=Option(U32))
FOLD = Enum(*get_args(contract.Fold))


class Function(NamedTuple):
    """A function that a reader exports, by the name that its core module gives it."""

    export: str
    parameters: tuple[Type, ...]
    result: Type


FUNCTIONS: Final = {
    "read": Function(
        "readroom:read/read@0.2.0#read",
        (READ_REQUEST,),
        Variant(ok=DOCUMENT, error=READ_ERROR),
    ),
    "read-many": Function(
        "readroom:read/read@0.2.0#read-many",
        (List(READ_REQUEST), SHARED_LIMITS),
        Variant(ok=DOCUMENTS, error=READ_ERROR),
    ),
    "list": Function(
        "readroom:read/read@0.2.0#list",
        (LIST_REQUEST,),
        Variant(ok=LISTING, error=READ_ERROR),
    ),
    "stat": Function(
        "readroom:read/read@0.2.0#stat",
        (STRING,),
        Variant(ok=FILE_STAT, error=READ_ERROR),
    ),
    "tools": Function("readroom:read/tools@0.2.0#tools", (), List(TOOL)),
    "call": Function(
        "readroom:read/tools@0.2.0#call",
        (STRING, STRING, CALL_CONTEXT),
        Variant(ok=REPLY, error=UNKNOWN_TOOL_ERROR),
    ),
    "arguments-for": Function(
        "readroom:read/tools@0.2.0#arguments-for",
        (STRING, BASIC_REQUEST),
        Variant(ok=Option(STRING), error=UNKNOWN_TOOL_ERROR),
    ),
    "requested-path": Function(
        "readroom:read/tools@0.2.0#requested-path",
        (STRING, STRING),
        Variant(ok=Option(STRING), error=UNKNOWN_TOOL_ERROR),
    ),
    "render-call": Function(
        "readroom:read/tools@0.2.0#render-call",
        (STRING, STRING),
        Variant(ok=STRING, error=UNKNOWN_TOOL_ERROR),
    ),
    "render-result": Function(
        "readroom:read/tools@0.2.0#render-result",
        (STRING, STRING, STRING, List(CONTENT), FOLD),
        Variant(ok=STRING, error=UNKNOWN_TOOL_ERROR),
    ),
    "read-file": Function(
        "read-file",
        (STRING, Option(S64), Option(U32)),
        Variant(ok=STRING, error=STRING),
    ),
    "outline-file": Function("outline-file", (STRING,), Variant(ok=STRING, error=STRING)),
}
