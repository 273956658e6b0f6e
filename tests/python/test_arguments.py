"""Arguments: paths of any kind, one rule for rejected values, and answers that are printed."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from readroom import (
    AsyncRoom,
    File,
    Limits,
    Link,
    Policy,
    ReadError,
    ReadroomError,
    Reply,
    Room,
    contract,
    read_request,
)
from readroom.errors import InvalidArgumentError

from engines import ENGINES

NEEDS_PROGRAM = pytest.mark.skipif("program" not in ENGINES, reason="this wheel has no program")

# The maximum length of a short string.
MAX_REPR = 300


@pytest.fixture(params=ENGINES)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_text("def f():\n    return 1\n" * 200)
    (tmp_path / "notes.txt").write_text("one\ntwo\n")
    with Room(tmp_path, engine=request.param) as room:
        yield room


def test_a_path_may_be_a_path(room: Room, tmp_path: Path) -> None:
    file, directory = Path("src/a.py"), Path("src")
    assert room.read(file) == room.read("src/a.py")
    assert room.read(PureWindowsPath("src\\a.py")) == room.read("src/a.py")
    assert room.read(tmp_path / file).path == "src/a.py"
    assert room.list(directory) == room.list("src")
    assert room.stat(file) == room.stat("src/a.py")
    assert room.find(directory) == room.find("src")
    assert room.search("def", directory) == room.search("def", "src")
    many = room.read_many([file, "src/a.py", read_request(file)])
    assert many[0] == many[1] == many[2]
    assert room.arguments_for("pi", file) == '{"path":"src/a.py"}'
    assert room.call("pi", {"path": file}) == room.call("pi", {"path": "src/a.py"})
    assert room.requested_path("pi", {"path": file}) == str(tmp_path / file)


def test_an_awaited_call_takes_a_path_too(room: Room) -> None:
    async def run() -> None:
        files = AsyncRoom(room)
        assert (await files.read(Path("notes.txt"))).text.lines == 2
        assert (await files.stat(Path("notes.txt"))).size == 8

    asyncio.run(run())


@NEEDS_PROGRAM
def test_options_may_be_paths(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for grants in (tmp_path, str(tmp_path), [tmp_path]):
        with Room(tmp_path / "src", grants, cwd=Path(), home=Path("/home/a")) as room:
            assert room.list(tmp_path).entries[0].name == "src"
    files: dict[Any, str | bytes | File | Link] = {
        Path("src/a.py"): "a\n",
        "link": Link(Path("src/a.py")),
    }
    name, cwd = PurePosixPath("/p"), Path("src")
    with Room.from_files(files, name=name, cwd=cwd, home=Path("/home")) as room:
        assert room.read(Path("../link")).path == "src/a.py"


Wrong = Callable[[Room], Any]

WRONG_TYPES: list[Wrong] = [
    lambda room: room.read(b"notes.txt"),  # type: ignore[arg-type]
    lambda room: room.read(None),  # type: ignore[arg-type]
    lambda room: room.stat(5),  # type: ignore[arg-type]
    lambda room: room.list(["src"]),  # type: ignore[arg-type]
    lambda room: room.find(Path("src"), globs=Path("a")),  # type: ignore[arg-type]
    lambda room: room.find(globs=[1]),  # type: ignore[list-item]
    lambda room: room.read("notes.txt", view=1),  # type: ignore[arg-type]
    lambda room: room.read("notes.txt", view=["text"]),  # type: ignore[arg-type]
    lambda room: room.read("notes.txt", lines="1"),  # type: ignore[arg-type]
    lambda room: room.read_many(Path("notes.txt")),  # type: ignore[arg-type]
    lambda room: room.call("pi", {"path": object()}),
    lambda _: Room(".", policy="everything"),  # type: ignore[arg-type]
    lambda _: Room(".", policy={"rules": "everything"}),  # type: ignore[arg-type]
    lambda _: Room(".", limits={"time": 5}),  # type: ignore[arg-type]
    lambda _: Room(".", observer="print"),  # type: ignore[arg-type]
    lambda _: Room(5),  # type: ignore[arg-type]
    lambda _: Policy(rules=5),  # type: ignore[arg-type]
    lambda _: Policy(deny=5),  # type: ignore[arg-type]
    lambda _: Policy(allow=[5]),  # type: ignore[list-item]
    lambda _: Policy(agentignore="no"),  # type: ignore[arg-type]
    lambda _: Policy(on_ask="once"),  # type: ignore[arg-type]
]

WRONG_VALUES: list[Wrong] = [
    lambda room: room.read("notes.txt", view="outlin"),  # type: ignore[arg-type]
    lambda room: room.read("notes.txt", totals="some"),  # type: ignore[arg-type]
    lambda room: room.read("notes.txt", lines=0),
    lambda room: room.read("notes.txt", encoding="utf-99"),
    lambda room: room.read("notes.txt", start=1, cursor="x"),
    lambda room: room.find(kinds=["fil"]),  # type: ignore[list-item]
    lambda room: room.find(globs="["),
    lambda room: room.find(globs=["a", "src/[b"]),
    lambda room: room.search("("),
    lambda room: room.search("a", letter_case="x"),  # type: ignore[arg-type]
    lambda room: room.call("nothing", {}),
    lambda _: Room(".", engine="x"),  # type: ignore[arg-type]
    lambda _: Limits(time=0),
    lambda _: Room("./nothing"),
]


@pytest.mark.parametrize("at", range(len(WRONG_TYPES)))
def test_a_wrong_type_is_a_type_error(room: Room, at: int) -> None:
    with pytest.raises(TypeError):
        WRONG_TYPES[at](room)


@pytest.mark.parametrize("at", range(len(WRONG_VALUES)))
def test_a_wrong_value_is_a_value_error_of_this_package(room: Room, at: int) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        WRONG_VALUES[at](room)
    assert isinstance(error.value, ReadroomError)


def test_errors_name_the_accepted_values(room: Room) -> None:
    with pytest.raises(TypeError, match=r"Policy\(rules='everything'\), not str"):
        Room(".", policy="everything")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="path must be a string or a path, not bytes"):
        room.read(b"notes.txt")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=r"a `\[` has no `\]`"):
        room.find(globs="[")


def test_a_string_is_a_list_of_one(room: Room, tmp_path: Path) -> None:
    assert room.find(globs="*.py") == room.find(globs=["*.py"])
    assert room.find(kinds="file") == room.find(kinds=["file"])  # type: ignore[arg-type]
    with Room(tmp_path, policy=Policy(deny="*.txt")) as strict, pytest.raises(ReadError):
        strict.read("notes.txt")


def test_every_answer_is_printed_in_a_few_words(room: Room) -> None:
    reply = room.call("readroom", {"path": "src/a.py"})
    results = room.search("def", before=2)
    answers = [reply, results, room.find(), room.list("."), room.stat("notes.txt"), *room.tools()]
    answers += [room.read("src/a.py").body, room.read("src/a.py", view="outline").body]
    for each in answers:
        assert len(repr(each)) <= MAX_REPR, each
        assert repr(each).startswith(f"{type(each).__name__}(")
    assert "outcome='answered'" in repr(reply)
    assert "path='src/a.py'" in repr(results)
    assert len(repr(room.read("src/a.py"))) < MAX_REPR


def test_an_answer_of_any_length_is_printed_short() -> None:
    kinds: list[Any] = [each for each in vars(contract).values() if dataclasses.is_dataclass(each)]
    # A question is as long as the caller wrote it.
    answers = [each for each in kinds if not dataclasses.fields(each)[0].kw_only]
    assert len(answers) > 30
    for kind in (*answers, Reply):
        for value in ("x\n" * 1_000_000, ["y" * 1000] * 1000, None, False, 10**20):
            made: Any = kind.__new__(kind)
            vars(made).update({each.name: value for each in dataclasses.fields(made)})
            assert len(repr(made)) <= MAX_REPR
