"""Rooms whose calls this process makes itself, with the component."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ._answers import Reply, extended
from ._calls import Call
from ._engine import Call as Running
from ._engine import Grants, current, on_thread
from .contract import Reply as AnyReply
from .contract import Tool
from .errors import CallError, ClosedError, ReadError, RoomError, UnknownToolError
from .generated import decode
from .limits import INDEX_BYTES, INDEXED_FILES, PATH_BYTES, SHOWN_BYTES, SHOWN_FILES, Limits

_T = TypeVar("_T")
# How long ago a file must have changed, in seconds, to be remembered: one that just changed may
# change again within the same tick of its modification time.
_SETTLED = 2.0


class ComponentRoom:
    """A room, or a session of one."""

    def __init__(self, grants: Grants | ComponentRoom, unchanged: bool = False) -> None:
        self.limits: Limits = grants.limits
        self._memory = SessionMemory(unchanged)
        self._grants: Grants | ComponentRoom | None = grants

    def session(self, id: str | None, unchanged: bool) -> ComponentRoom:
        """Returns a session of the room, which closes with it. Its name is not used."""
        return ComponentRoom(self, unchanged)

    def close(self) -> None:
        """Closes the room and its sessions."""
        self._grants = None

    def _granted(self) -> Grants | None:
        grants = self._grants
        return grants._granted() if isinstance(grants, ComponentRoom) else grants

    @property
    def is_closed(self) -> bool:
        """Whether this room was closed, or the one that it is a session of."""
        return self._granted() is None

    def run(self, call: Call[_T]) -> _T:
        """Makes a call. Returns its result, or raises its error."""
        if call.progress is not None:
            raise RoomError("the component reports no progress; use engine='program'")
        run = self._called if call.function == "call" else self._answered
        request = call.arguments.get("request", {})
        if "milliseconds" in request and request["milliseconds"] is None:
            request = {**request, "milliseconds": self._page_time}
            call = replace(call, arguments={"request": request})
        return call.finish(on_thread(lambda running: run(running, call)))

    @property
    def _page_time(self) -> int:
        """The time of a page of a search, in milliseconds: it ends well before the call does."""
        return int(self.limits.component_time * 1000 / 2)

    def _called(self, running: Running, call: Call[Any]) -> Reply:
        """Calls a tool, with the session's memory."""
        tool, arguments = call.arguments["tool"], call.arguments["arguments"]
        given, path, started = {"tool": tool, "arguments": arguments}, None, time.time()
        requested = Call[Any]("requested-path", given, decode.REQUESTED_PATH_RESULT)
        if self._memory.may_know(arguments):
            path = self._answered(running, requested)
        known = {**self._memory.context(tool, path), "max_tokens": self.limits.tokens}
        context = {**known, "milliseconds": self._page_time, **call.arguments["context"]}
        called = Call[Any]("call", {**given, "context": context}, call.decoder)
        reply = extended(Reply, self._answered(running, called), denied=None)
        if (reply.index is not None or reply.shown is not None) and len(reply.facts) == 1:
            # The reply is valid, even if this fails.
            with contextlib.suppress(CallError):
                path = path or self._answered(running, requested)
            self._memory.keep(tool, path or "", started, reply)
        return reply

    def _answered(self, running: Running, call: Call[Any]) -> Any:
        grants = self._granted()
        if grants is None:
            raise ClosedError("the room is closed; make another one")
        answer = current().run(running, grants, call.function, list(call.arguments.values()))
        decoded = call.decoder.from_json(answer)
        if isinstance(decoded, (ReadError, UnknownToolError)):
            raise decoded
        return decoded


class SessionMemory:
    """Where lines start in large files, and what of the files was shown, by tool and path. Each
    change is atomic, so that threads share it without a lock, which a fork would leave held.
    """

    def __init__(self, unchanged: bool = False) -> None:
        self._indexes, self._shown = (OrderedDict[tuple[str, str], str]() for _ in range(2))
        self._unchanged = unchanged

    def may_know(self, arguments: str) -> bool:
        """Returns whether arguments may name a file that is remembered."""
        paths = (path for _, path in [*self._indexes, *self._shown])
        return any(path.rpartition("/")[2] in arguments for path in paths)

    def context(self, tool: str, path: str | None) -> dict[str, str | None]:
        """Returns the additions to a call for a file, by its requested path."""
        shown = self._shown.get((tool, path or ""), "") if self._unchanged else None
        return {"index": self._indexes.get((tool, path or "")), "shown": shown}

    def keep(self, tool: str, path: str, started: float, reply: AnyReply) -> None:
        """Keeps a reply's notes about its only file, unless the file was modified shortly before
        the call, which `started` at a time in seconds.
        """
        modified = reply.facts[0].modified
        settled = modified is not None and started - modified / 1000 >= _SETTLED
        for texts, text, files, size in (
            (self._indexes, reply.index, INDEXED_FILES, INDEX_BYTES),
            (self._shown, reply.shown, SHOWN_FILES, SHOWN_BYTES),
        ):
            if text is None:
                continue
            texts.pop((tool, path), None)
            if settled and len(text.encode()) <= size and len(path.encode()) <= PATH_BYTES:
                texts[tool, path] = text
            if len(texts) > files:
                texts.popitem(last=False)


def tools() -> Sequence[Tool]:
    """Returns all tools."""
    room = ComponentRoom(Grants((), {}, Limits()))
    return room.run(Call[Sequence[Tool]]("tools", {}, decode.TOOLS_RESULT))
