"""The front door: directories, and reads in them."""

from __future__ import annotations

import json
import os
import threading
import time
import weakref
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

from . import _directory, _memory
from ._engine import Place, program
from ._filesystem import Grant, WasiError, plain
from ._grants import open_by_names, working_directory
from ._indexes import Indexes
from ._process import Process
from ._world import DIALECTS, FOLDS, TOTALS
from .contract import (
    Dialect,
    Document,
    Facts,
    Fold,
    Reply,
    Tool,
    Totals,
    document_of,
    reply_of,
    tool_of,
)
from .errors import ClosedError, ReadError, RoomError
from .limits import MOST_ARGUMENTS, Limits

_U32 = 0xFFFF_FFFF


class Room:
    """Directories that were granted, and a component that reads in them.

    The directories are opened once, when the room is made, and never looked up by name again: exchanging or moving
    one later changes nothing. They are granted for reading, and nothing else is granted. Every call runs in an
    instance of its own, so that calls share no state, and one that fails harms no other. A room may be used from many
    threads at once; a call blocks the thread it is made on.

    with Room("path/to/project") as room: print(room.read("src/main.rs", lines=20).body.content)
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        grants: Iterable[str | os.PathLike[str]] = (),
        *,
        cwd: str | os.PathLike[str] | None = None,
        home: str | None = None,
        limits: Limits | None = None,
        process: bool = False,
    ) -> None:
        """Opens the directories.

        `root` is the project root; `grants` are further directories, which agents reach by their absolute names.
        `cwd` is the agent's working directory, where relative paths start: in a granted directory, a relative one
        taken from the root, which it is unless given. `home` is the name of the agent's home directory, what `~`
        stands for in the dialects that know it; it is not granted thereby. `process` runs the calls, one after the
        other, in a process of the room's own, which is killed when a call takes longer than `limits.seconds`: the one
        way to end a call that the operating system does not answer. Raises `RoomError` if something of it cannot be
        had.
        """
        if not _directory.SUPPORTED:
            raise RoomError(
                "this system cannot open a file relative to an open directory; use Room.from_files, or the "
                "command line program 'readroom'"
            )
        opened: list[Grant] = []
        try:
            for directory in (root, *grants):
                names = [grant.name for grant in opened]
                for grant in open_by_names(directory):
                    if grant.name in names:
                        grant.node.close()
                    else:
                        opened.append(grant)
            start = None if cwd is None else working_directory(os.path.join(os.fspath(root), cwd), opened)
            self._start(opened, start, home, limits or Limits(), process)
        except BaseException:
            for grant in opened:
                grant.node.close()
            raise

    @classmethod
    def from_files(
        cls,
        files: Mapping[str, str | bytes | _memory.Link],
        *,
        name: str = "/project",
        cwd: str | None = None,
        home: str | None = None,
        limits: Limits | None = None,
    ) -> Room:
        """A room of files that are kept in memory: by their paths, from the root down, which agents know by an
        absolute name. `cwd` is a directory among them, by its path.
        """
        _absolute(name, "a root")
        grant = Grant(name, _memory.tree(files))
        room = cls.__new__(cls)
        start = None if cwd is None else _directory_in_memory(grant, cwd)
        room._start([grant], start, home, limits or Limits(), process=False)
        return room

    def _start(self, grants: list[Grant], cwd: str | None, home: str | None, limits: Limits, process: bool) -> None:
        if home is not None:
            _absolute(home, "a home directory")
        self._indexes = Indexes()
        self._shared = _Shared(Place(grants, cwd, home, limits), process)
        self._close = weakref.finalize(self, self._shared.close)

    def session(self) -> Room:
        """The same room for one session of an agent.

        A room remembers where lines begin in the files above 1 MiB that a dialect read last, up to 16 of them, so
        that it need not count again. A session starts with nothing remembered; keep it as long as the agent's.
        Closing it closes nothing else.
        """
        room = Room.__new__(Room)
        room._indexes, room._shared = Indexes(), self._shared
        room._close = weakref.finalize(room, lambda: None)
        return room

    def read(
        self,
        path: str,
        *,
        start: int | None = None,
        cursor: str | None = None,
        lines: int | None = None,
        bytes: int | None = None,
        totals: Totals = "auto",
    ) -> Document:
        """Reads lines of a file.

        `path` is relative to the working directory, or an absolute name in a grant. `start` is the first line, from
        1; a negative one counts from the end, so that -20 begins 20 lines before it. `cursor` goes on where an
        earlier text of the same file stopped (`Text.next`), in the place of `start`. `lines` is the most lines, at
        most 10000 and 2000 unless given; `bytes` the most bytes of text, at most 1048576 and 262144 unless given.
        Raises a `ReadError` that says why nothing was read, and `CallError` if the component does not answer.
        """
        if start is not None and cursor is not None:
            raise RoomError("start and cursor are two places to start; give one of them")
        request = {
            "path": _text(path, "path"),
            "start": ("cursor", _text(cursor, "cursor")) if cursor is not None else _start_of(start),
            "lines": _count(lines, "lines"),
            "bytes": _count(bytes, "bytes"),
            "totals": _one_of(totals, TOTALS, "totals"),
        }
        return document_of(_answer(self._run("read", request)))

    def look(self, path: str) -> Facts:
        """What is at a path, without reading it. Raises as `read` does; a directory is an error too."""
        return Facts(**_answer(self._run("look", _text(path, "path"))))

    def call(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> Reply:
        """Calls the tool of a dialect with the arguments that a model wrote: JSON text, or what was made of it.

        What is wrong with the arguments or the file is told in the reply, in the dialect's words. Raises `CallError`
        if the component does not answer.
        """
        _one_of(dialect, DIALECTS, "dialect")
        text, started = _arguments(arguments), time.time()
        target = None if self._indexes.empty else self._run("target", dialect, text)
        index = None if target is None else self._indexes.get(dialect, target)
        reply = self._run("call", dialect, text, index)
        learned = reply["index"]
        if learned is not None and reply["facts"] is not None:
            target = target or self._run("target", dialect, text)
            self._indexes.keep(dialect, target or "", reply["facts"]["modified"], started, learned)
        return reply_of(reply)

    def tools(self) -> list[Tool]:
        """The tools of all dialects."""
        return [tool_of(tool) for tool in self._run("tools")]

    def phrase(self, dialect: Dialect, path: str, *, start: int | None = None, lines: int | None = None) -> str | None:
        """Puts a question into a dialect's arguments, as JSON text for `call`. None if the dialect has no words for
        it.
        """
        question = {
            "path": _text(path, "path"),
            "start": _start_of(start),
            "lines": _count(lines, "lines"),
        }
        phrased: str | None = self._run("phrase", _one_of(dialect, DIALECTS, "dialect"), question)
        return phrased

    def target(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> str | None:
        """The absolute name of what a call would read, as the agent asks for it. None if the arguments name nothing.

        The file is not looked at.
        """
        named: str | None = self._run("target", _one_of(dialect, DIALECTS, "dialect"), _arguments(arguments))
        return named

    def render_call(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> str:
        """Draws a call as one line for a terminal."""
        drawn: str = self._run("render-call", _one_of(dialect, DIALECTS, "dialect"), _arguments(arguments))
        return drawn

    def render_result(
        self,
        dialect: Dialect,
        arguments: str | bytes | Mapping[str, Any],
        result: str,
        fold: Fold = "expanded",
    ) -> str:
        """Draws the result of a call for a terminal: the native result object, as `Reply.json` has it."""
        drawn: str = self._run(
            "render-result",
            _one_of(dialect, DIALECTS, "dialect"),
            _arguments(arguments),
            _text(result, "result"),
            _one_of(fold, FOLDS, "fold"),
        )
        return drawn

    def close(self) -> None:
        """Closes the directories, once the calls that are under way have ended. Later calls raise `ClosedError`."""
        self._close()

    def __enter__(self) -> Room:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, function: str, *arguments: Any) -> Any:
        return self._shared.run(function, *arguments)


class _Shared:
    """What a room shares with its sessions. Its directories stay open while a call is under way."""

    def __init__(self, place: Place, process: bool) -> None:
        self._place = place
        self._process = Process(place) if process else None
        self._lock = threading.Lock()
        self._calls = 0
        self._closed = False

    def run(self, function: str, *arguments: Any) -> Any:
        with self._lock:
            if self._closed:
                raise ClosedError("the room is closed; make another one")
            self._calls += 1
        try:
            if self._process is not None:
                return self._process.run(function, *arguments)
            return program().run(self._place, function, *arguments)
        finally:
            with self._lock:
                self._calls -= 1
                self._close_if_idle()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._close_if_idle()

    def _close_if_idle(self) -> None:
        if self._closed and self._calls == 0:
            if self._process is not None:
                self._process.close()
            for grant in self._place.grants:
                grant.node.close()
            self._place = Place()


def tools() -> list[Tool]:
    """The tools of all dialects. They depend on no file."""
    listed = program().run(Place(), "tools")
    return [tool_of(tool) for tool in listed]


def _directory_in_memory(grant: Grant, path: str) -> str:
    """The name of a directory in memory."""
    node, names = grant.node, [name for name in path.split("/") if name not in ("", ".")]
    try:
        for name in names:
            node = node.open(plain(name), True)
    except WasiError:
        raise RoomError(f"'{path}' is no directory in the tree; name one from the root down") from None
    return "/".join([grant.name.rstrip("/"), *names])


def _absolute(name: str, what: str) -> None:
    if not name.startswith("/") or "\0" in name or any(part in (".", "..") for part in name.split("/")):
        raise RoomError(f"'{name}' cannot be the name of {what}; give an absolute one, such as '/project'")


def _answer(result: tuple[str, Any]) -> Any:
    kind, value = result
    if kind == "error":
        raise ReadError.of(**value)
    return value


def _arguments(arguments: str | bytes | Mapping[str, Any]) -> str:
    """Arguments as the component takes them: no more of them than it needs to see that they are too many."""
    if isinstance(arguments, Mapping):
        arguments = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    if isinstance(arguments, str):
        return _text(arguments[:MOST_ARGUMENTS], "arguments")
    if isinstance(arguments, bytes):
        # No JSON holds a NUL, so that the dialect refuses what is not UTF-8.
        return arguments[:MOST_ARGUMENTS].decode(errors="replace").replace("\ufffd", "\0")
    raise TypeError(f"arguments is a {type(arguments).__name__}; give JSON text or a mapping")


def _text(text: str, name: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} is a {type(text).__name__}; give a string")
    # What is no Unicode becomes what no path and no JSON holds, and is refused as such.
    return "".join("\0" if "\ud800" <= character <= "\udfff" else character for character in text)


def _number(number: int, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is a {type(number).__name__}; give a whole number")
    return number


def _count(count: int | None, name: str) -> int | None:
    """A count as the contract has it: the component refuses 0, and what is too large acts as the largest."""
    return None if count is None else min(max(_number(count, name), 0), _U32)


def _start_of(start: int | None) -> tuple[str, int] | None:
    if start is None:
        return None
    if _number(start, "start") < 0:
        return "from_end", min(-start, _U32)
    return "line", min(start, _U32)


def _one_of(value: str, values: tuple[str, ...], name: str) -> str:
    if value not in values:
        raise RoomError(f"{value!r} is no {name}; there are {', '.join(values)}")
    return value
