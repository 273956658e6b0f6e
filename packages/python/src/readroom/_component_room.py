"""Rooms whose calls this process makes itself, with the component."""

from __future__ import annotations

import contextlib
import functools
import os
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from . import _decode, _directory
from ._abi import is_unicode
from ._answers import Reply, extended
from ._arguments import encoded
from ._calls import Call
from ._decoder import Decoder
from ._engine import Environment, program
from ._filesystem import Grant, WasiError, below, plain
from ._fork import renew_in_children
from ._grants import open_by_names, working_directory
from ._guard import Guard, Guarded
from ._layout import FUNCTIONS
from ._memory import File, Link, tree
from ._process import Process
from ._session_memory import SessionMemory
from ._workers import Call as Running
from ._workers import workers
from .contract import Tool
from .errors import CallError, ClosedError, ReadError, RoomError, UnknownToolError
from .limits import Limits

_T = TypeVar("_T")
_Run = Callable[..., Any]


class ComponentRoom:
    """A room, or a session of one."""

    def __init__(
        self,
        grants: Sequence[Grant],
        cwd: str | None,
        home: str | None,
        limits: Limits,
        guarded: Guarded,
        process: bool,
    ) -> None:
        if home is not None:
            absolute_home(home)
        self._memory, self._max_tokens = SessionMemory(), limits.tokens
        self._shared = _Shared(Environment(grants, cwd, home, limits, Guard(guarded)), process)
        self._room: ComponentRoom | None = None
        self._closed = False
        weakref.finalize(self, self._shared.close)

    def session(self, id: str | None, unchanged: bool) -> ComponentRoom:
        """Returns a session of the room, which closes with it. Its name is not used."""
        room = ComponentRoom.__new__(ComponentRoom)
        room._memory, room._max_tokens = SessionMemory(unchanged), self._max_tokens
        room._shared = self._shared
        # A room closes when it is garbage collected: the session keeps it alive.
        room._room, room._closed = self, self._closed
        return room

    def close(self) -> None:
        """Closes the directories as soon as no call is running."""
        self._closed = True
        if self._room is None:
            self._shared.close()

    @property
    def is_closed(self) -> bool:
        """Whether this room was closed."""
        return self._closed

    def run(self, call: Call[_T]) -> _T:
        """Makes a call. Returns its result, or raises its error."""
        if call.function == "call":
            return call.finish(self._call(**call.arguments))
        request = _request(call.function, **call.arguments)
        return call.finish(self._run(lambda run: _answer(run, call.decoder, request)))

    def _call(self, tool: str, arguments: str, content_only: bool = False) -> Reply:
        given = {"tool": tool, "arguments": arguments}
        requested = _request("requested-path", **given)
        started = time.time()

        def answer(run: _Run) -> Reply:
            path = None
            if self._memory.may_know(given["arguments"]):
                path = _answer(run, _decode.REQUESTED_PATH_RESULT, requested)
            context = self._memory.context(tool, path, self._max_tokens, content_only)
            call = _request("call", **given, context=context)
            reply = extended(Reply, _answer(run, _decode.CALL_RESULT, call), denied=None)
            if (reply.index is not None or reply.shown is not None) and len(reply.facts) == 1:
                # The reply stands, even if this fails.
                with contextlib.suppress(CallError):
                    path = path or _answer(run, _decode.REQUESTED_PATH_RESULT, requested)
                self._memory.keep(tool, path or "", started, reply)
            return reply

        return self._run(answer)

    def _run(self, act: Callable[[_Run], _T]) -> _T:
        """Returns the result of a function that is given what calls functions of the component."""
        if self._closed:
            raise _closed()
        return workers.run(lambda call: self._shared.run(call, act))


def _request(function: str, **arguments: Any) -> Sequence[Any]:
    """Returns the name of a function, and its arguments as `_abi.py` takes them."""
    types = FUNCTIONS[function].parameters
    return (
        function,
        *(
            encoded(type_, arguments[name], name)
            for type_, name in zip(types, arguments, strict=True)
        ),
    )


def _answer(
    run: _Run, decoder: Decoder[_T | ReadError | UnknownToolError], request: Sequence[Any]
) -> _T:
    answer = decoder.from_abi(run(*request))
    if isinstance(answer, (ReadError, UnknownToolError)):
        raise answer
    return answer


class _Shared:
    """What a room shares with its sessions. Its directories stay open while a call is running.

    It has no lock: a signal handler or a finalizer that interrupts `close` may make a call, which
    would wait for it.
    """

    def __init__(self, environment: Environment, process: bool) -> None:
        self._environment = environment
        self._process = Process(environment) if process else None
        self._is_closed = False
        self._to_close = [grant.node.close for grant in environment.grants]
        if self._process is not None:
            self._to_close.append(self._process.close)
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """No call is running."""
        self._calls: set[Running] = set()

    def run(self, call: Running, act: Callable[[_Run], _T]) -> _T:
        """Returns the result of a function that is given what calls functions of the component."""
        self._calls.add(call)
        try:
            # A close after this leaves the directories open until the call ends.
            if self._is_closed:
                raise _closed()
            run = (
                self._process.run
                if self._process
                else functools.partial(program(call).run, self._environment)
            )
            return act(functools.partial(run, call=call))
        finally:
            self._calls.discard(call)
            self._close_if_idle()

    def close(self) -> None:
        """Closes everything as soon as no call is running."""
        self._is_closed = True
        self._close_if_idle()

    def _close_if_idle(self) -> None:
        if self._is_closed and not self._calls:
            with contextlib.suppress(IndexError):
                while True:
                    self._to_close.pop()()
            self._environment = Environment()


def _closed() -> ClosedError:
    return ClosedError("the room is closed; make another one")


def of_directories(
    root: str | os.PathLike[str],
    grants: Iterable[str | os.PathLike[str]],
    cwd: str | os.PathLike[str] | None,
    home: str | None,
    limits: Limits,
    guarded: Guarded,
    process: bool,
) -> ComponentRoom:
    """Opens directories."""
    if not _directory.SUPPORTED:
        raise RoomError(
            "this system cannot open a file relative to an open directory; use the program, or "
            "Room.from_files"
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
            None
            if cwd is None
            else working_directory(os.path.join(os.fsdecode(root), os.fsdecode(cwd)), opened)
        )
        return ComponentRoom(opened, start, home, limits, guarded, process)
    except BaseException:
        for grant in opened:
            grant.node.close()
        raise


def of_files(
    files: Mapping[str, str | bytes | File | Link],
    name: str,
    cwd: str | None,
    home: str | None,
    limits: Limits,
    guarded: Guarded,
) -> ComponentRoom:
    """Makes a room of files in memory."""
    absolute_root(name)
    grant = Grant(name, tree(files))
    start = None if cwd is None else _directory_in_memory(grant, cwd)
    return ComponentRoom([grant], start, home, limits, guarded, process=False)


def tools() -> Sequence[Tool]:
    """Returns all tools."""
    return _decode.TOOLS_RESULT.from_abi(
        workers.run(lambda call: program(call).run(Environment(), "tools", call=call))
    )


def _directory_in_memory(grant: Grant, path: str) -> str:
    """Returns the absolute name of a directory in memory."""
    node, names = (
        grant.node,
        below(path if path.startswith("/") else f"{grant.name}/{path}", grant.name),
    )
    try:
        if names is None or not is_unicode(path):
            raise WasiError("not-permitted")
        for name in names:
            node = node.open(plain(name), True)
    except WasiError:
        raise RoomError(
            f"{path!r} is not a directory in the tree; name one by its path from the root"
        ) from None
    return "/".join([grant.name.rstrip("/"), *names]) or "/"


def absolute_root(name: str) -> None:
    """Refuses the name of a tree that is not absolute and clean."""
    if not _is_clean(name):
        raise RoomError(
            f"a tree cannot be granted as {name!r}; choose an absolute path without '.', '..' or "
            f"empty names, such as '/project'"
        )


def absolute_home(name: str) -> None:
    """Refuses the name of a home directory that is not absolute and clean."""
    if not _is_clean(name):
        raise RoomError(
            f"{name!r} cannot be the home directory; give an absolute path, such as '/home/agent'"
        )


def _is_clean(name: str) -> bool:
    names = name.split("/")[1:]
    clean = name == "/" or (
        name.startswith("/") and not any(part in ("", ".", "..") for part in names)
    )
    return clean and "\0" not in name and is_unicode(name)
