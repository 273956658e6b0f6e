"""Files in memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ._abi import is_unicode
from ._filesystem import Entries, Node, Stat, WasiError
from .errors import RoomError


@dataclass(frozen=True)
class Link:
    """A symbolic link in memory: to a path relative to its directory, or to an absolute name in a
    grant.
    """

    target: str


@dataclass(frozen=True)
class File:
    """A file in memory."""

    content: bytes
    modified: int | None = None
    """Its modification time in milliseconds since 1970. `None` if it is unknown."""


@dataclass
class _Directory:
    names: dict[str, _Content] = field(default_factory=dict)


_Content = _Directory | File | Link


def tree(files: Mapping[str, str | bytes | File | Link]) -> Node:
    """Returns the root of a tree of files, given by their paths. Raises `RoomError` if there can be
    no such tree.
    """
    root = _Directory()
    for path, given in files.items():
        *parents, name = path.split("/")
        if (
            "\0" in path
            or not is_unicode(path)
            or any(part in ("", ".", "..") for part in (*parents, name))
        ):
            raise RoomError(
                f"{path!r} is not a valid path in a tree; name it from the root, without '.', "
                f"'..', NUL or empty names"
            )
        directory = root
        for parent in parents:
            inner = directory.names.setdefault(parent, _Directory())
            if not isinstance(inner, _Directory):
                raise RoomError(
                    f"{path!r} lies below something that is not a directory; choose another path"
                )
            directory = inner
        if name in directory.names:
            raise RoomError(
                f"{path!r} is in the tree already and cannot be both; add each path once"
            )
        directory.names[name] = _content(path, given)
    return _Node(root)


def _content(path: str, given: str | bytes | File | Link) -> _Content:
    match given:
        case str() if is_unicode(given):
            return File(given.encode())
        case bytes():
            return File(given)
        case File(content=bytes()):
            return given
        case Link(target=str()) if is_unicode(given.target):
            return given
        case str() | Link():
            raise RoomError(f"the text of {path!r} is not Unicode; give bytes")
        case _:
            raise TypeError(
                f"{path!r} must be a string, bytes, a File or a Link, not {type(given).__name__}"
            )


class _Node:
    """An open file or directory of a tree."""

    def __init__(self, content: _Directory | File) -> None:
        self._content = content
        self._changed: int | None = None

    def open(self, name: str, directory: bool) -> Node:
        content = self._at(name)
        if isinstance(content, Link):
            raise WasiError("loop")
        if isinstance(content, _Directory) != directory:
            raise WasiError("not-directory" if directory else "is-directory")
        return _Node(content)

    def stat(self) -> Stat:
        found = _stat(self._content)
        if isinstance(self._content, File):
            if self._changed is None:
                self._changed = _time_of(zlib.crc32(self._content.content))
            return replace(found, changed=self._changed)
        return found

    def stat_at(self, name: str) -> Stat:
        return _stat(self._at(name))

    def link_target(self, name: str) -> str:
        content = self._at(name)
        if not isinstance(content, Link):
            raise WasiError("invalid")
        return content.target

    def entries(self) -> Entries:
        return _Listing(iter(list(self._directory().items())))

    def read(self, length: int, offset: int) -> bytes:
        if not isinstance(self._content, File):
            raise WasiError("is-directory")
        return self._content.content[offset : offset + length]

    def is_same(self, other: Node) -> bool:
        return isinstance(other, _Node) and self._content is other._content

    def close(self) -> None:
        pass

    def _directory(self) -> dict[str, _Content]:
        if not isinstance(self._content, _Directory):
            raise WasiError("not-directory")
        return self._content.names

    def _at(self, name: str) -> _Content:
        try:
            return self._directory()[name]
        except KeyError:
            raise WasiError("no-entry") from None


class _Listing:
    def __init__(self, items: Iterator[tuple[str, _Content]]) -> None:
        self._items = items

    def next(self) -> tuple[str, str] | None:
        item = next(self._items, None)
        return None if item is None else (_stat(item[1]).type, item[0])

    def close(self) -> None:
        pass


def _time_of(revision: int) -> int:
    """Returns a time for each revision of a file, in nanoseconds: the component makes versions of
    times. All are long past, because what has just changed is not trusted to stay.
    """
    return (revision >> 2) * 1_000_000_000 + (revision & 3)


def _stat(content: _Content) -> Stat:
    match content:
        case File():
            modified = content.modified
            return Stat(
                "regular-file",
                len(content.content),
                modified=None if modified is None else modified * 1_000_000,
            )
        case Link():
            return Stat("symbolic-link", len(content.target.encode()))
        case _:
            return Stat("directory")
