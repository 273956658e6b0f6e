"""The origin of compiled code: it runs outside of the sandbox."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WORDS = b"is outside the granted directories"
OTHER = b"is what an exchanged file answers."
# Fills the cache of wasmtime with the component and an altered one, and swaps the two.
EXCHANGE = f"""
import pathlib, sys
import wasmtime
from wasmtime import component
from readroom import component as code_of_component

code = code_of_component()
altered = code.replace({WORDS!r}, {OTHER!r})
assert altered != code
cache, kept = pathlib.Path(sys.argv[1]), []

def cached():
    config = wasmtime.Config()
    config.epoch_interruption = config.cache = True
    return wasmtime.Engine(config)

def compiled():
    # Beside them a thread of wasmtime writes statistics, under other names until they are whole.
    return {{file for file in cache.rglob("*") if not file.suffix and file.is_file()}}

for each in (code, altered):
    before = compiled()
    component.Component(cached(), each)
    kept += compiled() - before
assert len(kept) == 2
data = kept[1].read_bytes()
kept[0].write_bytes(data)
found = component.Component(cached(), code).serialize()
assert {OTHER!r} in found and {WORDS!r} not in found
"""
READ = """
from readroom import Room, errors

with Room(".", engine="component") as room:
    try:
        room.read("..")
    except errors.OutsideRootError as error:
        print(error)
"""


def run(script: str, home: Path) -> str:
    """Runs a script in a home directory, and returns its output."""
    variables = {name: value for name, value in os.environ.items() if "XDG" not in name}
    return subprocess.run(
        [sys.executable, "-c", script, str(home)],
        env={**variables, "HOME": str(home)},
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_a_home_directory_has_no_compiled_code(tmp_path: Path) -> None:
    assert WORDS.decode() in run(READ, tmp_path)
    assert list(tmp_path.iterdir()) == []
    run(EXCHANGE, tmp_path)
    assert WORDS.decode() in run(READ, tmp_path)
