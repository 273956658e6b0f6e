"""What this process itself denies in a granted directory: names of secrets, and what a project
hides.
"""

from __future__ import annotations

import codecs
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from . import limits
from ._filesystem import Grant, Node, WasiError, below, is_absent
from ._gitignore import PatternError, PatternList, searched_bytes
from ._secrets import COPIES, PATTERNS

# The file in which a project lists what agents must not read.
_AGENTIGNORE = ".agentignore"
_MAX_BYTES = 64 * 1024
# The maximum number of bytes in patterns that have to be searched for.
_MAX_SEARCHED = 8 * 1024
# How long ago a file must have changed before its times are trusted, in nanoseconds.
_SETTLED = 2_000_000_000
# The maximum number of decisions that are kept.
_MAX_DECISIONS = 4096

# Returns whether a list matches a name in directories that it does not match.
_Matches = Callable[[Sequence[str], bool], bool]


@dataclass(frozen=True)
class Guarded:
    """Which names are denied."""

    secrets: bool
    """Whether names that look like secrets are denied."""
    agentignore: bool
    """Whether the file `.agentignore` in the root denies what it lists."""


class Guard:
    """Decides for the grants of one room."""

    def __init__(self, guarded: Guarded) -> None:
        self.guarded = guarded
        self._stamp: tuple[object, ...] | None = None
        self._matches: _Matches | None = None
        self._decisions: dict[tuple[str, bool], bool] = {}

    def begin(self, grants: Sequence[Grant]) -> None:
        """Looks whether the project's list changed. Called when a call begins."""
        if not self.guarded.agentignore or not grants:
            return
        root = grants[0].node
        stamp = _stamp(root)
        if stamp is not None and stamp == self._stamp:
            return
        self._matches, self._decisions, self._stamp = _list(root), {}, stamp

    def denies_at(self, grants: Sequence[Grant], node: Node, directory: str, name: str) -> bool:
        """Returns whether a name must not be looked at. What is not there is denied if it could be
        something that is.
        """
        path = f"{directory}/{name}"
        as_file, as_directory = (self.denies(grants, path, each) for each in (False, True))
        if as_file == as_directory:
            return as_file
        found = _type_at(node, name)
        return found is None or (as_directory if found == "directory" else as_file)

    def denies(self, grants: Sequence[Grant], path: str, is_directory: bool = False) -> bool:
        """Decides about an absolute path, under each grant that it lies in."""
        rests = (_below(path, grant.name) for grant in grants)
        return any(rest and self._denies_below(rest, is_directory) for rest in rests)

    def _denies_below(self, path: str, is_directory: bool) -> bool:
        decisions = self._decisions
        decision = decisions.get((path, is_directory))
        if decision is None:
            names = path.split("/")
            decision = (
                (len(names) > 1 and self._denies_below("/".join(names[:-1]), True))
                or (self.guarded.secrets and _is_secret(names, is_directory))
                or (self._matches is not None and self._matches(names, is_directory))
            )
            if len(decisions) >= _MAX_DECISIONS:
                decisions.clear()
            decisions[path, is_directory] = decision
        return decision


@cache
def _secrets() -> PatternList:
    return PatternList("\n".join(PATTERNS), folded=True)


def _is_secret(names: Sequence[str], is_directory: bool) -> bool:
    """Returns whether a name, or that of the file it is named as a copy of, looks like a secret."""
    *directory, name = names
    candidates = [name] if is_directory else [name, *_originals(name)]
    return any(_secrets().matches([*directory, each], is_directory) for each in candidates)


def _originals(name: str) -> Iterator[str]:
    """Yields the name of the file that a name is that of a copy of, and so on."""
    while found := _original(name):
        yield found
        name = found


def _original(name: str) -> str | None:
    for pattern in (r"#(.*)#", r"\.#(.*)", r"(.*)\.~[0-9]*~"):
        if found := re.fullmatch(pattern, name, re.DOTALL):
            return found[1]
    suffix = next((each for each in COPIES if name.lower().endswith(each)), None)
    if suffix is None:
        return None
    rest = name[: len(name) - len(suffix)]
    # Vim's swap files also have a dot before.
    return rest.removeprefix(".") if suffix.startswith(".sw") else rest


def _below(path: str, directory: str) -> str | None:
    """Returns the part of an absolute path below a directory. None if it lies elsewhere."""
    names = below(path, directory)
    return None if names is None else "/".join(names)


def _type_at(node: Node, name: str) -> str | None:
    try:
        return node.stat_at(name).type
    except (WasiError, OSError):
        return None


def _stamp(root: Node) -> tuple[object, ...] | None:
    """Returns what changes when the list does. `None` if it may change without that."""
    try:
        found = root.stat_at(_AGENTIGNORE)
    except (WasiError, OSError) as error:
        return ("none",) if is_absent(error) else None
    now, times = time.time_ns(), (found.modified, found.changed)
    if any(each is None or now - each < _SETTLED for each in times):
        return None
    return (found.type, found.size, *times)


def _list(root: Node) -> _Matches | None:
    """Returns the list of a project. One that cannot be used denies everything."""
    try:
        text = _text(root)
        # In these systems, names usually fit in any case.
        matches = PatternList(text, folded=sys.platform in ("darwin", "win32")).matches
        return _everything if searched_bytes(text) > _MAX_SEARCHED else matches
    except (WasiError, OSError) as error:
        return None if is_absent(error) else _everything
    except PatternError:
        return _everything


def _everything(names: Sequence[str], is_directory: bool) -> bool:
    return True


def _text(root: Node) -> str:
    file = root.open(_AGENTIGNORE, False)
    try:
        data = b""
        while len(data) <= _MAX_BYTES:
            read = file.read(limits.READ_BYTES, len(data))
            if not read:
                break
            data += read
    finally:
        file.close()
    if len(data) > _MAX_BYTES:
        raise PatternError("it is larger than 64 KiB")
    encoding = "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise PatternError("it is neither UTF-8 nor UTF-16 with a byte order mark") from None
    # Git would take what follows such a character for the rest of one pattern.
    if re.search(r"\0|\r(?!\n)", text):
        raise PatternError("it contains a NUL, or a carriage return that ends no line")
    return text
