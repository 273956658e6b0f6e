/**
 * Another process exchanges the files with forbidden ones, as fast as it can, while calls are made.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ReadError, Room } from 'readroom';
import { start, swap } from './actor.mjs';
import { openDescriptors } from './measure.mjs';
import { WORKER } from './project.mjs';

/** The number of calls in each race. */
const CALLS = 300;

let outside;
let root;

before(() => {
  outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
  root = path.join(outside, 'root');
  fs.mkdirSync(path.join(outside, 'outside'));
  fs.writeFileSync(path.join(outside, 'outside', 'x.txt'), 'SECRET\n');
  fs.mkdirSync(path.join(root, 'directory'), { recursive: true });
  fs.writeFileSync(path.join(root, 'directory', 'x.txt'), 'inside\n');
});

after(() => fs.rmSync(outside, { recursive: true, force: true }));

const races = {
  'a file with a link out': ['a.txt', (name) => fs.symlinkSync('../outside/x.txt', name)],
  'a file with a pipe': ['b.txt', (name) => execFileSync('mkfifo', [name])],
  'a file with a link to a device': ['c.txt', (name) => fs.symlinkSync('/dev/zero', name)],
  'a directory with a link out': ['directory', (name) => fs.symlinkSync('../outside', name)],
  'a directory with a file': ['directory', (name) => fs.writeFileSync(name, 'inside\n')],
  'a file with an absolute link out': [
    'd.txt',
    (name) => fs.symlinkSync(path.join(outside, 'outside', 'x.txt'), name),
  ],
};

describe(
  'something trades places',
  { concurrency: false, skip: process.platform === 'win32' && 'it needs unix' },
  () => {
    for (const [what, [name, make]] of Object.entries(races)) {
      test(what, () => race(name, make, {}));
    }
    test('a file with a pipe, in a worker', () => race(...races['a file with a pipe'], WORKER));
  },
);

async function race(name, make, options) {
  const [one, other] = [path.join(root, name), path.join(root, `${name}.other`)];
  if (!fs.existsSync(one)) fs.writeFileSync(one, 'inside\n');
  make(other);
  const asked = fs.statSync(path.join(root, name)).isDirectory() ? `${name}/x.txt` : name;
  const room = new Room({ root, ...options });
  const tools = (await room.tools()).map(({ id }) => id);
  const read = () => room.read(asked).catch((error) => error);
  const check = (answer) => {
    if (!(answer instanceof ReadError)) assert.equal(answer.text.content, 'inside\n');
    assert.ok(!JSON.stringify(answer).includes('SECRET'));
  };
  // Each is seen once before they trade places.
  assert.ok(!((await read()) instanceof ReadError));
  swap(one, other);
  assert.ok((await read()) instanceof ReadError);
  swap(one, other);
  const open = openDescriptors();
  const actor = await start('swap', one, other);
  try {
    for (let i = 0; i < CALLS; i += 1) {
      const tool = tools[i % tools.length];
      if (i % 2 === 0) check(await read());
      else {
        const sent = await room.argumentsFor(tool, { path: asked });
        const reply = JSON.stringify(await room.call(tool, sent));
        assert.ok(!reply.includes('SECRET'), reply);
      }
    }
  } finally {
    assert.ok((await actor.stop()) > 0);
  }
  if (options.worker !== true) assert.equal(openDescriptors(), open);
  await room.close();
  for (const entry of [one, other]) {
    if (name === 'directory' && fs.lstatSync(entry).isDirectory())
      fs.renameSync(entry, path.join(root, 'kept'));
    else fs.rmSync(entry);
  }
  if (name === 'directory') fs.renameSync(path.join(root, 'kept'), one);
}
