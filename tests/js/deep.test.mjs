/** Files that only links reach, since their paths are too long. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Room } from 'readroom';
import { outside } from './project.mjs';

/** A directory whose name is 15 names, 3,795 bytes in all. */
const down = Array(15).fill('n'.repeat(252)).join('/');
const root = path.join(outside, 'hops');

const isPosix = process.platform !== 'win32';
if (isPosix) {
  let here = root;
  for (let hop = 0; hop < 4; hop += 1) {
    fs.mkdirSync(path.join(here, down), { recursive: true });
    fs.writeFileSync(path.join(here, 'f.txt'), 'abyss\n');
    fs.symlinkSync(down, path.join(here, 'l'));
    here = path.join(here, 'l');
  }
  fs.writeFileSync(path.join(here, 'f.txt'), 'abyss\n');
}
// Node removes by paths, which are too long.
after(() => isPosix && spawnSync('rm', ['-rf', root]));

describe('a path that no answer can have', { skip: !isPosix }, () => {
  test('is an error of the tool', async () => {
    const room = new Room({ root });
    assert.equal((await room.read('l/f.txt')).body.content, 'abyss\n');
    for (const name of ['l/l/l/f.txt', 'l/l/l/l/f.txt', 'l/l/l']) {
      const code = (await room.read(name).catch((error) => error)).code;
      const codes = ['symlink-loop', ...(process.platform === 'linux' ? [] : ['name-too-long'])];
      assert(codes.includes(code), `${name}: ${code}`);
      for (const { id } of await room.tools()) {
        const args = (await room.argumentsFor(id, { path: name })) ?? { path: name };
        const reply = await room.call(id, args);
        assert(!reply.json.includes('abyss') && !reply.json.includes('nnn'), id);
        assert(reply.json.length < 10_000, id);
      }
    }
    await room.close();
  });
});
