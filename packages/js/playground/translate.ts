/**
 * Carries a read from one tool to another. The component writes a read as arguments; the way back
 * is learned from what it writes for a few reads, so that no tool is named here.
 */

import type { BasicRequest } from '../dist/types.js';

export type Arguments = { readonly [name: string]: unknown };

/** Writes a read as the arguments of a tool. Undefined if the tool cannot express it. */
export type Write = (tool: string, request: BasicRequest) => Promise<Arguments | undefined>;

/** Which arguments of a tool say what of a read. */
export interface Shape {
  readonly path: string;
  /** Whether the path is the only item of a list. */
  readonly isList: boolean;
  readonly start: { readonly name: string; readonly shift: number } | undefined;
  /** `isEnd`: the argument is the last line, and not how many there are. */
  readonly lines:
    { readonly name: string; readonly shift: number; readonly isEnd: boolean } | undefined;
}

/** A read, and the arguments that say something else. */
export interface TranslatedRead {
  readonly request: BasicRequest;
  readonly left: readonly string[];
}

const [PATH, START, LINES] = ['probe', 10, 5];

/** Returns the only argument that a read adds to those of another, and its number. */
function added(base: Arguments, more: Arguments | undefined): [string, number] | undefined {
  const found = Object.entries(more ?? {}).find(([name]) => !Object.hasOwn(base, name));
  return typeof found?.[1] === 'number' ? [found[0], found[1]] : undefined;
}

/** Learns which arguments of a tool say what. */
export async function shapeOf(tool: string, write: Write): Promise<Shape | undefined> {
  const path = { path: PATH, lines: undefined };
  const [base, started, short, both] = await Promise.all([
    write(tool, path),
    write(tool, { ...path, start: START }),
    write(tool, { ...path, lines: LINES }),
    write(tool, { ...path, start: START, lines: LINES }),
  ]);
  const named = Object.entries(base ?? {}).find(([, value]) => String(value) === PATH);
  if (base === undefined || named === undefined) return undefined;
  const [start, lines] = [added(base, started), added(base, short)];
  return {
    path: named[0],
    isList: Array.isArray(named[1]),
    start: start && { name: start[0], shift: start[1] - START },
    lines: lines && {
      name: lines[0],
      shift: lines[1] - LINES,
      isEnd: both !== undefined && both[lines[0]] !== lines[1],
    },
  };
}

/**
 * Returns the read that arguments ask for. Undefined if they name no file, or several.
 *
 * @param fromEnd - whether a negative number of this argument counts from the end
 */
export function requestOf(
  { path, isList, start, lines }: Shape,
  args: Arguments,
  fromEnd: (name: string) => boolean,
): TranslatedRead | undefined {
  const given = args[path];
  const file: unknown = isList && Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof file !== 'string') return undefined;
  const understood = new Set([path]);
  const request: BasicRequest = { path: file, lines: undefined };
  const first = start && args[start.name];
  if (start !== undefined && Number.isInteger(first)) {
    const line = (first as number) - start.shift;
    if (line > 0 || (line < 0 && fromEnd(start.name))) {
      request.start = line;
      understood.add(start.name);
    }
  }
  const most = lines && args[lines.name];
  if (lines !== undefined && Number.isInteger(most)) {
    const before = lines.isEnd ? (request.start ?? 1) - 1 : 0;
    const asked = (most as number) - lines.shift - before;
    if (asked > 0) {
      request.lines = asked;
      understood.add(lines.name);
    }
  }
  return { request, left: Object.keys(args).filter((name) => !understood.has(name)) };
}
