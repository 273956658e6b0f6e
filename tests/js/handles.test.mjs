/** A directory picked in a browser, with made-up handles. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PageRoom as Room } from './page-room.mjs';
import { inside } from './project.mjs';

const wrong = (name) => {
  throw new DOMException('no', name);
};

/** A directory of texts, and of directories. */
function directory(files) {
  return {
    kind: 'directory',
    async getFileHandle(name) {
      if (!(name in files)) wrong('NotFoundError');
      if (typeof files[name] !== 'string') wrong('TypeMismatchError');
      return {
        kind: 'file',
        getFile: async () => new File([files[name]], name, { lastModified: 0 }),
      };
    },
    async getDirectoryHandle(name) {
      if (!(name in files)) wrong('NotFoundError');
      return typeof files[name] === 'string' ? wrong('TypeMismatchError') : directory(files[name]);
    },
    async *entries() {
      for (const name of Object.keys(files))
        yield [name, { kind: typeof files[name] === 'string' ? 'file' : 'directory' }];
    },
  };
}

describe('a picked directory', () => {
  test('that is very large can be read in, and a wrong name there is not found', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 100_001 }, (_, at) => [`file-${at}`, 'text\n']),
    );
    const room = await Room.fromDirectory(directory({ large, small: { 'a.txt': 'one\n' } }));
    assert.equal((await room.read('large/file-100000')).body.content, 'text\n');
    const missed = (name) => room.read(name).catch((error) => error);
    assert.equal((await missed('large/file')).code, 'not-found');
    assert.deepEqual((await missed('small/b.txt')).suggestions, ['small/a.txt']);
    const listed = await room.call('dm-cc', { filePath: '/project/large' });
    assert.equal(listed.outcome, 'refused', listed.json.slice(0, 500));
  });

  test('is listed without asking for one file after the other', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`f${at}`, 'x'.repeat(at)]),
    );
    let [asked, atOnce] = [0, 0];
    const picked = directory(files);
    const { getFileHandle } = picked;
    picked.getFileHandle = async (name) => {
      asked += 1;
      atOnce = Math.max(atOnce, asked);
      await null;
      asked -= 1;
      return getFileHandle(name);
    };
    const room = await Room.fromDirectory(picked);
    const { entries, total } = await room.list('.', { details: true });
    assert.deepEqual([entries.length, total], [1000, 1000]);
    for (const { name, size } of entries) assert.equal(size, files[name].length);
    assert.ok(atOnce > 50, String(atOnce));
    assert.equal((await room.stat('f7')).size, 7);
  });

  test('a name that looks like a part of a file is not one', async () => {
    const room = await Room.fromDirectory(directory({ a: 'one\n', 'a:0': {}, 'a/0': {} }));
    for (const path of ['a:0/../a', 'a'])
      assert.equal((await room.read(path)).body.content, 'one\n');
  });

  test('facts are kept by kind and path', async () => {
    const { Knowledge, Pending } = await inside('browser/handles.js');
    const knowledge = new Knowledge();
    const kinds = ['found', 'listed', 'read'];
    for (const kind of kinds) {
      assert.throws(() => knowledge.get(kind, '/a', async () => kind), Pending);
      await knowledge.learn();
    }
    for (const kind of kinds) assert.equal(knowledge.get(kind, '/a'), kind);
  });
});
