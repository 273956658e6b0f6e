"""Patterns in the syntax of `.gitignore`, which deny names.

The time for a pattern is bounded by its length times the length of the path.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

_Part = TypeVar("_Part")
_Given = TypeVar("_Given")

# Any number of directories, and any number of characters of a name.
_DIRECTORIES = object()
_ANYTHING = object()

# A character, a function that says whether one fits, or `_ANYTHING`.
_Token = Any
# Tokens, or `_DIRECTORIES`.
_Segment = Any

# The characters of classes such as `[:digit:]`, as the inside of a regular expression's set.
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\t ",
    "cntrl": r"\0-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class PatternError(ValueError):
    """A line is not a pattern."""


@dataclass(frozen=True)
class _Pattern:
    is_exception: bool
    is_for_directories: bool
    segments: Sequence[_Segment]


class PatternList:
    """Patterns of which the last one that matches decides, as in git."""

    def __init__(self, text: str, folded: bool) -> None:
        """Names that differ in case are the same if they are `folded`. Raises a `PatternError` with
        the first line that is not a pattern.
        """
        self._folded = folded
        patterns: list[_Pattern] = []
        for number, line in enumerate(lines(text.lstrip("\ufeff")), 1):
            try:
                patterns += _patterns(line, folded)
            except PatternError as error:
                raise PatternError(f"line {number} is not a pattern: {error}") from None
        # The last first.
        self._patterns = patterns[::-1]

    def matches(self, names: Sequence[str], is_directory: bool) -> bool:
        """Returns whether the list matches a name in directories that it does not match."""
        given = [folded(name) for name in names] if self._folded else names
        for pattern in self._patterns:
            if (is_directory or not pattern.is_for_directories) and _fits_path(
                pattern.segments, given
            ):
                return not pattern.is_exception
        return False


def lines(text: str) -> list[str]:
    """Returns the lines of a list."""
    return [line.removesuffix("\r") for line in text.split("\n")]


def searched_bytes(text: str) -> int:
    """Returns the bytes of the patterns that have to be searched for: those with wildcards other
    than `*.ext`. The time to match a path grows with it.
    """
    return sum(len(line.encode()) for line in lines(text) if _is_searched(line))


def _is_searched(line: str) -> bool:
    name = line.removeprefix("*.")
    is_plain = name == line or not re.search(r"[/.]", name)
    return not line.startswith("#") and (not is_plain or bool(re.search(r"[*?\[\\]", name)))


def folded(text: str) -> str:
    """Returns a text in the form in which names are compared where case does not matter."""
    if text.isascii():
        return text.lower()
    # Through upper case, because two lower-case letters may share one, such as the long and the
    # round s. Each character by itself: the small sigma has one form here.
    upper = "".join(character.upper() for character in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", "".join(character.lower() for character in upper))


def _patterns(line: str, is_folded: bool) -> list[_Pattern]:
    """Returns the patterns that a line stands for: none, one, or several that together match as
    much.
    """
    trimmed = line.rstrip()
    if not trimmed or trimmed.startswith("#"):
        return []
    if trimmed in ("!", "/", "!/"):
        raise PatternError("it matches nothing")
    tokens = _Tokens(_without_trailing_spaces(line), is_folded).tokens
    is_exception = tokens[0] == "!"
    if is_exception:
        del tokens[0]
    is_for_directories = tokens[-1:] == ["/"]
    if is_for_directories:
        del tokens[-1]
    found = []
    for each in _alternatives(tokens, is_exception):
        is_anchored = "/" in each
        segments = _segments(each[1:] if each[:1] == ["/"] else each)
        if not is_anchored:
            segments.insert(0, _DIRECTORIES)
        found.append(_Pattern(is_exception, is_for_directories, segments))
    return found


def _alternatives(tokens: list[_Token], is_exception: bool) -> list[list[_Token]]:
    """Git compares what is before the first wildcard by itself, and takes `**` and a slash after it
    for one at the start: `a**` with `/b` matches `ab` and `a/x/b`. An exception is better too
    narrow.
    """
    found: list[list[_Token]] = []
    while not is_exception:
        wild = [at for at, token in enumerate(tokens) if not isinstance(token, str)]
        if not wild or wild[0] == 0 or tokens[wild[0] - 1] == "/":
            break
        start = after = wild[0]
        while after < len(tokens) and tokens[after] is _ANYTHING:
            after += 1
        if after - start < 2 or tokens[after : after + 1] != ["/"]:
            break
        root = [] if tokens[0] == "/" else ["/"]
        before, rest = tokens[:start], tokens[after + 1 :]
        found.append([*root, *before, _ANYTHING, "/", _ANYTHING, _ANYTHING, "/", *rest])
        tokens = [*root, *before, *rest]
    return [*found, tokens]


def _segments(tokens: Sequence[_Token]) -> list[_Segment]:
    segments: list[list[_Token]] = [[]]
    for each in tokens:
        if each == "/":
            segments.append([])
        else:
            segments[-1].append(each)
    return [
        _DIRECTORIES if len(each) > 1 and all(token is _ANYTHING for token in each) else each
        for each in segments
    ]


def _without_trailing_spaces(line: str) -> str:
    """Returns a line without the spaces at its end that no backslash escapes. Other blanks stay."""
    end, is_escaped = 0, False
    for at, character in enumerate(line):
        if character != " " or is_escaped:
            end = at + 1
        is_escaped = character == "\\" and not is_escaped
    return line[:end]


@dataclass
class _Tokens:
    """Takes a line apart. A slash is always a token of its own."""

    text: str
    is_folded: bool
    tokens: list[_Token] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        if self.is_folded:
            self.text = folded(self.text)
        while (character := self._next()) is not None:
            match character:
                case "\\":
                    escaped = self._escaped()
                    # At the beginning it must not look like an exception.
                    self.tokens.append("!".__eq__ if escaped == "!" else escaped)
                case "*":
                    self.tokens.append(_ANYTHING)
                case "?":
                    self.tokens.append(lambda _: True)
                case "[":
                    self.tokens.append(self._set() or self._unclosed())
                case _:
                    self.tokens.append(character)

    def _next(self) -> str | None:
        self.at += 1
        return self.text[self.at - 1 : self.at] or None

    def _escaped(self) -> str:
        escaped = self._next()
        if escaped is None:
            raise PatternError("a `\\` at the end escapes nothing")
        return escaped

    def _set(self) -> Callable[[str], bool] | None:
        """Takes a set such as `[a-c]`. Without an end it is none."""
        start = self.at
        is_negated = self.text[start : start + 1] in ("!", "^")
        self.at += is_negated
        ranges: list[tuple[str, str]] = []
        classes = ""
        first: str | None = None
        is_first = True
        while (character := self._next()) != "]" or is_first:
            is_first = False
            following = self.text[self.at : self.at + 1]
            if character is None:
                self.at = start
                return None
            if character == "-" and first is not None and following not in ("]", ""):
                last = self._next() or ""
                last = self._escaped() if last == "\\" else last
                if ranges[-1][0] <= last:
                    ranges[-1] = (ranges[-1][0], last)
                first = None
            elif character == "[" and following == ":" and (named := self._class()) is not None:
                classes += named
                first = None
            else:
                first = self._escaped() if character == "\\" else character
                ranges.append((first, first))
        in_classes = re.compile(f"[{classes}]") if classes else None

        def fits(given: str) -> bool:
            found = any(low <= given <= high for low, high in ranges)
            return is_negated != (found or bool(in_classes and in_classes.match(given)))

        return fits

    def _unclosed(self) -> str:
        """Takes an unclosed `[` literally. Git matches nothing by it, so an exception with one is
        an error: it must not match more than in git.
        """
        if self.text.startswith("!"):
            raise PatternError("a `[` without its `]` matches nothing")
        return "["

    def _class(self) -> str | None:
        """Takes the name of a class. `None` if there is no such class."""
        end = self.text.find("]", self.at)
        if end <= self.at + 1 or self.text[end - 1] != ":":
            return None
        name = self.text[self.at + 1 : end - 1]
        self.at = end + 1
        try:
            return _CLASSES["lower" if self.is_folded and name == "upper" else name]
        except KeyError:
            raise PatternError(f"there is no class `[:{name}:]`") from None


def _fits_path(segments: Sequence[_Segment], names: Sequence[str]) -> bool:
    end = _fitting(segments, names, _DIRECTORIES, _fits_name)
    return end == len(segments)


def _fits_name(tokens: Sequence[_Token], name: str) -> bool:
    end = _fitting(tokens, name, _ANYTHING, _fits_character)
    return end is not None and all(token is _ANYTHING for token in tokens[end:])


def _fits_character(token: _Token, character: str) -> bool:
    return token == character if isinstance(token, str) else bool(token(character))


def _fitting(
    pattern: Sequence[_Part],
    given: Sequence[_Given],
    wildcard: object,
    is_one: Callable[[_Part, _Given], bool],
) -> int | None:
    """Returns how many parts of a pattern a text takes up, where `wildcard` stands for any number
    of its parts; at the end it takes the rest. None if they do not fit.

    Only the last wildcard is ever tried again: if a later one was reached, an earlier one need not
    take more.
    """
    at = place = start = 0
    last = -1
    while place < len(given):
        if at < len(pattern) and pattern[at] is wildcard:
            if at == len(pattern) - 1:
                return len(pattern)
            last, start, at = at, place, at + 1
        elif at < len(pattern) and is_one(pattern[at], given[place]):
            at, place = at + 1, place + 1
        elif last < 0:
            return None
        else:
            start, at = start + 1, last + 1
            place = start
    return at
