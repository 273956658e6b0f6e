/** Checks the tree and the tasks of finding, the forms, and the reader. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { find } from '../lib/finding/finder.mjs';
import { linesByPath, load, problems } from '../lib/finding/finds.mjs';
import { FORMS } from '../lib/finding/forms.mjs';
import { holders } from '../lib/finding/holders.mjs';
import { print, summarize } from '../lib/finding/measure.mjs';
import { Seen } from '../lib/finding/seen.mjs';
import { tree, treeDigest } from '../lib/tree/tree.mjs';

const data = load();
const lines = linesByPath(data.files);
const count = (text) => text.length;
const counts = { o200k_base: count, cl100k_base: count };

test('the tree has 300 files, and every answer is in it', () => {
  assert.equal(data.files.size, 300);
  assert.deepEqual(problems(data), []);
  assert.ok(data.tasks.length >= 10);
  assert.notEqual(treeDigest(tree(data.seed + 1)), data.digest);
});

test('a wrong answer, and a tree that has changed, are noticed', () => {
  for (const task of data.tasks) {
    const [answer, ...others] = task.answers;
    const wrong = { ...task, answers: [{ ...answer, hit: answer.hit + 1 }, ...others] };
    assert.match(problems({ ...data, tasks: [wrong] }).join(), /: it is at /u, task.id);
  }
  const files = new Map([...data.files, ['README.md', '# New\n']]);
  assert.match(problems({ ...data, files })[0], /^the digest of the tree is [0-9a-f]{64}$/u);
});

test('the pattern is in several lines, and the answer in few', () => {
  for (const { id, call, answers } of data.tasks) {
    if (call.pattern === undefined) continue;
    const isBelow = ([file]) => file.startsWith(call.path ?? '');
    const having = [...lines].filter(isBelow).flatMap(([, all]) => all);
    const hits = having.filter((line) => line.includes(call.pattern)).length;
    assert.ok(hits > answers.length, id);
  }
});

test('a line is in functions, classes, sections and keys', () => {
  const rust = ['impl A {', '    pub fn b() {', '        if c {', '', '            d();'];
  assert.deepEqual(holders('a.rs', rust, 5), [2, 1]);
  assert.deepEqual(holders('a.rs', rust, 1), []);
  assert.deepEqual(holders('a.ts', ['class A {', '  b(c: D) {', '    e();'], 3), [2, 1]);
  assert.deepEqual(holders('a.toml', ['[a]', 'b = 1', '[c]', 'd = 2'], 4), [3]);
  assert.deepEqual(holders('a.md', ['# A', '## B', '## C', 'd'], 4), [3, 1]);
  assert.deepEqual(holders('a.yaml', ['a:', '  limits:', '    b: 1'], 3), [1]);
});

test('a line is known to be in another if shown as such, or if all between was seen', () => {
  const file = 'a.py';
  const all = ['class A:', '    def b(self):', '        c()', '        d()'];
  const known = (act) => {
    const seen = new Seen(new Map([[file, all]]));
    act(seen);
    return seen.knownHolders(file, 4).known;
  };
  const add = (seen, ...numbers) => numbers.forEach((at) => seen.add(file, at, all[at - 1]));
  assert.equal(
    known((seen) => add(seen, 4)),
    0,
  );
  assert.equal(
    known((seen) => add(seen, 2, 4)),
    0,
  );
  assert.equal(
    known((seen) => add(seen, 2, 3, 4)),
    1,
  );
  assert.equal(
    known((seen) => seen.tell(file, 4, [1, 2])),
    2,
  );
  assert.equal(
    known((seen) => add(seen, 3, 4) ?? seen.tell(file, 3, [2])),
    1,
  );
  const seen = new Seen(new Map([[file, all]]));
  seen.add(file, 4, 'd');
  assert.ok(!seen.has(file, 4));
});

const line = (number, text, matches = true) => ({ line: number, text, matches, column: 1 });
const RESULTS = {
  files: [
    {
      path: 'a.py',
      matches: 4,
      complete: true,
      groups: [
        {
          headers: [
            { line: 1, text: 'class A:' },
            { line: 2, text: 'def b():' },
          ],
          lines: [line(4, '    x')],
        },
        {
          headers: [],
          lines: [line(8, 'y', false), { ...line(9, 'x'), column: 5, clipped: true }],
        },
      ],
    },
  ],
};

test('each form has the same lines', () => {
  const written = Object.fromEntries(
    FORMS.map(({ id, write }) => [id, write(RESULTS).split('\n')]),
  );
  const below = ['8-\ty', '9\t…x…', '[2 more lines of this file: search it alone]', ''];
  assert.deepEqual(written, {
    'as it is': ['a.py', '1=\tclass A:', '2=\tdef b():', '4\t    x', '--', ...below],
    'grouped, header': ['a.py', "[in 'def b():' (line 2)]", '4\t    x', ...below],
    'grouped, all headers': [
      'a.py',
      "[in 'class A:' (line 1), 'def b():' (line 2)]",
      '4\t    x',
      ...below,
    ],
    'grouped, header line': ['a.py', '2=\tdef b():', '4\t    x', ...below],
    grouped: ['a.py', '4\t    x', ...below],
    'path:line:text': [
      'a.py:4:    x',
      '--',
      'a.py-8-y',
      'a.py:9:…x…',
      'a.py:[2 more lines of this file: search it alone]',
      '',
    ],
  });
});

/** A way that finds two lines, the second of which is the answer, without any context. */
function wayOf(all, around) {
  const shown = (number) => ({ file: 'a.py', number, text: all[number - 1] });
  return {
    id: 'made up',
    search: async () => {
      const hits = [30, 90].map((number) => ({ ...shown(number), around: around?.[number] }));
      return { args: '{}', text: 'x', lines: hits, hits };
    },
    read: async ({ start, lines: size }) => {
      const numbers = Array.from({ length: size }, (_, at) => start + at);
      return { args: '{}', text: 'x'.repeat(size), lines: numbers.map(shown) };
    },
  };
}

test('a reader without headers reads upwards until they are seen', async () => {
  const all = Array.from({ length: 100 }, () => '    pass');
  all[4] = 'def one():';
  all[39] = 'def two():';
  all[29] = '    call()';
  all[89] = '    call()';
  const answers = [{ file: 'a.py', hit: 90, lines: [90, 90] }];
  const task = { call: {}, where: 'call()', inside: 'def two', levels: 1, answers };
  const made = new Map([['a.py', all]]);
  const blind = await find(wayOf(all), task, made, counts);
  // Lines 10 to 50, 1 to 9, 70 to 100, and 30 to 69.
  assert.deepEqual([blind.isReached, blind.calls], [true, 5]);
  assert.equal(blind.tokens.o200k_base, 5 * 2 + 1 + 41 + 9 + 31 + 40);
  const told = await find(wayOf(all, { 30: [5], 90: [40] }), task, made, counts);
  assert.deepEqual([told.isReached, told.calls], [true, 1]);
  const half = await find(wayOf(all, { 30: [5] }), task, made, counts);
  assert.deepEqual([half.isReached, half.calls], [true, 3]);
});

test('a way that does not reach everything has no ratio, and ripgrep may be missing', () => {
  const tokens = { o200k_base: 8, cl100k_base: 9 };
  const course = (way, isReached, factor) => ({
    way,
    task: 't',
    asksAround: true,
    isReached,
    calls: 1,
    tokens: { ...tokens, o200k_base: 8 * factor },
  });
  const courses = [course('path:line:text', true, 1), course('a', true, 2), course('b', false, 2)];
  const measured = { courses, results: [], misplaced: { below: 0, of: 1 }, definitions: [] };
  const [base, twice, never] = summarize(measured);
  assert.deepEqual([base.ratio, base.atOnce, never.reached, never.atOnce], [1, 1, 0, 0]);
  assert.deepEqual([twice.around, Number.isNaN(twice.others)], [twice.ratio, true]);
  assert.ok(Math.abs(twice.ratio - 2) < 1e-9 && Number.isNaN(never.ratio));
  assert.match(print(measured), /\| rg -n \| - \| - \| - \|/u);
});
