"""The clock that interrupts a component at its time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from ._fork import renew_in_children
from ._workers import Call

TICK: Final = 0.01
_PATIENCE: Final = 100
# The maximum number of ticks at a time for calls that were abandoned: it takes some milliseconds,
# in which no call starts.
_HURRY: Final = 10_000


class Clock:
    """Ticks while calls are running, and for a second after the last one; then its thread sleeps.
    Waking the thread for every call would cost more than many a call.

    While all running calls are abandoned, it ticks until their time is over.
    """

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """Threads do not survive a fork."""
        self._wake = threading.Condition()
        self._ticks_left: dict[Call, int] = {}
        self._thread: threading.Thread | None = None
        self._sleeps = True

    def start(self, call: Call, ticks: int) -> None:
        """Ticks for a call, which ends after a number of ticks that it counts from here on."""
        with self._wake:
            self._ticks_left[call] = ticks
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="readroom-clock", daemon=True
                )
                self._thread.start()
            elif self._sleeps:
                self._wake.notify()

    def stop(self, call: Call) -> None:
        """Ticks no more for a call."""
        with self._wake:
            self._ticks_left.pop(call, None)

    def _run(self) -> None:
        wake, idle = self._wake, 0
        while True:
            with wake:
                idle = 0 if self._ticks_left else idle + 1
                if idle > _PATIENCE:
                    self._sleeps = True
                    wake.wait_for(lambda: self._ticks_left)
                    idle = 0
                self._sleeps = False
            time.sleep(TICK)
            self._tick()
            with wake:
                self._hurry()

    def _hurry(self) -> None:
        """Ends calls that were abandoned, unless others would end with them. Those end when they
        next call the host.
        """
        calls = self._ticks_left
        if calls and all(call.abandoned for call in calls):
            for _ in range(min(_HURRY, max(calls.values()))):
                self._tick()
            for call in calls:
                calls[call] -= _HURRY
