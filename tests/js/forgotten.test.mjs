/** Rooms that are neither closed nor referenced any more. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from './project.mjs';

/** Returns the output of a process that can collect its garbage. */
function run(program, time = 60_000) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', program, root],
    { encoding: 'utf8', timeout: time },
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
  async function collected(most) {
    for (let i = 0; i < 200 && open() > most; i += 1) {
      gc();
      await pause(20);
    }
    return open() - most;
  }
  const kinds = [{ engine: 'component' }, { worker: true }, { worker: true, bestEffort: true }];
  if (program !== undefined) kinds.push({ program });
`;

test('are closed when their memory is collected, with threads and processes', () => {
  const left = run(`${COMMON}
    const use = async (options) => {
      const room = new Room({ root, ...options });
      await room.session('one').read('a.txt', { lines: 1 });
      await room.call('pi', '{"path":"a.txt"}');
    };
    // The first room of each kind opens what the process keeps.
    for (const options of kinds) await use(options);
    await collected(0);
    const before = open();
    for (let i = 0; i < 3; i += 1) for (const options of kinds) await use(options);
    console.log(await collected(before));
  `);
  assert.equal(left, '0\n');
});

test('are not closed while a call is under way, or a session is held', () => {
  const answers = run(`${COMMON}
    const sessions = kinds.map((options) => new Room({ root, ...options }).session('one'));
    for (let i = 0; i < 3; i += 1) {
      const calls = kinds.flatMap((options) =>
        Array.from({ length: 5 }, () => new Room({ root, ...options }).call('readroom', '{"path":"large.log","start":-1}')),
      );
      const timer = setInterval(gc, 1);
      for (const reply of await Promise.all(calls)) if (reply.outcome !== 'answered') console.log(reply.json);
      for (const session of sessions) if ((await session.read('a.txt')).size !== 14) console.log('lost');
      clearInterval(timer);
    }
    console.log('done');
  `);
  assert.equal(answers, 'done\n');
});

test('that were closed are closed once: their numbers may be others by now', () => {
  const answers = run(`${COMMON}
    for (let i = 0; i < 20; i += 1) {
      await (async () => { const room = new Room({ root, engine: 'component' }); await room.tools(); await room.close(); })();
      const file = fs.openSync(root + '/a.txt');
      for (let j = 0; j < 5; j += 1) { gc(); await pause(1); }
      fs.closeSync(file);
    }
    console.log('done');
  `);
  assert.equal(answers, 'done\n');
});
