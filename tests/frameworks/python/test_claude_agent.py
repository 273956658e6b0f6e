"""Agents of the Claude Agent SDK, which starts the program Claude Code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, ResultMessage, query
from readroom import LimitError, Room, UnknownToolError, adapters
from readroom.claude_agent import TOOLS, options

from models import Call
from services import AnthropicMessages

PREFIX = "mcp__readroom__"


@pytest.fixture
def base(root: Path, nobody: None) -> ClaudeAgentOptions:
    """Options of an agent that may edit."""
    (root / ".env").write_text("SECRET\n")
    return ClaudeAgentOptions(
        cwd=root, setting_sources=[], permission_mode="acceptEdits", max_turns=9
    )


def run(given: ClaudeAgentOptions, *turns: list[Call]) -> AnthropicMessages:
    """Runs an agent, and returns its model."""
    service = AnthropicMessages(*turns)
    run_with(service, given)
    assert len(service.requests) == len(turns) + 1
    return service


def run_with(service: AnthropicMessages, given: ClaudeAgentOptions) -> None:
    """Runs an agent with a model."""

    async def ask() -> None:
        url = {"ANTHROPIC_BASE_URL": service.url}
        async with ClaudeSDKClient(replace(given, env=url)) as client:
            await client.query("Read.")
            async for message in client.receive_response():
                if isinstance(message, ResultMessage):
                    assert message.result == "done"

    with service:
        asyncio.run(ask())


def text(result: Any) -> str:
    """Returns the text of a result."""
    content = result["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


def test_a_model_searches_and_then_reads(
    room: Room, root: Path, base: ClaudeAgentOptions, png: str
) -> None:
    notes: dict[str, Any] = {"file_path": str(root / "notes.txt"), "offset": 2}
    service = run(
        options(room, base=base),
        [(f"{PREFIX}search", {"pattern": "tw"})],
        [
            (f"{PREFIX}Read", notes),
            (f"{PREFIX}Read", {"file_path": str(root / "dot.png")}),
            (f"{PREFIX}Read", {"file_path": str(root / "nothing.txt")}),
            (f"{PREFIX}Read", {"file_path": str(root / ".env")}),
        ],
    )
    found, shown, image, missing, denied = service.results().values()
    assert (
        text(found)
        == "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]"
    )
    assert text(shown) == room.call("claude-code", notes).text
    assert "two" in text(shown)
    source = {"type": "base64", "media_type": "image/png", "data": png}
    assert [each for each in image["content"] if each["type"] == "image"] == [
        {"type": "image", "source": source}
    ]
    assert missing["is_error"]
    assert "nothing.txt" in text(missing)
    assert denied["is_error"]
    assert "SECRET" not in repr(service.requests)


def test_the_tools_are_offered_at_once(room: Room, base: ClaudeAgentOptions) -> None:
    (request,) = run(options(room, base=base)).requests
    offered = {each["name"]: each["input_schema"] for each in request["tools"]}
    wanted = {
        f"{PREFIX}{each['name']}": each["input_schema"] for each in adapters.anthropic(*TOOLS)
    }
    assert {name: offered.get(name) for name in wanted} == wanted
    assert {*wanted} == {f"{PREFIX}{name}" for name in ("Read", "list", "find", "search")}


@pytest.mark.parametrize("adapted", [False, True])
def test_the_own_read_is_refused(
    room: Room, root: Path, base: ClaudeAgentOptions, adapted: bool
) -> None:
    given = options(room, base=base) if adapted else base
    service = run(given, [("Read", {"file_path": str(root / ".env")})])
    (result,) = service.results().values()
    assert ("SECRET" in repr(service.requests)) is not adapted
    if adapted:
        assert result["is_error"]
        assert f"{PREFIX}Read" in text(result)


@pytest.mark.parametrize("edits", [True, False])
def test_files_that_were_read_can_be_edited(
    room: Room, root: Path, base: ClaudeAgentOptions, edits: bool
) -> None:
    notes, other = str(root / "notes.txt"), root / "other.txt"
    other.write_text("other\n")
    service = run(
        options(room, base=base, edits=edits),
        [(f"{PREFIX}Read", {"file_path": notes})],
        [("Edit", {"file_path": notes, "old_string": "two", "new_string": "zwei"})],
        [("Write", {"file_path": str(other), "content": "written\n"})],
    )
    _, edited, written = service.results().values()
    assert [bool(each.get("is_error")) for each in (edited, written)] == [not edits] * 2
    assert (root / "notes.txt").read_text() == f"one\n{'zwei' if edits else 'two'}\nthree\n"
    assert other.read_text() == ("written\n" if edits else "other\n")
    assert ("Read" in [tool["name"] for tool in service.requests[0]["tools"]]) is edits


def test_other_tools_can_be_chosen(room: Room, base: ClaudeAgentOptions) -> None:
    service = run(
        options(room, "opencode", "readroom:find", base=base),
        [(f"{PREFIX}read", {"path": "paper.pdf"}), (f"{PREFIX}find", {"glob": "*.txt"})],
    )
    pdf, found = service.results().values()
    assert "which the Agent SDK cannot attach" in repr(pdf)
    assert text(found).startswith("notes.txt\n")
    with pytest.raises(UnknownToolError):
        options(room, "nothing")
    with pytest.raises(ValueError, match="both called 'read'"):
        options(room, "opencode", "readroom")


def test_a_query_needs_no_client(room: Room, root: Path, base: ClaudeAgentOptions) -> None:
    async def ask() -> AsyncIterator[Any]:
        url = {"ANTHROPIC_BASE_URL": service.url}
        given = options(room, base=replace(base, env=url))
        async for message in query(prompt="Read.", options=given):
            yield message

    async def all_of() -> list[Any]:
        return [message async for message in ask()]

    service = AnthropicMessages([(f"{PREFIX}Read", {"file_path": str(root / "notes.txt")})])
    with service:
        *_, last = asyncio.run(all_of())
    assert isinstance(last, ResultMessage)
    (result,) = service.results().values()
    assert "two" in text(result)


def test_what_a_room_raises_is_an_error(
    room: Room, base: ClaudeAgentOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise LimitError("time", "too long")

    monkeypatch.setattr(room, "call", fail)
    (result,) = run(options(room, base=base), [(f"{PREFIX}list", {})]).results().values()
    assert result["is_error"]
    assert "too long" in text(result)


def test_subagents_read_through_the_room_too(
    room: Room, root: Path, base: ClaudeAgentOptions
) -> None:
    task = {"description": "Read", "prompt": "Read it.", "subagent_type": "general-purpose"}
    secret, notes = ({"file_path": str(root / name)} for name in (".env", "notes.txt"))
    service = AnthropicMessages(
        [("Agent", {**task, "run_in_background": False})],
        [("Read", secret), (f"{PREFIX}Read", secret), (f"{PREFIX}Read", notes)],
    )
    run_with(service, options(room, base=base))
    of_subagent = service.results(service.requests[2])
    own, denied, shown = of_subagent.values()
    assert f"{PREFIX}Read" in text(own)
    assert denied["is_error"]
    assert "two" in text(shown)
    assert "SECRET" not in repr(service.requests)


def test_other_options_stay(room: Room) -> None:
    async def nothing(*_: Any) -> Any:
        return {}

    matcher = HookMatcher(matcher="Bash", hooks=[nothing])
    base = ClaudeAgentOptions(
        mcp_servers={"other": {"command": "other"}},
        allowed_tools=["Bash"],
        disallowed_tools=["Write"],
        hooks={"PreToolUse": [matcher], "Stop": [matcher]},
        max_turns=3,
    )
    with_edits, without = options(room, base=base), options(room, base=base, edits=False)
    for changed in (with_edits, without):
        assert isinstance(changed.mcp_servers, dict)
        assert [*changed.mcp_servers] == ["other", "readroom"]
        assert changed.allowed_tools == [
            "Bash", *(f"{PREFIX}{name}" for name in ("Read", "list", "find", "search"))
        ]  # fmt: skip
        assert changed.max_turns == 3
    assert with_edits.disallowed_tools == ["Write"]
    assert without.disallowed_tools == ["Write", "Read"]
    assert with_edits.hooks is not None
    assert [each.matcher for each in with_edits.hooks["PreToolUse"]] == ["Bash", "Read"]
    assert with_edits.hooks["Stop"] == [matcher]
    assert without.hooks == base.hooks == {"PreToolUse": [matcher], "Stop": [matcher]}
    with pytest.raises(ValueError, match="mcp_servers must be a dict"):
        options(room, base=ClaudeAgentOptions(mcp_servers="servers.json"))
