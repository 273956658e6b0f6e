"""Builds the site of the documentation, and checks every link in it.

    python3 site/build.py --target DIR [--playground FILE]

DIR is replaced. FILE is the playground, which `packages/js/build.mjs` builds and which becomes a
page of the site. It needs mdBook on the path. The exit status is 1 if a link leads nowhere, or if
a page would load something from another host.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).resolve().parent
# Resources that a browser loads by itself; all other links are followed by a person.
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}

PLAYGROUND = "playground.html"


class Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[tuple[str, bool]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Records an element's id and its target."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append((value, (tag, name) in LOADED))


def problems(site: Path) -> Iterator[str]:
    """Returns the faults in the links of a site, one sentence each."""
    files = sorted(site.rglob("*.html"))
    pages = {file: Page(file.read_text("utf-8")) for file in files}
    for file, page in pages.items():
        if file.name == "404.html":
            # Its links are relative to where the site is served.
            continue
        name = file.relative_to(site)
        for link, is_loaded in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if is_loaded and parts.scheme != "data":
                    yield f"{name} loads {link}"
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_relative_to(site) or not target.exists():
                yield f"{name}: there is no {link}"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}: there is no heading for {link}"


def main() -> int:
    """Builds, checks, and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--playground", type=Path)
    options = parser.parse_args()
    site = options.target.resolve()
    shutil.rmtree(site, ignore_errors=True)
    subprocess.run(["mdbook", "build", HERE, "--dest-dir", site], check=True)
    if options.playground:
        shutil.copy(options.playground, site / PLAYGROUND)
    found = [
        problem for problem in problems(site) if options.playground or PLAYGROUND not in problem
    ]
    for problem in found:
        print(problem, file=sys.stderr)
    pages = len(list(site.rglob("*.html")))
    print(f"{pages} pages, {len(found)} broken links: {site / 'index.html'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
