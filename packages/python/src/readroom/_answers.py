"""Answers of the contract with conveniences for Python."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from . import contract
from .contract import DocumentBody, ImageBody, NotebookBody, OutlineBody, TextBody, TextContent
from .policy import Denied

_BodyT = TypeVar("_BodyT")
_AnswerT = TypeVar("_AnswerT")


@dataclass(frozen=True, repr=False)
class Document(contract.Document):
    """The content, and facts about the file."""

    def __repr__(self) -> str:
        body = self.body
        match body:
            case TextBody():
                first = "" if body.first is None else f", from line {body.first}"
                total = "" if body.total is None else f" of {body.total}"
                what = f"{body.lines}{total} lines{first}"
            case OutlineBody():
                what = f"outline with {len(body.entries)} entries"
            case NotebookBody():
                what = f"{len(body.cells)} of {body.total} cells"
            case ImageBody():
                what = f"{body.mime}, {body.width} x {body.height}"
            case DocumentBody():
                what = f"{body.text.lines} lines of a document ({body.format})"
            case _:
                what = body.kind
        return f"<Document {self.path!r}: {what}>"

    @property
    def text(self) -> TextBody:
        """The body, if it is text. Otherwise raises `TypeError`, as the other three do."""
        return self._body(TextBody)

    @property
    def outline(self) -> OutlineBody:
        """The body, if it is an outline."""
        return self._body(OutlineBody)

    @property
    def notebook(self) -> NotebookBody:
        """The body, if it is a notebook."""
        return self._body(NotebookBody)

    @property
    def image(self) -> ImageBody:
        """The body, if it is an image."""
        return self._body(ImageBody)

    def _body(self, kind: type[_BodyT]) -> _BodyT:
        if isinstance(self.body, kind):
            return self.body
        raise TypeError(f"the body is of type {type(self.body).__name__}, not {kind.__name__}")


@dataclass(frozen=True, repr=False)
class Reply(contract.Reply):
    """The result of a tool."""

    index: str | None = field(repr=False, compare=False)
    """Where some lines start in the file. The room passes it to later calls."""

    shown: str | None = field(repr=False, compare=False)
    """Which lines were shown. A session with `unchanged` passes it to later calls."""

    denied: Denied | None = None
    """The policy's denial, if that caused the error. It is not shown to a model."""

    @property
    def text(self) -> str:
        """The texts of `content`, joined with line feeds. Empty if there are none."""
        return "\n".join(each.text for each in self.content if isinstance(each, TextContent))

    @cached_property
    def value(self) -> dict[str, Any]:
        """The native result object: `json`, parsed. Raises `TypeError` if the call was
        `content_only`.
        """
        if not self.json:
            raise TypeError("the call was content_only: its reply has no native object")
        value: dict[str, Any] = json.loads(self.json)
        return value


def extended(kind: type[_AnswerT], answer: object, **more: Any) -> _AnswerT:
    """Returns an answer of the contract as the class here that extends its class. `more` has the
    fields that only this one has.
    """
    # The constructor of a frozen class sets one attribute after the other.
    new = kind.__new__(kind)
    vars(new).update(vars(answer), **more)
    return new
