"""What the modules for agent frameworks share: which tools are offered, and calls of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ._answers import Reply
from ._calls import Arguments
from .async_room import AsyncRoom
from .contract import Content, Tool
from .room import Room, tool

AnyRoom = Room | AsyncRoom


def offered(ids: Sequence[str]) -> list[Tool]:
    """Returns the tools with these ids, or the tool `readroom` if there are none.

    Raises `UnknownToolError` if there is no such tool, and `ValueError` if two have the same name:
    a framework looks a tool up by its name, and would only ever call one of them.
    """
    tools = [tool(id) for id in ids or ("readroom",)]
    named: dict[str, Tool] = {}
    for each in tools:
        other = named.setdefault(each.name, each)
        if other is not each:
            raise ValueError(
                f"'{other.id}' and '{each.id}' are both called '{each.name}'; offer one of them"
            )
    return tools


async def call_async(
    room: AnyRoom, tool: str, arguments: Arguments, *, content_only: bool = False
) -> Reply:
    """Calls a tool. A room that blocks is called in a thread."""
    if isinstance(room, AsyncRoom):
        return await room.call(tool, arguments, content_only=content_only)
    return await asyncio.to_thread(room.call, tool, arguments, content_only=content_only)


def call_sync(room: AnyRoom, tool: str, arguments: Arguments) -> Reply:
    """Calls a tool. A room for asyncio gets an event loop for this call."""
    if isinstance(room, AsyncRoom):
        return asyncio.run(room.call(tool, arguments))
    return room.call(tool, arguments)


def without_empty_texts(reply: Reply) -> list[Content]:
    """Returns what a model is shown, without empty texts, which some model APIs refuse."""
    return [each for each in reply.content if each.kind != "text" or each.text]
