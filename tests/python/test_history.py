"""The history of a git repository."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from readroom import AsyncRoom, CallError, Limits, Room, RoomError, _component_room, errors
from readroom._arguments import encoded
from readroom._offered import offered
from readroom.contract import (
    BlameRequest,
    DiffPage,
    DiffRequest,
    LogRequest,
)
from readroom.generated import decode
from readroom.generated.methods import AsyncMethods, Methods

from engines import WAYS


@pytest.fixture(params=WAYS)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room without a repository, in which calls are made by each engine."""
    (tmp_path / "a.txt").write_text("one\n")
    with Room(tmp_path, **WAYS[request.param]) as room:
        yield room


def test_without_a_repository_there_is_no_history(room: Room) -> None:
    for call in (
        lambda: room.diff(),
        lambda: room.diff("a.txt", from_="HEAD~1", to="HEAD", output="counts", globs="*.txt"),
        lambda: room.log("a.txt", at="HEAD", author="a", since="2 weeks ago", output="files"),
        lambda: room.log("a.txt", text="one"),
        lambda: room.blame("a.txt", at="HEAD", first=1, lines=1),
        lambda: room.read("a.txt", at="HEAD"),
        lambda: room.list(".", at="HEAD"),
        lambda: room.find(at="HEAD"),
        lambda: room.search("one", at="HEAD"),
        lambda: room.map(at="HEAD"),
    ):
        with pytest.raises(errors.NoRepositoryError) as refused:
            call()
        assert refused.value.code == "no-repository"


def test_invalid_questions_are_refused(room: Room) -> None:
    for path, wanted in (
        ("..", errors.OutsideRootError),
        ("", errors.InvalidPathError),
    ):
        with pytest.raises(wanted):
            room.diff(path)
        with pytest.raises(wanted):
            room.log(path)
    wrong_name: dict[str, Any] = {"output": "lines"}
    for call in (room.diff, room.log):
        with pytest.raises(RoomError):
            call(**wrong_name)
    for wrong in ({"from_": 1}, {"globs": 1}, {"context": "1"}, {"path": 1}):
        with pytest.raises(TypeError):
            room.diff(**wrong)


def test_the_same_is_awaited(room: Room) -> None:
    of = AsyncRoom(room)
    for call in (of.diff(from_="HEAD~1"), of.log(), of.blame("a.txt")):
        with pytest.raises(errors.NoRepositoryError):
            asyncio.run(call)


def test_a_keyword_has_an_underscore_in_python_alone() -> None:
    request = DiffRequest(path=".", globs=(), from_="main", to="HEAD", output="patch")
    sent = encoded(DiffRequest, request, "request")
    assert (sent["from"], sent["to"], "from_" in sent) == ("main", "HEAD", False)
    page = {"from": "index", "to": "working tree", "files": [], "total": 0, "unnamed": 0}
    page |= {"first_tags": [], "stopped": "end"}
    decoded: Any = decode.DIFF_RESULT.from_json(page)
    assert decoded == DiffPage("index", "working tree", None, (), (), 0, 0, None, "end")


def test_a_page_ends_before_its_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[Any]()

    class Engine:
        def run(self, _: object, __: object, function: str, arguments: list[Any]) -> None:
            seen.append((function, arguments[0]["milliseconds"]))
            raise CallError("it is only listened to")

    monkeypatch.setattr(_component_room, "current", Engine)
    with Room(tmp_path, engine="component", limits=Limits(time=10)) as room:
        for call in (lambda: room.diff(), lambda: room.log(), lambda: room.blame("a")):
            with pytest.raises(CallError):
                call()
    assert seen == [("diff", 5000), ("log", 5000), ("blame", 5000)]


def test_the_options_are_those_of_the_contract() -> None:
    for name, record in (("diff", DiffRequest), ("log", LogRequest), ("blame", BlameRequest)):
        parameters = set(inspect.signature(getattr(Methods, name)).parameters) - {"self"}
        assert parameters == {field.name for field in dataclasses.fields(record)}
        assert inspect.signature(getattr(AsyncMethods, name)).parameters.keys() >= parameters


def test_tools_for_history_are_offered_where_a_repository_is(room: Room, tmp_path: Path) -> None:
    def names(*ids: str, of: Any = None) -> list[str]:
        return [tool.name for tool in offered(ids, room=of)]

    own = ["read", "list", "find", "search"]
    assert names() == names(of=room) == own
    (tmp_path / ".git").mkdir()
    assert names(of=room) == names(of=AsyncRoom(room)) == [*own, "diff", "log"]
    assert names() == own
    assert names("readroom") == [*own, "diff", "log"]
    assert names("readroom:search", of=room) == ["search"]
