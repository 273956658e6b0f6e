/** A directory to read in, the same for every test file that wants one. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ReadroomError, Room } from 'readroom';
import { openDescriptors } from './measure.mjs';

/** Seconds since 1970, long enough ago for a file to be remembered. */
export const SETTLED = 1_700_000_000;

/** What the root is in, with things beside it. */
export const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
export const root = path.join(place, 'root');

process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));

fs.mkdirSync(path.join(root, 'src'), { recursive: true });
fs.mkdirSync(path.join(place, 'more'));
fs.writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\nthree\n');
fs.writeFileSync(path.join(root, 'src', 'main.rs'), 'fn main() {}\n');
fs.writeFileSync(path.join(root, 'large.log'), numberedLines(400_000));
fs.utimesSync(path.join(root, 'large.log'), SETTLED, SETTLED);
fs.writeFileSync(path.join(place, 'secret.txt'), 'SECRET\n');
fs.writeFileSync(path.join(place, 'more', 'b.txt'), 'more\n');

export function numberedLines(count) {
  return Array.from({ length: count }, (_, i) => `line ${String(i + 1).padStart(7, '0')}\n`).join('');
}

/** Does something in a room that is closed afterwards. */
export async function inRoom(options, action) {
  const room = new Room({ root, ...options });
  try {
    return await action(room);
  } finally {
    await room.close();
  }
}

/** A module of the package that is not exported. */
export async function inside(name) {
  return import(new URL(name, import.meta.resolve('readroom')).href);
}

/** Whether an error is one of ours: of a class, with a member that says what it is about, and with words. */
export function kindOf(kind, member, value) {
  return (error) =>
    error instanceof kind &&
    error instanceof ReadroomError &&
    error[member] === value &&
    error.message.length > 5;
}

/** Waits until no more is open than before: a thread or a process that was ended is gone a moment later. */
export async function settled(open) {
  for (let i = 0; i < 100 && openDescriptors() > open; i += 1) await pause(20);
  assert.ok(openDescriptors() <= open, `${openDescriptors() - open} descriptors were left open`);
}
