"""Calls in a process of their own, which can be killed: the last resort against an operating system that does not
answer.

Parent and child exchange JSON, four bytes of length before each message. The child inherits the open directories and
nothing else, and ends with its parent.
"""

from __future__ import annotations

import io
import json
import os
import select
import struct
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from typing import IO, Any

from . import _engine
from ._directory import Directory
from ._filesystem import Grant
from .errors import CallError, LimitError
from .limits import Limits

_LENGTH = struct.Struct("<I")
# What a call may take beyond its time: a limit that the child keeps itself is told better.
_GRACE = 0.5
# Starting Python and compiling the component, the first time on a machine.
_START = 60.0


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
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def run(self, function: str, *arguments: Any) -> Any:
        """Calls a function of the component."""
        with self._lock:
            try:
                if self._child is None:
                    self._child = self._spawn()
                    self._exchange(self._child, self._place, _START)
                return self._exchange(self._child, [function, arguments], self._seconds + _GRACE)
            except (_EndedError, OSError, KeyboardInterrupt) as error:
                self._kill()
                if isinstance(error, _LateError):
                    raise LimitError(
                        "seconds",
                        f"the call took {self._seconds} seconds; ask for less, or raise the limit",
                    ) from None
                if isinstance(error, KeyboardInterrupt):
                    raise
                raise CallError(f"the process of the component ended: {error}; call again") from None

    def close(self) -> None:
        """Ends the child."""
        with self._lock:
            self._kill()

    def _spawn(self) -> subprocess.Popen[bytes]:
        start = f"import sys; sys.path[:] = {sys.path!r}; from readroom._process import serve; serve()"
        return subprocess.Popen(
            [sys.executable, "-I", "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[descriptor for _, descriptor in self._directories],
            env={name: os.environ[name] for name in ("HOME", "XDG_CACHE_HOME") if name in os.environ},
            bufsize=0,
        )

    def _exchange(self, child: subprocess.Popen[bytes], message: Any, seconds: float) -> Any:
        assert child.stdin is not None and child.stdout is not None
        ends = time.monotonic() + seconds
        _send(child.stdin, message)
        length = _LENGTH.unpack(_receive(child.stdout, _LENGTH.size, ends))[0]
        kind, value = json.loads(_receive(child.stdout, length, ends))
        if kind == "value":
            return value
        raise LimitError(value["limit"], value["message"]) if value["limit"] else CallError(value["message"])

    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
            self._child.wait()
            self._child = None


class _EndedError(Exception):
    """The other side is gone."""


class _LateError(_EndedError):
    """The other side did not answer in time."""


def _send(pipe: IO[bytes] | io.FileIO, message: Any) -> None:
    data = json.dumps(message).encode()
    data = _LENGTH.pack(len(data)) + data
    while data:
        data = data[pipe.write(data) :]


def _receive(pipe: IO[bytes] | io.FileIO, length: int, ends: float | None = None) -> bytes:
    """So many bytes, unless the other side ends, or the time does."""
    data = bytearray()
    while len(data) < length:
        if ends is not None and not select.select([pipe], [], [], max(0.0, ends - time.monotonic()))[0]:
            raise _LateError
        part = pipe.read(min(length - len(data), 1 << 20))
        if not part:
            raise _EndedError("it closed its output")
        data += part
    return bytes(data)


def serve() -> None:
    """What the child does."""
    asked, told = io.FileIO(0), io.FileIO(1, "w")

    def receive() -> Any:
        return json.loads(_receive(asked, _LENGTH.unpack(_receive(asked, _LENGTH.size))[0]))

    try:
        place = receive()
        place["grants"] = [Grant(name, Directory(descriptor)) for name, descriptor in place["grants"]]
        place["limits"] = Limits(**place["limits"])
        program, place = _engine.program(), _engine.Place(**place)
        _send(told, ("value", None))
        while True:
            function, arguments = receive()
            try:
                answer = program.run(place, function, *arguments)
                _send(told, ("value", answer))
            except CallError as error:
                limit = error.limit if isinstance(error, LimitError) else None
                _send(told, ("failure", {"limit": limit, "message": str(error)}))
    except (_EndedError, BrokenPipeError):
        return
