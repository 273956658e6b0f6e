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
  test('is handed out so many entries of directories, and then no more', async () => {
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
