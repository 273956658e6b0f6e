"""Names every line of code with more than 100 characters, and every file of code with more than
400 lines whose head does not say why it is one file. Documents, manifests, generated files and
files that others wrote are left out; so are tables in comments, data in raw strings, and the
lengths of tests and benchmarks.
"""

import re
import subprocess
import sys
from pathlib import Path

MAX_CHARACTERS = 100
MAX_LINES = 400
HEAD = 30
CODE = re.compile(r"\.(rs|py|ts|mjs|js|css|html|sh|wit|yaml|yml)$|^\.ci/")
LEFT_OUT = re.compile(r"/bindings\.rs$|/contract\.(py|ts)$|/decode\.ts$|^wit/deps/")
ONE_FILE = re.compile(r"\.(rs|py|ts|mjs|js)$")
MAY_BE_LONG = re.compile(r"(^|/)(tests|benches|generated)/")
UNBROKEN = re.compile(r"\s*(//[/!]?|\*|#) \||.*\br#*\"")


def main() -> None:
    """Prints the lines and files, and ends with 1 if there are any."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True)
    too_long = []
    for name in listed.stdout.split("\0"):
        if not CODE.search(name) or LEFT_OUT.search(name):
            continue
        lines = Path(name).read_text("utf-8").split("\n")
        too_long += [
            f"{name}:{number}: {len(line)} characters"
            for number, line in enumerate(lines, 1)
            if len(line) > MAX_CHARACTERS and not UNBROKEN.match(line)
        ]
        is_bounded = ONE_FILE.search(name) and not MAY_BE_LONG.search(name)
        has_reason = "One file: " in "\n".join(lines[:HEAD])
        if is_bounded and len(lines) - 1 > MAX_LINES and not has_reason:
            too_long.append(f"{name}: {len(lines) - 1} lines")
    print(*too_long, sep="\n", end="\n" if too_long else "")
    sys.exit(bool(too_long))


main()
