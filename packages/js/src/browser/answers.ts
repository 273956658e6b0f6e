/** Converts answers of the component to what a room returns. */

import * as decode from '../decode.js';
import { result } from '../decoder.js';
import type { Decoder } from '../decoder.js';
import type { OperationName, Operations } from '../operations.js';

/** The result of a function, as jco's code returns it. */
export interface RawAnswer {
  readonly tag: 'ok' | 'err';
  readonly val: unknown;
}

const ANSWERS: { readonly [Name in OperationName]: Decoder<Operations[Name]['gives'] | Error> } = {
  read: decode.readResult,
  readMany: decode.readManyResult,
  list: decode.listResult,
  stat: decode.statResult,
  tools: result(decode.toolsResult, decode.unknownToolError),
  call: decode.callResult,
  argumentsFor: decode.argumentsForResult,
  requestedPath: decode.requestedPathResult,
  renderCall: decode.renderCallResult,
  renderResult: decode.renderResultResult,
};

/**
 * Decodes the answer of an operation.
 *
 * @throws the error that the component answered
 */
export function answerOf<Name extends OperationName>(
  name: Name,
  raw: RawAnswer,
): Operations[Name]['gives'] {
  const answer = ANSWERS[name].fromRaw(raw);
  if (answer instanceof Error) throw answer;
  return answer;
}
