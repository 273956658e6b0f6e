"""Files that only links reach, since their paths are too long."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from readroom import ReadError, Room
from readroom.room import Engine

from data import dialects
from engines import ENGINES

# A directory whose name is 15 names, 3,795 bytes in all.
DOWN = "/".join(["n" * 252] * 15)


def deep(root: Path, hops: int) -> None:
    """Makes deeply nested directories, with a file in each and a link to the next."""
    for number in range(hops):
        here = root / "/".join(["l"] * number)
        os.makedirs(here / DOWN)
        (here / "f.txt").write_text("deep\n")
        (here / "l").symlink_to(DOWN)
    (root / "/".join(["l"] * hops) / "f.txt").write_text("deep\n")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_path_that_no_answer_can_have_is_an_error_of_the_tool(
    engine: Engine, tmp_path: Path
) -> None:
    deep(tmp_path, 4)
    with Room(tmp_path, engine=engine) as room:
        for path in ("f.txt", "l/f.txt", "l/l/f.txt"):
            assert room.read(path).text.content == "deep\n"
        for path in ("l/l/l/f.txt", "l/l/l/l/f.txt", "l/l/l"):
            for ask in (room.read, room.stat):
                with pytest.raises(ReadError) as raised:
                    ask(path)
                assert raised.value.code == "symlink-loop", path
            for tool in dialects():
                arguments = room.arguments_for(tool, path)
                assert arguments is not None
                reply = room.call(tool, arguments)
                assert "deep" not in reply.json and "nnn" not in reply.json
                assert len(reply.json) < 10_000
