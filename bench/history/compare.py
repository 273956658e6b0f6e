"""Compares questions about the past with git as a process, side by side in one run.

It makes repositories in a temporary directory, asks each question several times, in turns, and
prints the medians with their ratio. `readroom` starts a process for each question, too.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PERSON = "A <a@example.org>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the program readroom")
    parser.add_argument("--times", type=int, default=5, help="how often each question is asked")
    options = parser.parse_args()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory() as directory:
        many, wide = Path(directory, "many"), Path(directory, "wide")
        make(many, many_commits())
        make(wide, wide_tree())
        ours = [program, "call", "--root"]
        rows: list[tuple[str, list, list]] = [
            (
                "log of 10,000 commits",
                ["git", "-C", many, "log", "--format=%H %an %ad %s"],
                [*ours, many, "readroom:log", {"commits": 10000, "bytes": 1 << 20}],
            ),
            (
                "log of a file in 10,000 commits",
                ["git", "-C", many, "log", "--format=%H %an %ad %s", "--", "blamed.txt"],
                [*ours, many, "readroom:log", {"path": "blamed.txt", "commits": 10000}],
            ),
            (
                "blame of 1,000 lines through 500 commits",
                ["git", "-C", many, "blame", "blamed.txt"],
                [*ours, many, "readroom", {"path": "blamed.txt", "view": "blame"}],
            ),
            (
                "diff of 1,000 files",
                ["git", "-C", wide, "diff", "HEAD~1", "HEAD"],
                [*ours, wide, "readroom:diff", {"from": "HEAD~1", "to": "HEAD", "bytes": 1 << 20}],
            ),
            (
                "names of 1,000 changed files",
                ["git", "-C", wide, "diff", "--name-status", "HEAD~1", "HEAD"],
                [*ours, wide, "readroom:diff", {"at": "HEAD", "what": "files"}],
            ),
            (
                "a word in 10,000 files of a revision",
                ["git", "-C", wide, "grep", "-n", "value 4242 7", "HEAD~1"],
                [*ours, wide, "readroom:search", {"pattern": "value 4242 7", "at": "HEAD~1"}],
            ),
            (
                "what changed in a working tree of 10,000 files",
                ["git", "-C", wide, "diff", "HEAD"],
                [*ours, wide, "readroom:diff", {}],
            ),
        ]
        print("| question | git, ms | readroom, ms | ratio |\n|---|--:|--:|--:|")
        for name, git, own in rows:
            own = [*own[:-1], json.dumps(own[-1])]
            times = [measured(git, own) for _ in range(options.times)]
            git_time, own_time = (statistics.median(column) for column in zip(*times, strict=True))
            ratio = own_time / git_time
            print(f"| {name} | {git_time:.0f} | {own_time:.0f} | {ratio:.2f} |", flush=True)


def measured(git: list, own: list) -> tuple[float, float]:
    """Returns how long two commands take, in milliseconds."""
    return run(git), run(own)


def run(command: list) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment())
    return (time.perf_counter() - begin) * 1000


def environment() -> dict[str, str]:
    return {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent"}


def make(directory: Path, stream: Iterator[str]) -> None:
    """Makes a repository, with everything in one pack."""

    def git(*arguments: str, text: str | None = None) -> None:
        command = ["git", "-C", directory, *arguments]
        subprocess.run(
            command, input=text, text=True, check=True, capture_output=True, env=environment()
        )

    directory.mkdir()
    git("init", "--quiet", "--initial-branch=main")
    git("fast-import", "--quiet", text="".join(stream))
    git("reset", "--quiet", "--hard", "main")
    git("gc", "--quiet")


def commit(number: int, files: Callable[[], Iterator[tuple[str, str]]]) -> Iterator[str]:
    message = f"Change number {number}\n"
    when = f"{1_700_000_000 + number * 60} +0000"
    yield f"commit refs/heads/main\nauthor {PERSON} {when}\ncommitter {PERSON} {when}\n"
    yield f"data {len(message)}\n{message}"
    for path, text in files():
        yield f"M 644 inline {path}\ndata {len(text)}\n{text}\n"


def many_commits() -> Iterator[str]:
    """10,000 commits, of which each twentieth changes two of the 1,000 lines of a file."""
    lines = [f"line {number}: {number * 7919 % 1000}\n" for number in range(1000)]
    for number in range(10_000):
        if number % 20 == 0:
            for at in (number * 31 % 1000, number * 17 % 1000):
                lines[at] = f"line {at} of change {number}\n"

        def files(number: int = number) -> Iterator[tuple[str, str]]:
            yield f"src/{number % 50}/{number % 500}.txt", f"text {number}\n" * 20
            if number % 20 == 0:
                yield "blamed.txt", "".join(lines)

        yield from commit(number, files)


def wide_tree() -> Iterator[str]:
    """10,000 files of 40 lines, of which the second commit changes a tenth."""

    def files(step: int, version: int) -> Iterator[tuple[str, str]]:
        for number in range(0, 10_000, step):
            lines = [f"value {number} {line}\n" for line in range(40)]
            if version:
                lines[number % 40] = "changed\n"
            yield f"d{number % 100}/f{number}.txt", "".join(lines)

    yield from commit(0, lambda: files(1, 0))
    yield from commit(1, lambda: files(10, 1))


if __name__ == "__main__":
    main()
