"""What a component sees of the file system in one call: handles, limits, and error codes of WASI.

Every request is about one plain name in one open directory, as `wit/world.wit` says. A `Node` is an
open file or directory, on disk or in memory.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from . import limits
from ._abi import GuestError

if TYPE_CHECKING:
    from ._guard import Guard


class WasiError(Exception):
    """A code of wasi:filesystem."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Stat:
    """What is known about a file. `type` is a descriptor type of WASI; times are nanoseconds since
    1970.
    """

    type: str
    size: int = 0
    links: int = 1
    accessed: int | None = None
    modified: int | None = None
    changed: int | None = None


class Entries(Protocol):
    """The entries of a directory, read one by one."""

    def next(self) -> tuple[str, str] | None:
        """Returns the type and name of the next entry. None at the end."""

    def close(self) -> None:
        """Frees the listing."""


class Node(Protocol):
    """An open file or directory. A name is a single plain name; a link is never followed."""

    def open(self, name: str, directory: bool) -> Node:
        """Opens a directory, or a regular file. Fails for anything else, and never waits."""

    def stat(self) -> Stat:
        """Returns what is open."""

    def stat_at(self, name: str) -> Stat:
        """Returns what is at a name."""

    def link_target(self, name: str) -> str:
        """Returns the target of a link."""

    def entries(self) -> Entries:
        """Lists a directory."""

    def read(self, length: int, offset: int) -> bytes:
        """Reads up to `length` bytes at `offset`: none only at the end of the file."""

    def is_same(self, other: Node) -> bool:
        """Returns whether both are the same object."""

    def close(self) -> None:
        """Closes it."""


@dataclass(frozen=True)
class Grant:
    """An open directory, and its absolute name for the component."""

    name: str
    node: Node

    def holds(self, path: str) -> bool:
        """Returns whether an absolute name lies in the grant, judging by names alone."""
        return below(path, self.name) is not None


def below(path: str, directory: str) -> list[str] | None:
    """Returns the names from a directory to a path, judging by names alone. None if the path lies
    elsewhere.
    """
    names: list[str] = []
    for name in path.split("/"):
        if name == "..":
            del names[-1:]
        elif name not in ("", "."):
            names.append(name)
    own = [name for name in directory.split("/") if name]
    return names[len(own) :] if names[: len(own)] == own else None


class Filesystem:
    """What is open for one call. Closing it closes everything but the grants."""

    def __init__(
        self, grants: Sequence[Grant], *, blind: bool = False, guard: Guard | None = None
    ) -> None:
        """Opens nothing yet. A blind call gets the names of the grants, and nothing that is in
        them. A `guard` denies names.
        """
        self.has_missed = False
        """Whether something was asked for that is not there."""
        self._guard = guard
        # The absolute names of open directories, as the guard knows them.
        self._names: dict[int, str] = {}
        if guard is not None and not blind:
            guard.begin(grants)
        self._grants = grants
        self._blind = blind
        self._last = 0
        self._nodes: dict[int, Node] = {}
        self._listings: dict[int, Entries] = {}
        self._granted: set[int] = set()
        self._entries_left = limits.DIRECTORY_ENTRIES

    def close(self) -> None:
        """Closes what the component left open."""
        for handle in [*self._nodes, *self._listings]:
            self.drop(handle)

    def directories(self) -> list[dict[str, object]]:
        """Returns the grants, each with a handle."""
        listed: list[dict[str, object]] = []
        for grant in self._grants:
            handle = self._next()
            self._nodes[handle] = grant.node
            self._names[handle] = grant.name.rstrip("/")
            self._granted.add(handle)
            listed.append({"handle": handle, "name": grant.name})
        return listed

    def drop(self, handle: int) -> None:
        """Closes a handle."""
        if (listing := self._listings.pop(handle, None)) is not None:
            listing.close()
            return
        node = self._handed_out(handle)
        del self._nodes[handle], self._names[handle]
        if handle in self._granted:
            self._granted.remove(handle)
        else:
            node.close()

    def open_at(self, handle: int, follow: int, path: str, flags: int, rights: int) -> int:
        """Opens a directory, or a regular file for reading."""
        if follow & _FOLLOW or flags & ~_DIRECTORY or rights & (_WRITE | _MUTATE):
            raise WasiError("not-permitted")
        name, new = plain(path), self._next()
        with self._at(handle, name) as node:
            self._nodes[new] = node.open(name, bool(flags & _DIRECTORY))
        self._names[new] = f"{self._names[handle]}/{name}"
        return new

    def stat(self, handle: int) -> Stat:
        """Returns what is open."""
        return self._node(handle).stat()

    def stat_at(self, handle: int, follow: int, path: str) -> Stat:
        """Returns what is at a name."""
        if follow & _FOLLOW:
            raise WasiError("not-permitted")
        name = plain(path)
        with self._at(handle, name) as node:
            return node.stat_at(name)

    def readlink_at(self, handle: int, path: str) -> str:
        """Returns the target of a link. An absolute target outside every grant is not permitted."""
        name = plain(path)
        with self._at(handle, name) as node:
            target = node.link_target(name)
        if target.startswith("/") and not any(grant.holds(target) for grant in self._grants):
            raise WasiError("not-permitted")
        return target

    def read(self, handle: int, length: int, offset: int) -> bytes:
        """Reads bytes of a file."""
        return self._node(handle).read(min(length, limits.READ_BYTES), offset)

    def read_directory(self, handle: int) -> int:
        """Opens a listing of a directory."""
        node, new = self._node(handle), self._next()
        self._listings[new] = node.entries()
        return new

    def next_entry(self, handle: int) -> tuple[str, str] | None:
        """Returns the type and name of the next entry of a listing."""
        listing = self._listings.get(handle)
        if listing is None:
            raise GuestError("it named a listing that is not open")
        if self._entries_left == 0:
            raise WasiError("overflow")
        self._entries_left -= 1
        return listing.next()

    def is_same_object(self, one: int, other: int) -> bool:
        """Returns whether two handles are of the same object."""
        return self._handed_out(one).is_same(self._handed_out(other))

    def _next(self) -> int:
        """Returns a new handle, unless there are too many."""
        if len(self._nodes) + len(self._listings) >= limits.RESOURCES + len(self._grants):
            raise GuestError("it opened more handles than a call may have")
        self._last += 1
        return self._last

    def _node(self, handle: int) -> Node:
        """Returns what is open under a handle."""
        node = self._handed_out(handle)
        if self._blind:
            raise WasiError("access")
        return node

    @contextmanager
    def _at(self, handle: int, name: str) -> Iterator[Node]:
        """Lets a name in an open directory be asked about, unless it is denied."""
        node = self._node(handle)
        if self._guard and self._guard.denies_at(self._grants, node, self._names[handle], name):
            raise WasiError("access")
        try:
            yield node
        except (WasiError, OSError) as error:
            self.has_missed = self.has_missed or is_absent(error)
            raise

    def _handed_out(self, handle: int) -> Node:
        try:
            return self._nodes[handle]
        except KeyError:
            raise GuestError("it named a handle that is not open") from None


# Flags of wasi:filesystem, by their bits.
_FOLLOW = 1
_DIRECTORY = 2
_WRITE, _MUTATE = 2, 32


def plain(name: str) -> str:
    """Returns a name if it is a single plain one, as `wit/world.wit` demands."""
    if name in ("", ".", "..") or "/" in name or "\0" in name:
        raise WasiError("not-permitted")
    if len(name.encode()) > limits.NAME_BYTES:
        raise WasiError("name-too-long")
    return name


_CODES = {
    errno.EACCES: "access",
    # `not-permitted` would mean that the sandbox refused it.
    errno.EPERM: "access",
    errno.ENOENT: "no-entry",
    errno.ENOTDIR: "not-directory",
    errno.EISDIR: "is-directory",
    errno.ELOOP: "loop",
    errno.ENAMETOOLONG: "name-too-long",
    errno.EINVAL: "invalid",
    # A socket, or a device that is not there.
    errno.ENXIO: "no-device",
    errno.ENODEV: "no-device",
    errno.EBADF: "bad-descriptor",
    errno.EBUSY: "busy",
    errno.ENOMEM: "insufficient-memory",
    errno.EMFILE: "quota",
    errno.ENFILE: "quota",
    errno.EOVERFLOW: "overflow",
    errno.EILSEQ: "illegal-byte-sequence",
}


def is_absent(error: WasiError | OSError) -> bool:
    """Returns whether an error says that there is nothing."""
    return (error.code if isinstance(error, WasiError) else code_of(error)) == "no-entry"


def code_of(error: OSError) -> str:
    """Returns the code of WASI for an error of the operating system."""
    return _CODES.get(error.errno or 0, "io")
