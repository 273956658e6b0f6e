"""Runs the tests of `readroom mcp` with the official Python SDK as the client.

python3 run.py --target DIR --program FILE

What is needed is installed below DIR by pip, from requirements.lock. There too, transcript.txt is a
session for people.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Installs the SDK, runs the tests, and ends with their status."""
    parser = argparse.ArgumentParser(description="Runs the tests with the Python SDK.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("--program", type=Path, required=True, help="the program readroom")
    parser.add_argument("tests", nargs="*", help="arguments for pytest")
    given = parser.parse_args()
    target = given.target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    python = installed(target / "installed")
    environment = {**os.environ, "READROOM": str(given.program.resolve())}
    environment.pop("READROOM_MCP_TOKEN", None)
    pytest = [
        python,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--basetemp={target / 'projects'}",
    ]
    run([*pytest, *given.tests], environment)
    transcript = target / "transcript.txt"
    run([python, "-B", "transcript.py", str(transcript)], environment)
    print(f"mcp, python: a session is in {transcript}")


def installed(directory: Path) -> str:
    """Returns the Python of an environment with the SDK. A change of the lock file renews it."""
    lock = HERE / "requirements.lock"
    stamp, wanted = (
        directory / "stamp",
        f"{sys.version} {hashlib.sha256(lock.read_bytes()).hexdigest()}",
    )
    python = str(directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    if not stamp.is_file() or stamp.read_text() != wanted:
        venv.create(directory, clear=True, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--no-deps", "--require-hashes", "-r", str(lock)], dict(os.environ))
        stamp.write_text(wanted)
    return python


def run(command: list[str], environment: dict[str, str]) -> None:
    """Runs a command, and ends if it fails."""
    if (
        subprocess.run(
            command, cwd=HERE, env=environment, stdin=subprocess.DEVNULL, check=False
        ).returncode
        != 0
    ):
        sys.exit(f"failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
