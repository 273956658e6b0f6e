"""What all suites share."""

from __future__ import annotations

from collections import Counter

import pytest

outcomes: Counter[str] = Counter()


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of all tests."""
    return "asyncio"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Counts tests. What fails before or after a test counts as a failed one."""
    if report.failed:
        outcomes["failed"] += 1
    elif report.when == "call" and report.passed:
        outcomes["passed"] += 1


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Counts a file that cannot be read as a failed test."""
    if report.failed:
        outcomes["failed"] += 1


def pytest_unconfigure() -> None:
    """Prints the counts after everything else."""
    print(f"fleet: {outcomes['passed']} passed, {outcomes['failed']} failed")
