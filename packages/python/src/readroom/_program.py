"""The program `readroom serve` as a child process. One thread uses it, on which no signal handler
runs; another may write, and any may kill it.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import IO, cast

from ._reasons import reason_of
from ._version import VERSION
from .errors import CallError, RoomError

PROTOCOL = 1

_SECONDS_TO_END = 2.0
_SECONDS_TO_GREET = 10.0
# The capacity of a pipe on Linux.
_READ_BYTES = 1 << 16
# The maximum length of a line: more than an answer can have.
_MAX_LINE = 512 << 20

# Ctrl-C at the terminal is for this process alone, and on Windows a program of a process without a
# console would open one. There no process starts without SYSTEMROOT.
if sys.platform == "win32":
    _FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    _ENVIRONMENT = {"SYSTEMROOT": os.environ.get("SYSTEMROOT", r"C:\Windows")}
else:
    _FLAGS = 0
    _ENVIRONMENT: dict[str, str] = {}


@functools.cache
def find() -> Path | None:
    """Returns the program of this package, if it has one."""
    if given := os.environ.get("READROOM_PROGRAM"):
        return Path(given)
    with contextlib.suppress(PackageNotFoundError):
        for file in distribution("readroom").files or ():
            if file.stem == "readroom" and file.parent.name in ("bin", "Scripts"):
                return Path(str(file.locate())).resolve()
    return None


class Program:
    """A running program."""

    def __init__(self, path: Path) -> None:
        """Starts the program. Raises `RoomError` if it cannot be started."""
        self._path = path
        self._failure: str | None = None
        try:
            self._process = subprocess.Popen(
                [str(path), "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env=_ENVIRONMENT,
                start_new_session=sys.platform != "win32",
                creationflags=_FLAGS,
            )
        except (OSError, ValueError) as error:
            raise RoomError(
                f"the program '{path}' cannot be started: {reason_of(error)}; see that it is there "
                f"and can be run"
            ) from None
        self.pid = self._process.pid
        self.input = cast("IO[bytes]", self._process.stdin)
        self._output = io.BufferedReader(cast("io.RawIOBase", self._process.stdout), _READ_BYTES)

    def lines(self) -> Iterator[bytes]:
        """Yields the lines of the output until its end, without their line feeds."""
        while line := self._output.readline(_MAX_LINE):
            if line.endswith(b"\n"):
                yield line[:-1]
            elif len(line) == _MAX_LINE:
                self.kill("its answer is too long")
                return

    def greet(self, lines: Iterator[bytes]) -> None:
        """Exchanges the first messages. Kills a program that does not answer. Raises `RoomError` if
        it is not the program of this package, and `CallError` if something else killed it.
        """
        late = f"it did not answer within {_SECONDS_TO_GREET:g} seconds"
        timer = threading.Timer(_SECONDS_TO_GREET, self.kill, (late,))
        timer.daemon = True
        timer.start()
        hello = {"id": 0, "method": "hello", "params": {"protocol": PROTOCOL}}
        try:
            self.input.write(json.dumps(hello).encode() + b"\n")
            answer = json.loads(next(lines))
            if "error" in answer:
                raise self._stranger(answer["error"]["message"])
            version = answer["result"]["version"]
        except (OSError, StopIteration):
            if self.wait() < 0 and self._failure is None:
                raise self.lost() from None
            raise self._stranger(self._reason()) from None
        except RoomError:
            raise
        except (ValueError, LookupError, TypeError):
            raise self._stranger("it wrote something that is not a message") from None
        finally:
            timer.cancel()
        if version != VERSION:
            raise RoomError(
                f"the program '{self._path}' is version {version}, and this package {VERSION}; "
                f"install both together"
            )

    def _stranger(self, reason: str) -> RoomError:
        return RoomError(
            f"the program '{self._path}' does not speak the protocol of `readroom serve`: "
            f"{reason}; install the program of this package"
        )

    def lost(self) -> CallError:
        """Returns the error of calls that a program did not answer before it exited."""
        return CallError(
            f"the program ended, and the call with it: {self._reason()}; try another call"
        )

    def _reason(self) -> str:
        status = self._process.returncode
        how = f"status {status}" if status >= 0 else f"signal {-status}"
        return self._failure or f"it ended with {how}"

    def wait(self) -> int:
        """Waits for the exit of a program whose output has ended, and returns its status."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(_SECONDS_TO_END)
        self.kill("it closed its output")
        return self._process.wait()

    def kill(self, reason: str) -> None:
        """Kills the program and its children, which would hold the pipes."""
        self._failure = self._failure or reason
        if self._process.poll() is None:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):
                    os.killpg(self.pid, signal.SIGKILL)
            self._process.kill()

    def close(self) -> None:
        """Closes the pipes."""
        self.input.close()
        self._output.close()

    def abandon(self) -> None:
        """Leaves the program to the parent process, which forked this one."""
        # A thread that is gone may hold the lock of the output's buffer.
        self.input.close()
        cast("IO[bytes]", self._process.stdout).close()
        self._process.returncode = 0
