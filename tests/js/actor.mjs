/**
 * Changes a tree in another process while calls are made. The child's command line says how.
 */

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Two paths are swapped. Node has no atomic exchange, so each of them is missing for an instant: an
 * answer may be `not-found` then, which the caller has to allow.
 */
export function swap(one, other) {
  const aside = `${one}.aside`;
  fs.renameSync(one, aside);
  fs.renameSync(other, one);
  fs.renameSync(aside, other);
}

const ACTIONS = {
  swap,
  append(file, text) {
    const open = fs.openSync(file, 'a');
    for (let i = 0; i < 100; i += 1) fs.writeSync(open, text);
    fs.closeSync(open);
  },
  truncate(file, size) {
    fs.truncateSync(file, Number(size));
  },
};

/** Starts an action in a separate process, and waits until it is at work. */
export async function start(action, ...given) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), action, ...given.map(String)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return {
    /** Ends it, and returns the number of times that it acted. Fails if it failed. */
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let said = '';
      child.stdout.on('data', (bytes) => (said += bytes));
      child.stdin.end();
      const status = await ended;
      if (status !== 0) throw new Error(`the other process failed with ${status}`);
      return Number(/(\d+)\s*$/u.exec(said)?.[1]);
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, ...given] = process.argv.slice(2);
  let [isOver, times] = [false, 0];
  process.stdin.resume().on('end', () => (isOver = true));
  process.stdout.write('started\n');
  const act = () => {
    const until = Date.now() + 5;
    while (Date.now() < until) {
      ACTIONS[action](...given);
      times += 1;
    }
    if (isOver) process.stdout.write(`${times}\n`);
    else setImmediate(act);
  };
  act();
}
