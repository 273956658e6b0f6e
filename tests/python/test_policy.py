"""A policy's denials, in rooms of both engines."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any

import pytest
from readroom import Policy, Room, RoomError
from readroom.errors import PermissionDeniedError
from readroom.limits import Limits
from readroom.policy import EVERYTHING

from engines import WAYS

FILES = {
    ".env": "KEY=1\n",
    ".env.example": "KEY=\n",
    "a.txt": "one\n",
    "keys/id_rsa": "secret\n",
    "drafts/plan.md": "later\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_secrets_are_denied_also_through_a_link(root: Path, way: str) -> None:
    (root / "harmless.txt").symlink_to(".env")
    with Room(root, **WAYS[way]) as room:
        for path in (".env", "harmless.txt", "keys/id_rsa", "nothing/.env", "./keys/../.env"):
            with pytest.raises(PermissionDeniedError):
                room.read(path)
        assert room.read(".env.example").size == 5
        assert "permission-denied" in room.call("readroom", {"path": "nothing/.env"}).json
        assert ".env" not in [entry.name for entry in room.list(".").entries]


@pytest.mark.parametrize("way", WAYS)
def test_files_are_denied_while_the_project_hides_them(root: Path, way: str) -> None:
    hidden = root / ".agentignore"
    hidden.write_text("drafts/\ngone/\na.txt/\n")
    with Room(root, **WAYS[way]) as room:
        for path in ("drafts/plan.md", "gone", "gone/a.txt"):
            with pytest.raises(PermissionDeniedError):
                room.read(path)
        assert room.read("a.txt").size == 4
        with pytest.raises(PermissionDeniedError):
            room.list("drafts")
        hidden.write_text("/a.txt\n")
        with pytest.raises(PermissionDeniedError):
            room.read("a.txt")
        assert room.read("drafts/plan.md").size == 6
        hidden.unlink()
        assert room.read("a.txt").size == 4
        # An unusable list denies everything.
        hidden.write_text("[[:x:]]\n")
        with pytest.raises(PermissionDeniedError):
            room.read("a.txt")


@pytest.mark.parametrize("way", WAYS)
def test_everything_is_read_where_the_policy_says_so(root: Path, way: str) -> None:
    (root / ".agentignore").write_text("*\n")
    with Room(root, policy=EVERYTHING, **WAYS[way]) as room:
        assert room.read(".env").size == 6
    with Room(root, policy=Policy(agentignore=False), **WAYS[way]) as room:
        assert room.read("a.txt").size == 4
        with pytest.raises(PermissionDeniedError):
            room.read(".env")


@pytest.mark.parametrize("way", WAYS)
def test_a_nested_grant_has_the_denials_of_the_outer_one(root: Path, way: str) -> None:
    (root / ".agentignore").write_text("keys/\n")
    with Room(root, [root / "keys"], **WAYS[way]) as room, pytest.raises(PermissionDeniedError):
        room.read(str(root / "keys" / "other"))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("\ufeffa.txt\r\n".encode("utf-16-le"), True),
        (codecs.BOM_UTF16_BE + "a.txt\n".encode("utf-16-be"), True),
        ("\ufeffa.txt".encode(), True),
        (b"b.txt\n", False),
        (b"\xff\xfe\x41", True),
        (b"b\0.txt\n", True),
        (b"b\rc\n", True),
        (b"#\n" * 40_000, True),
        (b"*a*b\n" * 2100, False),
    ],
)
def test_a_list_that_cannot_be_used_denies_everything(
    text: bytes, is_denied: bool, way: str, tmp_path: Path
) -> None:
    (tmp_path / ".agentignore").write_bytes(text)
    (tmp_path / "a.txt").write_text("a\n")
    with Room(tmp_path, **WAYS[way]) as room:
        if is_denied:
            with pytest.raises(PermissionDeniedError):
                room.read("a.txt")
        else:
            assert room.read("a.txt").size == 2


@pytest.mark.parametrize("way", WAYS)
def test_rules_are_added(root: Path, way: str) -> None:
    (root / ".agentignore").write_text("a.txt\n")
    policy = Policy(deny=["/drafts/"], allow=[".env"], ask=["*.pem"])
    (root / "key.pem").write_text("secret\n")
    with Room(root, policy=policy, **WAYS[way]) as room:
        assert room.read(".env").size == 6
        for denied in ("a.txt", "drafts/plan.md", "drafts/nothing", "key.pem"):
            with pytest.raises(PermissionDeniedError):
                room.read(denied)
    permissions = {"read": {"*": "allow", "*.md": "deny"}}
    with Room(root, policy=Policy(rules=permissions, agentignore=False), **WAYS[way]) as room:
        assert room.read("a.txt").size == 4
        with pytest.raises(PermissionDeniedError):
            room.read("drafts/plan.md")
    with Room(root, policy=Policy(rules="opencode"), **WAYS[way]) as room:
        assert room.read("drafts/plan.md").size == 6
        with pytest.raises(PermissionDeniedError):
            room.read(".env")


@pytest.mark.parametrize(
    "wanted",
    [
        {"policy": Policy(on_ask=lambda question: "once")},
        {"audit": "log"},
        {"audit_or_stop": True},
        {"observer": print},
        {"cwd": "keys"},
        {"limits": Limits(concurrency=1)},
    ],
    ids=lambda wanted: str(list(wanted)),
)
def test_features_missing_in_the_component_are_refused(root: Path, wanted: dict[str, Any]) -> None:
    with pytest.raises(RoomError, match="use engine='program'"):
        Room(root, engine="component", **wanted)


def test_the_component_reports_no_progress(root: Path) -> None:
    with Room(root, engine="component") as room:
        for call in (
            lambda: room.read("a.txt", progress=print),
            lambda: room.search("a", progress=print),
            lambda: room.call("pi", {"path": "a.txt"}, progress=print),
        ):
            with pytest.raises(RoomError, match="use engine='program'"):
                call()
