/** What a reader takes from the answers of the neutral tool, as the program has given them. */

import assert from 'node:assert/strict';
import test from 'node:test';
import * as readroom from '../lib/readroom.mjs';

const line = (number, text) => ({ number, text, printed: true });

test('the next call of the neutral tool is JSON', () => {
  const path = 'a [1] "b"}.rs';
  const next = JSON.stringify({ path, start: 3, lines: 2 });
  const text = `1\tfn a() {\n2\t\t[x]\n[Lines 1-2 of 9. Inside 'mod b' (line 1). Next: ${next}]`;
  const parsed = readroom.parse([text], { path, lines: 2 });
  assert.deepEqual(parsed.lines, [line(1, 'fn a() {'), line(2, '\t[x]')]);
  assert.deepEqual(parsed.next, { path, start: 3, lines: 2 });
  assert.equal(parsed.rest, undefined);
});

test('the next call of the neutral tool may be a number of a line', () => {
  for (const notice of ['Continue with start=7.', 'Next: start 7.']) {
    const { next } = readroom.parse([`6\tx\n[Lines 6-6 of 9. ${notice}]`], { path: 'a', lines: 1 });
    assert.deepEqual(next, { path: 'a', lines: 1, start: 7 });
  }
});

test('the last page has no next call, and a numbered line is no notice', () => {
  const page = '8\tx\n9\t[Lines 1-2 of 9. Continue with start=3.]\n[Lines 8-9 of 9.]';
  const { lines, next } = readroom.parse([page], { path: 'a', start: 8 });
  assert.equal(lines.length, 2);
  assert.equal(next, undefined);
  assert.equal(readroom.parse(['1\t[Continue with start=3.]\n'], { path: 'a' }).next, undefined);
});

test('a cut line of the neutral tool has the call that continues it', () => {
  const rest = { path: 'a', start: 1, lines: 1, column: 2001 };
  for (const notice of [
    'Line 1 is cut before character 2001 of 5000. Continue it with start=1, lines=1, column=2001.',
    '2 lines are cut, the first of them line 1 before character 2001 of 5000. Continue it with ' +
      'start=1, lines=1, column=2001.',
    `Line 1 is cut before character 2001 of 5000: ${JSON.stringify(rest)}.`,
    '2 lines are cut, the first of them line 1 before character 2001 of 5000: ' +
      `${JSON.stringify(rest)}.`,
    'Line 1 goes on at column 2001.',
  ]) {
    assert.deepEqual(readroom.parse([`1\tx\n[${notice}]`], { path: 'a' }).rest, rest, notice);
  }
  const both =
    `[Lines 1-1 of 2. Line 1 is cut before character 2001 of 5000: ${JSON.stringify(rest)}. ` +
    'Next: {"path":"a","start":2}]';
  const parsed = readroom.parse([`1\tx\n${both}`], { path: 'a' });
  assert.deepEqual([parsed.rest, parsed.next], [rest, { path: 'a', start: 2 }]);
});

test('an outline may stand alone, or below the beginning of its file', () => {
  const entries = [
    { first: 1, last: 9, text: 'impl A {' },
    { first: 3, last: 4, text: 'fn b() {' },
  ];
  const alone = '1-9\timpl A {\n3-4\t  fn b() {\n[An outline of 9 lines. Read a part.]';
  assert.deepEqual(readroom.parse([alone], { path: 'a' }).outline, entries);
  const below =
    '1\timpl A {\n[Outline of all 9 lines:]\n1-9\timpl A {\n3-4\t  fn b() {\n' +
    '[Lines 1-1 of 9. Next: {"path":"a","start":2}]';
  const parsed = readroom.parse([below], { path: 'a' });
  assert.deepEqual(parsed.outline, entries);
  assert.deepEqual(parsed.lines, [line(1, 'impl A {')]);
  assert.deepEqual(parsed.next, { path: 'a', start: 2 });
});

test('only a model that is told of outlines asks for one', () => {
  const wanted = { path: 'a' };
  const schema = (view) => ({ inputSchema: { properties: { ...(view && { view }) } } });
  assert.deepEqual(readroom.outline(wanted, schema({ enum: ['text', 'outline'] })), {
    path: 'a',
    view: 'outline',
  });
  assert.equal(readroom.outline(wanted, schema()), undefined);
});
