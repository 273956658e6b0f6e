"""Where lines begin in the large files that a session reads."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ._fork import renew_in_children
from .limits import INDEX_BYTES, INDEXED_FILES, PATH_BYTES

# How long a file must have been as it is, in seconds: one that just changed may change once more without getting
# another time.
_SETTLED = 2.0


class Indexes:
    """What the component learned of files, to be given back to it. Opaque here."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """A thread that is gone may have held the lock."""
        self._lock = threading.Lock()

    def may_know(self, arguments: str) -> bool:
        """Whether arguments may name a file of which something is kept: whether the last part of its name is in them.

        Asking the component for the name takes an instance.
        """
        with self._lock:
            return any(path.rpartition("/")[2] in arguments for _, path in self._kept)

    def get(self, dialect: str, path: str) -> str | None:
        """What was learned of a file, by its absolute name as it was asked for."""
        with self._lock:
            return self._kept.get((dialect, path))

    def keep(self, dialect: str, path: str, modified: int | None, started: float, index: str) -> None:
        """Keeps what a call that began at a time, in seconds, learned of a file that was modified at one, in
        milliseconds.
        """
        with self._lock:
            self._kept.pop((dialect, path), None)
            if modified is None or started - modified / 1000 < _SETTLED:
                return
            if len(index) <= INDEX_BYTES and len(path.encode()) <= PATH_BYTES:
                self._kept[dialect, path] = index
            if len(self._kept) > INDEXED_FILES:
                self._kept.popitem(last=False)
