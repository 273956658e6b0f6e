/** The same files in every kind of room. */

import fs from 'node:fs';
import path from 'node:path';
import { Room } from 'readroom';
import { outside, WORKER } from './project.mjs';

const program = process.env.READROOM_TEST_PROGRAM;

/** The options of rooms over directories. */
export const kinds = [
  ['descriptors', { engine: 'component' }],
  ['best-effort', { bestEffort: true }],
  ['worker', WORKER],
  ...(program === undefined ? [] : [['program', { program }]]),
];

let made = 0;

/** Puts files into a directory of their own. */
export function onDisk(files) {
  made += 1;
  const directory = path.join(outside, `files-${made}`);
  fs.mkdirSync(directory);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  return directory;
}

/** Titles of all kinds of rooms, each with a function that opens one over the files. */
export function roomsOver(files) {
  const root = onDisk(files);
  return [
    ...kinds.map(([title, options]) => [title, async () => new Room({ root, ...options })]),
    ['memory', () => Room.fromFiles(files)],
  ];
}

/** Runs `action` in a room that is closed afterwards. */
export async function within(open, action) {
  const room = await open();
  try {
    return await action(room);
  } finally {
    await room.close();
  }
}
