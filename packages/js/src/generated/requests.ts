// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** Options of calls, and what each of them has to be. */

import * as contract from '../contract.js';
import type { AnyOf } from '../types.js';

/**
 * Where a read starts: `start`, `cursor`, `block`, `definition` or `unit`. Line 1 if none is given.
 */
export interface StartOptions {
  /**
   * The first line, counted from 1. A negative number counts from the end of the file: -20 starts
   * 20 lines before it. 0 fails with `invalid-argument`, a line past the end with
   * `offset-past-end`. In a notebook it counts cells.
   */
  start?: number | undefined;
  /**
   * Where an earlier page of the same file stopped: the `cursor` of its `next`. Instead of `start`.
   */
  cursor?: string | undefined;
  /**
   * A line whose block is returned: the lines that belong to it by their indentation, such as its
   * function. Instead of `start`.
   */
  block?: number | undefined;
  /** A name whose definition is returned, such as `next` or `Walk::next`. Instead of `start`. */
  definition?: string | undefined;
  /**
   * A sheet, slide, chapter or page of a document to start at: its title, in any case, or its
   * number. Instead of `start`.
   */
  unit?: string | undefined;
  /** How many headers further out the block begins. 0 by default. */
  levels?: number | undefined;
  /**
   * Whether to return the lines beside the block too: all that the header around it is the header
   * of.
   */
  siblings?: boolean | undefined;
}

/** How to read a file. Numbers are integers. */
export interface ReadOptions extends StartOptions {
  /** How to read the file. `auto` by default. */
  view?: AnyOf<contract.View> | undefined;
  /**
   * The maximum number of lines to return, from 1. `undefined` means 2000; more than 10000 acts as
   * 10000.
   */
  lines?: number | undefined;
  /**
   * The maximum number of bytes to return, line endings included, from 1 to 1048576. `undefined`
   * means 48000. The line that would cross the limit is left out, unless it is the first: then it
   * is clipped.
   */
  bytes?: number | undefined;
  /**
   * The maximum number of tokens to return, from 1, as an estimate. `undefined` means as many as
   * `lines` and `bytes` allow. The line that would cross the limit is left out, unless it is the
   * first: then it is clipped.
   */
  tokens?: number | undefined;
  /**
   * The first character to return of each line. `undefined` means the first one. 0 fails with
   * `invalid-argument`; a line that ends before it is returned as an empty line.
   */
  column?: number | undefined;
  /**
   * The maximum number of characters to return of each line, from 1. `undefined` means 2000. The
   * rest of a line is left out; its line ending is not.
   */
  columns?: number | undefined;
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
  /** Whether to count the lines of the whole file. `auto` by default. */
  totals?: AnyOf<contract.Totals> | undefined;
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

/** Which part of a directory to list. */
export interface ListOptions {
  /** The last name of the previous page. `undefined` begins with the first entry. */
  after?: string | undefined;
  /**
   * The maximum number of entries to return, from 1. `undefined` means 1000; more than 100000 acts
   * as 100000. Each page lists the whole directory, so large pages are faster.
   */
  entries?: number | undefined;
  /** Whether to return sizes and times, which takes longer. */
  details?: boolean | undefined;
  /** The revision, as in `ReadRequest`. */
  at?: string | undefined;
}

/** What a tool returns. */
export interface ContextOptions {
  /** Whether the host needs only `content`: the native object repeats its text. */
  contentOnly?: boolean | undefined;
}

/** Which files are looked at. */
export interface ScopeOptions {
  /**
   * The directory to look in, or a file, which is then looked at whatever the other fields say. As
   * in `ReadRequest`. `.` by default.
   */
  path?: string | URL | undefined;
  /**
   * Globs as in `.gitignore`, relative to the directory, and with alternatives in braces:
   * `*.{ts,tsx}`. A glob without `/` matches names at any depth. The last glob that matches
   * decides; one that begins with `!` excludes. If others include, an entry that no glob matches is
   * left out. A glob also matches the name that is written like it, such as `[id]`, and `*.js,
   * *.ts` is two. Globs that exclude count as relative to the root too. If nothing matches, globs
   * that begin with the names of the directory, or the last of them, are taken without these, and
   * backslashes as slashes; and if that matches nothing, those with a `*` in any case: see `globs`
   * in the answer. At most 1000 after the braces are expanded. A single one may be a string.
   */
  globs?: string | readonly string[] | undefined;
  /**
   * Whether names that begin with a dot are looked at. They are, and so are ignored ones, if a glob
   * that includes spells them out: if its component for the name has no wildcard, or begins with a
   * dot.
   */
  hidden?: boolean | undefined;
  /**
   * Whether to look also at what is left out by `.ignore`, `.gitignore` and `.git/info/exclude` in
   * the directory, in those below it, and in those above it up to the top of the grant. Deeper
   * files take precedence, and `.ignore` over those of git, which apply without a repository too,
   * and inside nested ones. A file that is too large, with those above it more than 12 MiB, is not
   * applied.
   */
  ignored?: boolean | undefined;
  /**
   * The maximum depth of a file, from 1: the entries of the directory itself have depth 1.
   * `undefined` means any. 0 fails with `invalid-argument`.
   */
  depth?: number | undefined;
  /** The revision of a git repository to look in, as in `ReadRequest`. `.git` has none. */
  at?: string | undefined;
}

/** What to find. */
export interface FindOptions extends ScopeOptions {
  /** The kinds of entries to return. Empty means regular files. */
  kinds?: readonly AnyOf<contract.FileKind>[] | undefined;
  /** In which order. Equal entries are ordered by path. `path` by default. */
  order?: AnyOf<contract.FindOrder> | undefined;
  /** Whether to return sizes and times, which takes longer. */
  details?: boolean | undefined;
  /**
   * Whether to return the lines and tokens of text files, each of which is read for it. They are
   * returned also if `order` is `lines`.
   */
  lines?: boolean | undefined;
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

/** What to search for. */
export interface SearchOptions extends ScopeOptions {
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
  /** What the pattern is. `regex` by default. */
  syntax?: AnyOf<contract.PatternSyntax> | undefined;
  /** Whether case matters. `sensitive` by default. */
  letterCase?: AnyOf<contract.LetterCase> | undefined;
  /**
   * Whether a match must begin and end where words do. Of definitions, whether the whole name must
   * match.
   */
  words?: boolean | undefined;
  /** What to return. `lines` by default. */
  output?: AnyOf<contract.SearchOutput> | undefined;
  /** The number of lines to return before each that matches, at most 100. */
  before?: number | undefined;
  /** The same after it. */
  after?: number | undefined;
  /** Which blocks to return in place of these. `none` by default. */
  blocks?: AnyOf<contract.MatchBlocks> | undefined;
  /** Whether binary files are searched too, as text. */
  binary?: boolean | undefined;
  /**
   * Whether to return the headers around matches, which are looked for in files of at most 1 MiB.
   */
  headers?: boolean | undefined;
  /** In which order files are searched. `path` by default. */
  order?: AnyOf<contract.FoundOrder> | undefined;
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
  bytes?: number | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: number | undefined;
  /**
   * The maximum number of characters to return of each line, from 1. `undefined` means 400. A
   * longer line is clipped around its first match.
   */
  columns?: number | undefined;
  /**
   * The time in milliseconds after which a page ends with what was found so far. `undefined` means
   * no limit.
   */
  milliseconds?: number | undefined;
}

/** What to map. */
export interface MapOptions extends ScopeOptions {
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
  bytes?: number | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: number | undefined;
  /**
   * The time in milliseconds after which no further file is read. The map is then one of the files
   * before. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/** What to compare. */
export interface DiffOptions {
  /**
   * The file or directory whose changes are returned, as in `ReadRequest`. It may be one that is no
   * longer there. `.` by default.
   */
  path?: string | URL | undefined;
  /** Globs relative to the directory, as in a `scope`. A single one may be a string. */
  globs?: string | readonly string[] | undefined;
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
  /** What to return of each file. `patch` by default. */
  output?: AnyOf<contract.DiffOutput> | undefined;
  /**
   * The number of unchanged lines around changed ones. `undefined` means 3; more than 1000 acts as
   * 1000.
   */
  context?: number | undefined;
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
  bytes?: number | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: number | undefined;
  /**
   * The time in milliseconds after which no further file is compared. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/** Which commits to return. */
export interface LogOptions {
  /**
   * The file or directory: commits that did not change it are left out, as git does. The top of the
   * repository has all. It may be one that is no longer there. `.` by default.
   */
  path?: string | URL | undefined;
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
  /** What to return of each commit. `subjects` by default. */
  output?: AnyOf<contract.LogOutput> | undefined;
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
  bytes?: number | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: number | undefined;
  /**
   * The time in milliseconds after which no further commit is looked at. `undefined` means no
   * limit.
   */
  milliseconds?: number | undefined;
}

/** Whose lines to return. */
export interface BlameOptions {
  /** The revision of the file. `undefined` means the working tree. */
  at?: string | undefined;
  /** The first line. `undefined` means line 1. */
  first?: number | undefined;
  /** The maximum number of lines, from 1. `undefined` means 2000; more than 10000 acts as 10000. */
  lines?: number | undefined;
  /**
   * The maximum number of bytes to return, from 1 to 1048576, with 64 for each run in addition to
   * its texts. `undefined` means 48000. A page has at least one line.
   */
  bytes?: number | undefined;
  /**
   * The maximum number of tokens, from 1, as an estimate. `undefined` means as many as `bytes`
   * allow.
   */
  tokens?: number | undefined;
  /**
   * The time in milliseconds after which no older commit is looked at. `undefined` means no limit.
   */
  milliseconds?: number | undefined;
}

/** The types of options, by function. */
export const OPTIONS = {
  diff: {
    path: 'path',
    globs: 'texts',
    at: 'text',
    from: 'text',
    to: 'text',
    output: contract.DIFF_OUTPUTS,
    context: 'number',
    cursor: 'text',
    files: 'count',
    bytes: 'count',
    tokens: 'count',
    milliseconds: 'count',
  },
  log: {
    path: 'path',
    at: 'text',
    from: 'text',
    to: 'text',
    author: 'text',
    message: 'text',
    text: 'text',
    since: 'text',
    until: 'text',
    output: contract.LOG_OUTPUTS,
    cursor: 'text',
    commits: 'count',
    bytes: 'count',
    tokens: 'count',
    milliseconds: 'count',
  },
  blame: {
    at: 'text',
    first: 'count',
    lines: 'count',
    bytes: 'count',
    tokens: 'count',
    milliseconds: 'count',
  },
  read: {
    view: contract.VIEWS,
    start: 'integer',
    cursor: 'text',
    block: 'count',
    definition: 'text',
    unit: 'text',
    levels: 'number',
    siblings: 'flag',
    lines: 'count',
    bytes: 'count',
    tokens: 'count',
    column: 'count',
    columns: 'count',
    encoding: 'text',
    totals: contract.TOTALS,
    knownVersion: 'text',
    at: 'text',
  },
  readMany: {
    bytes: 'count',
    tokens: 'count',
  },
  list: {
    after: 'text',
    entries: 'count',
    details: 'flag',
    at: 'text',
  },
  find: {
    path: 'path',
    globs: 'texts',
    hidden: 'flag',
    ignored: 'flag',
    depth: 'count',
    at: 'text',
    kinds: { each: contract.FILE_KINDS },
    order: contract.FIND_ORDERS,
    details: 'flag',
    lines: 'flag',
    cursor: 'text',
    entries: 'count',
    milliseconds: 'count',
  },
  search: {
    path: 'path',
    globs: 'texts',
    hidden: 'flag',
    ignored: 'flag',
    depth: 'count',
    at: 'text',
    pattern: 'required',
    syntax: contract.PATTERN_SYNTAXS,
    letterCase: contract.LETTER_CASES,
    words: 'flag',
    output: contract.SEARCH_OUTPUTS,
    before: 'number',
    after: 'number',
    blocks: contract.MATCH_BLOCKS,
    binary: 'flag',
    headers: 'flag',
    order: contract.FOUND_ORDERS,
    cursor: 'text',
    matches: 'count',
    matchesPerFile: 'count',
    bytes: 'count',
    tokens: 'count',
    columns: 'count',
    milliseconds: 'count',
  },
  map: {
    path: 'path',
    globs: 'texts',
    hidden: 'flag',
    ignored: 'flag',
    depth: 'count',
    at: 'text',
    cursor: 'text',
    definitions: 'count',
    bytes: 'count',
    tokens: 'count',
    milliseconds: 'count',
  },
  call: {
    contentOnly: 'flag',
  },
  argumentsFor: {
    start: 'integer',
    cursor: 'text',
    block: 'count',
    definition: 'text',
    unit: 'text',
    levels: 'number',
    siblings: 'flag',
    lines: 'count',
  },
} as const;

/** The values of options that are left out, by function. */
export const DEFAULTS = {
  diff: {
    path: '.',
    globs: [],
    output: 'patch',
  },
  log: {
    path: '.',
    output: 'subjects',
  },
  blame: {},
  read: {
    view: 'auto',
    totals: 'auto',
  },
  readMany: {},
  list: {
    details: false,
  },
  find: {
    path: '.',
    globs: [],
    hidden: false,
    ignored: false,
    kinds: [],
    order: 'path',
    details: false,
    lines: false,
  },
  search: {
    path: '.',
    globs: [],
    hidden: false,
    ignored: false,
    syntax: 'regex',
    letterCase: 'sensitive',
    words: false,
    output: 'lines',
    before: 0,
    after: 0,
    blocks: 'none',
    binary: false,
    headers: false,
    order: 'path',
  },
  map: {
    path: '.',
    globs: [],
    hidden: false,
    ignored: false,
  },
  call: {
    contentOnly: false,
  },
  argumentsFor: {},
} as const;
