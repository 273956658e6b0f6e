"""The component in a generic host: the component interface of wasmtime for Python, used as its
documentation says.

Its file system follows links in paths, and is not a second wall: the directory is trusted.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import readroom
import wasmtime
from wasmtime import component


@pytest.fixture(scope="module")
def compiled() -> tuple[wasmtime.Engine, component.Component]:
    config = wasmtime.Config()
    config.cache = True
    engine = wasmtime.Engine(config)
    return engine, component.Component(engine, readroom.component())


@pytest.fixture
def call(
    compiled: tuple[wasmtime.Engine, component.Component], tmp_path: Path
) -> Callable[..., Any]:
    """Returns a function that calls one of the component by its name, in a separate instance."""
    engine, reader = compiled
    linker = component.Linker(engine)
    linker.add_wasip2()

    def call(name: str, *arguments: Any) -> Any:
        store = wasmtime.Store(engine)
        wasi = wasmtime.WasiConfig()
        wasi.preopen_dir(str(tmp_path), "/project", False)
        store.set_wasi(wasi)
        function = linker.instantiate(store, reader).get_func(store, name)
        assert function is not None
        return function(store, *arguments)

    return call


def test_a_file_is_read_as_numbered_text(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\nthree\n")
    for path in ("a.txt", "/project/a.txt"):
        assert shown(call("read-file", path, None, None)) == "1\tone\n2\ttwo\n3\tthree\n"
    assert shown(call("read-file", "a.txt", 2, 1)) == "2\ttwo\n[Lines 2-2 of 3.]"
    (tmp_path / "long.txt").write_text("word\n" * 3000)
    notice = shown(call("read-file", "long.txt", None, None)).split("\n")[-1]
    assert '"start":2001' in notice and notice.endswith("]")
    assert shown(call("read-file", "a.txt", -1, None)).startswith("3\tthree")


def test_a_picture_is_described(call: Callable[..., Any], tmp_path: Path) -> None:
    png = (
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFN"
        "AAAAC0lEQVR4nGNgwAQAABQAAX3+Hu4AAAAASUVORK5CYII="
    )
    (tmp_path / "logo.png").write_bytes(base64.b64decode(png))
    expected = "[image/png, 3 x 2 pixels. The answer is text, so its picture is not shown.]"
    assert shown(call("read-file", "logo.png", None, None)) == expected


def test_an_outline_is_text_too(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class A:\n    def f(self):\n        return 1\n\n\ndef g():\n    return 2\n"
    )
    text = shown(call("outline-file", "a.py"))
    assert "class A" in text and "def f" in text and "def g" in text and "return" not in text


def test_files_are_found_and_searched(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("src/a.py", "src/b.rs", "c.py"):
        (tmp_path / name).write_text("one\ntwo\n")
    assert shown(call("find-file", "*.py", None, None)) == "c.py\nsrc/a.py\n[2 entries found.]"
    assert "src/a.py" in shown(call("find-file", "*.py", "/project/src", None))
    found = shown(call("search-file", "tw.", "src", None, None))
    assert found.startswith("src/a.py\n2\ttwo\n") and "src/b.rs" in found
    only = shown(call("search-file", "two", None, "*.rs", None))
    assert "src/b.rs\n2\ttwo\n" in only and "a.py" not in only
    assert "nothing" not in shown(call("search-file", "three", None, None, None))
    (tmp_path / "many.txt").write_text("word\n" * 3000)
    page = shown(call("search-file", "word", "many.txt", None, None))
    cursor = json.loads(page[page.index("Next: ") + 6 : -1])["cursor"]
    more = shown(call("search-file", "word", "many.txt", None, cursor))
    assert more != page and more.split("\n")[1].endswith("\tword")


def test_an_error_is_text_for_a_model(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    for function, arguments, part in (
        ("read-file", ("b.txt", None, None), "does not exist"),
        ("read-file", ("../b.txt", None, None), "outside"),
        ("read-file", ("a.txt", 0, None), "start"),
        ("read-file", ("a.txt", 5, None), "1 line"),
        ("outline-file", ("b.txt",), "does not exist"),
        ("find-file", ("[", None, None), "is not a glob"),
        ("find-file", ("*", "../b", None), "outside"),
        ("search-file", ("(", None, None, None), "not a regular expression"),
        ("search-file", ("a", "b.txt", None, None), "does not exist"),
        ("search-file", ("a", None, None, "nonsense"), "cursor"),
    ):
        answer = call(function, *arguments)
        assert (answer.tag, part in answer.payload) == ("err", True), answer.payload


def test_the_component_denies_files_that_look_like_secrets(
    call: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("KEY=1\n")
    (tmp_path / ".agentignore").write_text("drafts/\n")
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts/plan.md").write_text("later\n")
    for path in (".env", "drafts/plan.md"):
        answer = call("read-file", path, None, None)
        assert (answer.tag, "may not be read" in answer.payload) == ("err", True), answer.payload
    for answer in (call("find-file", "*", None, None), call("search-file", ".", None, None, None)):
        assert "plan" not in answer.payload and "KEY" not in answer.payload
    answer = call("search-file", "KEY", ".env", None, None)
    assert (answer.tag, "may not be read" in answer.payload) == ("err", True), answer.payload


def shown(answer: Any) -> str:
    """Returns the text of a result, which wasmtime represents as a variant."""
    assert answer.tag == "ok", answer.payload
    assert isinstance(answer.payload, str)
    return answer.payload
