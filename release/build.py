"""Builds everything that a release publishes, into one folder, twice, and compares.

python3 release/build.py --target DIR [--platform TARGET ...] [--once]

The packages are in DIR/packages then. What is committed is built: each time in a clone of its own,
in another directory. Everything must be the same, to the last bit.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from clients import bundles, registry_entry
from executables import problems
from oci import artifact
from packages import (
    Platform,
    Round,
    component_packages,
    js_packages,
    platforms,
    program_archive,
    wheels,
)
from statements import bill_of_materials, checksums, provenance

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent


def main() -> None:
    """Builds, compares, and writes the metadata of the packages."""
    parser = argparse.ArgumentParser(description="Builds everything that a release publishes.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("--platform", action="append", help="a target of Rust, instead of all")
    parser.add_argument("--once", action="store_true", help="do not compare with a second build")
    given = parser.parse_args()
    target = given.target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    chosen = [
        each for each in platforms() if given.platform is None or each.target in given.platform
    ]
    if not chosen:
        sys.exit("there is no such platform; platforms.json has them")
    tools = tools_in(target / "tools")
    rounds = []
    for number in (1,) if given.once else (1, 2):
        this = with_programs(target / f"build-{number}", chosen, tools)
        with_packages(this)
        rounds.append(this)
    first = rounds[0]
    if not given.once:
        compare(first.packages, rounds[1].packages)
    packages = target / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    shutil.copytree(first.packages, packages)
    bill_of_materials(first.source, packages / "sbom.cdx.json", first.version)
    provenance(first, packages, [each.target for each in first.platforms])
    checksums(packages)
    for file in sorted(packages.rglob("*")):
        if file.is_file():
            print(f"{file.stat().st_size:>12,} {file.relative_to(packages)}")


def tools_in(directory: Path) -> Path:
    """Creates an environment with the build tools, and returns the directory of its commands."""
    commands = directory / "bin"
    if not (commands / "cargo-zigbuild").exists():
        venv.create(directory, clear=True, with_pip=True)
        lock = str(HERE / "requirements.lock")
        # The lock file has all of them, and a newer one with the same name may match an extra.
        pip = [str(commands / "python"), "-m", "pip", "install", "-q", "--no-deps"]
        run([*pip, "--require-hashes", "-r", lock])
    return commands


def with_programs(directory: Path, chosen: list[Platform], tools: Path) -> Round:
    """Builds the programs and their archives from a fresh clone, and checks each program."""
    shutil.rmtree(directory / "source", ignore_errors=True)
    shutil.rmtree(directory / "packages", ignore_errors=True)
    source = directory / "source"
    run(["git", "clone", "-q", str(REPOSITORY), str(source)])
    this = Round(source, directory / "packages", directory / "target", tools)
    this.packages.mkdir()
    for platform in chosen:
        say(f"{directory.name}: the program for {platform.target}")
        program = this.program(platform)
        content = program.read_bytes()
        wrong = problems(content, platform)
        # The clone's, and those in the home directory where tools are.
        wrong += [
            f"it contains the path {path}…"
            for path in (str(directory), f"{Path.home()}/.")
            if path.encode() in content
        ]
        if wrong:
            sys.exit(f"the program for {platform.target}: {'; '.join(wrong)}")
        this.add(platform, program)
    for platform in chosen:
        program_archive(this, platform)
    return this


def with_packages(this: Round) -> None:
    """Builds the packages that carry the programs."""
    say(f"{this.packages.parent.name}: the packages")
    component_packages(this)
    artifact(this)
    wheels(this)
    js_packages(this)
    registry_entry(this)
    bundles(this)


def compare(one: Path, other: Path) -> None:
    """Fails if two directories have different files."""
    names = [
        sorted(str(file.relative_to(each)) for file in each.rglob("*") if file.is_file())
        for each in (one, other)
    ]
    if names[0] != names[1]:
        sys.exit(f"two builds made different files: {names}")
    _, different, _ = filecmp.cmpfiles(one, other, names[0], shallow=False)
    if different:
        sys.exit(f"two builds differ in {', '.join(different)}")
    say(f"two builds made the same {len(names[0])} files, bit for bit")


def run(command: list[str], **options: object) -> None:
    """Runs a command, and exits if it fails."""
    done = subprocess.run(command, check=False, **options)  # type: ignore[call-overload]
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")


def say(what: str) -> None:
    """Prints the current step."""
    print(f"release: {what}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("CARGO_TERM_COLOR", "never")
    main()
