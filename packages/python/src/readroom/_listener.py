"""What the program says, for whoever waits for it.

To wake a thread can take as long as to read a small file. So a call that is alone takes its answer
from the pipe itself, if it comes soon. A thread of its own reads everything else, and sleeps while
no call needs it.
"""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Callable

# What a pipe holds on Linux. Memory for more would be got from the system for each read.
_READ_BYTES = 1 << 16

# The maximum length of a line: more than an answer can have.
_MAX_LINE = 512 << 20


class LineTooLongError(Exception):
    """A line is longer than any answer."""


class Listener:
    """The end of the pipe on which the program says something, a line each."""

    def __init__(self, output: int) -> None:
        self._output = output
        # It is held for a moment, never while something is waited for. A signal handler may make a
        # call while its thread holds it.
        self._reading = threading.RLock()
        # What was read and is not taken apart yet. Empty bytes are the end.
        self._chunks: deque[bytes] = deque()
        # The beginning of a line: a long one arrives in many pieces.
        self._pieces: list[bytes] = []
        self._length = 0
        self._is_open = True
        self._sleeps = False
        # Where the system has no such function, the thread never sleeps, and reads everything.
        self._can_poll = hasattr(select, "poll")
        if self._can_poll:
            # What was there may have been taken meanwhile.
            os.set_blocking(output, False)
            # For `take` alone: a signal handler may run while it is used, and then it is in use.
            self._said = self._poll()
            self._wakes, self._wake = os.pipe()
            self._needed = select.poll()
            self._needed.register(self._wakes, select.POLLIN)
            # The end of the program is noticed while nothing else is.
            self._needed.register(output, 0)

    @property
    def sleeps(self) -> bool:
        """Whether the thread sleeps, and has nothing to do."""
        return self._sleeps and not self._chunks

    def take(self, request: int) -> bytes | None:
        """Returns the answer to the only request under way, if it has come, while the thread
        sleeps. Everything else is left to the thread.
        """
        with self._reading:
            if self._chunks or not self._is_open or not self._said.poll(0):
                return None
            self._read()
            try:
                line = self._chunks[0]
            except IndexError:
                # A signal handler took it.
                return None
            if line.find(b"\n") != len(line) - 1 or answered(line) != request:
                return None
            self._chunks.clear()
            return line[:-1]

    def wake(self) -> None:
        """Wakes the thread, for calls that do not take their answers."""
        if self._sleeps:
            with self._reading:
                if self._sleeps:
                    os.write(self._wake, b"\0")

    def sleep(self, is_needed: Callable[[], bool]) -> None:
        """Waits until the thread is needed, and woken, or the program ends."""
        if not self._can_poll:
            return
        # Whoever begins a call from now on wakes the thread.
        self._sleeps = True
        while not (self._chunks or is_needed()):
            events = dict(self._needed.poll())
            if self._output in events:
                break
            os.read(self._wakes, _READ_BYTES)
        with self._reading:
            self._sleeps = False

    def lines(self, milliseconds: int | None = None) -> list[bytes] | None:
        """Waits for something, for a time, and returns the lines that end in it. None at the
        end.
        """
        if self._can_poll and not self._chunks:
            self._poll().poll(milliseconds)
        with self._reading:
            if not self._chunks:
                if not self._is_open:
                    return None
                self._read()
            try:
                chunk = self._chunks.popleft()
            except IndexError:
                # A call took it.
                return []
            if chunk:
                return self._taken_apart(chunk)
            # Whoever asks next is told the same.
            self._chunks.append(chunk)
            return None

    def _poll(self) -> select.poll:
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        return poll

    def _read(self) -> None:
        # In one step: an exception in a signal handler cannot lose what was read.
        try:
            self._chunks.extend(map(os.read, (self._output,), (_READ_BYTES,)))
        except BlockingIOError:
            pass
        except OSError:
            self._chunks.append(b"")

    def _taken_apart(self, chunk: bytes) -> list[bytes]:
        first, is_end, rest = chunk.partition(b"\n")
        self._pieces.append(first)
        if not is_end:
            self._length += len(first)
            if self._length > _MAX_LINE:
                raise LineTooLongError
            return []
        *lines, rest = rest.split(b"\n")
        lines.insert(0, b"".join(self._pieces))
        self._pieces, self._length = [rest], len(rest)
        return lines

    def close(self) -> None:
        """Closes the pipe. Nobody waits for anything any more."""
        with self._reading:
            if self._is_open:
                self._is_open = False
                os.close(self._output)
                if self._can_poll:
                    os.close(self._wakes)
                    os.close(self._wake)

    def abandon(self) -> None:
        """Closes the pipe in a fork, in which another thread may seem to hold it."""
        self._reading = threading.RLock()
        self.close()


def answered(line: bytes) -> int | None:
    """Returns the id of the request that a line answers. None if it says something else."""
    if not line.startswith(b'{"jsonrpc":"2.0","id":'):
        return None
    id, _, kind = line[22:60].partition(b",")
    return None if kind.startswith(b'"method"') or not id.isdigit() else int(id)
