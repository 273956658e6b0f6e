"""Runs every case under `tests/cases`, through the package's public interface."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from readroom import Reply, Room

import data
from fixture import Fixture, with_needs


@pytest.mark.parametrize(
    ("name", "file"), list(data.cases()), ids=lambda value: str(value).partition(".")[0]
)
def test_case(name: str, file: Path, tmp_path: Path) -> None:
    reason = data.known_differences().get(name)
    case = data.case(file)
    if lacking := data.LACKS & set(case.get("needs", [])):
        pytest.skip(f"this host does not offer {', '.join(lacking)}")
    given, expected = run(case, tmp_path)
    if reason is None:
        assert given == expected, case["about"]
        # Python takes 1, 1.0 and True for equal.
        assert json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)
    else:
        assert given != expected, f"passes, but is a known difference: {reason}"


def run(case: dict[str, Any], tmp_path: Path) -> tuple[Any, Any]:
    """Returns what was answered, and what is expected."""
    fixture = Fixture(tmp_path, case)
    with room_of(case, fixture) as room:
        with with_needs(case.get("needs", [])):
            reply = fixture.call(room, case["call"])
        given = given_in(case, fixture, room, reply)
    expected = {
        "outcome": case["outcome"],
        "reply": data.without_time(fixture.fill_in(data.repeated(case["reply"]))),
    }
    if "content" in case:
        expected["content"] = data.without_time(fixture.fill_in(data.repeated(case["content"])))
    expected |= {name: fixture.fill_in(case[name]) for name in ("render", "tool") if name in case}
    return given, expected


def room_of(case: dict[str, Any], fixture: Fixture) -> Room:
    cwd, home = case.get("cwd"), fixture.fill_in(case.get("home"))
    if case.get("in_memory"):
        return Room.from_files(
            fixture.in_memory(case["root"]), name=str(fixture.root), cwd=cwd, home=home
        )
    grants = [fixture.outside / grant for grant in case.get("grants", [])]
    return Room(fixture.root, grants, cwd=cwd, home=home)


def given_in(case: dict[str, Any], fixture: Fixture, room: Room, reply: Reply) -> dict[str, Any]:
    """Returns the parts of an answer that a case fixes."""
    given: dict[str, Any] = {"outcome": reply.outcome, "reply": data.without_time(reply.value)}
    tool = case["call"]["tool"]
    if "content" in case:
        given["content"] = data.without_time([asdict(each) for each in reply.content])
    if "render" in case:
        arguments = fixture.arguments(case["call"])
        given["render"] = data.without_time(
            {
                "call": room.render_call(tool, arguments),
                "collapsed": room.render_result(tool, arguments, reply, "collapsed"),
                "expanded": room.render_result(tool, arguments, reply),
            }
        )
    if "tool" in case:
        described = next(each for each in room.tools() if each.id == tool)
        given["tool"] = {"snippet": described.snippet, "guidelines": list(described.guidelines)}
    return given
