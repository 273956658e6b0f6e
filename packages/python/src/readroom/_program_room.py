"""Rooms in the program `readroom`."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, TypeVar

from ._answers import Reply, extended
from ._arguments import is_unicode
from ._calls import Call
from ._connection import OpenRoom, Waiter, current
from ._decoder import MalformedAnswerError
from .contract import Tool
from .errors import (
    AuditError,
    CallError,
    ClosedError,
    LimitError,
    ReadError,
    RoomError,
    UnknownToolError,
)
from .generated import decode
from .limits import Limits
from .policy import Denied, Policy, Question, Rule

_T = TypeVar("_T")
Observer = Callable[[Mapping[str, Any]], None]


class ProgramRoom:
    """A room in the program, or a session of one. It is opened again if the program had to be
    started again, or in another process after a fork.
    """

    def __init__(
        self,
        opening: Mapping[str, Any],
        policy: Policy,
        observer: Observer | None,
        of: ProgramRoom | None = None,
    ) -> None:
        self._opening, self._policy, self._observer, self._of = opening, policy, observer, of
        self._open: OpenRoom | None = None
        self._is_closed = False
        self._opened()

    def session(self, id: str | None, unchanged: bool) -> ProgramRoom:
        """Returns a session of the room."""
        opening = {"unchanged": unchanged} | ({} if id is None else {"id": id})
        return ProgramRoom(opening, self._policy, self._observer, self)

    def close(self) -> None:
        """Closes the room and its sessions."""
        self._is_closed = True
        if self._open is not None:
            self._open.close()

    @property
    def is_closed(self) -> bool:
        """Whether this room was closed, or the one that it is a session of."""
        return self._is_closed or (self._of is not None and self._of.is_closed)

    def _known(self) -> OpenRoom | None:
        """Returns the room in the program. `None` if it has to be opened."""
        if self.is_closed:
            raise closed()
        return self._open if self._open is not None and self._open.connection.is_alive else None

    def _opened(self) -> OpenRoom:
        """Returns the room in the program, which this opens if necessary."""
        room = self._known()
        if room is None:
            if self._of is None:
                room = current.get().open_room("open", self._opening)
            else:
                of = self._of._opened()
                params = {"room": of.number, **self._opening}
                room = of.connection.open_room("session", params, of)
            self._open = room
        return room

    def run(self, call: Call[_T]) -> _T:
        """Makes a call. Returns its result, or raises its error."""
        lines: SimpleQueue[bytes | None] = SimpleQueue()
        room = self._opened()
        with _Request(room, call, lines) as request:
            while True:
                message = request.parsed(lines.get())
                if isinstance(message, bytes):
                    return call.finish(decoded(call, message))
                if not self._is_notice(call, message):
                    with request.replying(message) as reply:
                        reply(self._policy.on_ask and self._policy.on_ask(question(message)))

    async def run_async(self, call: Call[_T]) -> _T:
        """Makes a call as `run` does. Cancelling the task that awaits it cancels the call."""
        lines = _AsyncLines()
        room = self._known()
        if room is None:
            room = await asyncio.to_thread(self._opened)
        with _Request(room, call, lines) as request:
            while True:
                message = request.parsed(await lines.get())
                if isinstance(message, bytes):
                    return call.finish(decoded(call, message))
                if not self._is_notice(call, message):
                    with request.replying(message) as reply:
                        answer: Any = self._policy.on_ask and self._policy.on_ask(question(message))
                        reply(await answer if inspect.isawaitable(answer) else answer)

    def _is_notice(self, call: Call[Any], message: Mapping[str, Any]) -> bool:
        """Passes a message on to the observer or the callback for progress. Returns whether it
        needs no reply.
        """
        method: str = message["method"]
        if method == "event" and self._observer is not None:
            self._observer(message["params"]["event"])
        if method == "progress" and call.progress is not None:
            call.progress(message["params"]["bytes"])
        return method != "ask"


class _AsyncLines:
    """The lines about a call, for the event loop that awaits it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines = asyncio.Queue[bytes | None]()

    def put(self, line: bytes | None) -> None:
        """Takes a line, in any thread."""
        # The loop may have been closed meanwhile.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

    async def get(self) -> bytes | None:
        """Returns the next line. Other tasks run until it arrives."""
        return await self._lines.get()


class _Request:
    """A request that is cancelled unless it was answered."""

    def __init__(self, room: OpenRoom, call: Call[Any], lines: Waiter) -> None:
        self._connection, self._is_answered = room.connection, False
        method, params = encoded_call(call)
        # The contract has tools without a room.
        given = params if method == "tools" else {"room": room.number, **params}
        if call.progress is not None:
            given = {**given, "progress": True}
        self._id = self._connection.begin(method, given, lines)

    def __enter__(self) -> _Request:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_answered:
            self._connection.cancel(self._id)

    def parsed(self, line: bytes | None) -> bytes | Mapping[str, Any]:
        """Returns the line if it is the answer, and otherwise its message."""
        if line is not None and b'"method":' in line[:60]:
            message: Mapping[str, Any] = json.loads(line)
            return message
        self._is_answered = True
        if line is None:
            raise self._connection.lost()
        return line

    @contextmanager
    def replying(self, question: Mapping[str, Any]) -> Iterator[Callable[[Any], None]]:
        """Sends the answer that is passed to the function, or `reject` if it is not called."""
        answers: list[Any] = []
        try:
            yield answers.append
        finally:
            answer = answers[0] if answers else None
            self._connection.send({"id": question["id"], "result": answer or "reject"})


def opening(
    granted: Mapping[str, Any],
    home: str | None,
    limits: Limits,
    policy: Policy,
    *,
    events: bool = False,
    **audit: Any,
) -> Mapping[str, Any]:
    """Returns the params that open a room: its `granted` files, and the rest."""
    for name in (home, granted.get("cwd"), granted.get("name")):
        if name is not None and not is_unicode(name):
            raise RoomError(f"the name {name!r} is not Unicode; choose another one")
    params = {
        **granted,
        "home": home,
        "limits": limits.settings(),
        "policy": {**policy.settings(), "asks": policy.on_ask is not None},
        "events": events,
        **audit,
    }
    return _present(params)


def tools() -> Sequence[Tool]:
    """Returns all tools, without a room."""
    return decode.TOOLS_RESULT.from_json(current.get().result("tools", {}))


def question(message: Mapping[str, Any]) -> Question:
    """Returns a question as it was asked."""
    params = message["params"]
    rule = Rule(**params["rule"])
    names = ("permission", "pattern", "path", "session")
    return Question(rule=rule, **{name: params[name] for name in names if name in params})


def encoded_call(call: Call[Any]) -> tuple[str, Mapping[str, Any]]:
    """Returns the method and the params of a call."""
    given: dict[str, Any] = {}
    for name, value in call.arguments.items():
        match name:
            case "request":
                given |= _flat(value)
            case "requests":
                given["files"] = [_flat(each) for each in value]
            case "limits" | "context":
                given |= _present(value)
            case _:
                given[name] = value
    return call.function.replace("-", "_"), given


def decoded(call: Call[Any], line: bytes) -> Any:
    """Decodes the answer to a call, or raises its error."""
    try:
        if call.function == "call":
            return reply_of(line)
        answer = json.loads(line.decode())
        if "error" in answer:
            raise error_of(answer["error"])
        result = call.decoder.from_json(answer["result"])
    except MalformedAnswerError as error:
        raise CallError(f"the program's answer is malformed: {error}") from error
    if isinstance(result, (ReadError, UnknownToolError)):
        raise result
    return result


def reply_of(line: bytes) -> Reply:
    """Decodes the answer to a call of a tool. Its value is not parsed."""
    head, is_reply, value = line.partition(b',"value":')
    answer = json.loads((head + b"}}" if is_reply else line).decode())
    if "error" in answer:
        raise error_of(answer["error"])
    result, native = answer["result"], value[:-2].decode()
    denied = result.pop("denied", None)
    if denied is not None:
        rule = Rule(denied["origin"], denied["pattern"], denied["action"])
        denied = Denied(denied["path"], rule, denied["message"])
    reply = decode.REPLY.from_json({**result, "json": native})
    return extended(Reply, reply, denied=denied)


def error_of(error: Mapping[str, Any]) -> Exception:
    """Returns the error in the answer to a request."""
    message, data = error["message"], error.get("data", {})
    match data.get("kind"):
        case "read":
            return decode.READ_ERROR.from_json(data["error"])
        case "unknown-tool":
            return decode.UNKNOWN_TOOL_ERROR.from_json(data["error"])
        case "limit":
            return LimitError(data["limit"], f"{message}. {data['hint']}")
        case "audit":
            return AuditError(message)
        case "room":
            return RoomError(message)
        case "closed":
            return closed()
        case _:
            return CallError(message)


def closed() -> ClosedError:
    """Returns the error of a room that was closed."""
    return ClosedError("the room is closed; make another one")


def _present(members: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _flat(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Writes a request with the start next to the other members."""
    members = {name: value for name, value in request.items() if value is not None}
    match members.pop("start", None):
        case ("line", line):
            members["start"] = line
        case ("from-end", lines):
            members["start"] = -lines
        case ("cursor" | "definition" | "unit" as kind, text):
            members[kind] = text
        case ("block", block):
            members |= {
                "block": block["line"],
                "levels": block["levels"],
                "siblings": block["siblings"] == "included",
            }
    return members
