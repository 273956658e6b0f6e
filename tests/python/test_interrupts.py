"""Calls that a signal handler interrupts, with an exception or with calls of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from readroom import CallError, ClosedError, Limits, Room
from readroom._connection import current
from readroom.room import Engine

from engines import ENGINES, under_way
from hostile import needs_hostile, replace_reader
from measure import descriptors, endless, eventually, seeded

# In a separate process: any of the interrupts may end it. One that falls into a finalizer is lost,
# so that the timer repeats it.
SCRIPT = """
import itertools, random, signal, sys, threading
from readroom import Room

seed, interrupts = int(sys.argv[3]), 0
print(f"READROOM_TEST_SEED={seed}")
pick = random.Random(seed)

def interrupt(number, frame):
    while frame is not None:
        if frame.f_code is Room.read.__code__:
            raise KeyboardInterrupt
        frame = frame.f_back

signal.signal(signal.SIGALRM, interrupt)
room = Room(sys.argv[1], engine=sys.argv[2])
room.tools()
for number in range(int(sys.argv[4])):
    path, lines = (("a.txt", None), ("endless.txt", 1))[number % 2]
    try:
        signal.setitimer(signal.ITIMER_REAL, pick.uniform(0.001, 0.006), 0.05)
        while True:
            room.read(path, lines=lines, totals="always")
    except KeyboardInterrupt:
        interrupts += 1
signal.setitimer(signal.ITIMER_REAL, 0)
for _ in range(100):
    assert room.read("a.txt").text.content == "a\\n"
print(interrupts, threading.active_count())
"""


# More than the capacity of a pipe.
LONG = ("b" * 99 + "\n") * 2000


class EnoughError(Exception):
    """The exception of a signal handler."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root for all tests."""
    root = tmp_path_factory.mktemp("root")
    (root / "a.txt").write_text("a\n")
    (root / "b.txt").write_text(LONG)
    endless(root / "endless.txt")
    # Each engine opens descriptors of its own.
    for engine in ENGINES:
        with Room(root, engine=engine) as room:
            room.stat("a.txt")
    return root


@contextmanager
def signals(handler: Callable[[], object], first: float, then: float = 0.0) -> Iterator[None]:
    """Calls a function in a signal handler after `first` seconds, and then every `then`."""
    before = signal.signal(signal.SIGALRM, lambda *_: handler() and None)
    signal.setitimer(signal.ITIMER_REAL, first, then)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def once_under_way(room: Room, act: Callable[[], object]) -> Iterator[None]:
    """Calls a function in a signal handler, once a call is under way."""

    def handler() -> None:
        if under_way(room):
            signal.setitimer(signal.ITIMER_REAL, 0)
            act()

    with signals(handler, 0.01, 0.01):
        yield


def enough() -> None:
    raise EnoughError


def enough_of_a_read() -> None:
    """Raises an exception within a read alone."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code is not Room.read.__code__:
        frame = frame.f_back
    if frame is not None:
        raise EnoughError


def read_endless(room: Room) -> None:
    room.read("endless.txt", lines=1, totals="always")


@pytest.mark.parametrize("engine", ENGINES)
def test_hundreds_of_interrupts_end_no_process(
    engine: Engine, root: Path, pytestconfig: pytest.Config
) -> None:
    count = 3000 if pytestconfig.getoption("--long") else 400
    seed = seeded().getrandbits(32)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(root), engine, str(seed), str(count)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    interrupts, threads = map(int, done.stdout.split()[-2:])
    assert interrupts == count and threads < 16


@pytest.mark.parametrize("engine", ENGINES)
def test_a_call_that_is_interrupted_ends(engine: Engine, root: Path) -> None:
    before = descriptors()
    room = Room(root, engine=engine, limits=Limits(time=3600))
    room.tools()
    with once_under_way(room, enough), pytest.raises(EnoughError):
        read_endless(room)
    assert eventually(lambda: under_way(room) == 0)
    assert room.read("a.txt").text.content == "a\n"
    room.close()
    assert eventually(lambda: descriptors() == before)


@pytest.mark.parametrize("engine", ENGINES)
def test_closing_a_room_does_not_wait_for_a_call_that_was_interrupted(
    engine: Engine, root: Path
) -> None:
    before = descriptors()
    limits = Limits(time=3600)
    with pytest.raises(EnoughError), Room(root, engine=engine, limits=limits) as room:
        room.tools()
        with once_under_way(room, enough):
            read_endless(room)
    with pytest.raises(ClosedError):
        room.read("a.txt")
    assert eventually(lambda: descriptors() == before)


@needs_hostile
def test_a_component_that_calls_no_host_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_reader(monkeypatch)
    with Room(tmp_path, limits=Limits(time=3600), engine="component") as room:
        with once_under_way(room, enough), pytest.raises(EnoughError):
            room.call("readroom", "spin")
        assert eventually(lambda: under_way(room) == 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_handler_may_make_calls(engine: Engine, root: Path) -> None:
    contents: list[str] = []

    def reads_and_raises() -> None:
        contents.append(room.read("a.txt").text.content)
        raise EnoughError

    with Room(root, engine=engine, limits=Limits(time=3600)) as room:
        room.tools()
        with once_under_way(room, reads_and_raises), pytest.raises(EnoughError):
            read_endless(room)
    assert contents == ["a\n"]


@pytest.mark.parametrize("length", [0, 600, 300_000])
@pytest.mark.parametrize("engine", ENGINES)
def test_signal_handlers_may_make_calls_at_any_moment_of_others(
    length: int, engine: Engine, root: Path
) -> None:
    """Small and large requests, with answers that fill a pipe and that do not."""
    pick, made = seeded(), 0
    arguments = {"path": "a.txt", "pad": "x" * length}

    def call() -> None:
        nonlocal made
        assert room.call("pi", arguments) == expected
        made += 1
        if made % 50 == 0:
            with Room(root, engine=engine) as another:
                assert another.read("a.txt").text.content == "a\n"
        signal.setitimer(signal.ITIMER_REAL, pick.uniform(0.0002, 0.0015))

    with Room(root, engine=engine) as room:
        expected = room.call("pi", arguments)
        with signals(call, 0.001):
            while made < 200:
                assert room.read("a.txt").text.content == "a\n"
                assert room.read("b.txt", bytes=1 << 20).text.content == LONG
    if engine == "program":
        assert eventually(lambda: not current.get()._unanswered)


@pytest.mark.skipif("program" not in ENGINES, reason="the package came without the program")
def test_exceptions_of_signal_handlers_touch_no_call_of_another_thread(root: Path) -> None:
    pick, interrupts = seeded(), 0
    failures: list[Any] = []
    is_over = threading.Event()
    reads = {"a.txt": "a\n", "b.txt": LONG}

    def others() -> None:
        try:
            while not is_over.is_set():
                for path, content in reads.items():
                    found = room.call("readroom", {"path": path, "bytes": 1 << 20})
                    assert found.value["body"]["content"] == content
        except BaseException as error:  # noqa: BLE001 (the test fails with it)
            failures.append(error)

    with Room(root) as room:
        room.read("a.txt")
        connection = current.get()
        threads = [threading.Thread(target=others) for _ in range(2)]
        for thread in threads:
            thread.start()
        while interrupts < 1000 and not failures:
            try:
                # One that falls into a finalizer is lost.
                with signals(enough_of_a_read, pick.uniform(0.0002, 0.003), 0.05):
                    while True:
                        assert room.read("a.txt").text.content == "a\n"
            except EnoughError:
                interrupts += 1
        is_over.set()
        for thread in threads:
            thread.join(60)
        assert not failures and not any(thread.is_alive() for thread in threads)
        assert current.get() is connection and eventually(lambda: not connection._unanswered)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_handler_may_fork(engine: Engine, root: Path) -> None:
    children: list[int] = []

    def forks() -> None:
        if (child := os.fork()) != 0:
            children.append(child)
            raise EnoughError

    with Room(root, engine=engine, limits=Limits(time=3600)) as room:
        room.tools()
        parent = os.getpid()
        with once_under_way(room, forks), pytest.raises(EnoughError):
            try:
                read_endless(room)
            except CallError as error:
                os._exit(7 if os.getpid() != parent and "forked" in str(error) else 1)
            finally:
                if os.getpid() != parent:
                    os._exit(2)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [7]


@pytest.mark.parametrize("path", ["a.txt", "endless.txt"])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_interpreter_ends_while_calls_run(
    path: str, engine: Engine, root: Path, pytestconfig: pytest.Config
) -> None:
    script = f"""
import contextlib, sys, threading, time
sys.path.append({str(Path(__file__).parent)!r})
from engines import under_way
from readroom import ReadroomError, Room

room = Room(sys.argv[1], engine=sys.argv[2])
room.tools()
reads = 0

def read():
    global reads
    with contextlib.suppress(ReadroomError):
        while True:
            reads += 1
            room.read({path!r}, lines=1, totals="always")

for _ in range(4):
    threading.Thread(target=read, daemon=True).start()
while reads < 4 or not under_way(room):
    time.sleep(0.001)
"""
    for _ in range(5 if pytestconfig.getoption("--long") else 2):
        command = [sys.executable, "-c", script, str(root), engine]
        # Only a hang takes so long.
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
