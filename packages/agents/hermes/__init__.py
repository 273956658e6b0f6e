"""Readroom instead of the `read_file` and `search_files` of Hermes, and two more tools."""

import importlib
import json
import os
from collections.abc import Callable
from typing import Any

import readroom

# The tools by their names in Hermes.
TOOLS = {
    "read_file": "readroom:read",
    "search_files": "readroom:search",
    "find_files": "readroom:find",
    "list_files": "readroom:list",
}


def register(ctx: Any) -> None:
    """Registers the tools. Hermes calls this once."""
    # Hermes' own tools would otherwise be registered later, over these.
    importlib.import_module("tools.file_tools")
    room = readroom.Room(_root())
    for name, id in TOOLS.items():
        tool = readroom.tool(id)
        parameters = json.loads(tool.parameters)
        schema = {"name": name, "description": tool.description, "parameters": parameters}
        ctx.register_tool(name, "file", schema, _handler(room, tool.id), override=True)


def _root() -> str:
    """Returns the directory that may be read: it does not follow the terminal, as otherwise a `cd`
    would grant another one.
    """
    if root := os.environ.get("READROOM_ROOT"):
        return root
    terminal = os.environ.get("TERMINAL_CWD", "")
    return terminal if os.path.isabs(terminal) and os.path.isdir(terminal) else os.getcwd()


def _handler(room: readroom.Room, id: str) -> Callable[..., str]:
    # Hermes reads the module of a handler, and a partial function has none.
    def handle(arguments: dict[str, Any], **_: Any) -> str:
        reply = room.call(id, arguments, content_only=True)
        if reply.outcome == "refused":
            return json.dumps({"error": reply.text}, ensure_ascii=False)
        # Hermes 0.19 hashes the results of these tools, which only works for text.
        hidden = any(each.kind != "text" for each in reply.content)
        return f"{reply.text}\n[vision_analyze shows images.]" if hidden else reply.text

    return handle
