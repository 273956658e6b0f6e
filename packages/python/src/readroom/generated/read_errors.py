# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""A class for each code of a `ReadError`."""

from __future__ import annotations

from .._read_error import ReadError


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
    """The host or its operating system denies reading it."""


class InvalidPathError(ReadError, code="invalid-path"):
    """The path is empty or contains a NUL, or a link on its way leads to a name that is not
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
    """The file is not text: its first 8192 bytes have NULs."""


class NotUtf8Error(ReadError, code="not-utf8"):
    """The file is not UTF-8, and the reader does not replace ill-formed bytes."""


class TooLargeError(ReadError, code="too-large"):
    """The answer would be larger than allowed."""


class UnsupportedError(ReadError, code="unsupported"):
    """A kind of file, or a way to read it, that the reader does not support."""


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
    """The host cannot take another call now."""


class TimeoutError(ReadError, code="timeout"):
    """The host's time limit was reached."""


class IoError(ReadError, code="io"):
    """The file system failed, or the file changed while it was opened."""


class OtherError(ReadError, code="other"):
    """Anything else."""
