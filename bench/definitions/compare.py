"""Compares the definitions of Readroom with those of Universal Ctags, by name.

    compare.py --program target/release/examples/definitions [--differences LANGUAGE] DIRECTORY…

The names that both find in a file are counted, and with them the ends of their blocks. Prints a
table in Markdown. README.md says what the columns mean.
"""

import argparse
import functools
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

EXTENSIONS = {
    "Rust": "rs",
    "Python": "py pyi",
    "TypeScript": "ts",
    "JavaScript": "js mjs cjs",
    "Go": "go",
    "Java": "java",
    "C": "c",
    "C++": "cpp cc cxx hpp hh",
    "Ruby": "rb",
    "C#": "cs",
    "PHP": "php",
    "Kotlin": "kt",
}
LANGUAGES = {end: language for language, ends in EXTENSIONS.items() for end in ends.split()}
# The kinds of Ctags: what can be called or is a type, other values, and members of types.
KINDS = {
    "code": "function func method class struct union enum interface trait typedef type alias talias"
    " generator getter setter singletonMethod methodSpec object annotation typealias macro",
    "values": "constant const variable var define",
    "members": "field member property enumerator enumConstant accessor event anonMember",
}
FUNCTIONS = "function func method generator getter setter singletonMethod".split()
GROUPS = {kind: group for group, kinds in KINDS.items() for kind in kinds.split()}
# A module is counted only as one of ours, a package of a whole file not at all.
EXCEPTIONS = {
    ("Python", "member"): "code",
    ("C", "macro"): "values",
    ("C++", "macro"): "values",
    ("PHP", "alias"): "others",
    ("C", "member"): "others",
    ("C++", "member"): "others",
    ("Go", "member"): "others",
    ("Go", "anonMember"): "others",
    ("Rust", "field"): "others",
}
LARGEST = 400_000


def files(directories: list[str]) -> dict[str, list[str]]:
    """Returns the files of each language. Generated and minified files are left out."""
    found = defaultdict(list)
    for directory in directories:
        for path in sorted(Path(directory).rglob("*")):
            language = LANGUAGES.get(path.suffix[1:])
            if not language or not path.is_file() or path.is_symlink():
                continue
            data = path.read_bytes()
            lines = data.count(b"\n") + 1
            if len(data) <= LARGEST and len(data) / lines < 100 and ".min." not in path.name:
                found[language].append(str(path))
    return found


def plain(name: str) -> str:
    """Returns a name without what the two write differently."""
    name = re.sub(r"\s", "", name) if name.startswith("operator") else name.strip("`'\"")
    # The interface of a method in C#.
    name = re.sub(r"^I[A-Z]\w*\.(?=\w+$)", "", name)
    return name.removeprefix("#").removeprefix("r#")


def of_ctags(paths: list[str]) -> list[dict]:
    """Returns the tags in files, with their kinds and the lines of their ends."""
    command = ["ctags", "--output-format=json", "--fields=+neKz", "--sort=no", "-f-", "-L-"]
    command += ["--langmap=C++:+.cc.hh.cxx.hpp", "--kinds-Go=-P", "--kinds-Python=-Iix"]
    output = subprocess.run(
        command, input="\n".join(paths), capture_output=True, check=True, text=True
    ).stdout
    return read_tags(output)


def read_tags(output: str) -> list[dict]:
    """Returns tags in the JSON of Ctags, except local ones and those that are not in their line."""
    lines = functools.cache(lambda path: Path(path).read_text(errors="replace").split("\n"))

    def is_written(tag: dict) -> bool:
        line = re.sub(r"operator\s+", "operator", lines(tag["path"])[tag["line"] - 1])
        return tag["name"].startswith("operator") or plain(tag["name"]) in line

    tags = map(json.loads, filter(None, output.split("\n")))
    tags = (tag for tag in tags if tag["_type"] == "tag" and not is_local(tag))
    return [tag for tag in tags if is_written(tag)]


def is_local(tag: dict) -> bool:
    """Returns whether a value or an alias is in a function."""
    is_value = tag["kind"] in KINDS["values"].split() + ["typedef", "alias"]
    return is_value and tag.get("scopeKind") in FUNCTIONS


def of_program(program: str, paths: list[str]) -> list[tuple[str, int, int, str]]:
    output = subprocess.run(
        [program], input="\n".join(paths), capture_output=True, check=True, text=True
    ).stdout
    rows = (line.split("\t") for line in output.split("\n") if line)
    return [(row[0], int(row[1]), int(row[2]), plain(row[3])) for row in rows if row[3]]


def group_of(language: str, kind: str) -> str:
    return EXCEPTIONS.get((language, kind), GROUPS.get(kind, "others"))


class Comparison:
    """The names in files of one language: those of both, and those of one only."""

    def __init__(self, program: str, language: str, paths: list[str], tags: list[dict]) -> None:
        ours = of_program(program, paths)
        # A name may have two kinds at once.
        tags = {(tag["path"], tag["line"], plain(tag["name"])): tag for tag in tags}
        # The same name in the same line, or else in the same file.
        left = Counter((path, line, name) for path, line, _, name in ours)
        exact = {key for key in tags if left[key] > 0}
        left.subtract(exact)
        elsewhere = Counter()
        for (path, _, name), count in left.items():
            elsewhere[path, name] += count
        self.missing, self.found = defaultdict(list), Counter()
        for key, tag in tags.items():
            path, line, name = key
            group = group_of(language, tag["kind"])
            is_elsewhere = key not in exact and elsewhere[path, name] > 0
            elsewhere[path, name] -= is_elsewhere
            if key in exact or is_elsewhere:
                self.found[group] += 1
            else:
                self.missing[group].append(f"{path}:{line}: {tag['kind']} {name}")
        self.extra = []
        for path, line, _, name in ours:
            is_extra = left[path, line, name] > 0 and elsewhere[path, name] > 0
            # The title of a test has spaces.
            if is_extra and " " not in name:
                left[path, line, name] -= 1
                elsewhere[path, name] -= 1
                self.extra.append(f"{path}:{line}: {name}")
        self.total = len(ours)
        ends = {(path, line, name): last for path, line, last, name in ours}
        self.ends, self.wrong_ends = 0, []
        for key, tag in tags.items():
            if group_of(language, tag["kind"]) == "code" and "end" in tag and key in ends:
                self.ends += 1
                if ends[key] != tag["end"]:
                    path, line, name = key
                    self.wrong_ends.append(f"{path}:{line}: {name} {ends[key]} {tag['end']}")

    def row(self) -> list[str]:
        cells = []
        for group in KINDS:
            found, missing = self.found[group], len(self.missing[group])
            cells += [f"{found + missing:,}", share(found, found + missing)]
        cells += [f"{self.total:,}", share(self.total - len(self.extra), self.total)]
        return cells + [share(self.ends - len(self.wrong_ends), self.ends)]


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def main() -> None:
    """Compares the files below directories."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the example `definitions`")
    parser.add_argument("--differences", metavar="LANGUAGE", help="lists its differences")
    parser.add_argument("--tags", type=Path, help="tags of another parser, in the same JSON")
    parser.add_argument("directories", nargs="+")
    arguments = parser.parse_args()
    print("| language | files | code | recall | values | recall | members | recall |", end="")
    print(" ours | precision | ends |")
    print("|---" * 11 + "|")
    for language, paths in sorted(files(arguments.directories).items()):
        if arguments.differences not in (None, language):
            continue
        tags = of_ctags(paths)
        if arguments.tags:
            known = set(paths)
            tags = [tag for tag in read_tags(arguments.tags.read_text()) if tag["path"] in known]
            paths = sorted({tag["path"] for tag in tags})
        if not tags:
            continue
        comparison = Comparison(arguments.program, language, paths, tags)
        print("|", " | ".join([language, f"{len(paths):,}", *comparison.row()]), "|")
        sys.stdout.flush()
        if arguments.differences:
            for group, missing in comparison.missing.items():
                print(*(f"missing {group}: {line}" for line in missing), sep="\n")
            print(*(f"extra: {line}" for line in comparison.extra), sep="\n")
            print(*(f"end: {line}" for line in comparison.wrong_ends), sep="\n")


if __name__ == "__main__":
    main()
