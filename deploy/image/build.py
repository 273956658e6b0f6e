"""Builds the OCI image of the program with buildah.

python3 build.py --program FILE --tag NAME [--output DESTINATION]

The program must be static, with the cargo feature `http`: release/build.py builds it. The same
program, commit and tag make the same image, bit for bit. SOURCE_DATE_EPOCH is the time of its
files; by default that is the time of the commit. DESTINATION is what `buildah push` takes, such as
oci-archive:readroom.tar. buildah keeps images where CONTAINERS_STORAGE_CONF says.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
LICENSES = ("LICENSE-APACHE", "LICENSE-MIT", "LICENSE-glyph-names")
ARCHITECTURES = {62: "amd64", 183: "arm64"}
"""The names of processors in OCI, by their numbers in ELF."""
PT_INTERP = 3
"""The ELF segment that only a dynamically linked program has."""


def main() -> None:
    """Builds the image, and pushes it if a destination is named."""
    parser = argparse.ArgumentParser(description="Builds the OCI image.")
    parser.add_argument("--program", type=Path, required=True, help="the static program readroom")
    parser.add_argument(
        "--tag", required=True, help="the name of the image, such as readroom:0.4.0"
    )
    parser.add_argument("--version", help="the version in the labels; by default that of the tag")
    parser.add_argument("--output", help="where to push the image, as `buildah push` takes it")
    given = parser.parse_args()
    architecture = static_architecture(given.program)
    version = given.version or given.tag.rpartition("/")[2].partition(":")[2]
    if not version:
        sys.exit("the tag needs a version, as in readroom:0.4.0")
    labels = {"version": version, "revision": git("rev-parse", "HEAD")}
    time = os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct") or "0"
    command = ["buildah", "bud", "--isolation", "chroot", "--format", "oci", "--quiet"]
    command += ["--timestamp", time, "--identity-label=false", "--arch", architecture]
    command += ["--tag", given.tag]
    for name, value in labels.items():
        if value:
            command += ["--label", f"org.opencontainers.image.{name}={value}"]
    with tempfile.TemporaryDirectory() as directory:
        context = Path(directory)
        copy(given.program, context / "readroom", 0o755)
        for name in LICENSES:
            copy(REPOSITORY / name, context / name, 0o644)
        run([*command, "--file", str(HERE / "Containerfile"), str(context)])
    if given.output:
        run(["buildah", "push", "--quiet", given.tag, given.output])


def static_architecture(program: Path) -> str:
    """Returns the architecture of a program. Fails unless it is a static one for Linux."""
    data = program.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        sys.exit(f"{program} is not a 64-bit program for Linux")
    (machine,) = struct.unpack_from("<H", data, 18)
    (offset,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    kinds = [struct.unpack_from("<I", data, offset + size * each)[0] for each in range(count)]
    if PT_INTERP in kinds:
        sys.exit(f"{program} is not static: build it for a musl target, as release/build.py does")
    if machine not in ARCHITECTURES:
        sys.exit(f"{program} is for an unknown processor: {machine}")
    return ARCHITECTURES[machine]


def git(*arguments: str) -> str:
    """Returns git's output about this repository, or nothing outside of one."""
    command = ["git", "-C", str(REPOSITORY), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def copy(source: Path, destination: Path, mode: int) -> None:
    """Copies a file, and sets its mode."""
    shutil.copyfile(source, destination)
    destination.chmod(mode)


def run(command: list[str]) -> None:
    """Runs a command, and exits if it fails."""
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
