"""Builds the readers that ordinary tools make: in Rust, Python and JavaScript. Checks them.

python3 run.py --target DIR

Everything is written below DIR. The tools are installed there by pip and npm, from lock files. The
check is the one of this workspace.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
WIT = REPOSITORY / "wit"
# It installs and runs things too, and has this module's name.
sys.path.insert(0, str(REPOSITORY / "tests/python"))
import run as package  # noqa: E402


def main() -> None:
    """Builds all three, and runs the tests that are about them."""
    parser = argparse.ArgumentParser(description="Builds and checks the readers.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    target = parser.parse_args().target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    for build in (in_rust, in_python, in_javascript):
        package.say(f"building the reader {build.__name__.replace('_', ' ')}")
        build(target)
    cargo = ["cargo", "build", "--locked", "--release", "--package", "readroom-check"]
    package.run(cargo, cwd=REPOSITORY)
    built = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    program = built / "release/readroom-check"
    found = {"READROOM_READERS": str(target), "READROOM_CHECK": str(program)}
    tests = ["cargo", "test", "--locked", "--workspace", "--test", "cases", "--", "readers/"]
    package.run(tests, cwd=REPOSITORY, env={**os.environ, **found})


def in_rust(target: Path) -> None:
    """Builds the reader in Rust, with the target of rustup."""
    package.run(["rustup", "target", "add", "wasm32-wasip2"], cwd=REPOSITORY, quiet=True)
    cargo = ["cargo", "build", "--locked", "--release", "--target", "wasm32-wasip2"]
    directory = {"CARGO_TARGET_DIR": str(target / "cargo")}
    package.run(cargo, cwd=HERE / "rust", env={**os.environ, **directory})
    shutil.copyfile(target / "cargo/wasm32-wasip2/release/reader.wasm", target / "rust.wasm")


def in_python(target: Path) -> None:
    """Builds the reader in Python, with componentize-py."""
    python = package.tools_in(target / "python", HERE / "python/requirements.lock")
    tool = [str(Path(python).with_name("componentize-py")), "-d", str(WIT), "-w", "reader"]
    made = ["componentize", "reader", "-o", str(target / "python.wasm")]
    unwritten = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    package.run([*tool, *made], cwd=HERE / "python", env=unwritten, quiet=True)


def in_javascript(target: Path) -> None:
    """Builds the reader in JavaScript, with ComponentizeJS."""
    project = target / "javascript"
    project.mkdir(exist_ok=True)
    stamp = project / "stamp"
    for name in ("package.json", "package-lock.json", "reader.js"):
        shutil.copyfile(HERE / "javascript" / name, project / name)
    wanted = hashlib.sha256((project / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        npm = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        package.run(npm, cwd=project, quiet=True)
        stamp.write_text(wanted)
    tool = ["npx", "componentize-js", "reader.js", "--wit", str(WIT), "--world-name", "reader"]
    made = ["--disable", "http", "fetch-event", "--out", str(target / "javascript.wasm")]
    package.run([*tool, *made], cwd=project, quiet=True)


if __name__ == "__main__":
    main()
