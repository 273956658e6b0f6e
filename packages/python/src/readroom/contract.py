"""What is asked and answered: the types of the contract, `wit/read.wit` and `wit/dialects.wit`, in Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar

Dialect = Literal["readroom", "mycodeagent", "dm-cc", "opencode", "kimi-cli", "pi"]
"""The agents whose tools are spoken. `readroom` is the neutral read as a tool."""

Totals = Literal["auto", "always", "never"]
"""Whether to count the lines of the whole file: if it has at most 32 MiB or was read to its end anyway, always,
never.
"""

View = Literal["auto", "text", "outline"]
"""How to read a file: as what it is, as text, as an outline of its text."""

Stopped = Literal["at-end", "at-line-limit", "at-byte-limit", "at-token-limit", "at-block-end"]
"""Why a text ends where it does: with the last line of the file, with as many lines, bytes or tokens as may be
returned, or with the block.
"""

Fold = Literal["collapsed", "expanded"]
"""How much of a result is drawn: its first ten lines, or all of it."""


@dataclass(frozen=True)
class Request:
    """What to read of a file. The names are those of the keywords of `Room.read`."""

    path: str
    """The file: relative to the working directory, or an absolute name in a grant."""
    _: KW_ONLY
    view: View = "auto"
    """How to read it. `auto` reads a notebook (a name that ends with `.ipynb`) as a `Notebook`, an image as an `Image`,
    and anything else as a `Text`. `text` reads a file as it stands as a `Text`, and `outline` as an `Outline`, which
    has no place to start."""
    start: int | None = None
    """The first line, from 1, or the first cell of a notebook. A negative one counts from the end: -20 begins 20 lines
    before it. None means the first there is."""
    cursor: str | None = None
    """Where an earlier text of the same file stopped (`Text.next`), in the place of `start`. Fails with `stale` if the
    file changed since."""
    block: int | None = None
    """A line, from 1, in the place of `start`: returned are the lines that belong to it by their indentation, such as
    the function that it is in, and no others. If there are more than may be returned, those around the line are."""
    levels: int = 0
    """How many headers further out the block begins. More than there are act as all there are."""
    siblings: bool = False
    """Whether the lines beside the block are returned too: all that the header around it is the header of."""
    lines: int | None = None
    """The most lines, from 1: 2000 unless given, and never more than 10000. Of a notebook they are cells, of an outline
    entries: 200 of these unless given, and never more than 1000."""
    bytes: int | None = None
    """The most bytes of text, from 1 to 1048576, and 262144 unless given. If not even the first line fits, it is
    clipped."""
    tokens: int | None = None
    """The most tokens, from 1, by an estimate: one for every four characters of ASCII and one for every other."""
    column: int | None = None
    """The first character to return of each line, from 1. A line that ends before it is given as an empty one."""
    columns: int | None = None
    """The most characters to return of each line, from 1, and 2000 unless given. What was left out is in
    `Text.clipped`."""
    encoding: str | None = None
    """The encoding of the file: a name or label of the WHATWG Encoding Standard, or utf-32, utf-32le or utf-32be, in
    any case. None finds out, and `Text.evidence` says how. An unknown name fails with `invalid-argument`."""
    totals: Totals = "auto"
    """Whether to count the lines of the whole file."""
    known: str | None = None
    """A `Document.version` that the caller has: if the file still has it, the body is `Unchanged` and nothing is
    read."""


@dataclass(frozen=True)
class Heading:
    """A line by which others are found."""

    line: int
    """The line."""
    text: str
    """Its text without indentation, its beginning if it is long."""


@dataclass(frozen=True)
class FoundBlock:
    """Where a block lies."""

    first: int
    """Its first line."""
    last: int
    """Its last line."""
    headers: Sequence[Heading]
    """The headers that it lies under, outermost first: the 16 innermost of them."""


@dataclass(frozen=True)
class Clip:
    """A line whose end was left out."""

    line: int
    """The line. The first one of the text counts as 1 where `first` is None."""
    next: int
    """The first character that was left out at the end: a `column` to go on at. One more than `characters` if only the
    line end did not fit."""
    characters: int
    """How many characters the whole line has, without its line end."""


@dataclass(frozen=True)
class Finding:
    """Suspicious characters in one line."""

    line: int
    """The line. The first one of the text counts as 1 where `first` is None."""
    kind: Literal["bidirectional", "invisible", "terminal"]
    """How they deceive people: they change the order in which text is shown, are not shown, or command terminals."""
    characters: int
    """How many there are."""


@dataclass(frozen=True)
class Text:
    """Consecutive lines of a text file."""

    content: str
    """The lines with their line ends, as they stand in the file. Bytes that are no text in its encoding are U+FFFD."""
    first: int | None
    """The number of the first line, from 1. None if it was reached from the end and nothing was counted."""
    lines: int
    """The number of lines in `content`; 0 for an empty file."""
    block: FoundBlock | None
    """The block that was asked for. None if none was."""
    tokens: int
    """How many tokens `content` has, by an estimate that knows no model."""
    stopped: Stopped
    """Why `content` ends where it does."""
    next: str | None
    """Where the next page begins, as `cursor` for `Room.read`. None if the last line of the file is in `content`."""
    total: int | None
    """The number of lines in the file. None if they were not all counted."""
    clipped: Sequence[Clip]
    """The lines whose ends were left out because they have more characters than `columns`, or than fit into `bytes` or
    `tokens`."""
    encoding: str
    """The encoding that the bytes were read as: its name in the Encoding Standard, in small letters, such as `utf-8`,
    `utf-16le` or `gbk`."""
    evidence: Literal["given", "mark", "content"]
    """What tells the encoding: the request, a byte-order mark, or the bytes, from which it is a guess unless they are
    UTF-8."""
    mark: Literal["absent", "present"]
    """Whether the file begins with a byte-order mark of that encoding. It is part of `content`."""
    endings: Literal["none", "lf", "crlf", "cr", "mixed"]
    """The line ends in `content`."""
    replacements: Literal["absent", "present"]
    """Whether bytes had to be replaced because they were no text."""
    suspicious: Sequence[Finding]
    """Characters that hide or forge what people see: one for each line and kind, in order, at most 100."""


@dataclass(frozen=True)
class Unchanged:
    """The file still has the version that was known."""


@dataclass(frozen=True)
class Entry:
    """A line of an outline."""

    line: int
    """The line."""
    last: int
    """The last line that belongs to it."""
    depth: int
    """How many entries it lies under."""
    text: str
    """Its text without indentation: the first 160 characters."""


@dataclass(frozen=True)
class Outline:
    """The lines of a text that declare something, by words and forms that are common in programming languages and in
    Markdown; of a text without such lines, those that others are indented under.

    A file of more than 16 MiB fails with `too-large`.
    """

    entries: Sequence[Entry]
    """The lines, in order."""
    left_out: int
    """How many more there are that were left out to fit `lines`, `bytes` and `tokens`, the deepest first."""
    tokens: int
    """How many tokens the entries have, by an estimate that knows no model."""
    total: int
    """The number of lines in the file."""
    encoding: str
    """The encoding that the bytes were read as."""


@dataclass(frozen=True)
class Media:
    """Something that is no text."""

    mime: str
    """Its MIME type, as the file says it."""
    bytes: int
    """How many bytes it has in the file."""


@dataclass(frozen=True)
class Output:
    """An output of a cell."""

    kind: Literal["standard-output", "standard-error", "outcome", "display", "error"]
    """What it is: what was written to one of the two, the value of the cell, what was displayed, or an error."""
    text: str
    """Its text, at most the first 2000 characters. Of an error: its name, its message and where it came from, without
    terminal escapes."""
    left_out: int
    """How many characters of it were left out."""
    media: Sequence[Media]
    """What it has in other forms, which are not returned: at most 8."""


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook."""

    number: int
    """Its number, from 1."""
    kind: Literal["code", "markdown", "raw"]
    """What it holds. `raw` is anything else."""
    run: int | None
    """How many times the kernel had run a cell when it ran this one. None if it did not."""
    source: str
    """Its text. That of the first cell is clipped if it does not fit."""
    left_out: int
    """How many characters of `source` were left out at its end."""
    outputs: Sequence[Output]
    """What it put out, at most 20."""
    outputs_left_out: int
    """How many outputs were left out."""


@dataclass(frozen=True)
class Notebook:
    """Consecutive cells of a Jupyter notebook.

    `start` and `lines` of a request count cells; a cursor and a block fail with `unsupported`. A notebook of more than
    4 MiB fails with `too-large`; what is none is read as a `Text`.
    """

    cells: Sequence[Cell]
    """The cells."""
    tokens: int
    """How many tokens they have, by an estimate that knows no model."""
    stopped: Stopped
    """Why they end where they do."""
    total: int
    """The number of cells in the notebook."""
    next: int | None
    """The cell to go on at, as `start` for `Room.read`. None if there are no more."""
    unreadable: int
    """How many of the cells asked for, or of their outputs, were left out because they are none."""
    language: str | None
    """The language of its code, such as `python`. None if it does not say."""


@dataclass(frozen=True)
class Image:
    """Facts about an image, which is not decoded."""

    mime: str
    """Its MIME type, by its first bytes: `image/png`, `image/jpeg`, `image/gif` or `image/webp`."""
    width: int
    """Its width in pixels, as it is to be shown."""
    height: int
    """Its height in pixels, as it is to be shown."""


Body = Text | Unchanged | Outline | Notebook | Image
"""What a file holds, or that it is as it was. More kinds will come."""

_BodyT = TypeVar("_BodyT", Text, Outline, Notebook, Image)


@dataclass(frozen=True)
class Document:
    """What was read, and facts about the file."""

    path: str
    """The file with its links resolved: relative to the root, or absolute if it lies in another grant."""
    size: int
    """Its size in bytes when it was opened."""
    modified: int | None
    """Its modification time in milliseconds since 1970. None if it is not known."""
    version: str
    """An opaque mark that changes when the size or the modification time does."""
    body: Body
    """What the file holds."""

    @property
    def text(self) -> Text:
        """The text in `body`. A `TypeError` if that is something else, as for the other three."""
        return self._body(Text)

    @property
    def outline(self) -> Outline:
        """The outline in `body`."""
        return self._body(Outline)

    @property
    def notebook(self) -> Notebook:
        """The notebook in `body`."""
        return self._body(Notebook)

    @property
    def image(self) -> Image:
        """The facts about an image in `body`."""
        return self._body(Image)

    def _body(self, kind: type[_BodyT]) -> _BodyT:
        if isinstance(self.body, kind):
            return self.body
        if isinstance(self.body, Unchanged):
            raise TypeError("the file is unchanged: nothing of it was read")
        raise TypeError(f"the body is of type {type(self.body).__name__}, not {kind.__name__}")


@dataclass(frozen=True)
class Facts:
    """What is known of a file or directory that was read."""

    path: str
    """Its absolute name with its links resolved."""
    size: int
    """Its size in bytes when it was opened. 0 for a directory."""
    modified: int | None
    """Its modification time in milliseconds since 1970. None if it is not known, and for a directory."""
    version: str
    """As in `Document`. Empty for a directory."""
    lines: int
    """How many lines of text, or entries of a directory, were returned."""
    bytes: int
    """How many bytes of the file were returned, in UTF-8 if it is text."""


@dataclass(frozen=True)
class Reply:
    """What a tool returns."""

    outcome: Literal["answered", "refused"]
    """Whether the tool did what it was asked, if only in part, or reports an error in the words of the dialect."""
    json: str
    """The native result object as JSON text on one line."""
    facts: Facts | None = field(default=None)
    """What was read, for hosts that keep records. None if nothing was."""

    @cached_property
    def value(self) -> dict[str, Any]:
        """The native result object."""
        value: dict[str, Any] = json.loads(self.json)
        return value


@dataclass(frozen=True)
class Tool:
    """How a dialect's tool is presented to a model."""

    dialect: Dialect
    """The dialect this is the tool of."""
    name: str
    """The name that the model calls."""
    description: str
    """What the tool does, for the model."""
    parameters: dict[str, Any]
    """The JSON Schema (draft 2020-12) of the arguments."""
    snippet: str
    """One line about the tool for a system prompt."""
    guidelines: Sequence[str]
    """Advice on its use for a system prompt, a sentence each."""
