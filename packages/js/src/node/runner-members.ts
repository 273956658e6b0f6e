/** What the runner prints, as JSON whose members are looked at before they are believed. */

import { CallError } from '../errors.js';

export type Members = { readonly [name: string]: unknown };

/** An object or a list that was printed, and that is no failure of the program itself. */
export function members(json: string): Members {
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

export function unexpected(): CallError {
  return new CallError(
    'the runner printed something else than an answer; give the readroom program of this version as the runner',
  );
}

/** A member that must be there and be of a type. */
export function needed<T>(reply: Members, name: string, is: (value: unknown) => value is T): T {
  const value = reply[name];
  if (is(value)) return value;
  throw unexpected();
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
/** A place, which is negative where it is counted from the end. */
export const isPlace = (value: unknown): value is number => Number.isSafeInteger(value);
export const isCount = (value: unknown): value is number => isPlace(value) && value >= 0;
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const areObjects = (value: unknown): value is Members[] =>
  Array.isArray(value) && value.every(isObject);

export function isOneOf<T extends string>(known: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => known.some((each) => each === value);
}

/** One of these, or undefined; null and absent are the same. */
export function optional<T>(reply: Members, name: string, is: (value: unknown) => value is T): T | undefined {
  const value = reply[name];
  return value === null || value === undefined ? undefined : needed(reply, name, is);
}
