// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/**
 * The fields of the errors of the contract.
 *
 * A record whose name ends in `-error` is a class of `errors.ts`, made of these fields.
 */

/** A number of lines. A number too large for the type is given as its largest value. */
export type LineCount = number;

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

/** No tool has this id. */
export interface UnknownToolErrorFields {
  /** The id that was given. */
  tool: string;
  /** The ids of all tools. */
  known: string[];
}
