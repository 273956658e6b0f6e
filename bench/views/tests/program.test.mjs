/** The data that a reader takes from the answers of a program: READROOM names it. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import * as estimate from '../lib/estimate.mjs';
import { find } from '../lib/finding/finder.mjs';
import { linesByPath, load } from '../lib/finding/finds.mjs';
import { holders } from '../lib/finding/holders.mjs';
import { checkForms } from '../lib/finding/measure.mjs';
import { openPeers } from '../lib/finding/peers.mjs';
import { checkForm, readLines, searches, tools } from '../lib/finding/ways.mjs';
import { Server } from '../lib/server.mjs';
import * as session from '../lib/session.mjs';
import { linesOf, write } from '../lib/workspace.mjs';

const program = process.env.READROOM && path.resolve(process.env.READROOM);
const options = { skip: program ? false : 'READROOM names no program' };
const target = fs.mkdtempSync(path.join(os.tmpdir(), 'views-'));
test.after(() => fs.rmSync(target, { recursive: true }));

const lines = Array.from({ length: 2499 }, (_, at) => (at % 7 === 0 ? '' : `\t${at} [x] | 1: "y"`));
const files = new Map([
  ['lines.txt', `${lines.join('\n')}\n`],
  ['wide.json', `{"a":"${'x'.repeat(3000)}","k":"v"}\n`],
]);
const root = write(path.join(target, 'root'), files);

test('paging by notices shows all lines of a file', options, async () => {
  const server = await Server.start(program, root, {});
  try {
    const all = tools(program, root, server);
    const read = [];
    let pages = 0;
    for (let where = { path: 'lines.txt' }; where !== undefined; pages += 1) {
      const page = await readLines(all, where);
      read.push(...page.lines);
      where = page.next;
    }
    assert.ok(pages > 1, `${pages} pages`);
    const wanted = linesOf(files.get('lines.txt'));
    assert.deepEqual(
      read.map(({ number, text }) => [number, text]),
      wanted.map((text, at) => [at + 1, text]),
    );
    const middle = await readLines(all, { path: 'lines.txt', start: 1234, lines: 2 });
    assert.deepEqual(
      middle.lines.map((line) => line.number),
      [1234, 1235],
    );
  } finally {
    await server.close();
  }
});

test('the estimate is that of the text that was counted', options, () => {
  const counts = { o200k_base: (text) => text.length, cl100k_base: () => 1 };
  const [row] = estimate.measure(program, root, ['wide.json'], counts);
  assert.equal(row.o200k_base, files.get('wide.json').length);
  assert.ok(row.estimate > 0 && row.estimate < row.o200k_base);
});

test('a session repeats reads, and edits between them', options, async () => {
  const steps = session.load();
  const reads = steps.filter(({ edit }) => edit === undefined);
  assert.equal(reads.length, 10);
  const texts = [];
  const count = (text) => texts.push(text) && text.length;
  const given = { steps, target, count };
  const run = await session.run(program, { ...given, flags: [] });
  assert.equal(run.reads.length, 10);
  const having = (part) => texts.filter((text) => text.includes(part)).length;
  assert.deepEqual([having('MAX_FILES = 16;'), having('MAX_FILES = 32;')], [2, 1]);
  assert.ok(run.reads.every(({ isError, tokens }) => !isError && tokens > 100));
  assert.match(session.print([run, { ...run, flags: ['--x'] }]), /\| `--x` \|.*\| 0\.0 % \|/u);
});

test('a server that does not start is an error with its message', options, async () => {
  const started = Server.start(program, root, { tool: 'readroom', flags: ['--no-such-option'] });
  await assert.rejects(started, /--no-such-option/u);
  const missing = Server.start(path.join(target, 'nothing'), root, { tool: 'readroom' });
  await assert.rejects(missing, /ENOENT/u);
});

test('a search shows the form that is measured, and headers as they are', options, async () => {
  const data = load();
  const tree = write(path.join(target, 'tree'), data.files);
  const server = await Server.start(program, tree, {});
  try {
    const names = server.definitions.map(({ name }) => name);
    assert.deepEqual(names, ['read', 'list', 'find', 'search']);
    const all = tools(program, tree, server);
    const byPath = linesByPath(data.files);
    const tasks = data.tasks.filter(({ skip }) => skip === undefined);
    await checkForms(all, tasks);
    for (const { call } of tasks.filter((task) => task.call.pattern !== undefined)) {
      for (const { path: file, groups } of (await all.results(call)).files) {
        if (/\.(?:yaml|json|ipynb|xlsx|pdf)$/u.test(file)) continue;
        for (const { headers, lines: shown } of groups) {
          const around = holders(file, byPath.get(file), shown[0].line);
          assert.equal(headers.at(-1)?.line, around[0], `${file}:${shown[0].line}`);
        }
      }
    }
    const count = (text) => text.length;
    for (const way of searches(all)) {
      for (const task of tasks) {
        const course = await find(way, task, byPath, { o200k_base: count });
        assert.ok(course.isReached, `${way.id}: ${task.id}`);
      }
    }
  } finally {
    await server.close();
  }
});

test('a form that is not known here is an error', options, async () => {
  const server = await Server.start(program, root, {});
  try {
    const all = tools(program, root, server);
    const show = async (...call) => (await all.show(...call)).replace(/^1\t/mu, '1:');
    await assert.rejects(checkForm({ ...all, show }, { pattern: 'wide|k' }), /line 2 is '1:/u);
  } finally {
    await server.close();
  }
});

test('the tools of other agents find and read the same lines', options, async () => {
  const tree = new Map([
    ['src/a.txt', `one\n${'many\n'.repeat(120)}two\n`],
    ['src/b.md', 'three\n'],
  ]);
  const below = write(path.join(target, 'peers'), tree);
  const two = { file: 'src/a.txt', number: 122, text: 'two' };
  const shown = { args: '', text: '', hits: [two], found: ['src/b.md'] };
  const rg = { id: 'rg', search: async () => shown };
  const peers = await openPeers(program, below, rg);
  try {
    assert.equal(peers.searches.length, 2);
    for (const way of peers.searches) {
      assert.deepEqual((await way.search({ pattern: '^two', path: 'src' })).hits, [two]);
      assert.deepEqual((await way.search({ glob: '*.md' })).found, ['src/b.md']);
      const { lines: read } = await way.read({ path: 'src/a.txt', start: 121, lines: 2 });
      assert.deepEqual(read.slice(0, 2), [{ ...two, number: 121, text: 'many' }, two]);
    }
    const [pi] = peers.searches;
    const { hits: cut, more } = await pi.search({ pattern: 'many' });
    assert.deepEqual([cut.length, more], [100, [{ pattern: 'many', limit: 200 }]]);
    const [walker] = peers.walks;
    assert.deepEqual((await walker.list('.')).names, ['src/']);
    assert.deepEqual((await walker.list('src')).names, ['a.txt', 'b.md']);
    assert.deepEqual((await walker.read({ path: 'src/b.md' })).lines[0].text, 'three');
  } finally {
    await peers.close();
  }
});
