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
  const isLinux = process.platform === 'linux';
  /** Returns the number of open handles in the program. */
  function openThere() {
    if (!isLinux) return 0;
    const pid = fs.readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim();
    return fs.readdirSync('/proc/' + pid + '/fd').length;
  }
  /** Collects garbage until something holds, or for a minute. */
  async function collected(holds) {
    for (const start = Date.now(); !holds() && Date.now() - start < 60_000; await pause(5)) gc();
  }
  const kinds = [() => new Room({ root }), () => Room.fromFiles(FILES)];
  const FILES = { 'a.txt': 'one\\ntwo\\nthree\\n', 'large.log': 'line\\n'.repeat(400_000) };
`;

test('are closed when their memory is collected', () => {
  const left = run(`${COMMON}
    const use = async (make) => {
      const room = await make();
      await room.session('one').read('a.txt', { lines: 1 });
      await room.call('pi', '{"path":"a.txt"}');
      return room;
    };
    // The first room opens the handles that the program keeps.
    for (const make of kinds) await (await use(make)).close();
    const before = openThere();
    for (let i = 0; i < 3; i += 1) for (const make of kinds) await use(make);
    if (isLinux && openThere() <= before) console.log('nothing is open');
    await collected(() => openThere() <= before);
    console.log(openThere() - before);
  `);
  assert.equal(left, '0\n');
});

test('are not closed while a call is under way, or a session is held', () => {
  const answers = run(`${COMMON}
    const made = await Promise.all(kinds.map((make) => make()));
    const sessions = made.map((room) => room.session('one'));
    made.length = 0;
    const last = '{"path":"large.log","start":-1}';
    for (let i = 0; i < 3; i += 1) {
      const calls = kinds.flatMap((make) =>
        Array.from({ length: 5 }, async () => (await make()).call('readroom', last)),
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
