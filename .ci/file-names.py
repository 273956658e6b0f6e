"""Names every file that a system with other rules for names cannot check out: Windows, and systems
that take names in any case.
"""

import re
import subprocess
import sys

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
REFUSED = re.compile(r'[<>:"|?*\\\x00-\x1f]|[ .]$')


def main() -> None:
    """Prints the names, and ends with 1 if there are any."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name]
    wrong = [
        name
        for name in names
        if any(RESERVED.fullmatch(part) or REFUSED.search(part) for part in name.split("/"))
    ]
    folded: dict[str, str] = {}
    for name in names:
        if (other := folded.setdefault(name.casefold(), name)) != name:
            wrong.append(f"{name}, beside {other}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))


main()
