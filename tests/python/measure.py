"""Measures of this process, files that take time, and waiting."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path


def descriptors() -> int:
    """Returns the number of open descriptors."""
    return len(os.listdir("/proc/self/fd"))


def resident() -> int:
    """Returns the resident memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak() -> int:
    """Returns the maximum resident memory in bytes since the last reset."""
    status = Path("/proc/self/status").read_text()
    return next(
        int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:")
    )


def reset_peak() -> None:
    """Resets the peak."""
    Path("/proc/self/clear_refs").write_text("5")


def endless(path: Path) -> None:
    """Makes a text too long to be counted to its end, with a hole that takes no space."""
    with path.open("wb") as file:
        file.write(b"text\n" * 4096)
        file.truncate(8 << 40)


def eventually(condition: Callable[[], bool]) -> bool:
    """Waits until something is true. Returns whether it became true within a minute."""
    ends = time.monotonic() + 60
    while not (holds := condition()) and time.monotonic() < ends:
        time.sleep(0.001)
    return holds


def seeded() -> random.Random:
    """Returns random numbers for a test, and prints their seed, which the variable
    `READROOM_TEST_SEED` sets: a number, or `random`.
    """
    given = os.environ.get("READROOM_TEST_SEED", "7")
    seed = time.time_ns() if given == "random" else int(given)
    # Shown with the output of a test that fails.
    print(f"READROOM_TEST_SEED={seed}")
    return random.Random(seed)
