"""The engines that the installed package has."""

from __future__ import annotations

from typing import Any, get_args

from readroom import Room
from readroom._component_room import ComponentRoom
from readroom._connection import current
from readroom._program import find
from readroom.room import Engine

ENGINES: list[Engine] = [
    engine for engine in get_args(Engine) if engine != "program" or find() is not None
]

# A process of the room's own adds its pipe and its end to the component, which `test_process.py`
# shows.
IN_A_PROCESS = "in a process"
# The arguments of a room in which each of them makes the calls, by what tests call it.
WAYS: dict[str, dict[str, Any]] = {
    **{engine: {"engine": engine} for engine in ENGINES},
    IN_A_PROCESS: {"engine": "component", "process": True},
}


def component_room(room: Room) -> ComponentRoom:
    """Returns what makes the calls of a room in this process."""
    engine = room._engine
    assert isinstance(engine, ComponentRoom)
    return engine


def under_way(room: Room) -> int:
    """Returns how many calls are under way: in this room, or in all of the program."""
    if isinstance(room._engine, ComponentRoom):
        return len(room._engine._shared._calls)
    return len(current.get()._unanswered)
