/** The numbers that tools write before lines: lines that are wrapped do not begin under them. */

import { element } from './dom.js';
import type { Child } from './dom.js';

/** A number, and the mark behind it. */
const NUMBER = /^[ \t]*\d+(?:[ \t]*[|:→])?[ \t]?/u;

/** The number of columns between the stops of tabs. The style sheet has the same. */
const TAB = 4;

/** The maximum number of columns that numbers take. Wider ones are not numbers of lines. */
const MAX_WIDTH = 16;

/** Returns how many characters of a line are its number. */
export function numberIn(line: string): number {
  return NUMBER.exec(line)?.[0].length ?? 0;
}

/** Returns the columns that a number takes. */
function widthOf(number: string): number {
  let width = 0;
  for (const character of number) width += character === '\t' ? TAB - (width % TAB) : 1;
  return width;
}

/**
 * Returns the columns that the numbers of lines take, or 0 if the lines are not numbered: most of
 * them have one, and each is the next one.
 */
export function gutterOf(lines: readonly string[]): number {
  let [numbered, width] = [0, 0];
  let last: number | undefined;
  for (const line of lines) {
    const number = line.slice(0, numberIn(line));
    if (number === '') continue;
    const value = Number(/\d+/u.exec(number)?.[0]);
    if (last !== undefined && value !== last + 1) continue;
    last = value;
    numbered += 1;
    width = Math.max(width, widthOf(number));
  }
  const isNumbered = numbered > 0 && numbered * 2 > lines.length && width <= MAX_WIDTH;
  return isNumbered ? width : 0;
}

/** Returns the number of a line in the space that all numbers take. */
export function numberView(...number: Child[]): HTMLElement {
  return element('span', { class: 'number' }, ...number);
}

/** Leaves space for the numbers of lines in what is in an element. */
export function leaveGutter<Kind extends HTMLElement>(made: Kind, gutter: number): Kind {
  if (gutter > 0) made.style.setProperty('--gutter', `${gutter}ch`);
  return made;
}
