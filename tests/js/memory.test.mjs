/** Files in memory, and tools in the shapes of SDKs: what browsers have as well. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anthropicTools, DIALECTS, openaiTools, ReadError, Room, RoomError } from 'readroom';
import { kindOf } from './place.mjs';

describe('tools for SDKs', () => {
  test('have the shapes that are taken there', async () => {
    const room = await Room.fromFiles({});
    const tools = await room.tools();
    assert.deepEqual(
      tools.map(({ dialect }) => dialect),
      [...DIALECTS],
    );
    const [own] = tools;
    assert.deepEqual(openaiTools(own), [
      {
        type: 'function',
        name: 'read',
        description: own.description,
        parameters: own.parameters,
        strict: false,
      },
    ]);
    assert.deepEqual(openaiTools([own], { api: 'chat' }), [
      {
        type: 'function',
        function: { name: 'read', description: own.description, parameters: own.parameters },
      },
    ]);
    assert.deepEqual(anthropicTools(own), [
      { name: 'read', description: own.description, input_schema: own.parameters },
    ]);
    assert.throws(() => anthropicTools(tools), /rename/u);
    const names = anthropicTools(tools, { rename: ({ dialect }) => `${dialect}_read` }).map(
      ({ name }) => name,
    );
    assert.deepEqual(
      names,
      DIALECTS.map((dialect) => `${dialect}_read`),
    );
  });
});

describe('files in memory', () => {
  test('are what they were given as', async () => {
    const modified = Date.UTC(2024, 0, 1);
    const room = await Room.fromFiles(
      {
        'a/b.txt': new TextEncoder().encode('bytes\n'),
        'a/time': { content: 'x', modified },
        empty: { directory: true },
        up: { link: 'a/../a/b.txt' },
        absolute: { link: '/here/a/b.txt' },
        out: { link: '/etc/passwd' },
      },
      { name: '/here', cwd: 'a' },
    );
    assert.equal(room.confinement, 'memory');
    for (const name of ['b.txt', '../up', '/here/absolute'])
      assert.equal((await room.read(name)).path, 'a/b.txt', name);
    assert.equal((await room.read('time')).modified, modified);
    assert.equal((await room.read('b.txt')).modified, undefined);
    for (const name of ['../out', '../../etc/passwd']) {
      await assert.rejects(room.read(name), kindOf(ReadError, 'code', 'outside-root'), name);
    }
    await assert.rejects(room.read('/here/empty'), kindOf(ReadError, 'code', 'is-a-directory'));
    const listed = await room.call('dm-cc', { filePath: '/here' });
    assert.match(listed.value.output, /a\/\nabsolute\nempty\/\nout\nup\n/u);
  });

  test('that cannot be are refused', async () => {
    for (const name of ['', '/a', 'a/', 'a//b', '.', 'a/../b', 'a\0', 'a\ud800']) {
      await assert.rejects(
        Room.fromFiles({ [name]: '' }),
        kindOf(RoomError, 'code', 'bad-option'),
        JSON.stringify(name),
      );
    }
    for (const files of [
      { a: '', 'a/b': '' },
      { 'a/b': '', a: '' },
      { a: { link: 'x' }, 'a/b': '' },
    ]) {
      await assert.rejects(
        Room.fromFiles(files),
        kindOf(RoomError, 'code', 'bad-option'),
        JSON.stringify(files),
      );
    }
    for (const files of [undefined, { a: 7 }, { a: {} }, { a: { content: 'x', modified: '1' } }]) {
      await assert.rejects(Room.fromFiles(files), TypeError, JSON.stringify(files));
    }
    for (const entry of [
      'a\ud800',
      { content: '\udc00' },
      { link: 'a\ud800b' },
      { content: '', modified: 8.64e15 + 2 },
      { content: '', modified: -1e300 },
    ]) {
      await assert.rejects(
        Room.fromFiles({ a: entry }),
        kindOf(RoomError, 'code', 'bad-option'),
        JSON.stringify(entry),
      );
    }
    const latest = await Room.fromFiles({ a: { content: 'x', modified: 8.64e15 } });
    assert.equal((await latest.read('a')).modified, 8.64e15);
    await assert.rejects(Room.fromFiles({}, { home: '/a\0' }), kindOf(RoomError, 'code', 'bad-option'));
    for (const name of ['project', '/a/', '/a/../b', '']) {
      await assert.rejects(Room.fromFiles({}, { name }), kindOf(RoomError, 'code', 'bad-option'), name);
    }
    await assert.rejects(
      Room.fromFiles({ a: '' }, { cwd: 'a' }),
      kindOf(RoomError, 'code', 'not-a-directory'),
    );
    await assert.rejects(Room.fromFiles({ a: '' }, { cwd: '..' }), kindOf(RoomError, 'code', 'outside-root'));
  });
});
