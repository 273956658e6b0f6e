/** Arguments as JSON text: the limits for the page, and the errors in it. */

import { MAX_ARGUMENTS } from '../dist/check.js';

export type Arguments = { readonly [name: string]: unknown };

/**
 * The maximum nesting that the page reads: with indents, a deeper text of a few kilobytes fills the
 * memory, and recursive functions overflow the stack.
 */
export const MAX_DEPTH = 100;

const TOO_LONG = 'This is longer than arguments can be, which is 64 KiB.';
const TOO_DEEP = `This is nested too deeply: the page reads at most ${MAX_DEPTH} levels.`;

/** Returns whether more than `MAX_DEPTH` brackets are open anywhere outside of strings. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gsu)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * Returns the value of JSON text.
 *
 * @throws `Error` with a sentence if the text is something else, or beyond the limits
 */
function parse(text: string): unknown {
  if (text.length > MAX_ARGUMENTS) throw new Error(TOO_LONG);
  if (isDeep(text)) throw new Error(TOO_DEEP);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}.`);
  }
}

/** Returns the value of JSON text, or undefined if it is something else or beyond the limits. */
export function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the arguments in a text, or why there are none. */
export function argumentsIn(text: string): Arguments | string {
  try {
    const value = parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Arguments) : 'This is JSON, but arguments are an object.';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns JSON text with two spaces for each level. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns arguments as text: on one line if indents make it too long. */
export function argumentsText(value: Arguments): string {
  const text = pretty(value);
  return text.length > MAX_ARGUMENTS ? JSON.stringify(value) : text;
}
