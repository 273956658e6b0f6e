"""Threads that run calls, while the threads that make them wait.

Python runs signal handlers on the main thread, between any two instructions. An exception in one,
such as `KeyboardInterrupt`, would leave a function that WebAssembly called, of which wasmtime then
takes an undefined result: the process ends. No handler runs on the threads here.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, Generic, TypeVar

from ._fork import renew_in_children
from .errors import CallError

_T = TypeVar("_T")
# The maximum number of threads that wait for a call.
_IDLE: Final = 8
# How long a caller waits at a time, in seconds. Python only runs a signal handler in between if the
# system interrupted another thread.
_WAIT: Final = 0.1
# How long the end of the interpreter waits for calls that were abandoned, in seconds.
_PATIENCE: Final = 2.0
_here = threading.local()


class Call:
    """A call, which its caller may abandon. It then ends as soon as it notices."""

    abandoned = False

    def check(self) -> None:
        """Fails if the call was abandoned."""
        if self.abandoned:
            raise CallError("the call was abandoned")


class _Job(Call, Generic[_T]):
    """A call for a worker."""

    def __init__(self, act: Callable[[Call], _T]) -> None:
        self._act = act
        self._error: BaseException | None = None
        self._result: _T
        self._done = threading.Lock()
        self._done.acquire()

    def run(self) -> None:
        """Makes the call."""
        try:
            self.check()
            self._result = self._act(self)
        except BaseException as error:  # noqa: BLE001 (the caller raises it again)
            self._error = error
        finally:
            self._done.release()

    def ended(self, seconds: float) -> bool:
        """Waits for the end of the call. Returns whether it was reached."""
        return self._done.acquire(timeout=seconds)

    def result(self) -> _T:
        """Returns the result of a call that ended, or raises its error."""
        error, self._error = self._error, None
        if error is None:
            return self._result
        try:
            raise error
        finally:
            # The traceback of the error refers to this frame.
            error = None


class Workers:
    """Threads for calls.

    Only they count themselves, since an exception may end a caller's part anywhere. At least one of
    them is idle or about to start, so that a call never waits for another.
    """

    def __init__(self) -> None:
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """Threads do not survive a fork."""
        self._jobs: SimpleQueue[_Job[Any]] = SimpleQueue()
        self._lock = threading.Lock()
        self._exist = False
        self._idle = 0
        self._running: set[_Job[Any]] = set()

    def run(self, act: Callable[[Call], _T]) -> _T:
        """Makes a call on another thread. If an exception ends the wait, the call is abandoned."""
        if getattr(_here, "is_worker", False):
            # The garbage collector ran a finalizer during a call.
            return act(Call())
        job, jobs = _Job(act), self._jobs
        try:
            jobs.put(job)
            if not self._exist:
                self._start()
            while not job.ended(_WAIT):
                if jobs is not self._jobs:
                    raise CallError("a signal handler forked the process during the call")
        except BaseException:
            job.abandoned = True
            raise
        return job.result()

    def stop(self) -> None:
        """Abandons all calls, and waits until they ended: the interpreter ends. If an operating
        system hangs, it waits two seconds.
        """
        ends = time.monotonic() + _PATIENCE
        while (running := list(self._running)) and time.monotonic() < ends:
            for job in running:
                job.abandoned = True
            time.sleep(0.001)

    def _start(self) -> None:
        try:
            threading.Thread(target=self._work, name="readroom-call", daemon=True).start()
        except RuntimeError as error:
            raise CallError(f"the call has no thread to run on: {error}") from None

    def _work(self) -> None:
        _here.is_worker = self._exist = True
        while self._is_needed():
            job = self._jobs.get()
            with self._lock:
                self._idle -= 1
                last = self._idle == 0
            if last:
                # Without another thread, the next call waits for this one.
                with contextlib.suppress(CallError):
                    self._start()
            self._running.add(job)
            job.run()
            self._running.discard(job)
            # It refers to the result.
            del job

    def _is_needed(self) -> bool:
        """Counts this thread as idle, unless enough others are."""
        with self._lock:
            if self._idle >= _IDLE:
                return False
            self._idle += 1
            return True


workers: Final = Workers()
atexit.register(workers.stop)
