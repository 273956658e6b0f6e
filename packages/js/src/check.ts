/**
 * Types and ranges of a caller's values. The generated code takes anything and coerces it silently,
 * so everything is checked here. One file: the checks are a table.
 */

import type { SharedLimits } from './contract.js';
import { ReadError, RoomError } from './errors.js';
import { DEFAULTS, OPTIONS } from './generated/requests.js';
import type {
  Arguments,
  BasicRequest,
  CallOptions,
  ReadRequest,
  ScopeOptions,
  SessionOptions,
} from './types.js';

const LARGEST = 0xffff_ffff;

/** The maximum number of bytes that can be requested. */
const MAX_BYTES = 1024 * 1024;

/** The maximum number of files of one call. */
const MAX_FILES = 16;

/**
 * The component refuses arguments above 64 KiB, and paths and cursors far below: a few more let it
 * see that.
 */
export const MAX_ARGUMENTS = 64 * 1024 + 8;

/** Returns a valid value, or fails. Options are checked only if they are given. */
type Check = (name: string, value: unknown) => unknown;

/** The checks of options, by their names. */
type Checks = { readonly [name: string]: Check };

/** The valid names of an option. */
type Names = readonly string[];

/** The type of an option, or its names, or those of each of its items. */
type Shape = keyof typeof SHAPES | Names | { readonly each: Names };

const SHAPES = {
  path: (_, value) => path(value),
  required: (name, value) => short(name, value),
  text: short,
  texts: (name, value) => listOf(short)(name, typeof value === 'string' ? [value] : value),
  count,
  number: (name, value) => count(name, value, 0),
  integer: (name, value) => Math.max(-LARGEST, Math.min(integer(name, value), LARGEST)),
  flag: boolean,
} satisfies Checks;

function checkOf(shape: Shape): Check {
  if (typeof shape === 'string') return SHAPES[shape];
  return 'each' in shape ? listOf(oneOf(shape.each)) : oneOf(shape);
}

type Options = { readonly [name: string]: unknown };

/** The functions whose options are checked. */
export type Asked = keyof typeof OPTIONS;

const CHECKS = mapped(OPTIONS, (shapes) => mapped<Shape, Check>(shapes, checkOf)) as {
  readonly [Name in Asked]: Checks;
};

/** The functions that look at a scope, whose options are among theirs. */
const SCOPED: readonly Asked[] = ['find', 'search', 'map'];

/** Returns an object with other values under the same names. */
function mapped<From, To>(
  object: { readonly [name: string]: From },
  change: (value: From) => To,
): { readonly [name: string]: To } {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

/** Returns the error for a value of a wrong type. */
export function wrongType(name: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${wanted}, not ${shown(value)}`);
}

function invalidArgument(name: string, wanted: string): ReadError {
  return refusal(`${name} must be ${wanted}`, `Give ${name} as ${wanted}.`);
}

/** Returns the error for arguments that cannot be used, as the component would. */
function refusal(message: string, hint: string): ReadError {
  const code = 'invalid-argument';
  return new ReadError({ code, message, hint, total: undefined, suggestions: [] });
}

/**
 * Returns a string as the component can have it: ill-formed UTF-16 becomes NUL, which no path and
 * no JSON contains.
 */
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

/** Checks a string that has to be short, and truncates it where it is too long to be valid. */
function short(name: string, value: unknown, wanted = 'a string'): string {
  if (typeof value !== 'string') throw wrongType(name, wanted, value);
  return unicode(cut(value));
}

/** Checks a path. A URL of a file becomes the name that the file has in a grant. */
export function path(value: unknown): string {
  const wanted = 'a string or a file: URL';
  if (!(value instanceof URL)) return short('path', value, wanted);
  if (value.protocol !== 'file:') throw invalidArgument('path', wanted);
  try {
    // On Windows, `/C:/a` is `C:/a`.
    return short('path', decodeURIComponent(value.pathname).replace(/^\/(?=[a-z]:)/iu, ''));
  } catch {
    throw invalidArgument('path', wanted);
  }
}

/** Checks the id of a tool. The component knows which ones exist. */
export function tool(value: unknown): string {
  return short('tool', value);
}

export function boolean(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongType(name, 'true or false', value);
  return value;
}

function integer(name: string, value: unknown): number {
  if (typeof value !== 'number') throw wrongType(name, 'a number', value);
  if (Number.isNaN(value) || (Number.isFinite(value) && !Number.isInteger(value))) {
    throw invalidArgument(name, 'an integer');
  }
  return value;
}

/**
 * Checks a number or a count. One too large for the contract's type becomes its largest value, as
 * the contract says. Where 0 is out of range, the component finds that, in its own words.
 */
function count(name: string, value: unknown, least = 1): number {
  const number = integer(name, value);
  if (number < 0) throw invalidArgument(name, `an integer of at least ${least}`);
  return Math.min(number, LARGEST);
}

function oneOf(known: readonly string[]): Check {
  return (name, value) => {
    if (known.includes(string(name, value))) return value;
    const message = `${name} must be ${eitherOf(known)}, not '${cut(value as string)}'`;
    throw refusal(message, `Leave ${name} out, or give one of these.`);
  };
}

function listOf(check: Check): Check {
  return (name, value) => {
    if (!Array.isArray(value)) throw wrongType(name, 'an array', value);
    return Array.from(value as unknown[], (each) => check(name, each));
  };
}

/** Returns names in quotes, as the end of a sentence about what something must be. */
export function eitherOf(names: readonly string[]): string {
  const quoted = names.map((each) => `'${each}'`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** Fails for names that no option has, so that a misspelled one is not silently ignored. */
export function options<T extends object>(
  what: string,
  value: T | undefined,
  known: readonly string[],
): Partial<T> {
  if (value === undefined) return {};
  if (!isObject(value)) throw wrongType(what, 'an object', value);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RoomError(
      'bad-option',
      `${what} have no '${unknown}'; the names are ${known.join(', ')}`,
    );
  }
  return value;
}

/** Checks each option that is given, and the start of a read. */
function checked(name: Asked, given: object | undefined): Options {
  const checks = CHECKS[name];
  const wanted = options(`${name} options`, given, Object.keys(checks)) as Options;
  const good: { [name: string]: unknown } = {};
  for (const [name, check] of Object.entries(checks)) {
    const value = wanted[name];
    // One that is required is refused if it is missing.
    if (value !== undefined || check === SHAPES.required) good[name] = check(name, value);
  }
  const starts = ['start', 'cursor', 'block', 'definition', 'unit'];
  const [first, second] = starts.filter((name) => good[name] !== undefined);
  if (first !== undefined && second !== undefined) {
    throw refusal(`${first} and ${second} both say where to start`, 'Give one of them.');
  }
  const loose = ['levels', 'siblings'].find((name) => good[name] !== undefined);
  if (loose !== undefined && good['block'] === undefined) {
    const advice = `Give block, a line number, or leave ${loose} out.`;
    throw refusal(`${loose} needs block`, advice);
  }
  return good;
}

/** Checks the options of a function, and returns its request, with the defaults of the others. */
export function request(name: Asked, given: object | undefined): object {
  const asked = { ...DEFAULTS[name], ...checked(name, given) };
  if (!SCOPED.includes(name)) return asked;
  const { path, globs, hidden, ignored, depth, at, ...others } = asked as ScopeOptions;
  return { scope: { path, globs, hidden, ignored, depth, at }, ...others };
}

/** Checks an object with a path and options. */
function requestOf(name: Asked, value: object): object {
  const { path: asked, ...given } = value as { path?: unknown };
  return { path: path(asked), ...request(name, given) };
}

/**
 * Checks requests for several files. A request whose options are out of range becomes its error.
 */
export function requests(value: unknown): (ReadRequest | ReadError)[] {
  if (!Array.isArray(value)) throw wrongType('requests', 'an array', value);
  if (value.length < 1 || value.length > MAX_FILES) {
    throw refusal(
      `requests must be between 1 and ${MAX_FILES}, not ${value.length}`,
      value.length === 0 ? 'Name at least one file.' : 'Read the rest in another call.',
    );
  }
  return Array.from(value as unknown[], (each) => {
    const given = typeof each === 'string' || each instanceof URL ? { path: each } : each;
    if (!isObject(given)) throw wrongType('each of requests', 'a path or an object with one', each);
    try {
      return requestOf('read', given) as ReadRequest;
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
  });
}

/** Checks the options of a session. */
export function sessionOptions(given: SessionOptions | undefined): SessionOptions {
  const { unchanged } = options<SessionOptions>('session options', given, ['unchanged']);
  if (unchanged !== undefined) boolean('unchanged', unchanged);
  return { unchanged };
}

/** Separates the request from the options of the call. */
export function split<T extends object>(
  given: (T & CallOptions) | undefined,
): [T | undefined, CallOptions] {
  // A value that is not an object is rejected as a request would be.
  if (!isObject(given)) return [given, {}];
  const { signal, onProgress, ...asked } = given;
  return [asked as unknown as T, callOptions({ signal, onProgress })];
}

/** Checks the options of a call. */
export function callOptions(given: CallOptions | undefined): CallOptions {
  const how = options<CallOptions>('call options', given, ['signal', 'onProgress']);
  if (how.signal !== undefined && !(how.signal instanceof AbortSignal))
    throw wrongType('signal', 'an AbortSignal', how.signal);
  if (how.onProgress !== undefined) callback('onProgress', how.onProgress);
  return how;
}

export function callback(name: string, value: unknown): void {
  if (typeof value !== 'function') throw wrongType(name, 'a function', value);
}

/** Checks the shared limits of several files. */
export function sharedLimits(given: SharedLimits | undefined, files: number): SharedLimits {
  const limits: SharedLimits = request('readMany', given);
  const { bytes, tokens } = limits;
  if (bytes !== undefined && (bytes < files || bytes > MAX_BYTES)) {
    throw refusal(
      `bytes must be between ${files} (one for each file) and ${MAX_BYTES}`,
      'Leave bytes out to read 48000 bytes of all files together.',
    );
  }
  if (tokens !== undefined && tokens < files) {
    throw refusal(
      `tokens must be at least ${files}: one for each file`,
      'Leave tokens out to read as much as bytes allow.',
    );
  }
  return limits;
}

export function basicRequest(value: unknown): BasicRequest {
  if (!isObject(value)) throw wrongType('request', 'an object', value);
  return requestOf('argumentsFor', value) as BasicRequest;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns arguments as the string that the component gets. */
export function toolArguments(value: Arguments): string {
  if (typeof value === 'string') return unicode(cut(value));
  if (value instanceof Uint8Array) return decoded(value);
  if (typeof value !== 'object' || value === null) {
    throw wrongType('arguments', 'JSON text, bytes or an object', value);
  }
  // `JSON.stringify` would make these empty.
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
 * Truncates a string. Each character has at least one byte, so the component gets all that it would
 * use. No surrogate pair is cut in half, which would make the string ill-formed.
 */
function cut(given: string, length = MAX_ARGUMENTS): string {
  if (given.length <= length) return given;
  const isPair = (given.codePointAt(length - 1) ?? 0) > 0xffff;
  return given.slice(0, isPair ? length - 1 : length);
}

function decoded(bytes: Uint8Array): string {
  const start = bytes.subarray(0, MAX_ARGUMENTS);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(start);
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(start).replaceAll('\ufffd', '\0');
  }
}
