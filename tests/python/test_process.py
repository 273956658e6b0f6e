"""Processes that fork, and processes that are spawned."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from readroom import LimitError, Limits, Room, RoomError
from readroom._program import find
from readroom.room import Engine

from engines import ENGINES
from measure import endless

NEEDS_PROGRAM = pytest.mark.skipif(find() is None, reason="the package came without the program")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"{name}\n")
    return tmp_path


def works(room: Room) -> bool:
    return [room.read(f"{name}.txt").text.content for name in "abab"] == [
        "a\n",
        "b\n",
        "a\n",
        "b\n",
    ]


def in_a_fork(act: Callable[[], bool]) -> int:
    """Forks a process, and returns its id. Its exit status is 7 if something is true there."""
    child = os.fork()
    if child != 0:
        return child
    status = 1
    try:
        status = 7 if act() else 2
    finally:
        os._exit(status)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@NEEDS_PROGRAM
def test_a_fork_and_its_parent_keep_out_of_each_others_way(root: Path) -> None:
    with Room(root, engine="program") as room:
        assert works(room)
        child = in_a_fork(lambda: all(works(room) for _ in range(20)))
        assert all(works(room) for _ in range(20))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert works(room)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@NEEDS_PROGRAM
def test_a_fork_does_not_stop_the_clock(tmp_path: Path) -> None:
    endless(tmp_path / "endless.txt")

    def ends(room: Room) -> bool:
        with pytest.raises(LimitError):
            room.read("endless.txt", totals="always")
        return True

    with Room(tmp_path, limits=Limits(time=0.05), engine="program") as room:
        assert ends(room)
        child = in_a_fork(lambda: ends(room))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_fork_of_a_process_that_used_the_component_says_what_to_do(root: Path) -> None:
    def is_refused(room: Room) -> bool:
        with pytest.raises(RoomError, match="'spawn'"):
            room.read("a.txt")
        with pytest.raises(RoomError, match="engine='program'"):
            Room(root, engine="component").read("a.txt")
        return True

    with Room(root, engine="component") as room:
        assert works(room)
        child = in_a_fork(lambda: is_refused(room))
        assert works(room)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert works(room)


def read_in(root: Path, engine: Engine) -> bool:
    """Reads in a separate process."""
    with Room(root, engine=engine) as room:
        return works(room)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_process_that_is_spawned_reads(engine: Engine, root: Path) -> None:
    assert read_in(root, engine)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(read_in, (root, engine))


FORK_FIRST = """
import os, sys
from readroom import Room

room = Room(sys.argv[1], engine="component")
child = os.fork()
assert room.read("a.txt").text.content == "a\\n"
if child == 0:
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_process_that_forks_before_its_first_call_may_use_the_component(root: Path) -> None:
    command = [sys.executable, "-c", FORK_FIRST, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr
