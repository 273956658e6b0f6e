"""Questions of users, as the component takes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ._abi import is_unicode
from ._world import TOTALS, VIEWS
from .contract import Request
from .errors import RoomError
from .limits import MOST_ARGUMENTS

_U32 = 0xFFFF_FFFF
_SURROGATE = re.compile("[\ud800-\udfff]")


def request_of(request: Request) -> dict[str, Any]:
    """A request."""
    return {
        "path": _cut(request.path, "path"),
        "view": one_of(request.view, VIEWS, "view"),
        "start": _start_of(request),
        "lines": count(request.lines, "lines"),
        "bytes": count(request.bytes, "bytes"),
        "tokens": count(request.tokens, "tokens"),
        "column": count(request.column, "column"),
        "columns": count(request.columns, "columns"),
        "encoding": None if request.encoding is None else _cut(request.encoding, "encoding"),
        "totals": one_of(request.totals, TOTALS, "totals"),
        "known": None if request.known is None else _cut(request.known, "known"),
    }


def requests_of(requests: Iterable[str | Request]) -> list[dict[str, Any]]:
    """Requests for several files, each by itself or by its path."""
    if isinstance(requests, (str, Request)):
        raise TypeError("requests is a single one; give a list of paths and requests")
    return [request_of(_request(each)) for each in requests]


def question_of(request: Request) -> dict[str, Any]:
    """What of a request every dialect may have words for."""
    asked = request_of(request)
    return {name: asked[name] for name in ("path", "start", "lines")}


def arguments_of(arguments: str | bytes | Mapping[str, Any]) -> str:
    """Arguments of a tool: no more of them than the component needs to see that they are too many."""
    if isinstance(arguments, Mapping):
        arguments = json.dumps(dict(arguments), ensure_ascii=False, separators=(",", ":"))
    if isinstance(arguments, bytes):
        arguments = arguments[:MOST_ARGUMENTS].decode(errors="surrogateescape")
    if not isinstance(arguments, str):
        raise TypeError(f"arguments is a {type(arguments).__name__}; give JSON text or a mapping")
    return _cut(arguments, "arguments")


def text(value: str, name: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a {type(value).__name__}; give a string")
    # What is no Unicode becomes what no path and no JSON holds, and is refused as such.
    return value if is_unicode(value) else _SURROGATE.sub("\0", value)


def count(number: int | None, name: str) -> int | None:
    """A count as the contract has it: the component refuses 0, and what is too large acts as the largest."""
    return None if number is None else min(max(_number(number, name), 0), _U32)


def one_of(value: str, values: tuple[str, ...], name: str) -> str:
    """One of some names."""
    if value not in values:
        raise RoomError(f"{value!r} is no {name}; there are {', '.join(values)}")
    return value


def _request(each: str | Request) -> Request:
    if isinstance(each, str):
        return Request(each)
    if isinstance(each, Request):
        return each
    raise TypeError(f"requests has a {type(each).__name__} in it; give paths and requests")


def _cut(value: str, name: str) -> str:
    """A text of which the component takes so much, and finds fault with more."""
    return text(value[:MOST_ARGUMENTS] if isinstance(value, str) else value, name)


def _number(number: int, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is a {type(number).__name__}; give a whole number")
    return number


def _start_of(request: Request) -> tuple[str, Any] | None:
    start, cursor, block = request.start, request.cursor, request.block
    given = [name for name in ("start", "cursor", "block") if getattr(request, name) is not None]
    if len(given) > 1:
        raise RoomError(f"{' and '.join(given)} are {len(given)} places to start; give one of them")
    around = _around_of(request)
    if block is not None:
        return "block", {"line": count(block, "block"), **around}
    if request.levels or request.siblings:
        raise RoomError("levels and siblings are said of a block; give the line of one as block")
    if cursor is not None:
        return "cursor", _cut(cursor, "cursor")
    if start is None:
        return None
    if _number(start, "start") < 0:
        return "from_end", min(-start, _U32)
    return "line", min(start, _U32)


def _around_of(request: Request) -> dict[str, Any]:
    """What more is wanted than the block itself."""
    if _number(request.levels, "levels") < 0:
        raise RoomError(f"levels is {request.levels}; give how many headers further out the block begins, from 0")
    if not isinstance(request.siblings, bool):
        raise TypeError(f"siblings is a {type(request.siblings).__name__}; give True or False")
    return {"levels": min(request.levels, _U32), "siblings": "included" if request.siblings else "left-out"}
