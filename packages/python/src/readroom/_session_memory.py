"""What a session remembers of the files that its tools read: texts that the component makes and
gets back.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from ._fork import renew_in_children
from .contract import CallContext, Reply
from .limits import INDEX_BYTES, INDEXED_FILES, PATH_BYTES, SHOWN_BYTES, SHOWN_FILES

# How long ago a file must have changed, in seconds: one that just changed may change again within
# the same tick of its modification time.
_SETTLED = 2.0


class SessionMemory:
    """Where lines begin in large files, and what of the files was shown, by tool and file."""

    def __init__(self, unchanged: bool = False) -> None:
        self._indexes = _Files(INDEXED_FILES, INDEX_BYTES)
        self._shown = _Files(SHOWN_FILES, SHOWN_BYTES) if unchanged else None
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        """The lock may have been held by another thread."""
        self._lock = threading.Lock()

    def may_know(self, arguments: str) -> bool:
        """Returns whether arguments may name a file of which something is kept: whether the last
        part of its name is in them.

        This is cheap. The component, which knows the exact answer, takes an instance.
        """
        with self._lock:
            paths = [*self._indexes.paths(), *(self._shown.paths() if self._shown else ())]
            return any(path.rpartition("/")[2] in arguments for path in paths)

    def context(
        self, tool: str, path: str | None, max_tokens: int | None, content_only: bool = False
    ) -> CallContext:
        """Returns what is added to a call for a file, by its requested path."""
        with self._lock:
            index = None if path is None else self._indexes.get(tool, path)
            shown = None
            if self._shown is not None:
                shown = (None if path is None else self._shown.get(tool, path)) or ""
        return CallContext(
            index=index, shown=shown, max_tokens=max_tokens, content_only=content_only
        )

    def keep(self, tool: str, path: str, started: float, reply: Reply) -> None:
        """Keeps what a reply has about its only file, unless the file was modified shortly before
        the call, which `started` at a time in seconds.
        """
        modified = reply.facts[0].modified
        settled = modified is not None and started - modified / 1000 >= _SETTLED
        with self._lock:
            self._indexes.keep(tool, path, reply.index, settled)
            if self._shown is not None:
                self._shown.keep(tool, path, reply.shown, settled)


class _Files:
    """Texts about the files that were read last."""

    def __init__(self, files: int, text_bytes: int) -> None:
        self._files, self._bytes = files, text_bytes
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()

    def paths(self) -> list[str]:
        return [path for _, path in self._kept]

    def get(self, tool: str, path: str) -> str | None:
        return self._kept.get((tool, path))

    def keep(self, tool: str, path: str, text: str | None, settled: bool) -> None:
        if text is None:
            return
        self._kept.pop((tool, path), None)
        if settled and len(text.encode()) <= self._bytes and len(path.encode()) <= PATH_BYTES:
            self._kept[tool, path] = text
        if len(self._kept) > self._files:
            self._kept.popitem(last=False)
