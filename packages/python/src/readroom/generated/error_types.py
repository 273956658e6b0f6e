# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The types that the errors of the contract are made of."""

from __future__ import annotations

from typing import Literal

LineCount = int
"""A number of lines. A number too large for the type is given as its largest value."""

ErrorCode = Literal[
    "outside-root",
    "not-found",
    "not-a-file",
    "is-a-directory",
    "not-a-directory",
    "permission-denied",
    "invalid-path",
    "invalid-argument",
    "name-too-long",
    "symlink-loop",
    "offset-past-end",
    "binary-file",
    "not-utf8",
    "too-large",
    "unsupported",
    "invalid-content",
    "stale",
    "no-repository",
    "unknown-revision",
    "damaged-repository",
    "missing-object",
    "busy",
    "timeout",
    "io",
    "other",
]
"""The kinds of failure.

- `outside-root`: The path, or a link on its way, leaves every grant.
- `not-found`: Nothing exists at the path. Similar to `ENOENT` in POSIX.
- `not-a-file`: A pipe, socket or device, which is never opened.
- `is-a-directory`: A directory where a file is needed. Similar to `EISDIR` in POSIX.
- `not-a-directory`: A name on the way, or before a final `/`, is not a directory. Similar to
  `ENOTDIR` in POSIX.
- `permission-denied`: The host or its operating system denies reading it. Similar to `EACCES` in
  POSIX.
- `invalid-path`: The path is empty or contains a NUL, or a link on its way leads to a name that
  is not Unicode.
- `invalid-argument`: An argument has the wrong type or is out of range.
- `name-too-long`: The path or a name in it is too long. Similar to `ENAMETOOLONG` in POSIX.
- `symlink-loop`: More than 40 symbolic links on the way, or links that make the path too long.
  Similar to `ELOOP` in POSIX.
- `offset-past-end`: The first requested line is past the last line of the file.
- `binary-file`: The file is not text: its first 8192 bytes have NULs. UTF-8 text without other
  controls may have few NULs, isolated ones, or ones at its edges. A given encoding or the view
  `text` overrules that.
- `not-utf8`: The file is not UTF-8, and the reader does not replace ill-formed bytes.
- `too-large`: The answer would be larger than allowed.
- `unsupported`: A kind of file, or a way to read it, that the reader does not support.
- `invalid-content`: The file is damaged.
- `stale`: The file changed since the cursor was made, or repeatedly while it was read.
- `no-repository`: The path is in no git repository.
- `unknown-revision`: The repository has no such revision, or several.
- `damaged-repository`: A file or an object of the repository is not as git writes it.
- `missing-object`: An object is not in the repository: the clone is shallow or partial.
- `busy`: The host cannot take another call now.
- `timeout`: The host's time limit was reached.
- `io`: The file system failed, or the file changed while it was opened.
- `other`: Anything else.
"""
