// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** The types of the contract: what a reader is asked, and what it answers. */

import type { PageError } from './errors.js';

/** A line, counted from 1. */
export type LineNumber = number;

/** What to fetch. */
export interface PageRequest {
  /** The file. */
  path: string;
  /** Where to start. `undefined` means line 1. */
  start?: LineNumber | undefined;
}

/** The answer to a `PageRequest`. */
export interface Page {
  /** What it holds. */
  body: Body;
  /**
   * Where the next page begins, unless `body` is `one-line`. `undefined` if this is the last page.
   * If it is the first page too, `body` is `blank`.
   */
  nextLine: LineNumber | undefined;
  /** The size of the file in bytes. */
  size: number;
  /** The files that it names. None of them is read if `nextLine` is undefined. */
  links: (string | PageError)[];
}

/** Nothing. */
export interface BlankBody {
  kind: 'blank';
}

/** A single line. */
export interface OneLineBody {
  kind: 'one-line';
  oneLine: string;
}

/** Lines, some of which are missing. */
export interface LinesBody {
  kind: 'lines';
  lines: (string | undefined)[];
}

/**
 * Rows and columns.
 *
 * There is no table without columns.
 */
export interface TableBody {
  kind: 'table';
  /** The number of rows. */
  rows: number;
  /** Whether the first row is a heading. */
  hasHeading: boolean;
}

/**
 * What a page holds.
 *
 * - `blank`: Nothing.
 * - `one-line`: A single line.
 * - `lines`: Lines, some of which are missing.
 * - `table`: A table.
 */
export type Body = BlankBody | OneLineBody | LinesBody | TableBody;

/** Why there is no page. */
export interface PageErrorFields {
  /** The kind of failure. */
  code: ErrorCode;
}

/**
 * The kinds of failure.
 *
 * - `not-found`: There is no such file.
 * - `other`: Anything else.
 */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Every {@link ErrorCode}. */
export const ERROR_CODES = Object.freeze(['not-found', 'other'] as const);
