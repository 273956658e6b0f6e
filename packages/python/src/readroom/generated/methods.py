# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The functions of the contract as methods of rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from .. import _calls
from .._answers import Document, Reply
from .._arguments import AnyPath, path_text, start_at
from ..contract import (
    BasicRequest,
    BlamePage,
    BlameRequest,
    DiffOutput,
    DiffPage,
    DiffRequest,
    FileKind,
    FileStat,
    FindOrder,
    FindRequest,
    Found,
    FoundOrder,
    LetterCase,
    Listing,
    ListRequest,
    LogOutput,
    LogPage,
    LogRequest,
    MapPage,
    MapRequest,
    MatchBlocks,
    PatternSyntax,
    ReadRequest,
    Scope,
    SearchOutput,
    SearchRequest,
    SearchResults,
    SharedLimits,
    Tool,
    Totals,
    View,
)
from ..errors import ReadError
from . import decode
from .requests import CallOptions

_T = TypeVar("_T")


class Methods:
    """The functions of the contract."""

    def read(
        self,
        path: AnyPath,
        *,
        view: View = "auto",
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        definition: str | None = None,
        unit: str | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        column: int | None = None,
        columns: int | None = None,
        encoding: str | None = None,
        totals: Totals = "auto",
        known_version: str | None = None,
        at: str | None = None,
        progress: _calls.Progress | None = None,
    ) -> Document:
        """Reads part of a file: lines of its text, an outline of them, cells of a notebook, or
        facts about an image. It starts at line 1, or at one of `start`, `cursor` and `block`.

        `ReadRequest` documents the options. `progress` is called with the number of bytes that
        were read, at most ten times a second, and refused by the component. An exception in it
        ends the call.

        Raises a `ReadError` if nothing was read, and `CallError` if the component did not
        answer.
        """
        return self._run(
            _calls.read(
                ReadRequest(
                    path=path_text(path),
                    view=view,
                    start=start_at(start, cursor, block, definition, unit, levels, siblings),
                    lines=lines,
                    bytes=bytes,
                    tokens=tokens,
                    column=column,
                    columns=columns,
                    encoding=encoding,
                    totals=totals,
                    known_version=known_version,
                    at=at,
                ),
                progress,
            ),
        )

    def read_many(
        self,
        requests: Iterable[AnyPath | ReadRequest],
        *,
        bytes: int | None = None,
        tokens: int | None = None,
    ) -> Sequence[Document | ReadError]:
        """Reads up to 16 files in one call, each given by its path or by a request that
        `read_request` returns.

        There is one result per request, in the same order. If a file cannot be read, its result
        is a `ReadError`, which is not raised. The options limit what is returned of all files
        together.

        `SharedLimits` documents the options. Raises `InvalidArgumentError` if there are no
        requests or more than 16, or if an option is out of range.
        """
        return self._run(_calls.read_many(requests, SharedLimits(bytes=bytes, tokens=tokens)))

    def list(
        self,
        path: AnyPath,
        *,
        after: str | None = None,
        entries: int | None = None,
        details: bool = False,
        at: str | None = None,
    ) -> Listing:
        """Lists a directory, a page at a time. Raises `NotADirectoryError` for a file.

        `ListRequest` documents the options.
        """
        return self._run(
            _calls.ask(
                "list",
                decode.LIST_RESULT,
                ListRequest(
                    path=path_text(path),
                    after=after,
                    entries=entries,
                    details=details,
                    at=at,
                ),
            ),
        )

    def stat(self, path: AnyPath) -> FileStat:
        """Returns what is at a path, without reading it. Raises as `read` does if it cannot be
        opened.
        """
        return self._run(_calls.stat(path))

    def find(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        kinds: Sequence[FileKind] = (),
        order: FindOrder = "path",
        details: bool = False,
        lines: bool = False,
        cursor: str | None = None,
        entries: int | None = None,
        milliseconds: int | None = None,
    ) -> Found:
        """Finds files by their names below a directory, a page at a time.

        `FindRequest` and its `Scope` document the options. `globs` may be a single string.
        Raises a `ReadError` if there is nothing at the path, or if an option cannot be used.
        """
        return self._run(
            _calls.ask(
                "find",
                decode.FIND_RESULT,
                FindRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    kinds=kinds,
                    order=order,
                    details=details,
                    lines=lines,
                    cursor=cursor,
                    entries=entries,
                    milliseconds=milliseconds,
                ),
            ),
        )

    def search(
        self,
        pattern: str,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        syntax: PatternSyntax = "regex",
        letter_case: LetterCase = "sensitive",
        words: bool = False,
        output: SearchOutput = "lines",
        before: int = 0,
        after: int = 0,
        blocks: MatchBlocks = "none",
        binary: bool = False,
        headers: bool = False,
        order: FoundOrder = "path",
        cursor: str | None = None,
        matches: int | None = None,
        matches_per_file: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        columns: int | None = None,
        milliseconds: int | None = None,
        progress: _calls.Progress | None = None,
    ) -> SearchResults:
        """Searches a file, or the files below a directory, for the lines that match a regular
        expression, a page at a time.

        `SearchRequest` and its `Scope` document the options. `globs` may be a single string.
        `progress` is called as by `read`. Raises a `ReadError` if there is nothing at the path,
        or if the pattern or an option cannot be used.
        """
        return self._run(
            _calls.ask(
                "search",
                decode.SEARCH_RESULT,
                SearchRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    pattern=pattern,
                    syntax=syntax,
                    letter_case=letter_case,
                    words=words,
                    output=output,
                    before=before,
                    after=after,
                    blocks=blocks,
                    binary=binary,
                    headers=headers,
                    order=order,
                    cursor=cursor,
                    matches=matches,
                    matches_per_file=matches_per_file,
                    bytes=bytes,
                    tokens=tokens,
                    columns=columns,
                    milliseconds=milliseconds,
                ),
                progress,
            ),
        )

    def map(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        cursor: str | None = None,
        definitions: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> MapPage:
        """Maps a directory: returns what its files define, the most important first. Raises as
        `read` does if there is nothing at the path.

        `MapRequest` and its `Scope` document the options. `globs` may be a single string.
        Returns a page at a time. Raises a `ReadError` if an option cannot be used.
        """
        return self._run(
            _calls.ask(
                "map",
                decode.MAP_RESULT,
                MapRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    cursor=cursor,
                    definitions=definitions,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    def diff(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        at: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        output: DiffOutput = "patch",
        context: int | None = None,
        cursor: str | None = None,
        files: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> DiffPage:
        """Compares two revisions of a git repository, or one with the working tree, a page at a
        time: by default `HEAD` with the working tree. `from_` and `to` name the revisions.

        `DiffRequest` documents the options. `globs` may be a single string. Raises a `ReadError`
        if there is no repository or no such revision, or if it is damaged.
        """
        return self._run(
            _calls.ask(
                "diff",
                decode.DIFF_RESULT,
                DiffRequest(
                    path=path_text(path),
                    globs=globs,
                    at=at,
                    from_=from_,
                    to=to,
                    output=output,
                    context=context,
                    cursor=cursor,
                    files=files,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    def log(
        self,
        path: AnyPath = ".",
        *,
        at: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        author: str | None = None,
        message: str | None = None,
        text: str | None = None,
        since: str | None = None,
        until: str | None = None,
        output: LogOutput = "subjects",
        cursor: str | None = None,
        commits: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> LogPage:
        """Returns the commits that changed a file or directory, the newest first, a page at a time.

        `LogRequest` documents the options. Raises a `ReadError` as `diff` does.
        """
        return self._run(
            _calls.ask(
                "log",
                decode.LOG_RESULT,
                LogRequest(
                    path=path_text(path),
                    at=at,
                    from_=from_,
                    to=to,
                    author=author,
                    message=message,
                    text=text,
                    since=since,
                    until=until,
                    output=output,
                    cursor=cursor,
                    commits=commits,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    def blame(
        self,
        path: AnyPath,
        *,
        at: str | None = None,
        first: int | None = None,
        lines: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> BlamePage:
        """Returns lines of a file with the commits that they come from. Raises as `read` does if
        there is no such file, and with `TooLargeError` for one of more than 16 MiB.

        `BlameRequest` documents the options. Returns a page at a time. Without a repository it
        raises as `diff` does.
        """
        return self._run(
            _calls.ask(
                "blame",
                decode.BLAME_RESULT,
                BlameRequest(
                    path=path_text(path),
                    at=at,
                    first=first,
                    lines=lines,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    def tools(self) -> Sequence[Tool]:
        """Returns all tools, the newest revision of a dialect first."""
        return self._run(_calls.tools())

    def call(
        self,
        tool: str,
        arguments: _calls.Arguments,
        *,
        content_only: bool = False,
        progress: _calls.Progress | None = None,
    ) -> Reply:
        """Calls a tool with the arguments that a model wrote: JSON text, or the object that it was
        parsed to.

        `tool` is the id of the tool, such as `pi@0`; `pi` means its newest revision. Whatever is
        wrong with the arguments or the file is part of the reply, in the words of the tool's
        agent. Raises `UnknownToolError` if there is no such tool.

        `content_only`: Whether the host needs only `content`: the native object repeats its
        text. `progress` is called as by `read`.
        """
        return self._run(
            _calls.call(tool, arguments, CallOptions(content_only=content_only), progress),
        )

    def arguments_for(
        self,
        tool: str,
        path: AnyPath,
        *,
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        definition: str | None = None,
        unit: str | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
    ) -> str | None:
        """Encodes a read as the arguments of a tool, as JSON text for `call`. None if the tool
        cannot express it.

        `BasicRequest` documents the options.
        """
        return self._run(
            _calls.arguments_for(
                tool,
                BasicRequest(
                    path=path_text(path),
                    start=start_at(start, cursor, block, definition, unit, levels, siblings),
                    lines=lines,
                ),
            ),
        )

    def requested_path(self, tool: str, arguments: _calls.Arguments) -> str | None:
        """Returns the absolute name that a call would read, for hosts that check names before they
        call: a relative path is resolved against the working directory, links are not resolved.
        None if the arguments name no path or several, or are so wrong that the call would read
        nothing.
        """
        return self._run(_calls.requested_path(tool, arguments))

    def _run(self, call: _calls.Call[_T]) -> _T:
        raise NotImplementedError


class AsyncMethods:
    """The same, awaited."""

    async def read(
        self,
        path: AnyPath,
        *,
        view: View = "auto",
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        definition: str | None = None,
        unit: str | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        column: int | None = None,
        columns: int | None = None,
        encoding: str | None = None,
        totals: Totals = "auto",
        known_version: str | None = None,
        at: str | None = None,
        progress: _calls.Progress | None = None,
    ) -> Document:
        """As `Room.read`."""
        return await self._run(
            _calls.read(
                ReadRequest(
                    path=path_text(path),
                    view=view,
                    start=start_at(start, cursor, block, definition, unit, levels, siblings),
                    lines=lines,
                    bytes=bytes,
                    tokens=tokens,
                    column=column,
                    columns=columns,
                    encoding=encoding,
                    totals=totals,
                    known_version=known_version,
                    at=at,
                ),
                progress,
            ),
        )

    async def read_many(
        self,
        requests: Iterable[AnyPath | ReadRequest],
        *,
        bytes: int | None = None,
        tokens: int | None = None,
    ) -> Sequence[Document | ReadError]:
        """As `Room.read_many`."""
        return await self._run(
            _calls.read_many(requests, SharedLimits(bytes=bytes, tokens=tokens)),
        )

    async def list(
        self,
        path: AnyPath,
        *,
        after: str | None = None,
        entries: int | None = None,
        details: bool = False,
        at: str | None = None,
    ) -> Listing:
        """As `Room.list`."""
        return await self._run(
            _calls.ask(
                "list",
                decode.LIST_RESULT,
                ListRequest(
                    path=path_text(path),
                    after=after,
                    entries=entries,
                    details=details,
                    at=at,
                ),
            ),
        )

    async def stat(self, path: AnyPath) -> FileStat:
        """As `Room.stat`."""
        return await self._run(_calls.stat(path))

    async def find(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        kinds: Sequence[FileKind] = (),
        order: FindOrder = "path",
        details: bool = False,
        lines: bool = False,
        cursor: str | None = None,
        entries: int | None = None,
        milliseconds: int | None = None,
    ) -> Found:
        """As `Room.find`."""
        return await self._run(
            _calls.ask(
                "find",
                decode.FIND_RESULT,
                FindRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    kinds=kinds,
                    order=order,
                    details=details,
                    lines=lines,
                    cursor=cursor,
                    entries=entries,
                    milliseconds=milliseconds,
                ),
            ),
        )

    async def search(
        self,
        pattern: str,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        syntax: PatternSyntax = "regex",
        letter_case: LetterCase = "sensitive",
        words: bool = False,
        output: SearchOutput = "lines",
        before: int = 0,
        after: int = 0,
        blocks: MatchBlocks = "none",
        binary: bool = False,
        headers: bool = False,
        order: FoundOrder = "path",
        cursor: str | None = None,
        matches: int | None = None,
        matches_per_file: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        columns: int | None = None,
        milliseconds: int | None = None,
        progress: _calls.Progress | None = None,
    ) -> SearchResults:
        """As `Room.search`."""
        return await self._run(
            _calls.ask(
                "search",
                decode.SEARCH_RESULT,
                SearchRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    pattern=pattern,
                    syntax=syntax,
                    letter_case=letter_case,
                    words=words,
                    output=output,
                    before=before,
                    after=after,
                    blocks=blocks,
                    binary=binary,
                    headers=headers,
                    order=order,
                    cursor=cursor,
                    matches=matches,
                    matches_per_file=matches_per_file,
                    bytes=bytes,
                    tokens=tokens,
                    columns=columns,
                    milliseconds=milliseconds,
                ),
                progress,
            ),
        )

    async def map(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        hidden: bool = False,
        ignored: bool = False,
        depth: int | None = None,
        at: str | None = None,
        cursor: str | None = None,
        definitions: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> MapPage:
        """As `Room.map`."""
        return await self._run(
            _calls.ask(
                "map",
                decode.MAP_RESULT,
                MapRequest(
                    scope=Scope(
                        path=path_text(path),
                        globs=globs,
                        hidden=hidden,
                        ignored=ignored,
                        depth=depth,
                        at=at,
                    ),
                    cursor=cursor,
                    definitions=definitions,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    async def diff(
        self,
        path: AnyPath = ".",
        *,
        globs: str | Sequence[str] = (),
        at: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        output: DiffOutput = "patch",
        context: int | None = None,
        cursor: str | None = None,
        files: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> DiffPage:
        """As `Room.diff`."""
        return await self._run(
            _calls.ask(
                "diff",
                decode.DIFF_RESULT,
                DiffRequest(
                    path=path_text(path),
                    globs=globs,
                    at=at,
                    from_=from_,
                    to=to,
                    output=output,
                    context=context,
                    cursor=cursor,
                    files=files,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    async def log(
        self,
        path: AnyPath = ".",
        *,
        at: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        author: str | None = None,
        message: str | None = None,
        text: str | None = None,
        since: str | None = None,
        until: str | None = None,
        output: LogOutput = "subjects",
        cursor: str | None = None,
        commits: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> LogPage:
        """As `Room.log`."""
        return await self._run(
            _calls.ask(
                "log",
                decode.LOG_RESULT,
                LogRequest(
                    path=path_text(path),
                    at=at,
                    from_=from_,
                    to=to,
                    author=author,
                    message=message,
                    text=text,
                    since=since,
                    until=until,
                    output=output,
                    cursor=cursor,
                    commits=commits,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    async def blame(
        self,
        path: AnyPath,
        *,
        at: str | None = None,
        first: int | None = None,
        lines: int | None = None,
        bytes: int | None = None,
        tokens: int | None = None,
        milliseconds: int | None = None,
    ) -> BlamePage:
        """As `Room.blame`."""
        return await self._run(
            _calls.ask(
                "blame",
                decode.BLAME_RESULT,
                BlameRequest(
                    path=path_text(path),
                    at=at,
                    first=first,
                    lines=lines,
                    bytes=bytes,
                    tokens=tokens,
                    milliseconds=milliseconds,
                ),
            ),
        )

    async def tools(self) -> Sequence[Tool]:
        """As `Room.tools`."""
        return await self._run(_calls.tools())

    async def call(
        self,
        tool: str,
        arguments: _calls.Arguments,
        *,
        content_only: bool = False,
        progress: _calls.Progress | None = None,
    ) -> Reply:
        """As `Room.call`."""
        return await self._run(
            _calls.call(tool, arguments, CallOptions(content_only=content_only), progress),
        )

    async def arguments_for(
        self,
        tool: str,
        path: AnyPath,
        *,
        start: int | None = None,
        cursor: str | None = None,
        block: int | None = None,
        definition: str | None = None,
        unit: str | None = None,
        levels: int = 0,
        siblings: bool = False,
        lines: int | None = None,
    ) -> str | None:
        """As `Room.arguments_for`."""
        return await self._run(
            _calls.arguments_for(
                tool,
                BasicRequest(
                    path=path_text(path),
                    start=start_at(start, cursor, block, definition, unit, levels, siblings),
                    lines=lines,
                ),
            ),
        )

    async def requested_path(self, tool: str, arguments: _calls.Arguments) -> str | None:
        """As `Room.requested_path`."""
        return await self._run(_calls.requested_path(tool, arguments))

    async def _run(self, call: _calls.Call[_T]) -> _T:
        raise NotImplementedError
