"""A toolset for agents of Pydantic AI.

    from pydantic_ai import Agent
    from readroom.pydantic_ai import toolset

    agent = Agent(model, toolsets=[toolset(room)])

It needs `pydantic-ai` or `pydantic-ai-slim`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from pydantic_ai import BinaryContent, FunctionToolset, Tool, ToolFailed

from . import contract
from ._offered import AnyRoom, call_async, offered, without_empty_texts
from .contract import Content, TextContent

__all__ = ["toolset"]

_Part: TypeAlias = str | BinaryContent


def toolset(room: AnyRoom, *ids: str, id: str | None = None) -> FunctionToolset[Any]:
    """Returns the tools that these ids stand for, such as `opencode`, `pi@1.5` or
    `readroom:search`; those of `readroom` by default. `id` is that of the toolset.

    A tool returns what its model is shown: a text, or a list of texts and `BinaryContent`. A call
    that was refused fails with `ToolFailed`. The model sees why and decides what to do: a file that
    is not there is an answer, and does not count as a retry, of which an agent allows one. A `Room`
    is called in a thread. What `Room.call` raises, such as a `LimitError`, is raised.
    """
    return FunctionToolset([_tool(room, each) for each in offered(ids, room=room)], id=id)


def _tool(room: AnyRoom, tool: contract.Tool) -> Tool[Any]:
    return Tool.from_schema(
        _function(room, tool.id), tool.name, tool.description, json.loads(tool.parameters)
    )


def _function(room: AnyRoom, id: str) -> Callable[..., Awaitable[_Part | list[_Part]]]:
    async def call(**arguments: Any) -> _Part | list[_Part]:
        reply = await call_async(room, id, arguments, content_only=True)
        if reply.outcome == "refused":
            raise ToolFailed(reply.text)
        match [_part(each) for each in without_empty_texts(reply)]:
            case []:
                return ""
            case [str(text)]:
                return text
            case parts:
                return parts

    return call


def _part(content: Content) -> _Part:
    if isinstance(content, TextContent):
        return content.text
    return BinaryContent(base64.b64decode(content.data), media_type=content.mime)
