"""Names every line of code with more than 100 characters. Tables in comments, data in raw strings,
documents, manifests, generated files and files that others wrote are left out.
"""

import re
import subprocess
import sys
from pathlib import Path

MAX_CHARACTERS = 100
CODE = re.compile(r"\.(rs|py|ts|mjs|js|css|html|sh|wit|yaml|yml)$|^\.ci/")
LEFT_OUT = re.compile(r"/bindings\.rs$|/contract\.(py|ts)$|/decode\.ts$|^wit/deps/")
UNBROKEN = re.compile(r"\s*(//[/!]?|\*|#) \||.*\br#*\"")


def main() -> None:
    """Prints the lines, and ends with 1 if there are any."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True)
    too_long = [
        f"{name}:{number}: {len(line)} characters"
        for name in listed.stdout.split("\0")
        if CODE.search(name) and not LEFT_OUT.search(name)
        for number, line in enumerate(Path(name).read_text("utf-8").split("\n"), 1)
        if len(line) > MAX_CHARACTERS and not UNBROKEN.match(line)
    ]
    print(*too_long, sep="\n", end="\n" if too_long else "")
    sys.exit(bool(too_long))


main()
