"""Rooms: granted directories, and reads in them."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union

from . import _calls, _program, _program_room
from ._arguments import AnyPath, is_unicode, path_text
from ._files import File, Link, entries
from .contract import Tool
from .errors import RoomError, UnknownToolError
from .generated.methods import Methods
from .limits import Limits
from .policy import Policy

if TYPE_CHECKING:
    from ._component_room import ComponentRoom

_T = TypeVar("_T")
Engine = Literal["program", "component"]
_Engine = Union["_program_room.ProgramRoom", "ComponentRoom"]


class Room(Methods):
    """Granted directories, and a component that reads in them.

    The directories are opened once, when the room is made, and never looked up by name again:
    replacing or moving one later changes nothing. They are granted for reading, and nothing else is
    granted. Every call runs in its own instance, so that calls share no state and a call that fails
    affects no other. A room may be used from many threads at once; a call blocks its thread. An
    exception in a signal handler, such as `KeyboardInterrupt`, ends the wait for a call; the call
    is abandoned.

    Calls are made by one of two engines. The `program` that comes with this package runs alongside
    this process, one for all rooms, and has everything. If it exits, or after a fork, it is started
    again, and the directories are opened again by their names. The `component` runs in this
    process, in a stock host; it has no questions, no audit log, no observer, no progress, no files
    in memory and fewer limits, and a fork of a process that has used it cannot use it.

        with Room("path/to/project") as room:
            print(room.read("src/main.rs", lines=20).text.content)
    """

    def __init__(
        self,
        root: AnyPath,
        grants: AnyPath | Iterable[AnyPath] = (),
        *,
        cwd: AnyPath | None = None,
        home: AnyPath | None = None,
        limits: Limits | None = None,
        policy: Policy | None = None,
        audit: AnyPath | None = None,
        audit_or_stop: bool = False,
        observer: Callable[[Mapping[str, Any]], None] | None = None,
        engine: Engine | None = None,
    ) -> None:
        """Opens the directories.

        `root` is the project root. `grants` are further directories, which agents reach by their
        absolute names. `cwd` is the agent's working directory, where relative paths start: the root
        by default, otherwise a directory in a grant, absolute or relative to the root. `home` is
        the name of the agent's home directory, which `~` stands for in the dialects that know it;
        this does not grant it. `policy` decides by path what may be read.

        Every read is appended to the file `audit` as one line of JSON; with `audit_or_stop`, a call
        whose record cannot be written raises `AuditError`. `observer` is called with the same
        record after every read, on the thread that made the call.

        `engine` is `program` by default, or `component` if this package came without the program
        for this system. Raises `RoomError` if a directory cannot be opened or named, or if the
        engine lacks what is wanted.
        """
        limits, policy = _given(Limits, limits), _given(Policy, policy)
        if observer is not None and not callable(observer):
            raise TypeError(f"observer must be a function, not {type(observer).__name__}")
        self._name = os.fsdecode(root)
        more = [grants] if isinstance(grants, (str, os.PathLike)) else grants
        names = [_absolute(each) for each in (root, *more)]
        home = None if home is None else path_text(home, "home")
        if _chosen(engine) == "program":
            opening = _program_room.opening(
                {"root": names[0], "grants": names[1:], "cwd": cwd and os.fsdecode(cwd)},
                home,
                limits,
                policy,
                audit=audit and _absolute(audit),
                audit_or_stop=audit_or_stop,
                events=observer is not None,
            )
            self._engine: _Engine = _program_room.ProgramRoom(opening, policy, observer)
            return
        if home is not None and (not home.startswith("/") or os.path.normpath(home) != home):
            raise RoomError(f"the home directory {home!r} must be an absolute path; correct it")
        wanted = {
            "cwd": cwd is not None,
            "audit": audit is not None or audit_or_stop,
            "observer": observer is not None,
            "policy.on_ask": policy.on_ask is not None,
            **{f"limits.{name}": True for name in limits.of_program()},
        }
        if lacking := [name for name, is_wanted in wanted.items() if is_wanted]:
            raise RoomError(
                f"the component has no {' and no '.join(lacking)} in this process; use "
                f"engine='program'"
            )
        room = _component("this room")
        given = {} if home is None else {"HOME": home}
        if policy != Policy():
            given["READROOM_POLICY"] = json.dumps(policy.settings())
        self._engine = room.ComponentRoom(room.Grants(names, given, limits))

    @classmethod
    def from_files(
        cls,
        files: Mapping[Any, str | bytes | File | Link],
        *,
        name: AnyPath = "/project",
        cwd: AnyPath | None = None,
        home: AnyPath | None = None,
        limits: Limits | None = None,
        policy: Policy | None = None,
    ) -> Room:
        """Makes a room of files in memory, given by their paths from the root. Only the program has
        such rooms, and `limits.total_memory` bounds the files too.

        `name` is the absolute name of the root. `cwd` is the agent's working directory, absolute or
        relative to the root, without links in its path.
        """
        if _program.find() is None:
            raise RoomError(
                "files in memory need the program, which this installation lacks; install a wheel "
                "that has it, or set READROOM_PROGRAM"
            )
        room = cls.__new__(cls)
        room._name, policy = path_text(name, "name"), _given(Policy, policy)
        cwd = None if cwd is None else path_text(cwd, "cwd")
        home = None if home is None else path_text(home, "home")
        granted = {"files": entries(files), "name": room._name, "cwd": cwd}
        opening = _program_room.opening(granted, home, _given(Limits, limits), policy)
        room._engine = _program_room.ProgramRoom(opening, policy, None)
        return room

    def session(self, id: str | None = None, *, unchanged: bool = False) -> Room:
        """Returns the same room for one session of an agent. Questions and records have its `id`.

        A room remembers where lines start in the last 16 large files (over 1 MiB) that tools read,
        so that they are not counted again. A session starts with nothing remembered. Closing it
        does not close the room; closing the room closes its sessions.

        With `unchanged`, the tool `readroom` does not repeat what it has shown of an unchanged file
        in the session: it says where, and how to see it again. Not for conversations from which
        old answers are removed.
        """
        room = Room.__new__(Room)
        room._name = self._name if id is None else f"{self._name}, session {id}"
        room._engine = self._engine.session(id, unchanged)
        return room

    def _run(self, call: _calls.Call[_T]) -> _T:
        return self._engine.run(call)

    def close(self) -> None:
        """Closes the directories as soon as no call is running. Later calls raise `ClosedError`."""
        self._engine.close()

    def __repr__(self) -> str:
        closed = ", closed" if self._engine.is_closed else ""
        return f"<Room {self._name!r}{closed}>"

    def __enter__(self) -> Room:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _absolute(path: str | os.PathLike[str]) -> str:
    """Returns the absolute name of a file or directory, with its links and `..`."""
    name = os.path.join(os.getcwd(), os.fsdecode(path))
    if not is_unicode(name):
        raise RoomError(
            f"the name of the directory {name!r} is not Unicode; rename it, or grant another one"
        )
    return name


def _given(kind: type[_T], value: _T | None) -> _T:
    """Returns an option of a class, or one with its defaults if none is given."""
    if value is None or isinstance(value, kind):
        return kind() if value is None else value
    name = kind.__name__
    example = {"Policy": "Policy(rules='everything')", "Limits": "Limits(time=5)"}[name]
    raise TypeError(
        f"{name.lower()} must be a {name}, such as {example}, not {type(value).__name__}"
    )


def _component(what: str) -> ModuleType:
    """Returns the module of rooms in this process. It needs a package that takes long to import,
    and that the program does without. Raises `RoomError` for `what` if it is not installed.
    """
    try:
        from . import _component_room
    except ModuleNotFoundError as error:
        if error.name != "wasmtime":
            raise
        raise RoomError(
            f"{what} needs the component, which this installation has no engine for; run "
            f"`pip install 'readroom[component]'`, which adds the package wasmtime"
        ) from None
    return _component_room


_warned = False


def _chosen(engine: Engine | None) -> Engine:
    """Returns the engine to use. Warns once if there is no program."""
    global _warned
    if engine not in (None, "program", "component"):
        raise RoomError(f"engine must be 'program' or 'component', not {engine!r}")
    if engine is None and _program.find() is None:
        if not _warned:
            _warned = True
            warnings.warn(
                "readroom has no program for this system, so calls are made in this process, "
                "slower and with fewer options; install a wheel that has it, or set "
                "READROOM_PROGRAM",
                RuntimeWarning,
                stacklevel=3,
            )
        return "component"
    return engine or "program"


def tools(*ids: str) -> Sequence[Tool]:
    """Returns all tools, the newest revision of a dialect first. They depend on no room.

    With ids, it returns the tools that these stand for, each once and in this order. An id with a
    tool's name, such as `readroom:search`, is that of one tool; without it, such as `readroom` or
    `readroom@0.4`, it stands for all tools of the release. Raises `UnknownToolError` if there is no
    such tool.
    """
    listed = _listed()
    if not ids:
        return listed
    found: dict[str, Tool] = {}
    for id in ids:
        first = _first(listed, id)
        release = first.id.partition(":")[0]
        of_id = [first] if ":" in id else [t for t in listed if t.id.partition(":")[0] == release]
        found |= {each.id: each for each in of_id}
    return [*found.values()]


def tool(id: str) -> Tool:
    """Returns the tool with an id, such as `pi@0` or `pi`. Raises `UnknownToolError` if there is
    none.
    """
    return _first(_listed(), id)


def _listed() -> Sequence[Tool]:
    if _program.find() is not None:
        return _program_room.tools()
    listed: Sequence[Tool] = _component("the list of tools").tools()
    return listed


def _first(listed: Sequence[Tool], id: str) -> Tool:
    for each in listed:
        # Without a revision it is the newest tool, and without a tool's name the first one.
        full_ids = (each.id, re.sub("@[^:]*", "", each.id))
        if any(full == id or full.startswith(f"{id}:") for full in full_ids):
            return each
    raise UnknownToolError(id, [each.id for each in listed])
