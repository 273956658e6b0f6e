"""Components that mean harm, in the place of the reader: each ends with a typed error, and the next call is answered.

They are written here in the text format. This host runs a component's core module, so a core module in the frame of a
component is one.
"""

from __future__ import annotations

import dataclasses
import gc
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime
from readroom import CallError, LimitError, Limits, Room, RoomError, _engine
from readroom._abi import STRING, List, Option, Type
from readroom._engine import Place, Program, core_module
from readroom._grants import open_by_names
from readroom._world import _CLIP, FUNCTIONS, Function

from measure import descriptors, peak, reset_peak, resident

# What they are asked to do. It looks at files, and answers with a text or none.
FUNCTIONS["mischief"] = Function("mischief", (), Option(STRING), looks=True)
FUNCTIONS["blind mischief"] = Function("mischief", (), Option(STRING))
TYPES = "wasi:filesystem/types@0.2.12"
IMPORTS = f"""
(import "wasi:filesystem/preopens@0.2.12" "get-directories" (func $grants (param i32)))
(import "{TYPES}" "[method]descriptor.open-at" (func $open (param i32 i32 i32 i32 i32 i32 i32)))
(import "{TYPES}" "[method]descriptor.read" (func $read (param i32 i64 i64 i32)))
(import "{TYPES}" "[method]descriptor.read-directory" (func $list (param i32 i32)))
(import "{TYPES}" "[method]directory-entry-stream.read-directory-entry" (func $next (param i32 i32)))
(import "{TYPES}" "[method]descriptor.readlink-at" (func $link (param i32 i32 i32 i32)))
(import "{TYPES}" "[resource-drop]descriptor" (func $drop (param i32)))
"""
NAMES = "link\0..\0../secret\0/etc/passwd\0link/secret\0fifo\0new\0"


def component(
    body: str, *, parameters: str = "", memory: str = "2", start: str = "", room: str = "(i32.const 65536)"
) -> bytes:
    """A component that does what is given when it is asked; at 0 it finds `none`, and at 1024 some names."""
    names = NAMES.encode().hex()
    escaped = "".join(f"\\{names[i : i + 2]}" for i in range(0, len(names), 2))
    module = wasmtime.wat2wasm(
        f"""(module {IMPORTS}
        (memory (export "memory") {memory}) (global $at (mut i32) (i32.const 4096))
        (data (i32.const 1024) "{escaped}")
        (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) {room})
        (func (export "mischief") {parameters} (result i32)
          {body}
          (i32.const 0))
        (func $deep (call $deep) (call $deep))
        (func $start {start}) (start $start))"""
    )
    return framed(bytes(module))


def framed(module: bytes) -> bytes:
    """A module in the frame of a component."""
    size, rest = b"", len(module)
    while rest > 0x7F:
        size, rest = size + bytes([rest & 0x7F | 0x80]), rest >> 7
    return b"\0asm\x0d\0\x01\0\x01" + size + bytes([rest]) + module


def run(program: bytes, root: Path, limits: Limits | None = None, *, looks: bool = True) -> object:
    """Asks a component in a root."""
    grants = open_by_names(root)
    try:
        place = Place(grants, limits=limits or Limits())
        return Program(program).run(place, "mischief" if looks else "blind mischief")
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


@pytest.mark.parametrize("spins", [component(SPIN), component("", start=SPIN)], ids=["in a call", "when it starts"])
def test_one_that_spins_ends_at_its_time(spins: bytes, tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(LimitError) as raised:
        run(spins, tmp_path, Limits(seconds=0.2))
    assert raised.value.limit == "seconds"
    assert 0.1 < time.monotonic() - started < 5


# What a component does, and a part of what is said of it.
MISCHIEF = {
    "gives a result outside its memory": ("(return (i32.const -4))", "outside its memory"),
    "gives a case that does not exist": ("(i32.store8 (i32.const 0) (i32.const 7))", "does not exist"),
    "gives a text outside its memory": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 4) (i32.const 0))"
        "(i32.store (i32.const 8) (i32.const 1000000))",
        "outside its memory",
    ),
    "gives a text of 4 GiB": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 8) (i32.const -1))",
        "32 MiB",
    ),
    "gives a text that is none": (
        "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store8 (i32.const 16) (i32.const 255))"
        "(i32.store (i32.const 4) (i32.const 16)) (i32.store (i32.const 8) (i32.const 1))",
        "not UTF-8",
    ),
    "uses a handle that it does not have": ("(call $list (i32.const 77) (i32.const 64))", "no handle"),
    "drops a handle twice": (
        "(call $grants (i32.const 64)) (call $drop (i32.const 1)) (call $drop (i32.const 1))",
        "no handle",
    ),
    "lists a file": ("(call $next (i32.const 1) (i32.const 64))", "a listing"),
    "wants an answer outside its memory": ("(call $grants (i32.const -8))", "outside its memory"),
    "names a path outside its memory": (
        "(call $grants (i32.const 64)) (call $link (i32.const 1) (i32.const -9) (i32.const 9) (i32.const 64))",
        "outside its memory",
    ),
    "opens without end": (
        "(call $grants (i32.const 64)) (loop $more (call $list (i32.const 1) (i32.const 64)) (br $more))",
        "more handles",
    ),
    "traps": ("unreachable", "unreachable"),
    "recurses": ("(call $deep)", "stack"),
}


@pytest.mark.parametrize("what", MISCHIEF)
def test_what_no_component_may_do_ends_the_call(what: str, tmp_path: Path) -> None:
    body, told = MISCHIEF[what]
    with pytest.raises(CallError, match=told):
        run(component(body), tmp_path)
    assert run(component(""), tmp_path) is None


# An answer, in which the words at 16 are an item of a list, and how often it stands there.
ITEM = """(local $at i32) (local.set $at (i32.const 16))
  (loop $more
    (i32.store (local.get $at) (i32.const {first})) (i32.store offset=4 (local.get $at) (i32.const {second}))
    (local.set $at (i32.add (local.get $at) (i32.const 8)))
    (br_if $more (i32.lt_u (local.get $at) (i32.const {end}))))
  (i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 4) (i32.const 16))
  (i32.store (i32.const 8) (i32.const {count}))"""
# What is said to be there, how much of what, and what is said of it.
FLOODS: dict[str, tuple[Type, dict[str, int], str]] = {
    "2 million records": (List(_CLIP), {"first": 1, "second": 2, "end": 24, "count": 2_000_000}, "700000 values"),
    "3 million empty texts": (List(STRING), {"first": 0, "second": 0, "end": 24, "count": 3_000_000}, "700000 values"),
    "2000 times the same 2000 empty texts": (
        List(List(STRING)),
        {"first": 65536, "second": 2000, "end": 16016, "count": 2000},
        "700000 values",
    ),
    "1000 times the same 100 KB": (
        List(STRING),
        {"first": 65536, "second": 100_000, "end": 8016, "count": 1000},
        "32 MiB",
    ),
}


@pytest.mark.parametrize("what", FLOODS)
def test_no_more_is_built_than_a_host_can_take(what: str, tmp_path: Path) -> None:
    result, words, told = FLOODS[what]
    flood = Program(component(ITEM.format(**words), memory="512"))
    FUNCTIONS["flood"] = Function("mischief", (), Option(result))
    reset_peak()
    before, started = peak(), time.monotonic()
    with pytest.raises(LimitError, match=told) as raised:
        flood.run(Place(), "flood")
    assert raised.value.limit == "output"
    assert peak() - before < 128 << 20 and time.monotonic() - started < 5


def test_one_that_answers_for_another_number_of_files_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    asked = dataclasses.replace(FUNCTIONS["read-many"], export="mischief")
    monkeypatch.setitem(FUNCTIONS, "read-many", asked)
    monkeypatch.setattr(_engine, "_program", Program(component("", parameters="(param i32 i32 i32 i32 i32 i32)")))
    with Room(tmp_path) as room, pytest.raises(CallError, match="another number of files"):
        room.read_many(["a.txt"])


def test_room_outside_its_memory_is_not_written_to(tmp_path: Path) -> None:
    for room in ("(i32.const -65536)", "(i32.const 131071)"):
        with pytest.raises(CallError, match="room outside"):
            run(component("(call $grants (i32.const 64))", room=room), tmp_path)


def test_memory_is_limited_also_from_the_start(tmp_path: Path) -> None:
    grows = component("(if (i32.eq (memory.grow (i32.const 1024)) (i32.const -1)) (then unreachable))")
    assert run(grows, tmp_path) is None
    with pytest.raises(CallError):
        run(grows, tmp_path, Limits(memory=32 << 20))
    with pytest.raises(CallError):
        run(component("", memory="1024"), tmp_path, Limits(memory=32 << 20))


def test_what_nobody_grants_is_refused_by_name(tmp_path: Path) -> None:
    for interface, function in (
        ("wasi:sockets/tcp@0.2.12", "start"),
        ("wasi:cli/exit@0.2.12", "exit"),
        (TYPES, "[method]descriptor.write"),
        (TYPES, "[method]descriptor.unlink-file-at"),
        ("wasi:filesystem/types@0.3.0", "[method]descriptor.stat"),
    ):
        wants = f'(module (import "{interface}" "{function}" (func (param i32))))'
        with pytest.raises(RoomError, match="which nothing grants"):
            run(framed(bytes(wasmtime.wat2wasm(wants))), tmp_path)


def name(at: str) -> str:
    """Where a name stands, and how long it is, as two arguments."""
    return f"(i32.const {1024 + NAMES.index(at)}) (i32.const {len(at)})"


def opened(path: str, *, follow: int = 0, flags: int = 0, rights: int = 1, handle: int = 1) -> str:
    """Opens a path, and stops the component if it is opened."""
    return (
        f"(call $open (i32.const {handle}) (i32.const {follow}) {name(path)} (i32.const {flags}) (i32.const {rights})"
        "(i32.const 64)) (if (i32.eqz (i32.load8_u (i32.const 64))) (then unreachable))"
    )


def test_no_path_leads_out_and_nothing_is_written(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret").write_text("SECRET")
    (root / "link").symlink_to(tmp_path)
    ways = [(follow, flags) for follow in (0, 1) for flags in (0, 2)]
    tries = [opened(path, follow=follow, flags=flags) for path in NAMES.split("\0")[:5] for follow, flags in ways]
    # Create, truncate; write, change a directory.
    tries += [opened("new", flags=flags) for flags in (1, 4, 8, 1 | 2)]
    tries += [opened("new", rights=rights) for rights in (2, 3, 32)]
    for each in tries:
        assert run(component("(call $grants (i32.const 64))" + each), root) is None
    assert sorted(entry.name for entry in root.iterdir()) == ["link"]


def test_a_call_that_fails_keeps_no_memory(tmp_path: Path) -> None:
    grows = "(drop (memory.grow (i32.const 1000))) (memory.fill (i32.const 65536) (i32.const 1) (i32.const 60000000))"
    program = Program(component(grows + "(call $drop (i32.const 9))"))
    kept, before = [], resident()
    for _ in range(8):
        with pytest.raises(CallError) as raised:
            program.run(Place(), "mischief")
        kept.append(raised.value)
    assert resident() - before < 100 << 20


def test_the_host_alone_opens_no_pipe_and_reads_no_further_than_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "new").write_text("0123456789")
    grants = "(call $grants (i32.const 64))"
    assert run(component(grants + opened("fifo")), tmp_path) is None
    assert run(component(grants + opened("fifo", flags=2)), tmp_path) is None
    opens = (
        grants + f"(call $open (i32.const 1) (i32.const 0) {name('new')} (i32.const 0) (i32.const 1) (i32.const 64))"
    )
    # Of a file, and of the directory it is in; an offset that would be negative; more than there is.
    for handle, offset, length, count in (
        (2, 0, 99, 10),
        (2, 7, -1, 3),
        (2, -5, 5, None),
        (2, 10, 5, 0),
        (1, 0, 5, None),
    ):
        reads = f"(call $read (i32.const {handle}) (i64.const {length}) (i64.const {offset}) (i32.const 128))"
        wanted = "(i32.load8_u (i32.const 128))" if count is None else "(i32.eqz (i32.load8_u (i32.const 128)))"
        if count is not None:
            wanted = f"(i32.and {wanted} (i32.eq (i32.load (i32.const 136)) (i32.const {count})))"
        body = opens + reads + f"(if (i32.eqz {wanted}) (then unreachable))"
        assert run(component(body), tmp_path) is None, (handle, offset, length)


def test_one_that_calls_before_it_has_started_fails(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="before it"):
        run(component("", start="(call $grants (i32.const 64))"), tmp_path)


def test_the_first_failure_is_the_one_that_is_told(tmp_path: Path) -> None:
    # Room for the answer is made by a function that drops what is not there.
    room = "(call $drop (i32.const 99)) (i32.const 65536)"
    with pytest.raises(CallError, match="no handle"):
        run(component("(call $grants (i32.const 64))", room=room), tmp_path)


def test_one_that_need_not_look_sees_nothing(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("SECRET")
    sees = component("(call $grants (i32.const 64))" + opened("new"))
    assert run(sees, tmp_path, looks=False) is None
    with pytest.raises(CallError, match="unreachable"):
        run(sees, tmp_path)


def test_hostile_calls_in_many_threads_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    programs = [Program(component(body)) for body, _ in MISCHIEF.values()]
    grants = open_by_names(tmp_path)

    def mischief() -> None:
        for program in programs * 20:
            with pytest.raises(CallError):
                program.run(Place(grants, limits=Limits(seconds=5)), "mischief")

    def reads() -> None:
        with Room(tmp_path) as room:
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
    """What a thread does, with its failure kept."""

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (the test fails with it)
            failures.append(error)

    return run
