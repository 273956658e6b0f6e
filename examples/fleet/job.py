"""Reads trees of untrusted files on a Ray cluster, into Parquet.

python job.py --output DIR TREE...
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import ray
import readroom

from listing import Batch, batches
from output import Output
from worker import Written, task

ATTEMPTS = 4
"""The maximum number of attempts at a batch, if its worker is killed or fails."""

Running = dict["ray.ObjectRef[Written]", tuple[Batch, int]]


@dataclass
class Summary:
    """The outcome of a job."""

    rows: int = 0
    errors: int = 0
    """The number of rows with an error code."""
    batches: int = 0
    skipped: int = 0
    """The number of batches that were already written."""
    repeated_batches: int = 0
    repeated_reads: int = 0
    removed: int = 0
    """The number of written batches whose entries no longer exist."""
    failed: list[str] = field(default_factory=list)
    """Why batches were given up, one message each."""
    seconds: float = 0.0


class Job:
    """A run over all batches, a bounded number of which is in memory at a time."""

    def __init__(self, output: Output) -> None:
        self.summary = Summary()
        self._output = output
        self._running: Running = {}
        self._started = self._reported = time.monotonic()

    def run(self, trees: Iterable[str], size: int) -> Summary:
        """Reads the batches that are missing."""
        before, wanted = self._output.batches(), set[str]()
        for batch in batches(trees, size):
            wanted.add(batch.name)
            if batch.name in before:
                self.summary.skipped += 1
                continue
            while len(self._running) >= self._max_running():
                self._collect()
            self._start(batch, 1)
        while self._running:
            self._collect()
        self._output.remove_temporary()
        if not self.summary.failed:
            for name in before - wanted:
                self._output.remove(name)
                self.summary.removed += 1
        self.summary.seconds = round(time.monotonic() - self._started, 3)
        return self.summary

    def _max_running(self) -> int:
        """Returns two batches per processor: one being read, and one waiting."""
        resources = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return 2 * max(int(resources.get("CPU", 1)), 1)

    def _start(self, batch: Batch, attempt: int) -> None:
        self._running[task.remote(batch, self._output)] = (batch, attempt)

    def _collect(self) -> None:
        """Waits up to a second for batches to finish, and collects their results."""
        ended, _ = ray.wait(list(self._running), num_returns=1, timeout=1)
        for reference in ended:
            batch, attempt = self._running.pop(reference)
            try:
                written = ray.get(reference)
            except ray.exceptions.RayError as error:
                self._failed(batch, attempt, error)
                continue
            self.summary.rows += written.rows
            self.summary.errors += written.errors
            self.summary.batches += 1
            self.summary.repeated_reads += written.repeated
        if time.monotonic() - self._reported >= 1:
            self._report()

    def _failed(self, batch: Batch, attempt: int, error: Exception) -> None:
        """Restarts a batch whose worker or node was lost or failed."""
        if attempt < ATTEMPTS:
            self.summary.repeated_batches += 1
            self._start(batch, attempt + 1)
        else:
            first = batch.entries[0]
            which = f"{len(batch.entries)} entries from '{first.path}' of {first.tree} on"
            self.summary.failed.append(f"{which}: {error}")

    def _report(self) -> None:
        self._reported = time.monotonic()
        done = self.summary
        rate = done.rows / (self._reported - self._started)
        print(
            f"{done.rows:,} rows, {done.errors:,} with an error; {done.batches} batches, "
            f"{len(self._running)} running, {done.repeated_batches} repeated; {rate:,.0f} rows/s",
            file=sys.stderr,
        )


def main() -> int:
    """Runs a job. Prints its outcome, as JSON."""
    parser = argparse.ArgumentParser(
        description="Reads trees of untrusted files on a Ray cluster, into Parquet.",
        fromfile_prefix_chars="@",
    )
    parser.add_argument("--address", help="the cluster; by default RAY_ADDRESS, or a local one")
    parser.add_argument("--output", type=Path, required=True, help="a directory of all nodes")
    parser.add_argument("--batch", type=int, default=256, help="about how many entries in a batch")
    parser.add_argument("trees", nargs="+", metavar="TREE", help="a directory; @FILE names many")
    given = parser.parse_args()
    readroom.tools()  # Fails here, and not in each tree, if there is no program.
    connect(given.address)
    given.output.mkdir(parents=True, exist_ok=True)
    summary = Job(Output(given.output.resolve())).run(
        map(os.path.abspath, given.trees), given.batch
    )
    ray.shutdown()  # It may still print killed tasks.
    print(json.dumps(asdict(summary)))
    return 1 if summary.failed else 0


def connect(address: str | None) -> None:
    """Connects to a cluster, and sends it the modules of this directory."""
    here = str(Path(__file__).resolve().parent)
    ray.init(address=address, runtime_env={"working_dir": here}, log_to_driver=False)


if __name__ == "__main__":
    sys.exit(main())
