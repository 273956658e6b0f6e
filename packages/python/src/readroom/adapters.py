"""Tools and replies in the shapes of common model APIs. None of their SDKs is needed here.

    tools = adapters.openai_chat()              # those of `readroom` that need no repository
    tools = adapters.openai_chat("pi")          # those of pi, in its newest revision
    tools = adapters.openai_chat("readroom:search", "opencode@2")

An id with a tool's name is that of one tool; without it, it stands for all tools of the release.
A model knows a tool by its name, and tools of several dialects have the same name: offer a model
only one of them, or let `rename` give them other names. `readroom.tools` takes the same ids, and
has the id of each tool for `Room.call`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from ._answers import Reply
from ._offered import offered
from .contract import Content, FileContent, ImageContent, TextContent, Tool

Rename = Callable[[Tool], str]


def openai_chat(*ids: str, rename: Rename | None = None) -> list[dict[str, Any]]:
    """Returns `tools` for OpenAI's Chat Completions, which many services take too."""
    return [{"type": "function", "function": _function(each)} for each in offered(ids, rename)]


def openai_responses(*ids: str, rename: Rename | None = None) -> list[dict[str, Any]]:
    """Returns `tools` for OpenAI's Responses."""
    # The schemas have optional arguments, which the strict mode does not allow.
    return [
        {"type": "function", **_function(each), "strict": False} for each in offered(ids, rename)
    ]


def anthropic(*ids: str, rename: Rename | None = None) -> list[dict[str, Any]]:
    """Returns `tools` for Anthropic's Messages."""
    return [_function(each, "input_schema") for each in offered(ids, rename)]


def google_genai(*ids: str, rename: Rename | None = None) -> list[dict[str, Any]]:
    """Returns `tools` for a `GenerateContentConfig` of the package `google-genai`."""
    declared = [_function(each, "parameters_json_schema") for each in offered(ids, rename)]
    return [{"function_declarations": declared}]


def openai_chat_result(reply: Reply, call_id: str) -> list[dict[str, Any]]:
    """Returns the messages that answer a call in OpenAI's Chat Completions.

    A tool message can only contain text: images and files are in a second message, of the user. It
    belongs after the answers to all calls of a turn.
    """
    parts = [_chat_part(each) for each in reply.content]
    text = [part for part in parts if part["type"] == "text"]
    media = [part for part in parts if part["type"] != "text"]
    answer = {"role": "tool", "tool_call_id": call_id, "content": text}
    return [answer, {"role": "user", "content": media}] if media else [answer]


def openai_responses_result(reply: Reply, call_id: str) -> dict[str, Any]:
    """Returns the item that answers a call in OpenAI's Responses."""
    output = [_responses_part(each) for each in reply.content]
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def anthropic_result(reply: Reply, call_id: str) -> dict[str, Any]:
    """Returns the block that answers a call in Anthropic's Messages."""
    # The API refuses empty texts.
    content = [_anthropic_part(each) for each in reply.content if each != TextContent("")]
    refused = reply.outcome == "refused"
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": refused}


def google_genai_result(
    reply: Reply, name: str, call_id: str | None = None
) -> list[dict[str, Any]]:
    """Returns the parts that answer a call of the tool with this name, for a content of the user:
    the response, and after it images and files.
    """
    response = {"error" if reply.outcome == "refused" else "output": reply.text}
    answer = {"name": name, "response": response, **({"id": call_id} if call_id else {})}
    media = [each for each in reply.content if not isinstance(each, TextContent)]
    inline = [{"mime_type": each.mime, "data": base64.b64decode(each.data)} for each in media]
    return [{"function_response": answer}, *({"inline_data": each} for each in inline)]


def _function(tool: Tool, schema: str = "parameters") -> dict[str, Any]:
    """Returns a tool with the schema of its arguments under a name."""
    parameters = json.loads(tool.parameters)
    return {"name": tool.name, "description": tool.description, schema: parameters}


def _chat_part(content: Content) -> dict[str, Any]:
    if isinstance(content, TextContent):
        return {"type": "text", "text": content.text}
    url = f"data:{content.mime};base64,{content.data}"
    if isinstance(content, ImageContent):
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "file", "file": {"filename": file_name(content), "file_data": url}}


def _responses_part(content: Content) -> dict[str, Any]:
    if isinstance(content, TextContent):
        return {"type": "input_text", "text": content.text}
    url = f"data:{content.mime};base64,{content.data}"
    if isinstance(content, ImageContent):
        return {"type": "input_image", "image_url": url}
    return {"type": "input_file", "filename": file_name(content), "file_data": url}


def file_name(content: FileContent) -> str:
    """Returns a name for an attached file, which comes without one."""
    return f"file.{content.mime.rpartition('/')[2]}"


def _anthropic_part(content: Content) -> dict[str, Any]:
    if isinstance(content, TextContent):
        return {"type": "text", "text": content.text}
    source = {"type": "base64", "media_type": content.mime, "data": content.data}
    return {"type": "image" if isinstance(content, ImageContent) else "document", "source": source}
