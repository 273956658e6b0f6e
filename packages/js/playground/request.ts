/**
 * Converts a read from one tool to another. The component writes a read as arguments; the way back
 * is learned from a few such reads, so that no tool is named here.
 */

import type { BasicRequest } from '../dist/types.js';
import type { Arguments } from './arguments.js';

/** Writes a read as the arguments of a tool. Undefined if the tool cannot express it. */
export type Write = (tool: string, request: BasicRequest) => Promise<Arguments | undefined>;

/** A line and a number of lines to learn from. */
const [START, LINES] = [10, 5];

/** Returns the name and the number that a read adds to the arguments of another one. */
function added(base: Arguments, more: Arguments = {}): [name: string, value: number] | undefined {
  const found = Object.entries(more).find(([name]) => !Object.hasOwn(base, name));
  return typeof found?.[1] === 'number' ? [found[0], found[1]] : undefined;
}

/** Returns whether an argument can be a line number or a number of lines. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 32;
}

/**
 * Returns the read of a file that arguments request.
 *
 * @param path - the path that the arguments name
 */
export async function requestOf(
  write: Write,
  tool: string,
  args: Arguments,
  path: string,
): Promise<BasicRequest> {
  const [base = {}, started, short, both = {}] = await Promise.all([
    write(tool, { path, lines: undefined }),
    write(tool, { path, lines: undefined, start: START }),
    write(tool, { path, lines: LINES }),
    write(tool, { path, lines: LINES, start: START }),
  ]);
  const request: BasicRequest = { path, lines: undefined };
  const [start, lines] = [added(base, started), added(base, short)];
  const first = start && args[start[0]];
  // Negative numbers count from the end. Others may count from 0.
  if (start !== undefined && isCount(first))
    request.start = first < 0 ? first : first - start[1] + START;
  const most = lines && args[lines[0]];
  if (lines !== undefined && isCount(most)) {
    // The argument may be the last line instead of the number of lines.
    const isEnd = both[lines[0]] !== lines[1];
    const before = isEnd ? (request.start ?? 1) - 1 : 0;
    const asked = most - lines[1] + LINES - before;
    if (asked > 0) request.lines = asked;
  }
  return request;
}
