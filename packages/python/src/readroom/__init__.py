"""The file-read tool of an AI agent, as one sandboxed WebAssembly component.

from readroom import Room

with Room("path/to/project") as room:
    document = room.read("src/main.rs", lines=20)
    answers = room.read_many(["src/main.rs", "src/lib.rs"], tokens=4000)
    reply = room.call("pi", {"path": "src/main.rs"})
"""

from . import adapters, errors
from ._engine import component
from ._memory import File, Link
from .contract import (
    Body,
    Cell,
    Clip,
    Dialect,
    Document,
    Entry,
    Facts,
    Finding,
    Fold,
    FoundBlock,
    Heading,
    Image,
    Media,
    Notebook,
    Outline,
    Output,
    Reply,
    Request,
    Stopped,
    Text,
    Tool,
    Totals,
    Unchanged,
    View,
)
from .errors import CallError, ClosedError, LimitError, ReadError, ReadroomError, RoomError
from .limits import Limits
from .room import Room, tools

__all__ = [
    "Body",
    "CallError",
    "Cell",
    "Clip",
    "ClosedError",
    "Dialect",
    "Document",
    "Entry",
    "Facts",
    "File",
    "Finding",
    "Fold",
    "FoundBlock",
    "Heading",
    "Image",
    "LimitError",
    "Limits",
    "Link",
    "Media",
    "Notebook",
    "Outline",
    "Output",
    "ReadError",
    "ReadroomError",
    "Reply",
    "Request",
    "Room",
    "RoomError",
    "Stopped",
    "Text",
    "Tool",
    "Totals",
    "Unchanged",
    "View",
    "adapters",
    "component",
    "errors",
    "tools",
]
