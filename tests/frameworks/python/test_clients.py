"""The shapes of `readroom.adapters`, through the clients of OpenAI and Anthropic."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx2
import readroom
from anthropic import Anthropic
from openai import OpenAI
from readroom import Room, adapters

ARGUMENTS = ['{"path" : "notes.txt", "start": 2}', '{"path": "dot.png"}', '{"path": "nothing.txt"}']
SEARCH = '{"pattern": "tw"}'
FOUND = "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]"
# The ids of the tools, by the names that the model knows.
IDS = {tool.name: tool.id for tool in readroom.tools("readroom")}
TEXT, IMAGE = "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]", "[image/png, 1 x 1 pixels.]"


class Service:
    """Answers requests in turn, and keeps them."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers, self.requests = list(answers), list[Any]()

    def client(self) -> httpx2.Client:
        """Returns a client whose requests come here."""
        return httpx2.Client(transport=httpx2.MockTransport(self._answer))

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(json.loads(request.content))
        return httpx2.Response(200, json=self.answers.pop(0))


def each_call(make: Callable[[str, str, str], dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the call of the first turn, and those of the second."""
    search = make("search", "search", SEARCH)
    return [search] + [make(f"call_{n}", "read", text) for n, text in enumerate(ARGUMENTS)]


def chat_completion(message: dict[str, Any], reason: str) -> dict[str, Any]:
    choice = {
        "index": 0,
        "finish_reason": reason,
        "message": {"role": "assistant", "content": None, **message},
    }
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
    }


def test_openai_chat_completions(room: Room, png: str) -> None:
    search, *calls = each_call(
        lambda call, name, arguments: {
            "id": call,
            "type": "function",
            "function": {"name": name, "arguments": arguments},
        }
    )
    service = Service(
        chat_completion({"tool_calls": [search]}, "tool_calls"),
        chat_completion({"tool_calls": calls}, "tool_calls"),
        chat_completion({"content": "done"}, "stop"),
    )
    client = OpenAI(api_key="none", http_client=service.client())
    messages: list[Any] = [{"role": "user", "content": "Read."}]
    tools: list[Any] = [*adapters.openai_chat()]
    while True:
        completion = client.chat.completions.create(model="m", messages=messages, tools=tools)
        message = completion.choices[0].message
        if not message.tool_calls:
            break
        messages.append(message)
        answers = [
            adapters.openai_chat_result(
                room.call(IDS[call.function.name], call.function.arguments), call.id
            )
            for call in message.tool_calls
            if call.type == "function"
        ]
        # The answers to all calls of a turn come first, and images behind them.
        messages += [answer for answer, *_ in answers]
        messages += [media for _, *more in answers for media in more]
    assert message.content == "done"
    first, _, last = service.requests
    assert first["tools"] == tools
    _, _, found, _, text, image, missing, media = last["messages"]
    assert found["content"] == [{"type": "text", "text": FOUND}]
    assert [each["tool_call_id"] for each in (text, image, missing)] == [
        "call_0",
        "call_1",
        "call_2",
    ]
    assert text["content"] == [{"type": "text", "text": TEXT}]
    assert image["content"] == [{"type": "text", "text": IMAGE}]
    assert missing["content"][0]["text"].startswith("not-found: 'nothing.txt' does not exist.")
    url = {"url": f"data:image/png;base64,{png}"}
    assert media == {"role": "user", "content": [{"type": "image_url", "image_url": url}]}


def response(*output: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "output": [*output],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def test_openai_responses(room: Room, png: str) -> None:
    search, *calls = each_call(
        lambda call, name, arguments: {
            "type": "function_call",
            "id": f"fc_{call}",
            "call_id": call,
            "name": name,
            "arguments": arguments,
        }
    )
    text = {"type": "output_text", "text": "done", "annotations": []}
    message = {"type": "message", "id": "m1", "role": "assistant", "status": "completed"}
    service = Service(response(search), response(*calls), response({**message, "content": [text]}))
    client = OpenAI(api_key="none", http_client=service.client())
    items: list[Any] = [{"role": "user", "content": "Read."}]
    tools: list[Any] = [*adapters.openai_responses()]
    while True:
        answer = client.responses.create(model="m", input=items, tools=tools)
        wanted = [item for item in answer.output if item.type == "function_call"]
        if not wanted:
            break
        items += answer.output
        items += [
            adapters.openai_responses_result(
                room.call(IDS[each.name], each.arguments), each.call_id
            )
            for each in wanted
        ]
    assert answer.output_text == "done"
    first, _, last = service.requests
    assert first["tools"] == tools
    shown = [item for item in last["input"] if item.get("type") == "function_call_output"]
    found, *shown = shown
    assert found["output"] == [{"type": "input_text", "text": FOUND}]
    assert [item["call_id"] for item in shown] == ["call_0", "call_1", "call_2"]
    assert shown[0]["output"] == [{"type": "input_text", "text": TEXT}]
    assert shown[1]["output"] == [
        {"type": "input_text", "text": IMAGE},
        {"type": "input_image", "image_url": f"data:image/png;base64,{png}"},
    ]
    assert shown[2]["output"][0]["text"].startswith("not-found: 'nothing.txt' does not exist.")


def anthropic_message(reason: str, *content: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [*content],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def test_anthropic_messages(room: Room, png: str) -> None:
    search, *calls = each_call(
        lambda call, name, arguments: {
            "type": "tool_use",
            "id": call,
            "name": name,
            "input": json.loads(arguments),
        }
    )
    service = Service(
        anthropic_message("tool_use", search),
        anthropic_message("tool_use", *calls),
        anthropic_message("end_turn", {"type": "text", "text": "done"}),
    )
    client = Anthropic(api_key="none", http_client=service.client())
    messages: list[Any] = [{"role": "user", "content": "Read."}]
    tools: list[Any] = [*adapters.anthropic()]
    while True:
        message = client.messages.create(model="m", max_tokens=9, messages=messages, tools=tools)
        if message.stop_reason != "tool_use":
            break
        results = [
            adapters.anthropic_result(room.call(IDS[block.name], block.input), block.id)
            for block in message.content
            if block.type == "tool_use"
        ]
        messages += [
            {"role": "assistant", "content": message.content},
            {"role": "user", "content": results},
        ]
    assert message.content[0].type == "text"
    first, _, last = service.requests
    assert first["tools"] == tools
    (found,) = last["messages"][2]["content"]
    assert found["content"] == [{"type": "text", "text": FOUND}]
    text, image, missing = last["messages"][4]["content"]
    assert [each["tool_use_id"] for each in (text, image, missing)] == [
        "call_0",
        "call_1",
        "call_2",
    ]
    assert (text["is_error"], text["content"]) == (False, [{"type": "text", "text": TEXT}])
    source = {"type": "base64", "media_type": "image/png", "data": png}
    assert image["content"] == [
        {"type": "text", "text": IMAGE},
        {"type": "image", "source": source},
    ]
    assert missing["is_error"]
    assert missing["content"][0]["text"].startswith("not-found: 'nothing.txt' does not exist.")
