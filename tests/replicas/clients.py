"""Clients of the official SDK for Python that check every answer and repeat calls that failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from fleet import TOKEN
from project import Request

MAX_RETRIES = 5
"""How often a client repeats a call before it is lost."""
CALLS_PER_CONNECTION = 25
"""The number of calls after which a client connects anew, as short-lived agents do."""
CALL_TIMEOUT = 40
"""How many seconds a client waits: longer than the time limit of a call."""


class BusyError(Exception):
    """A call failed in a way that another replica may not."""


@dataclass
class Counts:
    """What became of the calls."""

    calls: int = 0
    """The calls that were answered."""
    retried: int = 0
    """How many times a call, or the connection for it, was repeated."""
    wrong: int = 0
    """The answers that differ from the project."""
    lost: int = 0
    """The calls that were given up."""
    pending: Counter[str] = field(default_factory=Counter)
    """The clients that have a connection or wait for one, by URL."""

    async def reach(self, calls: int) -> None:
        """Waits until this many more calls are answered or lost."""
        target = self.calls + self.lost + calls
        while self.calls + self.lost < target:
            await anyio.sleep(0.01)

    def __str__(self) -> str:
        return f"{self.calls} calls, {self.retried} retried, {self.wrong} wrong, {self.lost} lost"


@asynccontextmanager
async def connected(url: str, mode: str, token: str | None) -> AsyncIterator[Client]:
    """Yields a connected client."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=CALL_TIMEOUT, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def call_until(
    finished: anyio.Event,
    urls: Iterator[str],
    mode: str,
    requests: Iterator[Request],
    counts: Counts,
) -> None:
    """Makes calls one after the other, and counts what becomes of them. Connects to the next URL
    after some calls, or after a failure.
    """
    request, failures = next(requests), 0
    while not finished.is_set():
        url = next(urls)
        counts.pending[url] += 1
        try:
            async with connected(url, mode, TOKEN) as client:
                for _ in range(CALLS_PER_CONNECTION):
                    if finished.is_set():
                        return
                    with anyio.fail_after(CALL_TIMEOUT):
                        result = await client.call_tool("read", request.arguments)
                    counts.wrong += check(result, request)
                    counts.calls += 1
                    request, failures = next(requests), 0
        except Exception as error:  # noqa: BLE001
            failures += 1
            counts.retried += 1
            if failures > MAX_RETRIES:
                print(f"lost: {request}: {error!r}")
                counts.lost += 1
                request, failures = next(requests), 0
            await anyio.sleep(0.05 * 2**failures)
        finally:
            counts.pending[url] -= 1


def check(result: CallToolResult, request: Request) -> bool:
    """Returns whether an answer is wrong. Fails if the server was too busy to answer."""
    texts = [content.text for content in result.content if isinstance(content, TextContent)]
    text = "\n".join(texts)
    if result.is_error and "busy" in text:
        raise BusyError(text)
    if not result.is_error and text == request.answer:
        return False
    print(f"wrong: {request}: {text[:400]!r}")
    return True
