// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** Options of calls, and what each of them has to be. */

import * as contract from '../contract.js';
import type { AnyOf } from '../types.js';

/** Where a read starts: `start`, `cursor` or `block`. Line 1 if none is given. */
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
  /** How many headers further out the block begins. 0 by default. */
  levels?: number | undefined;
  /**
   * Whether to return the lines beside the block too: all that the header around it is the header
   * of.
   */
  siblings?: boolean | undefined;
}

export const START_OPTIONS = {
  start: 'integer',
  cursor: 'text',
  block: 'count',
  levels: 'count',
  siblings: 'flag',
} as const;

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
   * nothing is read. A file of which no time is known is always read. `undefined` always reads.
   */
  knownVersion?: string | undefined;
}

export const READ_OPTIONS = {
  view: contract.VIEWS,
  lines: 'count',
  bytes: 'count',
  tokens: 'count',
  column: 'count',
  columns: 'count',
  encoding: 'text',
  totals: contract.TOTALS,
  knownVersion: 'text',
} as const;

/** Which part of a directory to list. */
export interface ListOptions {
  /** The last name of the previous page. `undefined` begins with the first entry. */
  after?: string | undefined;
  /**
   * The maximum number of entries to return, from 1. `undefined` means 1000; more than 10000 acts
   * as 10000.
   */
  entries?: number | undefined;
  /** Whether to return sizes and times, which takes longer. */
  details?: boolean | undefined;
}

export const LIST_OPTIONS = {
  after: 'text',
  entries: 'count',
  details: 'flag',
} as const;

/** What a tool returns. */
export interface ContextOptions {
  /** Whether the host needs only `content`: the native object repeats its text. */
  contentOnly?: boolean | undefined;
}

export const CONTEXT_OPTIONS = {
  contentOnly: 'flag',
} as const;

/** What a component is given where a choice is left out. */
export const DEFAULTS = {
  view: 'auto',
  totals: 'auto',
} as const;

/** What a tool is given where an option is left out. */
export const CONTEXT_DEFAULTS = {
  contentOnly: false,
} as const;
