"""The engines that the installed package has."""

from __future__ import annotations

from typing import Any, get_args

from readroom import Room, _engine
from readroom._component_room import ComponentRoom
from readroom._connection import current
from readroom._program import find
from readroom.room import Engine

ENGINES: list[Engine] = [
    engine for engine in get_args(Engine) if engine != "program" or find() is not None
]

# The arguments of a room in which each of them makes the calls.
WAYS: dict[str, dict[str, Any]] = {engine: {"engine": engine} for engine in ENGINES}


def component_room(room: Room) -> ComponentRoom:
    """Returns the engine that makes a room's calls in this process."""
    engine = room._engine
    assert isinstance(engine, ComponentRoom)
    return engine


def under_way(room: Room) -> int:
    """Returns how many calls are under way, in all rooms of the engine."""
    if isinstance(room._engine, ComponentRoom):
        return len(_engine.current().clock.calls)
    return len(current.get()._unanswered)
