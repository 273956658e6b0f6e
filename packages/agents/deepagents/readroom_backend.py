"""Readroom instead of what deepagents' FilesystemBackend reads; the rest stays as it is.

    agent = create_deep_agent(backend=ReadroomBackend("/path/of/the/project"), ...)
"""

import json

from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import FileData, ReadResult
from readroom import ReadError, Room

# The most that one read gives; next_offset leads on.
MAX_LINES, MAX_BYTES = 10_000, 1024 * 1024


class ReadroomBackend(FilesystemBackend):
    """Files below one directory, named as if it were `/`."""

    def __init__(self, root: str) -> None:
        super().__init__(root_dir=root, virtual_mode=True)
        self._room = Room(root)

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
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
                totals="always",
            )
        except ReadError as error:
            return ReadResult(error=f"{error.message}. {error.hint or ''}".strip())
        body = document.body
        if body.kind != "text":
            return self._attached(path)
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
        """Returns a picture, a PDF or a notebook as it is."""
        reply = self._room.call("opencode@2", json.dumps({"path": path}))
        for block in reply.content:
            if block.kind != "text":
                return ReadResult(file_data=FileData(content=block.data, encoding="base64"))
        return ReadResult(error=reply.content[0].text)
