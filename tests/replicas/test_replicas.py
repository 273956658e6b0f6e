"""Calls through a balancer while replicas are killed, drained and started again."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from mcp.types import TextContent

from clients import Counts, call_until, connected
from fleet import PATIENCE, TOKEN, Balancer, Replica, balanced, status
from project import Request, make_project, requests

pytestmark = pytest.mark.anyio

MODES = ["auto", "legacy", "2026-07-28"]
"""How clients negotiate the version of the protocol, or which one they demand."""
PYTHON_CLIENTS = 6
JAVASCRIPT_CLIENTS = 3
CALLS_PER_STEP = 100
"""How many calls the Python clients make between two events."""


@pytest.fixture(scope="module")
def balancer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Balancer]:
    """A balancer over three replicas of one project."""
    directory = tmp_path_factory.mktemp("fleet")
    root = directory / "project"
    make_project(root)
    with balanced(root, directory) as balancer:
        yield balancer


@contextmanager
def javascript_clients(url: str, counts: Counts, directory: Path) -> Iterator[None]:
    """Lets clients in Node make calls, and adds what they count."""
    packages = Path(os.environ["READROOM_JAVASCRIPT"])
    # Node looks for packages from where a script lies.
    script = Path(shutil.copy(Path(__file__).with_name("clients.mjs"), packages))
    log = directory / "javascript.log"
    with log.open("w") as errors:
        node = subprocess.Popen(
            ["node", str(script), url, str(JAVASCRIPT_CLIENTS)],
            env={**os.environ, "NODE_OPTIONS": "", "READROOM_MCP_TOKEN": TOKEN},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert node.stdin is not None
        for request in itertools.islice(requests(100), 400):
            node.stdin.write(json.dumps({**request.arguments, "answer": request.answer}) + "\n")
        node.stdin.write("start\n")
        node.stdin.flush()
        yield
        printed, _ = node.communicate(timeout=PATIENCE)
        print(log.read_text(), end="", file=sys.stderr)
        assert node.returncode == 0, log.read_text()
        for name, value in json.loads(printed).items():
            setattr(counts, name, value)
    finally:
        node.kill()
        node.wait()


async def test_no_answer_is_wrong_or_lost_while_replicas_end_and_return(
    balancer: Balancer, tmp_path: Path
) -> None:
    killed, drained, _ = balancer.replicas
    python, javascript = Counts(), Counts()
    finished = anyio.Event()
    with anyio.fail_after(3 * PATIENCE), javascript_clients(balancer.url, javascript, tmp_path):
        async with anyio.create_task_group() as tasks:
            for number in range(PYTHON_CLIENTS):
                mode = MODES[number % len(MODES)]
                urls = itertools.repeat(balancer.url)
                tasks.start_soon(call_until, finished, urls, mode, requests(number), python)
            await python.reach(CALLS_PER_STEP)

            # Suspended first, so that there is a request which the kill interrupts.
            killed.suspend()
            await balancer.until(killed, lambda counters: counters.running > 0)
            killed.kill()
            await python.reach(CALLS_PER_STEP)
            served = balancer.counters()[killed.name].served
            killed.start()
            await balancer.until(killed, lambda counters: counters.served > served)
            await python.reach(CALLS_PER_STEP)
            repeated = sum(each.repeated for each in balancer.counters().values())
            retried = python.retried
            print(f"\nkill: {retried} retried by clients, {repeated} repeated by the balancer")

            assert await drained.drain() == 0
            served = balancer.counters()[drained.name].served
            await python.reach(CALLS_PER_STEP)
            drained.start()
            await balancer.until(drained, lambda counters: counters.served > served)
            await python.reach(CALLS_PER_STEP)
            print(f"drain: {python.retried - retried} retried by clients")
            finished.set()
    print(f"python: {python}")
    print(f"javascript: {javascript}")
    for counts in (python, javascript):
        assert (counts.wrong, counts.lost) == (0, 0)
    assert javascript.calls > 0
    assert python.retried + javascript.retried + repeated > 0, "the kill interrupted nothing"


async def test_clients_lose_no_call_without_a_balancer(balancer: Balancer) -> None:
    killed = balancer.replicas[0]
    counts, finished = Counts(), anyio.Event()
    with anyio.fail_after(3 * PATIENCE):
        async with anyio.create_task_group() as tasks:
            for number in range(PYTHON_CLIENTS):
                urls = itertools.cycle([replica.url for replica in balancer.replicas])
                mode = MODES[number % len(MODES)]
                tasks.start_soon(call_until, finished, urls, mode, requests(number), counts)
            await counts.reach(CALLS_PER_STEP)
            killed.suspend()
            while not counts.pending[killed.url]:
                await anyio.sleep(0.01)
            killed.kill()
            await counts.reach(CALLS_PER_STEP)
            finished.set()
    killed.start()
    print(f"\nwithout a balancer: {counts}")
    assert (counts.wrong, counts.lost) == (0, 0) and counts.retried > 0


@pytest.mark.parametrize("copied", [False, True], ids=["one volume", "copies"])
async def test_a_read_continues_at_another_replica(
    balancer: Balancer, tmp_path: Path, copied: bool
) -> None:
    root = balancer.replicas[0].root
    # A copy has the same times of modification, and other inodes and times of change.
    other = Path(shutil.copytree(root, tmp_path / "copy")) if copied else root
    replicas = [
        Replica(name, root, tmp_path, "--structured")
        for name, root in (("one", root), ("other", other))
    ]
    try:
        cursor: dict[str, str] = {}
        for replica, start in zip(replicas, (1, 1001), strict=True):
            replica.start()
            request = Request("build.log", start, 1000)
            async with connected(replica.url, "auto", TOKEN) as client:
                arguments = {"path": request.path, "lines": request.lines, **cursor}
                result = await client.call_tool("read", arguments)
            (content,) = result.content
            assert isinstance(content, TextContent) and content.text == request.answer
            assert result.structured_content is not None
            cursor = {"cursor": result.structured_content["body"]["next"]["cursor"]}
    finally:
        for replica in replicas:
            replica.stop()


def test_the_balancer_shows_clients_nothing_but_calls(balancer: Balancer) -> None:
    base = balancer.url.removesuffix("/mcp")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    for path in ("/", "/healthz", "/readyz", "/metrics", "/mcp/other"):
        assert status(f"{base}{path}", headers) == 404, path
    # A client that has no token learns that it needs one.
    assert status(balancer.url) == 401


def test_a_replica_shows_its_health_to_all_and_its_metrics_to_clients(balancer: Balancer) -> None:
    replica = balancer.replicas[0]
    url = f"http://{replica.address}"
    other = {"Host": "replica.example"}
    assert [status(f"{url}{path}", other) for path in ("/healthz", "/readyz")] == [200, 200]
    assert status(f"{url}/metrics") == 401
    assert status(f"{url}/metrics", {"Authorization": f"Bearer {TOKEN}"}) == 200
