/** Rooms that are neither closed nor referenced any more. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { HANG, root } from './project.mjs';

/** Returns the output of a process that can collect its garbage. */
function run(program) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', program, root],
    { encoding: 'utf8', timeout: 3 * HANG },
  );
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

const COMMON = `
  import fs from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  import { Room } from 'readroom';
  const root = process.argv[1];
  const program = process.env.READROOM_TEST_PROGRAM;
  const isLinux = process.platform === 'linux';
  const open = () => (isLinux ? fs.readdirSync('/proc/self/fd').length : 0);
  /** Collects garbage until something holds, or for a minute. */
  async function collected(holds) {
    for (const start = Date.now(); !holds() && Date.now() - start < 60_000; await pause(5)) gc();
  }
  const worker = { worker: true, limits: { time: 60_000 } };
  const kinds = [{ engine: 'component' }, worker, { ...worker, bestEffort: true }];
  if (program !== undefined) kinds.push({ program });
`;

test('are closed when their memory is collected, with threads and processes', () => {
  const left = run(`${COMMON}
    const use = async (options) => {
      const room = new Room({ root, ...options });
      await room.session('one').read('a.txt', { lines: 1 });
      await room.call('pi', '{"path":"a.txt"}');
      return room;
    };
    // The first room of each kind opens what the process keeps.
    for (const options of kinds) await (await use(options)).close();
    const before = open();
    for (let i = 0; i < 3; i += 1) for (const options of kinds) await use(options);
    await collected(() => open() <= before);
    console.log(open() - before);
  `);
  assert.equal(left, '0\n');
});

test('are not closed while a call is under way, or a session is held', () => {
  const answers = run(`${COMMON}
    const sessions = kinds.map((options) => new Room({ root, ...options }).session('one'));
    const last = '{"path":"large.log","start":-1}';
    for (let i = 0; i < 3; i += 1) {
      const calls = kinds.flatMap((options) =>
        Array.from({ length: 5 }, () => new Room({ root, ...options }).call('readroom', last)),
      );
      const timer = setInterval(gc, 1);
      for (const { outcome, json } of await Promise.all(calls))
        if (outcome !== 'answered') console.log(json);
      for (const session of sessions)
        if ((await session.read('a.txt')).size !== 14) console.log('lost');
      clearInterval(timer);
    }
    console.log('done');
  `);
  assert.equal(answers, 'done\n');
});

test('that were closed are closed once: their numbers may be others by now', () => {
  const answers = run(`${COMMON}
    for (let i = 0; i < 20; i += 1) {
      await (async () => {
        const room = new Room({ root, engine: 'component' });
        await room.tools();
        await room.close();
      })();
      const file = fs.openSync(root + '/a.txt');
      // What is registered last is finalized last.
      let isFinalized = false;
      const registry = new FinalizationRegistry(() => (isFinalized = true));
      registry.register({});
      await collected(() => isFinalized);
      if (!isFinalized) console.log('nothing was collected');
      fs.closeSync(file);
    }
    console.log('done');
  `);
  assert.equal(answers, 'done\n');
});
