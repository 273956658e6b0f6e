"""Changes a tree again and again, until its standard input ends.

python actor.py ROOT ACTION VALUE...        an action of `meanwhile` of an attack
"""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXCHANGE = 2
HERE = -100


def exchange(one: Path, other: Path) -> None:
    """Exchanges two entries atomically."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.renameat2(HERE, os.fsencode(one), HERE, os.fsencode(other), EXCHANGE) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def act(root: Path, action: str, values: list[str]) -> None:
    """Runs an action a hundred times."""
    for _ in range(100):
        match action:
            case "swap":
                exchange(root / values[0], root / values[1])
            case "append":
                with (root / values[0]).open("ab") as file:
                    file.write(values[1].encode())
            case "truncate":
                os.truncate(root / values[0], int(values[1]))


@contextmanager
def acting(root: Path, action: str, values: list[str]) -> Iterator[None]:
    """Runs an action in another process meanwhile."""
    command = [sys.executable, __file__, str(root), action, *values]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as actor:
        assert actor.stdout is not None and actor.stdout.readline() == b"acting\n"
        try:
            yield
            assert actor.poll() is None, "the other process of the fixture failed"
        finally:
            assert actor.stdin is not None
            actor.stdin.close()
            actor.wait(10)


if __name__ == "__main__":
    print("acting", flush=True)
    while not select.select([0], [], [], 0)[0]:
        act(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
