"""Names every file of code with more than 400 lines whose head does not say why it is one file.
Tests, benchmarks and generated files are left out.
"""

import re
import subprocess
import sys
from pathlib import Path

MAX_LINES = 400
HEAD = 30
CODE = re.compile(r"\.(rs|py|ts|mjs|js)$")
LEFT_OUT = re.compile(
    r"(^|/)(tests|benches|generated)/|/bindings\.rs$|/contract\.(py|ts)$|/decode\.ts$"
)


def main() -> None:
    """Prints the files, and ends with 1 if there are any."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True)
    too_long = []
    for name in listed.stdout.split("\0"):
        if not CODE.search(name) or LEFT_OUT.search(name):
            continue
        lines = Path(name).read_text("utf-8").splitlines()
        if len(lines) > MAX_LINES and "One file: " not in "\n".join(lines[:HEAD]):
            too_long.append(f"{name}: {len(lines)} lines")
    print(*too_long, sep="\n", end="\n" if too_long else "")
    sys.exit(bool(too_long))


main()
