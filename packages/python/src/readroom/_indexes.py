"""Where lines begin in the large files that a session reads."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ._fork import renew_in_children
from .limits import INDEX_BYTES, INDEXED_FILES, PATH_BYTES

# How long ago a file must have changed, in seconds: one that just changed may change again within
# the same tick of its modification time.
_SETTLED = 2.0


class Indexes:
    """The `index` of earlier replies, by tool and file."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """The lock may have been held by another thread."""
        self._lock = threading.Lock()

    def may_know(self, arguments: str) -> bool:
        """Returns whether arguments may name a file with an index: whether the last part of its
        name is in them.

        This is cheap. The component, which knows the exact answer, takes an instance.
        """
        with self._lock:
            return any(path.rpartition("/")[2] in arguments for _, path in self._kept)

    def get(self, tool: str, path: str) -> str | None:
        """Returns the index for a file, by its requested path."""
        with self._lock:
            return self._kept.get((tool, path))

    def keep(self, tool: str, path: str, modified: int | None, started: float, index: str) -> None:
        """Keeps the index for a file, unless the file was modified shortly before the call started.

        `modified` is in milliseconds, `started` in seconds.
        """
        with self._lock:
            self._kept.pop((tool, path), None)
            if modified is None or started - modified / 1000 < _SETTLED:
                return
            if len(index) <= INDEX_BYTES and len(path.encode()) <= PATH_BYTES:
                self._kept[tool, path] = index
            if len(self._kept) > INDEXED_FILES:
                self._kept.popitem(last=False)
