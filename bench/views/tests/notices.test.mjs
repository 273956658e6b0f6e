/** The data that a reader takes from recorded answers of the neutral tool. */

import assert from 'node:assert/strict';
import test from 'node:test';
import * as readroom from '../lib/readroom.mjs';

const line = (number, text) => ({ number, text });

test('the next call of the neutral tool is JSON', () => {
  const path = 'a [1] "b"}.rs';
  const next = JSON.stringify({ path, start: 3, lines: 2 });
  const text = `1\tfn a() {\n2\t\t[x]\n[Lines 1-2 of 9. Inside 'mod b' (line 1). Next: ${next}]`;
  const parsed = readroom.parse([text], { path, lines: 2 });
  assert.deepEqual(parsed.lines, [line(1, 'fn a() {'), line(2, '\t[x]')]);
  assert.deepEqual(parsed.next, { path, start: 3, lines: 2 });
});

test('the next call of the neutral tool may be a number of a line', () => {
  const text = '6\tx\n[Lines 6-6 of 9. Next: start 7.]';
  const { next } = readroom.parse([text], { path: 'a', lines: 1 });
  assert.deepEqual(next, { path: 'a', lines: 1, start: 7 });
});

test('the last page has no next call, and a numbered line is not a notice', () => {
  const page = '8\tx\n9\t[Lines 1-2 of 9. Next: start 3.]\n[Lines 8-9 of 9.]';
  const { lines, next } = readroom.parse([page], { path: 'a', start: 8 });
  assert.equal(lines.length, 2);
  assert.equal(next, undefined);
  assert.equal(readroom.parse(['1\t[Next: start 3.]\n'], { path: 'a' }).next, undefined);
});
