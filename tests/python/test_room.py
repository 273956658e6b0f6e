"""A room as its users know it."""

from __future__ import annotations

import dataclasses
import gc
import os
import pickle
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import pytest
import readroom
from readroom import (
    ClosedError,
    Dialect,
    File,
    Finding,
    LimitError,
    Limits,
    Link,
    ReadError,
    ReadroomError,
    Room,
    RoomError,
    Unchanged,
    adapters,
    errors,
)
from readroom._abi import Enum
from readroom._indexes import Indexes

from measure import descriptors, large, resident


@pytest.fixture(params=["here", "in a process"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room in which calls are made in this process, or in one of its own."""
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / "src/main.rs").write_text("fn main() {\n}\n")
    (root / "numbers.txt").write_text("".join(f"{number}\n" for number in range(1, 101)))
    with Room(root, process=request.param != "here") as room:
        yield room


def test_it_reads_lines(room: Room) -> None:
    document = room.read("src/main.rs")
    assert (document.path, document.size, document.text.content) == ("src/main.rs", 14, "fn main() {\n}\n")
    body = room.read("numbers.txt", start=40, lines=2).text
    assert (body.content, body.first, body.total, body.stopped) == ("40\n41\n", 40, 100, "at-line-limit")
    assert room.read("numbers.txt", cursor=body.next, lines=1).text.content == "42\n"
    assert room.read("numbers.txt", start=-2).text.content == "99\n100\n"
    assert room.read("numbers.txt", bytes=5).text.content == "1\n2\n"
    assert room.read("numbers.txt", lines=10**30).text.lines == 100
    assert room.look("numbers.txt").size == document.size - 14 + 292


def test_a_known_version_is_not_read_again(room: Room) -> None:
    document = room.read("src/main.rs")
    again = room.read("src/main.rs", known=document.version)
    assert again == dataclasses.replace(document, body=Unchanged())
    with pytest.raises(TypeError, match="unchanged"):
        _ = again.text
    assert room.read("src/main.rs", known="another").text == document.text
    with pytest.raises(TypeError, match="known"):
        room.read("src/main.rs", known=7)  # type: ignore[arg-type]


def test_what_is_suspicious_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("plain\nrm \u202e\u2066 \x1b[8m\n", encoding="utf-8")
    with Room(tmp_path) as room:
        text = room.read("a.txt").text
    assert text.suspicious == (Finding(2, "bidirectional", 2), Finding(2, "terminal", 1))


def test_it_calls_tools(room: Room) -> None:
    mapping = MappingProxyType({"path": "src/main.rs"})
    for arguments in (mapping, dict(mapping), '{"path":"src/main.rs"}', b'{"path":"src/main.rs"}'):
        reply = room.call("pi", arguments)
        assert reply.outcome == "answered"
        assert reply.value == {"content": [{"type": "text", "text": "fn main() {\n}\n"}]}
        assert reply.facts is not None and reply.facts.size == 14
    wrong: list[str | bytes | dict[str, Any]] = [
        "no JSON",
        b"\xff",
        {"path": "\udcff"},
        {"path": 1},
        "\ud800" * 9,
        "[" * 100_000,
    ]
    for each in wrong:
        assert room.call("readroom", each).outcome == "refused"


def test_a_question_is_put_in_a_dialect(room: Room) -> None:
    for dialect in get_args(Dialect):
        arguments = room.phrase(dialect, "numbers.txt", start=40, lines=3)
        assert arguments is not None
        target = room.target(dialect, arguments)
        assert target is not None and target.endswith("/root/numbers.txt")
        reply = room.call(dialect, arguments)
        assert reply.outcome == "answered" and "4" in reply.json and "43\\n" not in reply.json
        assert "numbers.txt" in room.render_call(dialect, arguments)
        assert "4" in room.render_result(dialect, arguments, reply.json, "collapsed")


def test_an_error_has_the_class_of_its_code(room: Room) -> None:
    with pytest.raises(errors.NotFoundError) as raised:
        room.read("src/mian.rs")
    error = raised.value
    assert (error.code, list(error.suggestions), error.total) == ("not-found", ["src/main.rs"], None)
    assert str(error) == f"{error.message}. {error.hint}"
    for path, kind in (
        ("../x", errors.OutsideRootError),
        ("src", errors.IsADirectoryError),
        ("src/main.rs/", errors.NotADirectoryError),
        ("", errors.InvalidPathError),
        ("a\0", errors.InvalidPathError),
        ("\udcff", errors.InvalidPathError),
        ("x" * 5000, errors.NameTooLongError),
    ):
        with pytest.raises(kind):
            room.read(path)
        with pytest.raises(kind):
            room.look(path)
    with pytest.raises(errors.OffsetPastEndError) as past:
        room.read("numbers.txt", start=1000)
    assert past.value.total == 100
    wrongs: list[dict[str, Any]] = [{"start": 0}, {"lines": 0}, {"lines": -5}, {"bytes": 0}, {"cursor": "x"}]
    for wrong in wrongs:
        with pytest.raises(errors.InvalidArgumentError):
            room.read("numbers.txt", **wrong)


def test_every_code_of_the_contract_has_a_class() -> None:
    classes = {type(ReadError.of(code, "m", "h")) for code in readroom._world.ERROR_CODES}
    assert len(classes) == 21 and ReadError not in classes
    assert all(issubclass(each, ReadError) for each in classes)


def test_wrong_types_are_told_before_anything_is_asked(room: Room) -> None:
    wrong: list[dict[str, Any]] = [
        {"path": 1},
        {"path": None},
        {"path": b"a"},
        {"path": "a", "start": "1"},
        {"path": "a", "start": True},
        {"path": "a", "lines": 1.5},
        {"path": "a", "cursor": 5},
    ]
    for arguments in wrong:
        with pytest.raises(TypeError):
            room.read(**arguments)
    with pytest.raises(TypeError):
        room.call("pi", 5)  # type: ignore[arg-type]
    with pytest.raises(RoomError, match="totals"):
        room.read("a", totals="some")  # type: ignore[arg-type]
    with pytest.raises(RoomError, match="there are readroom, mycodeagent"):
        room.call("cat", "{}")  # type: ignore[arg-type]
    with pytest.raises(RoomError, match="give one"):
        room.read("a", start=1, cursor="x")


def test_a_closed_room_says_so(room: Room) -> None:
    session = room.session()
    session.close()
    with pytest.raises(ClosedError):
        session.read("numbers.txt")
    assert room.read("numbers.txt", lines=1).text.lines == 1
    session = room.session()
    room.close()
    room.close()
    for closed in (room, session):
        with pytest.raises(ClosedError):
            closed.read("numbers.txt")


def test_a_room_can_be_used_from_many_threads(room: Room) -> None:
    wrong: list[object] = []

    def reads(first: int) -> None:
        for _ in range(20):
            content = room.read("numbers.txt", start=first, lines=1).text.content
            if content != f"{first}\n":
                wrong.append((first, content))

    threads = [threading.Thread(target=reads, args=(first,)) for first in range(1, 17)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_closing_waits_for_calls(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_bytes(b"x" * 80 + b"\n" * (64 << 20))
    room = Room(tmp_path)
    room.tools()
    content: list[str] = []
    thread = threading.Thread(
        target=lambda: content.append(room.read("big.txt", lines=1, totals="always").text.content)
    )
    thread.start()
    while thread.is_alive() and not _under_way(room):
        time.sleep(0.001)
    room.close()
    thread.join()
    assert content == ["x" * 80 + "\n"]
    with pytest.raises(ClosedError):
        room.look("big.txt")


def _under_way(room: Room) -> bool:
    return room._shared._calls > 0


@pytest.mark.parametrize("process", [False, True])
def test_a_call_ends_at_its_time(process: bool, tmp_path: Path) -> None:
    large(tmp_path / "big.txt")
    with Room(tmp_path, limits=Limits(seconds=0.05), process=process) as room:
        room.tools()
        started = time.monotonic()
        with pytest.raises(LimitError) as raised:
            room.read("big.txt", totals="always")
        assert raised.value.limit == "seconds" and "raise the limit" in str(raised.value)
        assert time.monotonic() - started < 5
        assert room.read("big.txt", lines=1, bytes=10, totals="never").text.lines == 1


def test_ten_thousand_calls_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")

    def calls(room: Room, count: int) -> None:
        for number in range(count):
            room.call("pi", '{"path":"a.txt"}' if number % 2 else '{"path":"../a.txt"}')

    with Room(tmp_path) as room:
        calls(room, 1000)
        gc.collect()
        before = descriptors(), threading.active_count(), resident()
        calls(room, 10_000)
        gc.collect()
        assert (descriptors(), threading.active_count()) == before[:2]
        assert resident() - before[2] < 16 << 20


def test_a_room_that_is_forgotten_is_closed(tmp_path: Path) -> None:
    before = descriptors()
    for _ in range(5):
        Room(tmp_path)
    with pytest.raises(RoomError):
        Room(tmp_path, [tmp_path / "nothing"])
    with pytest.raises(RoomError):
        Room(tmp_path, home="relative")
    gc.collect()
    assert descriptors() == before


def test_what_cannot_be_granted_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "inside").mkdir()
    (tmp_path / "out").symlink_to("/")
    for root, options, told in (
        (tmp_path / "nothing", {}, "cannot open"),
        (tmp_path / "file", {}, "grant the directory it is in"),
        (os.fsencode(tmp_path).decode() + "/\udcff", {}, "not Unicode"),
        ("\0", {}, "cannot open"),
        (tmp_path, {"cwd": "nothing"}, "cannot open"),
        (tmp_path, {"cwd": ".."}, "outside"),
        (tmp_path, {"cwd": "out"}, "outside"),
        (tmp_path, {"home": "~"}, "absolute"),
    ):
        with pytest.raises(RoomError, match=told):
            Room(root, **options)  # type: ignore[arg-type]
    for wrong in ({"memory": 1}, {"memory": 64e6}, {"memory": 1 << 30}, {"seconds": 0.0}, {"seconds": float("nan")}):
        with pytest.raises(RoomError):
            Limits(**wrong)


def test_a_pipe_is_no_root(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RoomError, match="grant the directory"):
        Room(tmp_path / "pipe")


def test_the_root_has_the_names_that_lead_to_it(tmp_path: Path) -> None:
    (tmp_path / "real/inside").mkdir(parents=True)
    (tmp_path / "real/a.txt").write_text("a\n")
    (tmp_path / "real/inside/b.txt").write_text("b\n")
    (tmp_path / "link").symlink_to("real")
    with Room(tmp_path / "link", cwd="inside") as room:
        for path in (tmp_path / "link/a.txt", tmp_path / "real/a.txt", "../a.txt", "b.txt"):
            assert room.read(str(path)).text.lines == 1


def test_files_may_be_in_memory() -> None:
    files: dict[str, str | bytes | Link] = {
        "src/main.rs": "fn main() {}\n",
        "raw": b"\xff\n",
        "link": Link("src/main.rs"),
        "out": Link("/etc/passwd"),
    }
    with Room.from_files(files, cwd="src", home="/home/agent") as room:
        assert room.read("main.rs").path == "src/main.rs"
        assert room.read("/project/link").text.content == "fn main() {}\n"
        assert room.read("../raw", encoding="utf-8").text.replacements == "present"
        assert room.read("../raw").text.content == "\xff\n"
        with pytest.raises(errors.OutsideRootError):
            room.read("/project/out")
        with pytest.raises(errors.IsADirectoryError):
            room.read(".")
        assert "main.rs" in room.call("dm-cc", {"filePath": "/project/src"}).json
    for path in ("../a", "/a", "a//b", "", "a\0", "\ud800"):
        with pytest.raises(RoomError):
            Room.from_files({path: ""})
    wrongs: list[dict[str, str | bytes | File | Link]] = [
        {"a": "", "a/b": ""},
        {"a/b": "", "a": ""},
        {"a": "\ud800"},
        {"a": Link("\ud800")},
    ]
    for wrong in wrongs:
        with pytest.raises(RoomError):
            Room.from_files(wrong)
    for content in (None, bytearray(b"x"), 5):
        with pytest.raises(TypeError, match="give a string"):
            Room.from_files({"a": content})  # type: ignore[dict-item]
    bad_names: list[tuple[str, str | None]] = [
        (name, None) for name in ("project", "/a/../b", "/project/", "//p", "/\ud800")
    ]
    bad_names += [("/project", cwd) for cwd in ("nothing", "..", "a", "/src", "\ud800")]
    for names in bad_names:
        with pytest.raises(RoomError):
            Room.from_files({"a": ""}, name=names[0], cwd=names[1])


def test_a_root_in_memory_may_have_any_clean_name() -> None:
    files = {"src/a.txt": File(b"a\n", modified=1_700_000_000_000)}
    for name, cwd in (("/", None), ("/", "src"), ("/", "/src"), ("/project", "/project/src"), ("/project", ".")):
        with Room.from_files(files, name=name, cwd=cwd) as room:
            document = room.read(f"{name.rstrip('/')}/src/a.txt")
            assert (document.text.content, document.modified) == ("a\n", 1_700_000_000_000)


def test_a_session_keeps_its_room(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    session = Room(tmp_path).session()
    gc.collect()
    assert session.read("a.txt").text.content == "a\n"
    before = descriptors()
    del session
    gc.collect()
    assert descriptors() == before - 1


def test_a_byte_order_mark_belongs_to_the_text() -> None:
    with Room.from_files({"\ufeffa.txt": "\ufeffa\n", "a.txt": "other\n"}) as room:
        text = room.read("\ufeffa.txt").text
        assert (text.content, text.mark) == ("\ufeffa\n", "present")


def test_what_is_utf8_is_taken_as_it_is() -> None:
    with Room.from_files({"\ufffd.txt": "a\n"}) as room:
        arguments = '{"path":"\ufffd.txt"}'
        assert room.call("readroom", arguments).outcome == "answered"
        assert room.call("readroom", arguments.encode()).outcome == "answered"


def test_indexes_are_bounded() -> None:
    indexes = Indexes()
    indexes.keep("pi", "/p/new", 98_001, 100.0, "index")
    indexes.keep("pi", "/p/unknown", None, 100.0, "index")
    indexes.keep("pi", "/p/large", 0, 100.0, "x" * 32_769)
    assert not indexes._kept
    for number in range(17):
        indexes.keep("pi", f"/p/{number}", 98_000, 100.0, "index")
    assert indexes.get("pi", "/p/0") is None
    assert indexes.get("pi", "/p/16") == "index"
    assert indexes.get("dm-cc", "/p/16") is None
    assert indexes.may_know('{"path":"16"}')
    assert not indexes.may_know('{"path":"a"}')


def test_errors_travel_between_processes(room: Room) -> None:
    found: list[ReadroomError] = [LimitError("seconds", "too long"), ClosedError("closed")]
    with pytest.raises(ReadError) as raised:
        room.read("src/mian.rs")
    for error in (*found, raised.value):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_session_remembers_lines_of_large_files(tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    big.write_bytes(b"".join(b"%07d\n" % number for number in range(1_000_000)))
    page = {"path": "big.txt", "offset": 900_000, "limit": 2}
    with Room(tmp_path) as room:
        room.call("pi", page)
        assert not room._indexes._kept, "it changed a moment ago"
        os.utime(big, (1_700_000_000, 1_700_000_000))
        fresh = room.call("pi", page)
        assert len(room._indexes._kept) == 1
        assert not room.session()._indexes._kept
        again = room.call("pi", page)
        assert again == fresh and "0899999" in again.json
        # Another version: what is remembered does not fit any more.
        with big.open("r+b") as file:
            file.write(b"\n\n\n\n\n\n\n")
        assert "0899993" in room.call("pi", page).json


def test_tools_become_definitions() -> None:
    tools = {tool.dialect: tool for tool in readroom.tools()}
    assert list(tools) == list(get_args(Dialect))
    pi = tools["pi"]
    assert pi.name == "read" and pi.parameters["type"] == "object" and pi.parameters["required"] == ["path"]
    chat = adapters.openai_chat(pi)
    assert chat["type"] == "function" and chat["function"] == {
        "name": "read",
        "description": pi.description,
        "parameters": pi.parameters,
    }
    responses = adapters.openai_responses(pi, name="pi_read")
    assert (responses["type"], responses["name"], responses["parameters"]) == ("function", "pi_read", pi.parameters)
    anthropic = adapters.anthropic(pi)
    assert set(anthropic) == {"name", "description", "input_schema"}


def test_the_types_are_those_of_the_contract() -> None:
    world = readroom._world
    assert get_args(Dialect) == world.DIALECTS
    assert (get_args(readroom.View), get_args(readroom.Totals)) == (world.VIEWS, world.TOTALS)
    for name in (
        *("Text", "FoundBlock", "Heading", "Clip", "Finding", "Outline", "Entry", "Notebook", "Cell", "Output"),
        *("Media", "Image", "Document", "Facts"),
    ):
        kind = getattr(readroom, name)
        record = getattr(world, "_FOUND_BLOCK" if name == "FoundBlock" else f"_{name.upper()}")
        assert [field for field, _, _ in record._fields] == [field.name for field in dataclasses.fields(kind)], name
        told = get_type_hints(kind)
        for field, type_, _ in record._fields:
            if isinstance(type_, Enum):
                assert get_args(told[field]) == type_._names, (name, field)
    bodies = {"unchanged", "text", "outline", "notebook", "image"}
    assert {kind.__name__.lower() for kind in get_args(readroom.Body)} == bodies == set(world._BODY._names)
    assert issubclass(RoomError, ReadroomError) and issubclass(LimitError, readroom.CallError)
