"""Runs the tests in Rust as programs for Windows, under Wine.

python3 tests/windows/run.py --target DIR [CARGO-TEST-ARGUMENT ...]

By default all tests of the workspace run, and each test of this system that did not run there is
printed with its reason, by its name: from `left-out.json`, or from the test itself. One without a
reason is an error, and so is a reason without a test.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from threading import Thread

import wine

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TRIPLE = "x86_64-pc-windows-gnu"
COMPONENTS = ("readroom-hostile", "readroom-wrong")

# What cargo and the two test harnesses print.
PROGRAM = re.compile(r"\s+Running .*\((.*/)?(?P<name>[\w-]+?)-[0-9a-f]{16}(\.exe)?\)$")
LISTED = re.compile(r"^(?P<name>.+): test$")
TEST = re.compile(r"^test (?P<name>.+?) +\.\.\. (?P<verdict>ok|ignored|FAILED)(?:, (?P<why>.*))?$")


def main() -> None:
    """Sets up what is needed, runs the tests, and says what ran and what did not."""
    parser = argparse.ArgumentParser(description="Runs the tests for Windows.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("arguments", nargs="*", help="of cargo test, instead of all tests")
    given = parser.parse_args()
    target = given.target.resolve()
    wine.make(target / "wine")
    environment = {
        **os.environ,
        **wine.variables(target / "wine"),
        **components(target / "components"),
        f"CARGO_TARGET_{TRIPLE.upper().replace('-', '_')}_RUNNER": "wine",
        "RUST_BACKTRACE": "0",
    }
    subprocess.run(["rustup", "target", "add", TRIPLE], cwd=ROOT, check=True)
    test = ["cargo", "test", "--locked", "--target", TRIPLE, "--no-fail-fast"]
    chosen = given.arguments or ["--workspace", "--lib", "--bins", "--tests"]
    ran, status = run([*test, *chosen], environment)
    for program, tests in sorted(ran.items()):
        count = Counter(verdict for verdict, _ in tests.values())
        print(f"{program}: {count['ok']} passed, {count['ignored']} left out")
    if not given.arguments:
        status = left_out(ran) or status
    sys.exit(status)


def components(directory: Path) -> dict[str, str]:
    """Builds the components of the tests: there is no cargo for them where the tests run."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in COMPONENTS:
        build = ["cargo", "run", "--locked", "--package", "readroom-guest-build", "--", name]
        subprocess.run([*build, directory / f"{name}.wasm"], cwd=ROOT, check=True)
    return {"READROOM_TEST_COMPONENTS": str(directory)}


Ran = dict[str, dict[str, tuple[str, str]]]


def run(command: list[str], environment: dict[str, str]) -> tuple[Ran, int]:
    """Runs tests, and returns what each program printed of each: the verdict, and why."""
    ran: Ran = defaultdict(dict)
    program = ""
    # One that made this Windows may still run.
    subprocess.run(["wineserver", "--wait"], env=environment, check=True)
    # Else it ends with each program, and the next may come too late to it.
    subprocess.run(["wineserver", "--persistent"], env=environment, check=True)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        # What Wine runs has the pipe too, so that it would never end.
        Thread(target=end_wine, args=(process, environment), daemon=True).start()
        for line in process.stdout:
            line = line.rstrip()
            if not (found := TEST.match(line)) or found["verdict"] == "FAILED":
                print(line, flush=True)
            if found:
                ran[program][found["name"]] = (found["verdict"], found["why"] or "")
            elif found := PROGRAM.match(line):
                program = found["name"]
    return ran, process.returncode


def end_wine(process: subprocess.Popen[str], environment: dict[str, str]) -> None:
    """Ends all programs of Wine when a process has ended."""
    process.wait()
    subprocess.run(["wineserver", "--kill"], env=environment, check=False)


def left_out(ran: Ran) -> int:
    """Prints which tests of this system did not run, and returns whether one has no reason."""
    reasons: dict[str, list[str]] = json.loads((HERE / "left-out.json").read_text())
    why_of = {name: why for why, names in reasons.items() for name in names}
    used: set[str] = set()
    by_reason: dict[str, list[str]] = defaultdict(list)
    for program, names in here().items():
        for name in names:
            verdict, why = ran.get(program, {}).get(name, ("none", ""))
            if verdict == "none":
                full = f"{program} {name}"
                known = next((start for start in why_of if full.startswith(start)), None)
                used.add(known or "")
                why = why_of.get(known or "", "")
            elif verdict == "ok":
                continue
            elif program == "cases":
                why = why or "what the case needs is not there"
            by_reason[why].append(f"{program} {name}")
    for why, names in sorted(by_reason.items()):
        print(f"\nleft out, {len(names)}: {why or 'NO REASON'}")
        print(*(f"  {name}" for name in names), sep="\n")
    unused = set(why_of) - used
    if unused:
        print("\nleft-out.json names what runs, or is no test:", *sorted(unused), sep="\n  ")
    return 1 if "" in by_reason or unused else 0


def here() -> dict[str, list[str]]:
    """Returns the tests of this system by their programs."""
    command = ["cargo", "test", "--locked", "--workspace", "--lib", "--bins", "--tests"]
    listed = subprocess.run(
        [*command, "--", "--list", "--format=terse"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    tests: dict[str, list[str]] = defaultdict(list)
    program = ""
    for line in listed.stdout.splitlines():
        if found := PROGRAM.match(line):
            program = found["name"]
        elif found := LISTED.match(line):
            tests[program].append(found["name"])
    return tests


if __name__ == "__main__":
    main()
