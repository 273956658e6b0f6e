"""The backend for deepagents."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from deepagents import create_deep_agent
from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import GlobResult, GrepMatch, LsResult
from langchain_core.messages import ToolMessage
from readroom import Policy, Room, RoomError
from readroom.deepagents import ReadroomBackend

from models import ScriptedChat


@pytest.fixture
def backend(root: Path) -> ReadroomBackend:
    (root / "ten.txt").write_text("".join(f"line {n}\n" for n in range(1, 11)))
    return ReadroomBackend(root)


def content(backend: ReadroomBackend, path: str, **window: int) -> str:
    """Returns the content of a file that can be read."""
    result = backend.read(path, **window)
    assert result.file_data is not None, result.error
    return result.file_data["content"]


@pytest.mark.parametrize("awaited", [False, True])
def test_a_model_is_shown_text_images_and_errors(root: Path, png: str, awaited: bool) -> None:
    files = ["notes.txt", "dot.png", "nothing.txt", "link.txt"]
    model = ScriptedChat(calls=[("read_file", {"file_path": f"/{name}"}) for name in files])
    agent = create_deep_agent(model, backend=ReadroomBackend(root))
    asked: Any = {"messages": [("user", "Read.")]}
    if awaited:
        asyncio.run(agent.ainvoke(asked))
    else:
        agent.invoke(asked)
    answers: list[Any] = [each for each in model.requests[1] if isinstance(each, ToolMessage)]
    text, image, missing, link = answers
    assert text.content.splitlines() == ["@@ lines 1-3 of 3 @@", "one", "two", "three"]
    assert [(block["type"], block["base64"]) for block in image.content_blocks] == [("image", png)]
    assert "'nothing.txt' does not exist" in missing.content
    assert "SECRET" not in repr(model.requests)
    assert "outside" in link.content


def test_a_page_says_where_it_is(backend: ReadroomBackend) -> None:
    page = backend.read("/ten.txt", offset=2, limit=3)
    assert page.file_data == {"content": "line 3\nline 4\nline 5\n", "encoding": "utf-8"}
    window = (page.start_line, page.end_line, page.next_offset, page.total_lines)
    assert window == (3, 5, 5, 10)
    last = backend.read("/ten.txt", offset=8)
    assert (last.end_line, last.next_offset) == (10, None)
    assert backend.read("/ten.txt", limit=0).no_lines_requested
    assert backend.read("/ten.txt", offset=99).error


def test_files_are_what_deepagents_expects(root: Path, backend: ReadroomBackend, png: str) -> None:
    (root / "crlf.txt").write_bytes(b"a\r\nb\r\n")
    (root / "empty.txt").write_text("")
    (root / "rain.ipynb").write_text('{"cells": []}\n')
    assert content(backend, "/crlf.txt") == "a\nb\n"
    assert content(backend, "/empty.txt") == ""
    # Its own backend reads notebooks as text too.
    assert content(backend, "/rain.ipynb") == '{"cells": []}\n'
    assert content(backend, "/dot.png") == png
    pdf = backend.read("/paper.pdf").file_data
    assert pdf is not None
    assert pdf["encoding"] == "base64"


def test_a_directory_is_an_error(root: Path, backend: ReadroomBackend) -> None:
    (root / "src").mkdir()
    assert backend.read("/src").error == "'src' is a directory. List it with ls."


def test_nothing_outside_is_read(backend: ReadroomBackend) -> None:
    for path in ("/link.txt", "/../secret.txt"):
        result = backend.read(path)
        assert result.error
        assert "SECRET" not in repr(result)


def names(result: LsResult | GlobResult) -> list[str]:
    """Returns the paths of a result."""
    assert result.error is None
    entries = result.entries if isinstance(result, LsResult) else result.matches
    assert entries is not None
    return [each["path"] for each in entries]


@pytest.fixture
def tree(root: Path) -> Path:
    """Adds directories, and files that are hidden, ignored or secret."""
    for name in ("src/deep/b.py", "src/a.py", "src/.hidden/c.py", "target/d.py", ".config/e.yml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("first\r\ncat\nlast\nend\n")
    (root / "empty").mkdir()
    (root / ".gitignore").write_text("target/\n")
    (root / ".env").write_text("cat SECRET\n")
    (root / "binary").write_bytes(b"cat\0\1\2")
    for link, target in (("near.txt", "notes.txt"), ("gone", "nothing"), ("to", "src")):
        (root / link).symlink_to(target)
    return root


@pytest.mark.parametrize("path", ["/", "/src", "/src/", "src", "/empty", "/nothing", "/notes.txt"])
def test_a_directory_is_listed_as_by_deepagents(tree: Path, path: str) -> None:
    ours, own = (backend.ls(path) for backend in (ReadroomBackend(tree), FilesystemBackend(tree)))
    assert ours.error == own.error
    if own.entries is None or ours.entries is None:
        assert ours.entries == own.entries
        return
    # What the policy denies is not there. The names of links differ, see below.
    links = {"/near.txt", "/to/", "/link.txt", "/.env"}
    files = {each["path"]: each for each in ours.entries if each["path"] not in links}
    wanted = {each["path"]: each for each in own.entries if each["path"] not in links}
    assert files.keys() == wanted.keys()
    for name, file in files.items():
        assert (file["is_dir"], file["size"]) == (wanted[name]["is_dir"], wanted[name]["size"])
        if not file["is_dir"]:
            ours_at, own_at = (
                datetime.fromisoformat(each[name]["modified_at"]) for each in (files, wanted)
            )
            # A room has milliseconds.
            assert abs(ours_at - own_at) < timedelta(milliseconds=1)


def test_links_are_listed_by_their_own_names(tree: Path) -> None:
    ours, own = names(ReadroomBackend(tree).ls("/")), names(FilesystemBackend(tree).ls("/"))
    assert {"/near.txt", "/to/", "/notes.txt", "/src/"} <= {*ours}
    assert (own.count("/notes.txt"), own.count("/src/")) == (2, 2)
    assert not {"/link.txt", "/gone"} & {*ours, *own}
    assert names(ReadroomBackend(tree).ls("/to")) == ["/to/.hidden/", "/to/a.py", "/to/deep/"]


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.py", None),
        ("**/*.py", "/"),
        ("src/*.py", "/"),
        ("/*.txt", "/"),
        ("*.py", "/src"),
        ("deep/*", "/src"),
        ("*.{yml,txt}", None),
        (".*", None),
        ("[ab].py", None),
        ("!(a).py", None),
        ("!*.py", None),
        ("**", "/src"),
        ("[a-", None),
        ("../*", None),
        ("*.py", "/nothing"),
        ("*", "/notes.txt"),
    ],
)
def test_files_are_found_as_by_deepagents(tree: Path, pattern: str, path: str | None) -> None:
    ours, own = (
        backend.glob(pattern, path) for backend in (ReadroomBackend(tree), FilesystemBackend(tree))
    )
    assert ours.error == own.error
    if own.matches is None or ours.matches is None:
        assert ours.matches == own.matches
        return
    # Its own follows links, and returns what they lead to, once more.
    wanted = sorted({each["path"] for each in own.matches} - {"/.env"})
    assert names(ours) == wanted
    assert not ours.truncated


@pytest.mark.parametrize(
    ("pattern", "path", "glob"),
    [
        ("cat", None, None),
        ("cat", "/src", None),
        ("cat", "/src/a.py", None),
        ("cat", None, "*.py"),
        ("cat", "/", "src/**/*.py"),
        ("cat", None, "deep/*.py"),
        ("no such text", None, None),
        ("c.t", None, None),
        ("cat", "/nothing", None),
        ("cat", None, "../*"),
    ],
)
def test_lines_are_found_as_by_deepagents(
    tree: Path, pattern: str, path: str | None, glob: str | None
) -> None:
    ours, own = (
        backend.grep(pattern, path, glob, context_lines=1)
        for backend in (ReadroomBackend(tree), FilesystemBackend(tree))
    )
    assert ours.error == own.error
    assert ours.matches is not None
    assert own.matches is not None
    # Its own takes them only without the program rg.
    others = ("/.env", "/.config/", "/target/", "/src/.hidden/", "/binary")
    wanted = [each for each in own.matches if not each["path"].startswith(others)]
    if path != "/src/a.py":
        assert sorted(ours.matches, key=place) == sorted(wanted, key=place)
        return
    # Without rg, its own searches the directory of a file.
    assert [match["path"] for match in ours.matches] == ["/src/a.py"]


def place(match: GrepMatch) -> tuple[str, int]:
    return match["path"], match["line"]


def test_a_search_ends_at_its_cap(tree: Path) -> None:
    (tree / "many.txt").write_text("cat\n" * 25_000)
    backend = ReadroomBackend(tree)
    for count, truncated in ((3, True), (25_000, False), (24_999, True)):
        result = backend.grep("cat", "/many.txt", max_count=count)
        assert result.matches is not None
        assert (len(result.matches), result.truncated) == (count, truncated)
    every = backend.grep("cat", "/many.txt")
    assert every.matches is not None
    assert [match["line"] for match in every.matches] == [*range(1, 25_001)]
    assert not every.truncated
    assert asyncio.run(backend.agrep("cat", "/many.txt", max_count=2)).truncated
    (tree / "long.txt").write_text(f"{'x' * 500_000}cat\n")
    (match,) = backend.grep("cat", "/long.txt").matches or []
    assert len(match["text"]) == 500_003
    with pytest.raises(ValueError, match="non-negative"):
        backend.grep("cat", context_lines=-1)


def test_many_names_are_many_pages(tree: Path) -> None:
    for number in range(10_050):
        (tree / "empty" / f"{number}.many").touch()
    backend = ReadroomBackend(tree)
    assert len(names(backend.ls("/empty"))) == 10_050
    assert len(names(backend.glob("*.many"))) == 10_050


def test_what_is_denied_is_neither_listed_nor_found(tree: Path) -> None:
    model = ScriptedChat(
        calls=[
            ("ls", {"path": "/"}),
            ("glob", {"pattern": ".*"}),
            ("grep", {"pattern": "cat", "glob": ".*"}),
            ("grep", {"pattern": "cat", "output_mode": "content"}),
        ]
    )
    asked: Any = {"messages": [("user", "Look.")]}
    create_deep_agent(model, backend=ReadroomBackend(tree)).invoke(asked)
    answers: list[Any] = [each for each in model.requests[1] if isinstance(each, ToolMessage)]
    listed, found, searched, lines = [each.content for each in answers]
    assert "/.gitignore" in listed
    assert "/.gitignore" in found
    assert "/src/a.py" in lines
    assert "/.env" not in listed + found + searched + lines
    assert "SECRET" not in repr(model.requests)


def test_a_room_lists_below_its_working_directory(tree: Path) -> None:
    with Room(tree, cwd=tree / "src") as room:
        backend = ReadroomBackend(room)
        assert names(backend.ls("/")) == ["/.hidden/", "/a.py", "/deep/"]
        assert names(backend.glob("*.py", "/deep")) == ["/deep/b.py"]
        matches = backend.grep("cat", "/deep").matches or []
        assert [match["path"] for match in matches] == ["/deep/b.py"]


def test_the_rest_is_deepagents_own(backend: ReadroomBackend) -> None:
    assert backend.edit("/ten.txt", "line 3", "line three").error is None
    assert content(backend, "/ten.txt", offset=2, limit=1) == "line three\n"


def test_a_room_brings_its_policy_and_working_directory(root: Path) -> None:
    (root / "src").mkdir()
    (root / "src" / "a.txt").write_text("a\n")
    (root / "src" / ".env").write_text("SECRET\n")
    with Room(root, cwd=root / "src", policy=Policy(rules="default")) as room:
        backend = ReadroomBackend(room)
        assert content(backend, "/a.txt") == "a\n"
        assert backend.read("/.env").error
        assert backend.write("/b.txt", "b\n").error is None
        assert (root / "src" / "b.txt").read_text() == "b\n"


def test_a_room_in_memory_has_nowhere_to_write() -> None:
    with (
        Room.from_files({"a.txt": "a\n"}, name="/no-such-directory") as room,
        pytest.raises(RoomError, match="no directory '/no-such-directory'"),
    ):
        ReadroomBackend(room)
