"""Tools in the shapes that the common SDKs for agents take. None of them is needed here.

A model knows a tool by its name, and the tools of several dialects have the same one: give the SDK the tool of one
dialect, or name them apart.
"""

from __future__ import annotations

from typing import Any

from .contract import Tool


def openai_chat(tool: Tool, name: str | None = None) -> dict[str, Any]:
    """A function for `tools` of OpenAI's Chat Completions, and of the many services that take the same."""
    return {
        "type": "function",
        "function": {
            "name": name or tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    }


def openai_responses(tool: Tool, name: str | None = None) -> dict[str, Any]:
    """A function for `tools` of OpenAI's Responses."""
    return {
        "type": "function",
        "name": name or tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        # The schemas have optional arguments, which its strict mode does not know.
        "strict": False,
    }


def anthropic(tool: Tool, name: str | None = None) -> dict[str, Any]:
    """A tool for `tools` of Anthropic's Messages."""
    return {"name": name or tool.name, "description": tool.description, "input_schema": tool.parameters}
