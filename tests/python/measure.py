"""Measures of this process, and files that take time."""

from __future__ import annotations

import os
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


def large(path: Path) -> None:
    """Makes a file that takes longer to read than a test allows."""
    with path.open("wb") as file:
        for _ in range(512):
            file.write(b"\n" * (1 << 20))
