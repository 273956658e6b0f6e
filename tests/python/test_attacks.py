"""Runs every attack under `tests/attacks`, through the package's public interface, and once more
with every tool.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from readroom import CallError, Limits, ReadError, Reply, Room
from readroom.generated import decode
from readroom.policy import Policy
from readroom.room import Engine

import data
from actor import acting
from engines import ENGINES
from fixture import Fixture, compact, privileges, with_needs
from measure import descriptors, peak, reset_peak

ATTACKS = list(data.attacks())
DIALECTS = data.dialects()
SECRETS = ("SECRET", "root:x:0:0")
# Files denied by `.agentignore` stay denied.
POLICY = Policy(rules="everything")
# A call that hangs ends at its time, and the test fails with its error.
LIMITS = Limits(time=120)


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The component is compiled, and has read a file, before it is measured."""
    for engine in ENGINES:
        with Room(Path(__file__).parent, engine=engine) as room:
            room.read(Path(__file__).name)


def met(attack: dict[str, Any], engine: Engine) -> bool:
    """Returns whether an engine withstands an attack. The file system of wasmtime waits for a pipe
    that replaces a file while it is opened.
    """
    swapped = attack.get("meanwhile", {}).get("swap", ())
    return engine == "program" or not any("fifo" in attack["root"][name] for name in swapped)


@pytest.mark.parametrize(
    ("attack", "engine"),
    [
        pytest.param(
            attack,
            engine,
            id=f"{name}-{engine}",
            marks=[pytest.mark.long] if attack.get("long") else [],
        )
        for name, attack in ATTACKS
        for engine in ENGINES
        if met(attack, engine)
    ],
)
def test_attack(attack: dict[str, Any], engine: Engine, tmp_path: Path) -> None:
    fixture, meanwhile = Fixture(tmp_path, attack), attack.get("meanwhile", {})
    root = fixture.root
    if meanwhile.get("root_by_link"):
        root = fixture.outside / "way-in"
        root.symlink_to(fixture.root)
    with rights(attack, engine, fixture), room_of(root, engine) as room:
        if "replace_root" in meanwhile:
            fixture.root.rename(fixture.outside / "moved")
            fixture.root.symlink_to(fixture.fill_in(meanwhile["replace_root"]))
        with actors(fixture, meanwhile), measured(attack):
            replies = calls(attack, fixture, room, engine)
    for reply in replies:
        judge(attack, reply)


def room_of(root: Path, engine: Engine) -> Room:
    return Room(root, policy=POLICY, limits=LIMITS, engine=engine)


def rights(
    attack: dict[str, Any], engine: Engine, fixture: Fixture
) -> AbstractContextManager[None]:
    return privileges(attack.get("needs", []), engine, fixture.outside)


def calls(attack: dict[str, Any], fixture: Fixture, room: Room, engine: Engine) -> list[Reply]:
    """Returns the replies that differ."""
    replies: list[Reply] = []
    with with_needs(attack.get("needs", []) if engine == "component" else []):
        for _ in range(attack.get("calls", 1)):
            if attack["verdict"] == "ended":
                with pytest.raises(CallError):
                    fixture.call(room, attack["call"])
                continue
            reply = fixture.call(room, attack["call"])
            if reply not in replies:
                replies.append(reply)
    return replies


@contextmanager
def actors(fixture: Fixture, meanwhile: dict[str, Any]) -> Iterator[None]:
    """Lets another process change the tree."""
    for action in ("swap", "append", "truncate"):
        if action in meanwhile:
            with acting(fixture.root, action, [str(value) for value in meanwhile[action]]):
                yield
            return
    yield


@contextmanager
def measured(attack: dict[str, Any]) -> Iterator[None]:
    """Fails if an attack used more than it may."""
    reset_peak()
    memory, opened = peak(), descriptors()
    yield
    assert descriptors() - opened <= attack.get("max_descriptor_growth", 0), "descriptors left open"
    # The memory of the whole host: the component cannot have used more.
    taken = peak() - memory
    assert taken <= attack.get("max_guest_mib", 1024) * 1024 * 1024, f"{taken} bytes of memory"


def judge(attack: dict[str, Any], reply: Reply) -> None:
    code = "ok" if reply.outcome == "answered" else reply.value["error"]["code"]
    match attack["verdict"]:
        case "answer":
            assert code == "ok", reply
        case "error":
            assert code != "ok" and code in attack["codes"], reply
        case verdict:
            assert verdict == "either" and code in attack["codes"], reply
    for text in (*attack.get("never", []), *secrets(attack)):
        assert text not in reply.json + repr([vars(each) for each in reply.content])
    assert len(reply.json.encode()) <= attack.get("max_output_bytes", 64 * 1024 * 1024)
    if reply.outcome == "refused":
        error = reply.value["error"]
        assert len(error["message"]) <= min(attack.get("max_message_chars", 500), 500)
        assert error["hint"]


def secrets(attack: dict[str, Any]) -> tuple[str, ...]:
    """Returns the strings that no answer may contain, unless a file is shared with the outside."""
    return () if any("hardlink" in entry for entry in attack.get("root", {}).values()) else SECRETS


# Each tool's answer to an attack is the same in the component as in the program.
ENGINE_OR_LONG = [ENGINES[0], *(pytest.param(each, marks=pytest.mark.long) for each in ENGINES[1:])]
ALONE = [
    (name, attack)
    for name, attack in ATTACKS
    if "meanwhile" not in attack and attack["verdict"] != "ended"
]


@pytest.mark.parametrize("engine", ENGINE_OR_LONG)
@pytest.mark.parametrize("attack", [attack for _, attack in ALONE], ids=[name for name, _ in ALONE])
def test_attack_with_every_tool(attack: dict[str, Any], engine: Engine, tmp_path: Path) -> None:
    fixture = Fixture(tmp_path, attack)
    with (
        rights(attack, engine, fixture),
        room_of(fixture.root, engine) as room,
    ):
        for tool in DIALECTS:
            dialect, arguments = DIALECTS[tool], fixture.arguments(attack["call"])
            structured = attack["call"].get("arguments")
            if isinstance(structured, dict):
                given = DIALECTS["readroom@0.4:read"]["arguments"]
                to = dict(zip(given, dialect["arguments"], strict=True))
                renamed = {to.get(name, name): value for name, value in structured.items()}
                arguments = compact(fixture.fill_in(renamed))
            needs = attack.get("needs", [])
            with with_needs(needs) if needs and engine == "component" else nullcontext():
                reply = room.call(tool, arguments)
            shown = reply.json + repr([vars(each) for each in reply.content])
            assert not any(secret in shown for secret in secrets(attack))
            check_shape(dialect, reply)


def check_shape(dialect: dict[str, Any], reply: Reply) -> None:
    """Checks that an answer has the members that the tool returns, and no others, and that an error
    has a message.
    """
    refused = reply.outcome == "refused"
    mark = dialect["is_error"]
    found = value_at(reply.value, mark["at"])
    assert (found == mark["equals"] if "equals" in mark else found is not None) is refused, reply
    shape = dialect["error" if refused else "answer"]
    required = set(shape["required"])
    assert required <= set(reply.value) <= required | set(shape["optional"]), reply
    for pointer in shape["texts"]:
        text = value_at(reply.value, pointer)
        # Room for a path of the maximum length, twice.
        assert isinstance(text, str) and text and (not refused or len(text.encode()) <= 10_000), (
            reply
        )
    if dialect["id"].startswith("readroom@"):
        decoder: Any = decode.READ_RESULT
        if "files" in reply.value:
            decoder = decode.READ_MANY_RESULT
        elif "runs" in reply.value:
            decoder = decode.BLAME_RESULT
        assert isinstance(decoder.from_json(reply.value), ReadError) is refused


def value_at(value: Any, pointer: str) -> Any:
    """Returns the value at a JSON pointer, or None."""
    for name in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value
