"""The task that Ray runs on any node: reads one batch, and writes its rows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import ray

from listing import Batch
from output import Output
from rows import rows_of


@dataclass(frozen=True)
class Written:
    """The result of a task."""

    rows: int
    errors: int
    repeated: int
    """The number of repeated reads."""


def write_batch(batch: Batch, output: Output) -> Written:
    """Reads a batch, and writes its rows."""
    rows = asyncio.run(rows_of(batch))
    output.write(batch.name, rows)
    return Written(
        rows=len(rows),
        errors=sum(row["code"] is not None for row in rows),
        repeated=sum(max(row["attempts"] - 1, 0) for row in rows),
    )


# The job itself repeats a task, to count and limit the attempts. A worker process keeps its program
# between tasks, and needs no other state: this is why it is a task and not an actor.
task = ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(write_batch)
