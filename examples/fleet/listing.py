"""The entries of trees to be read, in batches.

Directories are listed by Readroom, so that no link is followed and nothing outside a tree is seen.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import TypeVar

from readroom import ReadError, Room
from readroom.contract import FileKind
from readroom.errors import CallError, LimitError, ReadroomError, RoomError

ATTEMPTS = 5
"""The maximum number of attempts at a call, if the program exits meanwhile."""

PAUSE = 0.05
"""How many seconds the job waits before it lists again; twice as long each time."""

PAGE = 10_000
"""The maximum number of entries per call."""


_T = TypeVar("_T")


@dataclass(frozen=True)
class Entry:
    """An entry of a directory that gets a row: anything but a directory that could be listed."""

    tree: str
    path: str
    kind: FileKind
    size: int | None = None
    modified: int | None = None
    code: str | None = None
    """The error code, if this is a directory that could not be listed."""
    message: str | None = None


@dataclass(frozen=True)
class Batch:
    """The unit of work, and of output."""

    entries: tuple[Entry, ...]

    @property
    def name(self) -> str:
        """The name of the batch, which changes when an entry, its size or its modification time
        does, and with the release of Readroom.
        """
        content = json.dumps([version("readroom"), *map(vars, self.entries)])
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def batches(trees: Iterable[str], size: int) -> Iterator[Batch]:
    """Yields all entries of trees, about `size` in a batch.

    A batch ends after a path whose hash says so, not after a number of entries: one more or one
    fewer file changes its own batch, and not all later ones. The trees may be hostile, so no batch
    is shorter than a quarter of `size`, or longer than four times `size`.
    """
    batch: list[Entry] = []
    for entry in entries(trees):
        batch.append(entry)
        ends = zlib.crc32(f"{entry.tree}\0{entry.path}".encode()) % size == 0
        if len(batch) >= 4 * size or (ends and len(batch) >= size / 4):
            yield Batch(tuple(batch))
            batch = []
    if batch:
        yield Batch(tuple(batch))


def entries(trees: Iterable[str]) -> Iterator[Entry]:
    """Yields all entries of trees in a fixed order, and keeps one page of each open directory."""
    for tree in sorted(set(trees)):
        try:
            with repeated(partial(Room, tree)) as room:
                yield from _below(room, tree)
        except RoomError as error:
            yield Entry(tree, ".", "directory", None, None, *failure(error))


def repeated(call: Callable[[], _T]) -> _T:
    """Makes a call, and repeats it if the program exited: the next call restarts it."""
    for attempt in range(ATTEMPTS - 1):
        try:
            return call()
        except LimitError:
            raise
        except (CallError, RoomError):
            # A program that exits at its start is a `RoomError`, as is a tree that is gone.
            time.sleep(PAUSE * 2**attempt)
    return call()


def failure(error: ReadroomError) -> tuple[str, str]:
    """Returns the code and the message of an error for a row."""
    match error:
        case ReadError():
            return error.code, error.message
        case LimitError():
            return "limit", str(error)
        case RoomError():
            return "room", str(error)
        case _:
            return "call", str(error)


def _below(room: Room, tree: str) -> Iterator[Entry]:
    # Recursive generators would pass each entry through as many levels as the tree has.
    open_directories = [_entries_of(room, tree, ".")]
    while open_directories:
        entry = next(open_directories[-1], None)
        if entry is None:
            open_directories.pop()
        elif entry.kind == "directory" and entry.code is None:
            open_directories.append(_entries_of(room, tree, entry.path))
        else:
            yield entry


def _entries_of(room: Room, tree: str, directory: str) -> Iterator[Entry]:
    prefix = "" if directory == "." else f"{directory}/"
    after: str | None = None
    while True:
        try:
            listing = repeated(partial(room.list, directory, after=after, entries=PAGE))
        except (ReadError, CallError) as error:
            yield Entry(tree, directory, "directory", None, None, *failure(error))
            return
        for each in listing.entries:
            yield Entry(tree, prefix + each.name, each.kind, each.size, each.modified)
        if not listing.more:
            return
        after = listing.entries[-1].name
