/**
 * Decoders for values of the contract. A value comes from the component, as jco's code gives it, or
 * from JSON, as `docs/json.md` describes it. `generated/decode.ts` has the decoder of every type of
 * the contract.
 */

import { CallError } from './errors.js';

/** The JSON does not follow the contract. The message names the member. */
export class MalformedAnswerError extends CallError {
  override name = 'MalformedAnswerError';
}

/** Decodes values of one type. */
export interface Decoder<T> {
  /** Whether a member of this type may be left out in JSON. */
  readonly isOptional?: true;
  /** Decodes a value as jco's code returns it, which has checked its types. */
  fromRaw(value: unknown): T;
  /**
   * Decodes parsed JSON. Ignores members that it does not know.
   *
   * @throws {@link MalformedAnswerError} for anything else that does not follow the contract
   */
  fromJson(value: unknown): T;
}

type Members = { readonly [name: string]: unknown };
type Decoders<T> = { readonly [Name in keyof T]-?: Decoder<T[Name]> };

function plain<T>(name: string, accepts: (value: unknown) => boolean): Decoder<T> {
  return {
    fromRaw: (value) => value as T,
    fromJson: (value) => {
      if (accepts(value)) return value as T;
      throw new MalformedAnswerError(`not ${name}: ${shortened(value)}`);
    },
  };
}

/** Integers are numbers: those of the contract are all below 2^53. */
function integer(low: number, high: number): Decoder<number> {
  const accepts = (value: unknown): boolean =>
    typeof value === 'number' && Number.isSafeInteger(value) && low <= value && value <= high;
  return { ...plain<number>(`an integer from ${low} to ${high}`, accepts), fromRaw: Number };
}

export const string = plain<string>('a string', (value) => typeof value === 'string');
export const bool = plain<boolean>('a boolean', (value) => typeof value === 'boolean');
export const u8 = integer(0, 2 ** 8 - 1);
export const u16 = integer(0, 2 ** 16 - 1);
export const u32 = integer(0, 2 ** 32 - 1);
export const u64 = integer(0, Number.MAX_SAFE_INTEGER);
export const s8 = integer(-(2 ** 7), 2 ** 7 - 1);
export const s16 = integer(-(2 ** 15), 2 ** 15 - 1);
export const s32 = integer(-(2 ** 31), 2 ** 31 - 1);
export const s64 = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** One of several strings. */
export function enumeration<T extends string>(cases: readonly T[]): Decoder<T> {
  return plain(`one of ${cases.join(', ')}`, (value) => cases.some((name) => name === value));
}

/** Any number of values of one type. */
export function list<T>(item: Decoder<T>): Decoder<T[]> {
  return {
    // For integers, jco's code makes a typed array.
    fromRaw: (value) => Array.from(value as Iterable<unknown>, (each) => item.fromRaw(each)),
    fromJson: (value) => {
      if (!Array.isArray(value))
        throw new MalformedAnswerError(`not an array: ${shortened(value)}`);
      return value.map((each) => item.fromJson(each));
    },
  };
}

/** A value or undefined, which is null in JSON, or a member that is left out. */
export function option<T>(some: Decoder<T>): Decoder<T | undefined> {
  return {
    isOptional: true,
    fromRaw: (value) => (value === undefined ? undefined : some.fromRaw(value)),
    fromJson: (value) => (value === null || value === undefined ? undefined : some.fromJson(value)),
  };
}

/** Returns a name in camelCase as JSON has it. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Named values, in camelCase here and in snake_case in JSON. */
export function record<T>(fields: Decoders<T>): Decoder<T> {
  const entries = Object.entries<Decoder<unknown>>(fields);
  const each = entries.map(([name, field]) => ({ name, field, member: snakeCase(name) }));
  return {
    fromRaw: (value) => {
      const decoded: { [name: string]: unknown } = {};
      for (const { name, field } of each) decoded[name] = field.fromRaw((value as Members)[name]);
      return decoded as T;
    },
    fromJson: (value) => {
      const members = object(value);
      const decoded: { [name: string]: unknown } = {};
      for (const { name, field, member } of each) {
        const isMissing = field.isOptional !== true && !Object.hasOwn(members, member);
        if (isMissing) throw new MalformedAnswerError(`${member}: missing`);
        decoded[name] = within(member, () => field.fromJson(members[member]));
      }
      return decoded as T;
    },
  };
}

/** A record that is an error: an instance of the class that is made of its fields. */
export function error<T, Made>(make: new (fields: T) => Made, fields: Decoders<T>): Decoder<Made> {
  const decoder = record(fields);
  return {
    fromRaw: (value) => new make(decoder.fromRaw(value)),
    fromJson: (value) => new make(decoder.fromJson(value)),
  };
}

/** A case whose payload is not a record: the value of the only field. */
export function single<T>(fields: Decoders<T>): Decoder<T> {
  const [name] = Object.keys(fields) as [keyof T & string];
  return {
    fromRaw: (value) => ({ [name]: fields[name].fromRaw(value) }) as T,
    fromJson: record(fields).fromJson,
  };
}

/** One of several cases, by their names. The members of a case are next to its name. */
export function variant<T extends { kind: string }>(cases: {
  readonly [Kind in T['kind']]: Decoder<Omit<Extract<T, { kind: Kind }>, 'kind'>>;
}): Decoder<T> {
  const byName = new Map<string, Decoder<object>>(Object.entries<Decoder<object>>(cases));
  const kinds = enumeration([...byName.keys()]);
  const decoded = (kind: string, decode: (decoder: Decoder<object>) => object): T =>
    ({ kind, ...decode(byName.get(kind) as Decoder<object>) }) as unknown as T;
  return {
    fromRaw: (value) => {
      const { tag, val } = value as { tag: string; val?: unknown };
      return decoded(tag, (decoder) => decoder.fromRaw(val));
    },
    fromJson: (value) => {
      const members = object(value);
      const kind = within('kind', () => kinds.fromJson(members['kind']));
      return decoded(kind, (decoder) => decoder.fromJson(members));
    },
  };
}

/** A value, or the error in its place. */
export function result<T, E>(ok: Decoder<T>, failed: Decoder<E>): Decoder<T | E> {
  return {
    fromRaw: (value) => {
      const { tag, val } = value as { tag: string; val?: unknown };
      return tag === 'ok' ? ok.fromRaw(val) : failed.fromRaw(val);
    },
    fromJson: (value) =>
      isObject(value) && Object.hasOwn(value, 'error')
        ? failed.fromJson(value['error'])
        : ok.fromJson(value),
  };
}

function within<T>(name: string, decode: () => T): T {
  try {
    return decode();
  } catch (problem) {
    if (!(problem instanceof MalformedAnswerError)) throw problem;
    throw new MalformedAnswerError(`${name}: ${problem.message}`);
  }
}

function object(value: unknown): Members {
  if (isObject(value)) return value;
  throw new MalformedAnswerError(`not an object: ${shortened(value)}`);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= 40 ? text : `${text.slice(0, 40)}...`;
}
