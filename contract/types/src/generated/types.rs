// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! The types of the contract.

#[cfg(feature = "host")]
use wasmtime::component::{ComponentType, Lift, Lower};

/// A line of a file, counted from 1. A number too large for the type is given as its largest value.
pub type LineNumber = u32;

/// A number of lines. A number too large for the type is given as its largest value.
pub type LineCount = u32;

/// A number of bytes of UTF-8 text.
pub type ByteCount = u32;

/// A position in a line: a character (a Unicode scalar value), counted from 1. A number too large
/// for the type is given as its largest value.
pub type Column = u32;

/// A number of characters (Unicode scalar values) of a line. A number too large for the type is
/// given as its largest value.
pub type ColumnCount = u32;

/// An estimated number of language model tokens, independent of any model, by the kinds of
/// characters in a text. `docs/views.md` has its error against two real tokenizers.
pub type TokenCount = u32;

/// What to read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ReadRequest {
    /// The file. 1 to 4096 bytes, each name in it at most 255 bytes, no NUL.
    pub path: String,
    /// How to read the file.
    pub view: View,
    /// Where to start. `None` means line 1.
    pub start: Option<Start>,
    /// The maximum number of lines to return, from 1. `None` means 2000; more than 10000 acts as
    /// 10000.
    pub lines: Option<LineCount>,
    /// The maximum number of bytes to return, line endings included, from 1 to 1048576. `None`
    /// means 48000. The line that would cross the limit is left out, unless it is the first: then
    /// it is clipped.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens to return, from 1, as an estimate. `None` means as many as
    /// `lines` and `bytes` allow. The line that would cross the limit is left out, unless it is the
    /// first: then it is clipped.
    pub tokens: Option<TokenCount>,
    /// The first character to return of each line. `None` means the first one. 0 fails with
    /// `invalid-argument`; a line that ends before it is returned as an empty line.
    pub column: Option<Column>,
    /// The maximum number of characters to return of each line, from 1. `None` means 2000. The rest
    /// of a line is left out; its line ending is not.
    pub columns: Option<ColumnCount>,
    /// The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le
    /// or utf-32be, or what Python or iconv call one of them, in any case and with any separators.
    /// `None` detects it: by a byte-order mark; by NULs where UTF-16 or UTF-32 text has them; UTF-8
    /// if everything that is read is valid UTF-8; otherwise by a guess among older encodings. An
    /// unknown name fails with `invalid-argument`. For UTF-16 and UTF-32, a byte-order mark always
    /// decides the byte order. In ISO-2022-JP, which is not detected, every line begins as ASCII. A
    /// file with a given encoding is never binary.
    pub encoding: Option<String>,
    /// Whether to count the lines of the whole file.
    pub totals: Totals,
    /// The version that the caller already has: if the file still has it, the body is `unchanged`
    /// and nothing is read. A file without a known time is always read. `None` always reads.
    #[cfg_attr(feature = "host", component(name = "known-version"))]
    pub known_version: Option<String>,
    /// The revision of a git repository to read the file in: see `history`. `None` means the file
    /// as it is.
    pub at: Option<String>,
}

/// How to read a file.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum View {
    /// By the type of file: a notebook (a name that ends with `.ipynb`, in any case) as cells, an
    /// image as facts, a directory as entries, an office document, PDF or e-book (known by its
    /// bytes) as its text, anything else as text. The entries of a directory count as lines;
    /// `start` is a line or counts from the end.
    #[cfg_attr(feature = "host", component(name = "auto"))]
    Auto,
    /// As text, exactly as it is in the file, even if it is taken for a notebook, an image, a PDF
    /// or a binary file. A document in an archive or a compound file as with `auto`, with the
    /// formulas of cells (xlsx, ods), such as `12 [=SUM(B2:B6)]`, and with tracked changes (docx):
    /// `{++new++}`, `{--old--}`.
    #[cfg_attr(feature = "host", component(name = "text"))]
    Text,
    /// As an outline of its text. Then `lines` is the maximum number of entries, 1000 by default
    /// and at most, and `start` must be absent.
    #[cfg_attr(feature = "host", component(name = "outline"))]
    Outline,
}

/// Where to start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(variant))]
pub enum Start {
    /// At this line. 0 fails with `invalid-argument`; a line past the end fails with
    /// `offset-past-end`, except line 1 of an empty file.
    #[cfg_attr(feature = "host", component(name = "line"))]
    Line(LineNumber),
    /// This many lines before the end of the file, or at line 1 if the file has fewer. 0 fails with
    /// `invalid-argument`. Earlier lines are not read unless `totals` asks to count them.
    #[cfg_attr(feature = "host", component(name = "from-end"))]
    FromEnd(LineCount),
    /// Where an earlier page of the same file stopped: the `cursor` of its `next`. Earlier lines
    /// are not read again. It is valid for a copy of the file with the same path and modification
    /// time. Fails with `stale` if the size, the modification time, or the content just before the
    /// cursor has changed, and with `invalid-argument` if it is not a cursor for this file.
    #[cfg_attr(feature = "host", component(name = "cursor"))]
    Cursor(String),
    /// At the block around a line. Only the block is returned.
    #[cfg_attr(feature = "host", component(name = "block"))]
    Block(BlockSelector),
    /// At the definition of a name, with the comments and attributes directly above it. Only these
    /// are returned. The name is as written, such as `next`, or with those around it, such as
    /// `Walk::next` or `Walk.next`, in any case if none is written so. If there are several, the
    /// first is returned, and `same_name` has the others. Fails with `invalid-argument` if there is
    /// none, and with `too-large` for a file of more than 4 MiB.
    #[cfg_attr(feature = "host", component(name = "definition"))]
    Definition(String),
    /// At a sheet, slide, chapter or page of a document: by its title, in any case, or by its
    /// number, counted from 1, or from one number to another, as in `3-4`. Only their lines are
    /// returned. Fails with `invalid-argument` if the document has no such unit.
    #[cfg_attr(feature = "host", component(name = "unit"))]
    Unit(String),
}

/// Selects the block of lines that a line belongs to, by indentation.
///
/// A line is the header of the more indented lines after it, unless it is a statement in a block
/// that ends below: `x = f(a,`. With `levels` 0, a header selects its own block, and any other line
/// the block that contains it. A block begins at its header, with the comments, attributes and
/// decorators directly above it, and ends with the line that closes it. For a line that has no
/// header and is not one, the block is the lines around it up to blank lines. If a block has more
/// lines than may be returned, those around the line are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BlockSelector {
    /// The line. 0 fails with `invalid-argument`, a line past the end with `offset-past-end`. A
    /// blank line belongs to the line before it.
    pub line: LineNumber,
    /// How many headers further out the block begins. More levels than there are headers mean the
    /// outermost one.
    pub levels: u32,
    /// Whether to return the lines beside the block too.
    pub siblings: Siblings,
}

/// Whether to return the lines beside a block.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum Siblings {
    /// Only the block.
    #[cfg_attr(feature = "host", component(name = "excluded"))]
    Excluded,
    /// Everything under the header around the block.
    #[cfg_attr(feature = "host", component(name = "included"))]
    Included,
}

/// Whether to count the lines of the whole file, which requires reading all of it.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum Totals {
    /// Count if the file has at most 32 MiB, or was read to its end anyway.
    #[cfg_attr(feature = "host", component(name = "auto"))]
    Auto,
    /// Always count.
    #[cfg_attr(feature = "host", component(name = "always"))]
    Always,
    /// Do not read on to count. The number may still be known.
    #[cfg_attr(feature = "host", component(name = "never"))]
    Never,
}

/// How much to return of several files together. It is divided evenly: each file gets what its
/// request asks for up to its share, and what one file does not need goes to larger ones. Never
/// more than 10000 lines in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct SharedLimits {
    /// The maximum number of bytes, from one per file to 1048576. `None` means 48000.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from one per file, as an estimate. `None` means as many as
    /// `bytes` allow.
    pub tokens: Option<TokenCount>,
}

/// Several files read in one call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Documents {
    /// One result per request, in the order of the requests.
    pub files: Vec<Result<Document, ReadError>>,
}

/// What was read, and facts about the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Document {
    /// The file with its links resolved: relative to the root (`.` is the root itself), or absolute
    /// in another grant.
    pub path: String,
    /// The size of the file in bytes at open. 0 for a directory.
    pub size: u64,
    /// The modification time in milliseconds since 1970-01-01T00:00:00Z. `None` if it is unknown or
    /// earlier, and for a directory.
    pub modified: Option<u64>,
    /// Opaque text that changes when the size or the modification time of the file does, or when
    /// anything of it changes at all, as far as the host knows. A copy of the file has another one.
    /// Empty for a directory, which is always read.
    pub version: String,
    /// The number of secret values in the whole file that the policy masks: a text such as
    /// `«redacted: AWS access key»` stands for each. `None` if the policy does not mask this file.
    pub masked: Option<u64>,
    /// The content of the file.
    pub body: Body,
}

/// The content of a file, or of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(variant))]
pub enum Body {
    /// Lines of text.
    #[cfg_attr(feature = "host", component(name = "text"))]
    Text(Text),
    /// The file still has the known version.
    #[cfg_attr(feature = "host", component(name = "unchanged"))]
    Unchanged,
    /// An outline of a text.
    #[cfg_attr(feature = "host", component(name = "outline"))]
    Outline(Outline),
    /// Cells of a Jupyter notebook.
    #[cfg_attr(feature = "host", component(name = "notebook"))]
    Notebook(Notebook),
    /// Facts about an image.
    #[cfg_attr(feature = "host", component(name = "image"))]
    Image(ImageInfo),
    /// Entries of a directory.
    #[cfg_attr(feature = "host", component(name = "directory"))]
    Directory(DirectoryPage),
    /// Lines of the text that a document was made into.
    #[cfg_attr(feature = "host", component(name = "document"))]
    Document(DocumentText),
}

/// Consecutive lines of a text file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Text {
    /// The lines with their line endings, as they are in the file, but in UTF-8 whatever its
    /// encoding. Bytes that are not text become U+FFFD; in UTF-8, one for each maximal ill-formed
    /// sequence. A line ends with LF or CR LF; a CR elsewhere is an ordinary character. A first
    /// line that was clipped to fit `bytes` has no line ending.
    pub content: String,
    /// The number of the first line in `content`. `None` if it was reached from the end, directly
    /// or by a cursor, and the lines before it were not counted.
    pub first: Option<LineNumber>,
    /// The number of lines in `content`; 0 for an empty file.
    pub lines: LineCount,
    /// The requested block. `None` if no block was requested.
    pub block: Option<BlockSpan>,
    /// The number of tokens in `content`, as an estimate.
    pub tokens: TokenCount,
    /// Why `content` ends where it does.
    pub stopped: StopReason,
    /// Where the next page begins. `None` if `content` includes the last line of the file.
    pub next: Option<Position>,
    /// The number of lines in the file. A line ending at the end of the file does not begin another
    /// line. `None` if not all were counted.
    pub total: Option<LineCount>,
    /// The lines of `content` whose ends were left out because they have more characters than
    /// `columns`, or than fit into `bytes` or `tokens`.
    pub clipped: Vec<ClippedLine>,
    /// The encoding that the file was decoded as: its name in the Encoding Standard in lower case,
    /// such as `utf-8`, `utf-16le` or `gbk`.
    pub encoding: String,
    /// What decided the encoding.
    #[cfg_attr(feature = "host", component(name = "encoding-source"))]
    pub encoding_source: EncodingSource,
    /// Whether the file begins with a byte-order mark of that encoding. The mark is part of
    /// `content`.
    pub bom: bool,
    /// The line endings in `content`.
    #[cfg_attr(feature = "host", component(name = "line-endings"))]
    pub line_endings: LineEndings,
    /// Whether bytes were replaced because they are not text in that encoding: in the whole file if
    /// `total` is known, otherwise from its beginning to the end of `content`, or from where
    /// reading from the end began if `first` is `None`.
    pub lossy: bool,
    /// Characters in `content` that hide or forge what people see: one item per line and kind, in
    /// order, at most 100. `content` contains these characters unchanged.
    pub suspicious: Vec<SuspiciousLine>,
}

/// Consecutive lines of a document converted to text, and facts about the document: a file of Word,
/// Excel, PowerPoint, OpenDocument, Rich Text Format, EPUB or PDF. `docs/documents.md` describes
/// the form of the text, and the limits.
///
/// Lines, cursors and totals are those of the text, which is the same as long as the file has the
/// same version. A damaged document fails with `invalid-content`; an encrypted one, one of another
/// format, and a PDF in which no page is found, with `unsupported`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DocumentText {
    /// The lines.
    pub text: Text,
    /// The kind of document: `docx`, `xlsx`, `pptx`, `doc`, `xls`, `rtf`, `odt`, `ods`, `odp`,
    /// `odg`, `epub` or `pdf`.
    pub format: String,
    /// Its sheets, slides, chapters or pages, in order: the first 1000. Each begins with a heading,
    /// of level 2 except in chapters. Empty for a document without units.
    pub units: Vec<DocumentUnit>,
    /// The number of units left out of `units`.
    #[cfg_attr(feature = "host", component(name = "omitted-units"))]
    pub omitted_units: u32,
    /// The number of words in the whole text.
    pub words: u64,
    /// What a person who looks at the document does not see. All but `deletions` is in the text.
    pub hidden: HiddenContent,
    /// What the document has and its text does not.
    #[cfg_attr(feature = "host", component(name = "left-out"))]
    pub left_out: LeftOutContent,
    /// How PDF text was extracted. `None` for other documents.
    pub extraction: Option<Extraction>,
    /// The limit that ended the text, such as `size of the text`. The rest was not read or counted.
    /// `None` if the text is complete.
    pub cut: Option<String>,
}

/// How PDF text was extracted. Words and lines are inferred from the positions of characters, so
/// that spaces, and the order of text side by side, may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Extraction {
    /// The pages that have no text: the first 1000.
    #[cfg_attr(feature = "host", component(name = "pages-without-text"))]
    pub pages_without_text: Vec<u32>,
    /// The pages whose text is behind images, as after a scan: the first 1000.
    #[cfg_attr(feature = "host", component(name = "pages-behind-images"))]
    pub pages_behind_images: Vec<u32>,
    /// The number of characters in the whole text, without spaces.
    pub characters: u64,
    /// The number of them that could not be decoded: U+FFFD in the text.
    pub undecoded: u64,
    /// Whether the file is encrypted, such that its owner restricts printing, copying or changes.
    pub restricted: bool,
}

/// A sheet, slide, chapter or page of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DocumentUnit {
    /// Its name or title, shortened if it is long.
    pub title: String,
    /// The line of its heading.
    pub line: LineNumber,
    /// Whether it is hidden in the document.
    pub hidden: bool,
    /// The cells of a sheet that hold something, such as `A1:M60`. `None` if there are none, and
    /// for anything else than a sheet.
    pub range: Option<String>,
}

/// How much a person who looks at a document does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct HiddenContent {
    /// The number of hidden sheets or slides.
    pub units: u32,
    /// The number of hidden rows.
    pub rows: u32,
    /// The number of hidden columns that hold something.
    pub columns: u32,
    /// The number of pieces of text that are hidden, white or tiny.
    pub texts: u32,
    /// The number of comments.
    pub comments: u32,
    /// The number of tracked insertions.
    pub insertions: u32,
    /// The number of tracked deletions.
    pub deletions: u32,
}

/// How much of a document is not in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct LeftOutContent {
    /// The number of images. In a PDF, how often images are drawn.
    pub images: u32,
    /// The names of the first 100 images.
    #[cfg_attr(feature = "host", component(name = "image-names"))]
    pub image_names: Vec<String>,
    /// The number of charts. One whose values are all in the text does not count.
    pub charts: u32,
    /// The number of embedded files and objects.
    pub objects: u32,
    /// The number of equations that the text has without their layout, or not at all.
    pub equations: u32,
    /// The number of page headers and footers.
    #[cfg_attr(feature = "host", component(name = "headers-and-footers"))]
    pub headers_and_footers: u32,
    /// The file in the document that holds macros, which are never run. `None` if there is none.
    pub macros: Option<String>,
}

/// Where a page of a file begins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Position {
    /// Its line, for `start.line`. `None` if the lines before it were not counted.
    pub line: Option<LineNumber>,
    /// The same for `start.cursor`: opaque, at most 160 ASCII characters, valid for this file and
    /// its copies.
    pub cursor: String,
}

/// The extent of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BlockSpan {
    /// Its first line.
    pub first: LineNumber,
    /// Its last line.
    pub last: LineNumber,
    /// The innermost 16 headers that it is under, outermost first.
    pub headers: Vec<Heading>,
    /// Further definitions of the requested name: the first 20. Empty for a block around a line.
    #[cfg_attr(feature = "host", component(name = "same-name"))]
    pub same_name: Vec<Heading>,
}

/// A line that other lines belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Heading {
    /// The line.
    pub line: LineNumber,
    /// Its text without indentation, shortened if it is long.
    pub text: String,
}

/// An outline of a text: the lines that declare something, recognized by words and forms that are
/// common in programming languages and in Markdown. In other files, these are the lines that others
/// are indented under. A file of more than 16 MiB fails with `too-large`. The outline of a notebook
/// has its cells, with the definitions and headings in them; its numbers count cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Outline {
    /// The lines, in order.
    pub entries: Vec<OutlineEntry>,
    /// The number of entries left out to fit `lines`, `bytes` and `tokens`, the deepest first.
    pub omitted: u32,
    /// The number of tokens in the entries, as an estimate.
    pub tokens: TokenCount,
    /// The number of lines in the file.
    pub total: LineCount,
    /// The encoding that the file was decoded as, as in `text`.
    pub encoding: String,
}

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct OutlineEntry {
    /// The line.
    pub line: LineNumber,
    /// The last line that belongs to it.
    pub last: LineNumber,
    /// The number of entries that it is under.
    pub depth: u32,
    /// Its text without indentation, at most 160 characters: a longer one ends in `…`.
    pub text: String,
}

/// Consecutive cells of a notebook. `start` and `lines` of the request count cells; a cursor and a
/// block fail with `unsupported`. A notebook of more than 64 MiB fails with `too-large`. A file
/// with the name of a notebook that is not a notebook is read as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Notebook {
    /// The cells.
    pub cells: Vec<NotebookCell>,
    /// The number of tokens in the cells, as an estimate.
    pub tokens: TokenCount,
    /// Why the cells end where they do.
    pub stopped: StopReason,
    /// The number of cells in the notebook.
    pub total: u32,
    /// The first cell of the next page, for `start.line`. `None` if there are no more.
    #[cfg_attr(feature = "host", component(name = "next-cell"))]
    pub next_cell: Option<u32>,
    /// The number of requested cells, or outputs of them, left out because they are malformed.
    pub malformed: u32,
    /// The language of its code, such as `python`. `None` if it is not given.
    pub language: Option<String>,
}

/// A cell of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct NotebookCell {
    /// Its number, from 1.
    pub number: u32,
    /// Its kind.
    pub kind: CellKind,
    /// The number of cells that the kernel had run when it ran this one, itself included. `None` if
    /// it was not run.
    #[cfg_attr(feature = "host", component(name = "execution-count"))]
    pub execution_count: Option<u32>,
    /// Its text. That of the first cell is clipped if it does not fit.
    pub source: String,
    /// The number of characters left out at the end of `source`.
    #[cfg_attr(feature = "host", component(name = "omitted-characters"))]
    pub omitted_characters: u32,
    /// Its outputs, at most 20.
    pub outputs: Vec<CellOutput>,
    /// The number of outputs left out.
    #[cfg_attr(feature = "host", component(name = "omitted-outputs"))]
    pub omitted_outputs: u32,
}

/// The kind of a cell of a notebook.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum CellKind {
    /// Code.
    #[cfg_attr(feature = "host", component(name = "code"))]
    Code,
    /// Markdown.
    #[cfg_attr(feature = "host", component(name = "markdown"))]
    Markdown,
    /// Anything else.
    #[cfg_attr(feature = "host", component(name = "raw"))]
    Raw,
}

/// An output of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct CellOutput {
    /// Its kind.
    pub kind: OutputKind,
    /// Its text, without terminal escapes that color it. For an error: its name, message and
    /// traceback. In a stream, what a CR overwrites is left out. Beyond 2000 characters, it has the
    /// first and the last 1000, with a line between them that gives the number left out.
    pub text: String,
    /// The number of characters left out of `text`, in its middle or at its end.
    #[cfg_attr(feature = "host", component(name = "omitted-characters"))]
    pub omitted_characters: u32,
    /// Other forms of the output, which are not returned: at most 8.
    pub media: Vec<OmittedMedia>,
}

/// The kind of an output of a cell.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum OutputKind {
    /// Text written to standard output.
    #[cfg_attr(feature = "host", component(name = "stdout"))]
    Stdout,
    /// Text written to standard error.
    #[cfg_attr(feature = "host", component(name = "stderr"))]
    Stderr,
    /// The value of the cell.
    #[cfg_attr(feature = "host", component(name = "execute-result"))]
    ExecuteResult,
    /// Something displayed by the cell.
    #[cfg_attr(feature = "host", component(name = "display-data"))]
    DisplayData,
    /// An error.
    #[cfg_attr(feature = "host", component(name = "error"))]
    Error,
}

/// Data other than text that was not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct OmittedMedia {
    /// Its MIME type, as given in the file.
    pub mime: String,
    /// Its size in the file, in bytes.
    pub bytes: u32,
}

/// Facts about an image, from its header. An image of another type, or whose size cannot be found,
/// fails with `unsupported`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ImageInfo {
    /// Its MIME type, by its first bytes: `image/png`, `image/jpeg`, `image/gif`, `image/webp` or
    /// `image/bmp`.
    pub mime: String,
    /// Its width in pixels, as displayed.
    pub width: u32,
    /// Its height in pixels, as displayed.
    pub height: u32,
}

/// A line whose end was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ClippedLine {
    /// The line. If `text.first` is `None`, the first line in `content` counts as 1.
    pub line: LineNumber,
    /// The first character that was left out at the end: a `column` to continue at. One more than
    /// `characters` if only the line ending did not fit.
    #[cfg_attr(feature = "host", component(name = "next-column"))]
    pub next_column: Column,
    /// The number of characters in the whole line, without its line ending.
    pub characters: ColumnCount,
}

/// What decided the encoding of a file.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum EncodingSource {
    /// The request.
    #[cfg_attr(feature = "host", component(name = "request"))]
    Request,
    /// Its byte-order mark.
    #[cfg_attr(feature = "host", component(name = "bom"))]
    Bom,
    /// Its bytes. Unless the encoding is UTF-8, this is a guess.
    #[cfg_attr(feature = "host", component(name = "content"))]
    Content,
}

/// Suspicious characters in one line. Characters of forged markup are those of its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct SuspiciousLine {
    /// The line. If `text.first` is `None`, the first line in `content` counts as 1.
    pub line: LineNumber,
    /// Why they are suspicious.
    pub kind: SuspiciousKind,
    /// Their number.
    pub characters: u32,
}

/// Why characters are suspicious.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum SuspiciousKind {
    /// They change the order in which text is displayed: U+202A to U+202E, U+2066 to U+2069, and
    /// marks (U+061C, U+200E, U+200F) with no letter written from right to left within 16
    /// characters of the same line.
    #[cfg_attr(feature = "host", component(name = "bidirectional"))]
    Bidirectional,
    /// They are not displayed: U+0000, U+00AD, U+115F, U+1160, U+17B4, U+17B5, U+200B, U+2028,
    /// U+2029, U+2060 to U+2065, U+206A to U+206F, U+3164, U+FFA0, U+FFF0 to U+FFFB, U+1BCA0 to
    /// U+1BCA3, U+1D173 to U+1D17A, U+FEFF that is not a byte-order mark, and U+E0000 to U+E0FFF
    /// outside of flags. So are joiners (U+034F, U+200C, U+200D), Mongolian separators (U+180B to
    /// U+180F) and variation selectors (U+FE00 to U+FE0F, U+E0100 to U+E01EF), unless a single one
    /// follows a character that takes one: of a joining script, Mongolian, an ideograph, an emoji.
    #[cfg_attr(feature = "host", component(name = "invisible"))]
    Invisible,
    /// They can be commands to a terminal: U+0008, U+000B, U+001B, U+007F to U+009F, and U+000D
    /// (CR) that is not before a line ending: what follows is displayed over what is before it.
    #[cfg_attr(feature = "host", component(name = "terminal"))]
    Terminal,
    /// They are written like the tags with which agents and models mark instructions, messages, and
    /// the calls and results of tools, such as `<system-reminder>` and `<|im_start|>`.
    #[cfg_attr(feature = "host", component(name = "forged-markup"))]
    ForgedMarkup,
}

/// Why a page ends where it does.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum StopReason {
    /// It includes the end of the file.
    #[cfg_attr(feature = "host", component(name = "end"))]
    End,
    /// `lines` was reached, and there is more.
    #[cfg_attr(feature = "host", component(name = "line-limit"))]
    LineLimit,
    /// The next line would not fit into `bytes`.
    #[cfg_attr(feature = "host", component(name = "byte-limit"))]
    ByteLimit,
    /// The next line would not fit into `tokens`.
    #[cfg_attr(feature = "host", component(name = "token-limit"))]
    TokenLimit,
    /// The block ends before the end of the file.
    #[cfg_attr(feature = "host", component(name = "block-end"))]
    BlockEnd,
}

/// The line endings of a text.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum LineEndings {
    /// There are none.
    #[cfg_attr(feature = "host", component(name = "none"))]
    None,
    /// Only LF.
    #[cfg_attr(feature = "host", component(name = "lf"))]
    Lf,
    /// Only CR LF.
    #[cfg_attr(feature = "host", component(name = "crlf"))]
    Crlf,
    /// Only CR. Such a text is one line.
    #[cfg_attr(feature = "host", component(name = "cr"))]
    Cr,
    /// More than one kind.
    #[cfg_attr(feature = "host", component(name = "mixed"))]
    Mixed,
}

/// What to list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ListRequest {
    /// The directory, as in `ReadRequest`.
    pub path: String,
    /// The last name of the previous page. `None` begins with the first entry.
    pub after: Option<String>,
    /// The maximum number of entries to return, from 1. `None` means 1000; more than 100000 acts as
    /// 100000. Each page lists the whole directory, so large pages are faster.
    pub entries: Option<u32>,
    /// Whether to return sizes and times, which takes longer.
    pub details: bool,
    /// The revision, as in `ReadRequest`.
    pub at: Option<String>,
}

/// Consecutive entries of a directory that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DirectoryPage {
    /// The entries, as in `Listing` without details.
    pub entries: Vec<DirectoryEntry>,
    /// The number of the first one, from 1.
    pub first: u32,
    /// The number of tokens in the names, as an estimate.
    pub tokens: TokenCount,
    /// Why `entries` ends where it does.
    pub stopped: StopReason,
    /// The number of the entry where the next page begins. `None` after the last entry.
    pub next: Option<u32>,
    /// The number of entries in the directory, as in `Listing`.
    pub total: u32,
}

/// Consecutive entries of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Listing {
    /// The directory with its links resolved: relative to the root (`.` is the root itself), or
    /// absolute in another grant.
    pub path: String,
    /// The entries, sorted by the bytes of their names. Entries whose names are not Unicode, and
    /// those that the policy denies, are left out.
    pub entries: Vec<DirectoryEntry>,
    /// The number of entries in the directory without those.
    pub total: u32,
    /// Whether more entries follow: the next page begins `after` the last one of this page. A page
    /// has at most 1 MiB of names.
    pub more: bool,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DirectoryEntry {
    /// Its name.
    pub name: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
    /// The size of a file in bytes, if `details` were asked for. `None` for anything else, and for
    /// a file that cannot be looked at.
    pub size: Option<u64>,
    /// The modification time of a file, as in `document`, if `details` were asked for. `None` for
    /// anything else.
    pub modified: Option<u64>,
}

/// The type of an entry of a directory.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum FileKind {
    /// A regular file.
    #[cfg_attr(feature = "host", component(name = "file"))]
    File,
    /// A directory.
    #[cfg_attr(feature = "host", component(name = "directory"))]
    Directory,
    /// A symbolic link.
    #[cfg_attr(feature = "host", component(name = "link"))]
    Link,
    /// A pipe, socket or device, which is never opened.
    #[cfg_attr(feature = "host", component(name = "special"))]
    Special,
}

/// What is known about a file or directory without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct FileStat {
    /// The name with its links resolved, as in `document`.
    pub path: String,
    /// The same as an absolute name.
    #[cfg_attr(feature = "host", component(name = "real-path"))]
    pub real_path: String,
    /// Its type: a file or a directory.
    pub kind: FileKind,
    /// The size of a file in bytes. 0 for a directory.
    pub size: u64,
    /// The modification time, as in `document`. `None` for a directory.
    pub modified: Option<u64>,
    /// The version, as in `document`. `None` for a directory.
    pub version: Option<String>,
}

/// What is known about a file or directory that a tool read, for hosts that keep records.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ReadFacts {
    /// Its absolute name with its links resolved.
    #[cfg_attr(feature = "host", component(name = "real-path"))]
    pub real_path: String,
    /// The size of a file in bytes at open. 0 for a directory.
    pub size: u64,
    /// The modification time, as in `document`. `None` for a directory.
    pub modified: Option<u64>,
    /// The version, as in `document`. `None` for a directory.
    pub version: Option<String>,
    /// The number of lines of text, or entries of a directory, that were returned.
    pub lines: LineCount,
    /// The number of bytes of the file that were returned, in UTF-8 if it is text.
    pub bytes: u64,
    /// The number of secret values in the file that are masked, as in `document`.
    pub masked: Option<u64>,
}

/// Why nothing was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ReadError {
    /// The kind of failure, for programs.
    pub code: ErrorCode,
    /// What happened, for people and models, with the path as it was given. At most 500 characters,
    /// on one line: characters that are not seen, or that begin a line or control a terminal, are
    /// written as JSON escapes, such as `\u202f`. The wording may change.
    pub message: String,
    /// What to do next, on one line in the same way. The wording may change.
    pub hint: String,
    /// For `offset-past-end`, the number of lines in the file, or of cells in a notebook. `None`
    /// for every other code.
    pub total: Option<LineCount>,
    /// For `not-found` and `outside-root`: up to three files in the grants that may be meant, the
    /// best first, and never the requested path. For `is-a-directory`: its first 20 entries by
    /// name, directories with a slash at the end. As paths in the form of the request.
    pub suggestions: Vec<String>,
}

/// The kinds of failure.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum ErrorCode {
    /// The path, or a link on its way, leaves every grant.
    #[cfg_attr(feature = "host", component(name = "outside-root"))]
    OutsideRoot,
    /// Nothing exists at the path. Similar to `ENOENT` in POSIX.
    #[cfg_attr(feature = "host", component(name = "not-found"))]
    NotFound,
    /// A pipe, socket or device, which is never opened.
    #[cfg_attr(feature = "host", component(name = "not-a-file"))]
    NotAFile,
    /// A directory where a file is needed. Similar to `EISDIR` in POSIX.
    #[cfg_attr(feature = "host", component(name = "is-a-directory"))]
    IsADirectory,
    /// A name on the way, or before a final `/`, is not a directory. Similar to `ENOTDIR` in POSIX.
    #[cfg_attr(feature = "host", component(name = "not-a-directory"))]
    NotADirectory,
    /// The host or its operating system denies reading it. Similar to `EACCES` in POSIX.
    #[cfg_attr(feature = "host", component(name = "permission-denied"))]
    PermissionDenied,
    /// The path is empty or contains a NUL, or a link on its way leads to a name that is not
    /// Unicode.
    #[cfg_attr(feature = "host", component(name = "invalid-path"))]
    InvalidPath,
    /// An argument has the wrong type or is out of range.
    #[cfg_attr(feature = "host", component(name = "invalid-argument"))]
    InvalidArgument,
    /// The path or a name in it is too long. Similar to `ENAMETOOLONG` in POSIX.
    #[cfg_attr(feature = "host", component(name = "name-too-long"))]
    NameTooLong,
    /// More than 40 symbolic links on the way, or links that make the path too long. Similar to
    /// `ELOOP` in POSIX.
    #[cfg_attr(feature = "host", component(name = "symlink-loop"))]
    SymlinkLoop,
    /// The first requested line is past the last line of the file.
    #[cfg_attr(feature = "host", component(name = "offset-past-end"))]
    OffsetPastEnd,
    /// The file is not text: its first 8192 bytes have NULs. UTF-8 text without other controls may
    /// have few NULs, isolated ones, or ones at its edges. A given encoding or the view `text`
    /// overrules that.
    #[cfg_attr(feature = "host", component(name = "binary-file"))]
    BinaryFile,
    /// The file is not UTF-8, and the reader does not replace ill-formed bytes.
    #[cfg_attr(feature = "host", component(name = "not-utf8"))]
    NotUtf8,
    /// The answer would be larger than allowed.
    #[cfg_attr(feature = "host", component(name = "too-large"))]
    TooLarge,
    /// A kind of file, or a way to read it, that the reader does not support.
    #[cfg_attr(feature = "host", component(name = "unsupported"))]
    Unsupported,
    /// The file is damaged.
    #[cfg_attr(feature = "host", component(name = "invalid-content"))]
    InvalidContent,
    /// The file changed since the cursor was made, or repeatedly while it was read.
    #[cfg_attr(feature = "host", component(name = "stale"))]
    Stale,
    /// The path is in no git repository.
    #[cfg_attr(feature = "host", component(name = "no-repository"))]
    NoRepository,
    /// The repository has no such revision, or several.
    #[cfg_attr(feature = "host", component(name = "unknown-revision"))]
    UnknownRevision,
    /// A file or an object of the repository is not as git writes it.
    #[cfg_attr(feature = "host", component(name = "damaged-repository"))]
    DamagedRepository,
    /// An object is not in the repository: the clone is shallow or partial.
    #[cfg_attr(feature = "host", component(name = "missing-object"))]
    MissingObject,
    /// The host cannot take another call now.
    #[cfg_attr(feature = "host", component(name = "busy"))]
    Busy,
    /// The host's time limit was reached.
    #[cfg_attr(feature = "host", component(name = "timeout"))]
    Timeout,
    /// The file system failed, or the file changed while it was opened.
    #[cfg_attr(feature = "host", component(name = "io"))]
    Io,
    /// Anything else.
    #[cfg_attr(feature = "host", component(name = "other"))]
    Other,
}

/// What to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DiffRequest {
    /// The file or directory whose changes are returned, as in `ReadRequest`. It may be one that is
    /// no longer there.
    pub path: String,
    /// Globs relative to the directory, as in a `scope`.
    pub globs: Vec<String>,
    /// A commit: what it changed, compared with its first parent. Instead of `from` and `to`.
    pub at: Option<String>,
    /// The older revision. `None` means `HEAD`. `a..b` is also `to`; `a...b` begins where `b` left
    /// `a`.
    pub from: Option<String>,
    /// The newer revision. `None` means the working tree, with files that are neither in the index
    /// nor ignored.
    pub to: Option<String>,
    /// What to return of each file.
    pub output: DiffOutput,
    /// The number of unchanged lines around changed ones. `None` means 3; more than 1000 acts as
    /// 1000.
    pub context: Option<LineCount>,
    /// The `next` of the previous page of the same request. `None` begins with the first file.
    pub cursor: Option<String>,
    /// The maximum number of files to return, from 1. `None` means 1000; more than 10000 acts as
    /// 10000.
    pub files: Option<u32>,
    /// The maximum number of bytes to return, from 1 to 1048576, with 16 for each file in addition
    /// to its paths and its patch. `None` means 48000. A page has at least one line.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    pub tokens: Option<TokenCount>,
    /// The time in milliseconds after which no further file is compared. `None` means no limit.
    pub milliseconds: Option<u32>,
}

/// What to return of changed files.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum DiffOutput {
    /// The changed lines.
    #[cfg_attr(feature = "host", component(name = "patch"))]
    Patch,
    /// Their paths and how they changed.
    #[cfg_attr(feature = "host", component(name = "files"))]
    Files,
    /// The same, with the numbers of added and removed lines.
    #[cfg_attr(feature = "host", component(name = "counts"))]
    Counts,
}

/// A page of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct DiffPage {
    /// The older side of the comparison: a hash, `index` or `working tree`. Empty if there is no
    /// older one.
    pub from: String,
    /// The newer side, in the same way.
    pub to: String,
    /// The commit whose changes they are, with its message, on the first page of a request with
    /// `at`.
    pub commit: Option<Commit>,
    /// Of the tags that have this commit among their ancestors, those of the earliest commit. If
    /// these name versions before a release, such as `v2.0-rc.1`, those of the earliest release,
    /// too. Empty if none has it, or if that is not known in two seconds.
    #[cfg_attr(feature = "host", component(name = "first-tags"))]
    pub first_tags: Vec<String>,
    /// The files, in the order of their paths, untracked ones last.
    pub files: Vec<ChangedFile>,
    /// The number of changed files on all pages.
    pub total: u32,
    /// The number of changed files that are not returned because their names are not Unicode.
    pub unnamed: u32,
    /// The `cursor` of the next page, which may begin inside a file. `None` if there is no more.
    pub next: Option<String>,
    /// Why the page ends.
    pub stopped: HistoryStop,
}

/// A file that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ChangedFile {
    /// Its name, as in `document`: the newer one.
    pub path: String,
    /// Its older name if it was renamed.
    #[cfg_attr(feature = "host", component(name = "old-path"))]
    pub old_path: Option<String>,
    /// How it changed.
    pub status: ChangeStatus,
    /// How much of a renamed file is the same, in percent.
    pub similarity: Option<u32>,
    /// The number of added lines. `None` if it was not asked for, or if it is not text.
    pub added: Option<LineCount>,
    /// The number of removed lines, in the same way.
    pub removed: Option<LineCount>,
    /// Whether a text made of the file is compared, as of a sheet or a PDF.
    pub converted: bool,
    /// A patch as git writes it, or the part of it that is on this page. Of a file that is
    /// converted, it has the lines of its text. `None` if it was not asked for.
    pub patch: Option<String>,
}

/// How a file changed.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum ChangeStatus {
    /// It is new.
    #[cfg_attr(feature = "host", component(name = "added"))]
    Added,
    /// It is gone.
    #[cfg_attr(feature = "host", component(name = "deleted"))]
    Deleted,
    /// Its content or its mode changed.
    #[cfg_attr(feature = "host", component(name = "modified"))]
    Modified,
    /// It is of another kind, such as a link instead of a file.
    #[cfg_attr(feature = "host", component(name = "type-changed"))]
    TypeChanged,
    /// It has another name.
    #[cfg_attr(feature = "host", component(name = "renamed"))]
    Renamed,
    /// It is in the working tree and not in the index. A path that ends with a slash is a directory
    /// of such files.
    #[cfg_attr(feature = "host", component(name = "untracked"))]
    Untracked,
    /// A merge left it in conflict.
    #[cfg_attr(feature = "host", component(name = "unmerged"))]
    Unmerged,
}

/// Which commits to return.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct LogRequest {
    /// The file or directory: commits that did not change it are left out, as git does. The top of
    /// the repository has all. It may be one that is no longer there.
    pub path: String,
    /// The revision to begin at. `None` means `HEAD`.
    pub at: Option<String>,
    /// A revision: neither it nor what came before it is returned. `a..b` is also `to`; `a...b` are
    /// the commits of both that the other does not have.
    pub from: Option<String>,
    /// The revision to begin at, with `from`. `None` means `HEAD`.
    pub to: Option<String>,
    /// A regular expression in the syntax of Rust's crate regex, in any case, for the author with
    /// the address, `Ann Lee <ann@example.org>`, or for the name alone.
    pub author: Option<String>,
    /// The same for a line of the message. As in a search, case matters only if it has a capital.
    pub message: Option<String>,
    /// Code of files as it is, or an expression if it has signs that code rarely has, such as `.*`
    /// and `a|b`: commits that add, remove or change lines with a match in a file. Lines that only
    /// move or are indented, and merges, are left out.
    pub text: Option<String>,
    /// The earliest date of the commit: `2026-11-28`, in UTC, `2026-11-28T09:30:00+01:00`, or `2
    /// weeks ago`.
    pub since: Option<String>,
    /// The latest date, in the same way; a day is included.
    pub until: Option<String>,
    /// What to return of each commit.
    pub output: LogOutput,
    /// The `next` of the previous page of the same request. `None` begins with the newest commit.
    pub cursor: Option<String>,
    /// The maximum number of commits, from 1. `None` means 100; more than 10000 acts as 10000.
    pub commits: Option<u32>,
    /// The maximum number of bytes to return, from 1 to 1048576, with 64 for each commit in
    /// addition to its texts. `None` means 48000. A page has at least one commit.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    pub tokens: Option<TokenCount>,
    /// The time in milliseconds after which no further commit is looked at. `None` means no limit.
    pub milliseconds: Option<u32>,
}

/// What to return of commits.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum LogOutput {
    /// Who made them, when, and the first line of the message.
    #[cfg_attr(feature = "host", component(name = "subjects"))]
    Subjects,
    /// The address of the author and the whole message too.
    #[cfg_attr(feature = "host", component(name = "full"))]
    Full,
    /// The files that they changed too, compared with the first parent.
    #[cfg_attr(feature = "host", component(name = "files"))]
    Files,
    /// As `subjects`, but only of commits with tags. Without `at`, `from` and `to`, begins with all
    /// tags.
    #[cfg_attr(feature = "host", component(name = "tags"))]
    Tags,
}

/// A page of commits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct LogPage {
    /// The commits, the newest first, in the order of `git log`.
    pub commits: Vec<Commit>,
    /// The number of commits on all pages. Known of a range, such as `v1..v2`, without `author`,
    /// `message`, `text`, `since` and `until`.
    pub total: Option<u32>,
    /// The `cursor` of the next page. `None` if there are no more.
    pub next: Option<String>,
    /// If the time was up, the date of the commit that is looked at next, as in `commit`.
    pub reached: Option<String>,
    /// The number of objects in which `text` was not looked for, because a partial or damaged clone
    /// does not have them. `None` if it has all.
    pub missing: Option<u32>,
    /// Why the page ends.
    pub stopped: HistoryStop,
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Commit {
    /// Its hash.
    pub id: String,
    /// The hashes of its parents.
    pub parents: Vec<String>,
    /// The names of its tags, such as `v1.2`.
    pub tags: Vec<String>,
    /// The name of its author.
    pub author: String,
    /// The address of its author. `None` if it was not asked for.
    pub email: Option<String>,
    /// When it was written, where it was written: `2026-11-28T09:30:00+01:00`.
    pub date: String,
    /// When the commit was made, in the same way: later if it was rebased or applied.
    pub committed: String,
    /// The first paragraph of its message, on one line.
    pub subject: String,
    /// Its message, if that was asked for. Else, of a request with `message`, the first line that
    /// matches, if it is not in `subject`: at most 200 characters of it.
    pub message: Option<String>,
    /// With `text`, the number of lines with a match that it added. `None` without `text`.
    #[cfg_attr(feature = "host", component(name = "added-matches"))]
    pub added_matches: Option<u32>,
    /// The number of those that it removed, in the same way.
    #[cfg_attr(feature = "host", component(name = "removed-matches"))]
    pub removed_matches: Option<u32>,
    /// The files that it changed, if they were asked for: at most 1000, and with `text` those with
    /// such lines. Otherwise the requested file, if the commit added or deleted it, or gave it its
    /// name or another one.
    pub files: Vec<ChangedFile>,
}

/// Whose lines to return.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BlameRequest {
    /// The file, as in `ReadRequest`.
    pub path: String,
    /// The revision of the file. `None` means the working tree.
    pub at: Option<String>,
    /// The first line. `None` means line 1.
    pub first: Option<LineNumber>,
    /// The maximum number of lines, from 1. `None` means 2000; more than 10000 acts as 10000.
    pub lines: Option<LineCount>,
    /// The maximum number of bytes to return, from 1 to 1048576, with 64 for each run in addition
    /// to its texts. `None` means 48000. A page has at least one line.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    pub tokens: Option<TokenCount>,
    /// The time in milliseconds after which no older commit is looked at. `None` means no limit.
    pub milliseconds: Option<u32>,
}

/// Lines of a file, with the commits that they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BlamePage {
    /// The file, as in `document`.
    pub path: String,
    /// The lines, in order.
    pub runs: Vec<BlameRun>,
    /// The number of lines in the file.
    pub total: LineCount,
    /// The first line of the next page. `None` if there are no more.
    pub next: Option<LineNumber>,
    /// Why the page ends. After `time-limit`, lines have the oldest commit that was looked at.
    pub stopped: HistoryStop,
}

/// Consecutive lines that come from one commit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BlameRun {
    /// The first of the lines.
    pub first: LineNumber,
    /// Their texts, without their line endings.
    pub lines: Vec<String>,
    /// The hash of the commit. `None` if they are not committed.
    pub commit: Option<String>,
    /// The name of its author.
    pub author: String,
    /// When it was written, as in `commit`.
    pub date: String,
    /// The first paragraph of its message, on one line.
    pub subject: String,
    /// The name that the file had then, if it was another one.
    #[cfg_attr(feature = "host", component(name = "old-path"))]
    pub old_path: Option<String>,
    /// Whether the lines may be older: the clone is shallow, or the time was up.
    #[cfg_attr(feature = "host", component(name = "is-oldest"))]
    pub is_oldest: bool,
}

/// Why a page ends.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum HistoryStop {
    /// There is no more.
    #[cfg_attr(feature = "host", component(name = "end"))]
    End,
    /// The number of files, commits or lines was reached.
    #[cfg_attr(feature = "host", component(name = "count-limit"))]
    CountLimit,
    /// More would not fit into `bytes`, or into the 100,000 values that a JSON answer may have.
    #[cfg_attr(feature = "host", component(name = "byte-limit"))]
    ByteLimit,
    /// More would not fit into `tokens`.
    #[cfg_attr(feature = "host", component(name = "token-limit"))]
    TokenLimit,
    /// The time was up.
    #[cfg_attr(feature = "host", component(name = "time-limit"))]
    TimeLimit,
    /// There is no more in this clone, which is shallow: older commits are not in it.
    #[cfg_attr(feature = "host", component(name = "shallow"))]
    Shallow,
}

/// Which files are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Scope {
    /// The directory to look in, or a file, which is then looked at whatever the other fields say.
    /// As in `ReadRequest`.
    pub path: String,
    /// Globs as in `.gitignore`, relative to the directory, and with alternatives in braces:
    /// `*.{ts,tsx}`. A glob without `/` matches names at any depth. The last glob that matches
    /// decides; one that begins with `!` excludes. If others include, an entry that no glob matches
    /// is left out. A glob also matches the name that is written like it, such as `[id]`, and
    /// `*.js, *.ts` is two. Globs that exclude count as relative to the root too. If nothing
    /// matches, globs that begin with the names of the directory, or the last of them, are taken
    /// without these, and backslashes as slashes; and if that matches nothing, those with a `*` in
    /// any case: see `globs` in the answer. At most 1000 after the braces are expanded.
    pub globs: Vec<String>,
    /// Whether names that begin with a dot are looked at. They are, and so are ignored ones, if a
    /// glob that includes spells them out: if its component for the name has no wildcard, or begins
    /// with a dot.
    pub hidden: bool,
    /// Whether to look also at what is left out by `.ignore`, `.gitignore` and `.git/info/exclude`
    /// in the directory, in those below it, and in those above it up to the top of the grant.
    /// Deeper files take precedence, and `.ignore` over those of git, which apply without a
    /// repository too, and inside nested ones. A file that is too large, with those above it more
    /// than 12 MiB, is not applied.
    pub ignored: bool,
    /// The maximum depth of a file, from 1: the entries of the directory itself have depth 1.
    /// `None` means any. 0 fails with `invalid-argument`.
    pub depth: Option<u32>,
    /// The revision of a git repository to look in, as in `ReadRequest`. `.git` has none.
    pub at: Option<String>,
}

/// In which order files are searched.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum FoundOrder {
    /// By path, as they are walked.
    #[cfg_attr(feature = "host", component(name = "path"))]
    Path,
    /// By modification time, newest first; those with the same one by path.
    #[cfg_attr(feature = "host", component(name = "modified"))]
    Modified,
    /// By the number of lines that match, greatest first, for `counts`; those with as many, and
    /// files for other outputs, by path. Each page searches all files.
    #[cfg_attr(feature = "host", component(name = "matches"))]
    Matches,
}

/// In which order entries are found.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum FindOrder {
    /// By path, as they are walked.
    #[cfg_attr(feature = "host", component(name = "path"))]
    Path,
    /// By modification time, newest first.
    #[cfg_attr(feature = "host", component(name = "modified"))]
    Modified,
    /// By size, largest first, and entries other than files last.
    #[cfg_attr(feature = "host", component(name = "size"))]
    Size,
    /// By number of lines, most first, and entries without lines last. Each page reads all files.
    #[cfg_attr(feature = "host", component(name = "lines"))]
    Lines,
}

/// A request to find entries.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct FindRequest {
    /// Where.
    pub scope: Scope,
    /// The kinds of entries to return. Empty means regular files.
    pub kinds: Vec<FileKind>,
    /// In which order. Equal entries are ordered by path.
    pub order: FindOrder,
    /// Whether to return sizes and times, which takes longer.
    pub details: bool,
    /// Whether to return the lines and tokens of text files, each of which is read for it. They are
    /// returned also if `order` is `lines`.
    pub lines: bool,
    /// The `next` of the previous page. `None` begins with the first entry. Fails with
    /// `invalid-argument` if it is not a cursor for the same scope, kinds and order.
    pub cursor: Option<String>,
    /// The maximum number of entries to return, from 1. `None` means 1000; more than 100000 acts as
    /// 100000. A page has at most 4 MiB of paths.
    pub entries: Option<u32>,
    /// The time in milliseconds after which a page ends with what was found so far, if `order` is
    /// `path`. `None` means no limit.
    pub milliseconds: Option<u32>,
}

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Found {
    /// The entries, in order.
    pub entries: Vec<FoundEntry>,
    /// The `cursor` of the next page. `None` if there are no more entries.
    pub next: Option<String>,
    /// Whether the page ends because of `milliseconds`.
    #[cfg_attr(feature = "host", component(name = "out-of-time"))]
    pub out_of_time: bool,
    /// The entries left out. Each is counted on one page, and if `order` is not `path` on the first
    /// one.
    pub skipped: Skipped,
    /// The globs that were used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct FoundEntry {
    /// Its name as in `document`.
    pub path: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
    /// The size of a file in bytes, if `details` were asked for. `None` for anything else.
    pub size: Option<u64>,
    /// The modification time, as in `document`, if `details` were asked for.
    pub modified: Option<u64>,
    /// The number of lines of a text file, as a read counts them, if `lines` were asked for. `None`
    /// for documents, notebooks, binary files, files that cannot be read, and, if `order` is
    /// `path`, a file for which `milliseconds` do not suffice.
    pub lines: Option<LineCount>,
    /// The number of tokens in these lines, as an estimate.
    pub tokens: Option<TokenCount>,
}

/// How much of what the scope names was left out. What no glob includes does not count, nor does
/// the directory `.git`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Skipped {
    /// Entries whose names begin with a dot. What is in such a directory is not counted.
    pub hidden: u32,
    /// Entries that ignore files leave out. What is in such a directory is not counted.
    pub ignored: u32,
    /// The names of these ignore files: `.ignore`, `.gitignore`, `.git/info/exclude`.
    #[cfg_attr(feature = "host", component(name = "ignored-by"))]
    pub ignored_by: Vec<String>,
    /// Links, which are not followed, unless links are to be found.
    pub links: u32,
    /// Binary files that were not searched.
    pub binary: u32,
    /// Documents that were not searched because they are encrypted, damaged, without text, as scans
    /// are, or of a format that is not read.
    pub documents: u32,
    /// Documents that were not searched to their ends because they are too large, and files for
    /// which a whole page's time does not suffice, because they are masked or the pattern is large.
    pub large: u32,
    /// Directories that the operating system refuses to list.
    pub directories: u32,
    /// Files that cannot be read.
    pub files: u32,
    /// Entries whose names are not Unicode.
    pub names: u32,
    /// Entries whose paths are longer than 4096 bytes.
    pub paths: u32,
    /// Files such as `.gitignore` that were not applied.
    #[cfg_attr(feature = "host", component(name = "ignore-files"))]
    pub ignore_files: u32,
}

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct SearchRequest {
    /// In which files.
    pub scope: Scope,
    /// A regular expression in the syntax of Rust's crate `regex` without look-around and
    /// back-references, or a text: at most 8192 bytes. It is compared with one line at a time, in
    /// linear time. `^` and `$` match the beginning and the end of a line, whether it ends with LF
    /// or CR LF. In a PDF, the blanks of text of several words match line ends too: the line in
    /// which a match begins matches, and those in which it continues follow it. Classes by property
    /// support general categories and scripts. Fails with `invalid-argument` if it is not such an
    /// expression, contains a line feed, or is too large.
    pub pattern: String,
    /// What the pattern is.
    pub syntax: PatternSyntax,
    /// Whether case matters.
    #[cfg_attr(feature = "host", component(name = "letter-case"))]
    pub letter_case: LetterCase,
    /// Whether a match must begin and end where words do. Of definitions, whether the whole name
    /// must match.
    pub words: bool,
    /// What to return.
    pub output: SearchOutput,
    /// The number of lines to return before each that matches, at most 100.
    pub before: LineCount,
    /// The same after it.
    pub after: LineCount,
    /// Which blocks to return in place of these.
    pub blocks: MatchBlocks,
    /// Whether binary files are searched too, as text.
    pub binary: bool,
    /// Whether to return the headers around matches, which are looked for in files of at most 1
    /// MiB.
    pub headers: bool,
    /// In which order files are searched.
    pub order: FoundOrder,
    /// The `next` of the previous page. `None` begins with the first file. Fails with
    /// `invalid-argument` if it is not a cursor for the same scope, pattern and order.
    pub cursor: Option<String>,
    /// The maximum number of lines that match to return, or of files if `output` is `files` or
    /// `counts`, from 1. `None` means 200; more than 10000 acts as 10000.
    pub matches: Option<u32>,
    /// The maximum number of matching lines to return per file, from 1. Further ones are counted.
    /// `None` means 20, or no limit if the path of the scope is a file.
    #[cfg_attr(feature = "host", component(name = "matches-per-file"))]
    pub matches_per_file: Option<u32>,
    /// The maximum number of bytes to return, from 1 to 1048576, with 8 for each line and path in
    /// addition to their texts. `None` means 48000. A page has at least one line.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    pub tokens: Option<TokenCount>,
    /// The maximum number of characters to return of each line, from 1. `None` means 400. A longer
    /// line is clipped around its first match.
    pub columns: Option<ColumnCount>,
    /// The time in milliseconds after which a page ends with what was found so far. `None` means no
    /// limit.
    pub milliseconds: Option<u32>,
}

/// What a pattern is.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum PatternSyntax {
    /// A regular expression.
    #[cfg_attr(feature = "host", component(name = "regex"))]
    Regex,
    /// The text itself.
    #[cfg_attr(feature = "host", component(name = "literal"))]
    Literal,
}

/// Whether case matters.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum LetterCase {
    /// Case matters.
    #[cfg_attr(feature = "host", component(name = "sensitive"))]
    Sensitive,
    /// Case does not matter.
    #[cfg_attr(feature = "host", component(name = "insensitive"))]
    Insensitive,
    /// As `insensitive` if the pattern has letters and none of them is upper-case, otherwise as
    /// `sensitive`.
    #[cfg_attr(feature = "host", component(name = "smart"))]
    Smart,
}

/// What to return of a file with matches.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum SearchOutput {
    /// The lines that match.
    #[cfg_attr(feature = "host", component(name = "lines"))]
    Lines,
    /// Its path.
    #[cfg_attr(feature = "host", component(name = "files"))]
    Files,
    /// Its path and the number of lines that match.
    #[cfg_attr(feature = "host", component(name = "counts"))]
    Counts,
    /// The definitions whose names match, each as its first line and those of its parameters, in
    /// files of at most 4 MiB. Larger ones count as `large`. A name is as written: of a function, a
    /// type, a constant, a heading, a key. If the pattern is names with `::`, `.` or `#` between
    /// them, such as `Walk::next`, the last of them matches, in the others. A pattern with a space
    /// is compared with the line, too.
    #[cfg_attr(feature = "host", component(name = "definitions"))]
    Definitions,
    /// The lines with a match that begins and ends where words do, without the definitions whose
    /// names match, their declarations in C, and lines that have the name only in the path of an
    /// import, in files of at most 4 MiB. Lines that are only comments are last in each file.
    #[cfg_attr(feature = "host", component(name = "uses"))]
    Uses,
}

/// Which blocks to return. The block of a line is the innermost definition that it is in, with the
/// comments and attributes directly above it. In one with more than 120 lines, it is the block by
/// indentation, and of that at most 120 lines around the match are returned. Where there is no
/// definition, it is the lines up to blank ones.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum MatchBlocks {
    /// None.
    #[cfg_attr(feature = "host", component(name = "none"))]
    None,
    /// Those of definitions, if a search finds at most two, or at most 60 lines of them. `impl
    /// Walk` and tests of a name do not count, and are returned as one line.
    #[cfg_attr(feature = "host", component(name = "few"))]
    Few,
    /// One around each match.
    #[cfg_attr(feature = "host", component(name = "all"))]
    All,
}

/// A page of what was found in files. Each file is decoded as a read decodes it; text in other
/// encodings than UTF-8 is searched after decoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct SearchResults {
    /// The files with matches, in order.
    pub files: Vec<FileMatches>,
    /// Why the page ends.
    pub stopped: SearchStop,
    /// The `cursor` of the next page. `None` if everything was searched.
    pub next: Option<String>,
    /// The number of files that were searched to their end for this page.
    pub searched: u32,
    /// What was not searched. Each file is counted on one page, and what is left out without being
    /// opened on the first one if `order` is `modified`.
    pub skipped: Skipped,
    /// The globs that were used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
}

/// The matches in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct FileMatches {
    /// Its name as in `document`.
    pub path: String,
    /// The number of lines that match, also on earlier pages, as far as the file was searched.
    pub matches: LineCount,
    /// Whether the file was searched to its end.
    pub complete: bool,
    /// The lines. Empty if `output` is `files` or `counts`.
    pub groups: Vec<MatchGroup>,
}

/// Consecutive lines of a file with a match among them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct MatchGroup {
    /// The innermost three headers that the first line that matches is under, outermost first: the
    /// function, class, section or key around it, as in an outline but indented. In a sheet, the
    /// row that names its columns. In a notebook, the cell and, of an output, its kind.
    pub headers: Vec<Heading>,
    /// The lines.
    pub lines: Vec<MatchLine>,
}

/// A line that matches, or one near it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct MatchLine {
    /// The line; in a notebook, the number of its cell. One of more than 16 MiB is searched in
    /// parts, and a match that lies in two of them is not found.
    pub line: LineNumber,
    /// Its text without the LF at its end. Bytes that are not text are U+FFFD.
    pub text: String,
    /// The first character in `text`. 1 unless the beginning of the line was left out.
    pub column: Column,
    /// Whether the end of the line was left out.
    pub clipped: bool,
    /// Whether it matches.
    pub matches: bool,
    /// Where it does, in order: at most 100 places. None of them is in what was left out.
    pub ranges: Vec<ColumnRange>,
    /// The last line of the definition in this line. `None` if `output` is not `definitions`, and
    /// in a notebook.
    pub last: Option<LineNumber>,
    /// The names of the cells of a sheet in which the matches start, such as `E457`: at most 3.
    /// `None` outside of sheets.
    pub cells: Option<Vec<String>>,
}

/// Consecutive characters of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct ColumnRange {
    /// The first one.
    pub start: Column,
    /// The one behind the last; the same as `start` for an empty match.
    pub end: Column,
}

/// Why a page of a search ends.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum SearchStop {
    /// Everything was searched.
    #[cfg_attr(feature = "host", component(name = "end"))]
    End,
    /// `matches` was reached, and there are more.
    #[cfg_attr(feature = "host", component(name = "match-limit"))]
    MatchLimit,
    /// The next line would not fit into `bytes`, or its places into the 100,000 values that a JSON
    /// answer may have.
    #[cfg_attr(feature = "host", component(name = "byte-limit"))]
    ByteLimit,
    /// The next line would not fit into `tokens`.
    #[cfg_attr(feature = "host", component(name = "token-limit"))]
    TokenLimit,
    /// The time was up.
    #[cfg_attr(feature = "host", component(name = "time-limit"))]
    TimeLimit,
}

/// What to map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct MapRequest {
    /// Which files.
    pub scope: Scope,
    /// The `next` of the previous page. `None` begins with the most important definition. Fails
    /// with `invalid-argument` if it is not a cursor for the same scope.
    pub cursor: Option<String>,
    /// The maximum number of definitions to return, from 1. `None` means 1000; more than 10000 acts
    /// as 10000.
    pub definitions: Option<u32>,
    /// The maximum number of bytes to return, from 1 to 1048576, with 8 for each definition and
    /// path in addition to their texts. `None` means 12000. A page has at least one definition.
    pub bytes: Option<ByteCount>,
    /// The maximum number of tokens, from 1, as an estimate. `None` means as many as `bytes` allow.
    pub tokens: Option<TokenCount>,
    /// The time in milliseconds after which no further file is read. The map is then one of the
    /// files before. `None` means no limit.
    pub milliseconds: Option<u32>,
}

/// A page of a map: the definitions of a directory's programs, and the headings of its Markdown
/// files, the most important first. Those that other files may use come before others, and among
/// them those whose names are in most other files. Methods count a quarter, and a name that several
/// files define counts for each of them in part. Constants, fields and the like come last. Tests,
/// generated files and definitions inside of methods are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct MapPage {
    /// The files with the most important definitions of the rest, in the order of the first of
    /// these.
    pub files: Vec<MappedFile>,
    /// On the first page, other files by their names, as many as fit into a quarter of it: those
    /// with definitions, then those of other kinds, tests and generated ones.
    pub names: Vec<String>,
    /// The `cursor` of the next page. `None` if there are no more definitions.
    pub next: Option<String>,
    /// Whether files are missing because of `milliseconds`.
    #[cfg_attr(feature = "host", component(name = "out-of-time"))]
    pub out_of_time: bool,
    /// The number of files on all pages.
    pub mapped: u32,
    /// The number of definitions on all pages.
    pub definitions: u32,
    /// The number of files that are tests, by their paths.
    pub tests: u32,
    /// The number of files that are generated, by their paths or first lines.
    pub generated: u32,
    /// The number of files that are neither programs nor Markdown.
    pub others: u32,
    /// The number of files that were not read because there are more than 20,000 of them, or than
    /// 100,000 definitions in those before.
    pub unread: u32,
    /// The entries left out, the same on each page. Files of more than 1 MiB count as `large`.
    pub skipped: Skipped,
    /// The globs that were used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
}

/// The definitions of a file on a page of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct MappedFile {
    /// Its name as in `document`.
    pub path: String,
    /// The number of its lines.
    pub lines: LineCount,
    /// The definitions, in the order of their lines.
    pub definitions: Vec<OutlineEntry>,
    /// The number of its definitions on other pages.
    pub omitted: u32,
}

/// What a scan found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Scanned {
    /// Opaque text of at most some MiB. The variable has those of consecutive shards, in order and
    /// from the first one on, with NUL between them.
    pub text: String,
    /// The number of files that have a matching line.
    pub files: u32,
    /// Whether it came to the end of the shard.
    pub complete: bool,
}

/// A tool, and how it is presented to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Tool {
    /// Its id, with the revision.
    pub id: String,
    /// The name that the model calls.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON Schema (draft 2020-12) of its arguments, as JSON text.
    pub parameters: String,
    /// The same with the arguments that `parameters` leaves out to be short; a call may always have
    /// them. `None` if `parameters` has all of them.
    #[cfg_attr(feature = "host", component(name = "full-parameters"))]
    pub full_parameters: Option<String>,
    /// One line about it for a system prompt.
    pub snippet: String,
    /// Advice on its use for a system prompt, one sentence each.
    pub guidelines: Vec<String>,
    /// The release that it equals, for people.
    pub release: String,
    /// How it was established that it equals this release, in one sentence.
    pub basis: String,
}

/// No tool has this id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct UnknownToolError {
    /// The id that was given.
    pub tool: String,
    /// The ids of all tools.
    pub known: Vec<String>,
}

/// Whether a tool did what it was asked.
#[derive(Clone, Copy, PartialOrd, Ord, Hash, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(enum))]
#[repr(u8)]
pub enum Outcome {
    /// It answered, if only in part.
    #[cfg_attr(feature = "host", component(name = "answered"))]
    Answered,
    /// It reports an error, in the words of its agent.
    #[cfg_attr(feature = "host", component(name = "refused"))]
    Refused,
}

/// What a tool returns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct Reply {
    /// Whether the tool did what it was asked.
    pub outcome: Outcome,
    /// The native result object as JSON text on one line. Empty text if the call was
    /// `content_only`.
    pub json: String,
    /// The result as the agent puts it before its model.
    pub content: Vec<Content>,
    /// What was read, one item per file or directory. Empty if nothing was read.
    pub facts: Vec<ReadFacts>,
    /// Where some lines of a large file begin: pass it to the next call of the same tool for this
    /// file, instead of the index that this call was given. Opaque text of at most 32768 bytes.
    /// `None` if there is nothing new to remember.
    pub index: Option<String>,
    /// What has been shown of the file, this answer included: pass it to the next call of the same
    /// tool for this file, instead of what this call was given. Opaque text of at most 4096 bytes.
    /// `None` if there is nothing new to remember.
    pub shown: Option<String>,
}

/// What a host adds to the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct CallContext {
    /// The `index` of an earlier reply for the same file, which saves counting the lines before. It
    /// never changes an answer: an index of another file or version, or for other rules about
    /// lines, is ignored. A host may keep it within a session if `modified` is known and at least
    /// some seconds ago, because a file that was just modified may change again without a new
    /// version. It may always be left out.
    pub index: Option<String>,
    /// The `shown` of an earlier reply for the same file, kept as `index` is: what the conversation
    /// already has of this version is omitted unless the arguments ask for it. Empty text means
    /// that nothing was shown yet. `None` shows everything, and the reply has no `shown`. The tools
    /// of agents ignore it unless the agent itself has such a memory.
    pub shown: Option<String>,
    /// The maximum number of tokens of the text in `content`, as an estimate, whatever the
    /// arguments ask for. `None` means no limit. The tools of agents have the limits of their agent
    /// instead.
    #[cfg_attr(feature = "host", component(name = "max-tokens"))]
    pub max_tokens: Option<TokenCount>,
    /// Whether the host needs only `content`: the native object repeats its text.
    #[cfg_attr(feature = "host", component(name = "content-only"))]
    pub content_only: bool,
    /// The time in milliseconds after which a page of a tool that finds or searches ends with what
    /// was found so far. `None` means no limit. The tools of agents ignore it.
    pub milliseconds: Option<u32>,
}

/// A part of what a model gets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(variant))]
pub enum Content {
    /// Text.
    #[cfg_attr(feature = "host", component(name = "text"))]
    Text(String),
    /// An image.
    #[cfg_attr(feature = "host", component(name = "image"))]
    Image(EncodedMedia),
    /// Another file that the agent attaches, such as a PDF.
    #[cfg_attr(feature = "host", component(name = "file"))]
    File(EncodedMedia),
}

/// Bytes with their type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct EncodedMedia {
    /// The MIME type.
    pub mime: String,
    /// The bytes in base64, with padding.
    pub data: String,
}

/// A read that every tool can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift, Lower), component(record))]
pub struct BasicRequest {
    /// The file, as the agent names it.
    pub path: String,
    /// Where to start. `None` means the default of the tool, which is line 1.
    pub start: Option<Start>,
    /// The maximum number of lines. `None` means the default of the tool.
    pub lines: Option<LineCount>,
}
