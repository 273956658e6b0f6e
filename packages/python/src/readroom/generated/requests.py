# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""Requests from the options of a call."""

from __future__ import annotations

from typing import TypedDict

from .._arguments import AnyPath, path_text, start_at
from ..contract import ReadRequest, Totals, View


def read_request(
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
) -> ReadRequest:
    """Returns a request for `Room.read_many`, from the options of `Room.read`."""
    return ReadRequest(
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
    )


class CallOptions(TypedDict):
    """How a tool is called."""

    content_only: bool
