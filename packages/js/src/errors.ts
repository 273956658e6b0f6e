import type { ErrorCode, ReadErrorFields, UnknownToolErrorFields } from './contract.js';
import type { LimitName as HostLimitName } from './generated/limits.js';

/**
 * The class of everything that this package throws, except a `TypeError` for a value of a wrong
 * JavaScript type.
 */
export class ReadroomError extends Error {
  override name = 'ReadroomError';
}

/**
 * The reader's own answer: why nothing was read, and what to do next. The `message` is the reason
 * and the hint.
 */
export class ReadError extends ReadroomError {
  override name = 'ReadError';
  readonly code: ErrorCode;
  /** What happened, with the path as it was given: the `message` of the contract. */
  readonly reason: string;
  /** What to do next, in one sentence. */
  readonly hint: string;
  readonly total: number | undefined;
  readonly suggestions: string[];

  constructor({ code, message, hint, total, suggestions }: ReadErrorFields) {
    super(`${message}. ${hint}`);
    this.code = code;
    this.reason = message;
    this.hint = hint;
    this.total = total;
    this.suggestions = suggestions;
  }

  /** Returns the fields of the contract, for logs and JSON. */
  toJSON(): ReadErrorFields {
    const { code, reason, hint, total, suggestions } = this;
    return { code, message: reason, hint, total, suggestions: [...suggestions] };
  }
}

/** There is no tool with such an id. */
export class UnknownToolError extends ReadroomError implements UnknownToolErrorFields {
  override name = 'UnknownToolError';
  readonly tool: string;
  readonly known: string[];

  constructor({ tool, known }: UnknownToolErrorFields) {
    super(`there is no tool '${tool}'; the tools are ${known.join(', ')}`);
    this.tool = tool;
    this.known = known;
  }
}

/**
 * The reason of a {@link RoomError}: `bad-option` and `bad-argument` for a value that cannot be
 * used, `cannot-open` and `not-a-directory` for a directory to grant, `outside-root` for a working
 * directory that is in no grant, `closed` for a room that was closed, `unsupported` for a feature
 * that this kind of room lacks.
 */
export type RoomErrorCode =
  | 'bad-option'
  | 'bad-argument'
  | 'cannot-open'
  | 'not-a-directory'
  | 'outside-root'
  | 'closed'
  | 'unsupported';

/** The room cannot be made, or cannot be used in this way. */
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

/**
 * The limits that a call can reach: those of `docs/limits.md`; in a page `entries` and `file-size`.
 */
export type LimitName = HostLimitName | 'file-size';

/** The record of a read could not be written, and the room has `auditOrStop`. */
export class AuditError extends ReadroomError {
  override name = 'AuditError';
}

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

/** Returns whether something thrown is a {@link ReadError}, with the given code if one is given. */
export function isReadError(error: unknown, code?: ErrorCode): error is ReadError {
  return error instanceof ReadError && (code === undefined || error.code === code);
}
