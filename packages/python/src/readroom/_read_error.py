"""The error of a read, of which `errors` has a class for each code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .contract import ErrorCode


class ReadroomError(Exception):
    """The base of all errors."""

    # People import it from there.
    __module__ = "readroom.errors"


class ReadError(ReadroomError):
    """Nothing was read. An error with a code of the contract is an instance of the class for that
    code.
    """

    __module__ = "readroom.errors"
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
    """For `not-found` and `outside-root`: files that may be meant, at most three, the best first.
    For `is-a-directory`: its first 20 entries by name, directories with a slash at the end.
    """

    def __init_subclass__(cls, code: ErrorCode) -> None:
        super().__init_subclass__()
        cls.__module__ = ReadError.__module__
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
