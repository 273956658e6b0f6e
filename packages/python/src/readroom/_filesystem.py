"""What a component can see of files, one call's worth: handles, limits, and WASI's words for what goes wrong.

Everything is about one name in an open directory. Where the files are is the business of a `Node`.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from . import limits
from ._abi import GuestError


class WasiError(Exception):
    """A code of wasi:filesystem."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Stat:
    """What is known of a file. The type is one of WASI's names; times are nanoseconds since 1970."""

    type: str
    size: int = 0
    links: int = 1
    accessed: int | None = None
    modified: int | None = None
    changed: int | None = None


class Entries(Protocol):
    """A listing that is under way."""

    def next(self) -> tuple[str, str] | None:
        """The type and name of the next entry. None at the end."""

    def close(self) -> None:
        """Ends it."""


class Node(Protocol):
    """An open file or directory. A name is one plain name; links are not followed."""

    def open(self, name: str, directory: bool) -> Node:
        """Opens a regular file or a directory, or a directory only. Never waits."""

    def stat(self) -> Stat:
        """What it is."""

    def stat_at(self, name: str) -> Stat:
        """What stands there."""

    def link_target(self, name: str) -> str:
        """The target of a link."""

    def entries(self) -> Entries:
        """What is in a directory."""

    def read(self, length: int, offset: int) -> bytes:
        """At most so many bytes of a file from an offset on: none only at its end."""

    def is_same(self, other: Node) -> bool:
        """Whether both are the same object."""

    def close(self) -> None:
        """Lets go of it."""


@dataclass(frozen=True)
class Grant:
    """An open directory, and the absolute name that the component knows it by."""

    name: str
    node: Node

    def holds(self, path: str) -> bool:
        """Whether an absolute name lies in it, as far as names tell."""
        return below(path, self.name) is not None


def below(path: str, directory: str) -> list[str] | None:
    """The names that lead from a directory to a path, as far as names tell. None if it lies elsewhere."""
    names: list[str] = []
    for name in path.split("/"):
        if name == "..":
            del names[-1:]
        elif name not in ("", "."):
            names.append(name)
    own = [name for name in directory.split("/") if name]
    return names[len(own) :] if names[: len(own)] == own else None


class Filesystem:
    """What is open for one call. Closing it closes all that was opened since, and not the grants."""

    def __init__(self, grants: Sequence[Grant], *, blind: bool = False) -> None:
        """Opens nothing yet. A blind call gets to know the names of the grants, and nothing that is in them."""
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
        """The grants, with handles of their own."""
        listed: list[dict[str, object]] = []
        for grant in self._grants:
            handle = self._next()
            self._nodes[handle] = grant.node
            self._granted.add(handle)
            listed.append({"handle": handle, "name": grant.name})
        return listed

    def drop(self, handle: int) -> None:
        """Lets go of a handle."""
        if (listing := self._listings.pop(handle, None)) is not None:
            listing.close()
            return
        node = self._handed_out(handle)
        del self._nodes[handle]
        if handle in self._granted:
            self._granted.remove(handle)
        else:
            node.close()

    def open_at(self, handle: int, follow: int, path: str, flags: int, rights: int) -> int:
        """Opens a regular file or a directory for reading."""
        if flags & ~_DIRECTORY or rights & (_WRITE | _MUTATE):
            raise WasiError("not-permitted")
        node, new = self._node(handle), self._next()
        self._nodes[new] = node.open(plain(path), bool(flags & _DIRECTORY))
        return new

    def stat(self, handle: int) -> Stat:
        """What an open file is."""
        return self._node(handle).stat()

    def stat_at(self, handle: int, follow: int, path: str) -> Stat:
        """What a name stands for. The component looks behind links itself."""
        stat = self._node(handle).stat_at(plain(path))
        if follow & _FOLLOW and stat.type == "symbolic-link":
            raise WasiError("loop")
        return stat

    def readlink_at(self, handle: int, path: str) -> str:
        """The target of a link. An absolute one is told only if it lies in a grant."""
        target = self._node(handle).link_target(plain(path))
        if target.startswith("/") and not any(grant.holds(target) for grant in self._grants):
            raise WasiError("not-permitted")
        return target

    def read(self, handle: int, length: int, offset: int) -> bytes:
        """Bytes of a file."""
        return self._node(handle).read(min(length, limits.READ_BYTES), offset)

    def read_directory(self, handle: int) -> int:
        """Starts to list a directory."""
        node, new = self._node(handle), self._next()
        self._listings[new] = node.entries()
        return new

    def next_entry(self, handle: int) -> tuple[str, str] | None:
        """The type and name of the next entry."""
        listing = self._listings.get(handle)
        if listing is None:
            raise GuestError("a listing that it does not have")
        if self._entries_left == 0:
            raise WasiError("overflow")
        self._entries_left -= 1
        return listing.next()

    def is_same_object(self, one: int, other: int) -> bool:
        """Whether two handles stand for the same object."""
        return self._handed_out(one).is_same(self._handed_out(other))

    def _next(self) -> int:
        """The next handle, if there may be one more."""
        if len(self._nodes) + len(self._listings) >= limits.RESOURCES + len(self._grants):
            raise GuestError("more handles than a call may have")
        self._last += 1
        return self._last

    def _node(self, handle: int) -> Node:
        """What is asked about."""
        node = self._handed_out(handle)
        if self._blind:
            raise WasiError("access")
        return node

    def _handed_out(self, handle: int) -> Node:
        try:
            return self._nodes[handle]
        except KeyError:
            raise GuestError("a file that it has no handle for") from None


# Flags of wasi:filesystem, by their bits.
_FOLLOW = 1
_DIRECTORY = 2
_WRITE, _MUTATE = 2, 32


def plain(name: str) -> str:
    """One name, which can lead nowhere else. The component walks a path name by name."""
    if name in ("", ".", "..") or "/" in name:
        raise WasiError("not-permitted")
    if "\0" in name:
        raise WasiError("invalid")
    if len(name.encode()) > limits.NAME_BYTES:
        raise WasiError("name-too-long")
    return name


_CODES = {
    errno.EACCES: "access",
    # About one name, which leads nowhere, this is the operating system's no and not the sandbox's.
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


def code_of(error: OSError) -> str:
    """WASI's word for an error of the operating system."""
    return _CODES.get(error.errno or 0, "io")
