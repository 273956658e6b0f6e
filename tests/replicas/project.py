"""The project that the replicas serve, and the answers that follow from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILES = {**{f"src/part-{number}.txt": 200 for number in range(8)}, "build.log": 1_000_000}
"""Paths and their numbers of lines. In the long file a read takes some milliseconds."""


@dataclass(frozen=True)
class Request:
    """The arguments of a call, and the text that answers it."""

    path: str
    start: int
    lines: int

    @property
    def arguments(self) -> dict[str, str | int]:
        """Returns the arguments as the tool takes them."""
        return {"path": self.path, "start": self.start, "lines": self.lines}

    @property
    def answer(self) -> str:
        """Returns the only right answer to a request for a part of a file."""
        total = FILES[self.path]
        last = min(self.start + self.lines - 1, total)
        numbers = range(self.start, last + 1)
        text = "\n".join(f"{number}\t{line(self.path, number)}" for number in numbers)
        return f"{text}\n[Lines {self.start}-{last} of {total}.]"


def line(path: str, number: int) -> str:
    """Returns a line of a file."""
    return f"{path} line {number:07}"


def make_project(root: Path) -> None:
    """Writes the files."""
    for path, lines in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line(path, number)}\n" for number in range(1, lines + 1)))


def requests(seed: int) -> Iterator[Request]:
    """Yields requests without end. One in four reads the long file."""
    chosen = random.Random(seed)
    short = [path for path in FILES if path != "build.log"]
    while True:
        path = "build.log" if chosen.random() < 0.25 else chosen.choice(short)
        yield Request(path, chosen.randint(1, FILES[path]), chosen.randint(1, 40))
