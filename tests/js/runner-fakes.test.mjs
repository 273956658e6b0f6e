/** Rooms that drive a broken program. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError, LimitError, ReadError, Room, UnknownToolError } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { inRoom, inside, kindOf, outside, root, settled } from './project.mjs';

/** Makes a program instead of the runner. It has no PATH. */
function fake(name, script) {
  const file = path.join(outside, name);
  fs.writeFileSync(file, `#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin\n${script}\n`, {
    mode: 0o755,
  });
  return file;
}

/** Makes a program that answers each line with the same text. */
const parrot = (name, answer) =>
  fake(name, `while read -r line; do cat <<'END'\n${JSON.stringify(answer)}\nEND\ndone`);

const documentOf = (body) => ({ path: 'a', size: 1, modified: 5, version: 'v', body });

const TEXT = documentOf({
  kind: 'text',
  content: 'x',
  first: 3,
  lines: 1,
  block: { first: 1, last: 9, headers: [{ line: 1, text: 'h' }] },
  tokens: 1,
  stopped: 'block-end',
  next: { line: 4, cursor: 'c' },
  total: 9,
  clipped: [{ line: 3, next_column: 2, characters: 5 }],
  encoding: 'utf-8',
  encoding_source: 'content',
  bom: false,
  line_endings: 'none',
  lossy: true,
  suspicious: [{ line: 3, kind: 'terminal', characters: 1 }],
});

/** One answer of each kind, with every member. */
const ANSWERS = [
  TEXT,
  documentOf({ kind: 'unchanged' }),
  documentOf({
    kind: 'outline',
    entries: [{ line: 1, last: 2, depth: 0, text: 'f' }],
    omitted: 0,
    tokens: 1,
    total: 2,
    encoding: 'utf-8',
  }),
  documentOf({
    kind: 'notebook',
    cells: [
      {
        number: 1,
        kind: 'code',
        execution_count: 2,
        source: 's',
        omitted_characters: 0,
        outputs: [
          {
            kind: 'display-data',
            text: 't',
            omitted_characters: 0,
            media: [{ mime: 'image/png', bytes: 1 }],
          },
        ],
        omitted_outputs: 0,
      },
    ],
    tokens: 1,
    stopped: 'end',
    total: 1,
    next_cell: 2,
    malformed: 0,
    language: 'python',
  }),
  documentOf({ kind: 'image', mime: 'image/png', width: 3, height: 2 }),
];

/** Yields the value with one of its members changed, one after the other. */
function* spoiled(value) {
  for (const [name, member] of Object.entries(value)) {
    const change = (other) =>
      Array.isArray(value) ? value.with(name, other) : { ...value, [name]: other };
    const others = [typeof member === 'object' ? 7 : {}];
    if (typeof member === 'number') others.push(0.5, String(member), 2 ** 53);
    if (typeof member === 'boolean') others.push('true', null);
    if (ENUMERATED.includes(name)) others.push('nonsense');
    for (const other of others) yield [`${name} as ${JSON.stringify(other)}`, change(other)];
    if (typeof member !== 'object' || member === null) continue;
    for (const [what, changed] of spoiled(member)) yield [`${name}.${what}`, change(changed)];
  }
}

const ENUMERATED = ['kind', 'stopped', 'encoding_source', 'line_endings'];

/** Returns whether an error is a `CallError` that says what to do. */
const isCallError = (error) => error instanceof CallError && error.message.includes('; ');

describe(
  'a program instead of the runner',
  { skip: process.platform === 'win32' && 'it needs unix' },
  () => {
    test('that reports its own failure does so for every tool', async () => {
      const failing = (name, error) => ({
        runner: parrot(name, { error: { ...error, suggestions: [] } }),
      });
      const tools = (await (await Room.fromFiles({})).tools()).map(({ id }) => id);
      const trap = {
        code: 'other',
        message: 'the component did not answer: trap',
        hint: 'Try another call.',
      };
      await inRoom(failing('failing', trap), async (room) => {
        for (const tool of tools) await assert.rejects(room.call(tool, '{}'), isCallError, tool);
        await assert.rejects(room.read('a.txt'), isCallError);
      });
      for (const [code, limit] of [
        ['timeout', 'wall-time'],
        ['busy', 'busy'],
      ]) {
        await inRoom(failing(code, { code, message: 'a limit', hint: 'Wait.' }), async (room) => {
          for (const tool of tools)
            await assert.rejects(room.call(tool, '{}'), kindOf(LimitError, 'limit', limit));
          await assert.rejects(room.read('a.txt'), kindOf(LimitError, 'limit', limit));
        });
      }
    });

    test('is not started for a tool that there is not', () =>
      inRoom({ runner: '/nothing/there' }, async (room) => {
        for (const tool of ['claude', 'pi@1', '--help', '']) {
          await assert.rejects(room.call(tool, '{}'), kindOf(UnknownToolError, 'tool', tool));
        }
      }));

    test('that tells of an error of the file is believed', () => {
      const error = {
        code: 'not-found',
        message: 'there is none',
        hint: 'Look again.',
        suggestions: ['b'],
      };
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
        { ...TEXT, size: -1 },
        { ...TEXT, body: 1 },
        { ...TEXT, body: { ...TEXT.body, clipped: ['1'] } },
        { ...TEXT, body: { ...TEXT.body, kind: 'video' } },
        { files: [TEXT] },
      ].entries()) {
        await inRoom({ runner: parrot(`odd-${at}`, answer) }, async (room) => {
          await assert.rejects(room.read('a.txt'), isCallError, JSON.stringify(answer));
          await assert.rejects(
            room.readMany(['a.txt', 'b.txt']),
            isCallError,
            JSON.stringify(answer),
          );
        });
        await inRoom(
          { runner: fake(`tools-${at}`, `echo '${JSON.stringify(answer)}'`) },
          async (room) => {
            if (!Array.isArray(answer))
              await assert.rejects(room.tools(), isCallError, JSON.stringify(answer));
          },
        );
      }
      for (const tools of [[7], [{}], [{ id: 'pi@0', name: 'read', parameters: {} }]]) {
        await inRoom({ runner: fake('tools', `echo '${JSON.stringify(tools)}'`) }, (room) =>
          assert.rejects(room.tools(), isCallError, JSON.stringify(tools)),
        );
      }
    });

    test('that answers as it should is believed, and about as many files as were asked for', async () => {
      const refused = {
        error: { code: 'io', message: 'it failed', hint: 'Try again.', suggestions: [] },
      };
      const answer = { files: [{ ...TEXT, news: 1 }, refused], news: {} };
      await inRoom({ runner: parrot('two-files', answer) }, async (room) => {
        const [one, two] = await room.readMany(['a.txt', 'b.txt']);
        assert.deepEqual([one.body.content, two.code, two.suggestions], ['x', 'io', []]);
        assert.ok(two instanceof ReadError);
        for (const files of [['a'], ['a', 'b', 'c']])
          await assert.rejects(room.readMany(files), isCallError);
      });
      await inRoom({ runner: parrot('one-file', TEXT) }, async (room) => {
        assert.equal((await room.read('a.txt')).body.content, 'x');
        await assert.rejects(room.readMany(['a.txt']), isCallError);
      });
    });

    test('that gives any member of an answer wrongly is an error of the call', async () => {
      const { decoded } = await inside('node/runner-answers.js');
      const { readManyResult, readResult } = await inside('decode.js');
      const one = (document) => decoded(readResult, JSON.stringify(document));
      const several = (...files) => decoded(readManyResult, JSON.stringify({ files }));
      for (const good of ANSWERS) {
        one(good);
        several(good);
        const wrong = [...spoiled(good)];
        assert.ok(wrong.length > 5);
        for (const [what, bad] of wrong) {
          assert.throws(() => one(bad), isCallError, `${good.body.kind}: ${what}`);
          assert.throws(
            () => several(good, bad),
            isCallError,
            `${good.body.kind} among others: ${what}`,
          );
        }
      }
    });

    test('is started once for the tools, whoever asks, and again after it failed', async () => {
      const [counter, switched] = [path.join(outside, 'started'), path.join(outside, 'switched')];
      const runner = fake(
        'tools',
        `echo x >> '${counter}'\nsleep 0.1\n[ -e '${switched}' ] && echo '[]'`,
      );
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
        const room = new Room({
          root,
          runner,
          limits: { wallTime: name === 'silent' ? 100 : 20_000 },
        });
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
