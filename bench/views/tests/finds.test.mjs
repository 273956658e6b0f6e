/** Checks the tree and the tasks of finding, the form of answers, and the reader. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { find } from '../lib/finding/finder.mjs';
import { linesByPath, load, problems } from '../lib/finding/finds.mjs';
import { written } from '../lib/finding/form.mjs';
import { holders } from '../lib/finding/holders.mjs';
import { print, summarize } from '../lib/finding/measure.mjs';
import { Seen } from '../lib/finding/seen.mjs';
import { BASE, firstCall, mapped } from '../lib/finding/ways.mjs';
import { tree, treeDigest } from '../lib/tree/tree.mjs';

const data = load();
const lines = linesByPath(data.files);
const count = (text) => text.length;
const counts = { o200k_base: count, cl100k_base: count };

test('the tree has 303 files, and every answer is in it', () => {
  assert.equal(data.files.size, 303);
  assert.deepEqual(problems(data), []);
  assert.equal(data.tasks.filter(({ isOther }) => !isOther).length, 12);
  assert.notEqual(treeDigest(tree(data.seed + 1)), data.digest);
});

test('a wrong answer, and a tree that has changed, are noticed', () => {
  for (const task of data.tasks) {
    if (task.where === undefined || task.answers[0].shows !== undefined) continue;
    const [answer, ...others] = task.answers;
    const wrong = { ...task, answers: [{ ...answer, hit: answer.hit + 1 }, ...others] };
    assert.match(problems({ ...data, tasks: [wrong] }).join(), /: it is at /u, task.id);
  }
  const files = new Map([...data.files, ['README.md', '# New\n']]);
  assert.match(problems({ ...data, files })[0], /^the digest of the tree is [0-9a-f]{64}$/u);
});

test('the pattern is in several lines, and the answer in few', () => {
  for (const { id, call, answers, inside } of data.tasks) {
    const isFound = inside !== undefined || answers[0].shows !== undefined;
    if (call.pattern === undefined || isFound) continue;
    const isBelow = ([file]) => file.startsWith(call.path ?? '');
    const having = [...lines].filter(isBelow).flatMap(([, all]) => all);
    const hits = having.filter((line) => new RegExp(call.pattern, 'u').test(line)).length;
    assert.ok(hits > answers.length, id);
  }
});

test('a line is in functions, classes, sections and keys', () => {
  const rust = ['impl A {', '    pub fn b() {', '        if c {', '', '            d();'];
  assert.deepEqual(holders('a.rs', rust, 5), [2, 1]);
  assert.deepEqual(holders('a.rs', rust, 1), []);
  assert.deepEqual(holders('a.ts', ['class A {', '  b(c: D) {', '    e();'], 3), [2, 1]);
  assert.deepEqual(holders('a.toml', ['[a]', 'b = 1', '[c]', 'd = 2'], 4), [3]);
  assert.deepEqual(holders('a.toml', ['[a]', 'b = 1', '[c]'], 3), []);
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
const file = (path, matches, groups) => ({ path, matches, complete: true, groups });

test('the form has headers, definitions with their last line, and what is left out', () => {
  const headers = [
    { line: 1, text: 'class A:' },
    { line: 2, text: 'def b():' },
  ];
  const groups = [
    { headers, lines: [line(4, '    x'), { ...line(5, '    def c():'), last: 7 }] },
    { headers: [], lines: [line(8, 'y', false), { ...line(9, 'x'), column: 5, clipped: true }] },
    { headers: [], lines: [{ ...line(11, 'd = 1'), last: 11 }] },
  ];
  const files = [file('a.py', 6, groups)];
  assert.deepEqual(written({ files }).split('\n'), [
    ...['a.py', '1=\tclass A:', '2=\tdef b():', '4\t    x', '5-7\t    def c():', '--'],
    ...['8-\ty', '9\t…x…', '--', '11\td = 1'],
    ...['[2 more lines of this file: search it alone]', ''],
  ]);
});

test('the form names cells of sheets and of notebooks', () => {
  const row = { ...line(50, '| 46 | s-4 | team | 40 |'), cells: ['A46', 'B46'] };
  const cell = { line: 3, text: '[Cell 3, code]' };
  const printed = [cell, { line: 3, text: '[stdout]' }];
  const files = [
    file('a.xlsx', 1, [{ headers: [{ line: 1, text: '## Sheet: A' }], lines: [row] }]),
    file('a.ipynb', 2, [
      { headers: [cell], lines: [line(3, 'x')] },
      { headers: printed, lines: [line(3, '1')] },
      { headers: printed, lines: [line(3, '2')] },
    ]),
  ];
  assert.deepEqual(written({ files }).split('\n'), [
    ...['a.xlsx', '1=\t## Sheet: A', '50 A46 B46\t| 46 | s-4 | team | 40 |'],
    ...['a.ipynb', '3=\t[Cell 3, code]', '3\tx', '3=\t[stdout]', '3\t1', '--', '3\t2', ''],
  ]);
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
  const task = { call: { pattern: 'x' }, where: 'call()', inside: 'def two', levels: 1, answers };
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

test('a reader reads from the header that it found down to the answer', async () => {
  const all = Array.from({ length: 100 }, () => '    pass');
  all[29] = 'class A:';
  all[79] = '    x = 1';
  const answers = [{ file: 'a.py', hit: 80, lines: [80, 80] }];
  const call = { pattern: 'class A' };
  const task = { call, where: 'x =', inside: 'class A', levels: 1, answers };
  const found = await find(wayOf(all), task, new Map([['a.py', all]]), counts);
  // Lines 30 to 69, and 70 to 109.
  assert.deepEqual([found.isReached, found.calls], [true, 3]);
});

test('the lines of a map are those of files, and may lack the start of their block', () => {
  const shown = mapped(
    'a.go (9 lines)\n2-4\tfunc A()\nb.go (1 line, 1 more definition)\n1\tb = 1\n',
  );
  const [first, second] = shown;
  assert.deepEqual(first, { file: 'a.go', number: 2, text: 'func A()' });
  assert.deepEqual([second.file, second.number, shown.length], ['b.go', 1, 2]);
  const seen = new Seen(new Map([['a.go', ['', 'func A() {']]]));
  seen.add('a.go', 2, 'func A()');
  assert.ok(seen.has('a.go', 2));
});

test('a document is recognized by its text, and a way can begin with another call', async () => {
  const read = async () => ({ args: '{}', text: '3\t| b | 2 |', lines: [] });
  const way = { id: 'made up', read, search: async () => assert.fail('it searches') };
  const answers = [{ file: 'a.xlsx', shows: '| b | 2 |' }];
  const task = { call: { pattern: 'b' }, read: { path: 'a.xlsx' }, answers };
  const reached = await find({ ...way, begin: firstCall }, task, new Map(), counts);
  assert.deepEqual([reached.isReached, reached.calls], [true, 1]);
  assert.deepEqual(firstCall({ call: { pattern: 'b' }, own: { what: 'uses' } }), {
    pattern: 'b',
    what: 'uses',
  });
});

test('a way that does not reach everything has no ratio, and ripgrep may be missing', () => {
  const course = (way, isReached, factor) => ({
    way,
    task: 't',
    isOther: false,
    isReached,
    calls: 1,
    tokens: { o200k_base: 8 * factor, cl100k_base: 9 },
  });
  const courses = [course(BASE, true, 1), course('a', true, 2), course('b', false, 2)];
  const [base, twice, never] = summarize(courses);
  assert.deepEqual([base.ratio, base.atOnce, never.reached, never.atOnce], [1, 1, 0, 0]);
  assert.ok(Math.abs(twice.ratio - 2) < 1e-9 && Number.isNaN(never.ratio));
  const text = print({ courses, skipped: [{ id: 'c', skip: 'not yet' }], definitions: [] });
  assert.match(text, /\| rg -n \| - \| - \| - \|/u);
  assert.match(text, /`c` was not measured: not yet\./u);
});
