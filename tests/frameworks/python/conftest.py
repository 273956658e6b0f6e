"""The project that every agent reads."""

from __future__ import annotations

import base64
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from readroom import Room

# Nothing here may leave the machine.
os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ["LANGSMITH_TRACING"] = "false"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    + _chunk(b"IEND", b"")
)


@pytest.fixture
def png() -> str:
    """Returns the bytes of the image in base64."""
    return base64.b64encode(PNG).decode()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Makes a project with a text and an image, beside a file that must not be read."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "notes.txt").write_text("one\ntwo\nthree\n")
    (project / "dot.png").write_bytes(PNG)
    (project / "paper.pdf").write_bytes(b"%PDF-1.4\n%\xe2\xe3\n")
    (tmp_path / "secret.txt").write_text("SECRET\n")
    (project / "link.txt").symlink_to("../secret.txt")
    return project


@pytest.fixture
def room(root: Path) -> Iterator[Room]:
    """Opens the project."""
    with Room(root) as room:
        yield room


@pytest.fixture
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides the settings and keys of this machine's user from Claude Code."""
    for name in os.environ:
        if name.startswith(("ANTHROPIC_", "CLAUDE")):
            monkeypatch.delenv(name)
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    monkeypatch.setenv("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
    monkeypatch.setenv("DISABLE_AUTOUPDATER", "1")
    # Nobody listens there.
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
