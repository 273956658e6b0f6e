"""Calls in a process of their own, which can be killed: the only way to end a call when the
operating system hangs.

Parent and child exchange JSON messages, each after four bytes of length; the first one to the child
is the compiled component. The child inherits the open directories and nothing else. It ends when
the parent closes the pipe.
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
from ._guard import Guard, Guarded
from ._workers import Call
from .errors import CallError, LimitError, RoomError
from .limits import Limits

_LENGTH = struct.Struct("<I")
# How much longer than the limit the parent waits, in seconds: the child reports a limit with more
# detail.
_GRACE = 0.5
# For starting Python, in seconds.
_START = 60.0
# How long to wait for a killed child, in seconds. One that hangs in the operating system ends
# later.
_PATIENCE = 0.5
# How often it is checked whether a call was abandoned, in seconds.
_CHECK = 0.05
# The variables that Python needs.
_VARIABLES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR")


class Process:
    """A child that answers one call at a time, and is started on demand."""

    def __init__(self, environment: _engine.Environment) -> None:
        self._directories = [
            (grant.name, grant.node.descriptor)
            for grant in environment.grants
            if isinstance(grant.node, Directory)
        ]
        self._environment = {
            "grants": self._directories,
            "cwd": environment.cwd,
            "home": environment.home,
            "limits": asdict(environment.limits),
            "guarded": environment.guard and asdict(environment.guard.guarded),
        }
        self._seconds = environment.limits.seconds
        self._child: _Child | None = None
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """The child belongs to the parent process: it is not killed here."""
        self._lock = threading.RLock()
        if self._child is not None:
            self._child.leave()
            self._child = None

    def run(self, function: str, *arguments: Any, call: Call) -> Any:
        """Calls a function of the component."""
        with self._lock:
            try:
                child = self._ready(call)
                kind, value = child.exchange([function, arguments], self._seconds + _GRACE, call)
            except _LateError:
                self.close()
                raise _engine.late(self._seconds) from None
            except (_GoneError, OSError) as error:
                self.close()
                raise CallError(
                    f"the process of the component ended, and the call with it: {error}; call again"
                ) from None
            except BaseException:
                # The answer may still come, and would be taken for that to the next call.
                self.close()
                raise
        if kind == "value":
            return value
        raise (
            LimitError(value["limit"], value["message"])
            if value["limit"]
            else CallError(value["message"])
        )

    def close(self) -> None:
        """Kills the child."""
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._child = None

    def _ready(self, call: Call) -> _Child:
        """Returns a child that is ready for a call, a new one if necessary."""
        if self._child is not None and not self._child.lives():
            self.close()
        if self._child is None:
            compiled = _engine.program(call).compiled()
            try:
                self._child = _Child([descriptor for _, descriptor in self._directories])
                self._child.send(compiled, _START, call)
                kind, value = self._child.exchange(self._environment, _START, call)
            except (_GoneError, OSError) as error:
                raise RoomError(
                    f"cannot start {sys.executable!r} for the component: {error}; make "
                    f"the room without a process"
                ) from None
            if kind != "value":
                raise RoomError(f"the process of the component does not start: {value['message']}")
        return self._child


class _Child:
    """A process, and the pipes to it. Everything here has a time limit."""

    def __init__(self, directories: list[int]) -> None:
        start = (
            f"import sys; sys.path[:] = {sys.path!r}; from readroom._process import serve; serve()"
        )
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
        """Returns whether it is still running."""
        return self._process.poll() is None

    def exchange(self, message: Any, seconds: float, call: Call) -> Any:
        """Sends a message, and returns the answer. Fails if the call is abandoned."""
        ends = time.monotonic() + seconds
        self.send(json.dumps(message).encode(), seconds, call)
        (length,) = _LENGTH.unpack(self._receive(_LENGTH.size, ends, call))
        return json.loads(self._receive(length, ends, call))

    def send(self, message: bytes, seconds: float, call: Call) -> None:
        """Sends a message."""
        ends = time.monotonic() + seconds
        data = memoryview(_framed(message))
        while data:
            self._wait(0, select.POLLOUT, ends, call)
            data = data[os.write(self._pipes[0].fileno(), data) :]

    def _receive(self, length: int, ends: float, call: Call) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._wait(1, select.POLLIN, ends, call)
            part = os.read(self._pipes[1].fileno(), min(length - len(data), 1 << 20))
            if not part:
                raise _GoneError("it closed its output")
            data += part
        return bytes(data)

    def _wait(self, pipe: int, event: int, ends: float, call: Call) -> None:
        poll = select.poll()
        poll.register(self._pipes[pipe], event)
        while True:
            left = max(0.0, ends - time.monotonic())
            if poll.poll(min(left, _CHECK) * 1000):
                return
            call.check()
            if left <= _CHECK:
                raise _LateError

    def leave(self) -> None:
        """Closes the pipes."""
        for pipe in self._pipes:
            pipe.close()

    def kill(self) -> None:
        """Kills it, and waits a little for its end."""
        self._process.kill()
        self.leave()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            threading.Thread(target=self._process.wait, daemon=True).start()


class _GoneError(Exception):
    """The other side closed its pipe."""


class _LateError(Exception):
    """The other side did not answer in time."""


def _framed(message: bytes) -> bytes:
    return _LENGTH.pack(len(message)) + message


def serve() -> None:
    """Answers calls, in the child."""
    # An interrupt from the terminal is for the parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = io.BufferedReader(io.FileIO(0)), io.FileIO(1, "w")

    def receive() -> bytes:
        head = requests.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            sys.exit()
        return requests.read(_LENGTH.unpack(head)[0])

    def answer(kind: str, value: Any) -> None:
        data = memoryview(_framed(json.dumps((kind, value)).encode()))
        while data:
            data = data[answers.write(data) :]

    compiled, given = receive(), json.loads(receive())
    given["grants"] = [Grant(name, Directory(descriptor)) for name, descriptor in given["grants"]]
    given["limits"] = Limits(**given["limits"])
    guarded = given.pop("guarded")
    given["guard"] = guarded and Guard(Guarded(**guarded))
    try:
        program = _engine.Program(compiled=compiled)
        environment = _engine.Environment(**given)
    except Exception as error:  # noqa: BLE001 (the parent reports it)
        answer("failure", {"message": str(error)})
        return
    answer("value", None)
    while True:
        function, arguments = json.loads(receive())
        try:
            answer("value", program.run(environment, function, *arguments))
        except CallError as error:
            limit = error.limit if isinstance(error, LimitError) else None
            answer("failure", {"limit": limit, "message": str(error)})
