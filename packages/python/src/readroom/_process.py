"""Calls in a process of their own, which can be killed: the last resort against an operating system that does not
answer.

Parent and child exchange JSON, four bytes of length before each message. The child inherits the open directories and
nothing else, and ends when its parent's end of the pipe does.
"""

from __future__ import annotations

import io
import json
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from typing import Any

from . import _engine
from ._directory import Directory
from ._filesystem import Grant
from ._fork import renew_in_children
from .errors import CallError, LimitError, RoomError
from .limits import Limits

_LENGTH = struct.Struct("<I")
# What a call may take beyond its time, in seconds: a limit that the child keeps itself is told better.
_GRACE = 0.5
# Starting Python and compiling the component, the first time on a machine.
_START = 60.0
# How long a child that was killed is waited for. One that the operating system holds ends when that lets go.
_PATIENCE = 0.5
# What Python and the component's cache need of the environment.
_VARIABLES = ("HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR")


class Process:
    """A child that answers one call after the other, and is started when it is needed."""

    def __init__(self, place: _engine.Place) -> None:
        self._directories = [
            (grant.name, grant.node.descriptor) for grant in place.grants if isinstance(grant.node, Directory)
        ]
        self._place = {
            "grants": self._directories,
            "cwd": place.cwd,
            "home": place.home,
            "limits": asdict(place.limits),
        }
        self._seconds = place.limits.seconds
        self._child: _Child | None = None
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """The child is the parent's: it is not killed here, only left."""
        self._lock = threading.RLock()
        if self._child is not None:
            self._child.leave()
            self._child = None

    def run(self, function: str, *arguments: Any) -> Any:
        """Calls a function of the component."""
        with self._lock:
            try:
                child = self._ready()
                kind, value = child.exchange([function, arguments], self._seconds + _GRACE)
            except _LateError:
                self.close()
                raise LimitError(
                    "seconds", f"the call took {self._seconds} seconds; ask for less, or raise the limit"
                ) from None
            except (_GoneError, OSError) as error:
                self.close()
                raise CallError(f"the process of the component ended: {error}; call again") from None
            except BaseException:
                # Its answer is still under way, and would be taken for that to the next call.
                self.close()
                raise
        if kind == "value":
            return value
        raise LimitError(value["limit"], value["message"]) if value["limit"] else CallError(value["message"])

    def close(self) -> None:
        """Ends the child."""
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._child = None

    def _ready(self) -> _Child:
        """A child that waits for a call: a new one if there is none any more."""
        if self._child is not None and not self._child.lives():
            self.close()
        if self._child is None:
            try:
                self._child = _Child([descriptor for _, descriptor in self._directories])
                kind, value = self._child.exchange(self._place, _START)
            except (_GoneError, OSError) as error:
                raise RoomError(
                    f"cannot start {sys.executable!r} for the component: {error}; make the room without a process"
                ) from None
            if kind != "value":
                raise RoomError(f"the process of the component does not start: {value['message']}")
        return self._child


class _Child:
    """A process, and the pipes to it. Nothing here waits without an end."""

    def __init__(self, directories: list[int]) -> None:
        start = f"import sys; sys.path[:] = {sys.path!r}; from readroom._process import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=directories,
            env={name: os.environ[name] for name in _VARIABLES if name in os.environ},
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipes = self._process.stdin, self._process.stdout
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)

    def lives(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def exchange(self, message: Any, seconds: float) -> Any:
        """Sends a message, and waits for the answer."""
        ends = time.monotonic() + seconds
        data = memoryview(_framed(message))
        while data:
            self._wait(0, select.POLLOUT, ends)
            data = data[os.write(self._pipes[0].fileno(), data) :]
        return json.loads(self._receive(_LENGTH.unpack(self._receive(_LENGTH.size, ends))[0], ends))

    def _receive(self, length: int, ends: float) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._wait(1, select.POLLIN, ends)
            part = os.read(self._pipes[1].fileno(), min(length - len(data), 1 << 20))
            if not part:
                raise _GoneError("it closed its output")
            data += part
        return bytes(data)

    def _wait(self, pipe: int, event: int, ends: float) -> None:
        poll = select.poll()
        poll.register(self._pipes[pipe], event)
        if not poll.poll(max(0.0, ends - time.monotonic()) * 1000):
            raise _LateError

    def leave(self) -> None:
        """Lets go of the pipes."""
        for pipe in self._pipes:
            pipe.close()

    def kill(self) -> None:
        """Ends it, and does not wait for ever that it does."""
        self._process.kill()
        self.leave()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            threading.Thread(target=self._process.wait, daemon=True).start()


class _GoneError(Exception):
    """The other side ended."""


class _LateError(Exception):
    """The other side did not answer in time."""


def _framed(message: Any) -> bytes:
    data = json.dumps(message).encode()
    return _LENGTH.pack(len(data)) + data


def serve() -> None:
    """What the child does."""
    # Whoever interrupts the parent does not mean the child.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, told = io.BufferedReader(io.FileIO(0)), io.FileIO(1, "w")

    def receive() -> Any:
        head = asked.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            sys.exit()
        return json.loads(asked.read(_LENGTH.unpack(head)[0]))

    def answer(kind: str, value: Any) -> None:
        data = memoryview(_framed((kind, value)))
        while data:
            data = data[told.write(data) :]

    place = receive()
    place["grants"] = [Grant(name, Directory(descriptor)) for name, descriptor in place["grants"]]
    place["limits"] = Limits(**place["limits"])
    try:
        program, known = _engine.program(), _engine.Place(**place)
    except Exception as error:  # noqa: BLE001 (the parent tells it)
        answer("failure", {"message": str(error)})
        return
    answer("value", None)
    while True:
        function, arguments = receive()
        try:
            answer("value", program.run(known, function, *arguments))
        except CallError as error:
            limit = error.limit if isinstance(error, LimitError) else None
            answer("failure", {"limit": limit, "message": str(error)})
