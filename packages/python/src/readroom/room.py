"""The front door: directories, and reads in them."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

from . import _directory
from ._abi import is_unicode
from ._asking import arguments_of, count, one_of, question_of, request_of, requests_of, text
from ._engine import Place, program
from ._filesystem import Grant, WasiError, below, plain
from ._fork import renew_in_children
from ._grants import open_by_names, working_directory
from ._indexes import Indexes
from ._memory import File, Link, tree
from ._process import Process
from ._telling import answer_of, document_of, reply_of, tool_of, value_of
from ._world import DIALECTS, FOLDS
from .contract import Dialect, Document, Facts, Fold, Reply, Request, Tool, Totals, View
from .errors import CallError, ClosedError, ReadError, RoomError
from .limits import Limits


class Room:
    """Directories that were granted, and a component that reads in them.

    The directories are opened once, when the room is made, and never looked up by name again: exchanging or moving
    one later changes nothing. They are granted for reading, and nothing else is granted. Every call runs in an
    instance of its own, so that calls share no state, and one that fails harms no other. A room may be used from many
    threads at once; a call blocks the thread it is made on.

        with Room("path/to/project") as room:
            print(room.read("src/main.rs", lines=20).body.content)
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
            start = (
                None if cwd is None else working_directory(os.path.join(os.fsdecode(root), os.fsdecode(cwd)), opened)
            )
            self._start(opened, start, home, limits or Limits(), process)
        except BaseException:
            for grant in opened:
                grant.node.close()
            raise

    @classmethod
    def from_files(
        cls,
        files: Mapping[str, str | bytes | File | Link],
        *,
        name: str = "/project",
        cwd: str | None = None,
        home: str | None = None,
        limits: Limits | None = None,
    ) -> Room:
        """A room of files that are kept in memory: by their paths, from the root down, which agents know by an
        absolute name. `cwd` is a directory among them, relative to the root or absolute, and not through a link.
        """
        _absolute(name, "a root")
        grant = Grant(name, tree(files))
        room = cls.__new__(cls)
        start = None if cwd is None else _directory_in_memory(grant, cwd)
        room._start([grant], start, home, limits or Limits(), process=False)
        return room

    def _start(self, grants: list[Grant], cwd: str | None, home: str | None, limits: Limits, process: bool) -> None:
        if home is not None:
            _absolute(home, "a home directory")
        self._indexes = Indexes()
        self._shared = _Shared(Place(grants, cwd, home, limits), process)
        self._room: Room | None = None
        self._closed = False
        weakref.finalize(self, self._shared.close)

    def session(self) -> Room:
        """The same room for one session of an agent.

        A room remembers where lines begin in the files above 1 MiB that a dialect read last, up to 16 of them, so
        that it need not count again. A session starts with nothing remembered; keep it as long as the agent's.
        Closing it closes nothing else; closing the room closes it.
        """
        room = Room.__new__(Room)
        room._indexes, room._shared = Indexes(), self._shared
        # A room that is forgotten is closed, and this one needs it.
        room._room, room._closed = self, self._closed
        return room

    def read(
        self,
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
        known: str | None = None,
    ) -> Document:
        """Reads a file: lines of its text, an outline of them, cells of a notebook, or facts about an image.

        `path` is relative to the working directory, or an absolute name in a grant. `view` says how to read it. To
        start at are a line (`start`, from 1; a negative one counts from the end), the end of an earlier text (`cursor`,
        its `next`), or the lines that belong to a line by their indentation (`block`, with `levels` and `siblings`).
        `lines`, `bytes` and `tokens` are the most to return, and `column` and `columns` what of each line. `encoding`
        is found out unless given. `Request` tells the limits of each, and what it means.

        Raises a `ReadError` that says why nothing was read, and `CallError` if the component does not answer.
        """
        request = Request(
            path,
            view=view,
            start=start,
            cursor=cursor,
            block=block,
            levels=levels,
            siblings=siblings,
            lines=lines,
            bytes=bytes,
            tokens=tokens,
            column=column,
            columns=columns,
            encoding=encoding,
            totals=totals,
            known=known,
        )
        return document_of(value_of(self._run("read", request_of(request))))

    def read_many(
        self, requests: Iterable[str | Request], *, bytes: int | None = None, tokens: int | None = None
    ) -> list[Document | ReadError]:
        """Reads up to 16 files in one call: what each path or request asks for, in their order.

        A file that cannot be read spoils no other: a `ReadError` that says why is in its place, and is not raised.
        `bytes` and `tokens` are the most to return of all together, from one for each file: bytes at most 1048576, and
        262144 unless given. They are shared out evenly, and what one file does not need is shared among those that are
        larger. There are never more than 10000 lines in all.

        Raises `InvalidArgumentError` if there are no requests or more than 16, or if `bytes` or `tokens` are out of
        range, and `CallError` if the component does not answer.
        """
        asked = requests_of(requests)
        limits = {"bytes": count(bytes, "bytes"), "tokens": count(tokens, "tokens")}
        results = value_of(self._run("read-many", asked, limits))
        if len(results) != len(asked):
            raise CallError("the component answers for another number of files; use another component")
        return [answer_of(result) for result in results]

    def look(self, path: str) -> Facts:
        """What is at a path, without reading it. Raises as `read` does; a directory is an error too."""
        return Facts(**value_of(self._run("look", text(path, "path"))))

    def call(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> Reply:
        """Calls the tool of a dialect with the arguments that a model wrote: JSON text, or what was made of it.

        What is wrong with the arguments or the file is told in the reply, in the dialect's words. Raises `CallError`
        if the component does not answer.
        """
        one_of(dialect, DIALECTS, "dialect")
        written, started = arguments_of(arguments), time.time()
        with self._open() as run:
            target = run("target", dialect, written) if self._indexes.may_know(written) else None
            index = None if target is None else self._indexes.get(dialect, target)
            reply = run("call", dialect, written, index)
            learned, facts = reply["index"], reply["facts"]
            if learned is not None and facts is not None:
                # Whatever goes wrong here, the reply is there.
                with contextlib.suppress(CallError):
                    target = target or run("target", dialect, written)
                self._indexes.keep(dialect, target or "", facts["modified"], started, learned)
        return reply_of(reply)

    def tools(self) -> list[Tool]:
        """The tools of all dialects."""
        return [tool_of(tool) for tool in self._run("tools")]

    def phrase(
        self,
        dialect: Dialect,
        path: str,
        *,
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
    ) -> str | None:
        """Puts a question into a dialect's arguments, as JSON text for `call`. None if the dialect has no words for
        it.
        """
        request = Request(path, start=start, cursor=cursor, block=block, levels=levels, siblings=siblings, lines=lines)
        phrased: str | None = self._run("phrase", one_of(dialect, DIALECTS, "dialect"), question_of(request))
        return phrased

    def target(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> str | None:
        """The absolute name of what a call would read, as the agent asks for it. None if the arguments name nothing.

        The file is not looked at.
        """
        named: str | None = self._run("target", one_of(dialect, DIALECTS, "dialect"), arguments_of(arguments))
        return named

    def render_call(self, dialect: Dialect, arguments: str | bytes | Mapping[str, Any]) -> str:
        """Draws a call as one line for a terminal."""
        drawn: str = self._run("render-call", one_of(dialect, DIALECTS, "dialect"), arguments_of(arguments))
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
            one_of(dialect, DIALECTS, "dialect"),
            arguments_of(arguments),
            text(result, "result"),
            one_of(fold, FOLDS, "fold"),
        )
        return drawn

    def close(self) -> None:
        """Closes the directories, once the calls that are under way have ended. Later calls raise `ClosedError`."""
        self._closed = True
        if self._room is None:
            self._shared.close()

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
        with self._open() as run:
            return run(function, *arguments)

    def _open(self) -> contextlib.AbstractContextManager[Callable[..., Any]]:
        """What calls functions of the component, while the directories stay open."""
        if self._closed:
            raise _closed()
        return self._shared.open()


class _Shared:
    """What a room shares with its sessions. Its directories stay open while a call is under way."""

    def __init__(self, place: Place, process: bool) -> None:
        self._place = place
        self._process = Process(place) if process else None
        self._is_closed = False
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """No call is under way, and nobody holds the lock. It is taken twice where a room is forgotten under it."""
        self._lock = threading.RLock()
        self._calls = 0

    @contextlib.contextmanager
    def open(self) -> Iterator[Callable[..., Any]]:
        """What calls functions of the component."""
        with self._lock:
            if self._is_closed:
                raise _closed()
            self._calls += 1
        try:
            yield self._process.run if self._process else functools.partial(program().run, self._place)
        finally:
            with self._lock:
                self._calls -= 1
                self._close_if_idle()

    def close(self) -> None:
        """Closes everything, once no call is under way."""
        with self._lock:
            self._is_closed = True
            self._close_if_idle()

    def _close_if_idle(self) -> None:
        if self._is_closed and self._calls <= 0:
            grants, self._place = self._place.grants, Place()
            for grant in grants:
                grant.node.close()
            if self._process is not None:
                self._process.close()


def _closed() -> ClosedError:
    return ClosedError("the room is closed; make another one")


def tools() -> list[Tool]:
    """The tools of all dialects. They depend on no file."""
    listed = program().run(Place(), "tools")
    return [tool_of(tool) for tool in listed]


def _directory_in_memory(grant: Grant, path: str) -> str:
    """The name of a directory in memory."""
    node, names = grant.node, below(path if path.startswith("/") else f"{grant.name}/{path}", grant.name)
    try:
        if names is None or not is_unicode(path):
            raise WasiError("not-permitted")
        for name in names:
            node = node.open(plain(name), True)
    except WasiError:
        raise RoomError(f"{path!r} is no directory in the tree; name one from the root down") from None
    return "/".join([grant.name.rstrip("/"), *names]) or "/"


def _absolute(name: str, what: str) -> None:
    """Refuses a name that is not absolute and clean."""
    names = name.split("/")[1:]
    clean = name == "/" or (name.startswith("/") and not any(part in ("", ".", "..") for part in names))
    if not clean or "\0" in name or not is_unicode(name):
        raise RoomError(f"{name!r} cannot be the name of {what}; give an absolute one, such as '/project'")
