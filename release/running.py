"""Runs the things under test: commands of this machine, and programs for others where something
here can run them.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from packages import Platform, is_own

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent / "tests"
PROJECT = TESTS / "documents/project"


class Runner:
    """Starts programs for one platform."""

    def __init__(self, command: list[str], environment: Mapping[str, str], drive: str = "") -> None:
        self.command = command
        self.environment = {**os.environ, **environment}
        self.drive = drive
        """The prefix of an absolute path of this machine."""


def runner(platform: Platform, work: Path) -> Runner | None:
    """Returns the runner of programs for a platform here, if there is one."""
    if is_own(platform):
        return Runner([], {})
    processor = platform.target.split("-")[0]
    emulator = f"qemu-{processor}-static"
    if "linux" in platform.target and sys.platform == "linux" and shutil.which(emulator):
        return Runner([emulator], {})
    if "windows" in platform.target and shutil.which("wine"):
        prefix = work / "wine"
        output([sys.executable, str(TESTS / "windows/wine.py"), str(prefix)])
        return Runner(["wine"], {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all"}, "Z:")
    return None


def speaks_mcp(
    what: str, command: list[str], runner: Runner | None = None, cwd: Path | None = None
) -> None:
    """Starts a server, whose root is the project, and requests a file."""
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {"name": "read", "arguments": {"path": "README.md"}},
        },
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in messages)
    runner = runner or Runner([], {})
    with timed(f"from nothing to a first answer of {what}"):
        printed = output([*runner.command, *command], cwd, runner.environment, lines)
    answer = json.loads(printed.splitlines()[1])
    assert "A project" in answer["result"]["content"][0]["text"], printed


def free_port() -> int:
    """Returns a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def serving(command: list[str], port: int) -> Iterator[None]:
    """Runs a server of this machine, from when it listens."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            yield
        finally:
            process.terminate()


def wait_for(port: int) -> None:
    """Waits until something listens."""
    for _ in range(300):
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit("the registry does not start")


def fresh(directory: Path) -> Path:
    """Makes an empty directory."""
    directory.mkdir(parents=True)
    return directory


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Prints a duration."""
    started = time.monotonic()
    yield
    print(f"{time.monotonic() - started:6.2f} s  {what}", flush=True)


def skipped(what: str) -> None:
    """Prints what this machine cannot test."""
    print(f"skipped: {what}", flush=True)


def output(
    command: list[str],
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    input: str | None = None,
) -> str:
    """Returns the output of a command, and exits if it fails."""
    # Windows has `npm.cmd`, which only a search finds.
    program = shutil.which(command[0], path=(env or os.environ).get("PATH")) or command[0]
    # Node for Windows rejects Wine's pipes, and accepts files.
    with (
        TemporaryFile("w+", encoding="utf-8") as printed,
        TemporaryFile("w+", encoding="utf-8") as errors,
    ):
        done = subprocess.run(
            [program, *command[1:]], cwd=cwd, env=env, input=input, stdout=printed, stderr=errors,
            encoding="utf-8", check=False,
        )  # fmt: skip
        for file in (printed, errors):
            file.seek(0)
        if done.returncode != 0:
            sys.exit(f"failed: {' '.join(command)}\n{printed.read()}{errors.read()}")
        return printed.read()
