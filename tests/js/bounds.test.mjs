/** Bounds on a component, tested with a made-up tree or component. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CallError } from 'readroom';
import { inside, outside, root } from './project.mjs';

/** The functions with which the host answers a component. */
const isFailure = (code) => (error) => error.payload === code;

/** Returns the package around a component written in JavaScript. */
async function around(component) {
  const copy = fs.mkdtempSync(path.join(outside, 'copy-'));
  const installed = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('readroom'))));
  fs.cpSync(installed, copy, { recursive: true });
  fs.writeFileSync(path.join(copy, 'dist', 'component', 'reader.js'), component);
  return import(pathToFileURL(path.join(copy, 'dist', 'index.js')).href);
}

describe('a call', () => {
  test('is handed out so many entries of directories, and then no more', async () => {
    const { Files } = await inside('filesystem/view.js');
    const entries = { next: () => ({ name: 'x', type: 'regular-file' }), close() {} };
    const files = new Files([{ name: '/p', node: { list: () => entries } }], true);
    const [[directory]] = files.directories();
    let streams = Array.from({ length: 4 }, () => directory.readDirectory());
    for (const stream of streams)
      for (let i = 0; i < 1_000_000; i += 1) stream.readDirectoryEntry();
    for (const stream of streams)
      assert.throws(() => stream.readDirectoryEntry(), isFailure('overflow'));
    files.end();
  });

  test('may not ask for its directories without end', async () => {
    const { Room, CallError: Failed } = await around(`
      export function instantiate(_, imports) {
        const { getDirectories } = imports['wasi:filesystem/preopens'];
        const call = (tool, args) => {
          for (let i = 0; i < Number(args); i += 1) getDirectories();
          return { outcome: 'answered', json: '{}', content: [], facts: [] };
        };
        return { read: {}, tools: { call, requestedPath: () => undefined } };
      }`);
    const room = new Room({ root });
    assert.equal((await room.call('pi', '64')).outcome, 'answered');
    await assert.rejects(room.call('pi', '65'), (error) => error instanceof Failed);
    await room.close();
  });

  test('is answered although its name cannot be told, which is asked without files', async () => {
    const { Room } = await around(`
      export function instantiate(_, imports) {
        const { getDirectories } = imports['wasi:filesystem/preopens'];
        let trapped = false;
        const stat = () => {
          if (trapped) throw new Error('this instance has failed');
          try { return getDirectories()[0][0].stat().type; } catch (error) { return error.payload; }
        };
        globalThis.seen ??= [];
        const facts = [{ realPath: '/a', size: 1n, modified: 0n, lines: 1, bytes: 1n }];
        const call = (tool, args, { index }) => {
          globalThis.seen.push('call ' + stat() + ' ' + index);
          return { outcome: 'answered', json: '{}', content: [], facts, index: 'known' };
        };
        const requestedPath = (tool, args) => {
          globalThis.seen.push('path ' + stat());
          if (args === 'fail') {
            trapped = true;
            throw new Error('trap');
          }
          return '/a';
        };
        return { read: {}, tools: { call, requestedPath } };
      }`);
    const room = new Room({ root });
    assert.equal((await room.call('pi', 'fail')).outcome, 'answered');
    assert.equal((await room.call('pi', 'work')).outcome, 'answered');
    assert.equal((await room.call('pi', 'fail')).outcome, 'answered');
    assert.equal((await room.call('pi', 'work')).outcome, 'answered');
    assert.deepEqual(globalThis.seen, [
      'call directory undefined',
      'path access',
      'call directory undefined',
      'path access',
      'path access',
      'call directory undefined',
      'path access',
      'path access',
      'call directory known',
    ]);
    await room.close();
  });
});

describe('a package without its component', () => {
  test('says what bundles need', async () => {
    const { Room, CallError: Failed } = await around('export function instantiate() {}');
    const { modules } = await inside('node/modules.js');
    assert.equal(Object.keys(modules()).length, 3);
    assert.ok(Failed !== CallError);
    const copies = fs.readdirSync(outside).filter((name) => name.startsWith('copy-'));
    for (const copy of copies)
      fs.rmSync(path.join(outside, copy, 'dist', 'component', 'reader.core.wasm'));
    const error = await (await Room.fromFiles({})).tools().catch((thrown) => thrown);
    assert.match(error.message, /ENOENT.*bundled/u);
  });
});

describe('a listing', { skip: process.platform !== 'linux' && 'it needs Linux' }, () => {
  test('goes by a descriptor that is its own, and leaves none open', async () => {
    const { LinuxNode, openRoot } = await inside('filesystem/linux.js');
    const { opendirSync } = fs;
    let asked;
    fs.opendirSync = (name, ...more) => {
      asked = name;
      return opendirSync(name, ...more);
    };
    try {
      const before = fs.readdirSync('/proc/self/fd').length;
      const node = new LinuxNode(openRoot(root));
      const entries = node.list();
      node.close();
      // The number of the descriptor now belongs to another directory.
      const other = fs.openSync('/');
      assert.equal(fs.realpathSync.native(asked), root);
      assert.ok(entries.next() !== undefined);
      entries.close();
      fs.closeSync(other);
      assert.throws(() => fs.realpathSync.native(asked));
      assert.equal(fs.readdirSync('/proc/self/fd').length, before);
    } finally {
      fs.opendirSync = opendirSync;
    }
  });
});
