/** What the runner prints, as the types of the package. */

import { CallError, ReadError } from '../errors.js';
import type { ReadErrorFacts } from '../errors.js';
import type { Request } from '../raw.js';
import type { Dialect, Document, Finding, TextBody, Tool } from '../types.js';

type Members = { readonly [name: string]: unknown };

function members(json: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new CallError('the runner printed no JSON; give the readroom program as the runner', {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null) throw unexpected();
  const reply = value as Members;
  const failure = failureIn(reply);
  if (failure !== undefined) throw new CallError(`the runner did not answer: ${failure}; try another call`);
  return reply;
}

/** What the program says, in no dialect but in words of its own, when it is the component that failed. */
function failureIn({ error, ...others }: Members): string | undefined {
  if (typeof error !== 'object' || error === null || Object.keys(others).length > 0) return undefined;
  const { code, hint, message, ...more } = error as Members;
  const isOwn = code === 'other' && hint === 'Try another call.' && Object.keys(more).length === 0;
  return isOwn && typeof message === 'string' ? message : undefined;
}

function unexpected(): CallError {
  return new CallError(
    'the runner printed something else than an answer; give the readroom program of this version as the runner',
  );
}

/** A member that must be there and be of a type. */
function needed<T>(reply: Members, name: string, is: (value: unknown) => value is T): T {
  const value = reply[name];
  if (is(value)) return value;
  throw unexpected();
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const areObjects = (value: unknown): value is Members[] => Array.isArray(value) && value.every(isObject);
const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber);

/** One of these; null and absent are the same. */
function maybe<T>(is: (value: unknown) => value is T): (value: unknown) => value is T | null | undefined {
  return (value): value is T | null | undefined => value === null || value === undefined || is(value);
}

/** Whether a tool reports an error, as each dialect tells it. */
export function outcomeOf(dialect: Dialect, json: string): 'answered' | 'refused' {
  const reply = members(json);
  if (dialect === 'mycodeagent') return reply['status'] === 'error' ? 'refused' : 'answered';
  if (dialect === 'kimi-cli') return reply['is_error'] === true ? 'refused' : 'answered';
  return 'error' in reply ? 'refused' : 'answered';
}

/** The arguments of our own dialect for a request. */
export function argumentsOf({ path, start, lines, bytes, tokens, known }: Request): string {
  const from =
    start?.tag === 'cursor'
      ? { cursor: start.val }
      : start?.tag === 'from-end'
        ? { start: -start.val }
        : start === undefined
          ? {}
          : { start: start.val };
  return JSON.stringify({ path, ...from, lines, bytes, tokens, version: known });
}

/**
 * The document that our own dialect tells. A line that was not counted is a negative number there, seen from
 * the end, and has none here.
 */
export function documentOf(json: string): Document {
  const reply = members(json);
  const refused = needed(reply, 'error', maybe(isObject));
  if (refused) throw new ReadError(readErrorOf(refused));
  return {
    path: needed(reply, 'path', isText),
    size: needed(reply, 'size', isNumber),
    modified: needed(reply, 'modified', maybe(isNumber)) ?? undefined,
    version: needed(reply, 'version', isText),
    body: needed(reply, 'kind', isText) === 'unchanged' ? { tag: 'unchanged' } : textOf(reply),
  };
}

function textOf(reply: Members): TextBody {
  const first = needed(reply, 'first', isNumber);
  const isCounted = first >= 0;
  const line = (number: number): number => (isCounted ? number : number - first + 1);
  const presence = (name: string): 'absent' | 'present' => (reply[name] === true ? 'present' : 'absent');
  return {
    tag: 'text',
    content: needed(reply, 'content', isText),
    first: isCounted ? first : undefined,
    lines: needed(reply, 'lines', isNumber),
    tokens: needed(reply, 'tokens', isNumber),
    stopped: needed(reply, 'stopped', isText) as TextBody['stopped'],
    next: needed(reply, 'cursor', maybe(isText)) ?? undefined,
    total: needed(reply, 'total', maybe(isNumber)) ?? undefined,
    clipped: needed(reply, 'clipped', areNumbers).map(line),
    encoding: needed(reply, 'encoding', isText),
    mark: presence('byte_order_mark'),
    endings: needed(reply, 'line_endings', isText) as TextBody['endings'],
    replacements: presence('replacements'),
    suspicious: needed(reply, 'suspicious', areObjects).map((finding) => ({
      line: line(needed(finding, 'line', isNumber)),
      kind: needed(finding, 'kind', isText) as Finding['kind'],
      characters: needed(finding, 'characters', isNumber),
    })),
  };
}

function readErrorOf(error: Members): ReadErrorFacts {
  return {
    code: needed(error, 'code', isText) as ReadErrorFacts['code'],
    message: needed(error, 'message', isText),
    hint: needed(error, 'hint', isText),
    total: needed(error, 'total', maybe(isNumber)) ?? undefined,
    suggestions: needed(error, 'suggestions', maybe(areTexts)) ?? [],
  };
}

/** The tools that `readroom tools` prints. */
export function toolsOf(json: string): Tool[] {
  const tools: unknown = members(json);
  if (!Array.isArray(tools) || !tools.every(isObject)) throw unexpected();
  return tools.map((tool) => ({
    dialect: needed(tool, 'dialect', isText) as Dialect,
    name: needed(tool, 'name', isText),
    description: needed(tool, 'description', isText),
    parameters: needed(tool, 'parameters', isObject),
    snippet: needed(tool, 'prompt_snippet', isText),
    guidelines: needed(tool, 'prompt_guidelines', areTexts),
  }));
}

/**
 * Arguments on one line. JSON may have line breaks between its parts, where a space says the same; within a
 * text none may stand as it is, and NUL, which may not either, stands there for it.
 */
export function onOneLine(json: string): string {
  if (!/[\n\r]/u.test(json)) return json;
  let isText = false;
  return json.replace(/\\[^\n\r]|["\n\r]/gu, (found) => {
    if (found === '"') isText = !isText;
    return found === '\n' || found === '\r' ? (isText ? '\0' : ' ') : found;
  });
}
