"""A pipe to the program `readroom`, which serves all rooms of this process.

`docs/protocol.md` describes what goes over it. A call that is alone reads its answer itself. One
thread delivers everything else to the calls that wait. It runs no signal handler, so that no
exception can tear a message apart.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import itertools
import json
import os
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from ._fork import renew_in_children
from ._listener import LineTooLongError, Listener, answered
from ._reasons import reason_of
from ._version import VERSION
from .errors import CallError, RoomError

PROTOCOL = 1

# What a pipe takes as a whole, from any number of threads (POSIX has 512, Linux 4096).
_AT_ONCE = 512
_SECONDS_TO_END = 2.0
_SECONDS_TO_GREET = 10.0

_PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
# How long a call that is alone polls for its answer before it sleeps: longer than most reads take.
# A single processor is left to the program.
_SECONDS_TO_POLL = 0.0 if _PROCESSORS == 1 else 300e-6
# How often a call that reads for itself checks whether the thread delivered its answer.
_CHECK_MILLISECONDS = 10

# `json.dumps` makes one for each message.
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

# What the program says that is no answer.
_MESSAGES = ("ask", "event", "lost_records", "progress")


class Waiter(Protocol):
    """A call that waits for what the program says."""

    def put(self, message: bytes | None) -> None:
        """Takes a line about the call. None means that no answer will come."""


@dataclass(slots=True)
class _Unanswered:
    """A request that was not answered yet."""

    waiter: Waiter | None
    """`None` once the call was given up."""


@functools.cache
def find() -> Path | None:
    """Returns the program that came with this package, if it did."""
    if given := os.environ.get("READROOM_PROGRAM"):
        return Path(given)
    with contextlib.suppress(PackageNotFoundError):
        for file in distribution("readroom").files or ():
            if file.stem == "readroom" and file.parent.name in ("bin", "Scripts"):
                return Path(str(file.locate())).resolve()
    return None


class Connection:
    """A running program."""

    def __init__(self, program: Path) -> None:
        self._unanswered: dict[int, _Unanswered] = {}
        self._ids = itertools.count(1)
        self._lost: str | None = None
        self._was_killed = False
        # A signal handler may make a call while its thread sends.
        self._sending = threading.RLock()
        self._large: SimpleQueue[bytes] | None = None
        for_program, input = os.pipe()
        self._input: int | None = input
        output, of_program = os.pipe()
        try:
            self._process = subprocess.Popen(
                [str(program), "serve"],
                stdin=for_program,
                stdout=of_program,
                cwd="/",
                env={},
                # Ctrl-C at the terminal is for this process alone.
                start_new_session=True,
            )
        except OSError as error:
            os.close(input)
            os.close(output)
            raise RoomError(
                f"the program '{program}' cannot be started: {reason_of(error)}; see that it is "
                f"there and can be run"
            ) from error
        finally:
            os.close(for_program)
            os.close(of_program)
        self._listener = Listener(output)
        # The threads that poll for an answer.
        self._polling: set[int] = set()
        threading.Thread(target=self._listen, name="readroom", daemon=True).start()
        try:
            hello = self.result("hello", {"protocol": PROTOCOL}, _SECONDS_TO_GREET)
        except CallError:
            self._kill()
            # A program that something else kills may start the next time.
            if self._was_killed:
                raise
            raise RoomError(
                f"the program '{program}' does not speak the protocol of `readroom serve`: "
                f"{self._lost}; install the program of this package"
            ) from None
        except (RoomError, Empty) as error:
            self._kill()
            reason = str(error) or f"it did not answer within {_SECONDS_TO_GREET:g} seconds"
            raise RoomError(
                f"the program '{program}' does not speak the protocol of `readroom serve`: "
                f"{reason}; install the program of this package"
            ) from None
        if hello.get("version") != VERSION:
            self._kill()
            raise RoomError(
                f"the program '{program}' is version {hello.get('version')}, and this package "
                f"{VERSION}; install both together"
            )

    @property
    def is_alive(self) -> bool:
        """Whether calls can be made."""
        return self._lost is None

    def begin(self, method: str, params: Mapping[str, Any], waiter: Waiter | None) -> int:
        """Sends a request, and returns its id. Messages about it go to `waiter`, unless `poll`
        returns them, until `forget` is called with the id.
        """
        id = next(self._ids)
        self._unanswered[id] = _Unanswered(waiter)
        try:
            self.send({"id": id, "method": method, "params": params})
        except BaseException:
            # A signal handler raised it. No answer may come.
            self._unanswered.pop(id, None)
            raise
        if self._lost is not None:
            self._lose_calls()
        return id

    def forget(self, id: int, cancel: bool) -> None:
        """Ends the wait for an answer. The call itself goes on unless it is cancelled."""
        if (request := self._unanswered.get(id)) is not None:
            request.waiter = None
            if cancel:
                self.send({"method": "cancel", "params": {"id": id}})
            self._listener.wake()

    def poll(self, id: int) -> Iterator[bytes | None]:
        """Polls for the answer to a request while it is the only one, for at most
        `_SECONDS_TO_POLL`. Yields the answer, or `None` after each attempt. Then the thread
        delivers all messages.
        """
        ends = time.perf_counter() + _SECONDS_TO_POLL
        while self._listener.sleeps and len(self._unanswered) == 1 and time.perf_counter() < ends:
            line = self._listener.take(id)
            if line is not None:
                self._unanswered.pop(id, None)
            yield line
        self._listener.wake()

    def receive(
        self, id: int, told: SimpleQueue[bytes | None], seconds: float | None = None
    ) -> bytes | None:
        """Blocks until a message about a request arrives, and returns it. Raises `Empty` after
        `seconds`.
        """
        thread = threading.get_ident()
        if thread in self._polling:
            # A signal handler interrupted a read. The thread may wait for the lock of that read, so
            # this call reads for itself.
            while told.empty() and self._deliver_next(_CHECK_MILLISECONDS):
                pass
            return None if told.empty() else told.get()
        self._polling.add(thread)
        try:
            for line in self.poll(id):
                if line is not None:
                    return line
        finally:
            self._polling.discard(thread)
        return told.get(timeout=seconds)

    def lost(self) -> CallError:
        """Returns the error of a call that will not be answered."""
        return CallError(f"the program ended, and the call with it: {self._lost}; try another call")

    def result(self, method: str, params: Mapping[str, Any], seconds: float | None = None) -> Any:
        """Makes a request that asks nothing back, and returns its result. Raises `Empty` if it is
        not answered in time.
        """
        waiter: SimpleQueue[bytes | None] = SimpleQueue()
        id = self.begin(method, params, waiter)
        try:
            line = self.receive(id, waiter, seconds)
        finally:
            self.forget(id, False)
        if line is None:
            raise self.lost()
        answer = json.loads(line)
        if "error" in answer:
            raise RoomError(answer["error"]["message"])
        return answer["result"]

    def post(self, method: str, params: Mapping[str, Any]) -> None:
        """Makes a request whose answer does not matter."""
        self.begin(method, params, None)
        self._listener.wake()

    def send(self, message: Mapping[str, Any]) -> None:
        """Sends a message."""
        line = _JSON.encode(message).encode() + b"\n"
        if len(line) <= _AT_ONCE:
            self._write(line)
            return
        # An exception in a signal handler could end this thread in the middle of the line.
        if self._large is None:
            self._large = SimpleQueue()
            threading.Thread(
                target=self._write_large, args=(self._large,), name="readroom", daemon=True
            ).start()
        self._large.put(line)

    def _write_large(self, lines: SimpleQueue[bytes]) -> None:
        while True:
            self._write(lines.get())

    def _write(self, line: bytes) -> None:
        with self._sending, contextlib.suppress(OSError):
            # A program that ended is noticed by the thread that reads.
            while line and self._lost is None and self._input is not None:
                line = line[os.write(self._input, line) :]

    def _listen(self) -> None:
        while True:
            self._listener.sleep(lambda: bool(self._unanswered))
            if not self._deliver_next():
                break
        self._ended()

    def _deliver_next(self, milliseconds: int | None = None) -> bool:
        """Delivers the next lines to their calls. Returns whether more can follow."""
        try:
            lines = self._listener.lines(milliseconds)
            for line in lines or ():
                self._deliver(line)
        except LineTooLongError:
            self._lost = "its answer is too long"
        except (ValueError, LookupError, TypeError, AttributeError):
            self._lost = "it wrote something that is not a message"
        else:
            return lines is not None
        self._kill()
        return False

    def _deliver(self, line: bytes) -> None:
        if (id := answered(line)) is not None:
            request = self._unanswered.pop(id, None)
        else:
            message = json.loads(line)
            if message["method"] not in _MESSAGES:
                raise ValueError(message["method"])
            request = self._unanswered.get(message.get("params", {}).get("request"))
            if "id" in message and (request is None or request.waiter is None):
                # The call that asks was given up.
                self.send({"id": message["id"], "result": "reject"})
        if request is not None and request.waiter is not None:
            request.waiter.put(line)

    def _ended(self) -> None:
        status = self._process.wait()
        self._was_killed = status < 0 and self._lost is None
        how = f"status {status}" if status >= 0 else f"signal {-status}"
        self._lost = self._lost or f"it ended with {how}"
        with self._sending:
            self._close_input()
        self._listener.close()
        self._lose_calls()

    def _lose_calls(self) -> None:
        while self._unanswered:
            with contextlib.suppress(KeyError):
                waiter = self._unanswered.popitem()[1].waiter
                if waiter is not None:
                    waiter.put(None)

    def _close_input(self) -> None:
        # Only once: the number may belong to another file by the next time.
        if self._input is not None:
            os.close(self._input)
            self._input = None

    def end(self) -> None:
        """Ends the program, when it has answered what it is asked."""
        self._lost = self._lost or "it was not needed any more"
        # A write that waits for a program that does not read holds the lock.
        if self._sending.acquire(timeout=_SECONDS_TO_END):
            self._close_input()
            self._sending.release()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
            return
        self._kill()

    def _kill(self) -> None:
        # What it started would hold the pipes.
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def abandon(self) -> None:
        """Leaves the program to the parent, of which this process is a fork."""
        self._lost = "this process was forked from the one that it belongs to"
        self._close_input()
        self._listener.abandon()
        self._process.returncode = 0
        self._lose_calls()


class _Current:
    """The program of this process, which is started when it is first needed."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._starting = threading.RLock()
        renew_in_children(self)
        atexit.register(self._end)

    def get(self) -> Connection:
        connection = self._connection
        if connection is None or not connection.is_alive:
            with self._starting:
                connection = self._connection
                if connection is None or not connection.is_alive:
                    program = find()
                    if program is None:
                        raise RoomError(
                            "there is no program for this system; use the engine 'component', or "
                            "name a program in READROOM_PROGRAM"
                        )
                    connection = self._connection = Connection(program)
        return connection

    def renew(self) -> None:
        """This process is a fork."""
        self._starting = threading.RLock()
        if self._connection is not None:
            self._connection.abandon()
            self._connection = None

    def _end(self) -> None:
        if self._connection is not None and self._connection.is_alive:
            self._connection.end()


current = _Current()


def close_with(owner: object, connection: Connection, number: int) -> weakref.finalize[Any, Any]:
    """Closes a room when its owner is collected, or when what is returned is called."""
    finalizer = weakref.finalize(owner, _close_room, weakref.ref(connection), number)
    # The program ends with this process anyway.
    finalizer.atexit = False
    return finalizer


def _close_room(connection: weakref.ref[Connection], number: int) -> None:
    alive = connection()
    if alive is not None and alive.is_alive:
        alive.post("close", {"room": number})
