/** A reader may name one plain name in one open directory at a time, as wit/world.wit says. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PageRoom } from './page-room.mjs';
import { inside } from './project.mjs';

const { Descriptor, Files } = await inside('browser/view.js');
const { memoryTree } = await inside('browser/memory.js');
const { DirectoryNode, Knowledge, Pending } = await inside('browser/handles.js');

/** A browser's handle to such files. */
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
  ['memory', () => memoryTree({ 'a/b': 'x', file: 'text', link: { link: 'file' } })],
  ['a browser', () => new DirectoryNode(handle({ a: { b: 'x' }, file: 'text' }), knowledge)],
];

const FUNCTIONS = {
  'open-at': (from, name, follow) => from.openAt(follow, name, {}, { read: true }),
  'open-at a directory': (from, name, follow) =>
    from.openAt(follow, name, { directory: true }, { read: true }),
  'stat-at': (from, name, follow) => from.statAt(follow, name),
  'readlink-at': (from, name) => from.readlinkAt(name),
};

/** Returns the code that a function fails with, or undefined. Unknown facts are requested first. */
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
      const files = new Files('/p', open());
      const [[from]] = files.directories();
      return codeOf(() => FUNCTIONS[name](from, ...given));
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

    test('a plain name is opened by its kind, and a link is not followed', async () => {
      assert.equal(await ask('open-at', 'file', {}), undefined);
      assert.equal(await ask('open-at a directory', 'a', {}), undefined);
      assert.equal(await ask('open-at', 'a', {}), 'is-directory');
      assert.equal(await ask('open-at a directory', 'file', {}), 'not-directory');
      assert.equal(await ask('stat-at', 'a', {}), undefined);
      assert.equal(await ask('readlink-at', 'file', {}), 'invalid');
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
  const asked = new Set();
  const originals = {};
  for (const name of ['openAt', 'statAt', 'readlinkAt']) {
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
    const room = await PageRoom.fromFiles({ 'a.txt': 'x', 'src/main.rs': 'fn main() {}\n' });
    for (const asking of [
      'src/main.rs',
      './src/../a.txt',
      'src/',
      '/project/src//main.rs',
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
