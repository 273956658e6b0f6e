"""Installs the Python package beside Ray, and runs the job of examples/fleet on a cluster.

python3 run.py --target DIR --component FILE --program FILE [--files 50000]

Everything is written below DIR, and what Ray keeps while it runs into a temporary directory.
Dependencies are installed there by pip, from requirements.lock.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
EXAMPLE = REPOSITORY / "examples/fleet"
# What builds the package is a module of this name too.
sys.path.insert(0, str(REPOSITORY / "tests/python"))
import run as package  # noqa: E402


def main() -> None:
    """Runs the steps, and ends at the first that fails."""
    parser = argparse.ArgumentParser(description="Runs the job of examples/fleet on a cluster.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("--component", type=Path, required=True, help="the component")
    parser.add_argument("--program", type=Path, required=True, help="the program readroom")
    parser.add_argument("--files", type=int, default=2400, help="how many ordinary files to read")
    parser.add_argument("tests", nargs="*", help="arguments for pytest")
    given = parser.parse_args()
    target = given.target.resolve()
    lock = HERE / "requirements.lock"
    python = package.installed_with_program(target, lock, given.component, given.program)
    package.say("checking style and types")
    for command in (["check"], ["format", "--check"]):
        ruff = [python, "-m", "ruff", *command, "--quiet", "--no-cache"]
        package.run([*ruff, str(EXAMPLE), str(HERE)])
    strict = [python, "-m", "mypy", "--strict", "--cache-dir", str(target / "mypy")]
    for directory in (EXAMPLE, HERE):
        modules = [str(path) for path in directory.glob("*.py") if path.name != "run.py"]
        types = {**os.environ, "MYPYPATH": str(EXAMPLE)}
        package.run([*strict, *modules], cwd=directory, env=types, quiet=True)
    package.say("running the job on a cluster of two nodes")
    pytest = [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    pytest += [f"--basetemp={target / 'corpus'}", f"--files={given.files}"]
    # Ray keeps a token of the cluster in the home directory, and reports its use by default.
    home = target / "home"
    home.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "HOME": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
        "RAY_USAGE_STATS_ENABLED": "0",
        # Otherwise each job starts processes that the environment of its tasks cannot use.
        "RAY_prestart_worker_first_driver": "0",
    }
    package.run([*pytest, *given.tests], cwd=HERE, env=environment)


if __name__ == "__main__":
    main()
