"""The file-read tool of an AI agent, as one sandboxed WebAssembly component.

from readroom import Room

with Room("path/to/project") as room:
    document = room.read("src/main.rs", lines=20)
    reply = room.call("pi", {"path": "src/main.rs"})
"""

from . import adapters, errors
from ._engine import component
from ._memory import File, Link
from .contract import Dialect, Document, Facts, Finding, Fold, Reply, Text, Tool, Totals, Unchanged
from .errors import CallError, ClosedError, LimitError, ReadError, ReadroomError, RoomError
from .limits import Limits
from .room import Room, tools

__all__ = [
    "CallError",
    "ClosedError",
    "Dialect",
    "Document",
    "Facts",
    "File",
    "Finding",
    "Fold",
    "LimitError",
    "Limits",
    "Link",
    "ReadError",
    "ReadroomError",
    "Reply",
    "Room",
    "RoomError",
    "Text",
    "Tool",
    "Totals",
    "Unchanged",
    "adapters",
    "component",
    "errors",
    "tools",
]
