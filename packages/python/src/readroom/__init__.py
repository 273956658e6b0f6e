"""The file-read tool of an AI agent, as one sandboxed WebAssembly component.

from readroom import Room

with Room("path/to/project") as room:
    document = room.read("src/main.rs", lines=20)
    answers = room.read_many(["src/main.rs", "src/lib.rs"], tokens=4000)
    reply = room.call("pi", {"path": "src/main.rs"})

The types of requests and answers are in `readroom.contract`.
"""

from . import adapters, contract, errors
from ._answers import Document, Reply
from ._arguments import read_request
from ._engine import component
from ._memory import File, Link
from .contract import (
    ImageBody,
    NotebookBody,
    OutlineBody,
    ReadRequest,
    TextBody,
    Tool,
    UnchangedBody,
)
from .errors import (
    CallError,
    ClosedError,
    LimitError,
    ReadError,
    ReadroomError,
    RoomError,
    UnknownToolError,
)
from .limits import Limits
from .room import Room, tool, tools

__all__ = [
    "CallError",
    "ClosedError",
    "Document",
    "File",
    "ImageBody",
    "LimitError",
    "Limits",
    "Link",
    "NotebookBody",
    "OutlineBody",
    "ReadError",
    "ReadRequest",
    "ReadroomError",
    "Reply",
    "Room",
    "RoomError",
    "TextBody",
    "Tool",
    "UnchangedBody",
    "UnknownToolError",
    "adapters",
    "component",
    "contract",
    "errors",
    "read_request",
    "tool",
    "tools",
]
