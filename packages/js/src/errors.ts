/**
 * What everything thrown by this package is, apart from a `TypeError` for a value of a wrong JavaScript type.
 */
export class ReadroomError extends Error {
  override name = 'ReadroomError';
}

/** Why nothing can be read, in the order of the contract. */
export const READ_ERROR_CODES = [
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
  'busy',
  'timeout',
  'io',
  'other',
] as const;

/** Why nothing was read. The same words are the `code` in the JSON of our own dialect. */
export type ReadErrorCode = (typeof READ_ERROR_CODES)[number];

/** What a {@link ReadError} is made of. */
export interface ReadErrorFacts {
  code: ReadErrorCode;
  message: string;
  hint: string;
  total?: number | undefined;
  suggestions: string[];
}

/** The reader's own answer: it says why nothing was read, and what to do next. */
export class ReadError extends ReadroomError {
  override name = 'ReadError';
  /** The kind of failure, for programs. */
  readonly code: ReadErrorCode;
  /** What to do next, in one sentence. */
  readonly hint: string;
  /**
   * For `offset-past-end`: the number of lines in the file, or of cells in a notebook. For `unsupported`: the number
   * of pages of a PDF, if that is known.
   */
  readonly total: number | undefined;
  /**
   * For `not-found`: files that may be meant, at most three, the best first. For `is-a-directory`: the first 20
   * entries in it, with a slash behind directories.
   */
  readonly suggestions: readonly string[];

  constructor(facts: ReadErrorFacts) {
    super(facts.message);
    this.code = facts.code;
    this.hint = facts.hint;
    this.total = facts.total;
    this.suggestions = facts.suggestions;
  }

  /** The facts alone, for logs and JSON. */
  toJSON(): ReadErrorFacts {
    const { code, message, hint, total, suggestions } = this;
    return { code, message, hint, total, suggestions: [...suggestions] };
  }
}

/**
 * What a {@link RoomError} is about: `bad-option` and `bad-argument` for a value that cannot be,
 * `cannot-open` and `not-a-directory` for a directory that was to be granted, `outside-root` for a working
 * directory that is in none, `closed` for a room that was closed, `unsupported` for what this kind of room
 * cannot do.
 */
export type RoomErrorCode =
  | 'bad-option'
  | 'bad-argument'
  | 'cannot-open'
  | 'not-a-directory'
  | 'outside-root'
  | 'closed'
  | 'unsupported';

/** The room cannot be made, or not be used like this. */
export class RoomError extends ReadroomError {
  override name = 'RoomError';

  constructor(
    readonly code: RoomErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The component, or the program that runs it, failed in a call. The room can still be used. */
export class CallError extends ReadroomError {
  override name = 'CallError';
}

/** The limits that a call can reach. */
export type LimitName = 'wall-time' | 'busy' | 'file-size' | 'entries';

/** A call reached a limit of the host. The room can still be used. */
export class LimitError extends ReadroomError {
  override name = 'LimitError';

  constructor(
    readonly limit: LimitName,
    message: string,
  ) {
    super(message);
  }
}

/** Whether something thrown is a {@link ReadError}, and of the given kind if one is named. */
export function isReadError(error: unknown, code?: ReadErrorCode): error is ReadError {
  return error instanceof ReadError && (code === undefined || error.code === code);
}
