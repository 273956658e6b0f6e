// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** Decoders of the contract's answers: of every type, and of the result of every function. */

import * as contract from '../contract.js';
import * as errors from '../errors.js';
import {
  bool,
  enumeration,
  error,
  list,
  option,
  record,
  result,
  s16,
  single,
  string,
  u32,
  u64,
  variant,
} from '../decoder.js';
import type { Decoder } from '../decoder.js';

export const body: Decoder<contract.Body> = variant({
  blank: record({}),
  'one-line': single({ oneLine: string }),
  lines: single({ lines: list(option(string)) }),
  table: record({ rows: s16, hasHeading: bool }),
});

export const errorCode: Decoder<contract.ErrorCode> = enumeration(contract.ERROR_CODES);

export const pageError: Decoder<errors.PageError> = error(errors.PageError, { code: errorCode });

export const page: Decoder<contract.Page> = record({
  body,
  nextLine: option(u32),
  size: u64,
  links: list(result(string, pageError)),
});

export const fetchResult: Decoder<contract.Page | errors.PageError> = result(page, pageError);
export const findResult: Decoder<contract.LineNumber | undefined | errors.PageError> = result(
  option(u32),
  pageError,
);
