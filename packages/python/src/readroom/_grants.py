"""What is granted to a room, opened and named."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ._directory import Directory, open_root
from ._filesystem import Grant
from .errors import RoomError


def open_by_names(path: str | os.PathLike[str]) -> list[Grant]:
    """Opens a directory once, and grants it by the name it was given and, if that leads through links, by its real
    one: an agent may know either, and so may links inside.
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
    """The name of a working directory. It is one of the grants' own, so that the component finds it in them, also
    where links lead there another way.
    """
    name = _text(path)
    os.close(_open(name))
    names = [_absolute_name(name), _clean(os.path.realpath(name))]
    if not any(grant.holds(names[1]) for grant in grants):
        raise RoomError(f"the working directory '{name}' is outside the granted directories; name one inside the root")
    return next(each for each in names if any(grant.holds(each) for grant in grants))


def _open(name: str) -> int:
    try:
        return open_root(name)
    except NotADirectoryError:
        raise RoomError(f"'{name}' is not a directory; grant the directory it is in") from None
    except (OSError, ValueError) as error:
        raise RoomError(f"cannot open the directory '{name}': {error}") from error


def _text(path: str | os.PathLike[str]) -> str:
    """A path of the host as text."""
    name = os.fsdecode(path)
    try:
        os.fsencode(name).decode()
    except UnicodeDecodeError:
        raise RoomError(f"the name of the directory {name!r} is not Unicode; grant it by another name") from None
    return name


def _absolute_name(name: str) -> str:
    """The absolute name of a directory as the caller knows it: with its links, unless there is a `..`, which only the
    file system can resolve.
    """
    return _clean(os.path.realpath(name) if ".." in name.split("/") else os.path.abspath(name))


def _clean(name: str) -> str:
    """POSIX leaves two slashes at the beginning as they are."""
    return "/" + name.lstrip("/")
