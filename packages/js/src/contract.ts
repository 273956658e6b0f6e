// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** The types of the contract: what a reader is asked, and what it answers. */

import type { ReadError } from './errors.js';

/**
 * A line of a file, counted from 1. A number too large for the type is given as its largest value.
 */
export type LineNumber = number;

/** A number of lines. A number too large for the type is given as its largest value. */
export type LineCount = number;

/** A number of bytes of UTF-8 text. */
export type ByteCount = number;

/**
 * A position in a line: a character (a Unicode scalar value), counted from 1. A number too large
 * for the type is given as its largest value.
 */
export type Column = number;

/**
 * A number of characters (Unicode scalar values) of a line. A number too large for the type is
 * given as its largest value.
 */
export type ColumnCount = number;

/**
 * An estimated number of language model tokens, independent of any model, by the kinds of
 * characters in a text. `docs/views.md` has its error against two real tokenizers.
 */
export type TokenCount = number;

/** What to read. */
export interface ReadRequest {
  /** The file. 1 to 4096 bytes, each name in it at most 255 bytes, no NUL. */
  path: string;
  /** How to read the file. */
  view: View;
  /** Where to start. `undefined` means line 1. */
  start?: Start | undefined;
  /**
   * The maximum number of lines to return, from 1. `undefined` means 2000; more than 10000 acts as
   * 10000.
   */
  lines?: LineCount | undefined;
  /**
   * The maximum number of bytes to return, line endings included, from 1 to 1048576. `undefined`
   * means 48000. The line that would cross the limit is left out, unless it is the first: then it
   * is clipped.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens to return, from 1, as an estimate. `undefined` means as many as
   * `lines` and `bytes` allow. The line that would cross the limit is left out, unless it is the
   * first: then it is clipped.
   */
  tokens?: TokenCount | undefined;
  /**
   * The first character to return of each line. `undefined` means the first one. 0 fails with
   * `invalid-argument`; a line that ends before it is returned as an empty line.
   */
  column?: Column | undefined;
  /**
   * The maximum number of characters to return of each line, from 1. `undefined` means 2000. The
   * rest of a line is left out; its line ending is not.
   */
  columns?: ColumnCount | undefined;
  /**
   * The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le or
   * utf-32be, or what Python or iconv call one of them, in any case and with any separators.
   * `undefined` detects it: by a byte-order mark; by NULs where UTF-16 or UTF-32 text has them;
   * UTF-8 if everything that is read is valid UTF-8; otherwise by a guess among older encodings. An
   * unknown name fails with `invalid-argument`. For UTF-16 and UTF-32, a byte-order mark always
   * decides the byte order. In ISO-2022-JP, which is not detected, every line begins as ASCII. A
   * file with a given encoding is never binary.
   */
  encoding?: string | undefined;
  /** Whether to count the lines of the whole file. */
  totals: Totals;
  /**
   * The version that the caller already has: if the file still has it, the body is `unchanged` and
   * nothing is read. A file without a known time is always read. `undefined` always reads.
   */
  knownVersion?: string | undefined;
  /**
   * The revision of a git repository to read the file in: see `history`. `undefined` means the file
   * as it is.
   */
  at?: string | undefined;
}

/**
 * How to read a file.
 *
 * - `auto`: By the type of file: a notebook (a name that ends with `.ipynb`, in any case) as cells,
 *   an image as facts, a directory as entries, an office document, PDF or e-book (known by its
 *   bytes) as its text, anything else as text. The entries of a directory count as lines; `start`
 *   is a line or counts from the end.
 * - `text`: As text, exactly as it is in the file, even if it is taken for a notebook, an image, a
 *   PDF or a binary file. A document in an archive or a compound file as with `auto`, with the
 *   formulas of cells (xlsx, ods), such as `12 [=SUM(B2:B6)]`, and with tracked changes (docx):
 *   `{++new++}`, `{--old--}`.
 * - `outline`: As an outline of its text. Then `lines` is the maximum number of entries, 1000 by
 *   default and at most, and `start` must be absent.
 */
export type View = (typeof VIEWS)[number];

/** Every {@link View}. */
export const VIEWS = Object.freeze(['auto', 'text', 'outline'] as const);

/**
 * At this line. 0 fails with `invalid-argument`; a line past the end fails with `offset-past-end`,
 * except line 1 of an empty file.
 */
export interface LineStart {
  kind: 'line';
  line: LineNumber;
}

/**
 * This many lines before the end of the file, or at line 1 if the file has fewer. 0 fails with
 * `invalid-argument`. Earlier lines are not read unless `totals` asks to count them.
 */
export interface FromEndStart {
  kind: 'from-end';
  fromEnd: LineCount;
}

/**
 * Where an earlier page of the same file stopped: the `cursor` of its `next`. Earlier lines are not
 * read again. It is valid for a copy of the file with the same path and modification time. Fails
 * with `stale` if the size, the modification time, or the content just before the cursor has
 * changed, and with `invalid-argument` if it is not a cursor for this file.
 */
export interface CursorStart {
  kind: 'cursor';
  cursor: string;
}

/**
 * Selects the block of lines that a line belongs to, by indentation.
 *
 * A line is the header of the more indented lines after it, unless it is a statement in a block
 * that ends below: `x = f(a,`. With `levels` 0, a header selects its own block, and any other line
 * the block that contains it. A block begins at its header, with the comments, attributes and
 * decorators directly above it, and ends with the line that closes it. For a line that has no
 * header and is not one, the block is the lines around it up to blank lines. If a block has more
 * lines than may be returned, those around the line are returned.
 */
export interface BlockStart {
  kind: 'block';
  /**
   * The line. 0 fails with `invalid-argument`, a line past the end with `offset-past-end`. A blank
   * line belongs to the line before it.
   */
  line: LineNumber;
  /**
   * How many headers further out the block begins. More levels than there are headers mean the
   * outermost one.
   */
  levels: number;
  /** Whether to return the lines beside the block too. */
  siblings: Siblings;
}

/**
 * At the definition of a name, with the comments and attributes directly above it. Only these are
 * returned. The name is as written, such as `next`, or with those around it, such as `Walk::next`
 * or `Walk.next`, in any case if none is written so. If there are several, the first is returned,
 * and `sameName` has the others. Fails with `invalid-argument` if there is none, and with
 * `too-large` for a file of more than 4 MiB.
 */
export interface DefinitionStart {
  kind: 'definition';
  definition: string;
}

/**
 * At a sheet, slide, chapter or page of a document: by its title, in any case, or by its number,
 * counted from 1, or from one number to another, as in `3-4`. Only their lines are returned. Fails
 * with `invalid-argument` if the document has no such unit.
 */
export interface UnitStart {
  kind: 'unit';
  unit: string;
}

/**
 * Where to start.
 *
 * - `line`: At this line. 0 fails with `invalid-argument`; a line past the end fails with
 *   `offset-past-end`, except line 1 of an empty file.
 * - `from-end`: This many lines before the end of the file, or at line 1 if the file has fewer. 0
 *   fails with `invalid-argument`. Earlier lines are not read unless `totals` asks to count them.
 * - `cursor`: Where an earlier page of the same file stopped: the `cursor` of its `next`. Earlier
 *   lines are not read again. It is valid for a copy of the file with the same path and
 *   modification time. Fails with `stale` if the size, the modification time, or the content just
 *   before the cursor has changed, and with `invalid-argument` if it is not a cursor for this file.
 * - `block`: At the block around a line. Only the block is returned.
 * - `definition`: At the definition of a name, with the comments and attributes directly above it.
 *   Only these are returned. The name is as written, such as `next`, or with those around it, such
 *   as `Walk::next` or `Walk.next`, in any case if none is written so. If there are several, the
 *   first is returned, and `sameName` has the others. Fails with `invalid-argument` if there is
 *   none, and with `too-large` for a file of more than 4 MiB.
 * - `unit`: At a sheet, slide, chapter or page of a document: by its title, in any case, or by its
 *   number, counted from 1, or from one number to another, as in `3-4`. Only their lines are
 *   returned. Fails with `invalid-argument` if the document has no such unit.
 */
export type Start =
  | LineStart
  | FromEndStart
  | CursorStart
  | BlockStart
  | DefinitionStart
  | UnitStart;

/**
 * Whether to return the lines beside a block.
 *
 * - `excluded`: Only the block.
 * - `included`: Everything under the header around the block.
 */
export type Siblings = (typeof SIBLINGS)[number];

/** Every {@link Siblings}. */
export const SIBLINGS = Object.freeze(['excluded', 'included'] as const);

/**
 * Whether to count the lines of the whole file, which requires reading all of it.
 *
 * - `auto`: Count if the file has at most 32 MiB, or was read to its end anyway.
 * - `always`: Always count.
 * - `never`: Do not read on to count. The number may still be known.
 */
export type Totals = (typeof TOTALS)[number];

/** Every {@link Totals}. */
export const TOTALS = Object.freeze(['auto', 'always', 'never'] as const);

/**
 * How much to return of several files together. It is divided evenly: each file gets what its
 * request asks for up to its share, and what one file does not need goes to larger ones. Never more
 * than 10000 lines in all.
 */
export interface SharedLimits {
  /** The maximum number of bytes, from one per file to 1048576. `undefined` means 48000. */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from one per file, as an estimate. `undefined` means as many as
   * `bytes` allow.
   */
  tokens?: TokenCount | undefined;
}

/** Several files read in one call. */
export interface Documents {
  /** One result per request, in the order of the requests. */
  files: (Document | ReadError)[];
}

/** What was read, and facts about the file. */
export interface Document {
  /**
   * The file with its links resolved: relative to the root (`.` is the root itself), or absolute in
   * another grant.
   */
  path: string;
  /** The size of the file in bytes at open. 0 for a directory. */
  size: number;
  /**
   * The modification time in milliseconds since 1970-01-01T00:00:00Z. `undefined` if it is unknown
   * or earlier, and for a directory.
   */
  modified: number | undefined;
  /**
   * Opaque text that changes when the size or the modification time of the file does, or when
   * anything of it changes at all, as far as the host knows. A copy of the file has another one.
   * Empty for a directory, which is always read.
   */
  version: string;
  /**
   * The number of secret values in the whole file that the policy masks: a text such as `«redacted:
   * AWS access key»` stands for each. `undefined` if the policy does not mask this file.
   */
  masked: number | undefined;
  /** The content of the file. */
  body: Body;
}

/** Consecutive lines of a text file. */
export interface TextBody {
  kind: 'text';
  /**
   * The lines with their line endings, as they are in the file, but in UTF-8 whatever its encoding.
   * Bytes that are not text become U+FFFD; in UTF-8, one for each maximal ill-formed sequence. A
   * line ends with LF or CR LF; a CR elsewhere is an ordinary character. A first line that was
   * clipped to fit `bytes` has no line ending.
   */
  content: string;
  /**
   * The number of the first line in `content`. `undefined` if it was reached from the end, directly
   * or by a cursor, and the lines before it were not counted.
   */
  first: LineNumber | undefined;
  /** The number of lines in `content`; 0 for an empty file. */
  lines: LineCount;
  /** The requested block. `undefined` if no block was requested. */
  block: BlockSpan | undefined;
  /** The number of tokens in `content`, as an estimate. */
  tokens: TokenCount;
  /** Why `content` ends where it does. */
  stopped: StopReason;
  /** Where the next page begins. `undefined` if `content` includes the last line of the file. */
  next: Position | undefined;
  /**
   * The number of lines in the file. A line ending at the end of the file does not begin another
   * line. `undefined` if not all were counted.
   */
  total: LineCount | undefined;
  /**
   * The lines of `content` whose ends were left out because they have more characters than
   * `columns`, or than fit into `bytes` or `tokens`.
   */
  clipped: ClippedLine[];
  /**
   * The encoding that the file was decoded as: its name in the Encoding Standard in lower case,
   * such as `utf-8`, `utf-16le` or `gbk`.
   */
  encoding: string;
  /** What decided the encoding. */
  encodingSource: EncodingSource;
  /**
   * Whether the file begins with a byte-order mark of that encoding. The mark is part of `content`.
   */
  bom: boolean;
  /** The line endings in `content`. */
  lineEndings: LineEndings;
  /**
   * Whether bytes were replaced because they are not text in that encoding: in the whole file if
   * `total` is known, otherwise from its beginning to the end of `content`, or from where reading
   * from the end began if `first` is undefined.
   */
  lossy: boolean;
  /**
   * Characters in `content` that hide or forge what people see: one item per line and kind, in
   * order, at most 100. `content` contains these characters unchanged.
   */
  suspicious: SuspiciousLine[];
}

/** The file still has the known version. */
export interface UnchangedBody {
  kind: 'unchanged';
}

/**
 * An outline of a text: the lines that declare something, recognized by words and forms that are
 * common in programming languages and in Markdown. In other files, these are the lines that others
 * are indented under. A file of more than 16 MiB fails with `too-large`. The outline of a notebook
 * has its cells, with the definitions and headings in them; its numbers count cells.
 */
export interface OutlineBody {
  kind: 'outline';
  /** The lines, in order. */
  entries: OutlineEntry[];
  /** The number of entries left out to fit `lines`, `bytes` and `tokens`, the deepest first. */
  omitted: number;
  /** The number of tokens in the entries, as an estimate. */
  tokens: TokenCount;
  /** The number of lines in the file. */
  total: LineCount;
  /** The encoding that the file was decoded as, as in `text`. */
  encoding: string;
}

/**
 * Consecutive cells of a notebook. `start` and `lines` of the request count cells; a cursor and a
 * block fail with `unsupported`. A notebook of more than 64 MiB fails with `too-large`. A file with
 * the name of a notebook that is not a notebook is read as text.
 */
export interface NotebookBody {
  kind: 'notebook';
  /** The cells. */
  cells: NotebookCell[];
  /** The number of tokens in the cells, as an estimate. */
  tokens: TokenCount;
  /** Why the cells end where they do. */
  stopped: StopReason;
  /** The number of cells in the notebook. */
  total: number;
  /** The first cell of the next page, for `start.line`. `undefined` if there are no more. */
  nextCell: number | undefined;
  /** The number of requested cells, or outputs of them, left out because they are malformed. */
  malformed: number;
  /** The language of its code, such as `python`. `undefined` if it is not given. */
  language: string | undefined;
}

/**
 * Facts about an image, from its header. An image of another type, or whose size cannot be found,
 * fails with `unsupported`.
 */
export interface ImageBody {
  kind: 'image';
  /**
   * Its MIME type, by its first bytes: `image/png`, `image/jpeg`, `image/gif`, `image/webp` or
   * `image/bmp`.
   */
  mime: string;
  /** Its width in pixels, as displayed. */
  width: number;
  /** Its height in pixels, as displayed. */
  height: number;
}

/** Consecutive entries of a directory that was read. */
export interface DirectoryBody {
  kind: 'directory';
  /** The entries, as in `Listing` without details. */
  entries: DirectoryEntry[];
  /** The number of the first one, from 1. */
  first: number;
  /** The number of tokens in the names, as an estimate. */
  tokens: TokenCount;
  /** Why `entries` ends where it does. */
  stopped: StopReason;
  /** The number of the entry where the next page begins. `undefined` after the last entry. */
  next: number | undefined;
  /** The number of entries in the directory, as in `Listing`. */
  total: number;
}

/**
 * Consecutive lines of a document converted to text, and facts about the document: a file of Word,
 * Excel, PowerPoint, OpenDocument, Rich Text Format, EPUB or PDF. `docs/documents.md` describes the
 * form of the text, and the limits.
 *
 * Lines, cursors and totals are those of the text, which is the same as long as the file has the
 * same version. A damaged document fails with `invalid-content`; an encrypted one, one of another
 * format, and a PDF in which no page is found, with `unsupported`.
 */
export interface DocumentBody {
  kind: 'document';
  /** The lines. */
  text: Text;
  /**
   * The kind of document: `docx`, `xlsx`, `pptx`, `doc`, `xls`, `rtf`, `odt`, `ods`, `odp`, `odg`,
   * `epub` or `pdf`.
   */
  format: string;
  /**
   * Its sheets, slides, chapters or pages, in order: the first 1000. Each begins with a heading, of
   * level 2 except in chapters. Empty for a document without units.
   */
  units: DocumentUnit[];
  /** The number of units left out of `units`. */
  omittedUnits: number;
  /** The number of words in the whole text. */
  words: number;
  /** What a person who looks at the document does not see. All but `deletions` is in the text. */
  hidden: HiddenContent;
  /** What the document has and its text does not. */
  leftOut: LeftOutContent;
  /** How PDF text was extracted. `undefined` for other documents. */
  extraction: Extraction | undefined;
  /**
   * The limit that ended the text, such as `size of the text`. The rest was not read or counted.
   * `undefined` if the text is complete.
   */
  cut: string | undefined;
}

/**
 * The content of a file, or of a directory.
 *
 * - `text`: Lines of text.
 * - `unchanged`: The file still has the known version.
 * - `outline`: An outline of a text.
 * - `notebook`: Cells of a Jupyter notebook.
 * - `image`: Facts about an image.
 * - `directory`: Entries of a directory.
 * - `document`: Lines of the text that a document was made into.
 */
export type Body =
  | TextBody
  | UnchangedBody
  | OutlineBody
  | NotebookBody
  | ImageBody
  | DirectoryBody
  | DocumentBody;

/** Consecutive lines of a text file. */
export interface Text {
  /**
   * The lines with their line endings, as they are in the file, but in UTF-8 whatever its encoding.
   * Bytes that are not text become U+FFFD; in UTF-8, one for each maximal ill-formed sequence. A
   * line ends with LF or CR LF; a CR elsewhere is an ordinary character. A first line that was
   * clipped to fit `bytes` has no line ending.
   */
  content: string;
  /**
   * The number of the first line in `content`. `undefined` if it was reached from the end, directly
   * or by a cursor, and the lines before it were not counted.
   */
  first: LineNumber | undefined;
  /** The number of lines in `content`; 0 for an empty file. */
  lines: LineCount;
  /** The requested block. `undefined` if no block was requested. */
  block: BlockSpan | undefined;
  /** The number of tokens in `content`, as an estimate. */
  tokens: TokenCount;
  /** Why `content` ends where it does. */
  stopped: StopReason;
  /** Where the next page begins. `undefined` if `content` includes the last line of the file. */
  next: Position | undefined;
  /**
   * The number of lines in the file. A line ending at the end of the file does not begin another
   * line. `undefined` if not all were counted.
   */
  total: LineCount | undefined;
  /**
   * The lines of `content` whose ends were left out because they have more characters than
   * `columns`, or than fit into `bytes` or `tokens`.
   */
  clipped: ClippedLine[];
  /**
   * The encoding that the file was decoded as: its name in the Encoding Standard in lower case,
   * such as `utf-8`, `utf-16le` or `gbk`.
   */
  encoding: string;
  /** What decided the encoding. */
  encodingSource: EncodingSource;
  /**
   * Whether the file begins with a byte-order mark of that encoding. The mark is part of `content`.
   */
  bom: boolean;
  /** The line endings in `content`. */
  lineEndings: LineEndings;
  /**
   * Whether bytes were replaced because they are not text in that encoding: in the whole file if
   * `total` is known, otherwise from its beginning to the end of `content`, or from where reading
   * from the end began if `first` is undefined.
   */
  lossy: boolean;
  /**
   * Characters in `content` that hide or forge what people see: one item per line and kind, in
   * order, at most 100. `content` contains these characters unchanged.
   */
  suspicious: SuspiciousLine[];
}

/**
 * How PDF text was extracted. Words and lines are inferred from the positions of characters, so
 * that spaces, and the order of text side by side, may be wrong.
 */
export interface Extraction {
  /** The pages that have no text: the first 1000. */
  pagesWithoutText: number[];
  /** The pages whose text is behind images, as after a scan: the first 1000. */
  pagesBehindImages: number[];
  /** The number of characters in the whole text, without spaces. */
  characters: number;
  /** The number of them that could not be decoded: U+FFFD in the text. */
  undecoded: number;
  /** Whether the file is encrypted, such that its owner restricts printing, copying or changes. */
  restricted: boolean;
}

/** A sheet, slide, chapter or page of a document. */
export interface DocumentUnit {
  /** Its name or title, shortened if it is long. */
  title: string;
  /** The line of its heading. */
  line: LineNumber;
  /** Whether it is hidden in the document. */
  hidden: boolean;
  /**
   * The cells of a sheet that hold something, such as `A1:M60`. `undefined` if there are none, and
   * for anything else than a sheet.
   */
  range: string | undefined;
}

/** How much a person who looks at a document does not see. */
export interface HiddenContent {
  /** The number of hidden sheets or slides. */
  units: number;
  /** The number of hidden rows. */
  rows: number;
  /** The number of hidden columns that hold something. */
  columns: number;
  /** The number of pieces of text that are hidden, white or tiny. */
  texts: number;
  /** The number of comments. */
  comments: number;
  /** The number of tracked insertions. */
  insertions: number;
  /** The number of tracked deletions. */
  deletions: number;
}

/** How much of a document is not in its text. */
export interface LeftOutContent {
  /** The number of images. In a PDF, how often images are drawn. */
  images: number;
  /** The names of the first 100 images. */
  imageNames: string[];
  /** The number of charts. One whose values are all in the text does not count. */
  charts: number;
  /** The number of embedded files and objects. */
  objects: number;
  /** The number of equations that the text has without their layout, or not at all. */
  equations: number;
  /** The number of page headers and footers. */
  headersAndFooters: number;
  /**
   * The file in the document that holds macros, which are never run. `undefined` if there is none.
   */
  macros: string | undefined;
}

/** Where a page of a file begins. */
export interface Position {
  /** Its line, for `start.line`. `undefined` if the lines before it were not counted. */
  line: LineNumber | undefined;
  /**
   * The same for `start.cursor`: opaque, at most 160 ASCII characters, valid for this file and its
   * copies.
   */
  cursor: string;
}

/** The extent of a block. */
export interface BlockSpan {
  /** Its first line. */
  first: LineNumber;
  /** Its last line. */
  last: LineNumber;
  /** The innermost 16 headers that it is under, outermost first. */
  headers: Heading[];
  /** Further definitions of the requested name: the first 20. Empty for a block around a line. */
  sameName: Heading[];
}

/** A line that other lines belong to. */
export interface Heading {
  /** The line. */
  line: LineNumber;
  /** Its text without indentation, shortened if it is long. */
  text: string;
}

/** A line of an outline. */
export interface OutlineEntry {
  /** The line. */
  line: LineNumber;
  /** The last line that belongs to it. */
  last: LineNumber;
  /** The number of entries that it is under. */
  depth: number;
  /** Its text without indentation, at most 160 characters: a longer one ends in `…`. */
  text: string;
}

/** A cell of a notebook. */
export interface NotebookCell {
  /** Its number, from 1. */
  number: number;
  /** Its kind. */
  kind: CellKind;
  /**
   * The number of cells that the kernel had run when it ran this one, itself included. `undefined`
   * if it was not run.
   */
  executionCount: number | undefined;
  /** Its text. That of the first cell is clipped if it does not fit. */
  source: string;
  /** The number of characters left out at the end of `source`. */
  omittedCharacters: number;
  /** Its outputs, at most 20. */
  outputs: CellOutput[];
  /** The number of outputs left out. */
  omittedOutputs: number;
}

/**
 * The kind of a cell of a notebook.
 *
 * - `code`: Code.
 * - `markdown`: Markdown.
 * - `raw`: Anything else.
 */
export type CellKind = (typeof CELL_KINDS)[number];

/** Every {@link CellKind}. */
export const CELL_KINDS = Object.freeze(['code', 'markdown', 'raw'] as const);

/** An output of a cell. */
export interface CellOutput {
  /** Its kind. */
  kind: OutputKind;
  /**
   * Its text, without terminal escapes that color it. For an error: its name, message and
   * traceback. In a stream, what a CR overwrites is left out. Beyond 2000 characters, it has the
   * first and the last 1000, with a line between them that gives the number left out.
   */
  text: string;
  /** The number of characters left out of `text`, in its middle or at its end. */
  omittedCharacters: number;
  /** Other forms of the output, which are not returned: at most 8. */
  media: OmittedMedia[];
}

/**
 * The kind of an output of a cell.
 *
 * - `stdout`: Text written to standard output.
 * - `stderr`: Text written to standard error.
 * - `execute-result`: The value of the cell.
 * - `display-data`: Something displayed by the cell.
 * - `error`: An error.
 */
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/** Every {@link OutputKind}. */
export const OUTPUT_KINDS = Object.freeze([
  'stdout',
  'stderr',
  'execute-result',
  'display-data',
  'error',
] as const);

/** Data other than text that was not returned. */
export interface OmittedMedia {
  /** Its MIME type, as given in the file. */
  mime: string;
  /** Its size in the file, in bytes. */
  bytes: number;
}

/** A line whose end was left out. */
export interface ClippedLine {
  /** The line. If `text.first` is undefined, the first line in `content` counts as 1. */
  line: LineNumber;
  /**
   * The first character that was left out at the end: a `column` to continue at. One more than
   * `characters` if only the line ending did not fit.
   */
  nextColumn: Column;
  /** The number of characters in the whole line, without its line ending. */
  characters: ColumnCount;
}

/**
 * What decided the encoding of a file.
 *
 * - `request`: The request.
 * - `bom`: Its byte-order mark.
 * - `content`: Its bytes. Unless the encoding is UTF-8, this is a guess.
 */
export type EncodingSource = (typeof ENCODING_SOURCES)[number];

/** Every {@link EncodingSource}. */
export const ENCODING_SOURCES = Object.freeze(['request', 'bom', 'content'] as const);

/** Suspicious characters in one line. Characters of forged markup are those of its tags. */
export interface SuspiciousLine {
  /** The line. If `text.first` is undefined, the first line in `content` counts as 1. */
  line: LineNumber;
  /** Why they are suspicious. */
  kind: SuspiciousKind;
  /** Their number. */
  characters: number;
}

/**
 * Why characters are suspicious.
 *
 * - `bidirectional`: They change the order in which text is displayed: U+202A to U+202E, U+2066 to
 *   U+2069, and marks (U+061C, U+200E, U+200F) with no letter written from right to left within 16
 *   characters of the same line.
 * - `invisible`: They are not displayed: U+0000, U+00AD, U+115F, U+1160, U+17B4, U+17B5, U+200B,
 *   U+2028, U+2029, U+2060 to U+2065, U+206A to U+206F, U+3164, U+FFA0, U+FFF0 to U+FFFB, U+1BCA0
 *   to U+1BCA3, U+1D173 to U+1D17A, U+FEFF that is not a byte-order mark, and U+E0000 to U+E0FFF
 *   outside of flags. So are joiners (U+034F, U+200C, U+200D), Mongolian separators (U+180B to
 *   U+180F) and variation selectors (U+FE00 to U+FE0F, U+E0100 to U+E01EF), unless a single one
 *   follows a character that takes one: of a joining script, Mongolian, an ideograph, an emoji.
 * - `terminal`: They can be commands to a terminal: U+0008, U+000B, U+001B, U+007F to U+009F, and
 *   U+000D (CR) that is not before a line ending: what follows is displayed over what is before it.
 * - `forged-markup`: They are written like the tags with which agents and models mark instructions,
 *   messages, and the calls and results of tools, such as `<system-reminder>` and `<|im_start|>`.
 */
export type SuspiciousKind = (typeof SUSPICIOUS_KINDS)[number];

/** Every {@link SuspiciousKind}. */
export const SUSPICIOUS_KINDS = Object.freeze([
  'bidirectional',
  'invisible',
  'terminal',
  'forged-markup',
] as const);

/**
 * Why a page ends where it does.
 *
 * - `end`: It includes the end of the file.
 * - `line-limit`: `lines` was reached, and there is more.
 * - `byte-limit`: The next line would not fit into `bytes`.
 * - `token-limit`: The next line would not fit into `tokens`.
 * - `block-end`: The block ends before the end of the file.
 */
export type StopReason = (typeof STOP_REASONS)[number];

/** Every {@link StopReason}. */
export const STOP_REASONS = Object.freeze([
  'end',
  'line-limit',
  'byte-limit',
  'token-limit',
  'block-end',
] as const);

/**
 * The line endings of a text.
 *
 * - `none`: There are none.
 * - `lf`: Only LF.
 * - `crlf`: Only CR LF.
 * - `cr`: Only CR. Such a text is one line.
 * - `mixed`: More than one kind.
 */
export type LineEndings = (typeof LINE_ENDINGS)[number];

/** Every {@link LineEndings}. */
export const LINE_ENDINGS = Object.freeze(['none', 'lf', 'crlf', 'cr', 'mixed'] as const);

/** What to list. */
export interface ListRequest {
  /** The directory, as in `ReadRequest`. */
  path: string;
  /** The last name of the previous page. `undefined` begins with the first entry. */
  after?: string | undefined;
  /**
   * The maximum number of entries to return, from 1. `undefined` means 1000; more than 100000 acts
   * as 100000. Each page lists the whole directory, so large pages are faster.
   */
  entries?: number | undefined;
  /** Whether to return sizes and times, which takes longer. */
  details: boolean;
  /** The revision, as in `ReadRequest`. */
  at?: string | undefined;
}

/** Consecutive entries of a directory. */
export interface Listing {
  /**
   * The directory with its links resolved: relative to the root (`.` is the root itself), or
   * absolute in another grant.
   */
  path: string;
  /**
   * The entries, sorted by the bytes of their names. Entries whose names are not Unicode, and those
   * that the policy denies, are left out.
   */
  entries: DirectoryEntry[];
  /** The number of entries in the directory without those. */
  total: number;
  /**
   * Whether more entries follow: the next page begins `after` the last one of this page. A page has
   * at most 1 MiB of names.
   */
  more: boolean;
}

/** An entry of a directory. */
export interface DirectoryEntry {
  /** Its name. */
  name: string;
  /** What it is. A link is not followed. */
  kind: FileKind;
  /**
   * The size of a file in bytes, if `details` were asked for. `undefined` for anything else, and
   * for a file that cannot be looked at.
   */
  size: number | undefined;
  /**
   * The modification time of a file, as in `document`, if `details` were asked for. `undefined` for
   * anything else.
   */
  modified: number | undefined;
}

/**
 * The type of an entry of a directory.
 *
 * - `file`: A regular file.
 * - `directory`: A directory.
 * - `link`: A symbolic link.
 * - `special`: A pipe, socket or device, which is never opened.
 */
export type FileKind = (typeof FILE_KINDS)[number];

/** Every {@link FileKind}. */
export const FILE_KINDS = Object.freeze(['file', 'directory', 'link', 'special'] as const);

/** What is known about a file or directory without reading it. */
export interface FileStat {
  /** The name with its links resolved, as in `document`. */
  path: string;
  /** The same as an absolute name. */
  realPath: string;
  /** Its type: a file or a directory. */
  kind: FileKind;
  /** The size of a file in bytes. 0 for a directory. */
  size: number;
  /** The modification time, as in `document`. `undefined` for a directory. */
  modified: number | undefined;
  /** The version, as in `document`. `undefined` for a directory. */
  version: string | undefined;
}

/** What is known about a file or directory that a tool read, for hosts that keep records. */
export interface ReadFacts {
  /** Its absolute name with its links resolved. */
  realPath: string;
  /** The size of a file in bytes at open. 0 for a directory. */
  size: number;
  /** The modification time, as in `document`. `undefined` for a directory. */
  modified: number | undefined;
  /** The version, as in `document`. `undefined` for a directory. */
  version: string | undefined;
  /** The number of lines of text, or entries of a directory, that were returned. */
  lines: LineCount;
  /** The number of bytes of the file that were returned, in UTF-8 if it is text. */
  bytes: number;
  /** The number of secret values in the file that are masked, as in `document`. */
  masked: number | undefined;
}

/** Why nothing was read. */
export interface ReadErrorFields {
  /** The kind of failure, for programs. */
  code: ErrorCode;
  /**
   * What happened, for people and models, with the path as it was given. At most 500 characters, on
   * one line: characters that are not seen, or that begin a line or control a terminal, are written
   * as JSON escapes, such as `\u202f`. The wording may change.
   */
  message: string;
  /** What to do next, on one line in the same way. The wording may change. */
  hint: string;
  /**
   * For `offset-past-end`, the number of lines in the file, or of cells in a notebook. `undefined`
   * for every other code.
   */
  total: LineCount | undefined;
  /**
   * For `not-found` and `outside-root`: up to three files in the grants that may be meant, the best
   * first, and never the requested path. For `is-a-directory`: its first 20 entries by name,
   * directories with a slash at the end. As paths in the form of the request.
   */
  suggestions: string[];
}

/**
 * The kinds of failure.
 *
 * - `outside-root`: The path, or a link on its way, leaves every grant.
 * - `not-found`: Nothing exists at the path. Similar to `ENOENT` in POSIX.
 * - `not-a-file`: A pipe, socket or device, which is never opened.
 * - `is-a-directory`: A directory where a file is needed. Similar to `EISDIR` in POSIX.
 * - `not-a-directory`: A name on the way, or before a final `/`, is not a directory. Similar to
 *   `ENOTDIR` in POSIX.
 * - `permission-denied`: The host or its operating system denies reading it. Similar to `EACCES` in
 *   POSIX.
 * - `invalid-path`: The path is empty or contains a NUL, or a link on its way leads to a name that
 *   is not Unicode.
 * - `invalid-argument`: An argument has the wrong type or is out of range.
 * - `name-too-long`: The path or a name in it is too long. Similar to `ENAMETOOLONG` in POSIX.
 * - `symlink-loop`: More than 40 symbolic links on the way, or links that make the path too long.
 *   Similar to `ELOOP` in POSIX.
 * - `offset-past-end`: The first requested line is past the last line of the file.
 * - `binary-file`: The file is not text: its first 8192 bytes have NULs. UTF-8 text without other
 *   controls may have few NULs, isolated ones, or ones at its edges. A given encoding or the view
 *   `text` overrules that.
 * - `not-utf8`: The file is not UTF-8, and the reader does not replace ill-formed bytes.
 * - `too-large`: The answer would be larger than allowed.
 * - `unsupported`: A kind of file, or a way to read it, that the reader does not support.
 * - `invalid-content`: The file is damaged.
 * - `stale`: The file changed since the cursor was made, or repeatedly while it was read.
 * - `no-repository`: The path is in no git repository.
 * - `unknown-revision`: The repository has no such revision, or several.
 * - `damaged-repository`: A file or an object of the repository is not as git writes it.
 * - `missing-object`: An object is not in the repository: the clone is shallow or partial.
 * - `busy`: The host cannot take another call now.
 * - `timeout`: The host's time limit was reached.
 * - `io`: The file system failed, or the file changed while it was opened.
 * - `other`: Anything else.
 */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Every {@link ErrorCode}. */
export const ERROR_CODES = Object.freeze([
  'outside-root',
  'not-found',
  'not-a-file',
  'is-a-directory',
  'not-a-directory',
  'permission-denied',
  'invalid-path',
  'invalid-argument',
  'name-too-long',
  'symlink-loop',
  'offset-past-end',
  'binary-file',
  'not-utf8',
  'too-large',
  'unsupported',
  'invalid-content',
  'stale',
  'no-repository',
  'unknown-revision',
  'damaged-repository',
  'missing-object',
  'busy',
  'timeout',
  'io',
  'other',
] as const);

/** What to compare. */
export interface DiffRequest {
  /**
   * The file or directory whose changes are returned, as in `ReadRequest`. It may be one that is no
   * longer there.
   */
  path: string;
  /** Globs relative to the directory, as in a `scope`. */
  globs: string[];
  /** A commit: what it changed, compared with its first parent. Instead of `from` and `to`. */
  at?: string | undefined;
  /**
   * The older revision. `undefined` means `HEAD`. `a..b` is also `to`; `a...b` begins where `b`
   * left `a`.
   */
  from?: string | undefined;
  /**
   * The newer revision. `undefined` means the working tree, with files that are neither in the
   * index nor ignored.
   */
  to?: string | undefined;
  /** What to return of each file. */
  output: DiffOutput;
  /**
   * The number of unchanged lines around changed ones. `undefined` means 3; more than 1000 acts as
   * 1000.
   */
  context?: LineCount | undefined;
  /**
   * The `next` of the previous page of the same request. `undefined` begins with the first file.
   */
  cursor?: string | undefined;
  /**
   * The maximum number of files to return, from 1. `undefined` means 1000; more than 10000 acts as
   * 10000.
   */
  files?: number | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 16 for each file in addition to
   * its paths and its patch. `undefined` means 48000. A page has at least one line.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: TokenCount | undefined;
  /**
   * The time in milliseconds after which no further file is compared. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/**
 * What to return of changed files.
 *
 * - `patch`: The changed lines.
 * - `files`: Their paths and how they changed.
 * - `counts`: The same, with the numbers of added and removed lines.
 */
export type DiffOutput = (typeof DIFF_OUTPUTS)[number];

/** Every {@link DiffOutput}. */
export const DIFF_OUTPUTS = Object.freeze(['patch', 'files', 'counts'] as const);

/** A page of changes. */
export interface DiffPage {
  /**
   * The older side of the comparison: a hash, `index` or `working tree`. Empty if there is no older
   * one.
   */
  from: string;
  /** The newer side, in the same way. */
  to: string;
  /**
   * The commit whose changes they are, with its message, on the first page of a request with `at`.
   */
  commit: Commit | undefined;
  /**
   * Of the tags that have this commit among their ancestors, those of the earliest commit. If these
   * name versions before a release, such as `v2.0-rc.1`, those of the earliest release, too. Empty
   * if none has it, or if that is not known in two seconds.
   */
  firstTags: string[];
  /** The files, in the order of their paths, untracked ones last. */
  files: ChangedFile[];
  /** The number of changed files on all pages. */
  total: number;
  /** The number of changed files that are not returned because their names are not Unicode. */
  unnamed: number;
  /**
   * The `cursor` of the next page, which may begin inside a file. `undefined` if there is no more.
   */
  next: string | undefined;
  /** Why the page ends. */
  stopped: HistoryStop;
}

/** A file that changed. */
export interface ChangedFile {
  /** Its name, as in `document`: the newer one. */
  path: string;
  /** Its older name if it was renamed. */
  oldPath: string | undefined;
  /** How it changed. */
  status: ChangeStatus;
  /** How much of a renamed file is the same, in percent. */
  similarity: number | undefined;
  /** The number of added lines. `undefined` if it was not asked for, or if it is not text. */
  added: LineCount | undefined;
  /** The number of removed lines, in the same way. */
  removed: LineCount | undefined;
  /** Whether a text made of the file is compared, as of a sheet or a PDF. */
  converted: boolean;
  /**
   * A patch as git writes it, or the part of it that is on this page. Of a file that is converted,
   * it has the lines of its text. `undefined` if it was not asked for.
   */
  patch: string | undefined;
}

/**
 * How a file changed.
 *
 * - `added`: It is new.
 * - `deleted`: It is gone.
 * - `modified`: Its content or its mode changed.
 * - `type-changed`: It is of another kind, such as a link instead of a file.
 * - `renamed`: It has another name.
 * - `untracked`: It is in the working tree and not in the index. A path that ends with a slash is a
 *   directory of such files.
 * - `unmerged`: A merge left it in conflict.
 */
export type ChangeStatus = (typeof CHANGE_STATUS)[number];

/** Every {@link ChangeStatus}. */
export const CHANGE_STATUS = Object.freeze([
  'added',
  'deleted',
  'modified',
  'type-changed',
  'renamed',
  'untracked',
  'unmerged',
] as const);

/** Which commits to return. */
export interface LogRequest {
  /**
   * The file or directory: commits that did not change it are left out, as git does. The top of the
   * repository has all. It may be one that is no longer there.
   */
  path: string;
  /** The revision to begin at. `undefined` means `HEAD`. */
  at?: string | undefined;
  /**
   * A revision: neither it nor what came before it is returned. `a..b` is also `to`; `a...b` are
   * the commits of both that the other does not have.
   */
  from?: string | undefined;
  /** The revision to begin at, with `from`. `undefined` means `HEAD`. */
  to?: string | undefined;
  /**
   * A regular expression in the syntax of Rust's crate regex, in any case, for the author with the
   * address, `Ann Lee <ann@example.org>`, or for the name alone.
   */
  author?: string | undefined;
  /** The same for a line of the message. As in a search, case matters only if it has a capital. */
  message?: string | undefined;
  /**
   * Code of files as it is, or an expression if it has signs that code rarely has, such as `.*` and
   * `a|b`: commits that add, remove or change lines with a match in a file. Lines that only move or
   * are indented, and merges, are left out.
   */
  text?: string | undefined;
  /**
   * The earliest date of the commit: `2026-11-28`, in UTC, `2026-11-28T09:30:00+01:00`, or `2 weeks
   * ago`.
   */
  since?: string | undefined;
  /** The latest date, in the same way; a day is included. */
  until?: string | undefined;
  /** What to return of each commit. */
  output: LogOutput;
  /**
   * The `next` of the previous page of the same request. `undefined` begins with the newest commit.
   */
  cursor?: string | undefined;
  /**
   * The maximum number of commits, from 1. `undefined` means 100; more than 10000 acts as 10000.
   */
  commits?: number | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 64 for each commit in addition
   * to its texts. `undefined` means 48000. A page has at least one commit.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: TokenCount | undefined;
  /**
   * The time in milliseconds after which no further commit is looked at. `undefined` means no
   * limit.
   */
  milliseconds?: number | undefined;
}

/**
 * What to return of commits.
 *
 * - `subjects`: Who made them, when, and the first line of the message.
 * - `full`: The address of the author and the whole message too.
 * - `files`: The files that they changed too, compared with the first parent.
 * - `tags`: As `subjects`, but only of commits with tags. Without `at`, `from` and `to`, begins
 *   with all tags.
 */
export type LogOutput = (typeof LOG_OUTPUTS)[number];

/** Every {@link LogOutput}. */
export const LOG_OUTPUTS = Object.freeze(['subjects', 'full', 'files', 'tags'] as const);

/** A page of commits. */
export interface LogPage {
  /** The commits, the newest first, in the order of `git log`. */
  commits: Commit[];
  /**
   * The number of commits on all pages. Known of a range, such as `v1..v2`, without `author`,
   * `message`, `text`, `since` and `until`.
   */
  total: number | undefined;
  /** The `cursor` of the next page. `undefined` if there are no more. */
  next: string | undefined;
  /** If the time was up, the date of the commit that is looked at next, as in `commit`. */
  reached: string | undefined;
  /**
   * The number of objects in which `text` was not looked for, because a partial or damaged clone
   * does not have them. `undefined` if it has all.
   */
  missing: number | undefined;
  /** Why the page ends. */
  stopped: HistoryStop;
}

/** A commit. */
export interface Commit {
  /** Its hash. */
  id: string;
  /** The hashes of its parents. */
  parents: string[];
  /** The names of its tags, such as `v1.2`. */
  tags: string[];
  /** The name of its author. */
  author: string;
  /** The address of its author. `undefined` if it was not asked for. */
  email: string | undefined;
  /** When it was written, where it was written: `2026-11-28T09:30:00+01:00`. */
  date: string;
  /** When the commit was made, in the same way: later if it was rebased or applied. */
  committed: string;
  /** The first paragraph of its message, on one line. */
  subject: string;
  /**
   * Its message, if that was asked for. Else, of a request with `message`, the first line that
   * matches, if it is not in `subject`: at most 200 characters of it.
   */
  message: string | undefined;
  /** With `text`, the number of lines with a match that it added. `undefined` without `text`. */
  addedMatches: number | undefined;
  /** The number of those that it removed, in the same way. */
  removedMatches: number | undefined;
  /**
   * The files that it changed, if they were asked for: at most 1000, and with `text` those with
   * such lines. Otherwise the requested file, if the commit added or deleted it, or gave it its
   * name or another one.
   */
  files: ChangedFile[];
}

/** Whose lines to return. */
export interface BlameRequest {
  /** The file, as in `ReadRequest`. */
  path: string;
  /** The revision of the file. `undefined` means the working tree. */
  at?: string | undefined;
  /** The first line. `undefined` means line 1. */
  first?: LineNumber | undefined;
  /** The maximum number of lines, from 1. `undefined` means 2000; more than 10000 acts as 10000. */
  lines?: LineCount | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 64 for each run in addition to
   * its texts. `undefined` means 48000. A page has at least one line.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: TokenCount | undefined;
  /**
   * The time in milliseconds after which no older commit is looked at. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/** Lines of a file, with the commits that they come from. */
export interface BlamePage {
  /** The file, as in `document`. */
  path: string;
  /** The lines, in order. */
  runs: BlameRun[];
  /** The number of lines in the file. */
  total: LineCount;
  /** The first line of the next page. `undefined` if there are no more. */
  next: LineNumber | undefined;
  /** Why the page ends. After `time-limit`, lines have the oldest commit that was looked at. */
  stopped: HistoryStop;
}

/** Consecutive lines that come from one commit. */
export interface BlameRun {
  /** The first of the lines. */
  first: LineNumber;
  /** Their texts, without their line endings. */
  lines: string[];
  /** The hash of the commit. `undefined` if they are not committed. */
  commit: string | undefined;
  /** The name of its author. */
  author: string;
  /** When it was written, as in `commit`. */
  date: string;
  /** The first paragraph of its message, on one line. */
  subject: string;
  /** The name that the file had then, if it was another one. */
  oldPath: string | undefined;
  /** Whether the lines may be older: the clone is shallow, or the time was up. */
  isOldest: boolean;
}

/**
 * Why a page ends.
 *
 * - `end`: There is no more.
 * - `count-limit`: The number of files, commits or lines was reached.
 * - `byte-limit`: More would not fit into `bytes`, or into the 100,000 values that a JSON answer
 *   may have.
 * - `token-limit`: More would not fit into `tokens`.
 * - `time-limit`: The time was up.
 * - `shallow`: There is no more in this clone, which is shallow: older commits are not in it.
 */
export type HistoryStop = (typeof HISTORY_STOPS)[number];

/** Every {@link HistoryStop}. */
export const HISTORY_STOPS = Object.freeze([
  'end',
  'count-limit',
  'byte-limit',
  'token-limit',
  'time-limit',
  'shallow',
] as const);

/** Which files are looked at. */
export interface Scope {
  /**
   * The directory to look in, or a file, which is then looked at whatever the other fields say. As
   * in `ReadRequest`.
   */
  path: string;
  /**
   * Globs as in `.gitignore`, relative to the directory, and with alternatives in braces:
   * `*.{ts,tsx}`. A glob without `/` matches names at any depth. The last glob that matches
   * decides; one that begins with `!` excludes. If others include, an entry that no glob matches is
   * left out. A glob also matches the name that is written like it, such as `[id]`, and `*.js,
   * *.ts` is two. Globs that exclude count as relative to the root too. If nothing matches, globs
   * that begin with the names of the directory, or the last of them, are taken without these, and
   * backslashes as slashes; and if that matches nothing, those with a `*` in any case: see `globs`
   * in the answer. At most 1000 after the braces are expanded.
   */
  globs: string[];
  /**
   * Whether names that begin with a dot are looked at. They are, and so are ignored ones, if a glob
   * that includes spells them out: if its component for the name has no wildcard, or begins with a
   * dot.
   */
  hidden: boolean;
  /**
   * Whether to look also at what is left out by `.ignore`, `.gitignore` and `.git/info/exclude` in
   * the directory, in those below it, and in those above it up to the top of the grant. Deeper
   * files take precedence, and `.ignore` over those of git, which apply without a repository too,
   * and inside nested ones. A file that is too large, with those above it more than 12 MiB, is not
   * applied.
   */
  ignored: boolean;
  /**
   * The maximum depth of a file, from 1: the entries of the directory itself have depth 1.
   * `undefined` means any. 0 fails with `invalid-argument`.
   */
  depth?: number | undefined;
  /** The revision of a git repository to look in, as in `ReadRequest`. `.git` has none. */
  at?: string | undefined;
}

/**
 * In which order files are searched.
 *
 * - `path`: By path, as they are walked.
 * - `modified`: By modification time, newest first; those with the same one by path.
 * - `matches`: By the number of lines that match, greatest first, for `counts`; those with as many,
 *   and files for other outputs, by path. Each page searches all files.
 */
export type FoundOrder = (typeof FOUND_ORDERS)[number];

/** Every {@link FoundOrder}. */
export const FOUND_ORDERS = Object.freeze(['path', 'modified', 'matches'] as const);

/**
 * In which order entries are found.
 *
 * - `path`: By path, as they are walked.
 * - `modified`: By modification time, newest first.
 * - `size`: By size, largest first, and entries other than files last.
 * - `lines`: By number of lines, most first, and entries without lines last. Each page reads all
 *   files.
 */
export type FindOrder = (typeof FIND_ORDERS)[number];

/** Every {@link FindOrder}. */
export const FIND_ORDERS = Object.freeze(['path', 'modified', 'size', 'lines'] as const);

/** A request to find entries. */
export interface FindRequest {
  /** Where. */
  scope: Scope;
  /** The kinds of entries to return. Empty means regular files. */
  kinds: FileKind[];
  /** In which order. Equal entries are ordered by path. */
  order: FindOrder;
  /** Whether to return sizes and times, which takes longer. */
  details: boolean;
  /**
   * Whether to return the lines and tokens of text files, each of which is read for it. They are
   * returned also if `order` is `lines`.
   */
  lines: boolean;
  /**
   * The `next` of the previous page. `undefined` begins with the first entry. Fails with
   * `invalid-argument` if it is not a cursor for the same scope, kinds and order.
   */
  cursor?: string | undefined;
  /**
   * The maximum number of entries to return, from 1. `undefined` means 1000; more than 100000 acts
   * as 100000. A page has at most 4 MiB of paths.
   */
  entries?: number | undefined;
  /**
   * The time in milliseconds after which a page ends with what was found so far, if `order` is
   * `path`. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/** A page of what was found. */
export interface Found {
  /** The entries, in order. */
  entries: FoundEntry[];
  /** The `cursor` of the next page. `undefined` if there are no more entries. */
  next: string | undefined;
  /** Whether the page ends because of `milliseconds`. */
  outOfTime: boolean;
  /**
   * The entries left out. Each is counted on one page, and if `order` is not `path` on the first
   * one.
   */
  skipped: Skipped;
  /** The globs that were used in place of those of the scope, relative to the directory. */
  globs: string[] | undefined;
}

/** An entry that was found. */
export interface FoundEntry {
  /** Its name as in `document`. */
  path: string;
  /** What it is. A link is not followed. */
  kind: FileKind;
  /** The size of a file in bytes, if `details` were asked for. `undefined` for anything else. */
  size: number | undefined;
  /** The modification time, as in `document`, if `details` were asked for. */
  modified: number | undefined;
  /**
   * The number of lines of a text file, as a read counts them, if `lines` were asked for.
   * `undefined` for documents, notebooks, binary files, files that cannot be read, and, if `order`
   * is `path`, a file for which `milliseconds` do not suffice.
   */
  lines: LineCount | undefined;
  /** The number of tokens in these lines, as an estimate. */
  tokens: TokenCount | undefined;
}

/**
 * How much of what the scope names was left out. What no glob includes does not count, nor does the
 * directory `.git`.
 */
export interface Skipped {
  /** Entries whose names begin with a dot. What is in such a directory is not counted. */
  hidden: number;
  /** Entries that ignore files leave out. What is in such a directory is not counted. */
  ignored: number;
  /** The names of these ignore files: `.ignore`, `.gitignore`, `.git/info/exclude`. */
  ignoredBy: string[];
  /** Links, which are not followed, unless links are to be found. */
  links: number;
  /** Binary files that were not searched. */
  binary: number;
  /**
   * Documents that were not searched because they are encrypted, damaged, without text, as scans
   * are, or of a format that is not read.
   */
  documents: number;
  /**
   * Documents that were not searched to their ends because they are too large, and files for which
   * a whole page's time does not suffice, because they are masked or the pattern is large.
   */
  large: number;
  /** Directories that the operating system refuses to list. */
  directories: number;
  /** Files that cannot be read. */
  files: number;
  /** Entries whose names are not Unicode. */
  names: number;
  /** Entries whose paths are longer than 4096 bytes. */
  paths: number;
  /** Files such as `.gitignore` that were not applied. */
  ignoreFiles: number;
}

/** What to search for. */
export interface SearchRequest {
  /** In which files. */
  scope: Scope;
  /**
   * A regular expression in the syntax of Rust's crate `regex` without look-around and
   * back-references, or a text: at most 8192 bytes. It is compared with one line at a time, in
   * linear time. `^` and `$` match the beginning and the end of a line, whether it ends with LF or
   * CR LF. In a PDF, the blanks of text of several words match line ends too: the line in which a
   * match begins matches, and those in which it continues follow it. Classes by property support
   * general categories and scripts. Fails with `invalid-argument` if it is not such an expression,
   * contains a line feed, or is too large.
   */
  pattern: string;
  /** What the pattern is. */
  syntax: PatternSyntax;
  /** Whether case matters. */
  letterCase: LetterCase;
  /**
   * Whether a match must begin and end where words do. Of definitions, whether the whole name must
   * match.
   */
  words: boolean;
  /** What to return. */
  output: SearchOutput;
  /** The number of lines to return before each that matches, at most 100. */
  before: LineCount;
  /** The same after it. */
  after: LineCount;
  /** Which blocks to return in place of these. */
  blocks: MatchBlocks;
  /** Whether binary files are searched too, as text. */
  binary: boolean;
  /**
   * Whether to return the headers around matches, which are looked for in files of at most 1 MiB.
   */
  headers: boolean;
  /** In which order files are searched. */
  order: FoundOrder;
  /**
   * The `next` of the previous page. `undefined` begins with the first file. Fails with
   * `invalid-argument` if it is not a cursor for the same scope, pattern and order.
   */
  cursor?: string | undefined;
  /**
   * The maximum number of lines that match to return, or of files if `output` is `files` or
   * `counts`, from 1. `undefined` means 200; more than 10000 acts as 10000.
   */
  matches?: number | undefined;
  /**
   * The maximum number of matching lines to return per file, from 1. Further ones are counted.
   * `undefined` means 20, or no limit if the path of the scope is a file.
   */
  matchesPerFile?: number | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 8 for each line and path in
   * addition to their texts. `undefined` means 48000. A page has at least one line.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: TokenCount | undefined;
  /**
   * The maximum number of characters to return of each line, from 1. `undefined` means 400. A
   * longer line is clipped around its first match.
   */
  columns?: ColumnCount | undefined;
  /**
   * The time in milliseconds after which a page ends with what was found so far. `undefined` means
   * no limit.
   */
  milliseconds?: number | undefined;
}

/**
 * What a pattern is.
 *
 * - `regex`: A regular expression.
 * - `literal`: The text itself.
 */
export type PatternSyntax = (typeof PATTERN_SYNTAXS)[number];

/** Every {@link PatternSyntax}. */
export const PATTERN_SYNTAXS = Object.freeze(['regex', 'literal'] as const);

/**
 * Whether case matters.
 *
 * - `sensitive`: Case matters.
 * - `insensitive`: Case does not matter.
 * - `smart`: As `insensitive` if the pattern has letters and none of them is upper-case, otherwise
 *   as `sensitive`.
 */
export type LetterCase = (typeof LETTER_CASES)[number];

/** Every {@link LetterCase}. */
export const LETTER_CASES = Object.freeze(['sensitive', 'insensitive', 'smart'] as const);

/**
 * What to return of a file with matches.
 *
 * - `lines`: The lines that match.
 * - `files`: Its path.
 * - `counts`: Its path and the number of lines that match.
 * - `definitions`: The definitions whose names match, each as its first line and those of its
 *   parameters, in files of at most 4 MiB. Larger ones count as `large`. A name is as written: of a
 *   function, a type, a constant, a heading, a key. If the pattern is names with `::`, `.` or `#`
 *   between them, such as `Walk::next`, the last of them matches, in the others. A pattern with a
 *   space is compared with the line, too.
 * - `uses`: The lines with a match that begins and ends where words do, without the definitions
 *   whose names match, their declarations in C, and lines that have the name only in the path of an
 *   import, in files of at most 4 MiB. Lines that are only comments are last in each file.
 */
export type SearchOutput = (typeof SEARCH_OUTPUTS)[number];

/** Every {@link SearchOutput}. */
export const SEARCH_OUTPUTS = Object.freeze([
  'lines',
  'files',
  'counts',
  'definitions',
  'uses',
] as const);

/**
 * Which blocks to return. The block of a line is the innermost definition that it is in, with the
 * comments and attributes directly above it. In one with more than 120 lines, it is the block by
 * indentation, and of that at most 120 lines around the match are returned. Where there is no
 * definition, it is the lines up to blank ones.
 *
 * - `none`: None.
 * - `few`: Those of definitions, if a search finds at most two, or at most 60 lines of them. `impl
 *   Walk` and tests of a name do not count, and are returned as one line.
 * - `all`: One around each match.
 */
export type MatchBlocks = (typeof MATCH_BLOCKS)[number];

/** Every {@link MatchBlocks}. */
export const MATCH_BLOCKS = Object.freeze(['none', 'few', 'all'] as const);

/**
 * A page of what was found in files. Each file is decoded as a read decodes it; text in other
 * encodings than UTF-8 is searched after decoding.
 */
export interface SearchResults {
  /** The files with matches, in order. */
  files: FileMatches[];
  /** Why the page ends. */
  stopped: SearchStop;
  /** The `cursor` of the next page. `undefined` if everything was searched. */
  next: string | undefined;
  /** The number of files that were searched to their end for this page. */
  searched: number;
  /**
   * What was not searched. Each file is counted on one page, and what is left out without being
   * opened on the first one if `order` is `modified`.
   */
  skipped: Skipped;
  /** The globs that were used in place of those of the scope, relative to the directory. */
  globs: string[] | undefined;
}

/** The matches in a file. */
export interface FileMatches {
  /** Its name as in `document`. */
  path: string;
  /** The number of lines that match, also on earlier pages, as far as the file was searched. */
  matches: LineCount;
  /** Whether the file was searched to its end. */
  complete: boolean;
  /** The lines. Empty if `output` is `files` or `counts`. */
  groups: MatchGroup[];
}

/** Consecutive lines of a file with a match among them. */
export interface MatchGroup {
  /**
   * The innermost three headers that the first line that matches is under, outermost first: the
   * function, class, section or key around it, as in an outline but indented. In a sheet, the row
   * that names its columns. In a notebook, the cell and, of an output, its kind.
   */
  headers: Heading[];
  /** The lines. */
  lines: MatchLine[];
}

/** A line that matches, or one near it. */
export interface MatchLine {
  /**
   * The line; in a notebook, the number of its cell. One of more than 16 MiB is searched in parts,
   * and a match that lies in two of them is not found.
   */
  line: LineNumber;
  /** Its text without the LF at its end. Bytes that are not text are U+FFFD. */
  text: string;
  /** The first character in `text`. 1 unless the beginning of the line was left out. */
  column: Column;
  /** Whether the end of the line was left out. */
  clipped: boolean;
  /** Whether it matches. */
  matches: boolean;
  /** Where it does, in order: at most 100 places. None of them is in what was left out. */
  ranges: ColumnRange[];
  /**
   * The last line of the definition in this line. `undefined` if `output` is not `definitions`, and
   * in a notebook.
   */
  last: LineNumber | undefined;
  /**
   * The names of the cells of a sheet in which the matches start, such as `E457`: at most 3.
   * `undefined` outside of sheets.
   */
  cells: string[] | undefined;
}

/** Consecutive characters of a line. */
export interface ColumnRange {
  /** The first one. */
  start: Column;
  /** The one behind the last; the same as `start` for an empty match. */
  end: Column;
}

/**
 * Why a page of a search ends.
 *
 * - `end`: Everything was searched.
 * - `match-limit`: `matches` was reached, and there are more.
 * - `byte-limit`: The next line would not fit into `bytes`, or its places into the 100,000 values
 *   that a JSON answer may have.
 * - `token-limit`: The next line would not fit into `tokens`.
 * - `time-limit`: The time was up.
 */
export type SearchStop = (typeof SEARCH_STOPS)[number];

/** Every {@link SearchStop}. */
export const SEARCH_STOPS = Object.freeze([
  'end',
  'match-limit',
  'byte-limit',
  'token-limit',
  'time-limit',
] as const);

/** What to map. */
export interface MapRequest {
  /** Which files. */
  scope: Scope;
  /**
   * The `next` of the previous page. `undefined` begins with the most important definition. Fails
   * with `invalid-argument` if it is not a cursor for the same scope.
   */
  cursor?: string | undefined;
  /**
   * The maximum number of definitions to return, from 1. `undefined` means 1000; more than 10000
   * acts as 10000.
   */
  definitions?: number | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 8 for each definition and path
   * in addition to their texts. `undefined` means 12000. A page has at least one definition.
   */
  bytes?: ByteCount | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: TokenCount | undefined;
  /**
   * The time in milliseconds after which no further file is read. The map is then one of the files
   * before. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/**
 * A page of a map: the definitions of a directory's programs, and the headings of its Markdown
 * files, the most important first. Those that other files may use come before others, and among
 * them those whose names are in most other files. Methods count a quarter, and a name that several
 * files define counts for each of them in part. Constants, fields and the like come last. Tests,
 * generated files and definitions inside of methods are left out.
 */
export interface MapPage {
  /**
   * The files with the most important definitions of the rest, in the order of the first of these.
   */
  files: MappedFile[];
  /**
   * On the first page, other files by their names, as many as fit into a quarter of it: those with
   * definitions, then those of other kinds, tests and generated ones.
   */
  names: string[];
  /** The `cursor` of the next page. `undefined` if there are no more definitions. */
  next: string | undefined;
  /** Whether files are missing because of `milliseconds`. */
  outOfTime: boolean;
  /** The number of files on all pages. */
  mapped: number;
  /** The number of definitions on all pages. */
  definitions: number;
  /** The number of files that are tests, by their paths. */
  tests: number;
  /** The number of files that are generated, by their paths or first lines. */
  generated: number;
  /** The number of files that are neither programs nor Markdown. */
  others: number;
  /**
   * The number of files that were not read because there are more than 20,000 of them, or than
   * 100,000 definitions in those before.
   */
  unread: number;
  /** The entries left out, the same on each page. Files of more than 1 MiB count as `large`. */
  skipped: Skipped;
  /** The globs that were used in place of those of the scope, relative to the directory. */
  globs: string[] | undefined;
}

/** The definitions of a file on a page of a map. */
export interface MappedFile {
  /** Its name as in `document`. */
  path: string;
  /** The number of its lines. */
  lines: LineCount;
  /** The definitions, in the order of their lines. */
  definitions: OutlineEntry[];
  /** The number of its definitions on other pages. */
  omitted: number;
}

/** A tool, and how it is presented to a model. */
export interface Tool {
  /** Its id, with the revision. */
  id: string;
  /** The name that the model calls. */
  name: string;
  /** What it does, for the model. */
  description: string;
  /** The JSON Schema (draft 2020-12) of its arguments, as JSON text. */
  parameters: string;
  /**
   * The same with the arguments that `parameters` leaves out to be short; a call may always have
   * them. `undefined` if `parameters` has all of them.
   */
  fullParameters: string | undefined;
  /** One line about it for a system prompt. */
  snippet: string;
  /** Advice on its use for a system prompt, one sentence each. */
  guidelines: string[];
  /** The release that it equals, for people. */
  release: string;
  /** How it was established that it equals this release, in one sentence. */
  basis: string;
}

/** No tool has this id. */
export interface UnknownToolErrorFields {
  /** The id that was given. */
  tool: string;
  /** The ids of all tools. */
  known: string[];
}

/**
 * Whether a tool did what it was asked.
 *
 * - `answered`: It answered, if only in part.
 * - `refused`: It reports an error, in the words of its agent.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** Every {@link Outcome}. */
export const OUTCOMES = Object.freeze(['answered', 'refused'] as const);

/** What a tool returns. */
export interface Reply {
  /** Whether the tool did what it was asked. */
  outcome: Outcome;
  /**
   * The native result object as JSON text on one line. Empty text if the call was `contentOnly`.
   */
  json: string;
  /** The result as the agent puts it before its model. */
  content: Content[];
  /** What was read, one item per file or directory. Empty if nothing was read. */
  facts: ReadFacts[];
  /**
   * Where some lines of a large file begin: pass it to the next call of the same tool for this
   * file, instead of the index that this call was given. Opaque text of at most 32768 bytes.
   * `undefined` if there is nothing new to remember.
   */
  index: string | undefined;
  /**
   * What has been shown of the file, this answer included: pass it to the next call of the same
   * tool for this file, instead of what this call was given. Opaque text of at most 4096 bytes.
   * `undefined` if there is nothing new to remember.
   */
  shown: string | undefined;
}

/** What a host adds to the arguments of a call. */
export interface CallContext {
  /**
   * The `index` of an earlier reply for the same file, which saves counting the lines before. It
   * never changes an answer: an index of another file or version, or for other rules about lines,
   * is ignored. A host may keep it within a session if `modified` is known and at least some
   * seconds ago, because a file that was just modified may change again without a new version. It
   * may always be left out.
   */
  index?: string | undefined;
  /**
   * The `shown` of an earlier reply for the same file, kept as `index` is: what the conversation
   * already has of this version is omitted unless the arguments ask for it. Empty text means that
   * nothing was shown yet. `undefined` shows everything, and the reply has no `shown`. The tools of
   * agents ignore it unless the agent itself has such a memory.
   */
  shown?: string | undefined;
  /**
   * The maximum number of tokens of the text in `content`, as an estimate, whatever the arguments
   * ask for. `undefined` means no limit. The tools of agents have the limits of their agent
   * instead.
   */
  maxTokens?: TokenCount | undefined;
  /** Whether the host needs only `content`: the native object repeats its text. */
  contentOnly: boolean;
  /**
   * The time in milliseconds after which a page of a tool that finds or searches ends with what was
   * found so far. `undefined` means no limit. The tools of agents ignore it.
   */
  milliseconds?: number | undefined;
}

/** Text. */
export interface TextContent {
  kind: 'text';
  text: string;
}

/** An image. */
export interface ImageContent {
  kind: 'image';
  /** The MIME type. */
  mime: string;
  /** The bytes in base64, with padding. */
  data: string;
}

/** Another file that the agent attaches, such as a PDF. */
export interface FileContent {
  kind: 'file';
  /** The MIME type. */
  mime: string;
  /** The bytes in base64, with padding. */
  data: string;
}

/**
 * A part of what a model gets.
 *
 * - `text`: Text.
 * - `image`: An image.
 * - `file`: Another file that the agent attaches, such as a PDF.
 */
export type Content = TextContent | ImageContent | FileContent;

/** A read that every tool can be asked for. */
export interface BasicRequest {
  /** The file, as the agent names it. */
  path: string;
  /** Where to start. `undefined` means the default of the tool, which is line 1. */
  start?: Start | undefined;
  /** The maximum number of lines. `undefined` means the default of the tool. */
  lines?: LineCount | undefined;
}
