"""Reads the output of the program, in a call that polls for its answer or in a thread.

To wake a thread can take as long as to read a small file. So a call that is alone reads its answer
itself, if it comes soon. The thread reads everything else, and sleeps while no call needs it.
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
    """The reading end of the pipe that is the program's output."""

    def __init__(self, output: int) -> None:
        self._output = output
        # Never held during a wait. A signal handler may make a call while its thread holds it.
        self._reading = threading.RLock()
        # What was read and is not split into lines yet. Empty bytes mark the end of the output.
        self._chunks: deque[bytes] = deque()
        # The beginning of a line: a long one arrives in many pieces.
        self._pieces: list[bytes] = []
        self._length = 0
        self._is_open = True
        self._sleeps = False
        # Where the system has no such function, the thread never sleeps, and reads everything.
        self._can_poll = hasattr(select, "poll")
        if self._can_poll:
            # Another read may have emptied the pipe since it was polled.
            os.set_blocking(output, False)
            # For `take` alone, because a poll object cannot be used twice at once, not even by a
            # signal handler that runs during `poll`.
            self._taking = self._new_poll()
            self._wakes, self._wake = os.pipe()
            self._needed = select.poll()
            self._needed.register(self._wakes, select.POLLIN)
            # Without an event to wait for, only the end of the program is reported.
            self._needed.register(output, 0)

    @property
    def sleeps(self) -> bool:
        """Whether the thread sleeps, and no output waits for it."""
        return self._sleeps and not self._chunks

    def take(self, request: int) -> bytes | None:
        """Reads without blocking, and returns the line if it is all there is, and the answer to
        `request`. Any other output is kept for the thread. Call this while the thread sleeps.
        """
        with self._reading:
            if self._chunks or not self._is_open or not self._taking.poll(0):
                return None
            self._read()
            try:
                line = self._chunks[0]
            except IndexError:
                # A signal handler read it.
                return None
            if line.find(b"\n") != len(line) - 1 or answered(line) != request:
                return None
            self._chunks.clear()
            return line[:-1]

    def wake(self) -> None:
        """Wakes the thread if it sleeps."""
        if self._sleeps:
            with self._reading:
                if self._sleeps:
                    os.write(self._wake, b"\0")

    def sleep(self, is_needed: Callable[[], bool]) -> None:
        """Blocks until the thread is woken and needed, it has output, or the program ends."""
        if not self._can_poll:
            return
        # Set before `is_needed` is asked, so that a call that begins in between wakes the thread.
        self._sleeps = True
        while not (self._chunks or is_needed()):
            events = dict(self._needed.poll())
            if self._output in events:
                break
            os.read(self._wakes, _READ_BYTES)
        with self._reading:
            self._sleeps = False

    def lines(self, milliseconds: int | None = None) -> list[bytes] | None:
        """Blocks until there is output, for at most `milliseconds`, and returns the lines that it
        completes. `None` at the end of the output.
        """
        if self._can_poll and not self._chunks:
            self._new_poll().poll(milliseconds)
        with self._reading:
            if not self._chunks:
                if not self._is_open:
                    return None
                self._read()
            try:
                chunk = self._chunks.popleft()
            except IndexError:
                # A call read it.
                return []
            if chunk:
                return self._split(chunk)
            # Kept, so that every later read finds the end too.
            self._chunks.append(chunk)
            return None

    def _new_poll(self) -> select.poll:
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        return poll

    def _read(self) -> None:
        # One call in C: an exception in a signal handler cannot come between reading and keeping.
        try:
            self._chunks.extend(map(os.read, (self._output,), (_READ_BYTES,)))
        except BlockingIOError:
            pass
        except OSError:
            self._chunks.append(b"")

    def _split(self, chunk: bytes) -> list[bytes]:
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
        """Closes the pipe. Later reads find the end of the output."""
        with self._reading:
            if self._is_open:
                self._is_open = False
                os.close(self._output)
                if self._can_poll:
                    os.close(self._wakes)
                    os.close(self._wake)

    def abandon(self) -> None:
        """Closes the pipe in a fork, where the lock of a thread that is gone may still be held."""
        self._reading = threading.RLock()
        self.close()


def answered(line: bytes) -> int | None:
    """Returns the id of the request that a line answers. None if it says something else."""
    if not line.startswith(b'{"jsonrpc":"2.0","id":'):
        return None
    id, _, kind = line[22:60].partition(b",")
    return None if kind.startswith(b'"method"') or not id.isdigit() else int(id)
