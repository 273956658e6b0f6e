/** The same files in every kind of room. */

import fs from 'node:fs';
import path from 'node:path';
import { Room } from 'readroom';
import { PageRoom } from './page-room.mjs';
import { outside } from './project.mjs';

let made = 0;

/** Puts files into a new directory. */
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
    ['program', async () => new Room({ root })],
    ['memory', () => Room.fromFiles(files)],
    ['page', () => PageRoom.fromFiles(files)],
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
