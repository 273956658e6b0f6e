"""Answers of the component, as its users get them."""

from __future__ import annotations

import json
from typing import Any

from .contract import (
    Body,
    Cell,
    Clip,
    Document,
    Entry,
    Facts,
    Finding,
    FoundBlock,
    Heading,
    Image,
    Media,
    Notebook,
    Outline,
    Output,
    Reply,
    Text,
    Tool,
    Unchanged,
)
from .errors import ReadError


def value_of(result: tuple[str, Any]) -> Any:
    """What was asked for. Raises the error that there is in its place."""
    kind, value = result
    if kind == "error":
        raise ReadError.of(**value)
    return value


def answer_of(result: tuple[str, Any]) -> Document | ReadError:
    """A document, or the error that there is in its place."""
    kind, value = result
    return ReadError.of(**value) if kind == "error" else document_of(value)


def document_of(value: dict[str, Any]) -> Document:
    """A document."""
    return Document(**{**value, "body": _body_of(*value["body"])})


def reply_of(value: dict[str, Any]) -> Reply:
    """A reply."""
    facts = value["facts"]
    return Reply(value["outcome"], value["json"], None if facts is None else Facts(**facts))


def tool_of(value: dict[str, Any]) -> Tool:
    """A tool."""
    parameters = json.loads(value["parameters"])
    return Tool(**{**value, "parameters": parameters, "guidelines": tuple(value["guidelines"])})


def _body_of(kind: str, value: dict[str, Any]) -> Body:
    match kind:
        case "text":
            return _text_of(value)
        case "outline":
            return Outline(**{**value, "entries": tuple(Entry(**entry) for entry in value["entries"])})
        case "notebook":
            return Notebook(**{**value, "cells": tuple(map(_cell_of, value["cells"]))})
        case "image":
            return Image(**value)
        case _:
            return Unchanged()


def _text_of(value: dict[str, Any]) -> Text:
    block = value["block"]
    if block is not None:
        block = FoundBlock(**{**block, "headers": tuple(Heading(**header) for header in block["headers"])})
    clipped = tuple(Clip(**clip) for clip in value["clipped"])
    suspicious = tuple(Finding(**finding) for finding in value["suspicious"])
    return Text(**{**value, "block": block, "clipped": clipped, "suspicious": suspicious})


def _cell_of(value: dict[str, Any]) -> Cell:
    return Cell(**{**value, "outputs": tuple(map(_output_of, value["outputs"]))})


def _output_of(value: dict[str, Any]) -> Output:
    return Output(**{**value, "media": tuple(Media(**media) for media in value["media"])})
