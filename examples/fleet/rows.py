"""Reads the entries of a batch, each to one row."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import pyarrow as pa
from readroom import AsyncRoom, ReadError
from readroom.contract import (
    Body,
    DirectoryBody,
    DocumentBody,
    ImageBody,
    NotebookBody,
    Text,
    TextBody,
)
from readroom.errors import CallError, LimitError, ReadroomError, RoomError, StaleError

from listing import ATTEMPTS, Batch, Entry, failure, repeated

CALLS_AT_ONCE = 8

Row = dict[str, Any]

OUTLINE: dict[str, pa.DataType] = {
    "line": pa.int64(),
    "last": pa.int64(),
    "depth": pa.int32(),
    "text": pa.string(),
}
COLUMNS: dict[str, pa.DataType] = {
    "tree": pa.string(),
    "path": pa.string(),
    "entry": pa.string(),
    "resolved": pa.string(),
    "kind": pa.string(),
    "version": pa.string(),
    "bytes": pa.int64(),
    "lines": pa.int64(),
    "cells": pa.int64(),
    "encoding": pa.string(),
    "lossy": pa.bool_(),
    "mime": pa.string(),
    "width": pa.int64(),
    "height": pa.int64(),
    "outline": pa.list_(pa.struct(list(OUTLINE.items()))),
    "page": pa.string(),
    "complete": pa.bool_(),
    "tokens": pa.int64(),
    "suspicious": pa.list_(pa.string()),
    "code": pa.string(),
    "message": pa.string(),
    "attempts": pa.int32(),
    "milliseconds": pa.float64(),
}
"""The columns, which README.md describes."""

SCHEMA = pa.schema(COLUMNS)


async def rows_of(batch: Batch) -> list[Row]:
    """Returns a row for each entry of a batch.

    Raises `RoomError` if the program does not start or a tree can no longer be opened.
    """
    rows: list[Row] = []
    for tree, entries in itertools.groupby(batch.entries, key=lambda entry: entry.tree):
        rows += await _rows_in(tree, list(entries))
    return rows


async def _rows_in(tree: str, entries: Sequence[Entry]) -> Sequence[Row]:
    if all(entry.code for entry in entries):
        return [_without_reading(entry) for entry in entries]
    slots = asyncio.Semaphore(CALLS_AT_ONCE)

    async def row_of(entry: Entry) -> Row:
        async with slots:
            return await _row(room, entry)

    async with repeated(partial(AsyncRoom, tree)) as room:
        return await asyncio.gather(*map(row_of, entries))


async def _row(room: AsyncRoom, entry: Entry) -> Row:
    row = _without_reading(entry)
    started = time.perf_counter()
    while entry.code is None:
        row["attempts"] += 1
        try:
            await _read(room, row)
        except (ReadError, CallError, RoomError) as error:
            if _may_pass(error) and row["attempts"] < ATTEMPTS:
                continue
            if isinstance(error, RoomError):
                raise  # This says nothing about the file.
            row["code"], row["message"] = failure(error)
        break
    row["milliseconds"] = (time.perf_counter() - started) * 1000
    return row


def _may_pass(error: ReadroomError) -> bool:
    """Returns whether the program exited, or the file changed while it was read."""
    is_passing = isinstance(error, (CallError, RoomError, StaleError))
    return is_passing and not isinstance(error, LimitError)


async def _read(room: AsyncRoom, row: Row) -> None:
    """Fills in the kind of a file and its first page, and the outline if it is text."""
    document = await room.read(row["path"])
    row["version"], row["bytes"] = document.version, document.size
    if row["entry"] == "link":
        row["resolved"] = document.path
    if isinstance(document.body, DirectoryBody):
        row |= {"code": "is-a-directory", "message": f"'{row['path']}' leads to a directory"}
        return
    row |= _of_body(document.body)
    if row["kind"] == "text":
        outline = await room.read(row["path"], view="outline")
        if outline.version != document.version:
            raise StaleError("stale", f"'{row['path']}' changed between two reads", "Read it again")
        row["outline"] = [vars(entry) for entry in outline.outline.entries]


def _of_body(body: Body) -> Row:
    match body:
        case TextBody():
            return {"kind": body.kind, **_of_text(body)}
        case DocumentBody():
            row = {"kind": body.kind, **_of_text(body.text)}
            return row | {"complete": row["complete"] and body.cut is None}
        case NotebookBody():
            return {
                "kind": body.kind,
                "cells": body.total,
                "page": "\n\n".join(cell.source for cell in body.cells),
                "complete": body.next_cell is None
                and not any(cell.omitted_characters for cell in body.cells),
                "tokens": body.tokens,
            }
        case ImageBody():
            return {
                "kind": body.kind,
                "mime": body.mime,
                "width": body.width,
                "height": body.height,
            }
        case _:
            raise TypeError(f"a read without further arguments answered with {body.kind}")


def _of_text(text: Text | TextBody) -> Row:
    return {
        "lines": text.total,
        "encoding": text.encoding,
        "lossy": text.lossy,
        "page": text.content,
        "complete": text.next is None and not text.clipped,
        "tokens": text.tokens,
        "suspicious": sorted({each.kind for each in text.suspicious}),
    }


def _without_reading(entry: Entry) -> Row:
    return dict.fromkeys(COLUMNS) | {
        "tree": entry.tree,
        "path": entry.path,
        "entry": entry.kind,
        "bytes": entry.size,
        "code": entry.code,
        "message": entry.message,
        "attempts": 0,
    }
