"""Records a session with the server, for people: python transcript.py FILE."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp.shared.exceptions import MCPError
from server import WAYS, connected, make_project

LONGEST = 400


def shown(value: Any) -> str:
    """Returns a result as JSON, with long texts cut."""
    plain = (
        value.model_dump(by_alias=True, exclude_none=True, mode="json")
        if hasattr(value, "model_dump")
        else value
    )
    return json.dumps(cut(plain), indent=2, ensure_ascii=False)


def cut(value: Any) -> Any:
    """Returns the same without schemas and long texts."""
    if isinstance(value, dict):
        return {
            name: "…" if name.endswith("Schema") else cut(member) for name, member in value.items()
        }
    if isinstance(value, list):
        return [cut(member) for member in value]
    return f"{value[:LONGEST]}…" if isinstance(value, str) and len(value) > LONGEST else value


async def session(root: Path, write: Any) -> None:
    """Makes one request of each kind."""
    tools = ["--tool", "readroom", "--tool", "pi"]
    async with connected(WAYS[0], root, *tools) as client:
        write(
            f"connected over stdio, protocol {client.protocol_version}\n{shown(client.server_info)}"
        )
        steps = [
            ("list_tools()", client.list_tools()),
            ("call_tool('readroom_read', path='src/abc.txt', lines=2)",
             client.call_tool("readroom_read", {"path": "src/abc.txt", "lines": 2})),
            ("call_tool('readroom_read', path='src/abd.txt')",
             client.call_tool("readroom_read", {"path": "src/abd.txt"})),
            ("call_tool('pi_read', path='a.png')", client.call_tool("pi_read", {"path": "a.png"})),
            ("list_resources()", client.list_resources()),
            ("list_resource_templates()", client.list_resource_templates()),
            ("read_resource('…/README.md')", client.read_resource((root / "README.md").as_uri())),
            ("read_resource('file:///etc/passwd')", client.read_resource("file:///etc/passwd")),
        ]  # fmt: skip
        for name, step in steps:
            try:
                write(f"> {name}\n{shown(await step)}")
            except MCPError as error:
                write(f"> {name}\nerror {error.error.code}: {error.error.message}")


def main() -> None:
    """Writes the session into a file."""
    with (
        tempfile.TemporaryDirectory() as directory,
        Path(sys.argv[1]).open("w", encoding="utf-8") as file,
    ):
        root = make_project(Path(directory).resolve())

        def write(text: str) -> None:
            file.write(text.replace(str(root), "/project") + "\n\n")

        asyncio.run(session(root, write))


if __name__ == "__main__":
    main()
