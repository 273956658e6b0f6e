"""Installs what a release publishes from its folder alone, as its users would, and calls it.

python3 release/test.py --target DIR [--online]

DIR is that of build.py. No registry is asked for a package: Python installs from the files, and npm
from a registry of this machine, which was filled with them. With --online, the package for Python
is also built from its source, with what it needs from the registry.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from packages import GENERATED

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "tests/documents/project"
# A registry for npm that runs anywhere. One of its dependencies asks for another by a tag, which
# not every registry keeps.
REGISTRY = {"dependencies": {"verdaccio": "6.2.4"}, "overrides": {"node-fetch": "2.7.0"}}
VERSION = re.compile(r"readroom \d+\.\d+\.\d+")

READ = """
import warnings; warnings.simplefilter("error")
from readroom import Room
with Room(".") as room:
    assert room.read("src/main.rs").text.content.startswith("//!"), "a read"
    print(type(room._engine).__name__, room.call("pi", {"path": "README.md", "limit": 1}).outcome)
"""
READ_JS = """
import { Room } from 'readroom';
const room = new Room({ root: '.' });
console.log(room.confinement, (await room.call('pi', { path: 'README.md', limit: 1 })).outcome);
await room.close();
"""


def main() -> None:
    """Tries each way, and ends at the first that fails."""
    parser = argparse.ArgumentParser(description="Installs the packages of a release.")
    parser.add_argument("--target", type=Path, required=True, help="that of build.py")
    parser.add_argument("--online", action="store_true", help="build the source package, too")
    given = parser.parse_args()
    packages = given.target.resolve() / "packages"
    work = given.target.resolve() / "test"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    output(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=packages)
    print("the checksums are right")
    for archive in sorted(packages.glob("readroom-*-*-*-*.tar.gz")):
        unpacked(archive, work)
    from_files(packages, work)
    with registry(packages, work) as variables:
        from_npm(work, variables)
    if given.online:
        from_source(packages, work)


def unpacked(archive: Path, work: Path) -> None:
    """Runs the program of an archive, where this machine or an emulator can."""
    with timed(f"unpacked {archive.name}"), tarfile.open(archive) as tar:
        tar.extractall(work, filter="data")
    program = work / archive.name.removesuffix(".tar.gz") / "readroom"
    for file in GENERATED:
        assert "readroom" in (program.parent / file).read_text(), f"{file} of {archive.name}"
    processor = archive.name.split("-")[2]
    emulator = [] if processor == platform.machine() else [f"qemu-{processor}-static"]
    if emulator and shutil.which(emulator[0]) is None:
        print(f"skipped: there is no {emulator[0]} to run {archive.name}")
        return
    assert VERSION.match(output([*emulator, str(program), "--version"]))
    assert "A project" in output([*emulator, str(program), "read", "README.md"], cwd=PROJECT)


def from_files(packages: Path, work: Path) -> None:
    """Installs with pip, and starts with uvx, from the files."""
    files = ["--no-index", "--find-links", str(packages)]
    venv.create(work / "python", with_pip=True)
    python = work / "python/bin/python"
    with timed("pip install readroom"):
        output([str(python), "-m", "pip", "install", "-q", *files, "readroom"])
    with timed("a first read in Python"):
        printed = output([str(python), "-c", READ], cwd=PROJECT)
    assert printed.split() == ["ProgramRoom", "answered"], printed
    uvx = [str(work.parent / "tools/bin/uvx"), "--offline", *files, "readroom"]
    speaks_mcp("uvx readroom mcp", uvx, {**os.environ, "UV_CACHE_DIR": str(work / "uv")})


def from_source(packages: Path, work: Path) -> None:
    """Builds the source package, which has no program, with what it needs from the registry."""
    venv.create(work / "source", with_pip=True)
    python = str(work / "source/bin/python")
    (source,) = (each for each in packages.glob("readroom-*.tar.gz") if each.name.count("-") == 1)
    with timed("pip install of the source"):
        output([python, "-m", "pip", "install", "-q", str(source)])
    read = READ.replace('"error"', '"always"')
    done = subprocess.run(
        [python, "-c", read], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["ComponentRoom", "answered"], done.stdout
    assert done.stderr.count("RuntimeWarning") == 1, done.stderr


def from_npm(work: Path, variables: dict[str, str]) -> None:
    """Installs with npm, and starts with npx, from a local registry."""
    environment = {**os.environ, **variables}
    speaks_mcp(
        "npx readroom mcp", ["npx", "--yes", "readroom"], environment, cwd=fresh(work / "npx")
    )
    project = fresh(work / "npm")
    (project / "package.json").write_text('{ "private": true, "type": "module" }\n')
    with timed("npm install readroom"):
        output(["npm", "install", "--silent", "readroom"], cwd=project, env=environment)
    shutil.copytree(PROJECT, project, dirs_exist_ok=True)
    (project / "read.mjs").write_text(READ_JS)
    with timed("a first read in Node"):
        printed = output(["node", "read.mjs"], cwd=project)
    assert printed.split() == ["process", "answered"], printed


def speaks_mcp(
    what: str, command: list[str], environment: dict[str, str], cwd: Path | None = None
) -> None:
    """Starts a server and asks it for its tools and a file."""
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
    with timed(f"from nothing to a first answer of {what}"):
        printed = output(
            [*command, "mcp", "--root", str(PROJECT)], env=environment, cwd=cwd, input=lines
        )
    assert "A project" in json.loads(printed.splitlines()[1])["result"]["content"][0]["text"], (
        printed
    )


@contextmanager
def registry(packages: Path, work: Path) -> Iterator[dict[str, str]]:
    """Serves the packages for npm, and nothing else. Yields the variables that npm needs."""
    home = fresh(work / "registry")
    (home / "package.json").write_text(json.dumps({"private": True, **REGISTRY}))
    output(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=home)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    rules = "{access: $all, publish: $anonymous, unpublish: $anonymous}"
    (home / "config.yaml").write_text(
        f"storage: {home}/storage\nauth: {{}}\nuplinks: {{}}\nmax_body_size: 50mb\n"
        f"packages: {{'@*/*': {rules}, '**': {rules}}}\n"
        f"log: {{type: file, path: {home}/log, level: warn}}\n"
    )
    (home / "npmrc").write_text(f"registry={url}\n//127.0.0.1:{port}/:_authToken=none\n")
    variables = {
        "npm_config_userconfig": str(home / "npmrc"),
        "npm_config_cache": str(home / "cache"),
    }
    variables |= {"npm_config_registry": url, "npm_config_update_notifier": "false"}
    server = home / "node_modules/.bin/verdaccio"
    command = [str(server), "--config", str(home / "config.yaml"), "--listen", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            for package in sorted(packages.glob("*.tgz")):
                publish = ["npm", "publish", "--silent", "--access", "public", str(package)]
                output(publish, env={**os.environ, **variables})
            yield variables
        finally:
            process.terminate()


def free_port() -> int:
    """Returns a port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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
    """Prints how long something took."""
    started = time.monotonic()
    yield
    print(f"{time.monotonic() - started:6.2f} s  {what}", flush=True)


def output(
    command: list[str],
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    input: str | None = None,
) -> str:
    """Returns what a command prints, and ends if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env=env, input=input, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
