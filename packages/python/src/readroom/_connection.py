"""A pipe to the program `readroom`, which serves all rooms of this process.

`docs/protocol.md` describes the messages. Two threads own the two ends: one starts the program,
reads its messages and waits for its exit; the other writes. Python runs signal handlers on the main
thread alone, between any two instructions, and an exception in one can end a call anywhere. So a
call does nothing here that takes more than one step: it records its request, and queues the
message. When the waiter for the answer is collected, so is the rest.
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import copy
import itertools
import json
import os
import threading
import weakref
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Protocol

from ._program import Program, find
from .errors import CallError, RoomError

# How long the interpreter waits at exit for the program.
_SECONDS_TO_END = 2.0

# `json.dumps` makes one for each message.
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

# The methods of messages that are not answers.
_MESSAGES = ("ask", "event", "lost_records", "progress")


class Waiter(Protocol):
    """A waiter for messages about a request. It is collected when the wait is over."""

    def put(self, message: bytes | None) -> None:
        """Takes a line about the request, in any thread. `None` means that no answer will come."""


class OpenRoom:
    """A room in the program, which is closed there when this object is collected."""

    number: int
    """The number of the room, once it is open."""

    def __init__(self, connection: Connection, of: OpenRoom | None) -> None:
        self.connection = connection
        # Closing a room closes its sessions.
        self._of = of
        self.answers: SimpleQueue[bytes | None] = SimpleQueue()

    def put(self, message: bytes | None) -> None:
        """Takes the answer to the request that opens the room."""
        self.answers.put(message)

    def close(self) -> None:
        """Closes the room, unless it was closed."""
        self.connection.give_up(self.connection.rooms.get(self.number))


class _Reference(weakref.ref[Waiter]):
    """A weak reference to the waiter for a request, or to a room. It is queued when the request is
    made, and once more when its referent is collected or abandoned. The interpreter does either in
    one step.
    """

    __slots__ = ("id", "is_of_room", "opens_room", "unsent")
    id: int
    """The number of the request, or of the room."""
    is_of_room: bool
    opens_room: bool
    unsent: bytes
    """The request, until it is sent."""


class Connection:
    """A program, which the first request starts."""

    successor: Connection
    """Its successor after its exit."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.program: Program | None = None
        self._to_send: SimpleQueue[bytes | _Reference | None] = SimpleQueue()
        self._unanswered: dict[int, _Reference] = {}
        self.rooms: dict[int, _Reference] = {}
        """The open rooms by their numbers."""
        self._ids = itertools.count(1)
        self._lost: CallError | RoomError | None = None
        self._is_served = False
        self._serving = threading.Lock()
        self._has_ended = threading.Event()

    @property
    def is_alive(self) -> bool:
        """Whether calls can be made."""
        return self._lost is None

    def lost(self) -> CallError | RoomError:
        """Returns the error of a call that will not be answered."""
        assert self._lost is not None
        # Threads must not share its traceback.
        return copy.copy(self._lost)

    def begin(
        self, method: str, params: Mapping[str, Any], waiter: Waiter, opens_room: bool = False
    ) -> int:
        """Sends a request, and returns its id. Messages about it go to `waiter`. It is cancelled if
        that is collected before the answer comes, unless it opens a room.
        """
        id = next(self._ids)
        line = _encoded({"id": id, "method": method, "params": params})
        request = self._reference(waiter, id, opens_room=opens_room, unsent=line)
        self._unanswered[id] = request
        self._to_send.put(request)
        if not self._is_served:
            # `Thread.start` would leave a broken thread if a signal handler raised in it.
            try:
                _thread.start_new_thread(self._serve, ())
            except RuntimeError as error:
                raise _no_thread(error) from None
        if self._lost is not None:
            raise self.lost()
        return id

    def cancel(self, id: int) -> None:
        """Cancels a request, unless it was answered."""
        self.give_up(self._unanswered.get(id))

    def open_room(
        self, method: str, params: Mapping[str, Any], of: OpenRoom | None = None
    ) -> OpenRoom:
        """Opens a room, or a session of one."""
        room = OpenRoom(self, of)
        self.begin(method, params, room, opens_room=True)
        self._result(room.answers)
        return room

    def give_up(self, reference: _Reference | None) -> None:
        """Ends the request or room of a reference, unless it has ended."""
        if reference is not None:
            self._to_send.put(reference)

    def result(self, method: str, params: Mapping[str, Any]) -> Any:
        """Makes a request without questions, and returns its result."""
        answers: SimpleQueue[bytes | None] = SimpleQueue()
        self.begin(method, params, answers)
        return self._result(answers)

    def _result(self, answers: SimpleQueue[bytes | None]) -> Any:
        line = answers.get()
        if line is None:
            raise self.lost()
        answer = json.loads(line)
        if "error" in answer:
            raise RoomError(answer["error"]["message"])
        return answer["result"]

    def send(self, message: Mapping[str, Any]) -> None:
        """Sends a message that is not answered."""
        self._to_send.put(_encoded(message))

    def _reference(
        self,
        waiter: Waiter,
        id: int,
        *,
        is_of_room: bool = False,
        opens_room: bool = False,
        unsent: bytes = b"",
    ) -> _Reference:
        reference = _Reference(waiter, self._to_send.put)
        reference.id, reference.unsent = id, unsent
        reference.is_of_room, reference.opens_room = is_of_room, opens_room
        return reference

    def _serve(self) -> None:
        """Runs the program, and delivers its messages."""
        if not self._serving.acquire(blocking=False):
            # Another call started this thread at the same time.
            return
        self._is_served = True
        lost: CallError | RoomError = CallError("the connection to the program failed; try again")
        try:
            lost = self._run(Program(self._path))
        except (CallError, RoomError) as error:
            lost = error.with_traceback(None)
        except RuntimeError as error:
            lost = _no_thread(error)
        finally:
            self._lose_calls(lost)
            self._has_ended.set()

    def _run(self, program: Program) -> CallError:
        """Returns the error of the calls that the program does not answer."""
        self.program = program
        writer = threading.Thread(
            target=self._write, args=(program.input,), name="readroom", daemon=True
        )
        lines = program.lines()
        try:
            program.greet(lines)
            writer.start()
            for line in lines:
                self._deliver(line)
        except RoomError:
            program.kill("its answer was not understood")
            raise
        except (ValueError, LookupError, TypeError, AttributeError):
            program.kill("it wrote something that is not a message")
        except BaseException:
            program.kill("its answer was not understood")
            raise
        finally:
            self._to_send.put(None)
            program.wait()
            if writer.ident is not None:
                writer.join()
            program.close()
        return program.lost()

    def _deliver(self, line: bytes) -> None:
        if (id := _answered(line)) is not None:
            request = self._unanswered.pop(id, None)
            waiter = request() if request is not None else None
            if request is not None and request.opens_room:
                self._opened(line, waiter)
        else:
            message = json.loads(line)
            if message["method"] not in _MESSAGES:
                raise ValueError(message["method"])
            request = self._unanswered.get(message.get("params", {}).get("request"))
            waiter = request() if request is not None else None
            if "id" in message and waiter is None:
                # The call that asks was abandoned.
                self.send({"id": message["id"], "result": "reject"})
        if waiter is not None:
            waiter.put(line)

    def _opened(self, line: bytes, room: Waiter | None) -> None:
        number = json.loads(line).get("result", {}).get("room")
        if number is None:
            return
        if isinstance(room, OpenRoom):
            room.number = number
            self.rooms[number] = self._reference(room, number, is_of_room=True)
        else:
            # The call that opens it was abandoned.
            self._to_send.put(self._closing(number))

    def _write(self, input: IO[bytes]) -> None:
        """Writes until `None` is to be sent, or the program ends."""
        with contextlib.suppress(OSError), input:
            while (item := self._to_send.get()) is not None:
                rest = memoryview(item if isinstance(item, bytes) else self._message(item))
                while rest:
                    rest = rest[input.write(rest) :]

    def _message(self, reference: _Reference) -> bytes:
        """Returns the request, or what ends it or its room. Empty if there is nothing to send."""
        id, unsent = reference.id, reference.unsent
        if reference.is_of_room:
            return self._closing(id) if self.rooms.pop(id, None) is not None else b""
        if unsent and reference() is not None:
            reference.unsent = b""
            return unsent
        # The answer to a request that opens a room has the number to close.
        if reference.opens_room and not unsent:
            return b""
        if self._unanswered.pop(id, None) is None or unsent:
            return b""
        return _encoded({"method": "cancel", "params": {"id": id}})

    def _closing(self, room: int) -> bytes:
        return _encoded({"id": next(self._ids), "method": "close", "params": {"room": room}})

    def _lose_calls(self, lost: CallError | RoomError) -> None:
        self._lost = self._lost or lost
        self.rooms.clear()
        while self._unanswered:
            with contextlib.suppress(KeyError):
                waiter = self._unanswered.popitem()[1]()
                if waiter is not None:
                    waiter.put(None)

    def end(self) -> None:
        """Ends the program, and the running calls."""
        self._lost = self._lost or CallError("the program was ended; try another call")
        for request in list(self._unanswered.values()):
            self._to_send.put(request)
        self._to_send.put(None)
        if self._is_served and not self._has_ended.wait(_SECONDS_TO_END) and self.program:
            self.program.kill("it did not end")

    def abandon(self) -> None:
        """Leaves the program to the parent process, which forked this one."""
        if self.program is not None:
            self.program.abandon()
        self._lose_calls(
            CallError("this process was forked from the one that made the call; call again")
        )


def _no_thread(error: RuntimeError) -> CallError:
    return CallError(f"the call needs a thread: {error}; try again with fewer")


def _encoded(message: Mapping[str, Any]) -> bytes:
    return _JSON.encode(message).encode() + b"\n"


def _answered(line: bytes) -> int | None:
    """Returns the id of the request that a line answers. `None` if it is not an answer."""
    if not line.startswith(b'{"jsonrpc":"2.0","id":'):
        return None
    id, _, kind = line[22:60].partition(b",")
    return None if kind.startswith(b'"method"') or not id.isdigit() else int(id)


class _Current:
    """The program of this process, which is started on first use."""

    def __init__(self) -> None:
        self._connection = _without_program()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.renew)
        atexit.register(self._end)

    def get(self) -> Connection:
        connection = self._connection
        if not connection.is_alive:
            path = find()
            if path is None:
                raise RoomError(
                    "there is no program for this system; use the engine 'component', or name a "
                    "program in READROOM_PROGRAM"
                )
            # One step, so that all threads and signal handlers use the same.
            connection = connection.__dict__.setdefault("successor", Connection(path))
            self._connection = connection
        return connection

    def renew(self) -> None:
        """Leaves the program to the parent process, which forked this one."""
        self._connection.abandon()
        self._connection = _without_program()

    def _end(self) -> None:
        if self._connection.is_alive:
            self._connection.end()


def _without_program() -> Connection:
    """Returns the predecessor of the first program."""
    connection = Connection(Path())
    connection.end()
    return connection


current = _Current()
