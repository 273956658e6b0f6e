/** Shows the texts of two tools side by side, line by line. */

import { compare, ends } from './diff.js';
import type { Row } from './diff.js';
import { count, counted, element } from './dom.js';
import type { Child } from './dom.js';
import type { Run } from './run.js';
import { gutterOf, leaveGutter, numberIn, numberView } from './line-numbers.js';
import { marked } from './text-view.js';

/** A place in a line, and one behind it. */
type Span = readonly [from: number, to: number];

/** The maximum number of rows that are shown. */
const MAX_ROWS = 4000;

/** Returns part of a line, with a mark on what of it is between two places. */
function withMark(line: string, [from, to]: Span, [start, end]: Span): Child[] {
  const [first, last] = [Math.min(Math.max(start, from), to), Math.min(Math.max(end, from), to)];
  return [
    ...marked(line.slice(from, first)),
    last > first ? element('mark', {}, ...marked(line.slice(first, last))) : undefined,
    ...marked(line.slice(last, to)),
  ];
}

/** The columns that numbers of lines take on each side. */
interface Gutters {
  readonly first: number;
  readonly second: number;
}

function rowView({ kind, first, second }: Row, gutters: Gutters): HTMLElement {
  const [before, after] = kind === 'changed' ? ends(first ?? '', second ?? '') : [0, 0];
  const cell = (side: 'first' | 'second', line: string | undefined): HTMLElement => {
    if (line === undefined) return element('td', { class: 'nothing' });
    const differs: Span = kind === 'changed' ? [before, line.length - after] : [0, 0];
    const gutter = gutters[side];
    const number = gutter === 0 ? 0 : numberIn(line);
    const shown = [
      number === 0 ? undefined : numberView(...withMark(line, [0, number], differs)),
      ...withMark(line, [number, line.length], differs),
    ];
    return leaveGutter(element('td', { class: side }, ...shown), gutter);
  };
  return element('tr', { class: kind }, cell('first', first), cell('second', second));
}

/** Says how two answers differ. */
export function differenceOf(first: Run, second: Run, rows: readonly Row[]): string {
  const of = (kind: Row['kind']): number => rows.filter((row) => row.kind === kind).length;
  const tokens =
    first.tokens === undefined || second.tokens === undefined || first.tokens === 0
      ? ''
      : tokensText(first.tokens, second.tokens);
  if (first.text === second.text) return `${tokens}The texts are equal.`;
  const parts = [
    `${counted(of('same'), 'line')} equal`,
    `${count(of('changed'))} written differently`,
    `${count(of('first'))} only in ${first.tool}`,
    `${count(of('second'))} only in ${second.tool}`,
  ];
  return `${tokens}${parts.join(', ')}.`;
}

function tokensText(first: number, second: number): string {
  const difference = second - first;
  if (difference === 0) return `The same number of tokens, about ${count(first)}. `;
  const percent = Math.round((difference / first) * 100);
  const [word, by] = difference > 0 ? ['more', difference] : ['fewer', -difference];
  const share = `${percent > 0 ? '+' : ''}${percent} %`;
  return `The second takes about ${counted(by, `${word} token`)} (${share}). `;
}

/** Returns the texts of two answers, and how they differ. */
export function comparisonView(first: Run, second: Run): HTMLElement[] {
  const rows = compare(first.text, second.text);
  const more = rows.length - MAX_ROWS;
  const [ours, theirs] = [first.text.split('\n'), second.text.split('\n')];
  const gutters = { first: gutterOf(ours), second: gutterOf(theirs) };
  const heading = ({ tool, tokens, reply }: Run): HTMLElement =>
    element(
      'th',
      { scope: 'col' },
      element('code', {}, tool),
      element(
        'small',
        {},
        `${reply.outcome}${tokens === undefined ? '' : `, ≈ ${counted(tokens, 'token')}`}`,
      ),
    );
  const table = element(
    'table',
    { class: 'difference' },
    element('caption', { class: 'unseen-text' }, 'The text of both tools, line by line'),
    element('thead', {}, element('tr', {}, heading(first), heading(second))),
    element('tbody', {}, ...rows.slice(0, MAX_ROWS).map((row) => rowView(row, gutters))),
  );
  return [
    element('p', { class: 'summary' }, differenceOf(first, second, rows)),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Comparison' },
      table,
    ),
    ...(more > 0 ? [element('p', {}, `${counted(more, 'more line')} not shown.`)] : []),
  ];
}
