"""Calls that an exception of a signal handler interrupts."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from readroom import CallError, ClosedError, Limits, Room, _engine
from readroom._abi import STRING, Option
from readroom._engine import Program
from readroom._layout import FUNCTIONS, Function
from readroom.room import Engine

from engines import ENGINES, component_room
from measure import descriptors, large
from test_hostile import SPIN, component

INTERRUPTS = 3000
# In a process of its own: any of the interrupts may end it. One may be lost in a finalizer, so that
# no wait for one is endless.
SCRIPT = f"""
import random, signal, sys, threading, time
from readroom import Room

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
room = Room(sys.argv[1], engine=sys.argv[2])
room.tools()
interrupts = 0
for number in range({INTERRUPTS}):
    path, lines = (("a.txt", None), ("large.txt", 1))[number % 2]
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.001, 0.006))
        started = time.monotonic()
        while time.monotonic() < started + 5:
            room.read(path, lines=lines, totals="always")
    except KeyboardInterrupt:
        interrupts += 1
for _ in range(100):
    assert room.read("a.txt").text.content == "a\\n"
print(interrupts, threading.active_count())
"""


class EnoughError(Exception):
    """What a signal handler raises."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root for all tests: the file is large."""
    root = tmp_path_factory.mktemp("root")
    (root / "a.txt").write_text("a\n")
    large(root / "large.txt")
    # Each engine opens descriptors of its own.
    for engine in ENGINES:
        with Room(root, engine=engine) as room:
            room.stat("a.txt")
    return root


@contextmanager
def alarm(act: Callable[[], object], seconds: float) -> Iterator[None]:
    """Calls a function in a signal handler after some seconds."""
    before = signal.signal(signal.SIGALRM, lambda *_: act() and None)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def enough() -> None:
    raise EnoughError


def settled(measure: Callable[[], int], expected: int) -> int:
    """Measures until it is as expected, at most for five seconds."""
    ends = time.monotonic() + 5
    while (found := measure()) != expected and time.monotonic() < ends:
        time.sleep(0.01)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_thousands_of_interrupts_end_no_process(engine: Engine, root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(root), engine],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    interrupts, threads = map(int, done.stdout.split())
    assert interrupts > INTERRUPTS * 0.99 and threads < 16


@pytest.mark.parametrize("engine", ENGINES)
def test_a_call_that_is_interrupted_ends_soon(engine: Engine, root: Path) -> None:
    before = descriptors()
    room = Room(root, engine=engine)
    room.tools()
    started = time.monotonic()
    with alarm(enough, 0.05), pytest.raises(EnoughError):
        while True:
            room.read("large.txt", lines=1, totals="always")
    if engine == "component":
        assert settled(lambda: len(component_room(room)._shared._calls), 0) == 0
    assert time.monotonic() - started < 2
    assert room.read("a.txt").text.content == "a\n"
    room.close()
    assert descriptors() == before


@pytest.mark.parametrize("engine", ENGINES)
def test_closing_a_room_does_not_wait_for_a_call_that_was_interrupted(
    engine: Engine, root: Path
) -> None:
    before = descriptors()
    with alarm(enough, 0.05), pytest.raises(EnoughError), Room(root, engine=engine) as room:
        while True:
            room.read("large.txt", lines=1, totals="always")
    with pytest.raises(ClosedError):
        room.read("a.txt")
    assert settled(descriptors, before) == before


def test_a_component_that_calls_no_host_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FUNCTIONS, "tools", Function("mischief", (), Option(STRING)))
    monkeypatch.setattr(_engine, "_program", Program(component(SPIN)))
    with Room(tmp_path, limits=Limits(seconds=3600), engine="component") as room:
        with alarm(enough, 0.2), pytest.raises(EnoughError):
            room.tools()
        assert settled(lambda: len(component_room(room)._shared._calls), 0) == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_handler_may_make_calls(engine: Engine, root: Path) -> None:
    contents: list[str] = []
    with Room(root, engine=engine) as room:
        room.tools()
        with alarm(lambda: contents.append(room.read("a.txt").text.content), 0.05):
            assert room.read("large.txt", lines=1, totals="always").text.total == 512 << 20
        room.close()
    assert contents == ["a\n"]


@pytest.mark.parametrize("engine", ENGINES)
def test_signal_handlers_may_make_calls_at_any_moment_of_others(engine: Engine, root: Path) -> None:
    # Short ones, so that many handlers run while an answer is taken.
    contents: list[str] = []
    pick = random.Random(7)

    def read() -> None:
        contents.append(room.read("a.txt").text.content)
        if len(contents) % 50 == 0:
            with Room(root, engine=engine) as another:
                contents.append(another.read("a.txt").text.content)
        if time.monotonic() < ends:
            signal.setitimer(signal.ITIMER_REAL, pick.uniform(0.0005, 0.0015))

    with Room(root, engine=engine) as room:
        ends = time.monotonic() + 3
        with alarm(read, 0.01):
            while time.monotonic() < ends:
                assert room.read("a.txt").text.content == "a\n"
    assert len(contents) > 200 and set(contents) == {"a\n"}


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_handler_may_fork(engine: Engine, root: Path) -> None:
    children: list[int] = []

    def forks() -> None:
        if (child := os.fork()) != 0:
            children.append(child)

    with Room(root, engine=engine) as room:
        room.tools()
        parent = os.getpid()
        with alarm(forks, 0.05):
            try:
                room.read("large.txt", lines=1, totals="always")
            except CallError as error:
                os._exit(7 if os.getpid() != parent and "forked" in str(error) else 1)
            finally:
                if os.getpid() != parent:
                    os._exit(2)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [7]


@pytest.mark.parametrize("path", ["a.txt", "large.txt"])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_interpreter_ends_while_calls_run(path: str, engine: Engine, root: Path) -> None:
    script = f"""
import contextlib, sys, threading, time
from readroom import ReadroomError, Room

room = Room(sys.argv[1], engine=sys.argv[2])
room.tools()

def reads():
    with contextlib.suppress(ReadroomError):
        while True:
            room.read({path!r}, lines=1, totals="always")

for _ in range(4):
    threading.Thread(target=reads, daemon=True).start()
time.sleep(0.1)
"""
    for _ in range(5):
        started = time.monotonic()
        command = [sys.executable, "-c", script, str(root), engine]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert time.monotonic() - started < 10
