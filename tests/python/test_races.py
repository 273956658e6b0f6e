"""Reads while another process swaps the entries on the path: nothing from outside is read, and
nothing waits.
"""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

import pytest
from readroom import CallError, ReadError, Room
from readroom.room import Engine

from actor import acting
from data import dialects
from engines import ENGINES

ROUNDS = 30


def fixture(tmp_path: Path) -> Path:
    """Makes a root with a file and a directory, and the entries to swap with them: links that lead
    out, a pipe.
    """
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "inside").mkdir(parents=True)
    outside.mkdir()
    (root / "a.txt").write_text("fine\n")
    (root / "inside/a.txt").write_text("fine\n")
    (outside / "a.txt").write_text("SECRET\n")
    (root / "link").symlink_to(outside / "a.txt")
    (root / "out").symlink_to("../outside")
    (root / "device").symlink_to("/dev/zero")
    os.mkfifo(root / "pipe")
    return root


def is_race(seen: set[str]) -> bool:
    """Returns whether the file was read, and whether its replacement was met."""
    return "fine\n" in seen and len(seen) > 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("path", "swapped"),
    [
        ("a.txt", ["a.txt", "link"]),
        ("a.txt", ["a.txt", "pipe"]),
        ("a.txt", ["a.txt", "device"]),
        ("inside/a.txt", ["inside", "out"]),
    ],
    ids=[
        "a link that leads out",
        "a pipe",
        "a link to a device",
        "a directory and a link that leads out",
    ],
)
def test_race(path: str, swapped: list[str], engine: Engine, tmp_path: Path) -> None:
    if engine == "component":
        # The file system of wasmtime waits for a pipe that replaces a file while it is opened.
        swapped = [name.replace("pipe", "link") for name in swapped]
    root = fixture(tmp_path)
    ids, seen = [*dialects()], set[str]()
    with Room(root, engine=engine) as room:
        room.read(path)
        gc.collect()
        before = len(os.listdir("/proc/self/fd"))
        with acting(root, "swap", swapped):
            # Until both were seen: otherwise there was no race.
            rounds, ends = 0, time.monotonic() + 60
            while rounds < ROUNDS or not (is_race(seen) or time.monotonic() > ends):
                rounds += 1
                try:
                    seen.add(room.read(path).text.content)
                except ReadError as error:
                    seen.add(error.code)
                except CallError as error:
                    pytest.fail(str(error))
                for tool in ids:
                    arguments = room.arguments_for(tool, path)
                    assert arguments is not None
                    reply = room.call(tool, arguments)
                    shown = [vars(each) for each in reply.content]
                    assert "SECRET" not in reply.json + repr(shown)
        # The pipes of the actor are closed.
        assert len(os.listdir("/proc/self/fd")) == before
    assert is_race(seen), seen
    # It is stale if it was renamed each time that it was read.
    refused = {"outside-root", "not-a-file", "not-a-directory", "not-found", "io", "stale"}
    assert seen <= {"fine\n", *refused}, seen
