"""Tests that guard no user every day run with the option `--long` alone."""

from __future__ import annotations

import pytest

from engines import IN_A_PROCESS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take long too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: shows once more what another test has shown")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is long."""
    if config.getoption("--long"):
        return
    kept = [item for item in items if not is_long(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def is_long(item: pytest.Item) -> bool:
    """Returns whether a test runs with `--long` alone: what is marked, and reads in a process of
    the room's own, which makes the calls of the component.
    """
    if item.get_closest_marker("long") is not None:
        return True
    return item.path.name == "test_reads.py" and f"[{IN_A_PROCESS}" in item.name
