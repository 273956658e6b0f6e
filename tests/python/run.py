"""Builds the Python package with a component, installs it, and runs the documents, its checks and
its tests.

python3 run.py --target DIR --component FILE --program FILE [--hostile FILE] [--long]

With `--long`, it also repeats what other tests have shown: each engine where one is enough every
day, and the component in the oldest wasmtime.

Everything is written below DIR. Dependencies are installed there by pip, from requirements.lock.
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
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
PACKAGE = REPOSITORY / "packages/python"
OLDEST = "wasmtime==48.0.0"


def main() -> None:
    """Runs the steps, and exits at the first that fails."""
    parser = argparse.ArgumentParser(description="Builds and tests the Python package.")
    parser.add_argument(
        "--target", type=Path, required=True, help="the directory for everything that is made"
    )
    parser.add_argument(
        "--component", type=Path, required=True, help="the component for the package"
    )
    parser.add_argument("--program", type=Path, required=True, help="the program for the package")
    parser.add_argument("--hostile", type=Path, help="the hostile component of tests/components")
    parser.add_argument("--long", action="store_true", help="run what takes long too")
    parser.add_argument("tests", nargs="*", help="arguments for pytest")
    given = parser.parse_args()
    target = given.target.resolve()
    target.mkdir(parents=True, exist_ok=True)

    tools = tools_in(target / "tools")
    for_all = build(tools, target, given.component)
    wheel = build_with_program(tools, target, given.program.resolve())
    say("installing the wheel, and running the snippets of the documents")
    installed = install(target / "installed", wheel, locked(target, "wasmtime"))
    project = target / "project"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(REPOSITORY / "tests/documents/project", project)
    for name, snippet in snippets():
        run([installed, "-I", "-c", snippet], cwd=project, quiet=True, what=name)
    say("checking style and types")
    names = ("release", "deploy", "site", "tests/components", "tests/replicas", "tests/windows")
    others = (REPOSITORY / name for name in names)
    sources = (PACKAGE / "src", PACKAGE / "hatch_build.py", HERE, *others)
    checked = [str(path) for path in sources]
    run([tools, "-m", "ruff", "check", "--quiet", "--no-cache", *checked])
    run([tools, "-m", "ruff", "format", "--quiet", "--no-cache", "--check", *checked])
    strict = [tools, "-m", "mypy", "--strict", "--cache-dir", str(target / "mypy")]
    run(
        [*strict, *(str(path) for path in HERE.glob("*.py"))],
        cwd=HERE,
        env=importing(installed),
        quiet=True,
    )
    run([*strict, "src"], cwd=PACKAGE, quiet=True)
    check_snippets(strict, target / "snippets", dict(snippets()), importing(installed))
    say("running the tests")
    pytest = [
        tools,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--basetemp={target / 'fixtures'}",
    ]
    environment = {"READROOM_TESTS": str(REPOSITORY / "tests")}
    if given.hostile:
        environment["READROOM_HOSTILE"] = str(given.hostile.resolve())
    long = ["--long"] if given.long else []
    run([*pytest, "-rs", *long, *given.tests], cwd=HERE, env=importing(installed, **environment))
    if given.long:
        run_oldest(target, for_all, pytest, environment)
    shutil.rmtree(target / "fixtures", ignore_errors=True)


def run_oldest(target: Path, wheel: Path, pytest: list[str], environment: dict[str, str]) -> None:
    """Runs the cases with the oldest engine that the package supports."""
    files = ["test_conformance.py", "test_hostile.py", "test_stock.py"]
    say(f"running the cases with {OLDEST}")
    oldest = install(target / "oldest", wheel, OLDEST)
    run([*pytest, *files], cwd=HERE, env=importing(oldest, **environment), quiet=True)


def check_snippets(
    mypy: list[str], directory: Path, snippets: dict[str, str], env: dict[str, str] | None = None
) -> None:
    """Checks the types of snippets and their imports, as a user's project would."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    for name, snippet in snippets.items():
        (directory / (re.sub(r"\W+", "_", name) + ".py")).write_text(snippet)
    names = sorted(file.name for file in directory.iterdir())
    run([*mypy, "--config-file=", *names], cwd=directory, env=env, quiet=True)
    ruff = [mypy[0], "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet"]
    run([*ruff, "--select=F", "."], cwd=directory)


def installed_with_program(target: Path, lock: Path, component: Path, program: Path) -> str:
    """Returns the Python of an environment with the packages of a lock file, and with the package
    that contains the program.
    """
    target.mkdir(parents=True, exist_ok=True)
    python = tools_in(target / "installed", lock)
    build(python, target, component)
    wheel = build_with_program(python, target, program.resolve())
    pip(python, "--no-deps", "--force-reinstall", str(wheel))
    run([python, "-m", "pip", "check"], quiet=True)
    return python


def tools_in(directory: Path, lock: Path = HERE / "requirements.lock") -> str:
    """Returns the Python of an environment with the packages of a lock file: by default, the
    dependencies of the tests. A change of the file renews it.
    """
    stamp, wanted = (
        directory / "stamp",
        f"{sys.version} {hashlib.sha256(lock.read_bytes()).hexdigest()}",
    )
    if not stamp.is_file() or stamp.read_text() != wanted:
        say("installing the dependencies of the tests")
        # The lock file has all of them, and a newer one with the same name may match an extra.
        pip(made(directory), "--no-deps", "--require-hashes", "-r", str(lock))
        stamp.write_text(wanted)
    return python_in(directory)


def locked(target: Path, package: str) -> str:
    """Writes a lock file for one package, and returns the option for pip."""
    lock = re.search(
        rf"^{package}==.*?(?=^\S)",
        (HERE / "requirements.lock").read_text(),
        re.DOTALL | re.MULTILINE,
    )
    if lock is None:
        sys.exit(f"{package} is not locked")
    file = target / f"{package}.lock"
    file.write_text(lock[0])
    return f"--requirement={file}"


def build(python: str, target: Path, component: Path) -> Path:
    """Builds a wheel with the component, from the sdist, and returns its path."""
    say("building the package")
    source, built = target / "package", target / "dist"
    for directory in (source, built):
        shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(
        PACKAGE, source, ignore=shutil.ignore_patterns("dist", "__pycache__", ".*_cache")
    )
    shutil.copyfile(component, source / "src/readroom/readroom.wasm")
    run([python, "-m", "build", "--no-isolation", "--outdir", str(built), str(source)], quiet=True)
    for package in sorted(built.iterdir()):
        say(f"{package.name}: {package.stat().st_size:,} bytes")
    (wheel,) = built.glob("*.whl")
    return wheel


def build_with_program(python: str, target: Path, program: Path) -> Path:
    """Builds a wheel for this machine with the program, and returns its path."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    built = target / "platform"
    shutil.rmtree(built, ignore_errors=True)
    environment = {**os.environ, "READROOM_WHEEL_PROGRAM": str(program)}
    environment["READROOM_WHEEL_PLATFORM"] = platform
    command = [python, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(built)]
    run([*command, str(target / "package")], env=environment, quiet=True)
    (wheel,) = built.glob("*.whl")
    say(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    return wheel


def install(directory: Path, wheel: Path, engine: str) -> str:
    """Makes an environment with the wheel and its dependency, and returns its Python."""
    python = made(directory)
    pip(python, engine)
    # The check fails if the wheel declares anything else.
    pip(python, "--no-deps", str(wheel))
    run([python, "-m", "pip", "check"], quiet=True)
    return python


def made(directory: Path) -> str:
    """Makes an empty environment, and returns its Python."""
    venv.create(directory, clear=True, with_pip=True)
    return python_in(directory)


def pip(python: str, *packages: str) -> None:
    """Installs packages."""
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])


def python_in(directory: Path) -> str:
    """Returns the Python of an environment."""
    return str(directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def importing(python: str, **variables: str) -> dict[str, str]:
    """Returns variables with which the packages of another Python come first."""
    command = [
        python,
        "-c",
        "import readroom, pathlib; print(pathlib.Path(readroom.__file__).parent.parent)",
    ]
    packages = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return {**os.environ, **variables, "PYTHONPATH": packages, "MYPYPATH": packages}


def snippets(kind: str = "python") -> Iterator[tuple[str, str]]:
    """Yields the snippets of a kind in the documents, each with a name."""
    for document in json.loads((REPOSITORY / "tests/documents.json").read_text())["documents"]:
        text = (REPOSITORY / document).read_text()
        for number, snippet in enumerate(
            re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        ):
            yield f"{kind} snippet {number + 1} of {document}", snippet


def run(
    command: list[str],
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    *,
    quiet: bool = False,
    what: str | None = None,
) -> None:
    """Runs a command, and exits if it fails. The output of a quiet one is only shown then."""
    done = subprocess.run(
        command, cwd=cwd, env=env, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        print(done.stdout or "", file=sys.stderr)
        sys.exit(f"failed: {what or ' '.join(command)}")


def say(what: str) -> None:
    """Prints the current step."""
    print(f"python: {what}", flush=True)


if __name__ == "__main__":
    main()
