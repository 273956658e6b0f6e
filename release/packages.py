"""Builds the programs of a release, and the packages that contain them."""

from __future__ import annotations

import gzip
import io
import json
import os
import platform as machine
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LICENSES = ("LICENSE-MIT", "LICENSE-APACHE", "LICENSE-glyph-names")

# Files of an archive that the program writes, and their kinds in `readroom generate`.
GENERATED = {
    "completions/readroom.bash": "complete-bash",
    "completions/_readroom": "complete-zsh",
    "completions/readroom.fish": "complete-fish",
    "completions/_readroom.ps1": "complete-powershell",
}


@dataclass(frozen=True)
class Platform:
    """A system that has a program: an entry of platforms.json."""

    target: str
    """Its name in Rust."""
    npm: str
    """Its name in npm: operating system and processor."""
    wheel: str
    """Its platform tag in Python."""

    @property
    def macos(self) -> str:
        """Returns the minimum macOS version, as the wheel's tag names it: none elsewhere."""
        found = re.match(r"macosx_(\d+)_(\d+)_", self.wheel)
        return f"{found[1]}.{found[2]}" if found else ""

    @property
    def program(self) -> str:
        """Returns the name of the program."""
        return "readroom.exe" if "windows" in self.target else "readroom"


def platforms() -> list[Platform]:
    """Returns the entries of platforms.json."""
    file = Path(__file__).with_name("platforms.json")
    return [Platform(**entry) for entry in json.loads(file.read_text())]


def is_own(platform: Platform) -> bool:
    """Returns whether a platform is this machine's."""
    own = machine.machine().lower().replace("amd64", "x86_64").replace("arm64", "aarch64")
    system = {"linux": "linux", "darwin": "apple", "win32": "windows"}.get(sys.platform, "?")
    return platform.target.startswith(own) and system in platform.target


@dataclass
class Round:
    """One build of everything."""

    source: Path
    """A clone of the repository."""
    packages: Path
    """The directory of the packages."""
    target: Path
    """Cargo's target directory."""
    tools: Path
    """The commands that build packages."""
    platforms: list[Platform] = field(default_factory=list)
    """The platforms that have a program, in order."""
    programs: dict[str, Path] = field(default_factory=dict)

    def add(self, platform: Platform, program: Path) -> None:
        """Adds the program of a platform."""
        self.platforms.append(platform)
        self.programs[platform.target] = program

    @property
    def version(self) -> str:
        """Returns the version that is released."""
        manifest = (self.source / "Cargo.toml").read_text()
        return str(re.findall(r'^version = "(.*)"$', manifest, re.MULTILINE)[0])

    @property
    def committed(self) -> int:
        """Returns the time of the commit: that of every file in a package."""
        return int(self.ask("git", "log", "-1", "--format=%ct"))

    def ask(self, *command: str) -> str:
        """Returns the output of a command."""
        done = subprocess.run(
            command, cwd=self.source, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout.strip()

    def run(self, *command: str | Path, cwd: Path | None = None, **variables: str) -> None:
        """Runs a command in the clone."""
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.committed), **variables}
        environment["PATH"] = f"{self.tools}{os.pathsep}{environment['PATH']}"
        subprocess.run(
            [str(each) for each in command], cwd=cwd or self.source, env=environment, check=True
        )

    def program(self, platform: Platform) -> Path:
        """Builds the program for a platform, without a path of this machine in it.

        With the same features and profile, the crates that compile the component are built once for
        all. Only Windows has another profile: its linkers keep unused functions, and their strings,
        unless the compiler optimizes the whole program.
        """
        flags = [
            f"--remap-path-prefix={before}={after}"
            for before, after in (
                (self.source, "readroom"),
                (self.target, "target"),
                (os.environ.get("CARGO_HOME", Path.home() / ".cargo"), "cargo"),
                (self.ask("rustc", "--print", "sysroot"), "rust"),
            )
        ]
        self.run("rustup", "target", "add", platform.target)
        self.run(
            *("cargo", "zigbuild", "--quiet", "--locked", "--release"),
            *("--package", "readroom-cli", "--features", "http,cross"),
            *("--target", platform.target, "--target-dir", self.target),
            CARGO_ENCODED_RUSTFLAGS="\x1f".join(flags),
            CARGO_PROFILE_RELEASE_LTO="thin" if "windows" in platform.target else "false",
            MACOSX_DEPLOYMENT_TARGET=platform.macos,
        )
        return self.target / platform.target / "release" / platform.program

    def generated(self) -> dict[str, bytes]:
        """Returns the completions, which are the same for every platform: none if no program was
        built that this machine can run.
        """
        if self.own_program() is None:
            return {}
        return {
            file: subprocess.run(
                (str(self.own_program()), "generate", kind), check=True, stdout=subprocess.PIPE
            ).stdout
            for file, kind in GENERATED.items()
        }

    def own_program(self) -> Path | None:
        """Returns a program that this machine can run."""
        own = (each for each in self.platforms if is_own(each))
        return next((self.programs[each.target] for each in own), None)


def archive_name(this: Round, platform: Platform) -> str:
    """Returns the name of the archive with the program of a platform."""
    return f"readroom-{this.version}-{platform.target}"


def program_archive(this: Round, platform: Platform) -> None:
    """Writes the archive for `cargo binstall` and for people."""
    name = archive_name(this, platform)
    files = {platform.program: this.programs[platform.target].read_bytes()}
    files |= {file: (this.source / file).read_bytes() for file in (*LICENSES, "README.md")}
    files |= this.generated()
    archive(this.packages / f"{name}.tar.gz", name, files, this.committed)


def archive(path: Path, directory: str, files: Mapping[str, bytes], time: int) -> None:
    """Writes a tar archive that depends only on its files and the time."""
    with (
        path.open("wb") as file,
        gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{directory}/{name}")
            entry.size, entry.mtime = len(files[name]), time
            entry.mode = 0o755 if name.startswith("readroom") else 0o644
            tar.addfile(entry, io.BytesIO(files[name]))


def component_packages(this: Round) -> None:
    """Writes the component, the contract as a WIT package, and descriptions for other tools."""
    component = this.packages / "readroom.wasm"
    own = this.own_program()
    assert own is not None, "none of these programs runs here"
    this.run(own, "component", component)
    wit = this.packages / f"readroom-read-{this.version}.wit.wasm"
    this.run("cargo", "run", "-q", "--locked", "-p", "readroom-contract", "--target-dir",
             this.target / "contract", "--", "--package", wit)  # fmt: skip
    for name in ("wkg.toml", "policy.yaml"):
        shutil.copyfile(this.source / "release" / name, this.packages / name)


def wheels(this: Round) -> None:
    """Builds the packages for Python: the source, a wheel without a program, and one for each
    platform.
    """
    package = this.source / "packages/python"
    shutil.copyfile(this.packages / "readroom.wasm", package / "src/readroom/readroom.wasm")
    command = (this.tools / "python", "-m", "build", "--no-isolation", "--outdir", this.packages)
    this.run(*command, "--sdist", "--wheel", package)
    for platform in this.platforms:
        this.run(
            *(*command, "--wheel", package),
            READROOM_WHEEL_PROGRAM=str(this.programs[platform.target]),
            READROOM_WHEEL_PLATFORM=platform.wheel,
        )


def js_packages(this: Round) -> None:
    """Builds the packages for npm: one without a program, which names one for each platform."""
    package = this.source / "packages/js"
    this.run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", cwd=package)
    this.run("node", "build.mjs", "--component", this.packages / "readroom.wasm", cwd=package)
    manifest = json.loads((package / "package.json").read_text())
    manifest["optionalDependencies"] = {
        f"@readroom/{each.npm}": this.version for each in this.platforms
    }
    (package / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
    pack(this, package)
    for platform in this.platforms:
        directory = this.target / "npm" / platform.npm
        directory.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(this.programs[platform.target], directory / platform.program)
        (directory / platform.program).chmod(0o755)
        for name in LICENSES:
            shutil.copyfile(this.source / name, directory / name)
        write_manifest(directory, manifest, platform)
        pack(this, directory)


def write_manifest(directory: Path, main: Mapping[str, Any], platform: Platform) -> None:
    """Writes the description of a package with a program."""
    system, processor = platform.npm.split("-")
    manifest = {
        "name": f"@readroom/{platform.npm}",
        "version": main["version"],
        "description": f"The program of the package readroom for {platform.npm}",
        "license": main["license"],
        "os": [system],
        "cpu": [processor],
        "files": [platform.program],
    }
    (directory / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")


def pack(this: Round, package: Path) -> None:
    """Packs a package for npm."""
    command = ("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", this.packages)
    this.run(*command, cwd=package)
