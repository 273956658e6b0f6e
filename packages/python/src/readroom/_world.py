"""The contract's types and functions, as `wit/` has them, and those of the WASI interfaces that the component
imports.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ._abi import BYTES, STRING, U8, U32, U64, Enum, List, Option, Record, Type, Variant

DIALECTS: Final = ("readroom", "mycodeagent", "dm-cc", "opencode", "kimi-cli", "pi")
ERROR_CODES: Final = (
    "outside-root",
    "not-found",
    "not-a-file",
    "is-a-directory",
    "not-a-directory",
    "permission-denied",
    "invalid-path",
    "invalid-argument",
    "name-too-long",
    "symlink-loop",
    "offset-past-end",
    "binary-file",
    "not-utf8",
    "too-large",
    "unsupported",
    "invalid-content",
    "stale",
    "busy",
    "timeout",
    "io",
    "other",
)
TOTALS: Final = ("auto", "always", "never")
VIEWS: Final = ("auto", "text", "outline")
FOLDS: Final = ("collapsed", "expanded")

_DIALECT = Enum(*DIALECTS)
_PRESENCE = Enum("absent", "present")
_BLOCK = Record(line=U32, levels=U32, siblings=Enum("left-out", "included"))
_START = Variant(line=U32, from_end=U32, cursor=STRING, block=_BLOCK)
_REQUEST = Record(
    path=STRING,
    view=Enum(*VIEWS),
    start=Option(_START),
    lines=Option(U32),
    bytes=Option(U32),
    tokens=Option(U32),
    column=Option(U32),
    columns=Option(U32),
    encoding=Option(STRING),
    totals=Enum(*TOTALS),
    known=Option(STRING),
)
_SHARED_LIMITS = Record(bytes=Option(U32), tokens=Option(U32))
_STOPPED = Enum("at-end", "at-line-limit", "at-byte-limit", "at-token-limit", "at-block-end")
_HEADING = Record(line=U32, text=STRING)
_FOUND_BLOCK = Record(first=U32, last=U32, headers=List(_HEADING))
_CLIP = Record(line=U32, next=U32, characters=U32)
_FINDING = Record(line=U32, kind=Enum("bidirectional", "invisible", "terminal"), characters=U32)
_TEXT = Record(
    content=STRING,
    first=Option(U32),
    lines=U32,
    block=Option(_FOUND_BLOCK),
    tokens=U32,
    stopped=_STOPPED,
    next=Option(STRING),
    total=Option(U32),
    clipped=List(_CLIP),
    encoding=STRING,
    evidence=Enum("given", "mark", "content"),
    mark=_PRESENCE,
    endings=Enum("none", "lf", "crlf", "cr", "mixed"),
    replacements=_PRESENCE,
    suspicious=List(_FINDING),
)
_ENTRY = Record(line=U32, last=U32, depth=U32, text=STRING)
_OUTLINE = Record(entries=List(_ENTRY), left_out=U32, tokens=U32, total=U32, encoding=STRING)
_MEDIA = Record(mime=STRING, bytes=U32)
_OUTPUT = Record(
    kind=Enum("standard-output", "standard-error", "outcome", "display", "error"),
    text=STRING,
    left_out=U32,
    media=List(_MEDIA),
)
_CELL = Record(
    number=U32,
    kind=Enum("code", "markdown", "raw"),
    run=Option(U32),
    source=STRING,
    left_out=U32,
    outputs=List(_OUTPUT),
    outputs_left_out=U32,
)
_NOTEBOOK = Record(
    cells=List(_CELL),
    tokens=U32,
    stopped=_STOPPED,
    total=U32,
    next=Option(U32),
    unreadable=U32,
    language=Option(STRING),
)
_IMAGE = Record(mime=STRING, width=U32, height=U32)
_BODY = Variant(text=_TEXT, unchanged=None, outline=_OUTLINE, notebook=_NOTEBOOK, image=_IMAGE)
_DOCUMENT = Record(path=STRING, size=U64, modified=Option(U64), version=STRING, body=_BODY)
_FACTS = Record(path=STRING, size=U64, modified=Option(U64), version=STRING, lines=U32, bytes=U64)
_READ_ERROR = Record(
    code=Enum(*ERROR_CODES),
    message=STRING,
    hint=STRING,
    total=Option(U32),
    suggestions=List(STRING),
)
_TOOL = Record(
    dialect=_DIALECT,
    name=STRING,
    description=STRING,
    parameters=STRING,
    snippet=STRING,
    guidelines=List(STRING),
)
_REPLY = Record(outcome=Enum("answered", "refused"), json=STRING, facts=Option(_FACTS), index=Option(STRING))
_QUESTION = Record(path=STRING, start=Option(_START), lines=Option(U32))


@dataclass(frozen=True)
class Function:
    """A function that the component exports, by the name that its core module gives it."""

    export: str
    parameters: tuple[Type, ...]
    result: Type
    looks: bool = False
    """Whether it looks at files. Whatever does not is shown none."""


def _read(name: str, *parameters: Type, result: Type) -> Function:
    return Function(f"readroom:read/read@0.1.0#{name}", parameters, result, looks=True)


def _dialects(name: str, *parameters: Type, result: Type) -> Function:
    return Function(f"readroom:read/dialects@0.1.0#{name}", parameters, result, looks=name == "call")


def _result(ok: Type, error: Type) -> Variant:
    return Variant(ok=ok, error=error)


FUNCTIONS: Final = {
    "read": _read("read", _REQUEST, result=_result(_DOCUMENT, _READ_ERROR)),
    "read-many": _read(
        "read-many",
        List(_REQUEST),
        _SHARED_LIMITS,
        result=_result(List(_result(_DOCUMENT, _READ_ERROR)), _READ_ERROR),
    ),
    "look": _read("look", STRING, result=_result(_FACTS, _READ_ERROR)),
    "tools": _dialects("tools", result=List(_TOOL)),
    "call": _dialects("call", _DIALECT, STRING, Option(STRING), result=_REPLY),
    "phrase": _dialects("phrase", _DIALECT, _QUESTION, result=Option(STRING)),
    "target": _dialects("target", _DIALECT, STRING, result=Option(STRING)),
    "render-call": _dialects("render-call", _DIALECT, STRING, result=STRING),
    "render-result": _dialects("render-result", _DIALECT, STRING, STRING, Enum(*FOLDS), result=STRING),
}

# What follows is WASI 0.2: wasi:filesystem, wasi:clocks, wasi:cli.

_DATETIME = Record(seconds=U64, nanoseconds=U32)
_ERROR_CODE = Enum(
    *("access", "would-block", "already", "bad-descriptor", "busy", "deadlock", "quota", "exist"),
    *("file-too-large", "illegal-byte-sequence", "in-progress", "interrupted", "invalid", "io"),
    *("is-directory", "loop", "too-many-links", "message-size", "name-too-long", "no-device", "no-entry"),
    *("no-lock", "insufficient-memory", "insufficient-space", "not-directory", "not-empty"),
    *("not-recoverable", "unsupported", "no-tty", "no-such-device", "overflow", "not-permitted", "pipe"),
    *("read-only", "invalid-seek", "text-file-busy", "cross-device"),
)
_DESCRIPTOR_TYPE = Enum(
    *("unknown", "block-device", "character-device", "directory", "fifo", "symbolic-link"),
    *("regular-file", "socket"),
)
_STAT = Record(
    type=_DESCRIPTOR_TYPE,
    link_count=U64,
    size=U64,
    data_access_timestamp=Option(_DATETIME),
    data_modification_timestamp=Option(_DATETIME),
    status_change_timestamp=Option(_DATETIME),
)
_HANDLE = U32
_BYTES_READ = Record(data=BYTES, ended=U8)

IMPORTS: Final[dict[str, Type]] = {
    "wasi:clocks/wall-clock now": _DATETIME,
    "wasi:cli/environment get-environment": List(Record(name=STRING, value=STRING)),
    "wasi:cli/environment initial-cwd": Option(STRING),
    "wasi:filesystem/preopens get-directories": List(Record(handle=_HANDLE, name=STRING)),
    "wasi:filesystem/types [method]descriptor.open-at": _result(_HANDLE, _ERROR_CODE),
    "wasi:filesystem/types [method]descriptor.read": _result(_BYTES_READ, _ERROR_CODE),
    "wasi:filesystem/types [method]descriptor.read-directory": _result(_HANDLE, _ERROR_CODE),
    "wasi:filesystem/types [method]descriptor.readlink-at": _result(STRING, _ERROR_CODE),
    "wasi:filesystem/types [method]descriptor.stat": _result(_STAT, _ERROR_CODE),
    "wasi:filesystem/types [method]descriptor.stat-at": _result(_STAT, _ERROR_CODE),
    "wasi:filesystem/types [method]directory-entry-stream.read-directory-entry": _result(
        Option(Record(type=_DESCRIPTOR_TYPE, name=STRING)), _ERROR_CODE
    ),
}
"""What each imported function gives back through the memory, by its interface and name."""
