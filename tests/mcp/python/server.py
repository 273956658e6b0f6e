"""The program, served to a client of the SDK over every transport."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

PROGRAM = os.environ["READROOM"]
TOKEN = "a-token-for-the-tests"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNwaDgAAAKEAYEYanSHAAAAAElFTkSuQmCC"


def make_project(root: Path) -> Path:
    """Makes a few files, and one that is too large to read to its end."""
    (root / "src").mkdir()
    (root / "src/abc.txt").write_text("one\ntwo\nthree\n")
    (root / "README.md").write_text("# A project\n")
    (root / "a.png").write_bytes(base64.b64decode(PNG))
    with (root / "endless.txt").open("wb") as file:
        file.write(b"text\n" * 4096)
        file.truncate(1 << 40)
    return root


@dataclass
class Way:
    """How a client connects to the server, and the version of the protocol that it wants."""

    name: str
    mode: str = "auto"
    http: bool = False
    token: str | None = None
    keeps: bool = False
    """Whether it keeps the connection of a call that it cancels, so that the call goes on."""

    def __str__(self) -> str:
        return self.name


WAYS = [
    Way("stdio", "auto"),
    Way("stdio-with-session", "legacy"),
    Way("stdio-2026", "2026-07-28"),
    Way("http", "auto", http=True),
    Way("http-legacy", "legacy", http=True, keeps=True),
    Way("http-2026", "2026-07-28", http=True),
    Way("http-with-token", "legacy", http=True, token=TOKEN, keeps=True),
    Way("http-2026-with-token", "2026-07-28", http=True, token=TOKEN),
]


@asynccontextmanager
async def connected(way: Way, root: Path, *arguments: str) -> AsyncIterator[Client]:
    """A connected client."""
    options = ["mcp", "--root", str(root), *arguments]
    if not way.http:
        async with Client(
            StdioServerParameters(command=PROGRAM, args=options), mode=way.mode
        ) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {way.token}"} if way.token else {}
    with served(options, way.token) as url:
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            async with Client(
                streamable_http_client(url, http_client=http), mode=way.mode
            ) as client:
                yield client


@contextmanager
def served(options: list[str], token: str | None) -> Iterator[str]:
    """Yields the URL of a running server, which has to end well when it is stopped."""
    environment = {**os.environ, **({"READROOM_MCP_TOKEN": token} if token else {})}
    command = [PROGRAM, *options, "--http", "127.0.0.1:0"]
    server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        yield server.stderr.readline().removeprefix("readroom: serving ").strip()
        server.terminate()
        assert server.wait(30) == 0
    finally:
        server.kill()
        server.wait()
