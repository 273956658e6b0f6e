/**
 * Types and ranges of what a caller hands over. The generated code takes anything and coerces it in silence,
 * so everything is looked at here.
 */

import { ReadError, RoomError } from './errors.js';
import type { Block, Request, Start } from './raw.js';
import { DIALECTS } from './types.js';
import type {
  Arguments,
  BlockOptions,
  Dialect,
  FileRequest,
  Fold,
  Question,
  ReadOptions,
  SharedLimits,
} from './types.js';

const LARGEST = 0xffff_ffff;

/** The most bytes that can be asked for. */
const MOST_BYTES = 1024 * 1024;

/** The most files of one call. */
const MOST_FILES = 16;

const READ_OPTIONS = [
  'view',
  'start',
  'cursor',
  'block',
  'lines',
  'bytes',
  'tokens',
  'column',
  'columns',
  'encoding',
  'totals',
  'known',
] as const;

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

/** Text that is short where it is of use. */
function short(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : unicode(cut(string(name, value)));
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

/** A number or a count. One too large for the contract's type is its largest value, as the contract says. */
function count(name: string, value: unknown, least = 1): number | undefined {
  const number = integer(name, value);
  // Where a least one is meant, the component finds fault with 0, in its own words.
  if (number !== undefined && number < 0) throw invalidArgument(name, `an integer of at least ${least}`);
  return number === undefined ? undefined : Math.min(number, LARGEST);
}

function oneOf<T extends string>(name: string, value: unknown, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw wrongType(name, 'a string', value);
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  const names = known.map((each) => `'${each}'`);
  throw invalidArgument(name, `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

function block(value: unknown): Block | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw wrongType('block', 'a number or an object', value);
  }
  const wanted = options('blocks', typeof value === 'number' ? { line: value } : (value as BlockOptions), [
    'line',
    'levels',
    'siblings',
  ]);
  const line = count('block', wanted.line);
  if (line === undefined) throw wrongType('block.line', 'a number', line);
  const { siblings = false } = wanted;
  if (typeof siblings !== 'boolean') throw wrongType('block.siblings', 'true or false', siblings);
  const levels = count('block.levels', wanted.levels, 0) ?? 0;
  return { line, levels, siblings: siblings ? 'included' : 'left-out' };
}

function start(value: { start?: unknown; cursor?: unknown; block?: unknown }): Start | undefined {
  const from = integer('start', value.start);
  const cursor = short('cursor', value.cursor);
  const around = block(value.block);
  const second = around !== undefined ? 'block' : 'cursor';
  const first = from !== undefined ? 'start' : 'cursor';
  if ([from, cursor, around].filter((given) => given !== undefined).length > 1) {
    throw invalidArgument(first, `absent where there is a ${second}: both say where to start`);
  }
  if (around !== undefined) return { tag: 'block', val: around };
  if (cursor !== undefined) return { tag: 'cursor', val: cursor };
  if (from === undefined) return undefined;
  return from < 0
    ? { tag: 'from-end', val: Math.min(-from, LARGEST) }
    : { tag: 'line', val: Math.min(from, LARGEST) };
}

export function request(asked: unknown, given: ReadOptions | undefined): Request {
  const wanted = options('read options', given, READ_OPTIONS);
  const bytes = integer('bytes', wanted.bytes);
  if (bytes !== undefined && (bytes < 0 || bytes > LARGEST)) {
    throw invalidArgument('bytes', `an integer from 1 to ${MOST_BYTES}`);
  }
  return {
    path: path(asked),
    view: oneOf('view', wanted.view, ['auto', 'text', 'outline']) ?? 'auto',
    start: start(wanted),
    lines: count('lines', wanted.lines),
    bytes,
    tokens: count('tokens', wanted.tokens),
    column: count('column', wanted.column),
    columns: count('columns', wanted.columns),
    encoding: short('encoding', wanted.encoding),
    totals: oneOf('totals', wanted.totals, ['auto', 'always', 'never']) ?? 'auto',
    known: short('known', wanted.known),
  };
}

/** Requests for several files. One whose options are out of range spoils no other: its error stands in its place. */
export function requests(value: unknown): (Request | ReadError)[] {
  if (!Array.isArray(value)) throw wrongType('requests', 'an array', value);
  if (value.length < 1 || value.length > MOST_FILES) {
    throw new ReadError({
      code: 'invalid-argument',
      message: `requests must be 1 to ${MOST_FILES}, not ${value.length}`,
      hint: 'Ask for the rest in another call.',
      suggestions: [],
    });
  }
  return Array.from(value as unknown[], (each) => {
    try {
      return requestOf(each);
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
  });
}

function requestOf(value: unknown): Request {
  if (typeof value === 'string') return request(value, undefined);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType('each of requests', 'a path or an object with one', value);
  }
  const { path, ...given } = value as FileRequest;
  return request(path, given);
}

/** How much to return of so many files. */
export function sharedLimits(given: SharedLimits | undefined, files: number): SharedLimits {
  const wanted = options('shared limits', given, ['bytes', 'tokens']);
  const bytes = integer('bytes', wanted.bytes);
  if (bytes !== undefined && (bytes < files || bytes > MOST_BYTES)) {
    throw invalidArgument('bytes', `an integer from ${files}, one for each file, to ${MOST_BYTES}`);
  }
  const tokens = integer('tokens', wanted.tokens);
  if (tokens !== undefined && tokens < files) {
    throw invalidArgument('tokens', `an integer of at least ${files}, one for each file`);
  }
  return { bytes, tokens: tokens === undefined ? undefined : Math.min(tokens, LARGEST) };
}

export function question(value: Question): {
  path: string;
  start: Start | undefined;
  lines: number | undefined;
} {
  if (typeof value !== 'object' || value === null) throw wrongType('question', 'an object', value);
  const wanted = options('questions', value, ['path', 'start', 'cursor', 'block', 'lines']);
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
