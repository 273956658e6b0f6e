"""What can go wrong.

Everything that Readroom raises is a `ReadroomError`: a `ReadError` says why nothing was read, with a class for each
code of the contract; a `RoomError`, that a room cannot be made or used as it was asked; a `CallError`, that the
component did not answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._world import ERROR_CODES


class ReadroomError(Exception):
    """The base of all errors."""


class RoomError(ReadroomError):
    """A room cannot be made or used in this way. The message says what to do."""


class ClosedError(RoomError):
    """The room was closed."""


class CallError(ReadroomError):
    """The component did not answer. Other calls are not affected."""


class LimitError(CallError):
    """A call reached a limit."""

    limit: str
    """Which one: `seconds`, or `output`."""

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(limit, message)
        self.limit, self._message = limit, message

    def __str__(self) -> str:
        return self._message


class ReadError(ReadroomError):
    """Nothing was read. The code of each subclass is documented in the contract, `wit/read.wit`."""

    code: str
    """The kind of failure, for programs."""
    message: str
    """What happened, for people and models, with the path as it was given. At most 500 characters."""
    hint: str
    """What to do next, in one sentence."""
    total: int | None
    """The number of lines in the file (of cells, in a notebook) for `offset-past-end`; the number of pages of a PDF, if
    that is known, for `unsupported`."""
    suggestions: Sequence[str]
    """For `not-found`: at most three files that may be meant, the best first. For `is-a-directory`: what is in it, the
    first 20 in the order of their names, with a slash behind directories."""

    def __init__(
        self, code: str, message: str, hint: str, total: int | None = None, suggestions: Sequence[str] = ()
    ) -> None:
        super().__init__(code, message, hint, total, tuple(suggestions))
        self.code, self.message, self.hint = code, message, hint
        self.total, self.suggestions = total, tuple(suggestions)

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}"

    @staticmethod
    def of(code: str, message: str, hint: str, total: int | None = None, suggestions: Sequence[str] = ()) -> ReadError:
        """The error of a code, in the class of that code."""
        return _CLASSES.get(code, ReadError)(code, message, hint, total, suggestions)


class OutsideRootError(ReadError):
    """The path, or a link on its way, leaves every grant."""


class NotFoundError(ReadError):
    """Nothing exists at the path."""


class NotAFileError(ReadError):
    """A pipe, socket or device, which is never opened."""


class IsADirectoryError(ReadError):
    """A directory."""


class NotADirectoryError(ReadError):
    """Something on the way, or before a final `/`, is no directory."""


class PermissionDeniedError(ReadError):
    """The host may not read it."""


class InvalidPathError(ReadError):
    """The path is empty or holds a NUL, or a link on its way leads to a name that is not Unicode."""


class InvalidArgumentError(ReadError):
    """An argument is out of range."""


class NameTooLongError(ReadError):
    """The path or a name in it is too long."""


class SymlinkLoopError(ReadError):
    """More than 40 symbolic links on the way."""


class OffsetPastEndError(ReadError):
    """The first line asked for is past the last line of the file."""


class BinaryFileError(ReadError):
    """The file is not text."""


class NotUtf8Error(ReadError):
    """The file is not UTF-8, and was not to be read with replacements."""


class TooLargeError(ReadError):
    """The answer would be larger than allowed."""


class UnsupportedError(ReadError):
    """A kind of file, or a way to read it, that the reader does not offer."""


class InvalidContentError(ReadError):
    """The file is damaged."""


class StaleError(ReadError):
    """The file changed since the cursor was made."""


class BusyError(ReadError):
    """The host has no room for another call now."""


class TimeoutError(ReadError):
    """The host's time limit was reached."""


class IoError(ReadError):
    """The file system failed, or the file changed while it was opened."""


class OtherError(ReadError):
    """Anything else."""


_CLASSES: dict[str, type[ReadError]] = dict(
    zip(
        ERROR_CODES,
        (
            *(OutsideRootError, NotFoundError, NotAFileError, IsADirectoryError, NotADirectoryError),
            *(PermissionDeniedError, InvalidPathError, InvalidArgumentError, NameTooLongError),
            *(SymlinkLoopError, OffsetPastEndError, BinaryFileError, NotUtf8Error, TooLargeError),
            *(UnsupportedError, InvalidContentError, StaleError, BusyError, TimeoutError, IoError),
            OtherError,
        ),
        strict=True,
    )
)
