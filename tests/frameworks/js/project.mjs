/** The project that every agent reads. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { after } from 'node:test';
import { Room } from 'readroom';

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const IMAGE = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
]);
/** The bytes of the image in base64. */
export const PNG = IMAGE.toString('base64');

/** What a model writes in the first turn, and what it is shown. */
export const CALLS = [
  '{"path" : "notes.txt", "start": 2}',
  '{"path": "dot.png"}',
  '{"path": "nothing.txt"}',
];
export const TEXT = '2\ttwo\n3\tthree\n[Lines 2-3 of 3.]';
/** What a search for `tw.` finds. */
export const FOUND = 'notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files.]';
export const ABOUT_IMAGE = '[image/png, 1 x 1 pixels.]';
export const MISSING = /^not-found: 'nothing\.txt' does not exist\./u;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-frameworks-'));
/** Where it is. */
export const root = path.join(directory, 'project');
fs.mkdirSync(root);
fs.writeFileSync(path.join(root, 'notes.txt'), 'one\ntwo\nthree\n');
fs.writeFileSync(path.join(root, 'dot.png'), IMAGE);
fs.writeFileSync(path.join(root, 'paper.pdf'), '%PDF-1.4\n%\u00e2\u00e3\n');

/** A room over a text, an image and a PDF. */
export const room = new Room({ root });

after(async () => {
  await room.close();
  fs.rmSync(directory, { recursive: true });
});
