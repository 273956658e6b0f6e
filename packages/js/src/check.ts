/**
 * Types and ranges of what a caller hands over. The generated code takes anything and coerces it in silence,
 * so everything is looked at here.
 */

import { ReadError, RoomError } from './errors.js';
import type { Request, Start } from './raw.js';
import { DIALECTS } from './types.js';
import type { Arguments, Dialect, Fold, Question, ReadOptions } from './types.js';

const LARGEST = 0xffff_ffff;

/** The component refuses arguments above 64 KiB, and paths and cursors far below: some more let it see that. */
const MOST_ARGUMENTS = 64 * 1024 + 8;

/** The most characters of a result that is drawn: no tool returns as many. */
const MOST_RESULT = 40 * 1024 * 1024;

function shown(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** Refuses a value of a wrong type. */
export function wrongType(name: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${wanted}, not ${shown(value)}`);
}

function invalidArgument(name: string, wanted: string): ReadError {
  return new ReadError({
    code: 'invalid-argument',
    message: `${name} must be ${wanted}`,
    hint: `Give ${name} as ${wanted}.`,
    suggestions: [],
  });
}

/** Text as the component can have it: what is no Unicode becomes NUL, which no path and no JSON holds. */
function unicode(value: string): string {
  return value.isWellFormed() ? value : value.toWellFormed().replaceAll('\ufffd', '\0');
}

function string(name: string, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(name, 'a string', value);
  return value;
}

export function text(name: string, value: unknown): string {
  return unicode(string(name, value));
}

export function path(value: unknown): string {
  return unicode(cut(string('path', value)));
}

/** A result, as `Reply.json` has it. */
export function result(value: unknown): string {
  return unicode(cut(string('json', value), MOST_RESULT));
}

/** Refuses names that no option has, so that a typing mistake changes nothing in silence. */
export function options<T extends object>(
  what: string,
  value: T | undefined,
  known: readonly string[],
): Partial<T> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(what, 'an object', value);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RoomError('bad-option', `${what} have no '${unknown}'; there are ${known.join(', ')}`);
  }
  return value;
}

function integer(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw wrongType(name, 'a number', value);
  if (Number.isNaN(value) || (Number.isFinite(value) && !Number.isInteger(value))) {
    throw invalidArgument(name, 'an integer');
  }
  return value;
}

/** A number of lines. One too large for the contract's type is its largest value, as the contract says. */
function count(name: string, value: unknown): number | undefined {
  const number = integer(name, value);
  if (number !== undefined && number < 0) throw invalidArgument(name, 'an integer of at least 1');
  return number === undefined ? undefined : Math.min(number, LARGEST);
}

function start(value: { start?: unknown; cursor?: unknown }): Start | undefined {
  const from = integer('start', value.start);
  if (value.cursor !== undefined) {
    const cursor = unicode(cut(string('cursor', value.cursor)));
    if (from !== undefined) {
      throw invalidArgument('start', 'absent where there is a cursor: both say where to start');
    }
    return { tag: 'cursor', val: cursor };
  }
  if (from === undefined) return undefined;
  return from < 0
    ? { tag: 'from-end', val: Math.min(-from, LARGEST) }
    : { tag: 'line', val: Math.min(from, LARGEST) };
}

export function request(asked: unknown, given: ReadOptions | undefined): Request {
  const wanted = options('read options', given, ['start', 'cursor', 'lines', 'bytes', 'tokens', 'totals', 'known']);
  const totals = wanted.totals ?? 'auto';
  if (totals !== 'auto' && totals !== 'always' && totals !== 'never') {
    if (typeof totals !== 'string') throw wrongType('totals', 'a string', totals);
    throw invalidArgument('totals', "'auto', 'always' or 'never'");
  }
  const bytes = integer('bytes', wanted.bytes);
  if (bytes !== undefined && (bytes < 0 || bytes > LARGEST)) {
    throw invalidArgument('bytes', 'an integer from 1 to 1048576');
  }
  return {
    path: path(asked),
    start: start(wanted),
    lines: count('lines', wanted.lines),
    bytes,
    tokens: count('tokens', wanted.tokens),
    totals,
    known: wanted.known === undefined ? undefined : unicode(cut(string('known', wanted.known))),
  };
}

export function question(value: Question): {
  path: string;
  start: Start | undefined;
  lines: number | undefined;
} {
  if (typeof value !== 'object' || value === null) throw wrongType('question', 'an object', value);
  const wanted = options('questions', value, ['path', 'start', 'cursor', 'lines']);
  return { path: path(wanted.path), start: start(wanted), lines: count('lines', wanted.lines) };
}

export function dialect(value: unknown): Dialect {
  if (typeof value !== 'string') throw wrongType('dialect', 'a string', value);
  const found = DIALECTS.find((known) => known === value);
  if (found === undefined) {
    throw new RoomError('bad-argument', `there is no dialect '${value}'; there are ${DIALECTS.join(', ')}`);
  }
  return found;
}

export function fold(value: unknown): Fold {
  if (value === 'collapsed' || value === 'expanded') return value;
  throw new RoomError('bad-argument', "fold must be 'collapsed' or 'expanded'");
}

/** Arguments as the text that the component gets. */
export function toolArguments(value: Arguments): string {
  if (typeof value === 'string') return unicode(cut(value));
  if (value instanceof Uint8Array) return decoded(value);
  if (typeof value !== 'object' || value === null) {
    throw wrongType('arguments', 'JSON text, bytes or an object', value);
  }
  // What these hold, JSON does not show.
  if (
    value instanceof Map ||
    value instanceof Set ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value)
  ) {
    throw wrongType('arguments', 'JSON text, bytes as a Uint8Array, or a plain object', value);
  }
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw wrongType('arguments', 'something that JSON can hold', value);
  return unicode(cut(json));
}

/**
 * Each character takes at least one byte, so nothing is lost that the component would look at. No pair is cut in
 * half, which would be no Unicode any more.
 */
function cut(given: string, most = MOST_ARGUMENTS): string {
  if (given.length <= most) return given;
  const isPair = (given.codePointAt(most - 1) ?? 0) > 0xffff;
  return given.slice(0, isPair ? most - 1 : most);
}

function decoded(bytes: Uint8Array): string {
  const start = bytes.subarray(0, MOST_ARGUMENTS);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(start);
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(start).replaceAll('\ufffd', '\0');
  }
}
