/** The agents whose tools are spoken. */
export type Dialect = 'readroom' | 'mycodeagent' | 'dm-cc' | 'opencode' | 'kimi-cli' | 'pi';

/** All dialects, in the order of the contract. */
export const DIALECTS: readonly Dialect[] = Object.freeze([
  'readroom',
  'mycodeagent',
  'dm-cc',
  'opencode',
  'kimi-cli',
  'pi',
] as const);

/** How a file is read, how much of it, and from where. Numbers are integers. */
export interface ReadOptions {
  /**
   * How to read the file: `auto` reads it as what it is, a notebook (a name that ends with `.ipynb`) by its cells, an
   * image by its facts, anything else as text; `text` as text, as it stands in the file; `outline` returns the lines
   * that declare something, of the whole file. `auto` unless given.
   */
  view?: View | undefined;
  /**
   * The first line: counted from 1, or, if negative, from the end of the file (-20 reads the last 20 lines).
   * 0 fails with `invalid-argument`, a line past the end with `offset-past-end`. Line 1 unless given. In a notebook
   * it counts cells; with the view `outline` it fails with `invalid-argument`.
   */
  start?: number | undefined;
  /** Where an earlier text of the same file stopped (`body.next`), in the place of `start`. */
  cursor?: string | undefined;
  /**
   * A line, in the place of `start`: the lines that belong to it by their indentation are returned, such as the
   * function that it is in, and no others.
   */
  block?: number | BlockOptions | undefined;
  /**
   * The most lines, from 1, or cells of a notebook. 2000 unless given; more than 10000 act as 10000. With the view
   * `outline` the most entries: 200 unless given, and at most 1000.
   */
  lines?: number | undefined;
  /** The most bytes of text in UTF-8, from 1 to 1048576. 262144 unless given. */
  bytes?: number | undefined;
  /**
   * The most tokens, from 1, by an estimate: one for every four characters of ASCII, and one for every other. As
   * many as `lines` and `bytes` allow unless given.
   */
  tokens?: number | undefined;
  /**
   * The first character of each line, counted from 1: one is a Unicode scalar value. 1 unless given. A line that ends
   * before it is given as an empty one.
   */
  column?: number | undefined;
  /** The most characters of each line, from 1. 2000 unless given. The rest is left out, the line end is not. */
  columns?: number | undefined;
  /**
   * The encoding of the file: a name or label of the WHATWG Encoding Standard, or `utf-32`, `utf-32le` or
   * `utf-32be`, in any case. It is found out unless given. An unknown one fails with `invalid-argument`.
   */
  encoding?: string | undefined;
  /**
   * Whether to count the lines of the whole file: `auto` counts in files of at most 32 MiB, or where the end
   * was reached anyway.
   */
  totals?: Totals | undefined;
  /** A version that the caller has: if the file still has it, the body is `unchanged`. */
  known?: string | undefined;
}

/** How to read a file. */
export type View = 'auto' | 'text' | 'outline';

/** Whether to count the lines of the whole file. */
export type Totals = 'auto' | 'always' | 'never';

/**
 * The block of a line. A line is the header of those after it that are indented more. The block is what the line is
 * the header of, else what its own header is the header of: from that header on, with comments, attributes and
 * decorators directly above it, to the line that closes it.
 */
export interface BlockOptions {
  /**
   * The line, from 1. A line past the end fails with `offset-past-end`. A blank one belongs to the line before it.
   */
  line: number;
  /** How many headers further out the block begins. 0 unless given; more than there are act as all there are. */
  levels?: number | undefined;
  /** Whether the lines beside the block are returned too: all that the header around it is the header of. */
  siblings?: boolean | undefined;
}

/** One of several files that are read in one call: its path, and how it is read. */
export interface FileRequest extends ReadOptions {
  /** The file, as the agent names it. */
  path: string;
}

/**
 * How much to return of several files together. Each gets as much as its own request asks for, but no more than an
 * even share, and what one does not need is shared among those that are larger. There are never more than 10000 lines
 * in all.
 */
export interface SharedLimits {
  /** The most bytes, from one for each file to 1048576. 262144 unless given. */
  bytes?: number | undefined;
  /** The most tokens, from one for each file, by the estimate. As many as `bytes` allow unless given. */
  tokens?: number | undefined;
}

/** What was read, and facts about the file. */
export interface Document {
  /** The file with its links resolved: relative to the root, or absolute if it lies in another grant. */
  path: string;
  /** Bytes of the file when it was opened. */
  size: number;
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined if there is no such time. */
  modified: number | undefined;
  /** An opaque mark that changes when the size or the modification time of the file does. */
  version: string;
  /** What the file holds. */
  body: Body;
}

/** What a file holds, told apart by `tag`. More cases will come. */
export type Body = TextBody | UnchangedBody | OutlineBody | NotebookBody | ImageBody;

/** The file still has the version that was known. */
export interface UnchangedBody {
  tag: 'unchanged';
}

/** Consecutive lines of a text file. */
export interface TextBody {
  tag: 'text';
  /** The lines with their line ends, as they stand in the file; bytes that are no text are U+FFFD. */
  content: string;
  /** The number of the first line; undefined if the lines before it were not counted. */
  first: number | undefined;
  /** How many lines there are; 0 for an empty file. */
  lines: number;
  /** The block that was asked for; undefined if none was. */
  block: FoundBlock | undefined;
  /** How many tokens `content` has, by an estimate that knows no model. */
  tokens: number;
  /** Why the text ends where it does. */
  stopped: Stopped;
  /** Where the next page begins, as a `cursor`; undefined at the end of the file. */
  next: string | undefined;
  /** The number of lines in the file; undefined if they were not all counted. */
  total: number | undefined;
  /** The lines whose ends were left out, because they are longer than `columns`, `bytes` or `tokens` allow. */
  clipped: Clip[];
  /** The encoding that the bytes were read as: its name in the Encoding Standard, in small letters. */
  encoding: string;
  /** What tells the encoding. */
  evidence: Evidence;
  /** Whether the file begins with a byte-order mark of that encoding, which is then part of `content`. */
  mark: 'absent' | 'present';
  /** The line ends in `content`. */
  endings: 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';
  /** Whether bytes had to be replaced because they were no text. */
  replacements: 'absent' | 'present';
  /** Characters that hide or forge what people see: one for each line and kind, in order, at most 100. */
  suspicious: Finding[];
}

/**
 * Why a text, or the cells of a notebook, end where they do: with the file, or although there are more lines, because
 * of `lines`, `bytes` or `tokens`, or because the block that was asked for ends.
 */
export type Stopped = 'at-end' | 'at-line-limit' | 'at-byte-limit' | 'at-token-limit' | 'at-block-end';

/** What tells an encoding: the option, a byte-order mark, or the bytes, which is a guess unless they are UTF-8. */
export type Evidence = 'given' | 'mark' | 'content';

/** A line whose end was left out. */
export interface Clip {
  /** The line. The first one of the text counts as 1 where its `first` is undefined. */
  line: number;
  /**
   * The first character that was left out: a `column` to go on at. One more than `characters` if only the line end
   * did not fit.
   */
  next: number;
  /** How many characters the whole line has, without its line end. */
  characters: number;
}

/** Where a block lies. If it has more lines than may be returned, those around the line that was asked for are. */
export interface FoundBlock {
  /** Its first line. */
  first: number;
  /** Its last line. */
  last: number;
  /** The headers that it lies under, outermost first: the 16 innermost of them. */
  headers: Heading[];
}

/** A line by which others are found. */
export interface Heading {
  /** The line. */
  line: number;
  /** Its text without indentation, its beginning if it is long. */
  text: string;
}

/**
 * An outline of a text: the lines that declare something; of a text without such lines, those that others are
 * indented under. A file of more than 16 MiB fails with `too-large`.
 */
export interface OutlineBody {
  tag: 'outline';
  /** The lines, in order. */
  entries: OutlineEntry[];
  /** How many more there are that did not fit, the deepest first. */
  leftOut: number;
  /** How many tokens the entries have, by the estimate. */
  tokens: number;
  /** The number of lines in the file. */
  total: number;
  /** The encoding that the bytes were read as, as in {@link TextBody}. */
  encoding: string;
}

/** A line of an outline. */
export interface OutlineEntry {
  /** The line. */
  line: number;
  /** The last line that belongs to it. */
  last: number;
  /** How many entries it lies under. */
  depth: number;
  /** Its text without indentation: the first 160 characters. */
  text: string;
}

/**
 * Consecutive cells of a Jupyter notebook. For them a cursor and a block fail with `unsupported`, and a notebook of
 * more than 4 MiB with `too-large`. What has the name of a notebook and is none is text.
 */
export interface NotebookBody {
  tag: 'notebook';
  /** The cells. */
  cells: Cell[];
  /** How many tokens they have, by the estimate. */
  tokens: number;
  /** Why they end where they do. */
  stopped: Stopped;
  /** The number of cells in the notebook. */
  total: number;
  /** The cell to go on at, as a `start`; undefined if there are no more. */
  next: number | undefined;
  /** How many of the cells asked for, or of their outputs, were left out because they are none. */
  unreadable: number;
  /** The language of its code, such as `python`; undefined if it does not say. */
  language: string | undefined;
}

/** A cell of a notebook. */
export interface Cell {
  /** Its number, from 1. */
  number: number;
  /** What it holds: `raw` is anything that is neither code nor Markdown. */
  kind: 'code' | 'markdown' | 'raw';
  /** How many times the kernel had run a cell when it ran this one; undefined if it did not. */
  run: number | undefined;
  /** Its text. That of the first cell is clipped if it does not fit. */
  source: string;
  /** How many characters of `source` were left out at its end. */
  leftOut: number;
  /** What it put out, at most 20. */
  outputs: Output[];
  /** How many outputs were left out. */
  outputsLeftOut: number;
}

/** An output of a cell. */
export interface Output {
  /** What it is: `outcome` is the value of the cell, `display` what it displayed. */
  kind: 'standard-output' | 'standard-error' | 'outcome' | 'display' | 'error';
  /**
   * Its text, at most the first 2000 characters. Of an error: its name, its message and where it came from, without
   * terminal escapes.
   */
  text: string;
  /** How many characters of it were left out. */
  leftOut: number;
  /** What it has in other forms, which are not returned: at most 8. */
  media: Media[];
}

/** Something that is no text. */
export interface Media {
  /** Its MIME type, as the file says it. */
  mime: string;
  /** How many bytes it has in the file. */
  bytes: number;
}

/** Facts about an image, which is not decoded. */
export interface ImageBody {
  tag: 'image';
  /** Its MIME type, by its first bytes: `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  mime: string;
  /** Its width in pixels, as it is to be shown. */
  width: number;
  /** Its height in pixels, as it is to be shown. */
  height: number;
}

/** Suspicious characters in one line. */
export interface Finding {
  /** The line. The first one of the text counts as 1 where its `first` is undefined. */
  line: number;
  /** How they deceive people: they change the order in which text is shown, are not shown, or command terminals. */
  kind: 'bidirectional' | 'invisible' | 'terminal';
  /** How many there are. */
  characters: number;
}

/** What is known of a file or directory that was read. */
export interface Facts {
  /** The absolute name with its links resolved. */
  path: string;
  /** Bytes of the file when it was opened; 0 for a directory. */
  size: number;
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined if there is no such time, and for a directory. */
  modified: number | undefined;
  /** As in {@link Document}; empty for a directory. */
  version: string;
  /** How many lines of text, or entries of a directory, were returned. */
  lines: number;
  /** How many bytes of the file were returned, in UTF-8 if it is text. */
  bytes: number;
}

/** What a dialect's tool returned. */
export interface Reply {
  /** `refused` if the tool reports an error, which then stands in `json` in the words of the dialect. */
  outcome: 'answered' | 'refused';
  /** The native result object as JSON text on one line, to the byte as the agent's own tool would give it. */
  json: string;
  /** What was read; undefined if nothing was, and always undefined in a room that drives the runner. */
  facts: Facts | undefined;
  /** `json`, parsed when it is first asked for. Copies of the reply, and its JSON, hold it as well. */
  readonly value: unknown;
}

/** How a tool is presented to a model. */
export interface Tool {
  dialect: Dialect;
  /** The name that the model calls. */
  name: string;
  /** What the tool does, for the model. */
  description: string;
  /** The JSON Schema (draft 2020-12) of the arguments. */
  parameters: { [name: string]: unknown };
  /** One line about the tool for a system prompt. */
  snippet: string;
  /** Advice on its use for a system prompt, a sentence each. */
  guidelines: string[];
}

/** A read that every dialect can ask for. */
export interface Question {
  /** The file, as the agent names it. */
  path: string;
  /** As in {@link ReadOptions}. */
  start?: number | undefined;
  /** As in {@link ReadOptions}. */
  cursor?: string | undefined;
  /** As in {@link ReadOptions}. */
  block?: number | BlockOptions | undefined;
  /** As in {@link ReadOptions}. */
  lines?: number | undefined;
}

/** How much of a result is drawn: its first ten lines, or all of it. */
export type Fold = 'collapsed' | 'expanded';

/**
 * The arguments of a tool: JSON text as a model wrote it, the same as bytes, or an object that is made into
 * JSON.
 */
export type Arguments = string | Uint8Array | object;

/**
 * What keeps reads inside the granted directories, beside the component itself.
 *
 * - `descriptors`: every name is opened relative to an open directory descriptor, and no link is followed
 *   (Linux).
 * - `best-effort`: every name is opened by its path and checked before and after; somebody who changes
 *   directories at the same moment may get between.
 * - `process`: the runner program opens files, in a process of its own.
 * - `memory`: there are no files, only bytes that were given.
 * - `handles`: a directory that was picked in a browser, by the browser's own handles.
 */
export type Confinement = 'descriptors' | 'best-effort' | 'process' | 'memory' | 'handles';

/** What bounds the calls of a room. */
export interface Limits {
  /** Wall time of one call in milliseconds: 5000 unless given. Needs `worker` or `runner`. */
  wallTime?: number | undefined;
  /**
   * The most calls that wait for the worker or the runner while one is under way: 1000 unless given. More
   * fail with `busy`.
   */
  waiting?: number | undefined;
}

/**
 * One file in memory: text, bytes, or either with a modification time in milliseconds since 1970; or a link.
 * Bytes are not copied: whoever changes them changes the file.
 */
export type MemoryEntry =
  | string
  | Uint8Array
  | { content: string | Uint8Array; modified?: number | undefined }
  | { link: string }
  | { directory: true };

/** Files in memory, by their paths from the root down, such as `src/main.rs`. */
export type MemoryFiles = { readonly [path: string]: MemoryEntry };

/** What a room over files in memory, or over a picked directory, is made of. */
export interface MemoryOptions {
  /** The absolute name that agents know the root by. `/project` unless given. */
  name?: string | undefined;
  /** The agent's working directory in the root: relative to it, or absolute. The root unless given. */
  cwd?: string | undefined;
  /** The absolute name that `~` stands for, in the dialects that know it. It is not granted thereby. */
  home?: string | undefined;
}
