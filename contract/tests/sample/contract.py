# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The types of the contract: what a reader is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ._short import ShortRepr
from .errors import PageError

LineNumber = int
"""A line, counted from 1."""


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """What to fetch."""

    path: str
    """The file."""
    start: LineNumber | None = None
    """Where to start. None means line 1."""


@dataclass(frozen=True, repr=False)
class Page(ShortRepr):
    """The answer to a `PageRequest`."""

    body: Body
    """What it holds."""
    next_line: LineNumber | None
    """Where the next page begins, unless `body` is `one-line`. None if this is the last page. If it
    is the first page too, `body` is `blank`.
    """
    size: int
    """The size of the file in bytes."""
    links: Sequence[str | PageError]
    """The files that it names. None of them is read if `next_line` is None."""


@dataclass(frozen=True, repr=False)
class BlankBody(ShortRepr):
    """Nothing."""

    kind: Literal["blank"] = field(default="blank", init=False)


@dataclass(frozen=True, repr=False)
class OneLineBody(ShortRepr):
    """A single line."""

    kind: Literal["one-line"] = field(default="one-line", init=False)
    one_line: str


@dataclass(frozen=True, repr=False)
class LinesBody(ShortRepr):
    """Lines, some of which are missing."""

    kind: Literal["lines"] = field(default="lines", init=False)
    lines: Sequence[str | None]


@dataclass(frozen=True, repr=False)
class TableBody(ShortRepr):
    """Rows and columns.

    There is no table without columns.
    """

    kind: Literal["table"] = field(default="table", init=False)
    rows: int
    """The number of rows."""
    has_heading: bool
    """Whether the first row is a heading."""


Body = BlankBody | OneLineBody | LinesBody | TableBody
"""What a page holds.

- `blank`: Nothing.
- `one-line`: A single line.
- `lines`: Lines, some of which are missing.
- `table`: A table.
"""

ErrorCode = Literal["not-found", "other"]
"""The kinds of failure.

- `not-found`: There is no such file.
- `other`: Anything else.
"""
