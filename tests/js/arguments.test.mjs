/** Paths of any kind, and one rule for rejected arguments. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isReadError, ReadroomError, Room } from 'readroom';
import { inRoom, root } from './project.mjs';

test('a path may be the URL of a file', () =>
  inRoom({}, async (room) => {
    const [file, directory] = ['a.txt', 'src'].map((name) => pathToFileURL(path.join(root, name)));
    assert.equal((await room.read(file)).path, 'a.txt');
    assert.equal((await room.stat(file)).size, 14);
    assert.equal((await room.list(directory)).entries[0].name, 'main.rs');
    assert.equal((await room.find({ path: directory })).entries[0].path, 'src/main.rs');
    const { files } = await room.search({ pattern: 'main', path: directory });
    assert.equal(files[0].path, 'src/main.rs');
    const many = await room.readMany([file, { path: 'a.txt' }, { path: file }, 'a.txt']);
    assert.deepEqual(many.map((each) => each.size), [14, 14, 14, 14]);
    const args = await room.argumentsFor('pi', { path: file });
    assert.equal(JSON.parse(args).path, path.join(root, 'a.txt'));
    const spaced = new URL('a b%.txt'.replace('%', '%25'), `${pathToFileURL(root)}/`);
    await assert.rejects(room.read(spaced), /'.*a b%\.txt' does not exist/u);
  }));

test('a wrong type is a TypeError, and a wrong value an error of this package', () =>
  inRoom({}, async (room) => {
    for (const wrong of [
      () => room.read(Buffer.from('a.txt')),
      () => room.read(undefined),
      () => room.read(['a.txt']),
      () => room.stat(5),
      () => room.list({}),
      () => room.find({ path: Buffer.from('src') }),
      () => room.find({ globs: 5 }),
      () => room.find({ globs: [new URL('file:///a')] }),
      () => room.read('a.txt', { view: 5 }),
      () => room.read('a.txt', { lines: '1' }),
      () => room.readMany('a.txt'),
      async () => new Room({ root, policy: 'everything' }),
      async () => new Room({ root, limits: 5 }),
      async () => new Room(root),
    ])
      await assert.rejects(wrong, TypeError, String(wrong));
    for (const wrong of [
      () => room.read('a.txt', { view: 'outlin' }),
      () => room.read('a.txt', { lines: 0 }),
      () => room.read('a.txt', { start: 1, cursor: 'x' }),
      () => room.read(new URL('https://example.org/a.txt')),
      () => room.read(new URL('file:///a%zz')),
      () => room.find({ globs: '[' }),
      () => room.find({ globs: ['a', 'src/[b'] }),
      () => room.find({ kinds: ['fil'] }),
      () => room.search({ pattern: '(' }),
    ])
      await assert.rejects(wrong, (error) => isReadError(error, 'invalid-argument'), String(wrong));
    const unknown = async () => new Room({ root, policy: { rules: 'everythng' } });
    await assert.rejects(unknown, ReadroomError);
  }));

test('one glob may be a string', () =>
  inRoom({}, async (room) => {
    assert.deepEqual(await room.find({ globs: '*.rs' }), await room.find({ globs: ['*.rs'] }));
  }));
