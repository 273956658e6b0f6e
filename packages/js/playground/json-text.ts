/** JSON as text: the form in which the page writes it, and the limits within which it reads it. */

import { MAX_ARGUMENTS } from '../dist/check.js';

/**
 * The maximum number of levels of arguments that the page reads: with indents, a deeper text of a
 * few kilobytes fills the memory, and functions that call themselves run out of stack.
 */
export const MAX_DEPTH = 100;

/** Returns the value of JSON text, or undefined if it is something else. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns JSON text with two spaces for each level. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns JSON text as the page writes arguments: on one line if indents make it too long. */
export function argumentsText(value: unknown): string {
  const text = pretty(value);
  return isLong(text) ? JSON.stringify(value) : text;
}

/** Returns why the page sends a text as it stands without reading it, or undefined. */
export function excessOf(text: string): 'too long' | 'too deep' | undefined {
  if (isLong(text)) return 'too long';
  return isDeep(text) ? 'too deep' : undefined;
}

/** Returns whether a text has more bytes than arguments can have. */
function isLong(text: string): boolean {
  // A unit of a string is at least one byte.
  return text.length > MAX_ARGUMENTS || new TextEncoder().encode(text).length > MAX_ARGUMENTS;
}

/** Returns whether more than `MAX_DEPTH` brackets are open at some place outside of strings. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gsu)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
