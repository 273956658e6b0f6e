/** Bounds on a component, tested with a made-up tree or component. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './page-room.mjs';
import { inside, outside } from './project.mjs';

/** The functions with which the host answers a component. */
const isFailure = (code) => (error) => error.payload === code;

/** Returns the package around a component written in JavaScript. */
async function around(component) {
  const copy = fs.mkdtempSync(path.join(outside, 'copy-'));
  const installed = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('readroom'))));
  fs.cpSync(installed, copy, { recursive: true });
  fs.writeFileSync(path.join(copy, 'dist', 'component', 'reader.js'), component);
  return import(pathToFileURL(path.join(copy, 'dist', 'browser.js')).href);
}

describe('a call', () => {
  test('has the functions on files that the component imports, and no others', async () => {
    const published = path.join(process.env.READROOM_TESTS, '..', 'release', 'component.json');
    const { imports } = JSON.parse(fs.readFileSync(published, 'utf8'));
    const [types] = Object.keys(imports).filter((name) => name.startsWith('wasi:filesystem/types'));
    const named = (name) =>
      name.replace(/^.*\./u, '').replaceAll(/-(.)/gu, (_, letter) => letter.toUpperCase());
    const { Descriptor, DirectoryEntryStream } = await inside('browser/view.js');
    const offered = [Descriptor, DirectoryEntryStream].flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor'),
    );
    assert.deepEqual(offered.sort(), imports[types].map(named).sort());
  });

  test('has 128 MiB of memory, which the module itself limits', async () => {
    const [{ instantiate }, { small }, { componentCode }] = await Promise.all(
      ['component/reader.js', 'component/small.js', 'browser/code.js'].map(inside),
    );
    const code = await componentCode();
    const module = (file) => (small[file] ? new WebAssembly.Module(small[file]) : code);
    const memories = [];
    const answer = () => {};
    const functions = new Proxy(class {}, { get: (made, name) => made[name] ?? answer });
    instantiate(module, new Proxy({}, { get: () => functions }), (...given) => {
      const instance = new WebAssembly.Instance(...given);
      const { exports } = instance;
      memories.push(...Object.values(exports).filter((each) => each instanceof WebAssembly.Memory));
      return instance;
    });
    assert.equal(memories.length, 1);
    const [{ buffer }] = memories;
    memories[0].grow(2048 - buffer.byteLength / 2 ** 16);
    assert.throws(() => memories[0].grow(1), RangeError);
  });

  test('gets a limited number of directory entries', async () => {
    const { Files } = await inside('browser/view.js');
    const entries = { next: () => ({ name: 'x', type: 'regular-file' }) };
    const files = new Files('/p', { list: () => entries });
    const [[directory]] = files.directories();
    let streams = Array.from({ length: 4 }, () => directory.readDirectory());
    for (const stream of streams)
      for (let i = 0; i < 1_000_000; i += 1) stream.readDirectoryEntry();
    for (const stream of streams)
      assert.throws(() => stream.readDirectoryEntry(), isFailure('overflow'));
  });

  test('may not ask for its directories without end', async () => {
    const { Room, CallError: Failed } = await around(`
      export function instantiate(_, imports) {
        const { getDirectories } = imports['wasi:filesystem/preopens'];
        const call = (tool, args) => {
          for (let i = 0; i < Number(args); i += 1) getDirectories();
          return { outcome: 'answered', json: '{}', content: [], facts: [] };
        };
        return { read: {}, tools: { call } };
      }`);
    const room = await Room.fromFiles({});
    assert.equal((await room.call('pi', '64')).outcome, 'answered');
    await assert.rejects(room.call('pi', '65'), (error) => error instanceof Failed);
    await room.close();
  });
});
