"""The backend for deepagents."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from deepagents import create_deep_agent
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


def test_nothing_outside_is_read(backend: ReadroomBackend) -> None:
    for path in ("/link.txt", "/../secret.txt"):
        result = backend.read(path)
        assert result.error
        assert "SECRET" not in repr(result)


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
