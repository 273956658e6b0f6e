/** The simulated reader follows notices, jumps by outlines, and stops. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { measure, summarize } from '../lib/courses.mjs';
import { difference } from '../lib/pages.mjs';
import { read } from '../lib/reader.mjs';
import { openSynthetic } from '../lib/formats.mjs';
import * as readroom from '../lib/readroom.mjs';

/** Numbers are declared on lines that are known: `fn f1200() {` is on line 1200. */
const LINES = Array.from({ length: 5000 }, (_, at) => `fn f${at + 1}() {}`);
const FILES = new Map([['f.rs', `${LINES.join('\n')}\n`]]);
const TEXT = FILES.get('f.rs');
const count = (text) => text.length;
const declared = (number) => ({
  id: `f${number}`,
  kind: 'declaration',
  file: 'f.rs',
  where: `fn f${number}() {`,
  answer: number,
});

const formats = openSynthetic(FILES);
const format = (id) => formats.find((each) => each.id === id);

test('every synthetic format shows all of a file, and nothing else', async () => {
  const ids = formats.map(({ id }) => id);
  assert.deepEqual(ids, ['bare', 'tab', 'arrow', 'padded', 'anchors']);
  const text = 'a\n\n  b\t\n1\tx\n→\n\u{1f600} [Lines 1-2 of 3. Next: {}]\nend\n';
  const odd = new Map([['odd', text]]);
  for (const each of openSynthetic(odd)) {
    const lines = [];
    for (let args = each.call({ path: 'odd', lines: 3 }); args !== undefined;) {
      const { blocks } = await each.answer({ ...args, lines: 3 });
      const { lines: page, next } = each.parse(blocks, args);
      lines.push(...page);
      args = next;
    }
    const wanted = text.trimEnd().split('\n');
    assert.equal(difference({ path: 'odd', start: 1 }, lines, wanted), undefined, each.id);
    const numbers = lines.map((line) => ({ ...line, number: line.number + 1 }));
    assert.match(difference({ path: 'odd', start: 1 }, numbers, wanted), /^odd shows 2 'a' for 1/u);
    const short = difference({ path: 'odd', start: 1 }, lines.slice(1), wanted);
    assert.match(short, /^odd shows 2 '' for 1 'a'$/u);
  }
});

test('who reads from the beginning needs a call for each page', async () => {
  const options = { jumps: false, count };
  for (const [number, calls] of Object.entries({ 1: 1, 2000: 1, 2001: 2, 5000: 3 })) {
    const course = await read(format('tab'), declared(Number(number)), TEXT, options);
    assert.deepEqual([course.isReached, course.calls, course.counted], [true, calls, 0]);
  }
  const missing = { ...declared(1), answer: 5001 };
  const { isReached, calls } = await read(format('tab'), missing, TEXT, options);
  assert.deepEqual([isReached, calls], [false, 3]);
});

test('a line that is asked for by its number takes one call', async () => {
  const task = { id: 'line', kind: 'line', file: 'f.rs', line: 4321, answer: LINES[4320] };
  const course = await read(format('arrow'), task, TEXT, { jumps: false, count });
  assert.deepEqual([course.isReached, course.calls], [true, 1]);
  const call = '{"path":"f.rs","start":4321,"lines":1}';
  const notice = '[Lines 4321-4321 of 5000. Next: {"path":"f.rs","start":4322}]';
  assert.equal(course.tokens, `${call}4321→fn f4321() {}\n${notice}`.length);
});

test('where there is no number, lines are counted from the one before', async () => {
  const counted = async (id, number) =>
    (await read(format(id), declared(number), TEXT, { jumps: false, count })).counted;
  assert.deepEqual(
    await Promise.all([counted('anchors', 1230), counted('anchors', 1239), counted('bare', 2101)]),
    [0, 9, 2100],
  );
});

test('a reader gives up after twenty calls', async () => {
  const slow = { ...format('tab'), answer: (args) => format('tab').answer({ ...args, lines: 10 }) };
  const { isReached, calls } = await read(slow, declared(201), TEXT, { jumps: false, count });
  assert.deepEqual([isReached, calls], [false, 20]);
});

/** A tool with outlines: alone, or else below the first page. */
function outlining(entries, isBelow) {
  const asked = [];
  const shown = entries.map(([first, last, text]) => `${first}-${last}\t${text}\n`).join('');
  const answer = async (args) => {
    asked.push(args);
    const { blocks } = await format('tab').answer({ lines: 100, ...args });
    if (args.view === 'outline') return { blocks: [`${shown}[An outline of 5000 lines.]`] };
    if (!isBelow || args.start !== undefined) return { blocks };
    const outline = `[Outline of all 5000 lines:]\n${shown}`;
    return { blocks: [blocks[0].replace('[Lines', `${outline}[Lines`)] };
  };
  const view = isBelow ? {} : { view: { enum: ['outline'] } };
  return { ...readroom, asked, answer, definition: { inputSchema: { properties: view } } };
}

test('an outline leads to a declaration', async () => {
  const quote = { ...declared(3000), kind: 'quote', lines: [3000, 3010] };
  const options = { jumps: true, count };
  for (const isBelow of [false, true]) {
    const tool = outlining(
      [
        [2999, 2999, 'fn f2999() {'],
        [3000, 3010, 'fn f3000() {'],
      ],
      isBelow,
    );
    const found = await read(tool, declared(3000), TEXT, options);
    assert.deepEqual([found.isReached, found.calls, found.counted], [true, 1, 0]);
    const quoted = await read(tool, quote, TEXT, options);
    assert.deepEqual([quoted.isReached, quoted.calls], [true, 2]);
    assert.deepEqual(tool.asked.at(-1), { path: 'f.rs', start: 3000, lines: 11 });
  }
  const other = outlining([[1, 5000, 'mod all {']], false);
  const course = await read(other, { ...quote, lines: [90, 92] }, TEXT, options);
  assert.deepEqual([course.isReached, course.calls], [true, 2]);
});

test('the rest of a line that was cut is added to its beginning', async () => {
  const long = { kind: 'value', file: 'l', where: '"k":"', answer: 'value' };
  const text = `${'x'.repeat(7)}"k":"value"\n`;
  const cutting = {
    ...readroom,
    answer: async ({ column = 1 }) => {
      const part = text.trimEnd().slice(column - 1, column + 5);
      const next = { path: 'l', start: 1, lines: 1, column: column + 6 };
      const note = `Line 1 is cut before character ${column + 6} of 18: ${JSON.stringify(next)}.`;
      return { blocks: [`1\t${part}\n[${note}]`] };
    },
  };
  const course = await read(cutting, long, text, { jumps: false, count });
  assert.deepEqual([course.isReached, course.calls], [true, 3]);
});

test('a summary compares what all formats reach', async () => {
  const short = { ...format('tab'), id: 'short' };
  short.answer = (args) => format('tab').answer({ ...args, lines: 100 });
  const tasks = [declared(100), declared(4000)];
  const rows = await measure([format('bare'), short], tasks, FILES, count);
  const definitions = new Map([
    ['bare', 10],
    ['short', 20_000_000],
  ]);
  const [bare, other] = summarize(rows, definitions);
  assert.deepEqual([bare.reached, other.reached, bare.common], [2, 1, 1]);
  assert.deepEqual([bare.relative, bare.relativeWithDefinition], [1, 1]);
  assert.ok(other.relativeWithDefinition > 100);
  assert.ok(other.relative < 0.1 && other.calls === 1);
});
