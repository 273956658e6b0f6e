"""A backend for deepagents whose files are read through a room.

    from deepagents import create_deep_agent
    from readroom.deepagents import ReadroomBackend

    agent = create_deep_agent(model, backend=ReadroomBackend("path/to/project"))

It needs `deepagents`.
"""

from __future__ import annotations

import os
import time
from datetime import datetime

from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import (
    ContextLine,
    FileData,
    FileInfo,
    GlobResult,
    GrepMatch,
    GrepResult,
    LsResult,
    ReadResult,
)
from deepagents.backends.utils import InvalidGlobPatternError, compile_grep_include_glob

from .contract import DirectoryEntry, TextContent
from .errors import ReadError, RoomError
from .room import Room

__all__ = ["ReadroomBackend"]

# The maximum of one read; `next_offset` is where the next one starts.
MAX_LINES, MAX_BYTES = 10_000, 1024 * 1024
# The maximum of one page of names or matches; all pages are fetched.
MAX_ENTRIES = 10_000
# More matches than there can be.
ALL_MATCHES = 1 << 62
# deepagents' own limits, in seconds.
GLOB_TIME, GREP_TIME = 5, 15


class ReadroomBackend(FilesystemBackend):
    """Files below one directory, which agents know as `/`.

    Reading, listing, finding and searching go through a room, and its policy holds for them.
    Writing, editing, deleting, and what deepagents itself loads, such as skills, stay those of
    deepagents' `FilesystemBackend`.
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
        path = _relative(file_path)
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
            if document.body.kind == "directory":
                return ReadResult(error=f"'{path}' is a directory. List it with ls.")
            # A document is read as the text extracted from it.
            body = document.body.text if document.body.kind == "document" else document.text
        except ReadError as error:
            if error.code == "unsupported":
                return self._attached(path)
            return ReadResult(error=_sentence(error))
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

    def ls(self, path: str) -> LsResult:
        """Lists a directory. A link has its own name, and the size and kind of its target; one that
        leads nowhere, or outside, is left out.
        """
        directory = _relative(path)
        infos: list[FileInfo] = []
        after = None
        try:
            while True:
                page = self._room.list(directory, after=after, entries=MAX_ENTRIES, details=True)
                for entry in page.entries:
                    if info := self._info(
                        f"{directory}/{entry.name}", _joined(path, entry.name), entry
                    ):
                        infos.append(info)
                if not page.more or not page.entries:
                    return LsResult(entries=sorted(infos, key=lambda info: info["path"]))
                after = page.entries[-1].name
        except ReadError as error:
            # deepagents looks for these words.
            words = {"not-found": "path_not_found", "not-a-directory": "not_a_directory"}
            return LsResult(error=f"Path '{path}': {words.get(error.code) or _sentence(error)}")

    def glob(self, pattern: str, path: str | None = None) -> GlobResult:
        """Finds files by their paths, with deepagents' patterns. Links are not followed."""
        try:
            matches = compile_grep_include_glob(pattern)
        except InvalidGlobPatternError as error:
            return GlobResult(error=str(error))
        result = GlobResult(matches=(infos := list[FileInfo]()))
        cursor, deadline = None, time.monotonic() + GLOB_TIME
        directory = _relative(path or "/")
        try:
            start = self._room.stat(directory)
            if start.kind != "directory":
                return result
            while True:
                page = self._room.find(
                    directory,
                    hidden=True,
                    ignored=True,
                    details=True,
                    cursor=cursor,
                    entries=MAX_ENTRIES,
                    milliseconds=_until(deadline),
                )
                for entry in page.entries:
                    below = _below(start.path, entry.path)
                    if matches(below):
                        infos.append(_file(_joined(path, below), entry.size, entry.modified))
                if page.skipped.directories or page.skipped.paths:
                    result.truncated, result.truncation_reason = True, "unreadable"
                if page.next is None or page.out_of_time:
                    break
                cursor = page.next
            if page.out_of_time:
                result.truncated, result.truncation_reason = True, "budget"
        except ReadError as error:
            return result if error.code == "not-found" else GlobResult(error=_sentence(error))
        infos.sort(key=lambda info: info["path"])
        return result

    def grep(
        self,
        pattern: str,
        path: str | None = None,
        glob: str | None = None,
        *,
        max_count: int | None = None,
        context_lines: int = 0,
    ) -> GrepResult:
        """Searches files for a literal. As with ripgrep, files that `.gitignore` leaves out and
        names that begin with a dot are not searched, unless `glob` names them.
        """
        if context_lines < 0:
            raise ValueError("context_lines must be non-negative")
        matches: list[GrepMatch] = []
        # Context lines, by file and number.
        others: dict[str, dict[int, str]] = {}
        cursor, deadline = None, time.monotonic() + GREP_TIME
        directory = _relative(path or "/")
        try:
            if glob:
                compile_grep_include_glob(glob)
            start = self._room.stat(directory)
            while True:
                # One more than requested shows whether there are more.
                wanted = ALL_MATCHES if max_count is None else max_count + 1 - len(matches)
                page = self._room.search(
                    pattern,
                    directory,
                    globs=glob or (),
                    syntax="literal",
                    before=context_lines,
                    after=context_lines,
                    cursor=cursor,
                    matches=min(wanted, MAX_ENTRIES),
                    matches_per_file=ALL_MATCHES,
                    bytes=MAX_BYTES,
                    columns=MAX_BYTES,
                    milliseconds=_until(deadline),
                )
                for file in page.files:
                    name = _joined(path, _below(start.path, file.path))
                    near = others.setdefault(name, {})
                    for line in (line for group in file.groups for line in group.lines):
                        text = line.text.removesuffix("\r")
                        if line.matches:
                            matches.append(GrepMatch(path=name, line=line.line, text=text))
                        else:
                            near[line.line] = text
                is_full = max_count is not None and len(matches) > max_count
                if page.next is None or is_full or page.stopped == "time-limit":
                    break
                cursor = page.next
        except InvalidGlobPatternError as error:
            return GrepResult(error=str(error), matches=[])
        except ReadError as error:
            missing = error.code == "not-found"
            return GrepResult(error=None if missing else _sentence(error), matches=[])
        if context_lines:
            for match in matches:
                near, at = others[match["path"]], match["line"]
                match["context_before"] = _context(near, at - context_lines, at)
                match["context_after"] = _context(near, at + 1, at + 1 + context_lines)
        return GrepResult(matches=matches[:max_count], truncated=is_full or page.next is not None)

    def _info(self, path: str, name: str, entry: DirectoryEntry) -> FileInfo | None:
        kind, size, modified = entry.kind, entry.size, entry.modified
        if kind == "link":
            try:
                target = self._room.stat(path)
            except ReadError:
                return None
            kind, size, modified = target.kind, target.size, target.modified
        if kind == "directory":
            return FileInfo(path=f"{name}/", is_dir=True, size=0)
        return _file(name, size, modified) if kind == "file" else None

    def _attached(self, path: str) -> ReadResult:
        """Returns an image or a PDF as it is."""
        reply = self._room.call("opencode@2", {"path": path})
        texts: list[str] = []
        for each in reply.content:
            if not isinstance(each, TextContent):
                return ReadResult(file_data=FileData(content=each.data, encoding="base64"))
            texts.append(each.text)
        return ReadResult(error="\n".join(texts))


def _context(lines: dict[int, str], first: int, end: int) -> list[ContextLine]:
    return [ContextLine(line=at, text=lines[at]) for at in range(first, end) if at in lines]


def _relative(path: str) -> str:
    """Returns a path of an agent's, whose `/` is the working directory, as a room knows it."""
    return path.strip("/") or "."


def _below(directory: str, path: str) -> str:
    """Returns a path relative to a directory, and nothing for the directory itself."""
    if directory == ".":
        return path
    return path.removeprefix(directory).removeprefix("/")


def _joined(path: str | None, below: str) -> str:
    start = f"/{(path or '').strip('/')}".rstrip("/")
    return f"{start}/{below}" if below else start


def _file(path: str, size: int | None, modified: int | None) -> FileInfo:
    info = FileInfo(path=path, is_dir=False)
    if size is not None:
        info["size"] = size
    if modified is not None:
        # Local and without a zone, like deepagents' own.
        info["modified_at"] = datetime.fromtimestamp(modified / 1000).isoformat()
    return info


def _until(deadline: float) -> int:
    """Returns the remaining milliseconds."""
    return max(1, int((deadline - time.monotonic()) * 1000))


def _sentence(error: ReadError) -> str:
    return f"{error.message}. {error.hint or ''}".strip()
