"""Agents of LangChain."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import ToolMessage, convert_to_openai_messages
from langchain_core.utils.function_calling import convert_to_openai_tool
from readroom import AsyncRoom, Reply, Room, UnknownToolError, adapters
from readroom.contract import TextContent
from readroom.langchain import RefusedError, tools

from models import Call, ScriptedChat

CALLS: list[Call] = [
    ("read", {"path": "notes.txt", "start": 2}),
    ("read", {"path": "dot.png"}),
    ("read", {"path": "nothing.txt"}),
]


def run(room: Room | AsyncRoom, calls: list[Call], *, awaited: bool, id: str = "readroom") -> Any:
    """Runs an agent, and returns the answers to the calls."""
    model = ScriptedChat(calls=calls)
    agent = create_agent(model, tools(room, id))
    asked: Any = {"messages": [("user", "Read.")]}
    if awaited:
        asyncio.run(agent.ainvoke(asked))
    else:
        agent.invoke(asked)
    assert len(model.requests) == 2
    return [each for each in model.requests[1] if isinstance(each, ToolMessage)]


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("kind", [Room, AsyncRoom])
def test_a_model_is_shown_text_images_and_errors(
    room: Room, png: str, kind: type[Room | AsyncRoom], awaited: bool
) -> None:
    text, image, missing = run(room if kind is Room else AsyncRoom(room), CALLS, awaited=awaited)
    assert (text.content, text.status) == ("2\ttwo\n3\tthree\n[Lines 2-3 of 3.]", "success")
    assert isinstance(text.artifact, Reply)
    assert text.artifact.content[0] == TextContent(text.content)
    assert image.content == [
        {"type": "text", "text": "[image/png, 1 x 1 pixels.]"},
        {"type": "image", "base64": png, "mime_type": "image/png"},
    ]
    assert missing.status == "error"
    assert missing.content.startswith("not-found: 'nothing.txt' does not exist.")


def test_an_image_becomes_one_for_a_provider(room: Room, png: str) -> None:
    _, image, _ = run(room, CALLS, awaited=False)
    shown: Any = convert_to_openai_messages(image)
    assert shown["content"][1] == {
        "type": "image_url",
        "image_url": {"url": f"data:image/png;base64,{png}"},
    }


def test_a_file_that_is_attached_has_a_name(room: Room) -> None:
    (pdf,) = run(room, [("read", {"path": "paper.pdf"})], awaited=False, id="opencode@2")
    block = pdf.content[1]
    assert (block["type"], block["mime_type"]) == ("file", "application/pdf")
    assert block["extras"] == {"filename": "file.pdf"}


@pytest.mark.parametrize("name", ["self", "config", "run_manager", "callbacks", "args"])
def test_arguments_of_any_name_reach_the_tool(room: Room, name: str) -> None:
    (answer,) = run(room, [("read", {"path": "notes.txt", name: 1})], awaited=False)
    assert answer.status == "error"
    assert f"unknown argument '{name}'" in answer.content


def test_a_model_searches_and_then_reads(room: Room) -> None:
    model = ScriptedChat(
        calls=[("search", {"pattern": "tw"})], then=[("read", {"path": "notes.txt", "start": 3})]
    )
    agent = create_agent(model, tools(room))
    asked: Any = {"messages": [("user", "Where is it?")]}
    answers = [each for each in agent.invoke(asked)["messages"] if isinstance(each, ToolMessage)]
    assert [tool.name for tool in model.offered] == ["read", "list", "find", "search"]
    assert [each.content for each in answers] == [
        "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]",
        "3\tthree\n[Lines 3-3 of 3.]",
    ]


@pytest.mark.parametrize(
    "ids",
    [(), ("readroom:search",), ("opencode@1.18",), ("claude-code", "readroom")],
)
def test_a_model_is_offered_the_schemas_of_the_tools(room: Room, ids: tuple[str, ...]) -> None:
    made = tools(room, *ids)
    assert [convert_to_openai_tool(each) for each in made] == adapters.openai_chat(*ids)


def test_a_caller_can_have_refusals_raised(room: Room) -> None:
    (tool,) = tools(room, "readroom:read")
    tool.handle_tool_error = False
    with pytest.raises(RefusedError) as caught:
        tool.invoke({"path": "nothing.txt"})
    assert caught.value.reply.value["error"]["code"] == "not-found"


def test_tools_must_exist_and_have_names_of_their_own(room: Room) -> None:
    with pytest.raises(ValueError, match=r"'opencode@2' and 'pi@1.5:read' are both called 'read'"):
        tools(room, "opencode", "pi")
    with pytest.raises(UnknownToolError):
        tools(room, "nothing")
    assert [tool.name for tool in tools(room, "pi:read", "claude-code")] == ["read", "Read"]
