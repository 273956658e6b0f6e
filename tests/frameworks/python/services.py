"""Services that play a script over HTTP, for agents that are programs of their own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from models import Call, turn

Event = dict[str, Any]


class Service(ThreadingHTTPServer):
    """Makes the calls of each turn, and then ends. A request that offers no tools is not the
    agent's, and is not found.
    """

    path: str
    """The path of the requests to the model."""

    def __init__(self, *turns: Sequence[Call]) -> None:
        self.turns, self.requests = turns, list[Any]()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def messages(self) -> list[Any]:
        """What the model was shown last."""
        return list(self.requests[-1]["messages"])

    def __enter__(self) -> Service:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown()
        self.server_close()

    def answer(self, request: Any) -> bytes:
        """Keeps a request, and returns the stream that answers it."""
        self.requests.append(request)
        number = len(self.requests)
        calls = [
            (f"call_{number}_{index}", name, json.dumps(arguments))
            for index, (name, arguments) in enumerate(turn(number, *self.turns))
        ]
        return "".join(self.lines(calls)).encode()

    def lines(self, calls: list[tuple[str, str, str]]) -> Iterator[str]:
        """Yields the events of a stream with calls: id, name and arguments. Without any it ends."""
        raise NotImplementedError


class AnthropicMessages(Service):
    """Anthropic's Messages."""

    path = "/v1/messages"

    def lines(self, calls: list[tuple[str, str, str]]) -> Iterator[str]:
        """Yields a message."""
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": []}
        ends = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
        blocks: list[tuple[Event, Event]] = [
            (
                {"type": "tool_use", "id": id, "name": name, "input": {}},
                {"type": "input_json_delta", "partial_json": arguments},
            )
            for id, name, arguments in calls
        ] or [({"type": "text", "text": ""}, {"type": "text_delta", "text": "done"})]
        events: list[Event] = [{"type": "message_start", "message": {**message, "usage": usage}}]
        for index, (block, delta) in enumerate(blocks):
            events += [
                {"type": "content_block_start", "index": index, "content_block": block},
                {"type": "content_block_delta", "index": index, "delta": delta},
                {"type": "content_block_stop", "index": index},
            ]
        events += [
            {"type": "message_delta", "delta": ends, "usage": usage},
            {"type": "message_stop"},
        ]
        for event in events:
            yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"

    def results(self, request: Any = None) -> dict[str, Any]:
        """Returns the results that the model was shown, last or in a request, by the ids of their
        calls and in order.
        """
        messages = (request or self.requests[-1])["messages"]
        blocks = [block for each in messages for block in each["content"]]
        results = [
            block for block in blocks if isinstance(block, dict) and block["type"] == "tool_result"
        ]
        # Those of one turn come as they are finished.
        return {
            each["tool_use_id"]: each
            for each in sorted(results, key=lambda each: each["tool_use_id"])
        }


class ChatCompletions(Service):
    """OpenAI's Chat Completions."""

    path = "/v1/chat/completions"

    def lines(self, calls: list[tuple[str, str, str]]) -> Iterator[str]:
        """Yields a completion."""
        message: dict[str, Any] = {"role": "assistant", "content": None if calls else "done"}
        if calls:
            message["tool_calls"] = [
                {
                    "index": index,
                    "id": id,
                    "type": "function",
                    "function": {"name": name, "arguments": arguments},
                }
                for index, (id, name, arguments) in enumerate(calls)
            ]
        for delta, reason in ((message, None), ({}, "tool_calls" if calls else "stop")):
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            yield f"data: {json.dumps({**chunk, 'choices': [choice]})}\n\n"
        yield "data: [DONE]\n\n"

    def results(self) -> list[Any]:
        """Returns the content of the tools' messages that the model was shown."""
        return [each["content"] for each in self.messages if each["role"] == "tool"]


class _Handler(BaseHTTPRequestHandler):
    server: Service
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        is_for_model = self.path.split("?")[0] == self.server.path
        if is_for_model and (request := json.loads(body)).get("tools"):
            self._send(200, self.server.answer(request))
        else:
            self._send(404, b"")

    def do_GET(self) -> None:
        self._send(404, b"")

    def do_HEAD(self) -> None:
        self._send(404, b"")

    def log_message(self, format: str, *_: Any) -> None:
        """Says nothing."""

    def _send(self, status: int, stream: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(stream)))
        self.end_headers()
        self.wfile.write(stream)
