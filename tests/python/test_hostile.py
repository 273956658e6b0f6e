"""A hostile component instead of the reader, in rooms of the engine `component`.

The file system there is that of wasmtime: it walks paths and follows links, which the host of the
program refuses, and has no limit on open files. It guarantees that the grant is the wall.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from readroom import CallError, LimitError, Limits, Room

from hostile import needs_hostile, replace_reader
from measure import descriptors, resident

pytestmark = needs_hostile
VERBS = ("open", "enter", "stream", "stat", "hash", "link", "list", "list-file", "count")
FOLLOWING = ("open-follow", "enter-follow", "stat-follow", "hash-follow", "list-follow")
# Ways out of the grant: names, links to a directory and to a file outside, and absolute names.
OUT = (
    "..",
    "../secret",
    "../outside",
    "d/../../secret",
    "./../secret",
    "up/secret",
    "up",
    "up/../secret",
    "file",
    "file/",
    "chain",
    "chain/secret",
    "/",
    "/etc/passwd",
    "{outside}/secret",
    "absolute",
)


@pytest.fixture(scope="module")
def reader() -> Iterator[None]:
    """The hostile component, compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        replace_reader(patch)
        yield


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "d").mkdir(parents=True)
    (root / "empty").mkdir()
    (root / "a.txt").write_text("0123456789")
    (tmp_path / "secret").write_text("SECRET")
    (root / "up").symlink_to("..")
    (root / "file").symlink_to("../secret")
    (root / "chain").symlink_to("d/../up")
    (root / "absolute").symlink_to(tmp_path / "secret")
    return root


def obey(room: Room, command: str) -> Any:
    """Returns the outcome of a command."""
    return room.call("readroom", command).value


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("verb", [*VERBS, *FOLLOWING])
def test_no_path_leads_out(verb: str, root: Path) -> None:
    with Room(root, engine="component") as room:
        assert obey(room, "open a.txt") == "ok 0123456789"
        for path in OUT:
            outcome = obey(room, f"{verb} {path}".replace("{outside}", str(root.parent)))
            assert "SECRET" not in outcome and "root:x:0:0" not in outcome, path
            # A link may be stat'ed. Nothing outside may be, not even for its size.
            if outcome.startswith("ok"):
                is_link = (root / path.rstrip("/")).is_symlink()
                assert is_link and verb in ("stat", "hash", "link"), (verb, path, outcome)
                assert outcome != f"ok {len('SECRET')}"


@pytest.mark.usefixtures("reader")
def test_nothing_is_changed(root: Path) -> None:
    before = sorted(root.rglob("*"))
    with Room(root, engine="component") as room:
        # Neither of these changes anything.
        assert obey(room, "change a.txt") == "ok open to mutate, sync"
    assert sorted(root.rglob("*")) == before
    assert (root / "a.txt").read_text() == "0123456789"


@pytest.mark.usefixtures("reader")
def test_it_learns_nothing_of_the_host(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "SECRET")
    with Room(root, engine="component", home="/home/agent") as room:
        assert obey(room, "environment") == 'ok [("HOME", "/home/agent")] None'


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("command", ["spin", "ask a.txt"])
def test_one_that_does_not_end_ends_at_its_time(command: str, root: Path) -> None:
    with Room(root, engine="component", limits=Limits(time=0.2)) as room:
        with pytest.raises(LimitError) as raised:
            obey(room, command)
        assert raised.value.limit == "time"
    with Room(root, engine="component") as room:
        assert obey(room, "open a.txt") == "ok 0123456789"


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("recurse", "stack"),
        ("touch 3", "unreachable"),
        ("nonsense", "unreachable"),
        ("garbage", "utf-8"),
    ],
)
def test_forbidden_actions_end_the_call(command: str, message: str, root: Path) -> None:
    with Room(root, engine="component") as room:
        with pytest.raises(CallError, match=message):
            obey(room, command)
        assert obey(room, "open a.txt") == "ok 0123456789"


@pytest.mark.usefixtures("reader")
def test_memory_is_limited(root: Path) -> None:
    def taken(limits: Limits) -> int:
        with Room(root, engine="component", limits=limits) as room:
            return int(obey(room, "memory").split()[1])

    assert 8 < taken(Limits(memory=32 << 20)) < 32 < taken(Limits()) < 128


@pytest.mark.usefixtures("reader")
def test_a_wrong_number_of_answers_fails(root: Path) -> None:
    with Room(root, engine="component") as room, pytest.raises(CallError, match="instead of 1"):
        room.read_many(["a.txt"])


@pytest.mark.usefixtures("reader")
def test_hostile_calls_in_many_threads_leave_nothing_behind(root: Path) -> None:
    def mischief() -> None:
        with Room(root, engine="component") as room:
            for command in ("recurse", "nonsense", "touch 20", "garbage") * 5:
                with pytest.raises(CallError):
                    obey(room, command)

    def reads() -> None:
        with Room(root, engine="component") as room:
            for _ in range(50):
                assert obey(room, "open a.txt") == "ok 0123456789"

    # Resources that a first instance keeps, such as an image of its memory.
    mischief()
    reads()
    gc.collect()
    before = descriptors(), resident()
    failures: list[BaseException] = []
    threads = [threading.Thread(target=recorded(act, failures)) for act in (mischief, reads) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    gc.collect()
    assert descriptors() == before[0]
    assert resident() - before[1] < 100 << 20


def recorded(act: Callable[[], None], failures: list[BaseException]) -> Callable[[], None]:
    """Returns a function for a thread that records its failure."""

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (the test fails with it)
            failures.append(error)

    return run
