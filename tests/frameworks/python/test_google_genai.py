"""The shapes of `readroom.adapters` for Google, through its client `google-genai`."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx
import readroom
from google import genai
from google.genai import types
from readroom import Room, adapters

IDS = {tool.name: tool.id for tool in readroom.tools("readroom")}
CALLS = [
    ("search", {"pattern": "tw"}),
    ("read", {"path": "notes.txt", "start": 2}),
    ("read", {"path": "dot.png"}),
    ("read", {"path": "nothing.txt"}),
]


def test_a_model_calls_the_tools(room: Room, png: str) -> None:
    requests: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(json.loads(request.content))
        calls = [{"functionCall": {"name": name, "args": given}} for name, given in CALLS]
        parts = calls if len(requests) == 1 else [{"text": "done"}]
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
        return httpx.Response(200, json={"candidates": [candidate]})

    http = httpx.Client(transport=httpx.MockTransport(answer))
    client = genai.Client(api_key="none", http_options=types.HttpOptions(httpx_client=http))
    tools: list[Any] = adapters.google_genai("readroom")
    config = types.GenerateContentConfig(tools=tools)
    contents: list[Any] = [{"role": "user", "parts": [{"text": "Read."}]}]
    asked = client.models.generate_content(model="m", contents=contents, config=config)
    assert asked.candidates is not None
    answers = [
        part
        for call in asked.function_calls or []
        for part in adapters.google_genai_result(
            room.call(IDS[str(call.name)], call.args or {}), str(call.name), call.id
        )
    ]
    contents += [asked.candidates[0].content, {"role": "user", "parts": answers}]
    done = client.models.generate_content(model="m", contents=contents, config=config)
    assert done.text == "done"

    (offered,) = requests[0]["tools"]
    assert [each["name"] for each in offered["functionDeclarations"]] == [*IDS]
    schemas = [each["parameters_json_schema"] for each in offered["functionDeclarations"]]
    assert schemas == [json.loads(each.parameters) for each in readroom.tools("readroom")]
    found, text, image, media, missing = requests[1]["contents"][-1]["parts"]
    assert found["functionResponse"]["response"]["output"].startswith("notes.txt\n2\ttwo\n")
    assert text["functionResponse"] == {
        "name": "read",
        "response": {"output": "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]"},
    }
    assert "1 x 1 pixels" in image["functionResponse"]["response"]["output"]
    assert media["inlineData"]["mime_type"] == "image/png"
    sent = base64.urlsafe_b64decode(media["inlineData"]["data"])
    assert sent == base64.b64decode(png)
    assert missing["functionResponse"]["response"]["error"].startswith("not-found: ")
