/**
 * Shows text exactly as it is, with marks on invisible characters. The marks are made by the style
 * sheet: the text of the elements is the text itself.
 */

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

/** Returns a box with a text in which a long line is wrapped below its own text. */
export function linesBox(label: string, text: string): HTMLElement {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  if (lines.length > MAX_LINES) return textBox(label, text);
  return box(
    label,
    lines.map((line) => {
      const number = /^\d+[=-]?\t/u.exec(line)?.[0] ?? '';
      const indent = number === '' ? '' : number.length > 4 ? ' wide' : ' narrow';
      const text = marked(line.slice(number.length));
      if (number !== '') text.unshift(element('span', { class: 'number' }, number));
      return element('span', { class: `line${indent}` }, ...text);
    }),
  );
}

function box(label: string, children: readonly Child[]): HTMLElement {
  return element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, ...children);
}
