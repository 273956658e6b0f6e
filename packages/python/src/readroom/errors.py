"""The errors of this package.

All of them are a `ReadroomError`. A `ReadError` says why nothing was read; each code of the
contract has a class. A `RoomError` says that a room cannot be made, or cannot be used in this way.
A `CallError` says that a call failed before there was an answer.

An argument of a wrong type is a `TypeError`. One whose value cannot be used is a `ValueError`, also
if it is one of the errors here: a `RoomError`, or an `InvalidArgumentError` from the component.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .generated.error_types import ErrorCode


class ReadroomError(Exception):
    """The base of all errors."""


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


class ReadError(ReadroomError):
    """Nothing was read. An error with a code of the contract is an instance of the class for that
    code.
    """

    _classes: ClassVar[dict[str, type[ReadError]]] = {}

    code: ErrorCode
    """The kind of failure, for programs."""
    message: str
    """What happened, for people and models, with the path as it was given. At most 500 characters.
    """
    hint: str
    """What to do next, in one sentence."""
    total: int | None
    """For `offset-past-end`, the number of lines in the file, or of cells in a notebook. None for
    every other code.
    """
    suggestions: Sequence[str]
    """For `not-found`: files that may be meant, at most three, the best first. For
    `is-a-directory`: its first 20 entries by name, directories with a slash at the end.
    """

    def __init_subclass__(cls, code: ErrorCode) -> None:
        super().__init_subclass__()
        ReadError._classes[code] = cls

    def __new__(cls, code: ErrorCode, *_: Any, **__: Any) -> ReadError:
        """Makes an error of the class for a code, as `OSError` does."""
        return super().__new__(cls._classes.get(code, cls) if cls is ReadError else cls)

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        hint: str,
        total: int | None = None,
        suggestions: Sequence[str] = (),
    ) -> None:
        super().__init__(code, message, hint, total, tuple(suggestions))
        self.code, self.message, self.hint = code, message, hint
        self.total, self.suggestions = total, tuple(suggestions)

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}"


class OutsideRootError(ReadError, code="outside-root"):
    """The path, or a link on its way, leaves every grant."""


class NotFoundError(ReadError, code="not-found"):
    """Nothing exists at the path."""


class NotAFileError(ReadError, code="not-a-file"):
    """A pipe, socket or device, which is never opened."""


class IsADirectoryError(ReadError, code="is-a-directory"):
    """A directory where a file is needed."""


class NotADirectoryError(ReadError, code="not-a-directory"):
    """A name on the way, or before a final `/`, is not a directory."""


class PermissionDeniedError(ReadError, code="permission-denied"):
    """The host may not read it."""


class InvalidPathError(ReadError, code="invalid-path"):
    """The path is empty or holds a NUL, or a link on its way leads to a name that is not
    Unicode.
    """


class InvalidArgumentError(ReadError, ValueError, code="invalid-argument"):
    """An argument has the wrong type or is out of range."""


class NameTooLongError(ReadError, code="name-too-long"):
    """The path or a name in it is too long."""


class SymlinkLoopError(ReadError, code="symlink-loop"):
    """More than 40 symbolic links on the way, or links that make the path too long."""


class OffsetPastEndError(ReadError, code="offset-past-end"):
    """The first requested line is past the last line of the file."""


class BinaryFileError(ReadError, code="binary-file"):
    """The file is not text."""


class NotUtf8Error(ReadError, code="not-utf8"):
    """The file is not UTF-8, and the reader does not replace what is ill-formed."""


class TooLargeError(ReadError, code="too-large"):
    """The answer would be larger than allowed."""


class UnsupportedError(ReadError, code="unsupported"):
    """A kind of file, or a way to read it, that the reader does not offer."""


class InvalidContentError(ReadError, code="invalid-content"):
    """The file is damaged."""


class StaleError(ReadError, code="stale"):
    """The file changed since the cursor was made, or repeatedly while it was read."""


class NoRepositoryError(ReadError, code="no-repository"):
    """The path is in no git repository."""


class UnknownRevisionError(ReadError, code="unknown-revision"):
    """The repository has no such revision, or several."""


class DamagedRepositoryError(ReadError, code="damaged-repository"):
    """A file or an object of the repository is not as git writes it."""


class MissingObjectError(ReadError, code="missing-object"):
    """An object is not in the repository: the clone is shallow or partial."""


class BusyError(ReadError, code="busy"):
    """The host has no room for another call now."""


class TimeoutError(ReadError, code="timeout"):
    """The host's time limit was reached."""


class IoError(ReadError, code="io"):
    """The file system failed, or the file changed while it was opened."""


class OtherError(ReadError, code="other"):
    """Anything else."""
