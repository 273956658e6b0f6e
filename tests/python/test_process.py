"""Rooms with a process of their own, and processes that fork."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from readroom import CallError, LimitError, Limits, Reply, Room, RoomError
from readroom._process import _Child
from readroom.contract import TextContent
from readroom.room import Engine

from engines import ENGINES, WAYS, component_room
from measure import descriptors, large


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"{name}\n")
    return tmp_path


@pytest.fixture
def room(root: Path) -> Iterator[Room]:
    with Room(root, limits=Limits(seconds=1), process=True) as room:
        assert room.read("a.txt").text.content == "a\n"
        yield room


def child_of(room: Room) -> _Child:
    child = component_room(room)._shared._process._child  # type: ignore[union-attr]
    assert child is not None
    return child


def pid_of(room: Room) -> int:
    return child_of(room)._process.pid


def works(room: Room) -> bool:
    return [room.read(f"{name}.txt").text.content for name in "abab"] == [
        "a\n",
        "b\n",
        "a\n",
        "b\n",
    ]


def test_a_process_that_is_gone_is_started_again(room: Room) -> None:
    os.kill(pid_of(room), signal.SIGKILL)
    child_of(room)._process.wait()
    assert works(room)


def test_a_process_that_ends_in_a_call_is_told_of(room: Room, root: Path) -> None:
    large(root / "large.txt")
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid_of(room), signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with pytest.raises(CallError, match="call again"):
        room.read("large.txt", totals="always")
    assert works(room)


def test_a_call_that_is_broken_off_answers_no_other(room: Room, root: Path) -> None:
    class EnoughError(Exception):
        pass

    def enough(*_: object) -> None:
        raise EnoughError

    large(root / "large.txt")
    signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with pytest.raises(EnoughError):
        room.read("large.txt", totals="always")
    assert works(room)


def test_a_process_that_does_not_answer_is_killed_at_its_time(room: Room) -> None:
    for shown in ("", "x" * (1 << 20)):
        os.kill(pid_of(room), signal.SIGSTOP)
        started = time.monotonic()
        with pytest.raises(LimitError) as raised:
            room.render_result("pi", "{}", reply_of(shown))
        assert raised.value.limit == "time"
        assert time.monotonic() - started < 4
        assert works(room)


def reply_of(shown: str) -> Reply:
    return Reply("answered", "{}", [TextContent(shown)], [], None, None)


def test_large_messages_go_both_ways(room: Room) -> None:
    text = room.render_result("readroom", "{}", reply_of("x" * (4 << 20)))
    assert "x" * 1000 in text


def test_many_descriptors_do_no_harm(room: Room) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    many = [os.open("/dev/null", os.O_RDONLY) for _ in range(1100)]
    try:
        component_room(room)._shared._process.close()  # type: ignore[union-attr]
        assert works(room)
    finally:
        for each in many:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_interrupt_is_not_for_the_process(room: Room) -> None:
    pid = pid_of(room)
    os.kill(pid, signal.SIGINT)
    time.sleep(0.05)
    assert works(room)
    assert pid_of(room) == pid


def test_it_is_told_nothing_it_need_not_know(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "SECRET")
    with Room(root, process=True) as room:
        room.tools()
        assert b"SECRET" not in Path(f"/proc/{pid_of(room)}/environ").read_bytes()


def test_one_that_cannot_be_started_is_told_of(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("/bin/false", "/nothing/there", ""):
        monkeypatch.setattr(sys, "executable", program)
        with Room(root, process=True) as room, pytest.raises(RoomError, match="without a process"):
            room.read("a.txt")


def test_it_ends_with_its_parent(root: Path) -> None:
    script = (
        "import sys; from readroom import Room; room = Room(sys.argv[1], process=True); "
        "room.tools();"
        "print(room._engine._shared._process._child._process.pid, flush=True);"
        "import os; os._exit(1)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=False
    )
    pid = int(done.stdout)
    for _ in range(100):
        if (
            not Path(f"/proc/{pid}").exists()
            or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]
        ):
            return
        time.sleep(0.05)
    pytest.fail("it lives on")


def test_closing_leaves_nothing_behind(root: Path) -> None:
    before = descriptors()
    for _ in range(3):
        with Room(root, process=True) as room:
            room.tools()
            pid = pid_of(room)
        assert not Path(f"/proc/{pid}").exists()
    assert descriptors() == before


def in_a_fork(act: Callable[[], bool]) -> int:
    """Returns whether something is true in a forked process, by its exit status: 7 if so."""
    child = os.fork()
    if child != 0:
        return child
    status = 1
    try:
        status = 7 if act() else 2
    finally:
        os._exit(status)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@pytest.mark.parametrize("way", WAYS)
def test_a_fork_and_its_parent_keep_out_of_each_others_way(way: str, root: Path) -> None:
    with Room(root, **WAYS[way]) as room:
        assert works(room)
        child = in_a_fork(lambda: all(works(room) for _ in range(20)))
        assert all(works(room) for _ in range(20))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert works(room)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_fork_does_not_stop_the_clock(engine: Engine, tmp_path: Path) -> None:
    large(tmp_path / "large.txt")

    def ends(room: Room) -> bool:
        with pytest.raises(LimitError):
            room.read("large.txt", totals="always")
        return True

    with Room(tmp_path, limits=Limits(seconds=0.05), engine=engine) as room:
        room.tools()
        child = in_a_fork(lambda: ends(room))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
