"""Files in memory, as the program takes them."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._arguments import AnyPath, is_unicode, path_text
from .errors import RoomError


@dataclass(frozen=True)
class Link:
    """A symbolic link in memory: to a path relative to its directory, or to an absolute name in a
    grant.
    """

    target: AnyPath


@dataclass(frozen=True)
class File:
    """A file in memory."""

    content: bytes
    modified: int | None = None
    """Its modification time in milliseconds since 1970. `None` if it is unknown."""


def entries(files: Mapping[Any, str | bytes | File | Link]) -> Sequence[Mapping[str, Any]]:
    """Returns files, given by their paths, as the protocol has them."""
    named = [(path_text(path, "the path of a file"), given) for path, given in files.items()]
    return [{"path": _unicode(path, path), **_entry(path, given)} for path, given in named]


def _entry(path: str, given: str | bytes | File | Link) -> Mapping[str, Any]:
    match given:
        case str():
            return {"text": _unicode(path, given)}
        case bytes():
            return {"base64": base64.b64encode(given).decode()}
        case File(content=bytes(), modified=None):
            return _entry(path, given.content)
        case File(content=bytes()):
            return {**_entry(path, given.content), "modified": given.modified}
        case Link(target=str() | os.PathLike()):
            return {"link": _unicode(path, path_text(given.target))}
        case _:
            raise TypeError(
                f"{path!r} must be a string, bytes, a File or a Link, not {type(given).__name__}"
            )


def _unicode(path: str, text: str) -> str:
    if not is_unicode(text):
        raise RoomError(f"the name or the text of {path!r} is not Unicode; give its text as bytes")
    return text
