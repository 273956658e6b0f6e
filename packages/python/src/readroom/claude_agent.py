"""Tools for agents of the Claude Agent SDK, in place of Claude Code's own `Read`.

    from claude_agent_sdk import query
    from readroom.claude_agent import options

    async for message in query(prompt="What does src/main.rs print?", options=options(room)):
        ...

It needs `claude-agent-sdk`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

from claude_agent_sdk import (
    ClaudeAgentOptions,
    HookContext,
    HookInput,
    HookJSONOutput,
    HookMatcher,
    McpSdkServerConfig,
    SdkMcpTool,
    ToolAnnotations,
    create_sdk_mcp_server,
)

from . import contract
from ._offered import AnyRoom, call_async, offered, without_empty_texts
from ._version import VERSION
from .contract import Content, ImageContent, TextContent

__all__ = ["SERVER", "TOOLS", "options", "server"]

SERVER = "readroom"
"""The name of the server: Claude Code calls its tools `mcp__readroom__Read` and so on."""

TOOLS = ("claude-code", "readroom:list", "readroom:find", "readroom:search")
"""The ids of the tools that are offered by default: Claude Code's own `Read`, and those that look
around.
"""

# The maximum that Claude Code accepts as the size of a result, in characters.
_MAX_CHARACTERS = 500_000


def server(room: AnyRoom, *ids: str) -> McpSdkServerConfig:
    """Returns a server in this process with the tools that these ids stand for; `TOOLS` by default.

    A refusal is a result with `is_error`; the SDK makes one of what `Room.call` raises too, such as
    a `LimitError`. A `Room` is called in a thread.
    """
    tools = [_tool(room, each) for each in offered(ids or TOOLS)]
    config: Any = create_sdk_mcp_server(SERVER, VERSION, tools)
    # Claude Code offers server tools only after a search for them, unless this is set.
    return cast(McpSdkServerConfig, {**config, "alwaysLoad": True})


def options(
    room: AnyRoom, *ids: str, base: ClaudeAgentOptions | None = None, edits: bool = True
) -> ClaudeAgentOptions:
    """Returns options with which Claude Code reads through a room. `base` has the others.

    The tools of `server` are added and allowed. Claude Code's `Edit` and `Write` change existing
    files only if its own `Read` is permitted. So with `edits` it stays, and each of its calls is
    refused with the names of these tools; otherwise it is removed.
    """
    base = base or ClaudeAgentOptions()
    if not isinstance(base.mcp_servers, dict):
        raise ValueError("mcp_servers must be a dict, to which a server can be added")
    names = [f"mcp__{SERVER}__{each.name}" for each in offered(ids or TOOLS)]
    changed = replace(
        base,
        mcp_servers={**base.mcp_servers, SERVER: server(room, *ids)},
        allowed_tools=[*base.allowed_tools, *names],
    )
    if not edits:
        return replace(changed, disallowed_tools=[*base.disallowed_tools, "Read"])
    hooks = dict(base.hooks or {})
    hooks["PreToolUse"] = [*hooks.get("PreToolUse", []), _refusing(names)]
    return replace(changed, hooks=hooks)


def _refusing(names: list[str]) -> HookMatcher:
    async def refuse(_: HookInput, __: str | None, ___: HookContext) -> HookJSONOutput:
        return {
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "deny",
                "permissionDecisionReason": f"Read files with other tools: {', '.join(names)}.",
            }
        }

    return HookMatcher(matcher="Read", hooks=[refuse], on_failure="block")


def _tool(room: AnyRoom, tool: contract.Tool) -> SdkMcpTool[Any]:
    async def call(arguments: dict[str, Any]) -> dict[str, Any]:
        reply = await call_async(room, tool.id, arguments, content_only=True)
        content = [_block(each) for each in without_empty_texts(reply)]
        return {"content": content, "is_error": reply.outcome == "refused"}

    hints = ToolAnnotations(readOnlyHint=True, maxResultSizeChars=_MAX_CHARACTERS)
    return SdkMcpTool(tool.name, tool.description, json.loads(tool.parameters), call, hints)


def _block(content: Content) -> dict[str, Any]:
    if isinstance(content, TextContent):
        return {"type": "text", "text": content.text}
    if isinstance(content, ImageContent):
        return {"type": "image", "data": content.data, "mimeType": content.mime}
    # The SDK would drop it silently.
    return {"type": "text", "text": f"[{content.mime}, which the Agent SDK cannot attach.]"}
