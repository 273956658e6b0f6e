"""Arguments of users, checked and turned into values that `_abi.py` takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._abi import BOOL, Enum, List, Number, Option, Record, Text, Type, Variant, is_unicode
from .contract import (
    BlockStart,
    CursorStart,
    FromEndStart,
    LineStart,
    ReadRequest,
    Start,
    Totals,
    View,
)
from .errors import RoomError
from .limits import MAX_ARGUMENTS

_SURROGATE = re.compile("[\ud800-\udfff]")


def read_request(
    path: str,
    *,
    view: View = "auto",
    start: int | None = None,
    cursor: str | None = None,
    block: int | None = None,
    levels: int = 0,
    siblings: bool = False,
    lines: int | None = None,
    bytes: int | None = None,
    tokens: int | None = None,
    column: int | None = None,
    columns: int | None = None,
    encoding: str | None = None,
    totals: Totals = "auto",
    known_version: str | None = None,
) -> ReadRequest:
    """Returns a request for `Room.read_many`, from the same arguments as those of `Room.read`."""
    return ReadRequest(
        path=path,
        view=view,
        start=start_at(start, cursor, block, levels, siblings),
        lines=lines,
        bytes=bytes,
        tokens=tokens,
        column=column,
        columns=columns,
        encoding=encoding,
        totals=totals,
        known_version=known_version,
    )


def start_at(
    start: int | None, cursor: str | None, block: int | None, levels: int, siblings: bool
) -> Start | None:
    """Returns where to start. A negative `start` counts from the end."""
    given = {"start": start, "cursor": cursor, "block": block}
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise RoomError(f"{' and '.join(names[:2])} both say where to start; give one of them")
    if not isinstance(siblings, bool):
        raise _wrong_type("siblings", "a boolean", siblings)
    if block is not None:
        if _integer("levels", levels) < 0:
            raise RoomError(f"levels must be an integer of at least 0, not {levels}")
        return BlockStart(block, levels, "included" if siblings else "excluded")
    if levels or siblings:
        only = "levels" if levels else "siblings"
        raise RoomError(f"{only} needs block; give block, a line number, or leave {only} out")
    if cursor is not None:
        return CursorStart(cursor)
    if start is None:
        return None
    return FromEndStart(-start) if _integer("start", start) < 0 else LineStart(start)


def json_text(arguments: str | bytes | Mapping[str, Any]) -> str:
    """Returns the arguments of a tool as JSON text, cut where the component refuses them as too
    large anyway.
    """
    if isinstance(arguments, Mapping):
        arguments = json.dumps(dict(arguments), ensure_ascii=False, separators=(",", ":"))
    if isinstance(arguments, bytes):
        arguments = arguments[:MAX_ARGUMENTS].decode(errors="surrogateescape")
    if not isinstance(arguments, str):
        raise _wrong_type("arguments", "JSON text or a mapping", arguments)
    return arguments[:MAX_ARGUMENTS]


def encoded(type_: Type, value: Any, name: str) -> Any:
    """Returns a value of a type of the contract as `_abi.py` takes it. Errors call it by its name.

    A number out of range becomes the nearest one in range: the component refuses 0, and what is too
    large acts as the largest. What is not Unicode becomes U+0000, which no path and no JSON has, so
    that the component refuses it.
    """
    return _ENCODERS[type(type_)](type_, value, name)


def _encoded_option(type_: Any, value: Any, name: str) -> Any:
    return None if value is None else encoded(type_.some, value, name)


def _encoded_number(type_: Any, value: Any, name: str) -> Any:
    if type_ is BOOL:
        if not isinstance(value, bool):
            raise _wrong_type(name, "True or False", value)
        return value
    return min(max(_integer(name, value), 0), (1 << 8 * type_.size) - 1)


def _encoded_text(type_: Any, value: Any, name: str) -> Any:
    if not isinstance(value, str):
        raise _wrong_type(name, "a string", value)
    return value if is_unicode(value) else _SURROGATE.sub("\0", value)


def _encoded_enum(type_: Any, value: Any, name: str) -> Any:
    if value not in type_.names:
        raise RoomError(f"{name} must be {one_of(type_.names)}, not {value!r}")
    return value


def _encoded_list(type_: Any, value: Any, name: str) -> Any:
    return [encoded(type_.item, each, name) for each in value]


def _encoded_record(type_: Any, value: Any, name: str) -> Any:
    members = vars(value)
    # Most members are options that were not given, for which nothing has to be called.
    return {
        field: None
        if (member := members[field]) is None and type(kind) is Option
        else _ENCODERS[type(kind)](kind, member, field)
        for field, kind, _ in type_.fields
    }


def _encoded_variant(type_: Any, value: Any, name: str) -> Any:
    case = type_.cases[value.kind]
    assert case is not None
    payload = value if isinstance(case, Record) else getattr(value, value.kind.replace("-", "_"))
    return value.kind, encoded(case, payload, value.kind)


_ENCODERS: dict[type[Type], Callable[[Any, Any, str], Any]] = {
    Option: _encoded_option,
    Number: _encoded_number,
    Text: _encoded_text,
    Enum: _encoded_enum,
    List: _encoded_list,
    Record: _encoded_record,
    Variant: _encoded_variant,
}


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(name, "an integer", value)
    return value


def _wrong_type(name: str, wanted: str, value: object) -> TypeError:
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def one_of(names: Sequence[str]) -> str:
    """Returns names in quotes, as the end of what something must be."""
    *first, last = [f"'{name}'" for name in names]
    return f"{', '.join(first)} or {last}"
