"""Tools for agents of LangChain and LangGraph.

    from langchain.agents import create_agent
    from readroom.langchain import tools

    agent = create_agent(model, tools(room, "opencode"))

It needs `langchain-core`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

from langchain_core.tools import BaseTool, ToolException
from pydantic import PrivateAttr

from ._answers import Reply
from ._offered import AnyRoom, call_async, call_sync, offered, without_empty_texts
from .adapters import file_name
from .contract import Content, ImageContent, TextContent, Tool

__all__ = ["RefusedError", "tools"]

_Shown = str | list[dict[str, Any]]


def tools(room: AnyRoom, *ids: str) -> list[BaseTool]:
    """Returns the tools that these ids stand for, such as `opencode`, `pi@1.5` or
    `readroom:search`; those of `readroom` by default.

    A tool returns what its model is shown, and the `Reply` as the artifact of its message. A
    refusal becomes a message with the status `error`, without an artifact. A `Room` is called in a
    thread where the agent is awaited; an `AsyncRoom` gets an event loop where it is not. What
    `Room.call` raises, such as a `LimitError`, is raised.
    """
    return [_RoomTool(room, each) for each in offered(ids, room=room)]


class RefusedError(ToolException):
    """A call that was refused. Raised to the caller of a tool whose `handle_tool_error` is unset,
    and otherwise shown to the model.
    """

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.content)
        self.reply = reply


def _refusal(error: ToolException) -> _Shown:
    if isinstance(error, RefusedError):
        return _shown(error.reply)
    raise error


class _RoomTool(BaseTool):
    """A tool of a room. `StructuredTool` would keep arguments called `config` for itself, and fail
    for one called `self`; a model may write any.
    """

    response_format: Literal["content", "content_and_artifact"] = "content_and_artifact"
    handle_tool_error: bool | str | Callable[[ToolException], Any] | None = _refusal
    _room: AnyRoom = PrivateAttr()
    _id: str = PrivateAttr()

    def __init__(self, room: AnyRoom, tool: Tool) -> None:
        super().__init__(
            name=tool.name,
            description=tool.description,
            args_schema=json.loads(tool.parameters),
        )
        self._room, self._id = room, tool.id

    def _run(self, /, **arguments: Any) -> tuple[_Shown, Reply]:
        return _answer(call_sync(self._room, self._id, arguments))

    async def _arun(self, /, **arguments: Any) -> tuple[_Shown, Reply]:
        return _answer(await call_async(self._room, self._id, arguments))


def _answer(reply: Reply) -> tuple[_Shown, Reply]:
    if reply.outcome == "refused":
        raise RefusedError(reply)
    return _shown(reply), reply


def _shown(reply: Reply) -> _Shown:
    """Returns one text as it is, which every model takes, and anything else as content blocks."""
    match without_empty_texts(reply):
        case []:
            return ""
        case [TextContent(text=text)]:
            return text
        case parts:
            return [_block(each) for each in parts]


def _block(content: Content) -> dict[str, Any]:
    if isinstance(content, TextContent):
        return {"type": "text", "text": content.text}
    block = {"base64": content.data, "mime_type": content.mime}
    if isinstance(content, ImageContent):
        return {"type": "image", **block}
    return {"type": "file", **block, "extras": {"filename": file_name(content)}}
