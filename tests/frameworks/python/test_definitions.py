"""The definitions of all tools, through the converters that the clients of models have."""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anthropic
import pytest
import readroom
from agents.strict_schema import ensure_strict_json_schema
from google.genai import _mcp_utils, types
from langchain_core.utils.function_calling import convert_to_openai_tool
from mcp.types import Tool
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer
from readroom import _program

Definition = dict[str, Any]

# The tools of Readroom with the arguments that most calls need, with all, and those of each agent.
RELEASES = sorted({tool.id.partition(":")[0] for tool in readroom.tools()})
SERVERS = [[], ["--full"], *(["--tool", each] for each in RELEASES)]


def served(root: Path, *options: str) -> list[Definition]:
    """Returns the definitions that a client of MCP gets."""
    version = {"protocolVersion": "2025-11-25", "capabilities": {}}
    messages: list[dict[str, Any]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {**version, "clientInfo": {"name": "test", "version": "1"}},
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list", "params": {}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in messages)
    program = _program.find()
    assert program is not None
    command = [os.fspath(program), "mcp", "--root", str(root), *options]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    (listed,) = (each["result"]["tools"] for each in answers if each.get("id") == 2)
    return [*listed]


def schemas(schema: object) -> Iterator[dict[str, Any]]:
    """Yields a schema and those in it."""
    if isinstance(schema, dict):
        yield schema
        for each in schema.values():
            yield from schemas(each)
    if isinstance(schema, list):
        for each in schema:
            yield from schemas(each)


def google(tool: Definition) -> Any:
    """Returns the schema that Google's client makes of a tool of MCP."""
    (declaration,) = _mcp_utils.mcp_to_gemini_tool(Tool(**tool)).function_declarations or []
    assert isinstance(declaration.parameters, types.Schema)
    return declaration.parameters.model_dump(mode="json", exclude_none=True)


CONVERTERS: dict[str, Callable[[Definition], Any]] = {
    "google-genai": google,
    "openai-agents": lambda tool: ensure_strict_json_schema(tool["inputSchema"]),
    "anthropic": lambda tool: anthropic.transform_schema(tool["inputSchema"]),
    "langchain": lambda tool: convert_to_openai_tool(
        {"title": tool["name"], "description": tool["description"], **tool["inputSchema"]}
    )["function"]["parameters"],
    "pydantic-ai, Google": lambda tool: GoogleJsonSchemaTransformer(tool["inputSchema"]).walk(),
    "pydantic-ai, OpenAI": lambda tool: OpenAIJsonSchemaTransformer(
        tool["inputSchema"], strict=True
    ).walk(),
}


@pytest.mark.parametrize("server", SERVERS, ids=" ".join)
def test_every_definition_can_be_converted(server: list[str], root: Path) -> None:
    tools = served(root, *server)
    assert tools
    for tool in tools:
        for name, convert in CONVERTERS.items():
            converted = convert(copy.deepcopy(tool))
            properties = tool["inputSchema"].get("properties", {})
            assert [*converted.get("properties", {})] == [*properties], (name, tool["name"])
        # Google's API refuses an enum without a type, which its client does not add.
        for schema in schemas(tool["inputSchema"]):
            is_enum = isinstance(schema.get("enum"), list)
            assert not is_enum or "type" in schema, (tool["name"], schema)


def test_the_definitions_in_the_package_can_be_converted_too() -> None:
    for tool in readroom.tools():
        for text in {tool.parameters, tool.full_parameters or tool.parameters}:
            given = {"name": tool.name, "description": tool.description}
            for name, convert in CONVERTERS.items():
                # The client takes a schema as it is, but that of MCP only without `false` in it.
                if name != "google-genai":
                    assert convert({**given, "inputSchema": json.loads(text)}), (name, tool.id)
            declaration = types.FunctionDeclaration(
                name=tool.name, parameters_json_schema=json.loads(text)
            )
            assert declaration.parameters_json_schema
