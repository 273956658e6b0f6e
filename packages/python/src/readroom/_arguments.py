"""Arguments of users, checked and converted to plain values, which both engines take."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache, partial
from pathlib import PurePath
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .contract import (
    BlockStart,
    CursorStart,
    DefinitionStart,
    FromEndStart,
    LineStart,
    Start,
    UnitStart,
)
from .errors import RoomError
from .limits import MAX_ARGUMENTS

AnyPath = str | os.PathLike[str]
"""A path in a room, or text that names it."""

_SURROGATE = re.compile("[\ud800-\udfff]")
# Every number in a request is a `u32`.
_MAX_NUMBER = (1 << 32) - 1


def path_text(path: AnyPath, name: str = "path") -> str:
    """Returns a path as a string."""
    text = path.as_posix() if isinstance(path, PurePath) else path
    text = os.fspath(text) if isinstance(text, os.PathLike) else text
    if not isinstance(text, str):
        raise _wrong_type(name, "a string or a path", path)
    return text


def start_at(
    start: int | None,
    cursor: str | None,
    block: int | None,
    definition: str | None,
    unit: str | None,
    levels: int,
    siblings: bool,
) -> Start | None:
    """Returns where to start. A negative `start` counts from the end."""
    given = {
        "start": start,
        "cursor": cursor,
        "block": block,
        "definition": definition,
        "unit": unit,
    }
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
    if definition is not None:
        return DefinitionStart(definition)
    if unit is not None:
        return UnitStart(unit)
    if start is None:
        return None
    return FromEndStart(-start) if _integer("start", start) < 0 else LineStart(start)


def json_text(arguments: str | bytes | Mapping[str, Any]) -> str:
    """Returns the arguments of a tool as JSON text, truncated where the component rejects them as
    too large anyway.
    """
    if isinstance(arguments, Mapping):
        arguments = json.dumps(
            dict(arguments), ensure_ascii=False, separators=(",", ":"), default=_path_in_json
        )
    if isinstance(arguments, bytes):
        arguments = arguments[:MAX_ARGUMENTS].decode(errors="surrogateescape")
    if not isinstance(arguments, str):
        raise _wrong_type("arguments", "JSON text or a mapping", arguments)
    return arguments[:MAX_ARGUMENTS]


def _path_in_json(value: object) -> str:
    if isinstance(value, os.PathLike):
        return path_text(value)
    raise _wrong_type("arguments", "what JSON can hold", value)


def is_unicode(text: str) -> bool:
    """Returns whether a string is valid Unicode: has no surrogates."""
    return text.isascii() or _SURROGATE.search(text) is None


def encoded(type_: Any, value: Any, name: str) -> Any:
    """Returns a value of a type of the contract, given by its annotation, as plain data: a record
    as a mapping, and a case of a variant as its name and what it holds. Errors call it by its name.

    A number out of range becomes the nearest one in range: the component rejects 0, and a number
    that is too large acts as the largest. Invalid Unicode becomes U+0000, which no path and no JSON
    has, so that the component rejects it.
    """
    return _encoder(type_)(value, name)


_Encoder = Callable[[Any, str], Any]


@cache
def _encoder(type_: Any) -> _Encoder:
    if type_ in _SCALARS:
        return _SCALARS[type_]
    inside = get_args(type_)
    if get_origin(type_) is Literal:
        return partial(_encoded_enum, inside)
    if get_origin(type_) is Sequence:
        return partial(_encoded_list, _encoder(inside[0]))
    if is_dataclass(type_):
        # A case of a variant has its name, besides its fields.
        hints = [hint for hint in get_type_hints(type_).items() if hint[0] != "kind"]
        # A keyword of Python has an underscore at its end.
        fields = [
            (name, name.rstrip("_"), _encoder(hint), type(None) in get_args(hint))
            for name, hint in hints
        ]
        return partial(_encoded_record, fields)
    some = [each for each in inside if each is not type(None)]
    encoder = _encoder(some[0]) if len(some) == 1 else partial(_encoded_variant, tuple(some))
    return encoder if len(some) == len(inside) else partial(_encoded_option, encoder)


def _encoded_option(some: _Encoder, value: Any, name: str) -> Any:
    return None if value is None else some(value, name)


def _encoded_boolean(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong_type(name, "True or False", value)
    return value


def _encoded_number(value: Any, name: str) -> int:
    return min(max(_integer(name, value), 0), _MAX_NUMBER)


def _encoded_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "a string", value)
    return value if is_unicode(value) else _SURROGATE.sub("\0", value)


def _encoded_enum(names: Sequence[str], value: Any, name: str) -> Any:
    if not isinstance(value, str):
        raise _wrong_type(name, one_of(names), value)
    if value not in names:
        raise RoomError(f"{name} must be {one_of(names)}, not {value!r}")
    return value


def _encoded_list(item: _Encoder, value: Any, name: str) -> Sequence[Any]:
    if not isinstance(value, Iterable):
        raise _wrong_type(name, "a list", value)
    # A string would be a list of its characters.
    return [item(each, name) for each in ([value] if isinstance(value, str) else value)]


def _encoded_record(
    fields: Sequence[tuple[str, str, _Encoder, bool]], value: Any, name: str
) -> Mapping[str, Any]:
    members = vars(value)
    # Most members are options that were not given: avoid any call for these.
    return {
        field: None
        if (member := members[attribute]) is None and is_optional
        else encoder(member, field)
        for attribute, field, encoder, is_optional in fields
    }


def _encoded_variant(cases: tuple[Any, ...], value: Any, name: str) -> Any:
    if not isinstance(value, cases):
        raise _wrong_type(name, " or ".join(case.__name__ for case in cases), value)
    case: Any = type(value)
    payload = _encoder(case)(value, name)
    # A case that holds no record has one member, with the name of the case.
    return value.kind, payload.get(value.kind.replace("-", "_"), payload)


_SCALARS: Mapping[Any, _Encoder] = {
    bool: _encoded_boolean,
    int: _encoded_number,
    str: _encoded_text,
}


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(name, "an integer", value)
    return value


def _wrong_type(name: str, wanted: str, value: object) -> TypeError:
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def one_of(names: Sequence[str]) -> str:
    """Returns names in quotes, as the end of a sentence about what something must be."""
    *first, last = [f"'{name}'" for name in names]
    return f"{', '.join(first)} or {last}"
