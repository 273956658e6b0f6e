/** What a reader takes from the answers of each format, as the program has given them. */

import assert from 'node:assert/strict';
import test from 'node:test';
import * as dmCc from '../formats/dm-cc.mjs';
import * as kimiCli from '../formats/kimi-cli.mjs';
import * as mycodeagent from '../formats/mycodeagent.mjs';
import * as opencode from '../formats/opencode.mjs';
import { guessed } from '../formats/other.mjs';
import * as pi from '../formats/pi.mjs';
import * as readroom from '../formats/readroom.mjs';

const line = (number, text, printed = true) => ({ number, text, printed });

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

test('mycodeagent', () => {
  const answer = (text) =>
    JSON.stringify({ data: { content: '   3 | a | "b"\n   4 | \n' }, text, status: 'partial' });
  const more =
    'Read 2 lines.\n[Truncated: Showing first 2 of 148 lines. Use start_line=5 to continue.]';
  const args = mycodeagent.call({ path: 'a', start: 3, lines: 2 });
  assert.deepEqual(args, { path: 'a', start_line: 3, limit: 2 });
  const parsed = mycodeagent.parse([answer(more)], args);
  assert.deepEqual(parsed.lines, [line(3, 'a | "b"'), line(4, '')]);
  assert.deepEqual(parsed.next, { path: 'a', start_line: 5, limit: 2 });
  assert.equal(mycodeagent.parse([answer('Read 2 lines.')], args).next, undefined);
});

test('dm-cc counts lines from 1', () => {
  const page = (notice) =>
    '<path>/project/a</path>\n<type>file</type>\n<content>\n3: x: 1\n4: \n' +
    `\n\n(${notice})\n</content>`;
  const args = dmCc.call({ path: 'a', start: 3, lines: 2 });
  assert.deepEqual(args, { filePath: 'a', offset: 3, limit: 2 });
  for (const notice of ['File has more lines', 'Output truncated at 51200 bytes']) {
    const text = page(`${notice}. Use 'offset' parameter to read beyond line 4`);
    const { lines, next } = dmCc.parse([text], args);
    assert.deepEqual(lines, [line(3, 'x: 1'), line(4, '')]);
    assert.deepEqual(next, { filePath: 'a', offset: 5, limit: 2 });
  }
  assert.equal(dmCc.parse([page('End of file - total 4 lines')], args).next, undefined);
});

test('opencode counts the lines that are skipped', () => {
  const args = opencode.call({ path: 'a', start: 4, lines: 1 });
  assert.deepEqual(args, { filePath: 'a', offset: 3, limit: 1 });
  const notice = "(File has more lines. Use 'offset' parameter to read beyond line 4)";
  const text = `<file>\n00004| x\n\n${notice}\n</file>`;
  const { lines, next } = opencode.parse([text], args);
  assert.deepEqual(lines, [line(4, 'x')]);
  assert.deepEqual(next, { filePath: 'a', offset: 4, limit: 1 });
});

test('kimi-cli says what it read, in a text of its own', () => {
  const args = kimiCli.call({ path: 'a', start: 3, lines: 2 });
  assert.deepEqual(args, { path: 'a', line_offset: 3, n_lines: 2 });
  const message = (end) => `<system>2 lines read from file starting from line 3.${end}</system>`;
  const { lines, next } = kimiCli.parse([message(''), '     3\tx\n     4\t\n'], args);
  assert.deepEqual(lines, [line(3, 'x'), line(4, '')]);
  assert.deepEqual(next, { path: 'a', line_offset: 5, n_lines: 2 });
  assert.equal(kimiCli.parse([message(' End of file reached.'), ''], args).next, undefined);
});

test('the lines of pi have no numbers', () => {
  const args = pi.call({ path: 'a', start: 3, lines: 2 });
  assert.deepEqual(args, { path: 'a', offset: 3, limit: 2 });
  const notices = [
    '[143 more lines in file. Use offset=5 to continue.]',
    '[Showing lines 3-4, use offset=5 to continue]',
  ];
  for (const notice of notices) {
    const { lines, next } = pi.parse([`x\n\n\n${notice}`], args);
    assert.deepEqual(lines, [line(3, 'x', false), line(4, '', false)]);
    assert.deepEqual(next, { path: 'a', offset: 5, limit: 2 });
  }
  const skipped = '[Line 3 is 770.4KB, exceeds 256.0KB limit. Use offset=4 to skip it.]';
  const parsed = pi.parse([skipped], args);
  assert.deepEqual([parsed.lines, parsed.next.offset], [[], 4]);
  assert.equal(pi.parse(['x\ny'], args).next, undefined);
});

test('a dialect without a plug-in is guessed', () => {
  const properties = { file_path: {}, offset: { minimum: 0 }, limit: {} };
  const plugin = guessed('new', { inputSchema: { properties } });
  const args = plugin.call({ path: 'a', start: 3, lines: 2 });
  assert.deepEqual(args, { file_path: 'a', offset: 2, limit: 2 });
  const parsed = plugin.parse(['     3→x\n     4→\n(more: use offset=4)'], args);
  assert.deepEqual(parsed.lines, [line(3, 'x'), line(4, '')]);
  assert.deepEqual(parsed.next, { ...args, offset: 4 });
});
