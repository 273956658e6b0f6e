"""Tools for agents of the OpenAI Agents SDK.

    from agents import Agent
    from readroom.openai_agents import tools

    agent = Agent(name="reader", tools=tools(room, "opencode"))

It needs `openai-agents`.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import agents
from agents import FunctionTool, ToolOutputFileContent, ToolOutputImage, ToolOutputText
from agents.tool_context import ToolContext

from ._offered import AnyRoom, call_async, offered
from .adapters import file_name
from .contract import Content, ImageContent, TextContent, Tool

__all__ = ["tools"]

_Output: TypeAlias = ToolOutputText | ToolOutputImage | ToolOutputFileContent


def tools(room: AnyRoom, *ids: str) -> list[agents.Tool]:
    """Returns the tools that these ids stand for, such as `opencode`, `pi@1.5` or
    `readroom:search`; those of `readroom` by default. Each is a `FunctionTool`; the type is that
    of `Agent.tools`.

    They get the arguments as the model wrote them. A refusal is an answer like any other. A `Room`
    is called in a thread. What `Room.call` raises, such as a `LimitError`, is raised.
    """
    return [_function_tool(room, each) for each in offered(ids, room=room)]


def _function_tool(room: AnyRoom, tool: Tool) -> FunctionTool:
    async def invoke(_: ToolContext[Any], arguments: str) -> list[_Output]:
        reply = await call_async(room, tool.id, arguments, content_only=True)
        return [_output(each) for each in reply.content]

    return FunctionTool(
        name=tool.name,
        description=tool.description,
        params_json_schema=json.loads(tool.parameters),
        on_invoke_tool=invoke,
        # The schemas have optional arguments, which the strict mode does not allow.
        strict_json_schema=False,
    )


def _output(content: Content) -> _Output:
    if isinstance(content, TextContent):
        return ToolOutputText(text=content.text)
    url = f"data:{content.mime};base64,{content.data}"
    if isinstance(content, ImageContent):
        return ToolOutputImage(image_url=url)
    return ToolOutputFileContent(file_data=url, filename=file_name(content))
