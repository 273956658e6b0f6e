/**
 * Shows text exactly as it is, with marks on matches and on invisible characters. The style sheet
 * makes the marks: the text of the elements is the text itself.
 */

import type { MatchLine } from '../dist/contract.js';
import { element } from './dom.js';
import type { Child } from './dom.js';

/** The maximum number of marks in a text. The rest is shown without. */
const MAX_MARKS = 10_000;

/** The maximum number of lines with an element of their own. */
const MAX_LINES = 5000;

/**
 * Characters that show nothing, or change the direction of the text after them: those that the
 * program escapes on a terminal. Not a tab, a line feed, or the emoji variation selector.
 */
const MARKED = /(?![\t\n\ufe0f])[\p{Cc}\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

/** Returns the name of a character, as in U+202E. */
function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a text in pieces: elements for invisible characters. */
export function marked(text: string): Child[] {
  const pieces: Child[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(MARKED)) {
    const name = nameOf(character);
    pieces.push(text.slice(from, index));
    pieces.push(element('span', { class: 'unseen', 'data-name': name }, character));
    from = index + character.length;
    if (pieces.length > 2 * MAX_MARKS) break;
  }
  return [...pieces, text.slice(from)];
}

/** Returns how many characters of a text are marked, except for carriage returns. */
export function unseenIn(text: string): number {
  return [...text.matchAll(MARKED)].filter(([character]) => character !== '\r').length;
}

/** Returns a box with a text, which can be scrolled with the keyboard. */
export function textBox(label: string, text: string): HTMLElement {
  return box(label, marked(text));
}

/** The number of a line, with the last line of a definition, the sign of its role, or its cells. */
const NUMBER = /^ *\d+(?:-\d+|[=-])?(?: [A-Z]+\d+)*\t/u;

/** The end of a line, and the end of a line that is cut, with the number of its other matches. */
const END = /^\n$/u;
const CUT = /^…(?: \[.*\])?\n$/u;

/** Returns a box with lines, each wrapped below its own text. Marks the matches of `found`. */
export function linesBox(label: string, text: string, found: readonly MatchLine[]): HTMLElement {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  if (lines.length > MAX_LINES) return textBox(label, text);
  let next = 0;
  return box(
    label,
    lines.map((line) => {
      const number = NUMBER.exec(line)?.[0] ?? '';
      if (number === '') return element('span', { class: 'line' }, ...marked(line));
      const content = line.slice(number.length);
      // Both are in the same order.
      const at = found.findIndex((each, at) => at >= next && isShownAs(each, number, content));
      if (at >= 0) next = at + 1;
      return element(
        'span',
        { class: `line ${number.length > 4 ? 'wide' : 'narrow'}` },
        element('span', { class: 'number' }, number),
        ...highlighted(content, found[at]),
      );
    }),
  );
}

/** Returns whether a line of a search is shown as this text. Headers, which have a `=`, are not. */
function isShownAs(found: MatchLine, number: string, content: string): boolean {
  if (found.line !== parseInt(number) || number.includes('=')) return false;
  const text = (found.column > 1 ? '…' : '') + found.text.replace(/\r$/u, '');
  return content.startsWith(text) && (found.clipped ? CUT : END).test(content.slice(text.length));
}

/** Returns a line in pieces: elements for its matches, and for invisible characters. */
function highlighted(content: string, found: MatchLine | undefined): Child[] {
  if (found === undefined) return marked(content);
  const characters = [...content];
  // An ellipsis stands for what was left out before the first character.
  const first = found.column > 1 ? found.column - 1 : 1;
  const pieces = (...range: [number, number?]) => marked(characters.slice(...range).join(''));
  let from = 0;
  const before = found.ranges.flatMap(({ start, end }) => {
    const plain = pieces(from, start - first);
    from = end - first;
    return [...plain, element('mark', {}, ...pieces(start - first, from))];
  });
  return [...before, ...pieces(from)];
}

function box(label: string, children: readonly Child[]): HTMLElement {
  return element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, ...children);
}
