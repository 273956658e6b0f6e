"""The hostile component of the other hosts, in place of the reader."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from readroom import _engine
from readroom._engine import Engine

GIVEN = os.environ.get("READROOM_HOSTILE")
needs_hostile = pytest.mark.skipif(GIVEN is None, reason="no hostile component is given")


def replace_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the hostile component make the calls of this process."""
    assert GIVEN is not None
    monkeypatch.setattr(_engine, "_engine", Engine(Path(GIVEN).read_bytes()))
