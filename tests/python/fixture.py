"""Fixtures: directories made from the data in `tests/`, as its README specifies."""

from __future__ import annotations

import base64
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from readroom import Link, Reply, Room
from readroom._connection import Connection, current
from readroom._program import find
from readroom.room import Engine

ENTRIES = {
    *(
        "text",
        "base64",
        "repeat",
        "parts",
        "link",
        "hardlink",
        "directory",
        "fifo",
        "socket",
        "files",
    ),
    *("mode", "size", "modified_ms"),
}
CALL = {"tool", "arguments", "raw", "raw_base64", "raw_parts"}
# The first of January 2024.
MODIFIED_MS = 1704067200000


class Fixture:
    """Files on disk, below a directory that the test removes."""

    def __init__(self, outside: Path, data: dict[str, Any]) -> None:
        self.outside = outside.resolve()
        self.root = self.outside / "root"
        self.root.mkdir()
        for below, entries in (
            (self.outside, data.get("outside", {})),
            (self.root, data.get("root", {})),
        ):
            for path, entry in entries.items():
                self._make(below / path, entry)

    def fill_in(self, value: Any) -> Any:
        """Fills in the names of the directories in all strings of a value."""
        if isinstance(value, str):
            return value.replace("{root}", str(self.root)).replace("{outside}", str(self.outside))
        if isinstance(value, list):
            return [self.fill_in(item) for item in value]
        if isinstance(value, dict):
            return {name: self.fill_in(item) for name, item in value.items()}
        return value

    def arguments(self, call: dict[str, Any]) -> str | bytes:
        """Returns the arguments of a call."""
        known(call, CALL)
        given = [name for name in ("arguments", "raw", "raw_base64", "raw_parts") if name in call]
        assert len(given) == 1, "a call has exactly one of arguments, raw, raw_base64 and raw_parts"
        sent = call[given[0]]
        match given[0]:
            case "arguments":
                return compact(self.fill_in(sent))
            case "raw":
                return str(self.fill_in(sent))
            case "raw_base64":
                return base64.b64decode(sent)
            case _:
                return "".join(
                    text.replace("{i}", str(i)) if "{i}" in text else text
                    for text, times in sent
                    for i in range(times)
                )

    def call(self, room: Room, call: dict[str, Any]) -> Reply:
        """Makes a call in a room."""
        return room.call(call["tool"], self.arguments(call))

    def in_memory(self, root: dict[str, Any]) -> dict[str, str | bytes | Link]:
        """Returns the entries of the root for a room in memory: files and links."""
        return {
            path: Link(self.fill_in(entry["link"])) if "link" in entry else b"".join(content(entry))
            for path, entry in root.items()
        }

    def _make(self, path: Path, entry: dict[str, Any]) -> None:
        known(entry, ENTRIES)
        path.parent.mkdir(parents=True, exist_ok=True)
        if "link" in entry:
            path.symlink_to(self.fill_in(entry["link"]))
        elif "hardlink" in entry:
            path.hardlink_to(self.outside / entry["hardlink"])
        elif "directory" in entry:
            path.mkdir(parents=True, exist_ok=True)
        elif "fifo" in entry:
            os.mkfifo(path)
        elif "socket" in entry:
            bind(path)
        elif "files" in entry:
            path.mkdir(parents=True, exist_ok=True)
            for i in range(entry["files"]["count"]):
                (path / entry["files"]["name"].replace("{i}", str(i))).write_bytes(b"x\n")
        else:
            with path.open("wb") as file:
                for part in content(entry):
                    file.write(part)
                if "size" in entry:
                    file.truncate(entry["size"])
            modified = entry.get("modified_ms", MODIFIED_MS) * 1_000_000
            os.utime(path, ns=(modified, modified))
        if "mode" in entry:
            path.chmod(int(entry["mode"], 8))


def content(entry: dict[str, Any]) -> Iterator[bytes]:
    """Yields the bytes of a file, in pieces."""
    if "text" in entry:
        yield "".join(entry["text"]).encode()
    elif "base64" in entry:
        yield base64.b64decode(entry["base64"])
    elif "repeat" in entry:
        repeat = dict(entry["repeat"])
        times = repeat.pop("times")
        unit = b"".join(content(repeat))
        at_once = max(1, 65536 // max(1, len(unit)))
        for _ in range(times // at_once):
            yield unit * at_once
        yield unit * (times % at_once)
    else:
        for part in entry["parts"]:
            yield from content(part)


def bind(path: Path) -> None:
    """Makes a socket. Its path is usually too long for the address of a socket."""
    here = os.open(path.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(
                f"/proc/self/fd/{here}/{path.name}" if os.path.isdir("/proc/self/fd") else str(path)
            )
    finally:
        os.close(here)


def known(data: dict[str, Any], names: set[str]) -> None:
    """Fails for an unknown member: a typo must not disable a check."""
    assert not set(data) - names, f"unknown members {set(data) - names}"


def compact(value: Any) -> str:
    """Returns a JSON value in its compact form."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def privileges(needs: list[str], engine: Engine, outside: Path) -> Iterator[None]:
    """Runs rooms with the privileges that a case needs. The superuser's program is then another
    one, which dropped its privileges when it was started.
    """
    if engine == "component" or "non-root" not in needs or os.geteuid() != 0:
        yield
        return
    program = outside / "unprivileged"
    give_up = "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups"
    program.write_text(f"#!/bin/sh\nexec {give_up} '{find()}' \"$@\"\n")
    program.chmod(0o755)
    for directory in (outside, *outside.parents):
        directory.chmod(directory.stat().st_mode | 0o111)
    with pytest.MonkeyPatch.context() as patch:
        unprivileged = Connection(program)
        patch.setattr(current, "_connection", unprivileged)
        yield
        unprivileged.end()


@contextmanager
def with_needs(needs: list[str]) -> Iterator[None]:
    """Runs with the privileges that a case needs: the superuser drops those over files."""
    if "non-root" in needs and os.geteuid() == 0:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield
