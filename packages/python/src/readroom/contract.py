"""What is asked and answered: the types of the contract, `wit/read.wit` and `wit/dialects.wit`, in Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Dialect = Literal["readroom", "mycodeagent", "dm-cc", "opencode", "kimi-cli", "pi"]
"""The agents whose tools are spoken. `readroom` is the neutral read as a tool."""

Totals = Literal["auto", "always", "never"]
"""Whether to count the lines of the whole file: if it has at most 32 MiB or was read to its end anyway, always,
never.
"""

Fold = Literal["collapsed", "expanded"]
"""How much of a result is drawn: its first ten lines, or all of it."""


@dataclass(frozen=True)
class Finding:
    """Suspicious characters in one line."""

    line: int
    """The line. The first one of the text counts as 1 where `first` is None."""
    kind: Literal["bidirectional", "invisible", "terminal"]
    """How they deceive people: they change the order in which text is shown, are not shown, or command terminals."""
    characters: int
    """How many there are."""


@dataclass(frozen=True)
class Text:
    """Consecutive lines of a text file."""

    content: str
    """The lines with their line ends, as they stand in the file. Bytes that are not UTF-8 are U+FFFD."""
    first: int | None
    """The number of the first line, from 1. None if it was reached from the end and nothing was counted."""
    lines: int
    """The number of lines in `content`; 0 for an empty file."""
    tokens: int
    """How many tokens `content` has, by an estimate that knows no model."""
    stopped: Literal["at-end", "at-line-limit", "at-byte-limit", "at-token-limit"]
    """Why `content` ends where it does."""
    next: str | None
    """Where the next page begins, as `cursor` for `Room.read`. None if the last line of the file is in `content`."""
    total: int | None
    """The number of lines in the file. None if they were not all counted."""
    clipped: Sequence[int]
    """The lines that were cut because they are longer than 2000 characters, or than `bytes`."""
    encoding: str
    """The encoding that the bytes were read as."""
    mark: Literal["absent", "present"]
    """Whether the file begins with a byte-order mark. It is part of `content`."""
    endings: Literal["none", "lf", "crlf", "cr", "mixed"]
    """The line ends in `content`."""
    replacements: Literal["absent", "present"]
    """Whether bytes had to be replaced because they were not UTF-8."""
    suspicious: Sequence[Finding]
    """Characters that hide or forge what people see: one for each line and kind, in order, at most 100."""


@dataclass(frozen=True)
class Unchanged:
    """The file still has the version that was known."""


@dataclass(frozen=True)
class Document:
    """What was read, and facts about the file."""

    path: str
    """The file with its links resolved: relative to the root, or absolute if it lies in another grant."""
    size: int
    """Its size in bytes when it was opened."""
    modified: int | None
    """Its modification time in milliseconds since 1970. None if it is not known."""
    version: str
    """An opaque mark that changes when the size or the modification time does."""
    body: Text | Unchanged
    """What the file holds, or that it is as it was. More kinds will come."""

    @property
    def text(self) -> Text:
        """The text in `body`. A `TypeError` if that is something else."""
        if not isinstance(self.body, Text):
            raise TypeError("the file is unchanged: nothing of it was read")
        return self.body


@dataclass(frozen=True)
class Facts:
    """What is known of a file or directory that was read."""

    path: str
    """Its absolute name with its links resolved."""
    size: int
    """Its size in bytes when it was opened. 0 for a directory."""
    modified: int | None
    """Its modification time in milliseconds since 1970. None if it is not known, and for a directory."""
    version: str
    """As in `Document`. Empty for a directory."""
    lines: int
    """How many lines of text, or entries of a directory, were returned."""
    bytes: int
    """How many bytes of the file were returned, in UTF-8 if it is text."""


@dataclass(frozen=True)
class Reply:
    """What a tool returns."""

    outcome: Literal["answered", "refused"]
    """Whether the tool did what it was asked, if only in part, or reports an error in the words of the dialect."""
    json: str
    """The native result object as JSON text on one line."""
    facts: Facts | None = field(default=None)
    """What was read, for hosts that keep records. None if nothing was."""

    @cached_property
    def value(self) -> dict[str, Any]:
        """The native result object."""
        value: dict[str, Any] = json.loads(self.json)
        return value


@dataclass(frozen=True)
class Tool:
    """How a dialect's tool is presented to a model."""

    dialect: Dialect
    """The dialect this is the tool of."""
    name: str
    """The name that the model calls."""
    description: str
    """What the tool does, for the model."""
    parameters: dict[str, Any]
    """The JSON Schema (draft 2020-12) of the arguments."""
    snippet: str
    """One line about the tool for a system prompt."""
    guidelines: Sequence[str]
    """Advice on its use for a system prompt, a sentence each."""


def document_of(value: dict[str, Any]) -> Document:
    """A document as the component gives it."""
    kind, body = value["body"]
    return Document(**{**value, "body": _text_of(body) if kind == "text" else Unchanged()})


def _text_of(value: dict[str, Any]) -> Text:
    suspicious = tuple(Finding(**finding) for finding in value["suspicious"])
    return Text(**{**value, "clipped": tuple(value["clipped"]), "suspicious": suspicious})


def reply_of(value: dict[str, Any]) -> Reply:
    """A reply as the component gives it."""
    facts = value["facts"]
    return Reply(value["outcome"], value["json"], None if facts is None else Facts(**facts))


def tool_of(value: dict[str, Any]) -> Tool:
    """A tool as the component gives it."""
    parameters = json.loads(value["parameters"])
    return Tool(**{**value, "parameters": parameters, "guidelines": tuple(value["guidelines"])})
