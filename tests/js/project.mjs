/** A directory to read in, the same for every test file that needs one. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LimitError, ReadroomError, Room } from 'readroom';
import { openDescriptors } from './measure.mjs';

/** Seconds since 1970, long enough ago for a file to be remembered. */
export const SETTLED = 1_700_000_000;

/** The maximum wait in milliseconds. Only a hang takes so long. */
export const HANG = 60_000;

/** Limits of calls that take as long as they need. */
export const PATIENT = { time: HANG, cpu: HANG };

/** The directory that holds the root, with entries next to it. */
export const outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
export const root = path.join(outside, 'root');

process.on('exit', () => fs.rmSync(outside, { recursive: true, force: true }));

fs.mkdirSync(path.join(root, 'src'), { recursive: true });
fs.mkdirSync(path.join(outside, 'more'));
fs.writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\nthree\n');
fs.writeFileSync(path.join(root, 'src', 'main.rs'), 'fn main() {}\n');
fs.writeFileSync(path.join(root, 'large.log'), numberedLines(400_000));
fs.utimesSync(path.join(root, 'large.log'), SETTLED, SETTLED);
fs.writeFileSync(path.join(outside, 'secret.txt'), 'SECRET\n');
fs.writeFileSync(path.join(outside, 'more', 'b.txt'), 'more\n');

function numberedLines(count) {
  return Array.from({ length: count }, (_, i) => `line ${String(i + 1).padStart(7, '0')}\n`).join(
    '',
  );
}

/** Makes the file `sparse.log`, too long to be read to its end, and without disk space. */
export function sparse(directory) {
  const file = fs.openSync(path.join(directory, 'sparse.log'), 'w');
  fs.writeSync(file, 'text\n'.repeat(4096));
  fs.ftruncateSync(file, 2 ** 40);
  fs.closeSync(file);
}

/** Runs `action` in a room that is closed afterwards. */
export async function inRoom(options, action) {
  const room = new Room({ root, ...options });
  try {
    return await action(room);
  } finally {
    await room.close();
  }
}

/** Imports a module of the package that is not exported. */
export async function inside(name) {
  return import(new URL(name, import.meta.resolve('readroom')).href);
}

/** Returns whether an error is one of ours: its class, its kind, and a message. */
export function kindOf(kind, member, value) {
  return (error) =>
    error instanceof kind &&
    error instanceof ReadroomError &&
    error[member] === value &&
    error.message.length > 5;
}

/** Waits until `holds` returns something true. Fails after a minute, with what was waited for. */
export async function until(holds, what) {
  for (const start = Date.now(); !(await holds()); await pause(20))
    assert.ok(Date.now() - start < HANG, `in vain: ${typeof what === 'function' ? what() : what}`);
}

/** Waits until no more descriptors are open than before: threads and processes end slowly. */
export async function settled(open) {
  const left = () => openDescriptors() - open;
  await until(() => left() <= 0, () => `${left()} descriptors are open`);
}

/** Repeats a call until it has the time that a limit leaves it. */
export async function inTime(call) {
  let answer;
  await until(async () => {
    answer = await call().catch((error) => error);
    return !(answer instanceof LimitError);
  }, 'a call within its limit');
  if (answer instanceof Error) throw answer;
  return answer;
}
