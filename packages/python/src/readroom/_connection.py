"""A pipe to the program `readroom`, which serves all rooms of this process.

`docs/protocol.md` describes what goes over it. One thread reads what the program says and hands it
to the calls that wait. It runs no signal handler, so that no exception can tear a message apart.
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
import weakref
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from ._fork import renew_in_children
from ._reasons import reason_of
from ._version import VERSION
from .errors import CallError, RoomError

PROTOCOL = 1

# What a pipe takes as a whole, from any number of threads (POSIX has 512, Linux 4096).
_AT_ONCE = 512
# What a pipe holds on Linux. Memory for more would be got from the system for each read.
_READ_BYTES = 1 << 16
_SECONDS_TO_END = 2.0
_SECONDS_TO_GREET = 10.0

# The maximum length of a line: more than an answer can have.
_MAX_LINE = 512 << 20

# `json.dumps` makes one for each message.
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

# What the program says that is no answer.
_MESSAGES = ("ask", "event", "lost_records", "progress")


class Waiter(Protocol):
    """A call that waits for what the program says."""

    def put(self, message: bytes | None) -> None:
        """Takes a line about the call. None means that no answer will come."""


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
        self._waiting: dict[int, Waiter] = {}
        self._ids = itertools.count(1)
        self._lost: str | None = None
        self._was_killed = False
        # A signal handler may make a call while its thread sends.
        self._sending = threading.RLock()
        self._large: SimpleQueue[bytes] | None = None
        for_program, self._input = os.pipe()
        self._output, of_program = os.pipe()
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
            os.close(self._input)
            os.close(self._output)
            raise RoomError(
                f"the program '{program}' cannot be started: {reason_of(error)}; see that it is "
                f"there and can be run"
            ) from error
        finally:
            os.close(for_program)
            os.close(of_program)
        reader = threading.Thread(target=self._read, name="readroom", daemon=True)
        reader.start()
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

    def begin(self, method: str, params: Mapping[str, Any], waiter: Waiter) -> int:
        """Sends a request, and returns its id. What is said about it goes to `waiter`, until
        `forget` is called with the id.
        """
        id = next(self._ids)
        self._waiting[id] = waiter
        self.send({"id": id, "method": method, "params": params})
        if self._lost is not None:
            waiter.put(None)
        return id

    def forget(self, id: int, cancel: bool) -> None:
        """Ends the wait for an answer. The call itself goes on unless it is cancelled."""
        self._waiting.pop(id, None)
        if cancel:
            self.send({"method": "cancel", "params": {"id": id}})

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
            line = waiter.get(timeout=seconds)
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
        self.send({"id": next(self._ids), "method": method, "params": params})

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
            while line and self._lost is None:
                line = line[os.write(self._input, line) :]

    def _read(self) -> None:
        # The beginning of a line: a long one arrives in many pieces.
        pieces: list[bytes] = []
        length = 0
        while True:
            try:
                read = os.read(self._output, _READ_BYTES)
            except OSError:
                read = b""
            if not read:
                break
            first, is_end, rest = read.partition(b"\n")
            pieces.append(first)
            if not is_end:
                length += len(first)
                if length > _MAX_LINE:
                    self._lost = "its answer is too long"
                    self._kill()
                    break
                continue
            *lines, rest = rest.split(b"\n")
            try:
                for line in (b"".join(pieces), *lines):
                    self._deliver(line)
            except (ValueError, LookupError, TypeError, AttributeError):
                self._lost = "it wrote something that is not a message"
                self._kill()
                break
            pieces, length = [rest], len(rest)
        self._ended()

    def _deliver(self, line: bytes) -> None:
        if (id := _answered(line)) is not None:
            waiter = self._waiting.pop(id, None)
        else:
            message = json.loads(line)
            if message["method"] not in _MESSAGES:
                raise ValueError(message["method"])
            waiter = self._waiting.get(message.get("params", {}).get("request"))
            if waiter is None and "id" in message:
                # The call that asks was given up.
                self.send({"id": message["id"], "result": "reject"})
        if waiter is not None:
            waiter.put(line)

    def _ended(self) -> None:
        status = self._process.wait()
        self._was_killed = status < 0 and self._lost is None
        how = f"status {status}" if status >= 0 else f"signal {-status}"
        self._lost = self._lost or f"it ended with {how}"
        self._close()
        self._lose_calls()

    def _lose_calls(self) -> None:
        while self._waiting:
            with contextlib.suppress(KeyError):
                self._waiting.popitem()[1].put(None)

    def _close(self) -> None:
        for descriptor in (self._input, self._output):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def end(self) -> None:
        """Ends the program, when it has answered what it is asked."""
        self._lost = self._lost or "it was not needed any more"
        with contextlib.suppress(OSError):
            os.close(self._input)
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
        self._close()
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


def _answered(line: bytes) -> int | None:
    """Returns the id of the request that a line answers. None if it says something else."""
    if not line.startswith(b'{"jsonrpc":"2.0","id":'):
        return None
    id, _, kind = line[22:60].partition(b",")
    return None if kind.startswith(b'"method"') or not id.isdigit() else int(id)
