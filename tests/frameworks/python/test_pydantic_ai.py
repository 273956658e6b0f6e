"""Agents of Pydantic AI."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic_ai import Agent, BinaryContent, ToolReturnPart
from pydantic_ai.models.test import TestModel
from readroom import AsyncRoom, LimitError, Reply, Room, UnknownToolError, adapters
from readroom.pydantic_ai import toolset

from models import Call, ScriptedFunctionModel


def run(
    room: Room | AsyncRoom, *turns: Sequence[Call], ids: Sequence[str] = ()
) -> tuple[ScriptedFunctionModel, list[ToolReturnPart]]:
    """Runs an agent, and returns its model and the answers to the calls."""
    model = ScriptedFunctionModel(*turns)
    agent = Agent(model, toolsets=[toolset(room, *ids)])
    assert asyncio.run(agent.run("Read.")).output == "done"
    assert len(model.requests) == len(turns) + 1
    parts = [part for message in model.requests[-1] for part in message.parts]
    return model, [each for each in parts if isinstance(each, ToolReturnPart)]


@pytest.mark.parametrize("kind", [Room, AsyncRoom])
def test_a_model_searches_and_then_reads(
    room: Room, png: str, kind: type[Room | AsyncRoom]
) -> None:
    _, (found, text, image) = run(
        room if kind is Room else AsyncRoom(room),
        [("search", {"pattern": "tw"})],
        [("read", {"path": "notes.txt", "start": 2}), ("read", {"path": "dot.png"})],
    )
    assert (
        found.content
        == "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]"
    )
    assert text.content == "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]"
    assert image.content == [
        "[image/png, 1 x 1 pixels.]",
        BinaryContent(base64.b64decode(png), media_type="image/png"),
    ]
    assert [each.outcome for each in (found, text, image)] == ["success"] * 3


def test_a_file_is_attached(room: Room) -> None:
    _, (pdf,) = run(room, [("read", {"path": "paper.pdf"})], ids=["opencode@2"])
    (file,) = pdf.files
    assert isinstance(file, BinaryContent)
    assert (file.media_type, file.data[:5]) == ("application/pdf", b"%PDF-")


def test_refusals_are_answers_and_no_retries(room: Room) -> None:
    turns: list[list[Call]] = [[("read", {"path": f"nothing-{n}.txt"})] for n in range(4)]
    _, answers = run(room, *turns, [("read", {"lines": "many"})])
    assert [each.outcome for each in answers] == ["failed"] * 5
    assert str(answers[3].content).startswith("not-found: 'nothing-3.txt' does not exist.")
    assert str(answers[4].content).startswith("invalid-argument: ")


@pytest.mark.parametrize("ids", [(), ("readroom:search",), ("opencode@1.18",), ("pi", "kimi-cli")])
def test_a_model_is_offered_the_schemas_of_the_tools(room: Room, ids: tuple[str, ...]) -> None:
    model, _ = run(room, ids=ids)
    assert [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.parameters_json_schema,
        }
        for tool in model.offered
    ] == adapters.anthropic(*ids)


def test_a_model_that_calls_every_tool_is_answered(room: Room) -> None:
    model = TestModel()
    result = Agent(model, toolsets=[toolset(room, "readroom:list", "readroom:find")]).run_sync(
        "Go."
    )
    assert "notes.txt" in result.output
    assert "dot.png" in result.output


@pytest.mark.parametrize("name", ["self", "ctx", "arguments", "room"])
def test_arguments_of_any_name_reach_the_tool(room: Room, name: str) -> None:
    _, (answer,) = run(room, [("read", {"path": "notes.txt", name: 1})])
    assert answer.outcome == "failed"
    assert f"unknown argument '{name}'" in str(answer.content)


class FailingRoom(Room):
    """Reaches a limit in each call."""

    def call(self, *_: Any, **__: Any) -> Reply:
        """Raises an error."""
        raise LimitError("time", "too long")


def test_what_a_room_raises_is_raised(room: Room) -> None:
    room.__class__ = FailingRoom
    with pytest.raises(LimitError):
        run(room, [("read", {"path": "notes.txt"})])


def test_a_toolset_has_an_id_and_tools_with_names_of_their_own(room: Room) -> None:
    assert toolset(room, id="files").id == "files"
    with pytest.raises(ValueError, match="both called 'read'"):
        toolset(room, "opencode", "pi")
    with pytest.raises(UnknownToolError):
        toolset(room, "nothing")
