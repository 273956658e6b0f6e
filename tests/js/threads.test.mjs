/** Threads that use rooms in the program, and end in every possible way. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { outside, root, sparse, until } from './project.mjs';

const real = process.env.READROOM_PROGRAM;
const skip = process.platform !== 'linux' && 'it needs /proc';

/** The actions of a thread after its first read. Then it ends by itself, or is terminated. */
const ENDS = {
  'closes its room and ends': 'await room.close(); say();',
  'ends and leaves its room open': 'say();',
  'exits in a read': "room.read('sparse.log', { totals: 'always' }); say(); process.exit(0);",
  'fails in a read':
    "room.read('sparse.log', { totals: 'always' }); say(); throw new Error('wanted');",
  'is terminated': 'say(); setInterval(() => {}, 1000);',
  'is terminated in a read': "room.read('sparse.log', { totals: 'always' }); say();",
  'is terminated while others come and go':
    "say(); setInterval(() => new Room({ root, program }).read('a.txt'), 1);",
};

const code = (ending) => `
  const { parentPort, workerData: { root, program } } = require('node:worker_threads');
  const say = () => parentPort.postMessage('read');
  (async () => {
    const { Room } = await import('readroom');
    const room = new Room({ root, program, limits: { cpu: 1000, time: 600_000 } });
    await room.read('a.txt');
    ${ending}
  })().catch((error) => setImmediate(() => { throw error; }));
`;

/** Returns the parent and the state of every process, by its id. */
function processes() {
  return new Map(
    fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .flatMap((pid) => {
        try {
          const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
          const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          return [[Number(pid), { state, parent: Number(parent) }]];
        } catch {
          // It ended.
          return [];
        }
      }),
  );
}

/** Returns the children of this process that ended and were not waited for. */
function zombies() {
  const all = [...processes().values()];
  return all.filter(({ state, parent }) => parent === process.pid && state === 'Z').length;
}

/** Returns how many processes run a program. */
function running(program) {
  return [...processes().keys()].filter((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/exe`) === program;
    } catch {
      return false;
    }
  }).length;
}

describe('a thread with a room in the program', { skip }, () => {
  for (const [title, ending] of Object.entries(ENDS)) {
    test(`${title}: nothing is left of the program`, async () => {
      sparse(root);
      // A separate file, by which its processes are found.
      const program = path.join(outside, title.replaceAll(' ', '-'));
      fs.copyFileSync(real, program);
      const before = zombies();
      for (let i = 0; i < 5; i += 1) {
        const worker = new Worker(code(ending), { eval: true, workerData: { root, program } });
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        const failed = [];
        worker.on('error', ({ message }) => failed.push(message));
        let isRead = false;
        const answered = new Promise((resolve) => worker.once('message', resolve));
        const read = answered.then(() => (isRead = true));
        // An error may arrive before a message that was sent earlier.
        await Promise.race([read, ended]);
        if (title.startsWith('is terminated')) await worker.terminate();
        await ended;
        assert.ok(isRead, `${failed}`);
      }
      await until(() => running(program) === 0, () => `${running(program)} programs are running`);
      await until(() => zombies() <= before, () => `${zombies()} children are zombies`);
    });
  }
});
