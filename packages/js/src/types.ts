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

/** How a read is limited, and where it starts. Numbers are integers. */
export interface ReadOptions {
  /**
   * The first line: counted from 1, or, if negative, from the end of the file (-20 reads the last 20 lines).
   * 0 fails with `invalid-argument`, a line past the end with `offset-past-end`. Line 1 unless given.
   */
  start?: number | undefined;
  /** Where an earlier text of the same file stopped (`body.next`), in the place of `start`. */
  cursor?: string | undefined;
  /** The most lines, from 1. 2000 unless given; more than 10000 act as 10000. */
  lines?: number | undefined;
  /** The most bytes of text in UTF-8, from 1 to 1048576. 262144 unless given. */
  bytes?: number | undefined;
  /**
   * The most tokens, from 1, by an estimate: one for every four characters of ASCII, and one for every other. As
   * many as `lines` and `bytes` allow unless given.
   */
  tokens?: number | undefined;
  /**
   * Whether to count the lines of the whole file: `auto` counts in files of at most 32 MiB, or where the end
   * was reached anyway.
   */
  totals?: Totals | undefined;
  /** A version that the caller has: if the file still has it, the body is `unchanged`. */
  known?: string | undefined;
}

/** Whether to count the lines of the whole file. */
export type Totals = 'auto' | 'always' | 'never';

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
export type Body = TextBody | UnchangedBody;

/** The file still has the version that was known. */
export interface UnchangedBody {
  tag: 'unchanged';
}

/** Consecutive lines of a text file. */
export interface TextBody {
  tag: 'text';
  /** The lines with their line ends, as they stand in the file; bytes that are not UTF-8 are U+FFFD. */
  content: string;
  /** The number of the first line; undefined if the lines before it were not counted. */
  first: number | undefined;
  /** How many lines there are; 0 for an empty file. */
  lines: number;
  /** How many tokens `content` has, by an estimate that knows no model. */
  tokens: number;
  /** Why the text ends where it does. */
  stopped: 'at-end' | 'at-line-limit' | 'at-byte-limit' | 'at-token-limit';
  /** Where the next page begins, as a `cursor`; undefined at the end of the file. */
  next: string | undefined;
  /** The number of lines in the file; undefined if they were not all counted. */
  total: number | undefined;
  /**
   * The numbers of lines of which only the beginning is given. The first line counts as 1 if `first` is
   * undefined.
   */
  clipped: number[];
  /** The encoding that the bytes were read as. */
  encoding: string;
  /** Whether the file begins with a byte-order mark, which is then part of `content`. */
  mark: 'absent' | 'present';
  /** The line ends in `content`. */
  endings: 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';
  /** Whether bytes had to be replaced because they were not UTF-8. */
  replacements: 'absent' | 'present';
  /** Characters that hide or forge what people see: one for each line and kind, in order, at most 100. */
  suspicious: Finding[];
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
