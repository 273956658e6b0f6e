"""Grants on disk: opened and named."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ._directory import Directory, open_root
from ._filesystem import Grant
from ._reasons import reason_of
from .errors import RoomError


def open_by_names(path: str | os.PathLike[str]) -> list[Grant]:
    """Opens a directory once, and grants it by the name that was given and, if that leads through
    links, by its real name too: agents and links inside may use either.
    """
    name = _text(path)
    descriptor = _open(name)
    try:
        names = dict.fromkeys((_absolute_name(name), _clean(os.path.realpath(name))))
        return [
            Grant(each, Directory(descriptor if number == 0 else os.dup(descriptor)))
            for number, each in enumerate(names)
        ]
    except BaseException:
        os.close(descriptor)
        raise


def working_directory(path: str | os.PathLike[str], grants: Sequence[Grant]) -> str:
    """Returns the name of a working directory, in one of the grants, even if the given path reaches
    it through other links.
    """
    name = _text(path)
    os.close(_open(name))
    names = [_absolute_name(name), _clean(os.path.realpath(name))]
    if not any(grant.holds(names[1]) for grant in grants):
        raise RoomError(
            f"the working directory '{name}' is outside the granted directories; name one "
            f"inside the root"
        )
    return next(each for each in names if any(grant.holds(each) for grant in grants))


def _open(name: str) -> int:
    try:
        return open_root(name)
    except NotADirectoryError:
        raise RoomError(f"'{name}' is not a directory; grant the directory it is in") from None
    except (OSError, ValueError) as error:
        raise RoomError(
            f"cannot open the directory '{name}': {reason_of(error)}; name one that exists and can "
            f"be read"
        ) from error


def _text(path: str | os.PathLike[str]) -> str:
    """Returns a path of the host as text."""
    name = os.fsdecode(path)
    try:
        os.fsencode(name).decode()
    except UnicodeDecodeError:
        raise RoomError(
            f"the name of the directory {name!r} is not Unicode; rename it, or grant another one"
        ) from None
    return name


def _absolute_name(name: str) -> str:
    """Returns the absolute name of a directory as the caller gave it: with its links, unless there
    is a `..`, which only the file system can resolve.
    """
    return _clean(os.path.realpath(name) if ".." in name.split("/") else os.path.abspath(name))


def _clean(name: str) -> str:
    """Removes the second of two leading slashes, which POSIX keeps."""
    return "/" + name.lstrip("/")
