"""Files on disk. A name is opened relative to an open directory, without following a link and
without waiting.
"""

from __future__ import annotations

import contextlib
import os
import stat as modes

from ._filesystem import Entries, Node, Stat, WasiError

SUPPORTED = (
    os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW")
)

# A directory is opened to open names in it, which needs no right to list it. Linux has a flag for
# this.
_WALK_ONLY: int = getattr(os, "O_PATH", 0)
_QUIET: int = sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")
)
_DIRECTORY: int = getattr(os, "O_DIRECTORY", 0)


def open_root(path: str) -> int:
    """Opens a directory by a path of the host, to open names in it."""
    return os.open(
        path, os.O_RDONLY | _DIRECTORY | _WALK_ONLY | (_QUIET & ~getattr(os, "O_NOFOLLOW", 0))
    )


class Directory:
    """An open directory."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def open(self, name: str, directory: bool) -> Node:
        """Checks what is at the name before it is opened, because opening a pipe or a device
        already has effects, and checks what was opened, because it may have been replaced in
        between.
        """
        _check(
            os.stat(name.encode(), dir_fd=self.descriptor, follow_symlinks=False).st_mode, directory
        )
        flags = os.O_RDONLY | _QUIET | (_DIRECTORY | _WALK_ONLY if directory else 0)
        opened = os.open(name.encode(), flags, dir_fd=self.descriptor)
        try:
            _check(os.fstat(opened).st_mode, directory)
            return Directory(opened) if directory else File(opened)
        except BaseException:
            os.close(opened)
            raise

    def stat(self) -> Stat:
        return _stat(os.fstat(self.descriptor))

    def stat_at(self, name: str) -> Stat:
        return _stat(os.stat(name.encode(), dir_fd=self.descriptor, follow_symlinks=False))

    def link_target(self, name: str) -> str:
        try:
            return os.readlink(name.encode(), dir_fd=self.descriptor).decode()
        except UnicodeDecodeError:
            raise WasiError("illegal-byte-sequence") from None

    def entries(self) -> Entries:
        # Opened once more: this descriptor may not be good for listing.
        opened = os.open(b".", os.O_RDONLY | _DIRECTORY | _QUIET, dir_fd=self.descriptor)
        try:
            return Listing(opened)
        except BaseException:
            os.close(opened)
            raise

    def read(self, length: int, offset: int) -> bytes:
        raise WasiError("is-directory")

    def is_same(self, other: Node) -> bool:
        if not isinstance(other, Directory):
            return False
        one, two = os.fstat(self.descriptor), os.fstat(other.descriptor)
        return (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)

    def close(self) -> None:
        os.close(self.descriptor)


class File:
    """An open regular file."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def open(self, name: str, directory: bool) -> Node:
        raise WasiError("not-directory")

    def stat(self) -> Stat:
        return _stat(os.fstat(self._descriptor))

    def stat_at(self, name: str) -> Stat:
        raise WasiError("not-directory")

    def link_target(self, name: str) -> str:
        raise WasiError("not-directory")

    def entries(self) -> Entries:
        raise WasiError("not-directory")

    def read(self, length: int, offset: int) -> bytes:
        if offset >= 1 << 63:
            raise WasiError("invalid")
        return os.pread(self._descriptor, length, offset)

    def is_same(self, other: Node) -> bool:
        return self is other

    def close(self) -> None:
        os.close(self._descriptor)


class Listing:
    """The entries of a directory, in the order of the operating system."""

    def __init__(self, descriptor: int) -> None:
        self._entries = os.scandir(descriptor)
        self._descriptor = descriptor

    def next(self) -> tuple[str, str] | None:
        for entry in self._entries:
            try:
                name = os.fsencode(entry.name).decode()
            except UnicodeDecodeError:
                raise WasiError("illegal-byte-sequence") from None
            # An entry may be gone meanwhile.
            with contextlib.suppress(FileNotFoundError):
                return _type_of(entry), name
        return None

    def close(self) -> None:
        self._entries.close()
        os.close(self._descriptor)


def _type_of(entry: os.DirEntry[str]) -> str:
    """Returns the type of an entry, without following a link. Usually it is known with the name."""
    if entry.is_symlink():
        return "symbolic-link"
    if entry.is_dir(follow_symlinks=False):
        return "directory"
    if entry.is_file(follow_symlinks=False):
        return "regular-file"
    return _stat(entry.stat(follow_symlinks=False)).type


def _check(mode: int, directory: bool) -> None:
    """Fails unless something is a directory, or a regular file."""
    if modes.S_ISLNK(mode):
        raise WasiError("loop")
    if modes.S_ISDIR(mode):
        if not directory:
            raise WasiError("is-directory")
    elif not modes.S_ISREG(mode):
        raise WasiError("no-device")
    elif directory:
        raise WasiError("not-directory")


_TYPES = {
    modes.S_IFREG: "regular-file",
    modes.S_IFDIR: "directory",
    modes.S_IFLNK: "symbolic-link",
    modes.S_IFIFO: "fifo",
    modes.S_IFSOCK: "socket",
    modes.S_IFCHR: "character-device",
    modes.S_IFBLK: "block-device",
}


def _stat(found: os.stat_result) -> Stat:
    return Stat(
        type=_TYPES.get(modes.S_IFMT(found.st_mode), "unknown"),
        size=found.st_size,
        links=found.st_nlink,
        accessed=found.st_atime_ns,
        modified=found.st_mtime_ns,
        changed=found.st_ctime_ns,
    )
