/** Compares the texts of two tools, line by line. */

import { numberIn } from './line-numbers.js';

/** A line of each, side by side. `same` and `changed` have both. */
export interface Row {
  readonly kind: 'same' | 'changed' | 'first' | 'second';
  readonly first: string | undefined;
  readonly second: string | undefined;
}

/** The largest table of a comparison. Beyond it, lines are paired by their order. */
const MAX_CELLS = 9_000_000;


/** Returns a line without the number before it: that is how lines of two tools find each other. */
function content(line: string): string {
  return line.slice(numberIn(line)).trim();
}

/** Returns the pairs of places at which two lists agree, in order: as many as there can be. */
function common(first: readonly string[], second: readonly string[]): [number, number][] {
  // Most texts agree at both ends, which takes no table.
  const most = Math.min(first.length, second.length);
  let before = 0;
  while (before < most && first[before] === second[before]) before += 1;
  let after = 0;
  while (after < most - before && first.at(-1 - after) === second.at(-1 - after)) after += 1;
  const inner = (list: readonly string[]): string[] => list.slice(before, list.length - after);
  const pair = (one: number, other: number): [number, number] => [one, other];
  return [
    ...first.slice(0, before).map((_, at) => pair(at, at)),
    ...longest(inner(first), inner(second)).map(([i, j]) => pair(before + i, before + j)),
    ...first
      .slice(first.length - after)
      .map((_, at) => pair(first.length - after + at, second.length - after + at)),
  ];
}

/** Returns a longest common subsequence as pairs of places. */
function longest(first: readonly string[], second: readonly string[]): [number, number][] {
  const [height, width] = [first.length, second.length];
  if (height * width > MAX_CELLS) {
    const both = Math.min(height, width);
    return Array.from({ length: both }, (_, at): [number, number] => [at, at]);
  }
  const row = width + 1;
  const lengths = new Uint16Array((height + 1) * row);
  const at = (cell: number): number => lengths[cell] ?? 0;
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 1; j >= 0; j -= 1) {
      const cell = i * row + j;
      lengths[cell] =
        first[i] === second[j] ? at(cell + row + 1) + 1 : Math.max(at(cell + row), at(cell + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < height && j < width) {
    const cell = i * row + j;
    if (first[i] === second[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(cell + row) >= at(cell + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Returns the lines of two texts side by side. */
export function compare(first: string, second: string): Row[] {
  const [ours, theirs] = [first.split('\n'), second.split('\n')];
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  // Where nothing matches, what is between two matches stands side by side.
  const between = (untilFirst: number, untilSecond: number): void => {
    for (; i < untilFirst; i += 1) rows.push({ kind: 'first', first: ours[i], second: undefined });
    for (; j < untilSecond; j += 1)
      rows.push({ kind: 'second', first: undefined, second: theirs[j] });
  };
  for (const [one, other] of common(ours.map(content), theirs.map(content))) {
    between(one, other);
    const [a, b] = [ours[one], theirs[other]];
    rows.push({ kind: a === b ? 'same' : 'changed', first: a, second: b });
    i = one + 1;
    j = other + 1;
  }
  between(ours.length, theirs.length);
  return rows;
}

/** Returns how much of two lines is equal at the beginning, and at the end. */
export function ends(first: string, second: string): [number, number] {
  const most = Math.min(first.length, second.length);
  let before = 0;
  while (before < most && first[before] === second[before]) before += 1;
  let after = 0;
  while (after < most - before && first.at(-1 - after) === second.at(-1 - after)) after += 1;
  // Half of a pair of surrogates is not a character.
  if (before > 0 && /[\ud800-\udbff]/u.test(first[before - 1] ?? '')) before -= 1;
  if (after > 0 && /[\udc00-\udfff]/u.test(first.at(-after) ?? '')) after -= 1;
  return [before, after];
}
