"""Rooms with a process of their own, and processes that fork."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from readroom import CallError, LimitError, Limits, Reply, Room, RoomError
from readroom._process import _Child
from readroom.contract import TextContent
from readroom.room import Engine

from engines import ENGINES, WAYS, component_room
from measure import descriptors, endless, eventually
from test_interrupts import EnoughError, enough, once_under_way


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"{name}\n")
    return tmp_path


@pytest.fixture
def room(root: Path) -> Iterator[Room]:
    with Room(root, limits=Limits(seconds=60), process=True) as room:
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
    endless(root / "endless.txt")
    kill = lambda: os.kill(pid_of(room), signal.SIGKILL)  # noqa: E731
    with once_under_way(room, kill), pytest.raises(CallError, match="call again"):
        room.read("endless.txt", totals="always")
    assert works(room)


def test_a_call_that_is_broken_off_answers_no_other(room: Room, root: Path) -> None:
    endless(root / "endless.txt")
    with once_under_way(room, enough), pytest.raises(EnoughError):
        room.read("endless.txt", totals="always")
    assert works(room)


@pytest.mark.parametrize("shown", ["", "x" * (1 << 20)], ids=["a short message", "a long one"])
def test_a_process_that_does_not_answer_is_killed_at_its_time(shown: str, root: Path) -> None:
    with Room(root, limits=Limits(seconds=0.1), process=True) as room:
        # A room of which nothing is read answers in any time.
        eventually(lambda: is_answered(room))
        pid = pid_of(room)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(LimitError) as raised:
            room.render_result("pi", "{}", reply_of(shown))
        assert raised.value.limit == "time"
        assert eventually(lambda: is_answered(room)) and pid_of(room) != pid


def is_answered(room: Room) -> bool:
    """Returns whether a call is answered, which a busy machine may not do in a short time."""
    try:
        return room.requested_path("pi", "{}") is None
    except LimitError:
        return False


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
    # The system has delivered it before the process answers again.
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
    assert eventually(lambda: has_ended(pid))


def has_ended(pid: int) -> bool:
    try:
        return "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]
    except (FileNotFoundError, ProcessLookupError):
        return True


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
    endless(tmp_path / "endless.txt")

    def ends(room: Room) -> bool:
        with pytest.raises(LimitError):
            room.read("endless.txt", totals="always")
        return True

    with Room(tmp_path, limits=Limits(seconds=0.05), engine=engine) as room:
        assert ends(room)
        child = in_a_fork(lambda: ends(room))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
