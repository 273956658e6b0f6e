"""The clock that interrupts a component at its time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from ._fork import renew_in_children

TICK: Final = 0.01
_PATIENCE: Final = 100


class Clock:
    """Ticks while calls are running, and for a second after the last one; then its thread sleeps.

    Entered for each call. Waking the thread for every call would cost more than many a call.
    """

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """Threads do not survive a fork."""
        self._wake = threading.Condition()
        self._calls = 0
        self._thread: threading.Thread | None = None
        self._sleeps = True

    def __enter__(self) -> None:
        with self._wake:
            self._calls += 1
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="readroom-clock", daemon=True
                )
                self._thread.start()
            elif self._sleeps:
                self._wake.notify()

    def __exit__(self, *_: object) -> None:
        with self._wake:
            self._calls -= 1

    def _run(self) -> None:
        wake, idle = self._wake, 0
        while True:
            with wake:
                idle = 0 if self._calls else idle + 1
                if idle > _PATIENCE:
                    self._sleeps = True
                    wake.wait_for(lambda: self._calls > 0)
                    idle = 0
                self._sleeps = False
            time.sleep(TICK)
            self._tick()
