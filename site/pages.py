"""A preprocessor for mdBook: pages made of files that are also read in the repository.

A page may consist of one line, `{{#include ../CONTRIBUTING.md}}`, and is that file then. Links to
such a file lead to its page. Links to files without a page lead to the repository if the setting
`git-repository-url` says where it is; otherwise they are text.

https://rust-lang.github.io/mdBook/for_developers/preprocessors.html is the protocol.
"""

import json
import posixpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Chapter = dict[str, Any]

INCLUDE = re.compile(r"\{\{#include (\S+)\}\}")
# A fenced block, a code span, or a link. In the first two there are no links.
PIECE = re.compile(
    r"(?P<code>^```.*?^```|``.*?``|`[^`]*`)"
    r"|(?P<image>!?)\[(?P<text>(?:`[^`]*`|[^][`])*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)


def chapters(items: list[Any]) -> Iterator[Chapter]:
    """Returns the chapters that have a file, in order."""
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter is not None:
            if chapter["path"] is not None:
                yield chapter
            yield from chapters(chapter["sub_items"])


class Site:
    """The pages of the site, by the files of the repository that they show."""

    def __init__(self, root: Path, source: str, repository: str | None) -> None:
        self.root = root
        self.source = source
        self.repository = repository
        self.pages: dict[str, str] = {}

    def add(self, chapter: Chapter) -> str:
        """Puts the text of the file into a chapter, and returns the file's path."""
        file = posixpath.join(self.source, chapter["path"])
        if included := INCLUDE.fullmatch(chapter["content"].strip()):
            file = posixpath.normpath(posixpath.join(posixpath.dirname(file), included[1]))
            chapter["content"] = (self.root / file).read_text("utf-8")
        self.pages[file] = chapter["path"]
        return file

    def link(self, target: str, page: str, file: str) -> str | None:
        """Returns the target of a file's link from its page. None: it leaves the site."""
        if "://" in target or target.startswith("#"):
            return target
        path, mark, heading = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        if file in self.pages:
            return (
                posixpath.relpath(self.pages[file], posixpath.dirname(page) or ".") + mark + heading
            )
        if (inside := posixpath.relpath(file, self.source)) and not inside.startswith(".."):
            return posixpath.relpath(inside, posixpath.dirname(page) or ".") + mark + heading
        if self.repository is None:
            return None
        kind = "tree" if (self.root / file).is_dir() else "blob"
        return f"{self.repository}/{kind}/main/{file}{mark}{heading}"

    def rewrite(self, text: str, page: str, file: str) -> str:
        """Returns the text of a file with the links of its page."""

        def piece(match: re.Match[str]) -> str:
            if match["code"] is not None:
                return match[0]
            target = self.link(match["target"], page, file)
            if target is None:
                return match["text"]
            return f"{match['image']}[{match['text']}]({target})"

        return PIECE.sub(piece, text)


def main() -> None:
    """Reads a book from standard input, and writes the book to be rendered."""
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    config = context["config"]
    root = Path(context["root"]).parent
    source = posixpath.normpath(posixpath.join("site", config["book"]["src"]))
    site = Site(root, source, config["output"]["html"].get("git-repository-url"))
    files = [(chapter, site.add(chapter)) for chapter in chapters(book["items"])]
    for chapter, file in files:
        chapter["content"] = site.rewrite(chapter["content"], chapter["path"], file)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
