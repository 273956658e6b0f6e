"""The types of the WASI 0.2 interfaces that the component imports: wasi:filesystem, wasi:clocks,
wasi:cli.
"""

from __future__ import annotations

from typing import Final

from ._abi import BOOL, BYTES, STRING, U32, U64, Enum, List, Option, Record, Type, Variant

_DATETIME = Record(seconds=U64, nanoseconds=U32)
_ERROR_CODE = Enum(
    *("access", "would-block", "already", "bad-descriptor", "busy", "deadlock", "quota", "exist"),
    *("file-too-large", "illegal-byte-sequence", "in-progress", "interrupted", "invalid", "io"),
    *(
        "is-directory",
        "loop",
        "too-many-links",
        "message-size",
        "name-too-long",
        "no-device",
        "no-entry",
    ),
    *("no-lock", "insufficient-memory", "insufficient-space", "not-directory", "not-empty"),
    *(
        "not-recoverable",
        "unsupported",
        "no-tty",
        "no-such-device",
        "overflow",
        "not-permitted",
        "pipe",
    ),
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


def _result(ok: Type) -> Variant:
    return Variant(ok=ok, error=_ERROR_CODE)


IMPORTS: Final[dict[str, Type]] = {
    "wasi:clocks/wall-clock now": _DATETIME,
    "wasi:cli/environment get-environment": List(Record(name=STRING, value=STRING)),
    "wasi:cli/environment initial-cwd": Option(STRING),
    "wasi:filesystem/preopens get-directories": List(Record(handle=U32, name=STRING)),
    "wasi:filesystem/types [method]descriptor.open-at": _result(U32),
    "wasi:filesystem/types [method]descriptor.read": _result(Record(data=BYTES, ended=BOOL)),
    "wasi:filesystem/types [method]descriptor.read-directory": _result(U32),
    "wasi:filesystem/types [method]descriptor.readlink-at": _result(STRING),
    "wasi:filesystem/types [method]descriptor.stat": _result(_STAT),
    "wasi:filesystem/types [method]descriptor.stat-at": _result(_STAT),
    "wasi:filesystem/types [method]directory-entry-stream.read-directory-entry": _result(
        Option(Record(type=_DESCRIPTOR_TYPE, name=STRING))
    ),
}
"""The result of each imported function that returns it through the memory, by its interface and
name.
"""
