"""A room as its users know it."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import json
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

import pytest
import readroom
from readroom import (
    ClosedError,
    File,
    LimitError,
    Limits,
    Link,
    ReadError,
    ReadroomError,
    Room,
    RoomError,
    UnchangedBody,
    UnknownToolError,
    _engine,
    adapters,
    errors,
)
from readroom._component_room import SessionMemory
from readroom._engine import Grants
from readroom._program import find
from readroom.contract import (
    Content,
    ErrorCode,
    FileContent,
    ImageContent,
    ReadFacts,
    Reply,
    SuspiciousLine,
    TextContent,
)
from readroom.limits import MAX_ARGUMENTS
from readroom.room import Engine
from wasmtime import component

from data import dialects
from engines import ENGINES, WAYS, component_room
from measure import descriptors, endless, eventually, resident

NEEDS_PROGRAM = pytest.mark.skipif(find() is None, reason="the package came without the program")


@pytest.fixture(params=WAYS)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room in which calls are made by each engine."""
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / "src/main.rs").write_text("fn main() {\n}\n")
    (root / "numbers.txt").write_text("".join(f"{number}\n" for number in range(1, 101)))
    with Room(root, **WAYS[request.param]) as room:
        yield room


def test_it_reads_lines(room: Room) -> None:
    document = room.read("src/main.rs")
    assert (document.path, document.size, document.text.content) == (
        "src/main.rs",
        14,
        "fn main() {\n}\n",
    )
    body = room.read("numbers.txt", start=40, lines=2).text
    assert (body.content, body.first, body.total, body.stopped) == (
        "40\n41\n",
        40,
        100,
        "line-limit",
    )
    assert body.next is not None and body.next.line == 42
    assert room.read("numbers.txt", cursor=body.next.cursor, lines=1).text.content == "42\n"
    assert room.read("numbers.txt", start=-2).text.content == "99\n100\n"
    assert room.read("numbers.txt", bytes=5).text.content == "1\n2\n"
    assert room.read("numbers.txt", lines=10**30).text.lines == 100
    assert room.stat("numbers.txt").size == document.size - 14 + 292


def test_a_known_version_is_not_read_again(room: Room) -> None:
    document = room.read("src/main.rs")
    again = room.read("src/main.rs", known_version=document.version)
    assert again == dataclasses.replace(document, body=UnchangedBody())
    with pytest.raises(TypeError, match="UnchangedBody"):
        _ = again.text
    assert room.read("src/main.rs", known_version="another").text == document.text
    with pytest.raises(TypeError, match="known_version"):
        room.read("src/main.rs", known_version=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", WAYS)
def test_a_file_with_other_content_is_not_unchanged(way: str, tmp_path: Path) -> None:
    file, other = tmp_path / "a.txt", tmp_path / "other.txt"
    for path, text in ((file, "v=1\n"), (other, "v=2\n")):
        path.write_text(text)
        os.utime(path, (1, 1))
    with Room(tmp_path, **WAYS[way]) as room:
        known = room.read("a.txt")
        other.replace(file)
        now = room.read("a.txt", known_version=known.version)
        assert (now.size, now.modified) == (known.size, known.modified)
        assert now.text.content == "v=2\n"


@NEEDS_PROGRAM
def test_files_in_memory_with_other_content_are_not_unchanged() -> None:
    documents = []
    for text in ("v=1\n", "v=2\n"):
        with Room.from_files({"a.txt": text}) as room:
            documents.append(room.read("a.txt"))
            again = room.read("a.txt", known_version=documents[-1].version)
            assert again.body == UnchangedBody()
            read = room.read("a.txt", known_version=documents[0].version)
            assert read.body == (UnchangedBody() if text == "v=1\n" else documents[-1].body)


def test_suspicious_characters_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("plain\nrm \u202e\u2066 \x1b[8m\n", encoding="utf-8")
    with Room(tmp_path) as room:
        text = room.read("a.txt").text
    assert text.suspicious == (
        SuspiciousLine(2, "bidirectional", 2),
        SuspiciousLine(2, "terminal", 1),
    )


def test_it_calls_tools(room: Room) -> None:
    mapping = MappingProxyType({"path": "src/main.rs"})
    for arguments in (mapping, dict(mapping), '{"path":"src/main.rs"}', b'{"path":"src/main.rs"}'):
        reply = room.call("pi@0", arguments)
        assert reply.outcome == "answered"
        assert reply.value == {"content": [{"type": "text", "text": "fn main() {\n}\n"}]}
        assert reply.content == (TextContent("fn main() {\n}\n"),)
        assert [facts.size for facts in reply.facts] == [14]
    wrong: list[str | bytes | dict[str, Any]] = [
        "not JSON",
        b"\xff",
        {"path": "\udcff"},
        {"path": 1},
        "\ud800" * 9,
        "[" * 100_000,
    ]
    for each in wrong:
        assert room.call("readroom", each).outcome == "refused"


@pytest.mark.parametrize("tool", ["readroom", "pi", "mycodeagent"])
def test_a_call_may_be_for_the_content_alone(room: Room, tool: str) -> None:
    for path in ("src/main.rs", "none"):
        whole = room.call(tool, {"path": path})
        part = room.call(tool, {"path": path}, content_only=True)
        assert part.json == ""
        with pytest.raises(TypeError, match="content_only"):
            _ = part.value
        assert (part.outcome, part.facts) == (whole.outcome, whole.facts)
        if tool != "mycodeagent":  # Its content has the time it took.
            assert part.content == whole.content


def test_every_tool_can_be_asked_for_a_read(room: Room) -> None:
    for tool in dialects():
        arguments = room.arguments_for(tool, "numbers.txt", start=40, lines=3)
        if arguments is None:
            # The only tools that cannot start at any line.
            assert tool.startswith("mcp-filesystem@")
            continue
        path = room.requested_path(tool, arguments)
        assert path is not None and path.endswith("/root/numbers.txt")
        reply = room.call(tool, arguments)
        assert reply.outcome == "answered" and "4" in reply.json and "43\\n" not in reply.json
        assert any("42" in each.text for each in reply.content if isinstance(each, TextContent))
        assert [(facts.real_path, facts.lines) for facts in reply.facts] == [(path, 3)]


def test_a_tool_has_an_id(room: Room) -> None:
    reply = room.call("pi", {"path": "numbers.txt"})
    assert room.call("pi@1.5", {"path": "numbers.txt"}) == reply
    ids = tuple(tool.id for tool in readroom.tools())
    assert readroom.tool("pi").id == "pi@1.5:read"
    assert readroom.tool("opencode@1.1").id == "opencode@1.1"
    for unknown in (
        "cat",
        "",
        "pi@7",
        "pi@",
        "pi:write",
        "@0",
        "PI",
        "pi@0\0",
        "x" * 100_000,
        "\ud800",
    ):
        asks: list[Callable[[str], object]] = [
            lambda tool: room.call(tool, "{}"),
            lambda tool: room.arguments_for(tool, "a"),
            lambda tool: room.requested_path(tool, "{}"),
            readroom.tool,
            adapters.anthropic,
        ]
        for ask in asks:
            with pytest.raises(UnknownToolError) as raised:
                ask(unknown)
            assert (
                raised.value.tool in (unknown, unknown[:MAX_ARGUMENTS], "\0")
                and raised.value.known == ids
            )
            assert "pi@0" in str(raised.value)
    for wrong in (None, 5, b"pi"):
        with pytest.raises(TypeError, match="tool"):
            room.call(wrong, "{}")  # type: ignore[arg-type]


def test_an_error_has_the_class_of_its_code(room: Room) -> None:
    with pytest.raises(errors.NotFoundError) as raised:
        room.read("src/mian.rs")
    error = raised.value
    assert (error.code, list(error.suggestions), error.total) == (
        "not-found",
        ["src/main.rs"],
        None,
    )
    assert str(error) == f"{error.message}. {error.hint}"
    for path, kind in (
        ("../x", errors.OutsideRootError),
        ("src/main.rs/", errors.NotADirectoryError),
        ("", errors.InvalidPathError),
        ("a\0", errors.InvalidPathError),
        ("\udcff", errors.InvalidPathError),
        ("x" * 5000, errors.NameTooLongError),
    ):
        with pytest.raises(kind):
            room.read(path)
        with pytest.raises(kind):
            room.stat(path)
    with pytest.raises(errors.IsADirectoryError) as directory:
        room.read("src", view="text")
    assert list(directory.value.suggestions) == ["src/main.rs"]
    with pytest.raises(errors.OffsetPastEndError) as past:
        room.read("numbers.txt", start=1000)
    assert past.value.total == 100
    wrongs: list[dict[str, Any]] = [
        {"start": 0},
        {"lines": 0},
        {"lines": -5},
        {"bytes": 0},
        {"cursor": "x"},
    ]
    for wrong in wrongs:
        with pytest.raises(errors.InvalidArgumentError):
            room.read("numbers.txt", **wrong)


def test_every_code_of_the_contract_has_a_class() -> None:
    classes = {type(ReadError(code, "m", "h")) for code in get_args(ErrorCode)}
    assert len(classes) == 25 and ReadError not in classes
    assert all(issubclass(each, ReadError) for each in classes)


def test_wrong_types_fail_before_anything_is_read(room: Room) -> None:
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


def test_closing_waits_for_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    starts, is_closed = threading.Event(), threading.Event()
    config = Grants.config

    def waits(grants: Grants) -> Any:
        starts.set()
        assert is_closed.wait(60)
        return config(grants)

    monkeypatch.setattr(Grants, "config", waits)
    before = descriptors()
    room = Room(tmp_path, engine="component")
    content: list[str] = []
    thread = threading.Thread(target=lambda: content.append(room.read("a.txt").text.content))
    thread.start()
    assert starts.wait(60)
    room.close()
    is_closed.set()
    thread.join()
    assert content == ["a\n"]
    with pytest.raises(ClosedError):
        room.stat("a.txt")
    assert descriptors() == before


def test_types_are_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    with Room(tmp_path, engine="component") as room:
        document, reply = room.read("a.txt"), room.call("readroom", {"path": "a.txt"})

        def look_up(found: object) -> None:
            raise AssertionError(f"{found} looks up its parts")

        for kind in (component.FuncType, component.RecordType, component.VariantType):
            for name, part in list(vars(kind).items()):
                if isinstance(part, property):
                    monkeypatch.setattr(kind, name, property(look_up))
        assert room.read("a.txt") == document
        assert room.call("readroom", {"path": "a.txt"}) == reply


@pytest.mark.parametrize("way", WAYS)
def test_a_call_ends_at_its_time(way: str, tmp_path: Path) -> None:
    endless(tmp_path / "endless.txt")
    with Room(tmp_path, limits=Limits(time=0.05), **WAYS[way]) as room:
        with pytest.raises(LimitError) as raised:
            room.read("endless.txt", totals="always")
        assert raised.value.limit == "time" and "raise the " in str(raised.value)

        def is_answered() -> bool:
            # A busy machine may need more than the limit.
            with contextlib.suppress(LimitError):
                return room.read("endless.txt", lines=1, totals="never").text.lines == 1
            return False

        assert eventually(is_answered)


@pytest.mark.parametrize("way", WAYS)
def test_thousands_of_calls_leave_nothing_behind(
    way: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    (tmp_path / "a.txt").write_text("a\n")

    def calls(room: Room, count: int) -> None:
        for number in range(count):
            room.call("pi", '{"path":"a.txt"}' if number % 2 else '{"path":"../a.txt"}')

    with Room(tmp_path, **WAYS[way]) as room:
        calls(room, 1000)
        gc.collect()
        before = descriptors(), resident()
        calls(room, 10_000 if pytestconfig.getoption("--long") else 2000)
        gc.collect()
        assert descriptors() == before[0]
        assert resident() - before[1] < 16 << 20


def test_a_room_that_is_garbage_is_closed(tmp_path: Path) -> None:
    before = descriptors()
    for _ in range(5):
        Room(tmp_path)
    with pytest.raises(RoomError):
        Room(tmp_path, [tmp_path / "nothing"])
    with pytest.raises(RoomError):
        Room(tmp_path, home="relative")
    gc.collect()
    assert descriptors() == before


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_says_what_to_grant_instead(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "inside").mkdir()
    (tmp_path / "out").symlink_to("/")
    for root, options, message in (
        (tmp_path / "nothing", {}, "cannot open"),
        (tmp_path / "file", {}, "grant the directory"),
        (os.fsencode(tmp_path).decode() + "/\udcff", {}, "not Unicode"),
        ("\0", {}, "cannot open"),
        (tmp_path, {"cwd": "nothing"}, "cannot open"),
        (tmp_path, {"cwd": ".."}, "outside"),
        (tmp_path, {"cwd": "out"}, "outside"),
        (tmp_path, {"home": "~"}, "absolute"),
    ):
        if engine == "component" and "cwd" in options:
            message = "no cwd in this process; use engine='program'"
        with pytest.raises(RoomError, match=message):
            Room(root, engine=engine, **options)  # type: ignore[arg-type]
    for wrong in (
        {"memory": 0},
        {"memory": 64e6},
        {"time": 0.0},
        {"time": float("nan")},
        {"time": True},
        {"cpu": "1s"},
        {"concurrency": 0},
        {"queue": -1},
        {"threads": "many"},
    ):
        with pytest.raises(RoomError, match=rf"limits\.{next(iter(wrong))} must be"):
            Limits(**wrong)
    Limits(queue=0, threads="own", time=1, memory=1 << 30)
    for memory in (1, 1 << 30):
        with pytest.raises(RoomError, match="memory must be from"):
            Room(tmp_path, limits=Limits(memory=memory), engine="component")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_pipe_cannot_be_the_root(engine: Engine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RoomError, match="grant the directory"):
        Room(tmp_path / "pipe", engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_root_has_the_names_that_lead_to_it(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "real/inside").mkdir(parents=True)
    (tmp_path / "real/a.txt").write_text("a\n")
    (tmp_path / "real/inside/b.txt").write_text("b\n")
    (tmp_path / "link").symlink_to("real")
    cwd = "inside" if engine == "program" else None
    below = [tmp_path / name / "a.txt" for name in ("link", "real")]
    with Room(tmp_path / "link", cwd=cwd, engine=engine) as room:
        for path in (*below, *(("../a.txt", "b.txt") if cwd else ("a.txt", "inside/b.txt"))):
            assert room.read(str(path)).text.lines == 1


@NEEDS_PROGRAM
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
        assert room.read("../raw", encoding="utf-8").text.lossy
        assert room.read("../raw").text.content == "\xff\n"
        with pytest.raises(errors.OutsideRootError):
            room.read("/project/out")
        assert room.read(".").body.kind == "directory"
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
        with pytest.raises(TypeError, match="must be a string"):
            Room.from_files({"a": content})  # type: ignore[dict-item]
    bad_names: list[tuple[str, str | None]] = [
        (name, None) for name in ("project", "/a/../b", "/project/", "//p", "/\ud800")
    ]
    bad_names += [("/project", cwd) for cwd in ("nothing", "..", "a", "/src", "\ud800")]
    for names in bad_names:
        with pytest.raises(RoomError):
            Room.from_files({"a": ""}, name=names[0], cwd=names[1])


@NEEDS_PROGRAM
def test_a_root_in_memory_may_have_any_clean_name() -> None:
    files = {"src/a.txt": File(b"a\n", modified=1_700_000_000_000)}
    for name, cwd in (
        ("/", None),
        ("/", "src"),
        ("/", "/src"),
        ("/project", "/project/src"),
        ("/project", "."),
    ):
        with Room.from_files(files, name=name, cwd=cwd) as room:
            document = room.read(f"{name.rstrip('/')}/src/a.txt")
            assert (document.text.content, document.modified) == ("a\n", 1_700_000_000_000)


def test_a_session_keeps_its_room(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    session = Room(tmp_path, engine="component").session()
    gc.collect()
    assert session.read("a.txt").text.content == "a\n"
    before = descriptors()
    del session
    gc.collect()
    assert descriptors() == before - 1


@NEEDS_PROGRAM
def test_a_byte_order_mark_belongs_to_the_text() -> None:
    with Room.from_files({"\ufeffa.txt": "\ufeffa\n", "a.txt": "other\n"}) as room:
        text = room.read("\ufeffa.txt").text
        assert (text.content, text.bom) == ("\ufeffa\n", True)


@NEEDS_PROGRAM
def test_a_replacement_character_in_utf8_is_kept() -> None:
    with Room.from_files({"\ufffd.txt": "a\n"}) as room:
        arguments = '{"path":"\ufffd.txt"}'
        assert room.call("readroom", arguments).outcome == "answered"
        assert room.call("readroom", arguments.encode()).outcome == "answered"


def test_the_memory_of_a_session_is_bounded() -> None:
    memory = SessionMemory(unchanged=True)

    def keep(path: str, modified: int | None, text: str) -> None:
        facts = ReadFacts(
            real_path=path, size=1, modified=modified, version="v", lines=1, bytes=1, masked=None
        )
        reply = Reply(
            outcome="answered", json="{}", content=(), facts=(facts,), index=text, shown=text
        )
        memory.keep("pi", path, 100.0, reply)

    def known(path: str, tool: str = "pi") -> tuple[str | None, str | None]:
        context = memory.context(tool, path)
        return context["index"], context["shown"]

    keep("/p/new", 98_001, "text")
    keep("/p/unknown", None, "text")
    keep("/p/large", 0, "x" * 32_769)
    assert not memory.may_know('{"path":"new unknown large"}')
    for number in range(257):
        keep(f"/p/{number}", 98_000, "text")
    assert known("/p/0") == (None, "")
    assert known("/p/1") == (None, "text")
    assert known("/p/256") == ("text", "text")
    assert known("/p/256", "dm-cc") == (None, "")
    assert memory.may_know('{"path":"16"}')
    assert not memory.may_know('{"path":"a"}')
    assert SessionMemory().context("pi", None) == {"index": None, "shown": None}


@pytest.mark.parametrize("way", WAYS)
def test_a_session_says_where_it_showed_what_is_unchanged(way: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\n")
    os.utime(file, (1_700_000_000, 1_700_000_000))

    def shown(room: Room, arguments: str) -> str:
        (text,) = room.call("readroom", arguments).content
        assert isinstance(text, TextContent)
        return text.text

    with Room(tmp_path, **WAYS[way]) as room:
        session = room.session(unchanged=True)
        assert shown(session, '{"path":"a.txt"}') == "1\tone\n2\ttwo\n"
        assert shown(session, '{"path":"a.txt","start":2}').startswith("[Unchanged: 2-2 of a.txt")
        assert shown(session, '{"path":"a.txt","again":true}') == "1\tone\n2\ttwo\n"
        for other in (room, room, room.session(), room.session(unchanged=True)):
            assert shown(other, '{"path":"a.txt"}') == "1\tone\n2\ttwo\n"


@pytest.mark.parametrize("way", WAYS)
def test_a_limit_on_tokens_holds_whatever_a_model_asks_for(way: str, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("".join(f"line {line} of a log\n" for line in range(5000)))
    with Room(tmp_path, limits=Limits(tokens=300), **WAYS[way]) as room:
        (text,) = room.call("readroom", '{"path":"a.log","tokens":100000}').content
        assert isinstance(text, TextContent) and len(text.text) < 2000
    with pytest.raises(RoomError):
        Limits(tokens=0)


def test_errors_travel_between_processes(room: Room) -> None:
    found: list[ReadroomError] = [LimitError("time", "too long"), ClosedError("closed")]
    with pytest.raises(ReadError) as raised:
        room.read("src/mian.rs")
    found += [raised.value, UnknownToolError("cat", ["pi@0"])]
    for error in found:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_session_remembers_lines_of_large_files(tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    big.write_bytes(b"".join(b"%07d\n" % number for number in range(1_000_000)))
    page = {"path": "big.txt", "offset": 900_000, "limit": 2}
    with Room(tmp_path, engine="component") as room:
        room.call("pi", page)
        assert not component_room(room)._memory.may_know("big.txt"), "it changed a moment ago"
        os.utime(big, (1_700_000_000, 1_700_000_000))
        fresh = room.call("pi", page)
        assert component_room(room)._memory.may_know("big.txt")
        assert not component_room(room.session())._memory.may_know("big.txt")
        again = room.call("pi", page)
        assert again == fresh and "0899999" in again.json
        # Another version: the index no longer fits.
        with big.open("r+b") as file:
            file.write(b"\n\n\n\n\n\n\n")
        assert "0899993" in room.call("pi", page).json


def test_tools_become_definitions() -> None:
    pi = readroom.tool("pi")
    parameters = json.loads(pi.parameters)
    assert (
        pi.name == "read" and parameters["type"] == "object" and parameters["required"] == ["path"]
    )
    assert pi.release and pi.basis
    function = {"name": "read", "description": pi.description, "parameters": parameters}
    assert adapters.openai_chat("pi@1.5:read") == [{"type": "function", "function": function}]
    renamed = adapters.openai_responses("pi:read", rename=lambda tool: f"pi_{tool.name}")
    assert renamed == [{**function, "type": "function", "name": "pi_read", "strict": False}]
    assert adapters.anthropic("pi:read") == [
        {"name": "read", "description": pi.description, "input_schema": parameters}
    ]


def test_an_id_without_the_name_of_a_tool_stands_for_all_of_the_release() -> None:
    def ids(*given: str) -> list[str]:
        return [tool.id for tool in readroom.tools(*given)]

    names = ("read", "list", "find", "search", "diff", "log")
    own = [f"readroom@0.4:{name}" for name in names]
    assert ids("readroom") == ids("readroom@0.4") == own
    assert ids("readroom:search", "pi@0", "readroom") == [own[3], "pi@0", *own[:3], *own[4:]]
    assert ids("mcp-filesystem") == ids("mcp-filesystem@2.0")
    assert ids() == [tool.id for tool in readroom.tools()]
    assert [each["name"] for each in adapters.anthropic()] == ["read", "list", "find", "search"]
    with pytest.raises(ValueError, match=r"'readroom@0.4:read' and 'pi@1.5:read' are both"):
        adapters.anthropic("readroom", "pi")
    both = adapters.openai_chat("readroom:read", "pi:read", rename=lambda t: t.id.split("@")[0])
    assert [each["function"]["name"] for each in both] == ["readroom", "pi"]


def test_replies_become_results() -> None:
    content: list[Content] = [
        TextContent("text"),
        ImageContent("image/png", "AA=="),
        FileContent("application/pdf", "BB=="),
        TextContent(""),
    ]
    reply = readroom.Reply("refused", "{}", content, [], None, None)
    tool, user = adapters.openai_chat_result(reply, "1")
    texts = [{"type": "text", "text": "text"}, {"type": "text", "text": ""}]
    assert tool == {"role": "tool", "tool_call_id": "1", "content": texts}
    image, pdf = "data:image/png;base64,AA==", "data:application/pdf;base64,BB=="
    assert user["content"] == [
        {"type": "image_url", "image_url": {"url": image}},
        {"type": "file", "file": {"filename": "file.pdf", "file_data": pdf}},
    ]
    assert adapters.openai_responses_result(reply, "1") == {
        "type": "function_call_output",
        "call_id": "1",
        "output": [
            {"type": "input_text", "text": "text"},
            {"type": "input_image", "image_url": image},
            {"type": "input_file", "filename": "file.pdf", "file_data": pdf},
            {"type": "input_text", "text": ""},
        ],
    }
    source = {"type": "base64", "media_type": "image/png", "data": "AA=="}
    assert adapters.anthropic_result(reply, "1") == {
        "type": "tool_result",
        "tool_use_id": "1",
        "is_error": True,
        "content": [
            {"type": "text", "text": "text"},
            {"type": "image", "source": source},
            {
                "type": "document",
                "source": {**source, "media_type": "application/pdf", "data": "BB=="},
            },
        ],
    }
    answered = dataclasses.replace(reply, outcome="answered", content=[TextContent("text")])
    assert len(adapters.openai_chat_result(answered, "1")) == 1
    assert adapters.anthropic_result(answered, "1")["is_error"] is False


def test_the_component_exports_what_rooms_call() -> None:
    functions = "read read-many list find search map diff log blame stat tools call"
    for function in [*functions.split(), "arguments-for", "requested-path"]:
        assert _engine.current()._index(function) is not None
