"""Agents of the OpenAI Agents SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from agents import Agent, Runner
from readroom import AsyncRoom, Reply, Room, adapters
from readroom.openai_agents import tools

from models import ScriptedAgentsModel


class RecordingRoom(Room):
    """Keeps the arguments of calls."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.arguments: list[Any] = []

    def call(self, tool: str, arguments: Any, **options: Any) -> Reply:
        """Calls a tool."""
        self.arguments.append(arguments)
        return super().call(tool, arguments, **options)


def run(
    room: Room | AsyncRoom,
    calls: Sequence[tuple[str, dict[str, Any] | str]],
    id: str = "readroom",
) -> tuple[ScriptedAgentsModel, list[Any]]:
    """Runs an agent, and returns its model and the answers to the calls."""
    model = ScriptedAgentsModel(calls)
    agent = Agent(name="reader", model=model, tools=[*tools(room, id)])
    result = asyncio.run(Runner.run(agent, "Read."))
    assert result.final_output == "done"
    assert len(model.requests) == (2 if calls else 1)
    answers = [each for each in model.requests[-1] if each.get("type") == "function_call_output"]
    return model, [each["output"] for each in answers]


@pytest.mark.parametrize("kind", [Room, AsyncRoom])
def test_a_model_is_shown_text_images_and_errors(
    room: Room, png: str, kind: type[Room | AsyncRoom]
) -> None:
    calls: list[tuple[str, dict[str, Any] | str]] = [
        ("read", {"path": "notes.txt", "start": 2}),
        ("read", {"path": "dot.png"}),
        ("read", {"path": "nothing.txt"}),
    ]
    _, (text, image, missing) = run(room if kind is Room else AsyncRoom(room), calls)
    assert text == [{"type": "input_text", "text": "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]"}]
    assert image == [
        {"type": "input_text", "text": "[image/png, 1 x 1 pixels.]"},
        {"type": "input_image", "image_url": f"data:image/png;base64,{png}"},
    ]
    assert missing[0]["text"].startswith("not-found: 'nothing.txt' does not exist.")


def test_a_file_is_attached(room: Room) -> None:
    _, ((_, file),) = run(room, [("read", {"path": "paper.pdf"})], "opencode@2")
    assert (file["type"], file["filename"]) == ("input_file", "file.pdf")
    assert file["file_data"].startswith("data:application/pdf;base64,")


def test_arguments_reach_the_room_as_they_were_written(root: Path) -> None:
    # Parsed and written again, the first would have other spaces, and one `path`.
    written = ['{"path" : "x", "path":"notes.txt",  "lines":1.0}', '{"path": "notes']
    room = RecordingRoom(root)
    with room:
        _, answers = run(room, [("read", each) for each in written])
        assert sorted(room.arguments) == sorted(written)
    assert [len(each) for each in answers] == [1, 1]
    assert answers[1][0]["text"].startswith("invalid-argument: ")


def test_a_model_searches_and_then_reads(room: Room) -> None:
    model = ScriptedAgentsModel(
        [("search", {"pattern": "tw"})], [("read", {"path": "notes.txt", "start": 3})]
    )
    asyncio.run(Runner.run(Agent(name="reader", model=model, tools=tools(room)), "Where is it?"))
    assert [tool.name for tool in model.offered] == ["read", "list", "find", "search"]
    answers = [each for each in model.requests[-1] if each.get("type") == "function_call_output"]
    assert [each["output"][0]["text"] for each in answers] == [
        "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]",
        "3\tthree\n[Lines 3-3 of 3.]",
    ]


@pytest.mark.parametrize("id", ["readroom", "readroom:search", "opencode@1.18", "kimi-cli"])
def test_a_model_is_offered_the_schemas_of_the_tools(room: Room, id: str) -> None:
    model, _ = run(room, [], id)
    assert [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.params_json_schema,
            "strict": tool.strict_json_schema,
        }
        for tool in model.offered
    ] == adapters.openai_responses(id)


def test_tools_must_have_names_of_their_own(room: Room) -> None:
    with pytest.raises(ValueError, match=r"'opencode@2' and 'pi@1.5:read' are both called 'read'"):
        tools(room, "opencode", "pi")
