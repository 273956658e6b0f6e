"""What a policy denies: lists as git reads them, and rooms of both engines."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

import pytest
from readroom import Policy, Room, RoomError
from readroom._filesystem import Grant
from readroom._gitignore import PatternError, PatternList
from readroom._guard import Guard, Guarded
from readroom._memory import tree
from readroom.errors import PermissionDeniedError
from readroom.limits import Limits
from readroom.policy import EVERYTHING

import data
from engines import WAYS

LISTS = json.loads((data.DATA / "policy" / "patterns.json").read_text())
NAMES = json.loads((data.DATA / "policy" / "secrets.json").read_text())
FILES = {
    ".env": "KEY=1\n",
    ".env.example": "KEY=\n",
    "a.txt": "one\n",
    "keys/id_rsa": "secret\n",
    "drafts/plan.md": "later\n",
}


def is_listed(patterns: PatternList, path: str) -> bool:
    """Returns whether a list matches a file or a directory around it."""
    names = path.split("/")
    return any(patterns.matches(names[: at + 1], at + 1 < len(names)) for at in range(len(names)))


def test_a_list_matches_what_git_matches() -> None:
    for text, path, expected in LISTS["patterns"]:
        assert is_listed(PatternList(text, False), path) == (expected == "listed"), (text, path)


def test_a_list_matches_names_in_any_case_where_there_is_none() -> None:
    for text, path in LISTS["any_case"]:
        assert is_listed(PatternList(text, True), path), (text, path)
        assert not is_listed(PatternList(text, False), path), (text, path)


def test_a_list_is_refused_with_the_line_that_is_no_pattern() -> None:
    for text, line in LISTS["errors"]:
        with pytest.raises(PatternError, match=f"^line {line} "):
            PatternList(text, False)


def test_a_list_takes_a_bounded_time_whoever_wrote_it() -> None:
    patterns = PatternList("*a" * 4000 + "b\n" + "**/a/" * 1500 + "b\n", False)
    # Every way that the stars may match would take years.
    assert not is_listed(patterns, "a/" * 50 + "a" * 255)


def test_names_of_secrets_are_denied_and_names_that_only_look_so_are_not() -> None:
    guard = Guard(Guarded(secrets=True, agentignore=False))
    grants = [Grant("/project", tree({}))]
    for path in NAMES["secrets"]:
        assert guard.denies(grants, f"/project/{path}"), path
    for path in NAMES["harmless"]:
        assert not guard.denies(grants, f"/project/{path}"), path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_secrets_are_denied_also_behind_a_link(root: Path, way: str) -> None:
    (root / "harmless.txt").symlink_to(".env")
    with Room(root, **WAYS[way]) as room:
        for path in (".env", "harmless.txt", "keys/id_rsa", "nothing/.env", "./keys/../.env"):
            with pytest.raises(PermissionDeniedError):
                room.read(path)
        assert room.read(".env.example").size == 5
        assert "permission-denied" in room.call("readroom", {"path": "nothing/.env"}).json
        assert ".env" in [entry.name for entry in room.list(".").entries]


@pytest.mark.parametrize("way", WAYS)
def test_what_the_project_hides_is_denied_as_long_as_it_does(root: Path, way: str) -> None:
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
        # What cannot be used denies everything.
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
def test_a_grant_in_another_is_denied_what_that_one_is(root: Path, way: str) -> None:
    (root / ".agentignore").write_text("keys/\n")
    with Room(root, [root / "keys"], **WAYS[way]) as room, pytest.raises(PermissionDeniedError):
        room.read(str(root / "keys" / "other"))


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
        (b"*a*b\n" * 2100, True),
    ],
)
def test_a_list_that_cannot_be_used_denies_everything(text: bytes, is_denied: bool) -> None:
    with Room.from_files({".agentignore": text, "a.txt": "a\n"}) as room:
        if is_denied:
            with pytest.raises(PermissionDeniedError):
                room.read("a.txt")
        else:
            assert room.read("a.txt").size == 2


@pytest.mark.parametrize(
    "wanted",
    [
        {"policy": Policy(deny=["*.md"])},
        {"policy": Policy(rules="opencode")},
        {"policy": Policy(rules={"read": "allow"})},
        {"policy": Policy(on_ask=lambda question: "once")},
        {"audit": "log"},
        {"observer": print},
        {"limits": Limits(concurrency=1)},
    ],
    ids=lambda wanted: str(list(wanted)),
)
def test_what_the_component_lacks_is_refused(root: Path, wanted: dict[str, Any]) -> None:
    with pytest.raises(RoomError, match="use the program"):
        Room(root, engine="component", **wanted)
