"""What a client of the official SDK sees, over every transport."""

from __future__ import annotations

import base64
from pathlib import Path

import anyio
import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import (
    BlobResourceContents,
    CallToolResult,
    ImageContent,
    TextContent,
    TextResourceContents,
)
from server import PNG, TOKEN, WAYS, Way, connected, make_project, served

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("way", WAYS, ids=str)]

# Calls end only when they are cancelled.
PATIENT = [
    "--limit",
    "time=60min",
    "--limit",
    "cpu=60min",
    "--limit",
    "concurrency=1",
    "--limit",
    "queue=0ms",
]
LONG = {"path": "endless.txt", "start": 1_000_000}

# Two of three lines as a model is shown them.
TWO_LINES = "1\tone\n2\ttwo\n[Lines 1-2 of 3.]"


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop of all tests."""
    return "asyncio"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project."""
    return make_project(tmp_path)


def text_of(result: CallToolResult) -> str:
    """Returns the only text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def test_tools_are_listed_and_called(way: Way, root: Path) -> None:
    async with connected(way, root) as client:
        # A client that is pinned to the newest version does not ask who serves it.
        if way.mode in ("auto", "legacy"):
            assert client.server_info is not None and client.server_info.name == "readroom"
        tool, *others = (await client.list_tools()).tools
        assert [other.name for other in others] == ["list", "find", "search"]
        assert tool.name == "read" and tool.title and tool.description
        assert tool.annotations is not None and tool.annotations.read_only_hint is True
        assert tool.output_schema is None
        result = await client.call_tool("read", {"path": "src/abc.txt", "lines": 2})
        assert not result.is_error and result.structured_content is None
        assert text_of(result) == TWO_LINES


async def test_structured_content_fits_its_schema(way: Way, root: Path) -> None:
    async with connected(way, root, "--structured") as client:
        tool, *_ = (await client.list_tools()).tools
        # The SDK checks the result by the schema, and raises if it does not match.
        assert tool.output_schema is not None
        result = await client.call_tool("read", {"path": "src/abc.txt", "lines": 2})
        assert text_of(result) == TWO_LINES
        assert result.structured_content is not None
        body = result.structured_content["body"]
        assert body["content"] == "one\ntwo\n"
        jsonschema.validate(result.structured_content, tool.output_schema)
        more = await client.call_tool(
            "read", {"path": "src/abc.txt", "cursor": body["next"]["cursor"]}
        )
        assert (
            more.structured_content is not None
            and more.structured_content["body"]["content"] == "three\n"
        )


async def test_errors_are_results(way: Way, root: Path) -> None:
    async with connected(way, root, "--structured") as client:
        result = await client.call_tool("read", {"path": "src/abd.txt"})
        assert result.is_error and result.structured_content is not None
        error = result.structured_content["error"]
        assert error["code"] == "not-found" and error["suggestions"] == ["src/abc.txt"]
        assert error["hint"] in text_of(result)
        result = await client.call_tool("read", {"path": "../secret"})
        assert result.is_error and "outside-root" in text_of(result)
        result = await client.call_tool("read", {"path": 7})
        assert result.is_error and "path must be a string" in text_of(result)
        with pytest.raises(MCPError) as unknown:
            await client.call_tool("reed", {})
        assert unknown.value.error.code == -32602


async def test_pictures_are_images(way: Way, root: Path) -> None:
    async with connected(way, root, "--tool", "pi:read", "--tool", "opencode") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["pi_read", "opencode_read"]
        for name in names:
            result = await client.call_tool(name, {"path": "a.png"})
            text, picture = result.content
            assert isinstance(text, TextContent) and isinstance(picture, ImageContent)
            assert (picture.data, picture.mime_type) == (PNG, "image/png")


async def test_files_are_resources(way: Way, root: Path) -> None:
    async with connected(way, root) as client:
        resources = (await client.list_resources()).resources
        assert [resource.name for resource in resources] == ["README.md", "a.png", "endless.txt"]
        (template,) = (await client.list_resource_templates()).resource_templates
        uri = template.uri_template.replace("{+path}", "src/abc.txt")
        (contents,) = (await client.read_resource(uri)).contents
        assert isinstance(contents, TextResourceContents) and contents.text == "one\ntwo\nthree\n"
        (picture,) = (await client.read_resource(str(resources[1].uri))).contents
        assert isinstance(picture, BlobResourceContents)
        assert base64.b64decode(picture.blob) == (root / "a.png").read_bytes()
        for missing in (uri.replace("abc", "none"), "file:///etc/passwd"):
            with pytest.raises(MCPError) as error:
                await client.read_resource(missing)
            assert error.value.error.code == (
                -32602 if client.protocol_version >= "2026-07-28" else -32002
            )


async def test_lists_have_pages(way: Way, root: Path) -> None:
    names = [f"file {number:03}" for number in range(250)]
    for name in names:
        (root / name).write_text("x")
    async with connected(way, root) as client:
        listed, cursor, pages = [], None, 0
        while pages == 0 or cursor is not None:
            page = await client.list_resources(cursor=cursor)
            listed += [resource.name for resource in page.resources]
            cursor, pages = page.next_cursor, pages + 1
        assert pages == 3
        assert [name for name in listed if name.startswith("file")] == names
        with pytest.raises(MCPError):
            await client.list_resources(cursor="nonsense")


async def test_calls_are_cancelled_and_tell_how_far_they_are(way: Way, root: Path) -> None:
    async with connected(way, root, *PATIENT) as client:
        told: list[float] = []
        with anyio.fail_after(60):
            with anyio.CancelScope() as scope:

                async def tell(progress: float, total: float | None, message: str | None) -> None:
                    told.append(progress)
                    if len(told) == 3:
                        scope.cancel()

                await client.call_tool("read", LONG, progress_callback=tell)
            assert scope.cancelled_caught
            assert told == sorted(set(told)) and told[0] > 0
            if way.keeps:
                return
            # There is one slot, and it is free again.
            while (result := await client.call_tool("read", {"path": "src/abc.txt"})).is_error:
                assert "busy" in text_of(result)
                await anyio.sleep(0.02)


async def test_many_calls_at_once(way: Way, root: Path) -> None:
    async with connected(way, root) as client:
        lines: dict[int, str] = {}

        async def read(number: int) -> None:
            result = await client.call_tool(
                "read", {"path": "src/abc.txt", "start": number % 3 + 1, "lines": 1}
            )
            lines[number] = text_of(result).partition("\n")[0]

        async with anyio.create_task_group() as tasks:
            for number in range(64):
                tasks.start_soon(read, number)
        assert [lines[number] for number in range(3)] == ["1\tone", "2\ttwo", "3\tthree"] and len(
            lines
        ) == 64


async def test_a_token_is_needed(way: Way, root: Path) -> None:
    if way.token is None:
        pytest.skip("no token")
    with served(["mcp", "--root", str(root)], TOKEN) as url:
        for headers in ({}, {"Authorization": f"Bearer {TOKEN}x"}):
            statuses: list[int] = []

            async def note(response: httpx2.Response, statuses: list[int] = statuses) -> None:
                statuses.append(response.status_code)

            async with httpx2.AsyncClient(
                headers=headers, event_hooks={"response": [note]}
            ) as http:
                # An MCPError, in as many groups as the SDK has tasks.
                with pytest.raises(BaseException):
                    async with Client(
                        streamable_http_client(url, http_client=http), mode=way.mode
                    ) as client:
                        await client.list_tools()
            assert set(statuses) == {401}
