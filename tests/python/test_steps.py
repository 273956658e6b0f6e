"""Exceptions and calls of signal handlers between any two steps of a call in the program.

Python runs a handler between two instructions of the main thread. A trace function simulates it
here, so that every position is tried and none depends on the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from readroom import Room, _connection
from readroom._connection import Connection, current
from readroom._program import find

from measure import descriptors, eventually, seeded

pytestmark = pytest.mark.skipif(find() is None, reason="the package came without the program")


class EnoughError(Exception):
    """The exception of a signal handler."""


class Steps:
    """Calls a function before one step of the code in this thread, and counts all steps."""

    def __init__(self, act: Callable[[], object], at: int | None) -> None:
        self.count, self._act, self._at = 0, act, at

    def __enter__(self) -> Steps:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._step

    def _step(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        if event == "opcode":
            self.count += 1
            if self.count == self._at:
                self._act()
        return self._step


def enough() -> None:
    raise EnoughError


def steps_of(act: Callable[[], object]) -> int:
    """Returns the number of steps of a call that nothing interrupts."""
    with Steps(enough, None) as steps:
        act()
    return steps.count


def is_ended(act: Callable[[], object], at: int) -> bool:
    """Returns whether an exception before a step ended a call. It is dropped at once, where
    `pytest.raises` would keep its frames.
    """
    try:
        with Steps(enough, at):
            act()
    except EnoughError:
        return True
    return False


@contextmanager
def without_program() -> Iterator[None]:
    """Runs without a program at first, and ends the one that was started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(current, "_connection", _connection._without_program())
        yield
        ended = current._connection
        if ended.is_alive:
            ended.end()
        assert eventually(lambda: ended._has_ended.is_set() or not ended._is_served)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / "b.txt").write_text("b\n" * 50_000)
    with without_program(), Room(tmp_path) as room:
        room.read("a.txt")
        yield room


def is_clean(connection: Connection) -> bool:
    """Returns whether nothing waits for an answer, and only the room of the test is open."""
    return not connection._unanswered and len(connection.rooms) == 1


def test_an_exception_between_any_two_steps_of_a_call_leaves_nothing(room: Room) -> None:
    connection, opened = current.get(), descriptors()

    def act() -> None:
        room.read("a.txt")

    for at in range(1, steps_of(act) + 1):
        assert is_ended(act, at)
        assert room.read("a.txt").text.content == "a\n", at
    assert eventually(lambda: is_clean(connection))
    assert (current.get(), descriptors()) == (connection, opened)


def test_an_exception_between_any_two_steps_closes_the_opened_room(
    room: Room, tmp_path: Path
) -> None:
    connection = current.get()

    def act() -> None:
        with Room(tmp_path) as another:
            another.session("one")

    for at in range(1, steps_of(act) + 1, 3):
        assert is_ended(act, at)
    assert eventually(lambda: is_clean(connection))
    assert room.read("a.txt").text.content == "a\n"
    assert current.get() is connection


@pytest.mark.parametrize("length", [0, 600, 200_000])
def test_a_call_between_any_two_steps_of_another_is_answered(length: int, room: Room) -> None:
    arguments = {"path": "a.txt", "pad": "x" * length}
    expected = room.call("pi", arguments)
    replies: list[object] = []

    def act() -> str:
        return room.read("b.txt", lines=1).text.content

    for at in range(1, steps_of(act) + 1, 1 if length < 1000 else 10):
        with Steps(lambda: replies.append(room.call("pi", arguments)), at):
            assert act() == "b\n"
    assert replies and all(each == expected for each in replies)


def test_an_exception_between_any_two_steps_of_a_start_leaves_one_program(
    room: Room, tmp_path: Path
) -> None:
    opened = descriptors()
    pick = seeded()

    def act() -> None:
        Room(tmp_path).close()

    with without_program():
        count = steps_of(act)
    for at in sorted(pick.sample(range(1, count + 1), 40)):
        with without_program():
            assert is_ended(act, at)
            # The next call uses the program that was started, or starts it.
            first = current._connection.program
            with Room(tmp_path) as another:
                assert another.read("a.txt").text.content == "a\n"
            assert first in (None, current.get().program), at
    assert eventually(lambda: descriptors() == opened)
    assert room.read("a.txt").text.content == "a\n"


def test_a_call_between_any_two_steps_of_a_start_uses_the_same_program(
    room: Room, tmp_path: Path
) -> None:
    pick = seeded()

    def act() -> None:
        Room(tmp_path).close()

    with without_program():
        count = steps_of(act)
    for at in sorted(pick.sample(range(1, count + 1), 20)):
        pids: list[int] = []
        with without_program():
            with Steps(lambda: pids.append(pid_after_a_call(tmp_path)), at):  # noqa: B023
                act()
            assert pids == [pid_after_a_call(tmp_path)], at


def pid_after_a_call(root: Path) -> int:
    with Room(root) as room:
        room.read("a.txt")
    program = current.get().program
    assert program is not None
    return program.pid
