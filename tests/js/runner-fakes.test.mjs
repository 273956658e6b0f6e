/** Rooms that drive a program which is not what it should be. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError, DIALECTS, LimitError, ReadError, Room } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { inRoom, inside, kindOf, place, root, settled } from './place.mjs';

/** A program in the place of the runner. It has no PATH. */
function fake(name, script) {
  const file = path.join(place, name);
  fs.writeFileSync(file, `#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin\n${script}\n`, { mode: 0o755 });
  return file;
}

/** A program that answers each line with the same. */
const parrot = (name, answer) =>
  fake(name, `while read -r line; do cat <<'END'\n${JSON.stringify(answer)}\nEND\ndone`);

const FILE = { path: 'a', size: 1, modified: 5, version: 'v' };
const TEXT = {
  ...FILE,
  kind: 'text',
  content: 'x',
  first: 3,
  lines: 1,
  block: { first: 1, last: 9, headers: [{ line: 1, text: 'h' }] },
  tokens: 1,
  stopped: 'at-block-end',
  total: 9,
  next: 4,
  cursor: 'c',
  clipped: [{ line: 3, next: 2, characters: 5 }],
  encoding: 'utf-8',
  evidence: 'content',
  byte_order_mark: false,
  replacements: true,
  line_endings: 'none',
  suspicious: [{ line: 3, kind: 'terminal', characters: 1 }],
  text: '',
};

/** One answer of each kind, with all that it can have. */
const ANSWERS = [
  TEXT,
  { ...TEXT, first: -7, clipped: [{ line: -7, next: 2, characters: 5 }], suspicious: [], block: null },
  { ...FILE, kind: 'unchanged', text: '' },
  {
    ...FILE,
    kind: 'outline',
    entries: [{ line: 1, last: 2, depth: 0, text: 'f' }],
    left_out: 0,
    tokens: 1,
    total: 2,
    encoding: 'utf-8',
    text: '',
  },
  {
    ...FILE,
    kind: 'notebook',
    cells: [
      {
        number: 1,
        kind: 'code',
        run: 2,
        source: 's',
        left_out: 0,
        outputs: [{ kind: 'display', text: 't', left_out: 0, media: [{ mime: 'image/png', bytes: 1 }] }],
        outputs_left_out: 0,
      },
    ],
    tokens: 1,
    stopped: 'at-end',
    total: 1,
    next: 2,
    unreadable: 0,
    language: 'python',
    text: '',
  },
  { ...FILE, kind: 'image', mime: 'image/png', width: 3, height: 2, text: '' },
];

/** The same value with one of its members made something else, one after the other. */
function* spoiled(value, unread = []) {
  for (const [name, member] of Object.entries(value)) {
    if (unread.includes(name)) continue;
    const change = (other) => (Array.isArray(value) ? value.with(name, other) : { ...value, [name]: other });
    const others = [typeof member === 'object' ? 7 : {}];
    if (typeof member === 'number') others.push(0.5, String(member), 2 ** 53);
    if (typeof member === 'boolean') others.push('true', null);
    if (ENUMERATED.includes(name)) others.push('nonsense');
    for (const other of others) yield [`${name} as ${JSON.stringify(other)}`, change(other)];
    if (typeof member !== 'object' || member === null) continue;
    for (const [what, changed] of spoiled(member)) yield [`${name}.${what}`, change(changed)];
  }
}

const ENUMERATED = ['kind', 'stopped', 'evidence', 'line_endings'];

/** Whether an error is one of a call, and says what to do. */
const isCallError = (error) => error instanceof CallError && error.message.includes('; ');

describe(
  'a program in the place of the runner',
  { skip: process.platform === 'win32' && 'it needs unix' },
  () => {
    test('that tells of its own failure does so in every dialect', () => {
      const error = {
        code: 'other',
        message: 'the component did not answer: trap',
        hint: 'Try another call.',
      };
      return inRoom({ runner: parrot('failing', { error }) }, async (room) => {
        for (const dialect of DIALECTS) await assert.rejects(room.call(dialect, '{}'), isCallError, dialect);
        await assert.rejects(room.read('a.txt'), isCallError);
      });
    });

    test('that tells of an error of the file is believed', () => {
      const error = { code: 'not-found', message: 'there is none', hint: 'Look again.', suggestions: ['b'] };
      return inRoom({ runner: parrot('refusing', { error }) }, async (room) => {
        assert.equal((await room.call('readroom', '{}')).outcome, 'refused');
        await assert.rejects(room.read('a.txt'), kindOf(ReadError, 'code', 'not-found'));
      });
    });

    test('that prints other things than answers is an error of the call', async () => {
      for (const [at, answer] of [
        {},
        [],
        7,
        null,
        { error: 'no' },
        { error: {} },
        { error: { code: 'io', message: 'x', hint: 'y', suggestions: 'z' } },
        { error: { code: 'nonsense', message: 'x', hint: 'y' } },
        { ...TEXT, clipped: 1 },
        { ...TEXT, clipped: ['1'] },
        { ...TEXT, clipped: [1] },
        { ...TEXT, first: '1' },
        { ...TEXT, kind: 'video' },
        { kind: 'files', files: [TEXT], text: '' },
      ].entries()) {
        await inRoom({ runner: parrot(`odd-${at}`, answer) }, async (room) => {
          await assert.rejects(room.read('a.txt'), isCallError, JSON.stringify(answer));
          await assert.rejects(room.readMany(['a.txt', 'b.txt']), isCallError, JSON.stringify(answer));
        });
        await inRoom({ runner: fake(`tools-${at}`, `echo '${JSON.stringify(answer)}'`) }, async (room) => {
          if (!Array.isArray(answer)) await assert.rejects(room.tools(), isCallError, JSON.stringify(answer));
        });
      }
      for (const tools of [[7], [{}], [{ dialect: 'pi', name: 'read' }]]) {
        await inRoom({ runner: fake('tools', `echo '${JSON.stringify(tools)}'`) }, (room) =>
          assert.rejects(room.tools(), isCallError, JSON.stringify(tools)),
        );
      }
    });

    test('that answers as it should is believed, and about as many files as were asked for', async () => {
      const refused = { path: 'a.txt', error: { code: 'io', message: 'it failed', hint: 'Try again.' } };
      const answer = { kind: 'files', files: [TEXT, refused], text: '' };
      await inRoom({ runner: parrot('two-files', answer) }, async (room) => {
        const [one, two] = await room.readMany(['a.txt', 'b.txt']);
        assert.deepEqual([one.body.content, two.code, two.suggestions], ['x', 'io', []]);
        assert.ok(two instanceof ReadError);
        for (const files of [['a'], ['a', 'b', 'c']]) await assert.rejects(room.readMany(files), isCallError);
      });
      await inRoom({ runner: parrot('one-file', TEXT) }, async (room) => {
        assert.equal((await room.read('a.txt')).body.content, 'x');
        await assert.rejects(room.readMany(['a.txt']), isCallError);
      });
    });

    test('that tells any member of an answer wrongly is an error of the call', async () => {
      const { answersOf, documentOf } = await inside('node/runner-documents.js');
      for (const good of ANSWERS) {
        documentOf(JSON.stringify(good));
        answersOf(JSON.stringify({ kind: 'files', files: [good] }));
        const wrong = [...spoiled(good, good.kind === 'text' ? ['next', 'text'] : ['text'])];
        assert.ok(wrong.length > 5);
        for (const [what, bad] of wrong) {
          assert.throws(() => documentOf(JSON.stringify(bad)), isCallError, `${good.kind}: ${what}`);
          const among = JSON.stringify({ kind: 'files', files: [good, bad] });
          assert.throws(() => answersOf(among), isCallError, `${good.kind} among others: ${what}`);
        }
      }
    });

    test('is started once for the tools, whoever asks, and again after it failed', async () => {
      const [counter, switched] = [path.join(place, 'started'), path.join(place, 'switched')];
      const runner = fake('tools', `echo x >> '${counter}'\nsleep 0.1\n[ -e '${switched}' ] && echo '[]'`);
      await inRoom({ runner, limits: { waiting: 1 } }, async (room) => {
        const all = () => Promise.allSettled(Array.from({ length: 40 }, () => room.tools()));
        assert.ok((await all()).every(({ reason }) => reason instanceof CallError));
        fs.writeFileSync(switched, '');
        assert.ok((await all()).every(({ value }) => Array.isArray(value)));
        await room.tools();
        assert.equal(fs.readFileSync(counter, 'utf8'), 'x\nx\n');
      });
    });

    test('that is only named by a name is to be given by its path', () =>
      inRoom({ runner: 'readroom-is-not-here' }, async (room) => {
        const error = await room.tools().catch((thrown) => thrown);
        assert.ok(error instanceof CallError);
        assert.match(error.message, /give the path of the program/u);
      }));

    test('is let go when it is ended, also where another process holds its pipes', async () => {
      const open = openDescriptors();
      for (const [name, script, kind] of [
        // The wrapper is ended; what it started goes on, with the other ends of the pipes.
        ['silent', 'sleep 20', LimitError],
        ['endless', 'yes | tr -d "\\n"', CallError],
      ]) {
        const runner = fake(name, `${script}\nexit 0`);
        const room = new Room({ root, runner, limits: { wallTime: name === 'silent' ? 100 : 20_000 } });
        const error = await room.read('a.txt').catch((thrown) => thrown);
        assert.ok(error instanceof kind, String(error));
        await settled(open);
        const before = process.memoryUsage().rss;
        await pause(200);
        assert.ok(process.memoryUsage().rss - before < 64 * 2 ** 20);
        await room.close();
      }
    });

    test('that was ended keeps no process running', () => {
      const runner = fake('lingering', 'sleep 20\nexit 0');
      const program = `
      import { Room } from 'readroom';
      const [root, runner] = process.argv.slice(1);
      const room = new Room({ root, runner, limits: { wallTime: 100 } });
      await room.read('a.txt').catch(() => {});
      await room.tools().catch(() => {});`;
      const started = performance.now();
      const ended = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', program, root, runner],
        // What still runs has our own error output, but no pipe that would be waited for here.
        { stdio: 'ignore', timeout: 15_000 },
      );
      assert.equal(ended.status, 0);
      assert.ok(performance.now() - started < 10_000);
    });

    test('that cannot be started because too much is open is an error of the call', () => {
      const program = `
      import fs from 'node:fs';
      import { ReadroomError, Room } from 'readroom';
      const [root, runner] = process.argv.slice(1);
      const worker = new Room({ root, worker: true });
      const rooms = [new Room({ root, runner }), worker, await Room.fromFiles({ a: '' })];
      const early = await Promise.allSettled(rooms.map(exhausted));
      await rooms[2].read('a');
      const late = await exhausted(worker);
      async function exhausted(room) {
        const held = [];
        try { for (;;) held.push(fs.openSync('/dev/null')); } catch {}
        const ended = room.read('a').then(() => undefined, (error) => error);
        const first = await Promise.race([ended, new Promise((go) => setTimeout(go, 3000, 'nothing').unref())]);
        for (const file of held) fs.closeSync(file);
        return first;
      }
      for (const error of [...early.map(({ value }) => value), late]) {
        if (!(error instanceof ReadroomError) || !/too many files|EMFILE/u.test(error.message)) console.log(error);
      }`;
      const ended = spawnSync(
        '/bin/sh',
        [
          '-c',
          'ulimit -n 200; exec "$@"',
          'sh',
          process.execPath,
          '--input-type=module',
          '-e',
          program,
          root,
          '/bin/cat',
        ],
        { encoding: 'utf8', timeout: 30_000 },
      );
      assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, '', '']);
    });
  },
);
