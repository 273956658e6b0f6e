"""Tests what runs `readroom mcp --http` on many machines: replicas, manifests, and the image.

python3 run.py --target DIR --program FILE [SUITE ...]

The suites are `replicas` and `kubernetes`, which need a program with the cargo feature `http`, and
`image`, which needs a static one and root. By default the first two run. Python packages are
installed below DIR by pip, from requirements.lock, and the SDK for TypeScript by npm, from the lock
file of tests/mcp/js. Where haproxy or buildah is missing, apt-get installs it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
JAVASCRIPT = HERE.parent / "mcp/js"
SUITES = ("replicas", "kubernetes", "image")
# Debian has servers in a directory that is not on every path.
PATH = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])


def main() -> None:
    """Installs what the suites need, runs them, and ends with their status."""
    parser = argparse.ArgumentParser(description="Tests what runs on many machines.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("--program", type=Path, required=True, help="the program readroom")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    given = parser.parse_args()
    suites = given.suites or ["replicas", "kubernetes"]
    if unknown := set(suites) - set(SUITES):
        parser.error(f"there is no suite {', '.join(sorted(unknown))}")
    target = given.target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "PATH": PATH, "READROOM": str(given.program.resolve())}
    environment.pop("READROOM_MCP_TOKEN", None)
    python = python_environment(target / "python")
    if "replicas" in suites:
        need("haproxy")
        environment["READROOM_JAVASCRIPT"] = str(javascript_packages(target / "js"))
    if "image" in suites:
        need("buildah")
    pytest = [python, "-B", "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"]
    pytest += [f"--basetemp={target / 'tests'}"]
    done = subprocess.run(
        [*pytest, *(f"test_{suite}.py" for suite in suites)],
        cwd=HERE,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    shutil.rmtree(target / "tests", ignore_errors=True)
    sys.exit(done.returncode)


def python_environment(directory: Path) -> str:
    """Returns the Python of an environment with the packages. A new lock file renews it."""
    lock = HERE / "requirements.lock"
    stamp = directory / "stamp"
    wanted = f"{sys.version} {digest(lock)}"
    python = str(directory / "bin/python")
    if not stamp.is_file() or stamp.read_text() != wanted:
        venv.create(directory, clear=True, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--no-deps", "--require-hashes", "-r", str(lock)])
        stamp.write_text(wanted)
    return python


def javascript_packages(directory: Path) -> Path:
    """Returns a directory with the SDK for TypeScript. A new lock file renews it."""
    stamp = directory / "stamp"
    wanted = digest(JAVASCRIPT / "package-lock.json")
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(JAVASCRIPT / name, directory / name)
        run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], directory)
        stamp.write_text(wanted)
    return directory


def need(program: str) -> None:
    """Installs the Debian package of a program unless the program exists."""
    if shutil.which(program, path=PATH) is None:
        run(["apt-get", "update", "-qq"])
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", program])


def digest(file: Path) -> str:
    """Returns the SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def run(command: list[str], cwd: Path = HERE) -> None:
    """Runs a command, and ends with its output if it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}")


if __name__ == "__main__":
    main()
