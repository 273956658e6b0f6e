"""Rooms for asyncio."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, TypeVar

from . import _calls
from ._program_room import ProgramRoom
from .generated.methods import AsyncMethods
from .room import Room

_T = TypeVar("_T")


class AsyncRoom(AsyncMethods):
    """A room whose calls are awaited. Any number may run at once, and cancelling the task that
    awaits one ends it.

        async with AsyncRoom("path/to/project") as room:
            document = await room.read("src/main.rs", lines=20)

    `Policy.on_ask` may be a coroutine function here. With the component, which runs in this
    process, calls run in threads of asyncio, and a cancelled one ends in the background.
    """

    def __init__(self, root: Any, *arguments: Any, **options: Any) -> None:
        """Takes a room, or the arguments of `Room`, which documents them. This blocks until the
        directories are open.
        """
        self._room = root if isinstance(root, Room) else Room(root, *arguments, **options)

    def __repr__(self) -> str:
        return f"<Async{repr(self._room)[1:]}"

    def session(self, id: str | None = None, *, unchanged: bool = False) -> AsyncRoom:
        """Returns the same room for one session of an agent, as `Room.session` does."""
        return AsyncRoom(self._room.session(id, unchanged=unchanged))

    def close(self) -> None:
        """Closes the room."""
        self._room.close()

    async def __aenter__(self) -> AsyncRoom:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def _run(self, call: _calls.Call[_T]) -> _T:
        engine = self._room._engine
        if isinstance(engine, ProgramRoom):
            return await engine.run_async(call)
        return await asyncio.to_thread(engine.run, call)
