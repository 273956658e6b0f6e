"""Names phrases in comments and Markdown that read like a translation, and what to write instead:
in the lines added since a base revision, by default the first parent of the last commit.
"""

import re
import subprocess
import sys

CODE = re.compile(r"\.(rs|py|ts|mjs|js|css|sh|wit|toml|yaml|yml)$|^\.ci/")
LEFT_OUT = re.compile(
    r"^(CHANGELOG\.md$|tests/documents/|wit/deps/)|/(generated/|bindings\.rs$|contract\.(py|ts)$)"
)
COMMENT = re.compile(r"(?:^\s*|[;{},()] )(?://[/!]?|#|/?\*+)(?:$| (.*))")
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|\]\([^)]*\)")
START = r"(?:^|[.:;] )"
PHRASES = {
    START + r"What (?!to |.*\?)": "name the subject: The result of …, The bytes that …",
    START + r"Of (?:an?|each|what)\b": "start with the subject",
    r"\bso (?:many|much)\b(?!.*\bthat\b)": "this many, up to `count`",
    r"\b(?:a|any|each|which) place\b|\bplaces? (?:where|behind)\b": "offset, position",
    r"\bbehind (?:an?|each|it|that|the|them)\b(?! (?:other|proxy|balancer)|.*\bimage)": "after",
    r"\bbeside\b": "next to, with, in addition to",
    r"(?<=\w )(?<![Tt]here )(?:is|are|was) no (?!longer|larger|more|one\b|less)[a-z]": "is not a",
    r"\btold (?!to\b)|\bhands? (?:it |them )?on\b": "reported, distinguished; passes to",
    r"\b(?:go|goes|going|went) on\b": "continue",
    r"(?<!instead )\bof (?:its|their) own\b": "its own, separate",
    r"\b[Tt]hat is where\b|\b[Ii]t is said\b": "say it in one clause",
    r"\b(?:a|each|every) text (?:from|in|is|of|that|to|which|with)\b": "text, a string, a line",
    r"\b(?:[Ww]hoever|[Ss]omebody|[Nn]obody)\b": "the caller, a user, no one",
    r"\bat the latest\b": "no later than",
}


def git(*arguments: str, check: bool = True) -> str:
    """Returns the output of git, in which files need not be text."""
    run = subprocess.run(["git", *arguments], capture_output=True, check=check)
    return run.stdout.decode("utf-8", "replace")


def main() -> None:
    """Prints the phrases, and ends with 1 if there are any."""
    # An archive, and a clone of one commit, have no history: nothing is checked.
    base = (sys.argv[1:] or [git("merge-base", "HEAD", "HEAD~1", check=False).strip()])[0]
    options = ("-U0", "--no-color", "--no-ext-diff", "--dst-prefix=b/")
    name, number, found = "", 0, []
    for line in git("diff", *options, base, "--").split("\n") if base else []:
        if line.startswith("+++ "):
            name = line[6:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)", line):
            number = int(hunk[1]) - 1
        elif line.startswith("+"):
            number += 1
            comment = COMMENT.search(line[1:]) if CODE.search(name) else None
            text = (comment[1] or "") if comment else line[1:] if name.endswith(".md") else ""
            for phrase, better in () if LEFT_OUT.search(name) else PHRASES.items():
                if match := re.search(phrase, QUOTED.sub("``", text)):
                    found.append(f"{name}:{number}: {match[0].strip()}: {better}")
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))


main()
