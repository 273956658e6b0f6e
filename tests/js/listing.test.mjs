/** Listings and `stat`, in every kind of room; ids of tools. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ReadError, UnknownToolError } from 'readroom';
import { withoutTime } from './data.mjs';
import { inRoom, kindOf, root } from './project.mjs';
import { roomsOver, within } from './rooms.mjs';

const refused = (code) => kindOf(ReadError, 'code', code);
const names = ({ entries }) => entries.map(({ name }) => name);

const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`many/f${at}.txt`, 'x']));
const files = {
  'b.txt': 'two\n',
  a: 'one',
  'Z.md': '',
  'sub/c.txt': 'x',
  'é.txt': 'x',
  '\u{1f600}': 'x',
  ...many,
};

for (const [title, open] of roomsOver(files)) {
  describe(`a directory: ${title}`, () => {
    test('is listed by the bytes of its names, with kinds and sizes', () =>
      within(open, async (room) => {
        const listing = await room.list('.', { details: true });
        assert.deepEqual(names(listing), [
          'Z.md',
          'a',
          'b.txt',
          'many',
          'sub',
          'é.txt',
          '\u{1f600}',
        ]);
        assert.deepEqual([listing.path, listing.total, listing.more], ['.', 7, false]);
        const [empty, , file, directory] = listing.entries;
        const modified = title === 'program' ? file.modified : undefined;
        assert.deepEqual(file, { name: 'b.txt', kind: 'file', size: 4, modified });
        assert.deepEqual([empty.size, directory.kind], [0, 'directory']);
        assert.deepEqual([directory.size, directory.modified], [undefined, undefined]);
        if (title === 'program') assert.ok(Math.abs(file.modified - Date.now()) < 600_000);
      }));

    test('is listed a page at a time', () =>
      within(open, async (room) => {
        const all = Object.keys(many)
          .map((name) => name.slice(5))
          .sort();
        const first = await room.list('many');
        assert.deepEqual([names(first), first.total, first.more], [all.slice(0, 1000), 1200, true]);
        const last = await room.list('many', { after: names(first).at(-1) });
        assert.deepEqual([names(last), last.total, last.more], [all.slice(1000), 1200, false]);
        const two = await room.list('many', { after: 'f1', entries: 2 });
        assert.deepEqual([names(two), two.more], [['f1.txt', 'f10.txt'], true]);
        const none = await room.list('many', { after: 'g' });
        assert.deepEqual([names(none), none.more], [[], false]);
        assert.equal((await room.list('many', { entries: Infinity })).entries.length, 1200);
      }));

    test('is not listed where it cannot be', () =>
      within(open, async (room) => {
        await assert.rejects(room.list('a'), refused('not-a-directory'));
        await assert.rejects(room.list('nothing'), refused('not-found'));
        await assert.rejects(room.list('..'), refused('outside-root'));
        for (const entries of [0, -1, 1.5]) {
          await assert.rejects(room.list('.', { entries }), refused('invalid-argument'));
        }
      }));

    test('and a file are known without being read', () =>
      within(open, async (room) => {
        const file = await room.stat('sub/../b.txt');
        const { realPath, modified, version, ...others } = file;
        assert.deepEqual(others, { path: 'b.txt', kind: 'file', size: 4 });
        assert.ok(realPath.startsWith('/') && realPath.endsWith('/b.txt'));
        const read = await room.read('b.txt');
        assert.deepEqual([modified, version], [read.modified, read.version]);
        const directory = await room.stat('sub');
        assert.deepEqual(directory, {
          path: 'sub',
          realPath: realPath.replace('b.txt', 'sub'),
          kind: 'directory',
          size: 0,
          modified: undefined,
          version: undefined,
        });
        await assert.rejects(room.stat('nothing'), refused('not-found'));
        await assert.rejects(room.stat('../x'), refused('outside-root'));
      }));
  });

  describe(`tools: ${title}`, () => {
    test('have ids, with and without a revision', () =>
      within(open, async (room) => {
        const [own, ...others] = await room.tools();
        assert.equal(own.id, 'readroom@0.4:read');
        for (const { id, release, basis, guidelines } of [own, ...others]) {
          assert.match(id, /^[a-z-]+@[\d.]+(?::[a-z_]+)?$/u);
          assert.ok(release && basis && Array.isArray(guidelines), id);
          const sent = (await room.argumentsFor(id, { path: 'b.txt' })) ?? { path: '.' };
          const answer = async (tool) =>
            withoutTime(JSON.parse((await room.call(tool, sent)).json));
          const [, dialect, tool] = /^([^@]*)@[^:]*(:.*)?$/u.exec(id);
          // The newest revision comes first.
          const newest = [own, ...others].find(
            (other) => other.id.startsWith(`${dialect}@`) && other.id.endsWith(tool ?? ''),
          );
          assert.deepEqual(await answer(newest.id), await answer(`${dialect}${tool ?? ''}`));
        }
      }));

    test('that there are not are named, with those that there are', () =>
      within(open, async (room) => {
        const known = (await room.tools()).map(({ id }) => id);
        const reply = await room.call('pi', { path: 'b.txt' });
        for (const tool of [
          'claude',
          'pi@1',
          'pi@0:other',
          'PI',
          'pi ',
          '',
          'pi\0',
          '@0',
          'pi@0@0',
        ]) {
          const answers = [
            room.call(tool, '{}'),
            room.argumentsFor(tool, { path: 'a' }),
            room.requestedPath(tool, '{}'),
          ].map((asked) => asked.catch((thrown) => thrown));
          for (const error of await Promise.all(answers)) {
            assert.ok(error instanceof UnknownToolError, JSON.stringify(tool));
            assert.deepEqual([error.tool, error.known], [tool, known]);
          }
        }
      }));
  });
}

test(
  'links and pipes have their own kinds',
  { skip: process.platform === 'win32' && 'it needs unix' },
  () =>
    inRoom({}, async (room) => {
      fs.mkdirSync(path.join(root, 'kinds'));
      fs.symlinkSync('/etc/passwd', path.join(root, 'kinds', 'link'));
      execFileSync('mkfifo', [path.join(root, 'kinds', 'pipe')]);
      const { entries } = await room.list('kinds');
      assert.deepEqual(
        entries.map(({ name, kind, size, modified }) => [name, kind, size, modified]),
        [
          ['link', 'link', undefined, undefined],
          ['pipe', 'special', undefined, undefined],
        ],
      );
      await assert.rejects(room.stat('kinds/pipe'), refused('not-a-file'));
      await assert.rejects(room.stat('kinds/link'), refused('outside-root'));
    }),
);
