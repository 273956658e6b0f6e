"""Runs every case under `tests/cases`, through the package's public interface."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from readroom import Policy, Reply, Room, RoomError
from readroom.policy import EVERYTHING
from readroom.room import Engine

import data
from engines import ENGINES
from fixture import Fixture, privileges, with_needs


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "file"), list(data.cases()), ids=lambda value: str(value).partition(".")[0]
)
def test_case(name: str, file: Path, engine: Engine, tmp_path: Path) -> None:
    case = data.case(file)
    if engine == "component" and "cwd" in case and not case.get("in_memory"):
        with pytest.raises(RoomError, match="no cwd"):
            run(case, engine, tmp_path)
        return
    if case.get("in_memory") and "program" not in ENGINES:
        with pytest.raises(RoomError, match="need the program"):
            run(case, engine, tmp_path)
        return
    if engine == "component" and needs_absolute_links(case):
        given, _ = run(case, engine, tmp_path)
        assert given["outcome"] == "refused" and "outside" in json.dumps(given["reply"])
        return
    if engine == "component" and "permission denied, scandir" in json.dumps(case["reply"]):
        # Wasmtime only opens directories that can be listed: it is refused a step earlier.
        given, _ = run(case, engine, tmp_path)
        assert given["outcome"] == "refused" and "EACCES" in json.dumps(given["reply"])
        return
    given, expected = run(case, engine, tmp_path)
    assert given == expected, case["about"]
    # Python considers 1, 1.0 and True equal.
    assert json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)


def needs_absolute_links(case: dict[str, Any]) -> bool:
    """Returns whether an absolute link is followed. Wasmtime hides the targets of those."""
    links = [entry["link"] for entry in case.get("root", {}).values() if "link" in entry]
    is_followed = case["outcome"] == "answered" and not case.get("in_memory")
    return is_followed and any(link.startswith("{") for link in links)


def run(case: dict[str, Any], engine: Engine, tmp_path: Path) -> tuple[Any, Any]:
    """Returns the actual and the expected answer."""
    fixture = Fixture(tmp_path, case)
    needs = case.get("needs", [])
    with privileges(needs, engine, fixture.outside), room_of(case, engine, fixture) as room:
        with with_needs(needs if engine == "component" else []):
            reply = fixture.call(room, case["call"])
        given = given_in(case, fixture, room, reply)
    expected = {
        "outcome": case["outcome"],
        "reply": data.without_time(fixture.fill_in(data.repeated(case["reply"]))),
    }
    if "content" in case:
        expected["content"] = data.without_time(fixture.fill_in(data.repeated(case["content"])))
    if "tool" in case:
        expected["tool"] = fixture.fill_in(case["tool"])
    return given, expected


def room_of(case: dict[str, Any], engine: Engine, fixture: Fixture) -> Room:
    cwd, home = case.get("cwd"), fixture.fill_in(case.get("home"))
    if case.get("in_memory"):
        return Room.from_files(
            fixture.in_memory(case["root"]),
            name=str(fixture.root),
            cwd=cwd,
            home=home,
            policy=EVERYTHING,
        )
    grants = [fixture.outside / grant for grant in case.get("grants", [])]
    return Room(
        fixture.root, grants, cwd=cwd, home=home, policy=policy_of(case, fixture), engine=engine
    )


def policy_of(case: dict[str, Any], fixture: Fixture) -> Policy:
    """Returns the policy that a case decides by, or none."""
    match fixture.fill_in(case.get("policy")):
        case None:
            return EVERYTHING
        case "default":
            return Policy()
        case "mask-secrets":
            return Policy(mask=["secrets"])
        case rules:
            return Policy(rules=rules)


def given_in(case: dict[str, Any], fixture: Fixture, room: Room, reply: Reply) -> dict[str, Any]:
    """Returns the parts of an answer that a case fixes."""
    given: dict[str, Any] = {"outcome": reply.outcome, "reply": data.without_time(reply.value)}
    tool = case["call"]["tool"]
    if "content" in case:
        given["content"] = data.without_time([asdict(each) for each in reply.content])
    if "tool" in case:
        described = next(each for each in room.tools() if each.id == tool)
        given["tool"] = {"snippet": described.snippet, "guidelines": list(described.guidelines)}
    return given
