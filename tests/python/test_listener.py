"""Every line of the output reaches a call or the thread, however it is cut into chunks."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator

import pytest
from readroom._listener import Listener

ANSWER = b'{"jsonrpc":"2.0","id":%d,"result":{}}'


@pytest.fixture
def pipe() -> Iterator[tuple[Listener, int]]:
    """A listener whose thread sleeps, and the end of the pipe that the program has."""
    output, program = os.pipe()
    listener = Listener(output)
    sleeper = threading.Thread(target=listener.sleep, args=(lambda: False,))
    sleeper.start()
    while not listener.sleeps:
        pass
    yield listener, program
    os.close(program)
    sleeper.join()
    listener.close()


def test_an_answer_is_taken_by_its_call(pipe: tuple[Listener, int]) -> None:
    listener, program = pipe
    assert listener.take(7) is None
    os.write(program, ANSWER % 7 + b"\n")
    assert listener.take(7) == ANSWER % 7
    assert listener.take(7) is None


@pytest.mark.parametrize(
    "said",
    [
        ANSWER % 8 + b"\n",
        ANSWER % 7,
        ANSWER % 7 + b"\n" + ANSWER % 8 + b"\n",
        ANSWER % 7 + b"\n\n",
        b'{"jsonrpc":"2.0","id":7,"method":"ask"}\n',
        b'{"jsonrpc":"2.0","method":"progress","params":{"request":7}}\n',
        b"\n",
    ],
)
def test_everything_else_is_left_to_the_thread(said: bytes, pipe: tuple[Listener, int]) -> None:
    listener, program = pipe
    os.write(program, said)
    assert listener.take(7) is None
    assert not listener.sleeps
    # Nothing overtakes it.
    os.write(program, b"\n" + ANSWER % 7 + b"\n")
    assert listener.take(7) is None
    heard: list[bytes] = []
    while ANSWER % 7 not in heard[1:] and len(heard) < said.count(b"\n") + 2:
        heard += listener.lines() or []
    assert b"\n".join([*heard, b""]) == said + b"\n" + ANSWER % 7 + b"\n"


def test_the_end_is_left_to_the_thread() -> None:
    output, program = os.pipe()
    listener = Listener(output)
    os.write(program, ANSWER % 7)
    os.close(program)
    assert listener.lines() == []
    assert listener.take(7) is None
    assert listener.lines() is None
    listener.close()
    assert listener.lines() is None


def test_no_line_is_lost_or_torn_among_threads() -> None:
    output, program = os.pipe()
    listener = Listener(output)
    pick = random.Random(7)
    count = 2000
    said = b"".join(ANSWER % id + b" " * pick.randrange(300) + b"\n" for id in range(count))
    taken: list[bytes] = []
    handed: list[bytes] = []
    # Those that cannot take their answer.
    calls: list[int] = []

    def tell() -> None:
        rest = said
        while rest:
            end = rest.index(b"\n") + 1
            length = pick.choice([end, end, end, 1, 60, 5000])
            os.write(program, rest[:length])
            rest = rest[length:]
            time.sleep(pick.choice([0, 0.0002]))
        os.close(program)

    def take() -> None:
        while len(taken) + len(handed) < count:
            if listener.sleeps and (line := listener.take(len(taken) + len(handed))) is not None:
                taken.append(line)

    def listen() -> None:
        while True:
            listener.sleep(lambda: bool(calls))
            if (lines := listener.lines()) is None:
                return
            handed.extend(lines)
            calls.clear()

    threads = [threading.Thread(target=act) for act in (tell, take, listen)]
    for thread in threads:
        thread.start()
    while threads[2].is_alive():
        calls.append(1)
        listener.wake()
        threads[2].join(0.001)
    for thread in threads:
        thread.join()
    listener.close()
    assert sorted([*taken, *handed]) == sorted(said.splitlines())
    assert taken and handed
