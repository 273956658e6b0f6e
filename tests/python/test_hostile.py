"""Hostile components instead of the reader: each ends with a typed error, and the next call is
answered.

They are written in the text format of WebAssembly. This host runs the core module of a component,
so a core module in the frame of a component is enough.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime
from readroom import CallError, LimitError, Limits, Link, Room, RoomError, _engine
from readroom._abi import STRING, List, Option, Type
from readroom._engine import Environment, Program, core_module
from readroom._filesystem import Filesystem, Grant, WasiError
from readroom._grants import open_by_names
from readroom._layout import CLIPPED_LINE, FUNCTIONS, Function
from readroom._memory import tree as memory_tree
from readroom._wasi import _ERROR_CODE as WASI_ERROR_CODE

from measure import descriptors, peak, reset_peak, resident

DIRECTORY = 2
TYPES = "wasi:filesystem/types@0.2.12"
IMPORTS = f"""
(import "wasi:filesystem/preopens@0.2.12" "get-directories" (func $grants (param i32)))
(import "{TYPES}" "[method]descriptor.open-at" (func $open (param i32 i32 i32 i32 i32 i32 i32)))
(import "{TYPES}" "[method]descriptor.read" (func $read (param i32 i64 i64 i32)))
(import "{TYPES}" "[method]descriptor.read-directory" (func $list (param i32 i32)))
(import "{TYPES}" "[method]directory-entry-stream.read-directory-entry"
  (func $next (param i32 i32)))
(import "{TYPES}" "[method]descriptor.stat-at" (func $stat (param i32 i32 i32 i32 i32)))
(import "{TYPES}" "[method]descriptor.readlink-at" (func $link (param i32 i32 i32 i32)))
(import "{TYPES}" "[resource-drop]descriptor" (func $drop (param i32)))
"""
NAMES = "link\0..\0../secret\0/etc/passwd\0link/secret\0fifo\0new\0"


@pytest.fixture(autouse=True)
def functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declares the function that the components export: it reads files, and returns an optional
    text.
    """
    for name in ("mischief", "blind mischief"):
        monkeypatch.setitem(FUNCTIONS, name, Function("mischief", (), Option(STRING)))
    monkeypatch.setattr(_engine, "_READING", _engine._READING | {"mischief"})


def component(
    body: str,
    *,
    parameters: str = "",
    memory: str = "2",
    start: str = "",
    room: str = "(i32.const 65536)",
    names: bytes = b"",
) -> bytes:
    """Returns a component, given the body of its function. Its memory has `none` at 0, and names at
    1024 and 70000.
    """
    module = wasmtime.wat2wasm(
        f"""(module {IMPORTS}
        (memory (export "memory") {memory}) (global $at (mut i32) (i32.const 4096))
        (data (i32.const 1024) "{escaped(NAMES.encode())}")
        (data (i32.const 70000) "{escaped(names)}")
        (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) {room})
        (func (export "mischief") {parameters} (result i32)
          {body}
          (i32.const 0))
        (func $deep (call $deep) (call $deep))
        (func $start {start}) (start $start))"""
    )
    return framed(bytes(module))


def escaped(data: bytes) -> str:
    """Returns bytes as the text format has them."""
    return "".join(f"\\{byte:02x}" for byte in data)


def framed(module: bytes) -> bytes:
    """Returns a module in the frame of a component."""
    size, rest = b"", len(module)
    while rest > 0x7F:
        size, rest = size + bytes([rest & 0x7F | 0x80]), rest >> 7
    return b"\0asm\x0d\0\x01\0\x01" + size + bytes([rest]) + module


def run(program: bytes, root: Path, limits: Limits | None = None, *, blind: bool = False) -> object:
    """Calls a component that is granted a root."""
    grants = open_by_names(root)
    try:
        environment = Environment(grants, limits=limits or Limits())
        return Program(program).run(environment, "blind mischief" if blind else "mischief")
    finally:
        for grant in grants:
            grant.node.close()


def test_the_frame_is_taken_off() -> None:
    module = bytes(wasmtime.wat2wasm("(module)"))
    assert core_module(framed(module)) == module
    for other in (b"", b"\0asm\x01\0\0\0", b"\0asm\x0d\0\x01\0"):
        with pytest.raises(RoomError):
            core_module(other)


def test_one_that_does_nothing_is_answered(tmp_path: Path) -> None:
    assert run(component(""), tmp_path) is None


SPIN = "(loop $for_ever (br $for_ever))"


@pytest.mark.parametrize(
    "spins", [component(SPIN), component("", start=SPIN)], ids=["in a call", "when it starts"]
)
def test_one_that_spins_ends_at_its_time(spins: bytes, tmp_path: Path) -> None:
    with pytest.raises(LimitError) as raised:
        run(spins, tmp_path, Limits(seconds=0.2))
    assert raised.value.limit == "time"


# What a component does, and a part of the error message.
MISCHIEF = {
    "gives a result outside its memory": ("(return (i32.const -4))", "outside its memory"),
    "gives a case that does not exist": (
        "(i32.store8 (i32.const 0) (i32.const 7))",
        "does not exist",
    ),
    "gives a text outside its memory": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 4) (i32.const 0))"
        "(i32.store (i32.const 8) (i32.const 1000000))",
        "outside its memory",
    ),
    "gives a text of 4 GiB": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 8) (i32.const -1))",
        "64 MiB",
    ),
    "gives a text that is none": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store8 (i32.const 16) (i32.const 255))"
        "(i32.store (i32.const 4) (i32.const 16)) (i32.store (i32.const 8) (i32.const 1))",
        "not UTF-8",
    ),
    "uses a handle that it does not have": (
        "(call $list (i32.const 77) (i32.const 64))",
        "a handle that is not open",
    ),
    "drops a handle twice": (
        "(call $grants (i32.const 64)) (call $drop (i32.const 1)) (call $drop (i32.const 1))",
        "a handle that is not open",
    ),
    "lists a file": ("(call $next (i32.const 1) (i32.const 64))", "a listing that is not open"),
    "wants an answer outside its memory": ("(call $grants (i32.const -8))", "outside its memory"),
    "names a path outside its memory": (
        "(call $grants (i32.const 64)) "
        "(call $link (i32.const 1) (i32.const -9) (i32.const 9) (i32.const 64))",
        "outside its memory",
    ),
    "opens without end": (
        "(call $grants (i32.const 64)) "
        "(loop $more (call $list (i32.const 1) (i32.const 64)) (br $more))",
        "more handles",
    ),
    "traps": ("unreachable", "unreachable"),
    "recurses": ("(call $deep)", "stack"),
}


@pytest.mark.parametrize("what", MISCHIEF)
def test_what_no_component_may_do_ends_the_call(what: str, tmp_path: Path) -> None:
    body, message = MISCHIEF[what]
    with pytest.raises(CallError, match=message):
        run(component(body), tmp_path)
    assert run(component(""), tmp_path) is None


# Returns a list whose items are the two words at 16, repeated up to `end`.
ITEM = """(local $at i32) (local.set $at (i32.const 16))
  (loop $more
    (i32.store (local.get $at) (i32.const {first}))
    (i32.store offset=4 (local.get $at) (i32.const {second}))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br_if $more (i32.lt_u (local.get $at) (i32.const {end}))))
  (i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 4) (i32.const 16))
  (i32.store (i32.const 8) (i32.const {count}))"""
# The type of the result, the list, and a part of the error message.
FLOODS: dict[str, tuple[Type, dict[str, int], str]] = {
    "2 million records": (
        List(CLIPPED_LINE),
        {"first": 1, "second": 2, "end": 24, "count": 2_000_000},
        "700000 values",
    ),
    "3 million empty texts": (
        List(STRING),
        {"first": 0, "second": 0, "end": 24, "count": 3_000_000},
        "700000 values",
    ),
    "2000 times the same 2000 empty texts": (
        List(List(STRING)),
        {"first": 65536, "second": 2000, "end": 16016, "count": 2000},
        "700000 values",
    ),
    "1000 times the same 100 KB": (
        List(STRING),
        {"first": 65536, "second": 100_000, "end": 8016, "count": 1000},
        "64 MiB",
    ),
}


@pytest.mark.parametrize("what", FLOODS)
def test_no_more_is_built_than_a_host_can_take(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result, words, message = FLOODS[what]
    flood = Program(component(ITEM.format(**words), memory="512"))
    monkeypatch.setitem(FUNCTIONS, "flood", Function("mischief", (), Option(result)))
    reset_peak()
    before = peak()
    with pytest.raises(LimitError, match=message) as raised:
        flood.run(Environment(), "flood")
    assert raised.value.limit == "output"
    assert peak() - before < 128 << 20


def test_one_that_answers_for_another_number_of_files_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    asked = FUNCTIONS["read-many"]._replace(export="mischief")
    monkeypatch.setitem(FUNCTIONS, "read-many", asked)
    monkeypatch.setattr(
        _engine, "_program", Program(component("", parameters="(param i32 i32 i32 i32 i32 i32)"))
    )
    with (
        Room(tmp_path, engine="component") as room,
        pytest.raises(CallError, match="0 requests instead of 1"),
    ):
        room.read_many(["a.txt"])


def test_room_outside_its_memory_is_not_written_to(tmp_path: Path) -> None:
    for room in ("(i32.const -65536)", "(i32.const 131071)"):
        with pytest.raises(CallError, match="room outside"):
            run(component("(call $grants (i32.const 64))", room=room), tmp_path)


def test_memory_is_limited_also_from_the_start(tmp_path: Path) -> None:
    grows = component(
        "(if (i32.eq (memory.grow (i32.const 1024)) (i32.const -1)) (then unreachable))"
    )
    assert run(grows, tmp_path) is None
    with pytest.raises(CallError):
        run(grows, tmp_path, Limits(memory=32 << 20))
    with pytest.raises(CallError):
        run(component("", memory="1024"), tmp_path, Limits(memory=32 << 20))


def test_an_import_that_no_grant_covers_is_refused(tmp_path: Path) -> None:
    for interface, function in (
        ("wasi:sockets/tcp@0.2.12", "start"),
        ("wasi:cli/exit@0.2.12", "exit"),
        (TYPES, "[method]descriptor.write"),
        (TYPES, "[method]descriptor.unlink-file-at"),
        (TYPES, "[method]descriptor.metadata-hash-at"),
        ("wasi:filesystem/types@0.3.0", "[method]descriptor.stat"),
    ):
        wants = f'(module (import "{interface}" "{function}" (func (param i32))))'
        with pytest.raises(RoomError, match="which no host grants"):
            run(framed(bytes(wasmtime.wat2wasm(wants))), tmp_path)


def name(at: str) -> str:
    """Returns the address and the length of a name, as two arguments."""
    return f"(i32.const {1024 + NAMES.index(at)}) (i32.const {len(at)})"


def opened(path: str, *, follow: int = 0, flags: int = 0, rights: int = 1, handle: int = 1) -> str:
    """Opens a path, and traps if that succeeds."""
    return (
        f"(call $open (i32.const {handle}) (i32.const {follow}) {name(path)} "
        f"(i32.const {flags}) (i32.const {rights})"
        "(i32.const 64)) (if (i32.eqz (i32.load8_u (i32.const 64))) (then unreachable))"
    )


# What is not a single plain name.
WRONG_NAMES = (
    "d/b",
    ".",
    "..",
    "",
    "/etc/passwd",
    "a\0",
    "\0",
    "a/",
    "d/",
    "/",
    "./a",
    "d/..",
    "l/",
)
TOO_LONG = ("x" * 256, "x" * 5000)
# The calls that take a name, with where the code of an error lies in their results.
CALLS = {
    "open-at": (
        4,
        "(call $open (i32.const 1) (i32.const {follow}) {name} "
        "(i32.const 0) (i32.const 1) (i32.const 64))",
    ),
    "stat-at": (8, "(call $stat (i32.const 1) (i32.const {follow}) {name} (i32.const 64))"),
    "readlink-at": (4, "(call $link (i32.const 1) {name} (i32.const 64))"),
}


def tree(root: Path) -> Path:
    """Makes a file, a directory with a file, a link and a pipe."""
    (root / "d").mkdir(parents=True)
    (root / "a").write_text("a\n")
    (root / "d/b").write_text("b\n")
    (root / "l").symlink_to("a")
    os.mkfifo(root / "p")
    return root


def attempts() -> list[tuple[str, str, int, str]]:
    """Returns calls that are refused: function, name, whether links are followed, and the code of
    the error.
    """
    names = [(name, follow, "not-permitted") for name in WRONG_NAMES for follow in (0, 1)]
    names += [(name, 0, "name-too-long") for name in TOO_LONG]
    made = [
        (function, *each)
        for function in CALLS
        for each in names
        if function != "readlink-at" or not each[1]
    ]
    return made + [
        (function, name, 1, "not-permitted")
        for function in ("open-at", "stat-at")
        for name in "adlp"
    ]


@pytest.mark.parametrize("function", CALLS)
def test_a_name_is_one_plain_name(function: str, tmp_path: Path) -> None:
    root, body, names = tree(tmp_path / "root"), "(call $grants (i32.const 64))", b""
    at, call = CALLS[function]
    for each, name, follow, code in attempts():
        if each == function:
            place = f"(i32.const {70_000 + len(names)}) (i32.const {len(name)})"
            names += name.encode()
            number = WASI_ERROR_CODE.names.index(code)
            body += call.format(follow=follow, name=place) + (
                f"(if (i32.ne (i32.load8_u (i32.const {64 + at})) (i32.const {number})) "
                f"(then unreachable))"
                "(if (i32.ne (i32.load8_u (i32.const 64)) (i32.const 1)) (then unreachable))"
            )
    assert run(component(body, names=names), root) is None


@pytest.mark.parametrize("here", ["on disk", "in memory"])
def test_a_name_is_one_plain_name_wherever_the_files_are(here: str, tmp_path: Path) -> None:
    grants = open_by_names(tree(tmp_path / "root"))
    if here == "in memory":
        grants = [Grant("/project", memory_tree({"a": "a\n", "d/b": "b\n", "l": Link("a")}))]
    files = Filesystem(grants)
    (root, *_) = (grant["handle"] for grant in files.directories())
    assert isinstance(root, int)

    def code(function: str, name: str, follow: int, flags: int = 0) -> str:
        with pytest.raises(WasiError) as raised:
            match function:
                case "open-at":
                    files.open_at(root, follow, name, flags, 1)
                case "stat-at":
                    files.stat_at(root, follow, name)
                case _:
                    files.readlink_at(root, name)
        return raised.value.code

    for function, name, follow, wanted in attempts():
        assert code(function, name, follow) == wanted, (function, name, follow)
        if function == "open-at":
            assert code(function, name, follow, DIRECTORY) == wanted
    # A link is never followed, and a call opens a file or a directory as it says.
    assert code("open-at", "l", 0) == code("open-at", "l", 0, DIRECTORY) == "loop"
    assert (code("open-at", "a", 0, DIRECTORY), code("open-at", "d", 0)) == (
        "not-directory",
        "is-directory",
    )
    assert files.stat_at(root, 0, "l").type == "symbolic-link"
    assert files.readlink_at(root, "l") == "a"
    if here == "on disk":
        assert code("open-at", "p", 0) == code("open-at", "p", 0, DIRECTORY) == "no-device"
    files.open_at(files.open_at(root, 0, "d", DIRECTORY, 1), 0, "b", 0, 1)
    files.close()
    for grant in grants:
        grant.node.close()


@pytest.mark.skipif("READROOM_HOSTILE" not in os.environ, reason="no hostile component is given")
def test_the_hostile_component_of_the_other_hosts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RoomError, match="which no host grants"):
        run(Path(os.environ["READROOM_HOSTILE"]).read_bytes(), tmp_path)


def test_no_path_leads_out_and_nothing_is_written(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret").write_text("SECRET")
    (root / "link").symlink_to(tmp_path)
    ways = [(follow, flags) for follow in (0, 1) for flags in (0, 2)]
    tries = [
        opened(path, follow=follow, flags=flags)
        for path in NAMES.split("\0")[:5]
        for follow, flags in ways
    ]
    # Create, truncate; write, change a directory.
    tries += [opened("new", flags=flags) for flags in (1, 4, 8, 1 | 2)]
    tries += [opened("new", rights=rights) for rights in (2, 3, 32)]
    for each in tries:
        assert run(component("(call $grants (i32.const 64))" + each), root) is None
    assert sorted(entry.name for entry in root.iterdir()) == ["link"]


def test_a_call_that_fails_keeps_no_memory(tmp_path: Path) -> None:
    grows = (
        "(drop (memory.grow (i32.const 1000))) "
        "(memory.fill (i32.const 65536) (i32.const 1) (i32.const 60000000))"
    )
    program = Program(component(grows + "(call $drop (i32.const 9))"))
    kept, before = [], resident()
    for _ in range(8):
        with pytest.raises(CallError) as raised:
            program.run(Environment(), "mischief")
        kept.append(raised.value)
    assert resident() - before < 100 << 20


def test_the_host_alone_opens_no_pipe_and_reads_no_further_than_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "new").write_text("0123456789")
    grants = "(call $grants (i32.const 64))"
    assert run(component(grants + opened("fifo")), tmp_path) is None
    assert run(component(grants + opened("fifo", flags=2)), tmp_path) is None
    opens = (
        grants + f"(call $open (i32.const 1) (i32.const 0) {name('new')} (i32.const 0) "
        f"(i32.const 1) (i32.const 64))"
    )
    # Of a file and of a directory; at a negative offset; past the end.
    for handle, offset, length, count in (
        (2, 0, 99, 10),
        (2, 7, -1, 3),
        (2, -5, 5, None),
        (2, 10, 5, 0),
        (1, 0, 5, None),
    ):
        reads = (
            f"(call $read (i32.const {handle}) (i64.const {length}) (i64.const {offset}) "
            f"(i32.const 128))"
        )
        wanted = (
            "(i32.load8_u (i32.const 128))"
            if count is None
            else "(i32.eqz (i32.load8_u (i32.const 128)))"
        )
        if count is not None:
            wanted = f"(i32.and {wanted} (i32.eq (i32.load (i32.const 136)) (i32.const {count})))"
        body = opens + reads + f"(if (i32.eqz {wanted}) (then unreachable))"
        assert run(component(body), tmp_path) is None, (handle, offset, length)


def test_one_that_calls_before_it_has_started_fails(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="before it"):
        run(component("", start="(call $grants (i32.const 64))"), tmp_path)


def test_the_first_failure_is_the_one_that_is_told(tmp_path: Path) -> None:
    # The allocator drops a handle that does not exist.
    room = "(call $drop (i32.const 99)) (i32.const 65536)"
    with pytest.raises(CallError, match="a handle that is not open"):
        run(component("(call $grants (i32.const 64))", room=room), tmp_path)


def test_one_that_need_not_look_sees_nothing(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("SECRET")
    sees = component("(call $grants (i32.const 64))" + opened("new"))
    assert run(sees, tmp_path, blind=True) is None
    with pytest.raises(CallError, match="unreachable"):
        run(sees, tmp_path)


def test_hostile_calls_in_many_threads_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    programs = [Program(component(body)) for body, _ in MISCHIEF.values()]
    grants = open_by_names(tmp_path)

    def mischief() -> None:
        for program in programs * 20:
            with pytest.raises(CallError):
                program.run(Environment(grants), "mischief")

    def reads() -> None:
        with Room(tmp_path, engine="component") as room:
            for _ in range(100):
                assert room.read("a.txt").text.content == "a\n"

    # An image of its memory is kept of every component from its first instance on.
    mischief()
    reads()
    gc.collect()
    before = descriptors()
    failures: list[BaseException] = []
    threads = [threading.Thread(target=recorded(act, failures)) for act in (mischief, reads) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    gc.collect()
    assert descriptors() == before


def recorded(act: Callable[[], None], failures: list[BaseException]) -> Callable[[], None]:
    """Returns a function for a thread that records its failure."""

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (the test fails with it)
            failures.append(error)

    return run
