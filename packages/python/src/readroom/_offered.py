"""Shared by the modules for agent frameworks: the offered tools, and calls of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from ._answers import Reply
from ._calls import Arguments
from .async_room import AsyncRoom
from .contract import Content, Tool
from .errors import ReadroomError
from .room import Room, tools

AnyRoom = Room | AsyncRoom


# The tools that are offered by default, and those that need a git repository.
_OWN = ("readroom:read", "readroom:list", "readroom:find", "readroom:search")
_OF_REPOSITORY = ("readroom:diff", "readroom:log")


def offered(
    ids: Sequence[str],
    rename: Callable[[Tool], str] | None = None,
    room: AnyRoom | None = None,
) -> list[Tool]:
    """Returns the tools that these ids stand for, under the names that the model calls them by. If
    there are no ids, those of `readroom`: `diff` and `log` only for a room with a git repository at
    its root.

    Raises `UnknownToolError` if there is no such tool, and `ValueError` if two have the same name:
    a model could only ever call one of them.
    """
    named: dict[str, Tool] = {}
    for each in tools(*(ids or _by_default(room))):
        name = each.name if rename is None else rename(each)
        if name in named:
            raise ValueError(
                f"'{named[name].id}' and '{each.id}' are both called '{name}'; offer one of them"
            )
        named[name] = each
    return [replace(each, name=name) for name, each in named.items()]


def _by_default(room: AnyRoom | None) -> Sequence[str]:
    waiting = room._room if isinstance(room, AsyncRoom) else room
    try:
        if waiting is not None:
            waiting.stat(".git")
            return (*_OWN, *_OF_REPOSITORY)
    except ReadroomError:
        # There is none, or it may not be read.
        pass
    return _OWN


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
    """Returns the model's view, without empty texts, which some model APIs reject."""
    return [each for each in reply.content if each.kind != "text" or each.text]
