"""Finding files and searching them."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from readroom import AsyncRoom, CallError, Limits, Room, RoomError, _component_room, errors
from readroom.contract import (
    ColumnRange,
    FindRequest,
    Found,
    FoundEntry,
    Heading,
    MapRequest,
    MatchLine,
    Scope,
    SearchRequest,
    SearchResults,
    Skipped,
)
from readroom.generated.methods import AsyncMethods, Methods

from engines import WAYS

FILES = {
    ".gitignore": "*.log\n",
    ".env": "cat=1\n",
    ".hidden/cat.txt": "cat\n",
    "a.log": "cat\n",
    "deep/er/b.txt": "a Cat\n",
    "shapes.py": "class Square:\n    def name(self):\n        return 'cat'\n",
    "z.md": "one cat, two cats\nno dog\ncat(1)\n",
}


@pytest.fixture(params=WAYS)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room in which calls are made by each engine."""
    for time, (name, text) in enumerate(FILES.items(), 1_000_000_000):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (time, time))
    with Room(tmp_path, **WAYS[request.param]) as room:
        yield room


def names(found: Found | SearchResults) -> list[str]:
    """Returns the paths on a page."""
    entries: Sequence[Any] = found.entries if isinstance(found, Found) else found.files
    return [entry.path for entry in entries]


def test_files_are_found_by_their_names(room: Room) -> None:
    assert names(room.find()) == ["deep/er/b.txt", "shapes.py", "z.md"]
    for options, wanted in (
        ({"path": "deep"}, ["deep/er/b.txt"]),
        ({"globs": "*.md"}, ["z.md"]),
        ({"globs": ["*.{md,txt}", "!b.*"]}, ["z.md"]),
        ({"globs": ("*.md", "*.py")}, ["shapes.py", "z.md"]),
        ({"ignored": True, "depth": 1}, ["a.log", "shapes.py", "z.md"]),
        ({"kinds": ["directory"]}, ["deep", "deep/er"]),
        ({"order": "modified"}, ["z.md", "shapes.py", "deep/er/b.txt"]),
        # Denied files do not appear.
        ({"hidden": True, "globs": [".*", "cat.*"]}, [".gitignore", ".hidden/cat.txt"]),
        ({"entries": 10**30, "depth": 10**30}, ["deep/er/b.txt", "shapes.py", "z.md"]),
    ):
        assert names(room.find(**options)) == wanted, options
    modified = (1_000_000_000 + list(FILES).index("z.md")) * 1000
    entry = FoundEntry("z.md", "file", len(FILES["z.md"]), modified, None, None)
    nothing = Skipped(0, 0, (), 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert room.find("z.md", details=True) == Found((entry,), None, False, nothing, None)
    skipped = room.find().skipped
    assert (skipped.hidden, skipped.ignored, skipped.ignored_by) == (2, 1, (".gitignore",))
    found = room.find("deep", globs="deep/**")
    assert (names(found), found.globs) == (["deep/er/b.txt"], ("/**",))


def test_lines_are_found(room: Room) -> None:
    results = room.search("cat", order="modified")
    assert (results.stopped, results.next, results.searched) == ("end", None, 3)
    assert names(results) == ["z.md", "shapes.py"]
    file = results.files[0]
    assert (file.matches, file.complete) == (2, True)
    ranges = (ColumnRange(5, 8), ColumnRange(14, 17))
    first = MatchLine(1, "one cat, two cats", 1, False, True, ranges, None, None)
    last = MatchLine(3, "cat(1)", 1, False, True, (ColumnRange(1, 4),), None, None)
    assert [group.lines for group in file.groups] == [(first,), (last,)]
    with_others = room.search("dog", "z.md", before=1, after=1).files[0].groups[0]
    assert [line.matches for line in with_others.lines] == [False, True, False]
    headers = room.search("return", headers=True).files[0].groups[0].headers
    assert headers == (Heading(1, "class Square:"), Heading(2, "    def name(self):"))
    for pattern, options, wanted in (
        ("cat(", {"syntax": "literal"}, ["z.md"]),
        ("CAT", {"letter_case": "insensitive", "globs": "*.txt"}, ["deep/er/b.txt"]),
        (r"^\s+def \w+", {"output": "files"}, ["shapes.py"]),
        ("cats?", {"words": True, "path": "z.md"}, ["z.md"]),
        ("cat", {"hidden": True, "globs": [".env", "cat.*"]}, [".hidden/cat.txt"]),
        ("\ud800", {}, []),
    ):
        found = room.search(pattern, **options)
        assert names(found) == wanted, (pattern, options)
    counts = room.search("a", output="counts", order="matches").files
    assert [file.matches for file in counts] == [3, 2, 1]


def test_pages_follow_each_other(room: Room) -> None:
    found, cursor = list[FoundEntry](), None
    while True:
        page = room.find(entries=1, cursor=cursor)
        found += page.entries
        if page.next is None:
            break
        cursor = page.next
    assert found == list(room.find().entries)
    lines, cursor = list[str](), None
    while True:
        results = room.search("cat", matches=1, cursor=cursor)
        lines += [
            line.text for file in results.files for group in file.groups for line in group.lines
        ]
        if results.next is None:
            break
        assert results.stopped == "match-limit"
        cursor = results.next
    assert lines == ["        return 'cat'", "one cat, two cats", "cat(1)"]


def test_invalid_searches_are_refused(room: Room) -> None:
    for path, wanted in (
        ("nothing", errors.NotFoundError),
        ("..", errors.OutsideRootError),
        (".env", errors.PermissionDeniedError),
        ("", errors.InvalidPathError),
    ):
        with pytest.raises(wanted):
            room.find(path)
        with pytest.raises(wanted):
            room.search("cat", path)
    for of_find in ({"cursor": "1"}, {"entries": 0}, {"globs": "a{"}):
        with pytest.raises(errors.InvalidArgumentError):
            room.find(**of_find)
    for pattern, options in (("(", {}), ("a\nb", {}), ("a", {"cursor": "1"}), ("a", {"bytes": 0})):
        with pytest.raises(errors.InvalidArgumentError):
            room.search(pattern, **options)
    for wrong in ({"globs": 1}, {"globs": [1]}, {"hidden": 1}, {"path": 1}, {"entries": "1"}):
        with pytest.raises(TypeError):
            room.find(**wrong)
    for wrong_name in ({"kinds": ["folder"]}, {"order": "name"}):
        with pytest.raises(RoomError):
            room.find(**wrong_name)
    with pytest.raises(TypeError):
        room.search(b"cat")  # type: ignore[arg-type]
    assert len(room.find().entries) == 3


def test_the_same_is_awaited(room: Room) -> None:
    async def look() -> tuple[Found, SearchResults]:
        of = AsyncRoom(room)
        return await of.find(globs="*.md"), await of.search("cat", "deep", before=1)

    assert asyncio.run(look()) == (room.find(globs="*.md"), room.search("cat", "deep", before=1))


@pytest.mark.parametrize("given", [None, 7])
def test_a_page_ends_before_its_call(
    given: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[Any]()

    class Engine:
        def run(self, _: object, __: object, function: str, arguments: list[Any]) -> None:
            seen.append((function, arguments[0]["milliseconds"]))
            raise CallError("it is only listened to")

    monkeypatch.setattr(_component_room, "current", Engine)
    with Room(tmp_path, engine="component", limits=Limits(time=10)) as room:
        with pytest.raises(CallError):
            room.find(milliseconds=given)
        with pytest.raises(CallError):
            room.search("cat", milliseconds=given)
    assert seen == [("find", given or 5000), ("search", given or 5000)]


def test_the_options_are_those_of_the_contract() -> None:
    def of(record: type) -> set[str]:
        return {field.name for field in dataclasses.fields(record)}

    for name, record, more in (
        ("find", FindRequest, set[str]()),
        ("search", SearchRequest, {"progress"}),
        ("map", MapRequest, set[str]()),
    ):
        parameters = set(inspect.signature(getattr(Methods, name)).parameters) - {"self"}
        assert parameters == (of(record) | of(Scope) | more) - {"scope"}
        assert inspect.signature(getattr(AsyncMethods, name)).parameters.keys() >= parameters
