"""A backend for deepagents whose files are read through a room.

    from deepagents import create_deep_agent
    from readroom.deepagents import ReadroomBackend

    agent = create_deep_agent(model, backend=ReadroomBackend("path/to/project"))

It needs `deepagents`.
"""

from __future__ import annotations

import os

from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import FileData, ReadResult

from .contract import TextContent
from .errors import ReadError, RoomError
from .room import Room

__all__ = ["ReadroomBackend"]

# The maximum of one read; `next_offset` is where the next one starts.
MAX_LINES, MAX_BYTES = 10_000, 1024 * 1024


class ReadroomBackend(FilesystemBackend):
    """Files below one directory, which agents know as `/`.

    Reads go through a room. Listing, searching, writing and editing stay those of deepagents'
    `FilesystemBackend`: a policy of the room does not hold for them.
    """

    def __init__(self, root: str | os.PathLike[str] | Room) -> None:
        """Takes a directory, or a room whose working directory that is. A room of files in memory
        has no directory to write in.

        Raises `RoomError` if there is no such directory.
        """
        self._room = root if isinstance(root, Room) else Room(root)
        # Arguments with a path always name one.
        directory = self._room.requested_path("readroom", {"path": "."}) or ""
        if not os.path.isdir(directory):
            raise RoomError(f"there is no directory '{directory}' to list and write in")
        super().__init__(root_dir=directory, virtual_mode=True)

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
        """Reads lines of a text, or a whole image or PDF. `offset` counts lines from 0."""
        if limit <= 0:
            nothing = FileData(content="", encoding="utf-8")
            return ReadResult(file_data=nothing, no_lines_requested=True)
        path = file_path.lstrip("/") or "."
        try:
            document = self._room.read(
                path,
                start=max(offset, 0) + 1,
                lines=min(limit, MAX_LINES),
                bytes=MAX_BYTES,
                # A notebook is shown as its text, as by deepagents' own backend.
                view="text" if path.lower().endswith(".ipynb") else "auto",
                totals="always",
            )
            if document.body.kind == "image":
                return self._attached(path)
        except ReadError as error:
            if error.code == "unsupported":
                return self._attached(path)
            return ReadResult(error=f"{error.message}. {error.hint or ''}".strip())
        body = document.text
        text = FileData(content=body.content.replace("\r\n", "\n"), encoding="utf-8")
        if body.first is None or body.lines == 0:
            return ReadResult(file_data=text)
        last = body.first + body.lines - 1
        more = last if body.total is None or last < body.total else None
        return ReadResult(
            file_data=text,
            total_lines=body.total,
            start_line=body.first,
            end_line=last,
            next_offset=more,
        )

    def _attached(self, path: str) -> ReadResult:
        """Returns an image or a PDF as it is."""
        reply = self._room.call("opencode@2", {"path": path})
        texts: list[str] = []
        for each in reply.content:
            if not isinstance(each, TextContent):
                return ReadResult(file_data=FileData(content=each.data, encoding="base64"))
            texts.append(each.text)
        return ReadResult(error="\n".join(texts))
