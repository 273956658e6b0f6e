/** Requests to the program `readroom` and its answers: JSON as in `docs/json.md`, one line each. */

import type { SharedLimits, Tool } from '../contract.js';
import * as decode from '../decode.js';
import { MalformedAnswerError } from '../decoder.js';
import type { Decoder } from '../decoder.js';
import { CallError, LimitError } from '../errors.js';
import type { ReadRequest } from '../types.js';

type Members = { readonly [name: string]: unknown };

/** Writes a request as arguments of our own tool. */
export function argumentsOf(request: ReadRequest): string {
  return JSON.stringify(snakeCased(request));
}

/** Writes several requests as arguments of our own tool. */
export function argumentsOfMany(requests: readonly ReadRequest[], limits: SharedLimits): string {
  return JSON.stringify({ files: requests.map(snakeCased), ...limits });
}

/**
 * The tool understands lines behind a path, and a path in quotes, as a model may write them. A
 * program means the path as it is: that is said by a start, and by a name before the quote.
 */
function literal(request: ReadRequest): ReadRequest {
  const path = /^["'`]/u.test(request.path) ? `./${request.path}` : request.path;
  const { view, start, cursor, block } = request;
  const isPlaced = [start, cursor, block].some((place) => place !== undefined);
  return view === 'outline' || isPlaced ? { ...request, path } : { ...request, path, start: 1 };
}

function snakeCased(given: ReadRequest): Members {
  const request = literal(given);
  const snake = (name: string): string =>
    name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [snake(name), value]));
}

/**
 * Decodes an answer of our own tool.
 *
 * @throws the error that it answers, or `CallError` if it is malformed
 */
export function decoded<T>(decoder: Decoder<T>, json: string): Exclude<T, Error> {
  const answer = understood(decoder, members(json));
  if (answer instanceof Error) throw answer;
  return answer as Exclude<T, Error>;
}

/** Returns whether an answer is an error of its tool, by one of these members. */
export function isRefused(json: string): boolean {
  const reply = members(json);
  return reply['error'] !== undefined || reply['is_error'] === true || reply['isError'] === true;
}

/** Decodes what `readroom tools` prints, where schemas are JSON and not its text. */
export function toolsOf(json: string): Tool[] {
  const tools: unknown = members(json);
  if (!Array.isArray(tools)) throw unexpected('it is not an array');
  return tools.map((tool: unknown) => {
    const { parameters, full_parameters: full, ...others } = (tool ?? {}) as Members;
    if (!isObject(parameters)) throw unexpected('a tool has no parameters');
    const schemas = {
      parameters: JSON.stringify(parameters),
      ...(isObject(full) ? { full_parameters: JSON.stringify(full) } : {}),
    };
    return understood(decode.tool, { ...others, ...schemas });
  });
}

function understood<T>(decoder: Decoder<T>, value: unknown): T {
  try {
    return decoder.fromJson(value);
  } catch (error) {
    throw error instanceof MalformedAnswerError ? unexpected(error.message) : error;
  }
}

/** Parses an object or an array that is not a failure of the program itself. */
function members(json: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw unexpected((error as Error).message);
  }
  if (typeof value !== 'object' || value === null) throw unexpected('it is not an object');
  refuseFailure(value as Members);
  return value as Members;
}

/**
 * Throws a failure of the program itself. Its form is that of the tool `readroom`, whichever tool
 * was called.
 */
function refuseFailure({ error, ...others }: Members): void {
  if (!isObject(error) || Object.keys(others).length > 0) return;
  const { code, message, hint } = error;
  if (typeof message !== 'string' || typeof hint !== 'string') return;
  if (code === 'timeout') throw new LimitError('wall-time', `${message}; ${hint}`);
  if (code === 'busy') throw new LimitError('busy', `${message}; ${hint}`);
  // No tool uses this code.
  if (code === 'other')
    throw new CallError(`the runner did not answer: ${message}; try another call`);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unexpected(what: string): CallError {
  return new CallError(
    `the runner's answer is malformed: ${what}; give the readroom program of this version as the runner`,
  );
}

/**
 * Writes arguments on one line. A line break between the parts of JSON becomes a space, which means
 * the same. In a string, where JSON allows no line break, it becomes NUL, which JSON does not allow
 * there either.
 */
export function onOneLine(json: string): string {
  if (!/[\n\r]/u.test(json)) return json;
  let isText = false;
  return json.replace(/\\[^\n\r]|["\n\r]/gu, (found) => {
    if (found === '"') isText = !isText;
    return found === '\n' || found === '\r' ? (isText ? '\0' : ' ') : found;
  });
}
