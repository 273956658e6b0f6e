"""Features of rooms in the program alone: policies, records, one process for all, and asyncio."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from readroom import (
    AsyncRoom,
    AuditError,
    CallError,
    ClosedError,
    LimitError,
    Limits,
    Policy,
    Question,
    ReadError,
    Room,
    RoomError,
    errors,
)
from readroom._connection import Connection, current
from readroom._program import find

from engines import under_way
from measure import descriptors, endless, eventually

pytestmark = pytest.mark.skipif(find() is None, reason="the package came without the program")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a secret."""
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / ".env").write_text("KEY=1\n")
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts/plan.md").write_text("# Plan\n")
    return tmp_path


@pytest.fixture
def room(root: Path) -> Iterator[Room]:
    with Room(root) as room:
        yield room


def pid() -> int:
    program = current.get().program
    assert program is not None
    return program.pid


def test_secrets_are_asked_about(root: Path, room: Room) -> None:
    with pytest.raises(errors.PermissionDeniedError, match="no answer"):
        room.read(".env")
    denied = room.call("pi", {"path": ".env"}).denied
    assert denied is not None and denied.rule.origin == "secrets"
    asked: list[Question] = []

    def ask(question: Question) -> Any:
        asked.append(question)
        return "once" if question.session is None else "reject"

    with Room(root, policy=Policy(on_ask=ask)) as asking:
        assert asking.read(".env").text.content == "KEY=1\n"
        with pytest.raises(errors.PermissionDeniedError, match="the answer was no"):
            asking.session("one").read(".env")
    assert [(each.permission, each.session) for each in asked] == [("read", None), ("read", "one")]
    assert asked[0].path == f"{root.resolve()}/.env" and asked[0].rule.action == "ask"


def test_an_exception_in_an_answer_ends_the_call(root: Path) -> None:
    def ask(question: Question) -> Any:
        raise KeyError(question.path)

    with Room(root, policy=Policy(on_ask=ask)) as room:
        with pytest.raises(KeyError):
            room.read(".env")
        assert room.read("a.txt").size == 2


def test_rules_are_added(root: Path) -> None:
    (root / ".agentignore").write_text("a.txt\n")
    with Room(root, policy=Policy(deny=["/drafts/"], allow=[".env"])) as room:
        assert room.read(".env").size == 6
        for denied in ("a.txt", "drafts/plan.md"):
            with pytest.raises(errors.PermissionDeniedError):
                room.read(denied)
    with Room(
        root, policy=Policy(rules={"read": {"*": "allow", "*.md": "deny"}}, agentignore=False)
    ) as room:
        assert room.read("a.txt").size == 2
        with pytest.raises(errors.PermissionDeniedError):
            room.read("drafts/plan.md")
    for wrong in (Policy(rules={"raed": "deny"}), Policy(deny=[""])):
        with pytest.raises(RoomError):
            Room(root, policy=wrong)


def test_every_read_is_recorded_and_observed(root: Path) -> None:
    seen: list[Mapping[str, Any]] = []
    log = root / "audit.jsonl"
    with Room(root, audit=log, audit_or_stop=True, observer=seen.append) as room:
        room.read("a.txt")
        room.session("one").call("pi", {"path": "none"})
    assert [(each["outcome"], each.get("session")) for each in seen] == [
        ("answered", None),
        ("refused", "one"),
    ]
    assert [json.loads(line) for line in log.read_text().splitlines()] == seen


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk")
def test_a_call_whose_record_is_lost_fails_if_it_must(root: Path) -> None:
    with Room(root, audit="/dev/full", audit_or_stop=True) as room, pytest.raises(AuditError):
        room.read("a.txt")


def test_limits_are_those_of_the_program(root: Path) -> None:
    endless(root / "endless.txt")
    with Room(root, limits=Limits(cpu=0.05, time=3600, concurrency=1)) as room:
        with pytest.raises(LimitError) as raised:
            room.read("endless.txt", totals="always")
        assert raised.value.limit == "cpu"


def test_one_process_serves_all_rooms_and_closing_leaves_nothing(root: Path) -> None:
    with Room(root) as first:
        first.read("a.txt")
        before, program = descriptors(), pid()
        of_program = len(os.listdir(f"/proc/{program}/fd"))
        for _ in range(50):
            with Room(root) as another:
                another.session("one").read("a.txt")
        assert (descriptors(), pid()) == (before, program)
        assert eventually(lambda: len(os.listdir(f"/proc/{program}/fd")) <= of_program)
    with pytest.raises(ClosedError):
        first.read("a.txt")


def test_a_crash_loses_the_calls_under_way_and_nothing_else(root: Path) -> None:
    endless(root / "endless.txt")
    with Room(root, limits=Limits(time=3600)) as room:
        session = room.session("one")
        room.read("a.txt")
        before = pid()
        lost: list[Exception] = []

        def read() -> None:
            try:
                room.read("endless.txt", totals="always", lines=1)
            except CallError as error:
                lost.append(error)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        assert eventually(lambda: under_way(room) == 4)
        os.kill(before, signal.SIGKILL)
        for thread in threads:
            thread.join()
        assert len(lost) == 4 and "signal 9" in str(lost[0])
        assert session.read("a.txt").size == 2 and pid() != before
        assert not Path(f"/proc/{before}").exists(), "a zombie"


def test_many_threads_share_it(room: Room) -> None:
    failed: list[BaseException] = []

    def reads() -> None:
        try:
            for _ in range(200):
                assert room.read("a.txt").text.content == "a\n"
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=reads) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_calls_are_awaited(root: Path) -> None:
    async def main() -> None:
        async with AsyncRoom(root) as room:
            reads = [room.read("a.txt", lines=number % 3 + 1) for number in range(500)]
            assert {each.text.content for each in await asyncio.gather(*reads)} == {"a\n"}
            reply = await room.call("pi", '{"path":"a.txt"}')
            assert reply.outcome == "answered"
            listing = await room.list(".", details=True)
            [entry] = [entry for entry in listing.entries if entry.name == "a.txt"]
            assert (await room.stat("a.txt")).size == entry.size
            assert await room.arguments_for("pi", "a.txt", start=2) == '{"path":"a.txt","offset":2}'
            assert await room.requested_path("pi", "{}") is None
            assert len(await room.tools()) > 10
            many = await room.read_many(["a.txt", "none"])
            assert isinstance(many[1], ReadError)
            with pytest.raises(errors.NotFoundError):
                await room.session("one").read("b.txt")
        with pytest.raises(ClosedError):
            await room.read("a.txt")

    asyncio.run(main())


def test_cancelling_a_task_ends_its_call(root: Path) -> None:
    endless(root / "endless.txt")

    async def main() -> None:
        limits = Limits(time=3600, concurrency=1)
        async with AsyncRoom(root, limits=limits) as room:
            await room.read("a.txt")
            # The request may fill the pipe, and is not overtaken by its cancellation.
            for length in (0, 1 << 20):
                arguments = {"path": "endless.txt", "offset": 10**9, "pad": "x" * length}
                call = asyncio.create_task(room.call("pi", arguments))
                await asyncio.sleep(0)
                assert current.get()._unanswered
                call.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await call
                # It no longer holds the only slot.
                assert (await room.read("a.txt")).size == 2

    asyncio.run(main())


def test_questions_are_awaited(root: Path) -> None:
    async def ask(question: Question) -> str:
        await asyncio.sleep(0)
        return "once"

    async def main() -> None:
        policy = Policy(on_ask=ask)  # type: ignore[arg-type]
        async with AsyncRoom(root, policy=policy) as room:
            reads = [room.read(".env") for _ in range(20)]
            assert {each.text.content for each in await asyncio.gather(*reads)} == {"KEY=1\n"}

    asyncio.run(main())


def test_a_call_that_is_cancelled_while_it_asks_ends(root: Path) -> None:
    asked = asyncio.Event()

    async def ask(question: Question) -> str:
        asked.set()
        await asyncio.Event().wait()
        return "once"

    async def main() -> None:
        policy = Policy(on_ask=ask)  # type: ignore[arg-type]
        limits = Limits(time=3600, concurrency=1)
        async with AsyncRoom(root, policy=policy, limits=limits) as room:
            call = asyncio.create_task(room.read(".env"))
            await asyncio.wait_for(asked.wait(), 60)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert (await room.read("a.txt")).size == 2

    asyncio.run(main())


@pytest.mark.parametrize(
    "script",
    [
        "exit 3",
        "echo hello; sleep 600",
        """read x; echo '{"jsonrpc":"2.0","id":0,"result":{"version":"9"}}'; sleep 600""",
        "echo '{}'; sleep 600",
        "exec >&-; sleep 600",
        "exec cat",
    ],
)
def test_another_program_is_refused(script: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    program.chmod(0o755)
    before = descriptors()
    with pytest.raises(RoomError):
        Connection(program).result("tools", {})
    assert descriptors() == before
    with pytest.raises(RoomError, match="cannot be started"):
        Connection(tmp_path / "nothing").result("tools", {})


def test_a_program_that_is_killed_while_it_starts_may_be_started_again(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nread line\nkill -9 $$\n")
    program.chmod(0o755)
    before = descriptors()
    with pytest.raises(CallError, match="it ended with signal 9; try another call"):
        Connection(program).result("tools", {})
    assert descriptors() == before


def test_progress_is_reported_and_an_exception_in_it_ends_the_call(root: Path, room: Room) -> None:
    with (root / "large.log").open("wb") as file:
        file.write(b"text\n" * 4096)
        file.truncate(64 << 30)
    heard: list[int] = []

    def tell(bytes: int) -> None:
        heard.append(bytes)
        if len(heard) == 2:
            raise KeyError(bytes)

    with pytest.raises(KeyError):
        room.read("large.log", totals="always", progress=tell)
    assert 0 < heard[0] < heard[1]
    heard.clear()
    with pytest.raises(KeyError):
        room.search("nothing", "large.log", binary=True, progress=tell)
    heard.clear()

    async def awaited() -> None:
        async with AsyncRoom(room) as one:
            await one.call("pi", {"path": "large.log", "offset": 10**9}, progress=tell)

    with pytest.raises(KeyError):
        asyncio.run(awaited())
