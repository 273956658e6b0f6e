"""Rooms: granted directories, and reads in them."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from . import _decode, _directory
from ._abi import is_unicode
from ._answers import Document, Reply
from ._arguments import encoded, json_text, read_request, start_at
from ._decoder import Decoder
from ._engine import Environment, program
from ._filesystem import Grant, WasiError, below, plain
from ._fork import renew_in_children
from ._grants import open_by_names, working_directory
from ._layout import FUNCTIONS
from ._memory import File, Link, tree
from ._process import Process
from ._session_memory import SessionMemory
from ._workers import Call, workers
from .contract import (
    BasicRequest,
    FileStat,
    Fold,
    Listing,
    ListRequest,
    ReadRequest,
    SharedLimits,
    Tool,
    Totals,
    View,
)
from .errors import CallError, ClosedError, ReadError, RoomError, UnknownToolError
from .limits import Limits

_T = TypeVar("_T")
_Run = Callable[..., Any]
_Arguments = str | bytes | Mapping[str, Any]


class Room:
    """Granted directories, and a component that reads in them.

    The directories are opened once, when the room is made, and never looked up by name again:
    replacing or moving one later changes nothing. They are granted for reading, and nothing else is
    granted. Every call runs in an instance of its own, so that calls share no state and a call that
    fails affects no other. A room may be used from many threads at once; a call blocks its thread.
    An exception in a signal handler, such as `KeyboardInterrupt`, ends the wait for a call; the
    call is abandoned.

        with Room("path/to/project") as room:
            print(room.read("src/main.rs", lines=20).text.content)
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

        `root` is the project root. `grants` are further directories, which agents reach by their
        absolute names. `cwd` is the agent's working directory, where relative paths start: the root
        by default, otherwise a directory in a grant, absolute or relative to the root. `home` is
        the name of the agent's home directory, which `~` stands for in the dialects that know it;
        this does not grant it. With `process`, calls run one at a time in a process of the room's
        own, which is killed if a call takes longer than `limits.seconds`: the only way to end a
        call when the operating system hangs. Raises `RoomError` if a directory cannot be opened or
        named.
        """
        if not _directory.SUPPORTED:
            raise RoomError(
                "this system cannot open a file relative to an open directory; use "
                "Room.from_files, or the "
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
                None
                if cwd is None
                else working_directory(os.path.join(os.fsdecode(root), os.fsdecode(cwd)), opened)
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
        """Makes a room of files in memory, given by their paths from the root.

        `name` is the absolute name of the root. `cwd` is the agent's working directory, absolute or
        relative to the root, without links in its path.
        """
        _absolute(name, "a root")
        grant = Grant(name, tree(files))
        room = cls.__new__(cls)
        start = None if cwd is None else _directory_in_memory(grant, cwd)
        room._start([grant], start, home, limits or Limits(), process=False)
        return room

    def _start(
        self,
        grants: Sequence[Grant],
        cwd: str | None,
        home: str | None,
        limits: Limits,
        process: bool,
    ) -> None:
        if home is not None:
            _absolute(home, "a home directory")
        self._memory, self._max_tokens = SessionMemory(), limits.tokens
        self._shared = _Shared(Environment(grants, cwd, home, limits), process)
        self._room: Room | None = None
        self._closed = False
        weakref.finalize(self, self._shared.close)

    def session(self, *, unchanged: bool = False) -> Room:
        """Returns the same room for one session of an agent.

        A room remembers where lines begin in the last 16 large files (over 1 MiB) that tools read,
        so that they are not counted again. A session starts with nothing remembered. Closing it
        does not close the room; closing the room closes its sessions.

        With `unchanged`, the tool `readroom` does not show again what it has shown in the session
        of a file that is still the same: it says where, and how to insist. Not for conversations
        from which old answers are removed.
        """
        room = Room.__new__(Room)
        room._memory, room._max_tokens = SessionMemory(unchanged), self._max_tokens
        room._shared = self._shared
        # A room closes when it is garbage collected: the session keeps it alive.
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
        known_version: str | None = None,
    ) -> Document:
        """Reads part of a file: lines of its text, an outline of them, cells of a notebook, or
        facts about an image.

        `path` is relative to the working directory, or an absolute name in a grant. `view` says how
        to read the file. A read starts at line 1, or at one of: a line (`start`, from 1; a negative
        number counts from the end), the end of an earlier page (`cursor`, that of its `next`), or
        the block around a line (`block`, with `levels` and `siblings`). `lines`, `bytes` and
        `tokens` limit what is returned, and `column` and `columns` choose a part of each line.
        `encoding` is detected by default. `ReadRequest` documents each of them, with its limits.

        Raises a `ReadError` if nothing was read, and `CallError` if the component did not answer.
        """
        request = read_request(
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
            known_version=known_version,
        )
        return Document(**vars(self._ask(_decode.READ_RESULT, "read", request=request)))

    def read_many(
        self,
        requests: Iterable[str | ReadRequest],
        *,
        bytes: int | None = None,
        tokens: int | None = None,
    ) -> Sequence[Document | ReadError]:
        """Reads up to 16 files in one call, each given by its path or by a request that
        `read_request` returns.

        There is one result per request, in the same order. If a file cannot be read, its result is
        a `ReadError`, which is not raised. `bytes` and `tokens` limit what is returned of all files
        together; `SharedLimits` documents how they are divided.

        Raises `InvalidArgumentError` if there are no requests or more than 16, or if `bytes` or
        `tokens` is out of range.
        """
        if isinstance(requests, (str, ReadRequest)):
            raise TypeError("requests is a single one; give a list of paths and requests")
        asked = [read_request(each) if isinstance(each, str) else each for each in requests]
        if wrong := [each for each in asked if not isinstance(each, ReadRequest)]:
            raise TypeError(f"requests holds a {type(wrong[0]).__name__}; give paths and requests")
        limits = SharedLimits(bytes=bytes, tokens=tokens)
        files = self._ask(
            _decode.READ_MANY_RESULT, "read-many", requests=asked, limits=limits
        ).files
        if len(files) != len(asked):
            raise CallError(f"the component answered {len(files)} requests instead of {len(asked)}")
        return tuple(
            each if isinstance(each, ReadError) else Document(**vars(each)) for each in files
        )

    def list(self, path: str, *, after: str | None = None, entries: int | None = None) -> Listing:
        """Lists a directory, a page at a time. Raises `NotADirectoryError` for a file.

        `after` is the name of the last entry of the page before. `entries` is the maximum number of
        entries to return: 1000 by default, and at most 10000.
        """
        request = ListRequest(path=path, after=after, entries=entries)
        return self._ask(_decode.LIST_RESULT, "list", request=request)

    def stat(self, path: str) -> FileStat:
        """Returns what is at a path, without reading it. Raises a `ReadError` if it cannot be
        opened.
        """
        return self._ask(_decode.STAT_RESULT, "stat", path=path)

    def tools(self) -> Sequence[Tool]:
        """Returns all tools, the newest revision of a dialect first."""
        return self._ask(_decode.TOOLS_RESULT, "tools")

    def call(self, tool: str, arguments: _Arguments) -> Reply:
        """Calls a tool with the arguments that a model wrote: JSON text, or the object that it was
        parsed to.

        `tool` is the id of the tool, such as `pi@0`; `pi` means its newest revision. Whatever is
        wrong with the arguments or the file is part of the reply, in the words of the tool's agent.
        Raises `UnknownToolError` if there is no such tool.
        """
        given = {"tool": tool, "arguments": json_text(arguments)}
        requested = _request("requested-path", **given)
        started = time.time()

        def answer(run: _Run) -> Reply:
            path = None
            if self._memory.may_know(given["arguments"]):
                path = _answer(run, _decode.REQUESTED_PATH_RESULT, requested)
            context = self._memory.context(tool, path, self._max_tokens)
            call = _request("call", **given, context=context)
            reply = Reply(**vars(_answer(run, _decode.CALL_RESULT, call)))
            if (reply.index is not None or reply.shown is not None) and len(reply.facts) == 1:
                # The reply stands, even if this fails.
                with contextlib.suppress(CallError):
                    path = path or _answer(run, _decode.REQUESTED_PATH_RESULT, requested)
                self._memory.keep(tool, path or "", started, reply)
            return reply

        return self._run(answer)

    def arguments_for(
        self,
        tool: str,
        path: str,
        *,
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
    ) -> str | None:
        """Writes a read as the arguments of a tool, as JSON text for `call`. None if the tool
        cannot express it.
        """
        at = start_at(start, cursor, block, levels, siblings)
        request = BasicRequest(path=path, start=at, lines=lines)
        return self._ask(_decode.ARGUMENTS_FOR_RESULT, "arguments-for", tool=tool, request=request)

    def requested_path(self, tool: str, arguments: _Arguments) -> str | None:
        """Returns the absolute name of what a call would read, without looking at it: no link is
        resolved.

        None if the arguments name no path or several, or are so wrong that the call would look at
        nothing.
        """
        written = json_text(arguments)
        return self._ask(
            _decode.REQUESTED_PATH_RESULT, "requested-path", tool=tool, arguments=written
        )

    def render_call(self, tool: str, arguments: _Arguments) -> str:
        """Draws a call as one line for a terminal."""
        return self._ask(
            _decode.RENDER_CALL_RESULT, "render-call", tool=tool, arguments=json_text(arguments)
        )

    def render_result(
        self, tool: str, arguments: _Arguments, reply: Reply, fold: Fold = "expanded"
    ) -> str:
        """Draws the reply to a call for a terminal."""
        return self._ask(
            _decode.RENDER_RESULT_RESULT,
            "render-result",
            tool=tool,
            arguments=json_text(arguments),
            json=reply.json,
            content=reply.content,
            fold=fold,
        )

    def close(self) -> None:
        """Closes the directories as soon as no call is running. Later calls raise `ClosedError`."""
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

    def _ask(
        self, decoder: Decoder[_T | ReadError | UnknownToolError], function: str, **arguments: Any
    ) -> _T:
        """Calls a function, given its arguments by name and in order. Returns its answer, or raises
        its error.
        """
        request = _request(function, **arguments)
        return self._run(lambda run: _answer(run, decoder, request))

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
        self._calls: set[Call] = set()

    def run(self, call: Call, act: Callable[[_Run], _T]) -> _T:
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


def tools() -> Sequence[Tool]:
    """Returns all tools, the newest revision of a dialect first. They depend on no room."""
    return _decode.TOOLS_RESULT.from_abi(
        workers.run(lambda call: program(call).run(Environment(), "tools", call=call))
    )


def tool(id: str) -> Tool:
    """Returns the tool with an id, such as `pi@0` or `pi`. Raises `UnknownToolError` if there is
    none.
    """
    listed = tools()
    for each in listed:
        if all(
            wanted in (None, part)
            for wanted, part in zip(_id_parts(id), _id_parts(each.id), strict=True)
        ):
            return each
    raise UnknownToolError(id, [each.id for each in listed])


def _id_parts(id: str) -> Sequence[str | None]:
    """Splits `dialect@revision:tool`, in which all but the dialect may be missing."""
    parts = re.fullmatch(r"([^@:]*)(?:@([^:]*))?(?::(.*))?", id, re.DOTALL)
    return parts.groups() if parts else (id, None, None)


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


def _absolute(name: str, what: str) -> None:
    """Refuses a name that is not absolute and clean."""
    names = name.split("/")[1:]
    clean = name == "/" or (
        name.startswith("/") and not any(part in ("", ".", "..") for part in names)
    )
    if not clean or "\0" in name or not is_unicode(name):
        raise RoomError(
            f"{name!r} cannot be the name of {what}; give an absolute one, such as '/project'"
        )
