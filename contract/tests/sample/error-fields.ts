// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/**
 * The fields of the errors of the contract.
 *
 * A record whose name ends in `-error` is a class of `errors.ts`, made of these fields.
 */

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
