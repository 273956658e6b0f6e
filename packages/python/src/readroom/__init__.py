"""What a read-only AI agent looks with, as one sandboxed WebAssembly component.

    from readroom import Room

    with Room("path/to/project") as room:
        document = room.read("src/main.rs", lines=20)
        answers = room.read_many(["src/main.rs", "src/lib.rs"], tokens=4000)
        reply = room.call("pi", {"path": "src/main.rs"})

`AsyncRoom` has the same for asyncio.

The types of requests and answers are in `readroom.contract`.
"""

from . import adapters, contract, errors
from ._answers import Document, Reply
from ._component import component
from ._files import File, Link
from .async_room import AsyncRoom
from .contract import (
    DocumentBody,
    ImageBody,
    NotebookBody,
    OutlineBody,
    ReadRequest,
    TextBody,
    Tool,
    UnchangedBody,
)
from .errors import (
    AuditError,
    CallError,
    ClosedError,
    LimitError,
    ReadError,
    ReadroomError,
    RoomError,
    UnknownToolError,
)
from .generated.requests import read_request
from .limits import Limits
from .policy import Denied, Policy, Question, Rule
from .room import Room, tool, tools

__all__ = [
    "AsyncRoom",
    "AuditError",
    "CallError",
    "ClosedError",
    "Denied",
    "Document",
    "DocumentBody",
    "File",
    "ImageBody",
    "LimitError",
    "Limits",
    "Link",
    "NotebookBody",
    "OutlineBody",
    "Policy",
    "Question",
    "ReadError",
    "ReadRequest",
    "ReadroomError",
    "Reply",
    "Room",
    "RoomError",
    "Rule",
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
