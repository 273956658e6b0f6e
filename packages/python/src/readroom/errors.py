"""The errors of this package.

All of them are a `ReadroomError`. A `ReadError` says why nothing was read; each code of the
contract has a class. A `RoomError` says that a room cannot be made, or cannot be used in this way.
A `CallError` says that a call failed before there was an answer.

An argument of a wrong type is a `TypeError`. One whose value cannot be used is a `ValueError`, also
if it is one of the errors here: a `RoomError`, or an `InvalidArgumentError` from the component.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._read_error import ReadError as ReadError
from ._read_error import ReadroomError as ReadroomError
from .generated.read_errors import *  # noqa: F403 (a class for each code)


class RoomError(ReadroomError, ValueError):
    """A room cannot be made, or cannot be used in this way. The message says what to do."""


class ClosedError(RoomError):
    """The room was closed."""


class UnknownToolError(RoomError):
    """There is no tool with this id."""

    tool: str
    """The unknown id."""
    known: Sequence[str]
    """The known ids."""

    def __init__(self, tool: str, known: Sequence[str]) -> None:
        super().__init__(tool, tuple(known))
        self.tool, self.known = tool, tuple(known)

    def __str__(self) -> str:
        return f"there is no tool '{self.tool}'; the tools are {', '.join(self.known)}"


class CallError(ReadroomError):
    """The component, or the program that runs it, failed. Other calls are not affected."""


class AuditError(CallError):
    """The record of a call could not be written, and the room was made with `audit_or_stop`."""


class LimitError(CallError):
    """A call reached a limit."""

    limit: str
    """The limit, by its name in `docs/limits.md`, such as `time`."""

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(limit, message)
        self.limit, self._message = limit, message

    def __str__(self) -> str:
        return self._message
