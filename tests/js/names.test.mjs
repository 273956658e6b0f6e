/** A reader may ask about one plain name in one open directory at a time, as wit/world.wit says. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Room } from 'readroom';
import { inside, outside, root } from './project.mjs';

const { Files } = await inside('filesystem/view.js');
const { LinuxNode, canWalk, openRoot } = await inside('filesystem/linux.js');
const { findDirectory, PortableDirectory } = await inside('filesystem/portable.js');
const { memoryTree } = await inside('filesystem/memory.js');
const { DirectoryNode, Knowledge, Pending } = await inside('browser/handles.js');

const directory = path.join(outside, 'names');
fs.mkdirSync(path.join(directory, 'a'), { recursive: true });
fs.writeFileSync(path.join(directory, 'a', 'b'), 'x');
fs.writeFileSync(path.join(directory, 'file'), 'text');
fs.symlinkSync('file', path.join(directory, 'link'));

/** A browser's handle to the same files, without the link. */
function handle(content) {
  const find = (name, isDirectory) => {
    if (!(name in content)) throw new DOMException('no', 'NotFoundError');
    if ((typeof content[name] !== 'string') !== isDirectory)
      throw new DOMException('no', 'TypeMismatchError');
    return content[name];
  };
  return {
    getFileHandle: async (name) => {
      const text = find(name, false);
      return { getFile: async () => new File([text], name) };
    },
    getDirectoryHandle: async (name) => handle(find(name, true)),
  };
}

const knowledge = new Knowledge();

const trees = [
  ...(canWalk() ? [['linux', () => new LinuxNode(openRoot(directory))]] : []),
  ['portable', () => new PortableDirectory(findDirectory(directory))],
  ['memory', () => memoryTree({ 'a/b': 'x', file: 'text', link: { link: 'file' } })],
  ['a browser', () => new DirectoryNode(handle({ a: { b: 'x' }, file: 'text' }), knowledge)],
];

const FUNCTIONS = {
  'open-at': (from, name, follow) => from.openAt(follow, name, {}, { read: true }),
  'open-at a directory': (from, name, follow) =>
    from.openAt(follow, name, { directory: true }, { read: true }),
  'stat-at': (from, name, follow) => from.statAt(follow, name),
  'readlink-at': (from, name) => from.readlinkAt(name),
  'metadata-hash-at': (from, name, follow) => from.metadataHashAt(follow, name),
};

/** Returns the code that a function fails with, or undefined. Unknown facts are asked for first. */
async function codeOf(action) {
  for (;;) {
    try {
      action();
      return undefined;
    } catch (error) {
      if (!(error instanceof Pending)) return error.payload ?? error;
      await knowledge.learn();
    }
  }
}

const NOT_PLAIN = [
  'a/b',
  '.',
  '..',
  '',
  '/',
  '/etc/passwd',
  'file\0',
  '\0',
  'a/',
  'file/',
  './file',
  '../names/file',
];
const LONG = ['x'.repeat(256), '\u00e9'.repeat(128), 'x'.repeat(100_000)];

for (const [title, open] of trees) {
  describe(title, () => {
    const ask = async (name, ...given) => {
      const files = new Files([{ name: '/p', node: open() }], true);
      const [[from]] = files.directories();
      const code = await codeOf(() => FUNCTIONS[name](from, ...given));
      files.end();
      return code;
    };

    for (const name of Object.keys(FUNCTIONS)) {
      test(`${name} takes one plain name`, async () => {
        for (const given of NOT_PLAIN) {
          assert.equal(await ask(name, given, {}), 'not-permitted', JSON.stringify(given));
        }
        assert.equal(await ask(name, `${'a/'.repeat(10_000)}b`, {}), 'not-permitted');
        for (const given of LONG) assert.equal(await ask(name, given, {}), 'name-too-long');
        if (name === 'readlink-at') return;
        for (const given of ['file', 'a', 'nothing', 'link']) {
          assert.equal(await ask(name, given, { symlinkFollow: true }), 'not-permitted', given);
        }
      });
    }

    test('what has a plain name is opened as what it is, and a link is not followed', async () => {
      assert.equal(await ask('open-at', 'file', {}), undefined);
      assert.equal(await ask('open-at a directory', 'a', {}), undefined);
      assert.equal(await ask('open-at', 'a', {}), 'is-directory');
      assert.equal(await ask('open-at a directory', 'file', {}), 'not-directory');
      assert.equal(await ask('stat-at', 'a', {}), undefined);
      assert.equal(await ask('readlink-at', 'file', {}), 'invalid');
      assert.equal(await ask('metadata-hash-at', 'file', {}), 'unsupported');
      for (const name of ['open-at', 'stat-at', 'readlink-at']) {
        assert.equal(await ask(name, 'nothing', {}), 'no-entry', name);
      }
      if (title === 'a browser') return;
      assert.equal(await ask('open-at', 'link', {}), 'loop');
      assert.equal(await ask('open-at a directory', 'link', {}), 'loop');
      assert.equal(await ask('stat-at', 'link', {}), undefined);
      assert.equal(await ask('readlink-at', 'link', {}), undefined);
    });
  });
}

test('the component asks for nothing else', async () => {
  const { Descriptor } = await inside('filesystem/view.js');
  const asked = new Set();
  const originals = {};
  for (const name of ['openAt', 'statAt', 'readlinkAt', 'metadataHashAt']) {
    const original = Descriptor.prototype[name];
    originals[name] = original;
    Descriptor.prototype[name] = function refusing(...given) {
      try {
        return original.apply(this, given);
      } catch (error) {
        asked.add(error.payload);
        throw error;
      }
    };
  }
  try {
    const room = new Room({ root });
    for (const asking of [
      'src/main.rs',
      './src/../a.txt',
      'src/',
      `${root}/src//main.rs`,
      'x/../a.txt',
      'a.txt/',
    ]) {
      await room.read(asking).catch(() => {});
      await room.stat(asking).catch(() => {});
      await room.list(asking).catch(() => {});
    }
    await room.close();
  } finally {
    Object.assign(Descriptor.prototype, originals);
  }
  assert.ok(!asked.has('not-permitted'), [...asked].join());
});
