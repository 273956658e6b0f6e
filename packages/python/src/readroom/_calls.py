"""The calls of a room, whichever engine makes them and however their results are awaited."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._answers import Document, Reply, extended
from ._arguments import AnyPath, encoded, json_text, path_text
from ._decoder import Decoder
from .contract import BasicRequest, FileStat, ReadRequest, SharedLimits, Tool
from .errors import CallError, ReadError
from .generated import decode
from .generated.requests import CallOptions, read_request

T = TypeVar("T")
Arguments = str | bytes | Mapping[str, Any]
Progress = Callable[[int], None]


def _same(answer: Any) -> Any:
    return answer


@dataclass(frozen=True)
class Call(Generic[T]):
    """A call of a function of the contract."""

    function: str
    """The name of the function."""
    arguments: Mapping[str, Any]
    """Its arguments by name, in order, as `encoded` returns them."""
    decoder: Decoder[Any]
    """Decodes its answer, which may be an error."""
    finish: Callable[[Any], T] = _same
    """Makes the result of the answer, unless that is an error."""
    progress: Progress | None = None
    """Called while the call runs with the number of bytes that were read."""


def ask(
    function: str, decoder: Decoder[T | ReadError], request: Any, progress: Progress | None = None
) -> Call[T]:
    """Calls a function that takes one request."""
    given = {"request": encoded(type(request), request, "request")}
    return Call(function, given, decoder, progress=progress)


def read(request: ReadRequest, progress: Progress | None) -> Call[Document]:
    """Reads part of a file."""
    given = {"request": encoded(ReadRequest, request, "request")}
    return Call("read", given, decode.READ_RESULT, _document, progress)


def read_many(
    requests: Iterable[AnyPath | ReadRequest], limits: SharedLimits
) -> Call[Sequence[Document | ReadError]]:
    """Reads several files."""
    if isinstance(requests, (str, os.PathLike, ReadRequest)):
        raise TypeError("requests must be a list of paths and requests, not a single one")
    paths = (str, os.PathLike)
    asked = [read_request(each) if isinstance(each, paths) else each for each in requests]
    if wrong := [each for each in asked if not isinstance(each, ReadRequest)]:
        raise TypeError(
            f"each of requests must be a path or a request, not {type(wrong[0]).__name__}"
        )

    def finish(documents: Any) -> Sequence[Document | ReadError]:
        files = documents.files
        if len(files) != len(asked):
            raise CallError(
                f"the component failed: it answered {len(files)} requests instead of {len(asked)}"
            )
        return tuple(each if isinstance(each, ReadError) else _document(each) for each in files)

    given = {
        "requests": encoded(Sequence[ReadRequest], asked, "requests"),
        "limits": encoded(SharedLimits, limits, "limits"),
    }
    return Call("read-many", given, decode.READ_MANY_RESULT, finish)


def stat(path: AnyPath) -> Call[FileStat]:
    """Returns what is at a path."""
    return Call("stat", {"path": encoded(str, path_text(path), "path")}, decode.STAT_RESULT)


def tools() -> Call[Sequence[Tool]]:
    """Returns all tools."""
    return Call("tools", {}, decode.TOOLS_RESULT)


def call(
    tool: str, arguments: Arguments, options: CallOptions, progress: Progress | None
) -> Call[Reply]:
    """Calls a tool."""
    context = {name: encoded(bool, value, name) for name, value in options.items()}
    given = {**_of_tool(tool, arguments), "context": context}
    return Call("call", given, decode.CALL_RESULT, progress=progress)


def arguments_for(tool: str, request: BasicRequest) -> Call[str | None]:
    """Writes a read as the arguments of a tool."""
    given = {
        "tool": encoded(str, tool, "tool"),
        "request": encoded(BasicRequest, request, "request"),
    }
    return Call("arguments-for", given, decode.ARGUMENTS_FOR_RESULT)


def requested_path(tool: str, arguments: Arguments) -> Call[str | None]:
    """Returns the name of what a call would read."""
    return Call("requested-path", _of_tool(tool, arguments), decode.REQUESTED_PATH_RESULT)


def _of_tool(tool: str, arguments: Arguments) -> Mapping[str, Any]:
    text = encoded(str, json_text(arguments), "arguments")
    return {"tool": encoded(str, tool, "tool"), "arguments": text}


def _document(answer: Any) -> Document:
    return extended(Document, answer)
