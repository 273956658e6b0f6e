"""How the package is built, and its first impression on a user."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from readroom import AsyncRoom, Reply, Room, RoomError, _program
from readroom.contract import FileContent, TextContent

from engines import ENGINES

PACKAGE = Path(os.environ["READROOM_TESTS"]).parent / "packages/python"


def build_data(root: Path, target: str = "wheel") -> dict[str, Any]:
    """Returns the build hook's additions to a package."""
    (root / "src/readroom").mkdir(parents=True, exist_ok=True)
    (root / "src/readroom/readroom.wasm").write_bytes(b"")
    spec = importlib.util.spec_from_file_location("hatch_build", PACKAGE / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data: dict[str, Any] = {}
    module.ReadroomHook(str(root), {}, None, None, "", target).initialize("standard", data)
    return data


def test_a_wheel_has_its_program_or_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("READROOM_WHEEL_PROGRAM", raising=False)
    assert build_data(tmp_path) == {}
    program = tmp_path / "readroom.exe"
    program.write_bytes(b"")
    monkeypatch.setenv("READROOM_WHEEL_PLATFORM", "win_amd64")
    for missing in (tmp_path / "nothing", tmp_path, ""):
        monkeypatch.setenv("READROOM_WHEEL_PROGRAM", str(missing))
        with pytest.raises(FileNotFoundError, match="cargo build --release"):
            build_data(tmp_path)
        assert build_data(tmp_path, "sdist") == {}
    monkeypatch.setenv("READROOM_WHEEL_PROGRAM", str(program))
    data = build_data(tmp_path)
    assert data["shared_scripts"] == {str(program): "readroom.exe"}
    assert data["tag"] == "py3-none-win_amd64"
    monkeypatch.delenv("READROOM_WHEEL_PLATFORM")
    with pytest.raises(ValueError, match="name the platform"):
        build_data(tmp_path)


def test_an_error_for_a_missing_component_says_how_to_get_it() -> None:
    script = """
import sys
sys.modules["wasmtime"] = None
from readroom import Room, RoomError
try:
    Room(".", engine="component")
except RoomError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "pip install 'readroom[component]'" in done.stdout


def test_an_error_for_a_missing_program_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_program, "find", lambda: None)
    with pytest.raises(RoomError, match="READROOM_PROGRAM"):
        Room.from_files({"a.txt": ""})


@pytest.mark.parametrize("engine", ENGINES)
def test_rooms_and_documents_are_shown_in_a_line(engine: Any, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# One\n\n## Two\n\nthree\n")
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03\x08\x06\0\0\0"
    (tmp_path / "a.png").write_bytes(header + bytes(64))
    (tmp_path / "a.ipynb").write_text('{"cells":[],"nbformat":4,"nbformat_minor":5,"metadata":{}}')
    with Room(tmp_path, engine=engine) as room:
        assert repr(room) == f"<Room '{tmp_path}'>"
        assert repr(room.session("one")) == f"<Room '{tmp_path}, session one'>"
        assert repr(AsyncRoom(room)) == f"<AsyncRoom '{tmp_path}'>"
        document = room.read("a.md", start=2, lines=3)
        assert repr(document) == "<Document 'a.md': 3 of 5 lines, from line 2>"
        assert repr(room.read("a.md", view="outline")) == (
            "<Document 'a.md': outline with 2 entries>"
        )
        assert repr(room.read("a.md", known_version=document.version)) == (
            "<Document 'a.md': unchanged>"
        )
        assert repr(room.read("a.png")) == "<Document 'a.png': image/png, 2 x 3>"
        assert repr(room.read("a.ipynb")) == "<Document 'a.ipynb': 0 of 0 cells>"
    assert repr(room) == f"<Room '{tmp_path}', closed>"


def test_a_reply_has_its_texts() -> None:
    def text(*content: TextContent | FileContent) -> str:
        return Reply("answered", "{}", content, [], None, None).text

    file = FileContent("application/pdf", "AA==")
    assert text(TextContent("one"), file, TextContent("two")) == "one\ntwo"
    assert text(file) == ""
