# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The types of the contract: what a reader is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ._short import ShortRepr
from .errors import ReadError

LineNumber = int
"""A line of a file, counted from 1. A number too large for the type is given as its largest value.
"""

LineCount = int
"""A number of lines. A number too large for the type is given as its largest value."""

ByteCount = int
"""A number of bytes of UTF-8 text."""

Column = int
"""A position in a line: a character (a Unicode scalar value), counted from 1. A number too large
for the type is given as its largest value.
"""

ColumnCount = int
"""A number of characters (Unicode scalar values) of a line. A number too large for the type is
given as its largest value.
"""

TokenCount = int
"""An estimated number of language model tokens, independent of any model, by the kinds of
characters in a text. `docs/views.md` has its error against two real tokenizers.
"""


@dataclass(frozen=True, kw_only=True)
class ReadRequest:
    """What to read."""

    path: str
    """The file. 1 to 4096 bytes, each name in it at most 255 bytes, no NUL."""
    view: View
    """How to read the file."""
    start: Start | None = None
    """Where to start. None means line 1."""
    lines: LineCount | None = None
    """The maximum number of lines to return, from 1. None means 2000; more than 10000 acts as
    10000.
    """
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, line endings included, from 1 to 1048576. None means
    48000. The line that would cross the limit is left out, unless it is the first: then it is
    clipped.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens to return, from 1, as an estimate. None means as many as `lines`
    and `bytes` allow. The line that would cross the limit is left out, unless it is the first:
    then it is clipped.
    """
    column: Column | None = None
    """The first character to return of each line. None means the first one. 0 fails with
    `invalid-argument`; a line that ends before it is returned as an empty line.
    """
    columns: ColumnCount | None = None
    """The maximum number of characters to return of each line, from 1. None means 2000. The rest of
    a line is left out; its line ending is not.
    """
    encoding: str | None = None
    """The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le
    or utf-32be, or what Python or iconv call one of them, in any case and with any separators.
    None detects it: by a byte-order mark; by NULs where UTF-16 or UTF-32 text has them; UTF-8 if
    everything that is read is valid UTF-8; otherwise by a guess among older encodings. An
    unknown name fails with `invalid-argument`. For UTF-16 and UTF-32, a byte-order mark always
    decides the byte order. In ISO-2022-JP, which is not detected, every line begins as ASCII. A
    file with a given encoding is never binary.
    """
    totals: Totals
    """Whether to count the lines of the whole file."""
    known_version: str | None = None
    """The version that the caller already has: if the file still has it, the body is `unchanged`
    and nothing is read. A file without a known time is always read. None always reads.
    """
    at: str | None = None
    """The revision of a git repository to read the file in: see `history`. None means the file as
    it is.
    """


View = Literal["auto", "text", "outline"]
"""How to read a file.

- `auto`: By the type of file: a notebook (a name that ends with `.ipynb`, in any case) as cells,
  an image as facts, a directory as entries, an office document, PDF or e-book (known by its
  bytes) as its text, anything else as text. The entries of a directory count as lines; `start`
  is a line or counts from the end.
- `text`: As text, exactly as it is in the file, even if it is taken for a notebook, an image, a
  PDF or a binary file. A document in an archive or a compound file as with `auto`, with the
  formulas of cells (xlsx, ods), such as `12 [=SUM(B2:B6)]`, and with tracked changes (docx):
  `{++new++}`, `{--old--}`.
- `outline`: As an outline of its text. Then `lines` is the maximum number of entries, 1000 by
  default and at most, and `start` must be absent.
"""


@dataclass(frozen=True, repr=False)
class LineStart(ShortRepr):
    """At this line. 0 fails with `invalid-argument`; a line past the end fails with
    `offset-past-end`, except line 1 of an empty file.
    """

    kind: Literal["line"] = field(default="line", init=False)
    line: LineNumber


@dataclass(frozen=True, repr=False)
class FromEndStart(ShortRepr):
    """This many lines before the end of the file, or at line 1 if the file has fewer. 0 fails with
    `invalid-argument`. Earlier lines are not read unless `totals` asks to count them.
    """

    kind: Literal["from-end"] = field(default="from-end", init=False)
    from_end: LineCount


@dataclass(frozen=True, repr=False)
class CursorStart(ShortRepr):
    """Where an earlier page of the same file stopped: the `cursor` of its `next`. Earlier lines are
    not read again. It is valid for a copy of the file with the same path and modification time.
    Fails with `stale` if the size, the modification time, or the content just before the cursor
    has changed, and with `invalid-argument` if it is not a cursor for this file.
    """

    kind: Literal["cursor"] = field(default="cursor", init=False)
    cursor: str


@dataclass(frozen=True, repr=False)
class BlockStart(ShortRepr):
    """Selects the block of lines that a line belongs to, by indentation.

    A line is the header of the more indented lines after it, unless it is a statement in a block
    that ends below: `x = f(a,`. With `levels` 0, a header selects its own block, and any other
    line the block that contains it. A block begins at its header, with the comments, attributes
    and decorators directly above it, and ends with the line that closes it. For a line that has
    no header and is not one, the block is the lines around it up to blank lines. If a block has
    more lines than may be returned, those around the line are returned.
    """

    kind: Literal["block"] = field(default="block", init=False)
    line: LineNumber
    """The line. 0 fails with `invalid-argument`, a line past the end with `offset-past-end`. A
    blank line belongs to the line before it.
    """
    levels: int
    """How many headers further out the block begins. More levels than there are headers mean the
    outermost one.
    """
    siblings: Siblings
    """Whether to return the lines beside the block too."""


@dataclass(frozen=True, repr=False)
class DefinitionStart(ShortRepr):
    """At the definition of a name, with the comments and attributes directly above it. Only these
    are returned. The name is as written, such as `next`, or with those around it, such as
    `Walk::next` or `Walk.next`, in any case if none is written so. If there are several, the
    first is returned, and `same_name` has the others. Fails with `invalid-argument` if there is
    none, and with `too-large` for a file of more than 4 MiB.
    """

    kind: Literal["definition"] = field(default="definition", init=False)
    definition: str


@dataclass(frozen=True, repr=False)
class UnitStart(ShortRepr):
    """At a sheet, slide, chapter or page of a document: by its title, in any case, or by its
    number, counted from 1, or from one number to another, as in `3-4`. Only their lines are
    returned. Fails with `invalid-argument` if the document has no such unit.
    """

    kind: Literal["unit"] = field(default="unit", init=False)
    unit: str


Start = LineStart | FromEndStart | CursorStart | BlockStart | DefinitionStart | UnitStart
"""Where to start.

- `line`: At this line. 0 fails with `invalid-argument`; a line past the end fails with
  `offset-past-end`, except line 1 of an empty file.
- `from-end`: This many lines before the end of the file, or at line 1 if the file has fewer. 0
  fails with `invalid-argument`. Earlier lines are not read unless `totals` asks to count them.
- `cursor`: Where an earlier page of the same file stopped: the `cursor` of its `next`. Earlier
  lines are not read again. It is valid for a copy of the file with the same path and
  modification time. Fails with `stale` if the size, the modification time, or the content just
  before the cursor has changed, and with `invalid-argument` if it is not a cursor for this file.
- `block`: At the block around a line. Only the block is returned.
- `definition`: At the definition of a name, with the comments and attributes directly above it.
  Only these are returned. The name is as written, such as `next`, or with those around it, such
  as `Walk::next` or `Walk.next`, in any case if none is written so. If there are several, the
  first is returned, and `same_name` has the others. Fails with `invalid-argument` if there is
  none, and with `too-large` for a file of more than 4 MiB.
- `unit`: At a sheet, slide, chapter or page of a document: by its title, in any case, or by its
  number, counted from 1, or from one number to another, as in `3-4`. Only their lines are
  returned. Fails with `invalid-argument` if the document has no such unit.
"""

Siblings = Literal["excluded", "included"]
"""Whether to return the lines beside a block.

- `excluded`: Only the block.
- `included`: Everything under the header around the block.
"""

Totals = Literal["auto", "always", "never"]
"""Whether to count the lines of the whole file, which requires reading all of it.

- `auto`: Count if the file has at most 32 MiB, or was read to its end anyway.
- `always`: Always count.
- `never`: Do not read on to count. The number may still be known.
"""


@dataclass(frozen=True, kw_only=True)
class SharedLimits:
    """How much to return of several files together. It is divided evenly: each file gets what its
    request asks for up to its share, and what one file does not need goes to larger ones. Never
    more than 10000 lines in all.
    """

    bytes: ByteCount | None = None
    """The maximum number of bytes, from one per file to 1048576. None means 48000."""
    tokens: TokenCount | None = None
    """The maximum number of tokens, from one per file, as an estimate. None means as many as
    `bytes` allow.
    """


@dataclass(frozen=True, repr=False)
class Documents(ShortRepr):
    """Several files read in one call."""

    files: Sequence[Document | ReadError]
    """One result per request, in the order of the requests."""


@dataclass(frozen=True, repr=False)
class Document(ShortRepr):
    """What was read, and facts about the file."""

    path: str
    """The file with its links resolved: relative to the root (`.` is the root itself), or absolute
    in another grant.
    """
    size: int
    """The size of the file in bytes at open. 0 for a directory."""
    modified: int | None
    """The modification time in milliseconds since 1970-01-01T00:00:00Z. None if it is unknown or
    earlier, and for a directory.
    """
    version: str
    """Opaque text that changes when the size or the modification time of the file does, or when
    anything of it changes at all, as far as the host knows. A copy of the file has another one.
    Empty for a directory, which is always read.
    """
    masked: int | None
    """The number of secret values in the whole file that the policy masks: a text such as
    `«redacted: AWS access key»` stands for each. None if the policy does not mask this file.
    """
    body: Body
    """The content of the file."""


@dataclass(frozen=True, repr=False)
class TextBody(ShortRepr):
    """Consecutive lines of a text file."""

    kind: Literal["text"] = field(default="text", init=False)
    content: str
    """The lines with their line endings, as they are in the file, but in UTF-8 whatever its
    encoding. Bytes that are not text become U+FFFD; in UTF-8, one for each maximal ill-formed
    sequence. A line ends with LF or CR LF; a CR elsewhere is an ordinary character. A first line
    that was clipped to fit `bytes` has no line ending.
    """
    first: LineNumber | None
    """The number of the first line in `content`. None if it was reached from the end, directly or
    by a cursor, and the lines before it were not counted.
    """
    lines: LineCount
    """The number of lines in `content`; 0 for an empty file."""
    block: BlockSpan | None
    """The requested block. None if no block was requested."""
    tokens: TokenCount
    """The number of tokens in `content`, as an estimate."""
    stopped: StopReason
    """Why `content` ends where it does."""
    next: Position | None
    """Where the next page begins. None if `content` includes the last line of the file."""
    total: LineCount | None
    """The number of lines in the file. A line ending at the end of the file does not begin another
    line. None if not all were counted.
    """
    clipped: Sequence[ClippedLine]
    """The lines of `content` whose ends were left out because they have more characters than
    `columns`, or than fit into `bytes` or `tokens`.
    """
    encoding: str
    """The encoding that the file was decoded as: its name in the Encoding Standard in lower case,
    such as `utf-8`, `utf-16le` or `gbk`.
    """
    encoding_source: EncodingSource
    """What decided the encoding."""
    bom: bool
    """Whether the file begins with a byte-order mark of that encoding. The mark is part of
    `content`.
    """
    line_endings: LineEndings
    """The line endings in `content`."""
    lossy: bool
    """Whether bytes were replaced because they are not text in that encoding: in the whole file if
    `total` is known, otherwise from its beginning to the end of `content`, or from where reading
    from the end began if `first` is None.
    """
    suspicious: Sequence[SuspiciousLine]
    """Characters in `content` that hide or forge what people see: one item per line and kind, in
    order, at most 100. `content` contains these characters unchanged.
    """


@dataclass(frozen=True, repr=False)
class UnchangedBody(ShortRepr):
    """The file still has the known version."""

    kind: Literal["unchanged"] = field(default="unchanged", init=False)


@dataclass(frozen=True, repr=False)
class OutlineBody(ShortRepr):
    """An outline of a text: the lines that declare something, recognized by words and forms that
    are common in programming languages and in Markdown. In other files, these are the lines that
    others are indented under. A file of more than 16 MiB fails with `too-large`. The outline of
    a notebook has its cells, with the definitions and headings in them; its numbers count cells.
    """

    kind: Literal["outline"] = field(default="outline", init=False)
    entries: Sequence[OutlineEntry]
    """The lines, in order."""
    omitted: int
    """The number of entries left out to fit `lines`, `bytes` and `tokens`, the deepest first."""
    tokens: TokenCount
    """The number of tokens in the entries, as an estimate."""
    total: LineCount
    """The number of lines in the file."""
    encoding: str
    """The encoding that the file was decoded as, as in `text`."""


@dataclass(frozen=True, repr=False)
class NotebookBody(ShortRepr):
    """Consecutive cells of a notebook. `start` and `lines` of the request count cells; a cursor and
    a block fail with `unsupported`. A notebook of more than 64 MiB fails with `too-large`. A
    file with the name of a notebook that is not a notebook is read as text.
    """

    kind: Literal["notebook"] = field(default="notebook", init=False)
    cells: Sequence[NotebookCell]
    """The cells."""
    tokens: TokenCount
    """The number of tokens in the cells, as an estimate."""
    stopped: StopReason
    """Why the cells end where they do."""
    total: int
    """The number of cells in the notebook."""
    next_cell: int | None
    """The first cell of the next page, for `start.line`. None if there are no more."""
    malformed: int
    """The number of requested cells, or outputs of them, left out because they are malformed."""
    language: str | None
    """The language of its code, such as `python`. None if it is not given."""


@dataclass(frozen=True, repr=False)
class ImageBody(ShortRepr):
    """Facts about an image, from its header. An image of another type, or whose size cannot be
    found, fails with `unsupported`.
    """

    kind: Literal["image"] = field(default="image", init=False)
    mime: str
    """Its MIME type, by its first bytes: `image/png`, `image/jpeg`, `image/gif`, `image/webp` or
    `image/bmp`.
    """
    width: int
    """Its width in pixels, as displayed."""
    height: int
    """Its height in pixels, as displayed."""


@dataclass(frozen=True, repr=False)
class DirectoryBody(ShortRepr):
    """Consecutive entries of a directory that was read."""

    kind: Literal["directory"] = field(default="directory", init=False)
    entries: Sequence[DirectoryEntry]
    """The entries, as in `Listing` without details."""
    first: int
    """The number of the first one, from 1."""
    tokens: TokenCount
    """The number of tokens in the names, as an estimate."""
    stopped: StopReason
    """Why `entries` ends where it does."""
    next: int | None
    """The number of the entry where the next page begins. None after the last entry."""
    total: int
    """The number of entries in the directory, as in `Listing`."""


@dataclass(frozen=True, repr=False)
class DocumentBody(ShortRepr):
    """Consecutive lines of a document converted to text, and facts about the document: a file of
    Word, Excel, PowerPoint, OpenDocument, Rich Text Format, EPUB or PDF. `docs/documents.md`
    describes the form of the text, and the limits.

    Lines, cursors and totals are those of the text, which is the same as long as the file has
    the same version. A damaged document fails with `invalid-content`; an encrypted one, one of
    another format, and a PDF in which no page is found, with `unsupported`.
    """

    kind: Literal["document"] = field(default="document", init=False)
    text: Text
    """The lines."""
    format: str
    """The kind of document: `docx`, `xlsx`, `pptx`, `doc`, `xls`, `rtf`, `odt`, `ods`, `odp`,
    `odg`, `epub` or `pdf`.
    """
    units: Sequence[DocumentUnit]
    """Its sheets, slides, chapters or pages, in order: the first 1000. Each begins with a heading,
    of level 2 except in chapters. Empty for a document without units.
    """
    omitted_units: int
    """The number of units left out of `units`."""
    words: int
    """The number of words in the whole text."""
    hidden: HiddenContent
    """What a person who looks at the document does not see. All but `deletions` is in the text."""
    left_out: LeftOutContent
    """What the document has and its text does not."""
    extraction: Extraction | None
    """How PDF text was extracted. None for other documents."""
    cut: str | None
    """The limit that ended the text, such as `size of the text`. The rest was not read or counted.
    None if the text is complete.
    """


Body = (
    TextBody | UnchangedBody | OutlineBody | NotebookBody | ImageBody | DirectoryBody | DocumentBody
)
"""The content of a file, or of a directory.

- `text`: Lines of text.
- `unchanged`: The file still has the known version.
- `outline`: An outline of a text.
- `notebook`: Cells of a Jupyter notebook.
- `image`: Facts about an image.
- `directory`: Entries of a directory.
- `document`: Lines of the text that a document was made into.
"""


@dataclass(frozen=True, repr=False)
class Text(ShortRepr):
    """Consecutive lines of a text file."""

    content: str
    """The lines with their line endings, as they are in the file, but in UTF-8 whatever its
    encoding. Bytes that are not text become U+FFFD; in UTF-8, one for each maximal ill-formed
    sequence. A line ends with LF or CR LF; a CR elsewhere is an ordinary character. A first line
    that was clipped to fit `bytes` has no line ending.
    """
    first: LineNumber | None
    """The number of the first line in `content`. None if it was reached from the end, directly or
    by a cursor, and the lines before it were not counted.
    """
    lines: LineCount
    """The number of lines in `content`; 0 for an empty file."""
    block: BlockSpan | None
    """The requested block. None if no block was requested."""
    tokens: TokenCount
    """The number of tokens in `content`, as an estimate."""
    stopped: StopReason
    """Why `content` ends where it does."""
    next: Position | None
    """Where the next page begins. None if `content` includes the last line of the file."""
    total: LineCount | None
    """The number of lines in the file. A line ending at the end of the file does not begin another
    line. None if not all were counted.
    """
    clipped: Sequence[ClippedLine]
    """The lines of `content` whose ends were left out because they have more characters than
    `columns`, or than fit into `bytes` or `tokens`.
    """
    encoding: str
    """The encoding that the file was decoded as: its name in the Encoding Standard in lower case,
    such as `utf-8`, `utf-16le` or `gbk`.
    """
    encoding_source: EncodingSource
    """What decided the encoding."""
    bom: bool
    """Whether the file begins with a byte-order mark of that encoding. The mark is part of
    `content`.
    """
    line_endings: LineEndings
    """The line endings in `content`."""
    lossy: bool
    """Whether bytes were replaced because they are not text in that encoding: in the whole file if
    `total` is known, otherwise from its beginning to the end of `content`, or from where reading
    from the end began if `first` is None.
    """
    suspicious: Sequence[SuspiciousLine]
    """Characters in `content` that hide or forge what people see: one item per line and kind, in
    order, at most 100. `content` contains these characters unchanged.
    """


@dataclass(frozen=True, repr=False)
class Extraction(ShortRepr):
    """How PDF text was extracted. Words and lines are inferred from the positions of characters, so
    that spaces, and the order of text side by side, may be wrong.
    """

    pages_without_text: Sequence[int]
    """The pages that have no text: the first 1000."""
    pages_behind_images: Sequence[int]
    """The pages whose text is behind images, as after a scan: the first 1000."""
    characters: int
    """The number of characters in the whole text, without spaces."""
    undecoded: int
    """The number of them that could not be decoded: U+FFFD in the text."""
    restricted: bool
    """Whether the file is encrypted, such that its owner restricts printing, copying or changes."""


@dataclass(frozen=True, repr=False)
class DocumentUnit(ShortRepr):
    """A sheet, slide, chapter or page of a document."""

    title: str
    """Its name or title, shortened if it is long."""
    line: LineNumber
    """The line of its heading."""
    hidden: bool
    """Whether it is hidden in the document."""
    range: str | None
    """The cells of a sheet that hold something, such as `A1:M60`. None if there are none, and for
    anything else than a sheet.
    """


@dataclass(frozen=True, repr=False)
class HiddenContent(ShortRepr):
    """How much a person who looks at a document does not see."""

    units: int
    """The number of hidden sheets or slides."""
    rows: int
    """The number of hidden rows."""
    columns: int
    """The number of hidden columns that hold something."""
    texts: int
    """The number of pieces of text that are hidden, white or tiny."""
    comments: int
    """The number of comments."""
    insertions: int
    """The number of tracked insertions."""
    deletions: int
    """The number of tracked deletions."""


@dataclass(frozen=True, repr=False)
class LeftOutContent(ShortRepr):
    """How much of a document is not in its text."""

    images: int
    """The number of images. In a PDF, how often images are drawn."""
    image_names: Sequence[str]
    """The names of the first 100 images."""
    charts: int
    """The number of charts. One whose values are all in the text does not count."""
    objects: int
    """The number of embedded files and objects."""
    equations: int
    """The number of equations that the text has without their layout, or not at all."""
    headers_and_footers: int
    """The number of page headers and footers."""
    macros: str | None
    """The file in the document that holds macros, which are never run. None if there is none."""


@dataclass(frozen=True, repr=False)
class Position(ShortRepr):
    """Where a page of a file begins."""

    line: LineNumber | None
    """Its line, for `start.line`. None if the lines before it were not counted."""
    cursor: str
    """The same for `start.cursor`: opaque, at most 160 ASCII characters, valid for this file and
    its copies.
    """


@dataclass(frozen=True, repr=False)
class BlockSpan(ShortRepr):
    """The extent of a block."""

    first: LineNumber
    """Its first line."""
    last: LineNumber
    """Its last line."""
    headers: Sequence[Heading]
    """The innermost 16 headers that it is under, outermost first."""
    same_name: Sequence[Heading]
    """Further definitions of the requested name: the first 20. Empty for a block around a line."""


@dataclass(frozen=True, repr=False)
class Heading(ShortRepr):
    """A line that other lines belong to."""

    line: LineNumber
    """The line."""
    text: str
    """Its text without indentation, shortened if it is long."""


@dataclass(frozen=True, repr=False)
class OutlineEntry(ShortRepr):
    """A line of an outline."""

    line: LineNumber
    """The line."""
    last: LineNumber
    """The last line that belongs to it."""
    depth: int
    """The number of entries that it is under."""
    text: str
    """Its text without indentation, at most 160 characters: a longer one ends in `…`."""


@dataclass(frozen=True, repr=False)
class NotebookCell(ShortRepr):
    """A cell of a notebook."""

    number: int
    """Its number, from 1."""
    kind: CellKind
    """Its kind."""
    execution_count: int | None
    """The number of cells that the kernel had run when it ran this one, itself included. None if it
    was not run.
    """
    source: str
    """Its text. That of the first cell is clipped if it does not fit."""
    omitted_characters: int
    """The number of characters left out at the end of `source`."""
    outputs: Sequence[CellOutput]
    """Its outputs, at most 20."""
    omitted_outputs: int
    """The number of outputs left out."""


CellKind = Literal["code", "markdown", "raw"]
"""The kind of a cell of a notebook.

- `code`: Code.
- `markdown`: Markdown.
- `raw`: Anything else.
"""


@dataclass(frozen=True, repr=False)
class CellOutput(ShortRepr):
    """An output of a cell."""

    kind: OutputKind
    """Its kind."""
    text: str
    """Its text, without terminal escapes that color it. For an error: its name, message and
    traceback. In a stream, what a CR overwrites is left out. Beyond 2000 characters, it has the
    first and the last 1000, with a line between them that gives the number left out.
    """
    omitted_characters: int
    """The number of characters left out of `text`, in its middle or at its end."""
    media: Sequence[OmittedMedia]
    """Other forms of the output, which are not returned: at most 8."""


OutputKind = Literal["stdout", "stderr", "execute-result", "display-data", "error"]
"""The kind of an output of a cell.

- `stdout`: Text written to standard output.
- `stderr`: Text written to standard error.
- `execute-result`: The value of the cell.
- `display-data`: Something displayed by the cell.
- `error`: An error.
"""


@dataclass(frozen=True, repr=False)
class OmittedMedia(ShortRepr):
    """Data other than text that was not returned."""

    mime: str
    """Its MIME type, as given in the file."""
    bytes: int
    """Its size in the file, in bytes."""


@dataclass(frozen=True, repr=False)
class ClippedLine(ShortRepr):
    """A line whose end was left out."""

    line: LineNumber
    """The line. If `text.first` is None, the first line in `content` counts as 1."""
    next_column: Column
    """The first character that was left out at the end: a `column` to continue at. One more than
    `characters` if only the line ending did not fit.
    """
    characters: ColumnCount
    """The number of characters in the whole line, without its line ending."""


EncodingSource = Literal["request", "bom", "content"]
"""What decided the encoding of a file.

- `request`: The request.
- `bom`: Its byte-order mark.
- `content`: Its bytes. Unless the encoding is UTF-8, this is a guess.
"""


@dataclass(frozen=True, repr=False)
class SuspiciousLine(ShortRepr):
    """Suspicious characters in one line. Characters of forged markup are those of its tags."""

    line: LineNumber
    """The line. If `text.first` is None, the first line in `content` counts as 1."""
    kind: SuspiciousKind
    """Why they are suspicious."""
    characters: int
    """Their number."""


SuspiciousKind = Literal["bidirectional", "invisible", "terminal", "forged-markup"]
"""Why characters are suspicious.

- `bidirectional`: They change the order in which text is displayed: U+202A to U+202E, U+2066 to
  U+2069, and marks (U+061C, U+200E, U+200F) with no letter written from right to left within 16
  characters of the same line.
- `invisible`: They are not displayed: U+0000, U+00AD, U+115F, U+1160, U+17B4, U+17B5, U+200B,
  U+2028, U+2029, U+2060 to U+2065, U+206A to U+206F, U+3164, U+FFA0, U+FFF0 to U+FFFB, U+1BCA0
  to U+1BCA3, U+1D173 to U+1D17A, U+FEFF that is not a byte-order mark, and U+E0000 to U+E0FFF
  outside of flags. So are joiners (U+034F, U+200C, U+200D), Mongolian separators (U+180B to
  U+180F) and variation selectors (U+FE00 to U+FE0F, U+E0100 to U+E01EF), unless a single one
  follows a character that takes one: of a joining script, Mongolian, an ideograph, an emoji.
- `terminal`: They can be commands to a terminal: U+0008, U+000B, U+001B, U+007F to U+009F, and
  U+000D (CR) that is not before a line ending: what follows is displayed over what is before it.
- `forged-markup`: They are written like the tags with which agents and models mark instructions,
  messages, and the calls and results of tools, such as `<system-reminder>` and `<|im_start|>`.
"""

StopReason = Literal["end", "line-limit", "byte-limit", "token-limit", "block-end"]
"""Why a page ends where it does.

- `end`: It includes the end of the file.
- `line-limit`: `lines` was reached, and there is more.
- `byte-limit`: The next line would not fit into `bytes`.
- `token-limit`: The next line would not fit into `tokens`.
- `block-end`: The block ends before the end of the file.
"""

LineEndings = Literal["none", "lf", "crlf", "cr", "mixed"]
"""The line endings of a text.

- `none`: There are none.
- `lf`: Only LF.
- `crlf`: Only CR LF.
- `cr`: Only CR. Such a text is one line.
- `mixed`: More than one kind.
"""


@dataclass(frozen=True, kw_only=True)
class ListRequest:
    """What to list."""

    path: str
    """The directory, as in `ReadRequest`."""
    after: str | None = None
    """The last name of the previous page. None begins with the first entry."""
    entries: int | None = None
    """The maximum number of entries to return, from 1. None means 1000; more than 100000 acts as
    100000. Each page lists the whole directory, so large pages are faster.
    """
    details: bool
    """Whether to return sizes and times, which takes longer."""
    at: str | None = None
    """The revision, as in `ReadRequest`."""


@dataclass(frozen=True, repr=False)
class Listing(ShortRepr):
    """Consecutive entries of a directory."""

    path: str
    """The directory with its links resolved: relative to the root (`.` is the root itself), or
    absolute in another grant.
    """
    entries: Sequence[DirectoryEntry]
    """The entries, sorted by the bytes of their names. Entries whose names are not Unicode, and
    those that the policy denies, are left out.
    """
    total: int
    """The number of entries in the directory without those."""
    more: bool
    """Whether more entries follow: the next page begins `after` the last one of this page. A page
    has at most 1 MiB of names.
    """


@dataclass(frozen=True, repr=False)
class DirectoryEntry(ShortRepr):
    """An entry of a directory."""

    name: str
    """Its name."""
    kind: FileKind
    """What it is. A link is not followed."""
    size: int | None
    """The size of a file in bytes, if `details` were asked for. None for anything else, and for a
    file that cannot be looked at.
    """
    modified: int | None
    """The modification time of a file, as in `document`, if `details` were asked for. None for
    anything else.
    """


FileKind = Literal["file", "directory", "link", "special"]
"""The type of an entry of a directory.

- `file`: A regular file.
- `directory`: A directory.
- `link`: A symbolic link.
- `special`: A pipe, socket or device, which is never opened.
"""


@dataclass(frozen=True, repr=False)
class FileStat(ShortRepr):
    """What is known about a file or directory without reading it."""

    path: str
    """The name with its links resolved, as in `document`."""
    real_path: str
    """The same as an absolute name."""
    kind: FileKind
    """Its type: a file or a directory."""
    size: int
    """The size of a file in bytes. 0 for a directory."""
    modified: int | None
    """The modification time, as in `document`. None for a directory."""
    version: str | None
    """The version, as in `document`. None for a directory."""


@dataclass(frozen=True, repr=False)
class ReadFacts(ShortRepr):
    """What is known about a file or directory that a tool read, for hosts that keep records."""

    real_path: str
    """Its absolute name with its links resolved."""
    size: int
    """The size of a file in bytes at open. 0 for a directory."""
    modified: int | None
    """The modification time, as in `document`. None for a directory."""
    version: str | None
    """The version, as in `document`. None for a directory."""
    lines: LineCount
    """The number of lines of text, or entries of a directory, that were returned."""
    bytes: int
    """The number of bytes of the file that were returned, in UTF-8 if it is text."""
    masked: int | None
    """The number of secret values in the file that are masked, as in `document`."""


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


@dataclass(frozen=True, kw_only=True)
class DiffRequest:
    """What to compare."""

    path: str
    """The file or directory whose changes are returned, as in `ReadRequest`. It may be one that is
    no longer there.
    """
    globs: Sequence[str]
    """Globs relative to the directory, as in a `scope`."""
    at: str | None = None
    """A commit: what it changed, compared with its first parent. Instead of `from_` and `to`."""
    from_: str | None = None
    """The older revision. None means `HEAD`. `a..b` is also `to`; `a...b` begins where `b` left
    `a`.
    """
    to: str | None = None
    """The newer revision. None means the working tree, with files that are neither in the index nor
    ignored.
    """
    output: DiffOutput
    """What to return of each file."""
    context: LineCount | None = None
    """The number of unchanged lines around changed ones. None means 3; more than 1000 acts as 1000.
    """
    cursor: str | None = None
    """The `next` of the previous page of the same request. None begins with the first file."""
    files: int | None = None
    """The maximum number of files to return, from 1. None means 1000; more than 10000 acts as
    10000.
    """
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, from 1 to 1048576, with 16 for each file in addition
    to its paths and its patch. None means 48000. A page has at least one line.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens, from 1, as an estimate. None means as many as `bytes` allow."""
    milliseconds: int | None = None
    """The time in milliseconds after which no further file is compared. None means no limit."""


DiffOutput = Literal["patch", "files", "counts"]
"""What to return of changed files.

- `patch`: The changed lines.
- `files`: Their paths and how they changed.
- `counts`: The same, with the numbers of added and removed lines.
"""


@dataclass(frozen=True, repr=False)
class DiffPage(ShortRepr):
    """A page of changes."""

    from_: str
    """The older side of the comparison: a hash, `index` or `working tree`. Empty if there is no
    older one.
    """
    to: str
    """The newer side, in the same way."""
    commit: Commit | None
    """The commit whose changes they are, with its message, on the first page of a request with
    `at`.
    """
    first_tags: Sequence[str]
    """Of the tags that have this commit among their ancestors, those of the earliest commit. If
    these name versions before a release, such as `v2.0-rc.1`, those of the earliest release,
    too. Empty if none has it, or if that is not known in two seconds.
    """
    files: Sequence[ChangedFile]
    """The files, in the order of their paths, untracked ones last."""
    total: int
    """The number of changed files on all pages."""
    unnamed: int
    """The number of changed files that are not returned because their names are not Unicode."""
    next: str | None
    """The `cursor` of the next page, which may begin inside a file. None if there is no more."""
    stopped: HistoryStop
    """Why the page ends."""


@dataclass(frozen=True, repr=False)
class ChangedFile(ShortRepr):
    """A file that changed."""

    path: str
    """Its name, as in `document`: the newer one."""
    old_path: str | None
    """Its older name if it was renamed."""
    status: ChangeStatus
    """How it changed."""
    similarity: int | None
    """How much of a renamed file is the same, in percent."""
    added: LineCount | None
    """The number of added lines. None if it was not asked for, or if it is not text."""
    removed: LineCount | None
    """The number of removed lines, in the same way."""
    converted: bool
    """Whether a text made of the file is compared, as of a sheet or a PDF."""
    patch: str | None
    """A patch as git writes it, or the part of it that is on this page. Of a file that is
    converted, it has the lines of its text. None if it was not asked for.
    """


ChangeStatus = Literal[
    "added",
    "deleted",
    "modified",
    "type-changed",
    "renamed",
    "untracked",
    "unmerged",
]
"""How a file changed.

- `added`: It is new.
- `deleted`: It is gone.
- `modified`: Its content or its mode changed.
- `type-changed`: It is of another kind, such as a link instead of a file.
- `renamed`: It has another name.
- `untracked`: It is in the working tree and not in the index. A path that ends with a slash is a
  directory of such files.
- `unmerged`: A merge left it in conflict.
"""


@dataclass(frozen=True, kw_only=True)
class LogRequest:
    """Which commits to return."""

    path: str
    """The file or directory: commits that did not change it are left out, as git does. The top of
    the repository has all. It may be one that is no longer there.
    """
    at: str | None = None
    """The revision to begin at. None means `HEAD`."""
    from_: str | None = None
    """A revision: neither it nor what came before it is returned. `a..b` is also `to`; `a...b` are
    the commits of both that the other does not have.
    """
    to: str | None = None
    """The revision to begin at, with `from_`. None means `HEAD`."""
    author: str | None = None
    """A regular expression in the syntax of Rust's crate regex, in any case, for the author with
    the address, `Ann Lee <ann@example.org>`, or for the name alone.
    """
    message: str | None = None
    """The same for a line of the message. As in a search, case matters only if it has a capital."""
    text: str | None = None
    """Code of files as it is, or an expression if it has signs that code rarely has, such as `.*`
    and `a|b`: commits that add, remove or change lines with a match in a file. Lines that only
    move or are indented, and merges, are left out.
    """
    since: str | None = None
    """The earliest date of the commit: `2026-11-28`, in UTC, `2026-11-28T09:30:00+01:00`, or `2
    weeks ago`.
    """
    until: str | None = None
    """The latest date, in the same way; a day is included."""
    output: LogOutput
    """What to return of each commit."""
    cursor: str | None = None
    """The `next` of the previous page of the same request. None begins with the newest commit."""
    commits: int | None = None
    """The maximum number of commits, from 1. None means 100; more than 10000 acts as 10000."""
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, from 1 to 1048576, with 64 for each commit in addition
    to its texts. None means 48000. A page has at least one commit.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens, from 1, as an estimate. None means as many as `bytes` allow."""
    milliseconds: int | None = None
    """The time in milliseconds after which no further commit is looked at. None means no limit."""


LogOutput = Literal["subjects", "full", "files", "tags"]
"""What to return of commits.

- `subjects`: Who made them, when, and the first line of the message.
- `full`: The address of the author and the whole message too.
- `files`: The files that they changed too, compared with the first parent.
- `tags`: As `subjects`, but only of commits with tags. Without `at`, `from_` and `to`, begins
  with all tags.
"""


@dataclass(frozen=True, repr=False)
class LogPage(ShortRepr):
    """A page of commits."""

    commits: Sequence[Commit]
    """The commits, the newest first, in the order of `git log`."""
    total: int | None
    """The number of commits on all pages. Known of a range, such as `v1..v2`, without `author`,
    `message`, `text`, `since` and `until`.
    """
    next: str | None
    """The `cursor` of the next page. None if there are no more."""
    reached: str | None
    """If the time was up, the date of the commit that is looked at next, as in `commit`."""
    missing: int | None
    """The number of objects in which `text` was not looked for, because a partial or damaged clone
    does not have them. None if it has all.
    """
    stopped: HistoryStop
    """Why the page ends."""


@dataclass(frozen=True, repr=False)
class Commit(ShortRepr):
    """A commit."""

    id: str
    """Its hash."""
    parents: Sequence[str]
    """The hashes of its parents."""
    tags: Sequence[str]
    """The names of its tags, such as `v1.2`."""
    author: str
    """The name of its author."""
    email: str | None
    """The address of its author. None if it was not asked for."""
    date: str
    """When it was written, where it was written: `2026-11-28T09:30:00+01:00`."""
    committed: str
    """When the commit was made, in the same way: later if it was rebased or applied."""
    subject: str
    """The first paragraph of its message, on one line."""
    message: str | None
    """Its message, if that was asked for. Else, of a request with `message`, the first line that
    matches, if it is not in `subject`: at most 200 characters of it.
    """
    added_matches: int | None
    """With `text`, the number of lines with a match that it added. None without `text`."""
    removed_matches: int | None
    """The number of those that it removed, in the same way."""
    files: Sequence[ChangedFile]
    """The files that it changed, if they were asked for: at most 1000, and with `text` those with
    such lines. Otherwise the requested file, if the commit added or deleted it, or gave it its
    name or another one.
    """


@dataclass(frozen=True, kw_only=True)
class BlameRequest:
    """Whose lines to return."""

    path: str
    """The file, as in `ReadRequest`."""
    at: str | None = None
    """The revision of the file. None means the working tree."""
    first: LineNumber | None = None
    """The first line. None means line 1."""
    lines: LineCount | None = None
    """The maximum number of lines, from 1. None means 2000; more than 10000 acts as 10000."""
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, from 1 to 1048576, with 64 for each run in addition to
    its texts. None means 48000. A page has at least one line.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens, from 1, as an estimate. None means as many as `bytes` allow."""
    milliseconds: int | None = None
    """The time in milliseconds after which no older commit is looked at. None means no limit."""


@dataclass(frozen=True, repr=False)
class BlamePage(ShortRepr):
    """Lines of a file, with the commits that they come from."""

    path: str
    """The file, as in `document`."""
    runs: Sequence[BlameRun]
    """The lines, in order."""
    total: LineCount
    """The number of lines in the file."""
    next: LineNumber | None
    """The first line of the next page. None if there are no more."""
    stopped: HistoryStop
    """Why the page ends. After `time-limit`, lines have the oldest commit that was looked at."""


@dataclass(frozen=True, repr=False)
class BlameRun(ShortRepr):
    """Consecutive lines that come from one commit."""

    first: LineNumber
    """The first of the lines."""
    lines: Sequence[str]
    """Their texts, without their line endings."""
    commit: str | None
    """The hash of the commit. None if they are not committed."""
    author: str
    """The name of its author."""
    date: str
    """When it was written, as in `commit`."""
    subject: str
    """The first paragraph of its message, on one line."""
    old_path: str | None
    """The name that the file had then, if it was another one."""
    is_oldest: bool
    """Whether the lines may be older: the clone is shallow, or the time was up."""


HistoryStop = Literal["end", "count-limit", "byte-limit", "token-limit", "time-limit", "shallow"]
"""Why a page ends.

- `end`: There is no more.
- `count-limit`: The number of files, commits or lines was reached.
- `byte-limit`: More would not fit into `bytes`, or into the 100,000 values that a JSON answer
  may have.
- `token-limit`: More would not fit into `tokens`.
- `time-limit`: The time was up.
- `shallow`: There is no more in this clone, which is shallow: older commits are not in it.
"""


@dataclass(frozen=True, kw_only=True)
class Scope:
    """Which files are looked at."""

    path: str
    """The directory to look in, or a file, which is then looked at whatever the other fields say.
    As in `ReadRequest`.
    """
    globs: Sequence[str]
    """Globs as in `.gitignore`, relative to the directory, and with alternatives in braces:
    `*.{ts,tsx}`. A glob without `/` matches names at any depth. The last glob that matches
    decides; one that begins with `!` excludes. If others include, an entry that no glob matches
    is left out. A glob also matches the name that is written like it, such as `[id]`, and `*.js,
    *.ts` is two. Globs that exclude count as relative to the root too. If nothing matches, globs
    that begin with the names of the directory, or the last of them, are taken without these, and
    backslashes as slashes; and if that matches nothing, those with a `*` in any case: see
    `globs` in the answer. At most 1000 after the braces are expanded.
    """
    hidden: bool
    """Whether names that begin with a dot are looked at. They are, and so are ignored ones, if a
    glob that includes spells them out: if its component for the name has no wildcard, or begins
    with a dot.
    """
    ignored: bool
    """Whether to look also at what is left out by `.ignore`, `.gitignore` and `.git/info/exclude`
    in the directory, in those below it, and in those above it up to the top of the grant. Deeper
    files take precedence, and `.ignore` over those of git, which apply without a repository too,
    and inside nested ones. A file that is too large, with those above it more than 12 MiB, is
    not applied.
    """
    depth: int | None = None
    """The maximum depth of a file, from 1: the entries of the directory itself have depth 1. None
    means any. 0 fails with `invalid-argument`.
    """
    at: str | None = None
    """The revision of a git repository to look in, as in `ReadRequest`. `.git` has none."""


FoundOrder = Literal["path", "modified", "matches"]
"""In which order files are searched.

- `path`: By path, as they are walked.
- `modified`: By modification time, newest first; those with the same one by path.
- `matches`: By the number of lines that match, greatest first, for `counts`; those with as many,
  and files for other outputs, by path. Each page searches all files.
"""

FindOrder = Literal["path", "modified", "size", "lines"]
"""In which order entries are found.

- `path`: By path, as they are walked.
- `modified`: By modification time, newest first.
- `size`: By size, largest first, and entries other than files last.
- `lines`: By number of lines, most first, and entries without lines last. Each page reads all
  files.
"""


@dataclass(frozen=True, kw_only=True)
class FindRequest:
    """A request to find entries."""

    scope: Scope
    """Where."""
    kinds: Sequence[FileKind]
    """The kinds of entries to return. Empty means regular files."""
    order: FindOrder
    """In which order. Equal entries are ordered by path."""
    details: bool
    """Whether to return sizes and times, which takes longer."""
    lines: bool
    """Whether to return the lines and tokens of text files, each of which is read for it. They are
    returned also if `order` is `lines`.
    """
    cursor: str | None = None
    """The `next` of the previous page. None begins with the first entry. Fails with
    `invalid-argument` if it is not a cursor for the same scope, kinds and order.
    """
    entries: int | None = None
    """The maximum number of entries to return, from 1. None means 1000; more than 100000 acts as
    100000. A page has at most 4 MiB of paths.
    """
    milliseconds: int | None = None
    """The time in milliseconds after which a page ends with what was found so far, if `order` is
    `path`. None means no limit.
    """


@dataclass(frozen=True, repr=False)
class Found(ShortRepr):
    """A page of what was found."""

    entries: Sequence[FoundEntry]
    """The entries, in order."""
    next: str | None
    """The `cursor` of the next page. None if there are no more entries."""
    out_of_time: bool
    """Whether the page ends because of `milliseconds`."""
    skipped: Skipped
    """The entries left out. Each is counted on one page, and if `order` is not `path` on the first
    one.
    """
    globs: Sequence[str] | None
    """The globs that were used in place of those of the scope, relative to the directory."""


@dataclass(frozen=True, repr=False)
class FoundEntry(ShortRepr):
    """An entry that was found."""

    path: str
    """Its name as in `document`."""
    kind: FileKind
    """What it is. A link is not followed."""
    size: int | None
    """The size of a file in bytes, if `details` were asked for. None for anything else."""
    modified: int | None
    """The modification time, as in `document`, if `details` were asked for."""
    lines: LineCount | None
    """The number of lines of a text file, as a read counts them, if `lines` were asked for. None
    for documents, notebooks, binary files, files that cannot be read, and, if `order` is `path`,
    a file for which `milliseconds` do not suffice.
    """
    tokens: TokenCount | None
    """The number of tokens in these lines, as an estimate."""


@dataclass(frozen=True, repr=False)
class Skipped(ShortRepr):
    """How much of what the scope names was left out. What no glob includes does not count, nor does
    the directory `.git`.
    """

    hidden: int
    """Entries whose names begin with a dot. What is in such a directory is not counted."""
    ignored: int
    """Entries that ignore files leave out. What is in such a directory is not counted."""
    ignored_by: Sequence[str]
    """The names of these ignore files: `.ignore`, `.gitignore`, `.git/info/exclude`."""
    links: int
    """Links, which are not followed, unless links are to be found."""
    binary: int
    """Binary files that were not searched."""
    documents: int
    """Documents that were not searched because they are encrypted, damaged, without text, as scans
    are, or of a format that is not read.
    """
    large: int
    """Documents that were not searched to their ends because they are too large, and files for
    which a whole page's time does not suffice, because they are masked or the pattern is large.
    """
    directories: int
    """Directories that the operating system refuses to list."""
    files: int
    """Files that cannot be read."""
    names: int
    """Entries whose names are not Unicode."""
    paths: int
    """Entries whose paths are longer than 4096 bytes."""
    ignore_files: int
    """Files such as `.gitignore` that were not applied."""


@dataclass(frozen=True, kw_only=True)
class SearchRequest:
    """What to search for."""

    scope: Scope
    """In which files."""
    pattern: str
    """A regular expression in the syntax of Rust's crate `regex` without look-around and
    back-references, or a text: at most 8192 bytes. It is compared with one line at a time, in
    linear time. `^` and `$` match the beginning and the end of a line, whether it ends with LF
    or CR LF. In a PDF, the blanks of text of several words match line ends too: the line in
    which a match begins matches, and those in which it continues follow it. Classes by property
    support general categories and scripts. Fails with `invalid-argument` if it is not such an
    expression, contains a line feed, or is too large.
    """
    syntax: PatternSyntax
    """What the pattern is."""
    letter_case: LetterCase
    """Whether case matters."""
    words: bool
    """Whether a match must begin and end where words do. Of definitions, whether the whole name
    must match.
    """
    output: SearchOutput
    """What to return."""
    before: LineCount
    """The number of lines to return before each that matches, at most 100."""
    after: LineCount
    """The same after it."""
    blocks: MatchBlocks
    """Which blocks to return in place of these."""
    binary: bool
    """Whether binary files are searched too, as text."""
    headers: bool
    """Whether to return the headers around matches, which are looked for in files of at most 1 MiB.
    """
    order: FoundOrder
    """In which order files are searched."""
    cursor: str | None = None
    """The `next` of the previous page. None begins with the first file. Fails with
    `invalid-argument` if it is not a cursor for the same scope, pattern and order.
    """
    matches: int | None = None
    """The maximum number of lines that match to return, or of files if `output` is `files` or
    `counts`, from 1. None means 200; more than 10000 acts as 10000.
    """
    matches_per_file: int | None = None
    """The maximum number of matching lines to return per file, from 1. Further ones are counted.
    None means 20, or no limit if the path of the scope is a file.
    """
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, from 1 to 1048576, with 8 for each line and path in
    addition to their texts. None means 48000. A page has at least one line.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens, from 1, as an estimate. None means as many as `bytes` allow."""
    columns: ColumnCount | None = None
    """The maximum number of characters to return of each line, from 1. None means 400. A longer
    line is clipped around its first match.
    """
    milliseconds: int | None = None
    """The time in milliseconds after which a page ends with what was found so far. None means no
    limit.
    """


PatternSyntax = Literal["regex", "literal"]
"""What a pattern is.

- `regex`: A regular expression.
- `literal`: The text itself.
"""

LetterCase = Literal["sensitive", "insensitive", "smart"]
"""Whether case matters.

- `sensitive`: Case matters.
- `insensitive`: Case does not matter.
- `smart`: As `insensitive` if the pattern has letters and none of them is upper-case, otherwise
  as `sensitive`.
"""

SearchOutput = Literal["lines", "files", "counts", "definitions", "uses"]
"""What to return of a file with matches.

- `lines`: The lines that match.
- `files`: Its path.
- `counts`: Its path and the number of lines that match.
- `definitions`: The definitions whose names match, each as its first line and those of its
  parameters, in files of at most 4 MiB. Larger ones count as `large`. A name is as written: of a
  function, a type, a constant, a heading, a key. If the pattern is names with `::`, `.` or `#`
  between them, such as `Walk::next`, the last of them matches, in the others. A pattern with a
  space is compared with the line, too.
- `uses`: The lines with a match that begins and ends where words do, without the definitions
  whose names match, their declarations in C, and lines that have the name only in the path of an
  import, in files of at most 4 MiB. Lines that are only comments are last in each file.
"""

MatchBlocks = Literal["none", "few", "all"]
"""Which blocks to return. The block of a line is the innermost definition that it is in, with the
comments and attributes directly above it. In one with more than 120 lines, it is the block by
indentation, and of that at most 120 lines around the match are returned. Where there is no
definition, it is the lines up to blank ones.

- `none`: None.
- `few`: Those of definitions, if a search finds at most two, or at most 60 lines of them. `impl
  Walk` and tests of a name do not count, and are returned as one line.
- `all`: One around each match.
"""


@dataclass(frozen=True, repr=False)
class SearchResults(ShortRepr):
    """A page of what was found in files. Each file is decoded as a read decodes it; text in other
    encodings than UTF-8 is searched after decoding.
    """

    files: Sequence[FileMatches]
    """The files with matches, in order."""
    stopped: SearchStop
    """Why the page ends."""
    next: str | None
    """The `cursor` of the next page. None if everything was searched."""
    searched: int
    """The number of files that were searched to their end for this page."""
    skipped: Skipped
    """What was not searched. Each file is counted on one page, and what is left out without being
    opened on the first one if `order` is `modified`.
    """
    globs: Sequence[str] | None
    """The globs that were used in place of those of the scope, relative to the directory."""


@dataclass(frozen=True, repr=False)
class FileMatches(ShortRepr):
    """The matches in a file."""

    path: str
    """Its name as in `document`."""
    matches: LineCount
    """The number of lines that match, also on earlier pages, as far as the file was searched."""
    complete: bool
    """Whether the file was searched to its end."""
    groups: Sequence[MatchGroup]
    """The lines. Empty if `output` is `files` or `counts`."""


@dataclass(frozen=True, repr=False)
class MatchGroup(ShortRepr):
    """Consecutive lines of a file with a match among them."""

    headers: Sequence[Heading]
    """The innermost three headers that the first line that matches is under, outermost first: the
    function, class, section or key around it, as in an outline but indented. In a sheet, the row
    that names its columns. In a notebook, the cell and, of an output, its kind.
    """
    lines: Sequence[MatchLine]
    """The lines."""


@dataclass(frozen=True, repr=False)
class MatchLine(ShortRepr):
    """A line that matches, or one near it."""

    line: LineNumber
    """The line; in a notebook, the number of its cell. One of more than 16 MiB is searched in
    parts, and a match that lies in two of them is not found.
    """
    text: str
    """Its text without the LF at its end. Bytes that are not text are U+FFFD."""
    column: Column
    """The first character in `text`. 1 unless the beginning of the line was left out."""
    clipped: bool
    """Whether the end of the line was left out."""
    matches: bool
    """Whether it matches."""
    ranges: Sequence[ColumnRange]
    """Where it does, in order: at most 100 places. None of them is in what was left out."""
    last: LineNumber | None
    """The last line of the definition in this line. None if `output` is not `definitions`, and in a
    notebook.
    """
    cells: Sequence[str] | None
    """The names of the cells of a sheet in which the matches start, such as `E457`: at most 3. None
    outside of sheets.
    """


@dataclass(frozen=True, repr=False)
class ColumnRange(ShortRepr):
    """Consecutive characters of a line."""

    start: Column
    """The first one."""
    end: Column
    """The one behind the last; the same as `start` for an empty match."""


SearchStop = Literal["end", "match-limit", "byte-limit", "token-limit", "time-limit"]
"""Why a page of a search ends.

- `end`: Everything was searched.
- `match-limit`: `matches` was reached, and there are more.
- `byte-limit`: The next line would not fit into `bytes`, or its places into the 100,000 values
  that a JSON answer may have.
- `token-limit`: The next line would not fit into `tokens`.
- `time-limit`: The time was up.
"""


@dataclass(frozen=True, kw_only=True)
class MapRequest:
    """What to map."""

    scope: Scope
    """Which files."""
    cursor: str | None = None
    """The `next` of the previous page. None begins with the most important definition. Fails with
    `invalid-argument` if it is not a cursor for the same scope.
    """
    definitions: int | None = None
    """The maximum number of definitions to return, from 1. None means 1000; more than 10000 acts as
    10000.
    """
    bytes: ByteCount | None = None
    """The maximum number of bytes to return, from 1 to 1048576, with 8 for each definition and path
    in addition to their texts. None means 12000. A page has at least one definition.
    """
    tokens: TokenCount | None = None
    """The maximum number of tokens, from 1, as an estimate. None means as many as `bytes` allow."""
    milliseconds: int | None = None
    """The time in milliseconds after which no further file is read. The map is then one of the
    files before. None means no limit.
    """


@dataclass(frozen=True, repr=False)
class MapPage(ShortRepr):
    """A page of a map: the definitions of a directory's programs, and the headings of its Markdown
    files, the most important first. Those that other files may use come before others, and among
    them those whose names are in most other files. Methods count a quarter, and a name that
    several files define counts for each of them in part. Constants, fields and the like come
    last. Tests, generated files and definitions inside of methods are left out.
    """

    files: Sequence[MappedFile]
    """The files with the most important definitions of the rest, in the order of the first of
    these.
    """
    names: Sequence[str]
    """On the first page, other files by their names, as many as fit into a quarter of it: those
    with definitions, then those of other kinds, tests and generated ones.
    """
    next: str | None
    """The `cursor` of the next page. None if there are no more definitions."""
    out_of_time: bool
    """Whether files are missing because of `milliseconds`."""
    mapped: int
    """The number of files on all pages."""
    definitions: int
    """The number of definitions on all pages."""
    tests: int
    """The number of files that are tests, by their paths."""
    generated: int
    """The number of files that are generated, by their paths or first lines."""
    others: int
    """The number of files that are neither programs nor Markdown."""
    unread: int
    """The number of files that were not read because there are more than 20,000 of them, or than
    100,000 definitions in those before.
    """
    skipped: Skipped
    """The entries left out, the same on each page. Files of more than 1 MiB count as `large`."""
    globs: Sequence[str] | None
    """The globs that were used in place of those of the scope, relative to the directory."""


@dataclass(frozen=True, repr=False)
class MappedFile(ShortRepr):
    """The definitions of a file on a page of a map."""

    path: str
    """Its name as in `document`."""
    lines: LineCount
    """The number of its lines."""
    definitions: Sequence[OutlineEntry]
    """The definitions, in the order of their lines."""
    omitted: int
    """The number of its definitions on other pages."""


@dataclass(frozen=True, repr=False)
class Tool(ShortRepr):
    """A tool, and how it is presented to a model."""

    id: str
    """Its id, with the revision."""
    name: str
    """The name that the model calls."""
    description: str
    """What it does, for the model."""
    parameters: str
    """The JSON Schema (draft 2020-12) of its arguments, as JSON text."""
    full_parameters: str | None
    """The same with the arguments that `parameters` leaves out to be short; a call may always have
    them. None if `parameters` has all of them.
    """
    snippet: str
    """One line about it for a system prompt."""
    guidelines: Sequence[str]
    """Advice on its use for a system prompt, one sentence each."""
    release: str
    """The release that it equals, for people."""
    basis: str
    """How it was established that it equals this release, in one sentence."""


Outcome = Literal["answered", "refused"]
"""Whether a tool did what it was asked.

- `answered`: It answered, if only in part.
- `refused`: It reports an error, in the words of its agent.
"""


@dataclass(frozen=True, repr=False)
class Reply(ShortRepr):
    """What a tool returns."""

    outcome: Outcome
    """Whether the tool did what it was asked."""
    json: str
    """The native result object as JSON text on one line. Empty text if the call was `content_only`.
    """
    content: Sequence[Content]
    """The result as the agent puts it before its model."""
    facts: Sequence[ReadFacts]
    """What was read, one item per file or directory. Empty if nothing was read."""
    index: str | None
    """Where some lines of a large file begin: pass it to the next call of the same tool for this
    file, instead of the index that this call was given. Opaque text of at most 32768 bytes. None
    if there is nothing new to remember.
    """
    shown: str | None
    """What has been shown of the file, this answer included: pass it to the next call of the same
    tool for this file, instead of what this call was given. Opaque text of at most 4096 bytes.
    None if there is nothing new to remember.
    """


@dataclass(frozen=True, kw_only=True)
class CallContext:
    """What a host adds to the arguments of a call."""

    index: str | None = None
    """The `index` of an earlier reply for the same file, which saves counting the lines before. It
    never changes an answer: an index of another file or version, or for other rules about lines,
    is ignored. A host may keep it within a session if `modified` is known and at least some
    seconds ago, because a file that was just modified may change again without a new version. It
    may always be left out.
    """
    shown: str | None = None
    """The `shown` of an earlier reply for the same file, kept as `index` is: what the conversation
    already has of this version is omitted unless the arguments ask for it. Empty text means that
    nothing was shown yet. None shows everything, and the reply has no `shown`. The tools of
    agents ignore it unless the agent itself has such a memory.
    """
    max_tokens: TokenCount | None = None
    """The maximum number of tokens of the text in `content`, as an estimate, whatever the arguments
    ask for. None means no limit. The tools of agents have the limits of their agent instead.
    """
    content_only: bool
    """Whether the host needs only `content`: the native object repeats its text."""
    milliseconds: int | None = None
    """The time in milliseconds after which a page of a tool that finds or searches ends with what
    was found so far. None means no limit. The tools of agents ignore it.
    """


@dataclass(frozen=True, repr=False)
class TextContent(ShortRepr):
    """Text."""

    kind: Literal["text"] = field(default="text", init=False)
    text: str


@dataclass(frozen=True, repr=False)
class ImageContent(ShortRepr):
    """An image."""

    kind: Literal["image"] = field(default="image", init=False)
    mime: str
    """The MIME type."""
    data: str
    """The bytes in base64, with padding."""


@dataclass(frozen=True, repr=False)
class FileContent(ShortRepr):
    """Another file that the agent attaches, such as a PDF."""

    kind: Literal["file"] = field(default="file", init=False)
    mime: str
    """The MIME type."""
    data: str
    """The bytes in base64, with padding."""


Content = TextContent | ImageContent | FileContent
"""A part of what a model gets.

- `text`: Text.
- `image`: An image.
- `file`: Another file that the agent attaches, such as a PDF.
"""


@dataclass(frozen=True, kw_only=True)
class BasicRequest:
    """A read that every tool can be asked for."""

    path: str
    """The file, as the agent names it."""
    start: Start | None = None
    """Where to start. None means the default of the tool, which is line 1."""
    lines: LineCount | None = None
    """The maximum number of lines. None means the default of the tool."""
