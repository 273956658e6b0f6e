"""Where compiled code comes from: it runs outside of the sandbox."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WORDS = b"is outside the granted directories"
OTHER = b"is what an exchanged file answers."
# Fills the cache of wasmtime with the component and an altered one, and exchanges the two.
EXCHANGE = f"""
import pathlib, sys
import wasmtime
from readroom import _engine

module = _engine.core_module(_engine.component())
altered = module.replace({WORDS!r}, {OTHER!r})
assert altered != module
cache, kept = pathlib.Path(sys.argv[1]), []
for each in (module, altered):
    config = _engine._config()
    config.cache = True
    before = set(cache.rglob("*"))
    wasmtime.Module(wasmtime.Engine(config), each)
    kept += max((set(cache.rglob("*")) - before), key=lambda file: file.stat().st_size),
data = kept[1].read_bytes()
kept[0].write_bytes(data)
config = _engine._config()
config.cache = True
found = wasmtime.Module(wasmtime.Engine(config), module).serialize()
assert {OTHER!r} in found and {WORDS!r} not in found
"""
READ = """
import sys
from readroom import Room, errors

with Room(".", engine="component", process=sys.argv[1] == "True") as room:
    try:
        room.read("..")
    except errors.OutsideRootError as error:
        print(error)
"""


def run(script: str, argument: object, home: Path) -> str:
    """Runs a script in a home directory, and returns what it prints."""
    variables = {name: value for name, value in os.environ.items() if "XDG" not in name}
    return subprocess.run(
        [sys.executable, "-c", script, str(argument)],
        env={**variables, "HOME": str(home)},
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("process", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_home_directory_has_no_compiled_code(process: bool, tmp_path: Path) -> None:
    assert WORDS.decode() in run(READ, process, tmp_path)
    assert list(tmp_path.iterdir()) == []
    run(EXCHANGE, tmp_path, tmp_path)
    assert WORDS.decode() in run(READ, process, tmp_path)
