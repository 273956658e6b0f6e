"""Measures a job on a cluster against the same work in one process.

python bench.py TREE...
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from job import Job, connect
from listing import batches
from output import Output
from worker import write_batch


def one_process(output: Output, trees: Sequence[str], size: int) -> int:
    """Does the work of a job in this process, one batch after the other. Returns the rows."""
    return sum(write_batch(batch, output).rows for batch in batches(trees, size))


def cluster(output: Output, trees: Sequence[str], size: int) -> int:
    """Runs a job. Returns the rows."""
    return Job(output).run(trees, size).rows


def measure(
    work: Callable[[Output, Sequence[str], int], int], trees: Sequence[str], size: int
) -> tuple[int, float]:
    """Does work with an output that is removed. Returns the rows, and how many in a second."""
    with tempfile.TemporaryDirectory() as directory:
        started = time.perf_counter()
        rows = work(Output(Path(directory)), trees, size)
        return rows, rows / (time.perf_counter() - started)


def main() -> None:
    """Measures in turns, after one round that is not counted, and prints medians."""
    parser = argparse.ArgumentParser(description="Measures a cluster against one process.")
    parser.add_argument("--address", help="the cluster; by default RAY_ADDRESS, or a local one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("trees", nargs="+", metavar="TREE")
    given = parser.parse_args()
    trees = [os.path.abspath(tree) for tree in given.trees]
    connect(given.address)
    rates: dict[str, list[float]] = {}
    for round_ in range(given.rounds + 1):
        for work in (one_process, cluster):
            rows, rate = measure(work, trees, given.batch)
            print(f"round {round_}, {work.__name__}: {rows:,} rows, {rate:,.0f} rows/s", flush=True)
            if round_ > 0:
                rates.setdefault(work.__name__, []).append(rate)
    one, many = (statistics.median(rates[work.__name__]) for work in (one_process, cluster))
    load = os.getloadavg()[0]
    print(f"cluster / one process: {many / one:.2f} ({os.cpu_count()} processors, load {load:.1f})")


if __name__ == "__main__":
    main()
