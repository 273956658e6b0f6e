/** Finding files and searching them, in every kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReadError, Room, RoomError } from 'readroom';
import { PageRoom } from './page-room.mjs';
import { kindOf } from './project.mjs';
import { roomsOver, within } from './rooms.mjs';

const refused = (code) => kindOf(ReadError, 'code', code);
const names = ({ entries, files: found }) => (entries ?? found).map(({ path }) => path);

const files = {
  '.gitignore': '*.log\n',
  '.env': 'cat=1\n',
  '.hidden/cat.txt': 'cat\n',
  'a.log': 'cat\n',
  'deep/er/b.txt': 'a Cat\n',
  'shapes.py': "class Square:\n    def name(self):\n        return 'cat'\n",
  'z.md': 'one cat, two cats\nno dog\ncat(1)\n',
};

for (const [title, open] of roomsOver(files)) {
  describe(`looking around: ${title}`, () => {
    test('finds files by their names', () =>
      within(open, async (room) => {
        const all = ['deep/er/b.txt', 'shapes.py', 'z.md'];
        assert.deepEqual(names(await room.find()), all);
        for (const [options, found] of [
          [{ path: 'deep' }, ['deep/er/b.txt']],
          [{ globs: '*.md' }, ['z.md']],
          [{ globs: ['*.{md,txt}', '!b.*'] }, ['z.md']],
          [{ ignored: true, depth: 1 }, ['a.log', 'shapes.py', 'z.md']],
          [{ kinds: ['directory'] }, ['deep', 'deep/er']],
          // Denied files do not appear.
          [{ hidden: true, globs: ['.*', 'cat.*'] }, ['.gitignore', '.hidden/cat.txt']],
          [{ entries: Infinity, depth: 2 ** 40, milliseconds: 2 ** 40 }, all],
        ]) {
          assert.deepEqual(names(await room.find(options)), found, JSON.stringify(options));
        }
        const { entries, ...others } = await room.find({ path: 'z.md', details: true });
        assert.deepEqual([entries[0].kind, entries[0].size], ['file', files['z.md'].length]);
        const { skipped, ...rest } = others;
        assert.deepEqual(rest, { next: undefined, outOfTime: false, globs: undefined });
        const { ignoredBy, ...counts } = skipped;
        assert.deepEqual([ignoredBy, ...Object.values(counts)], [[], ...Array(11).fill(0)]);
        const { skipped: left } = await room.find();
        assert.deepEqual([left.hidden, left.ignored, left.ignoredBy], [2, 1, ['.gitignore']]);
        const below = await room.find({ path: 'deep', globs: 'deep/**' });
        assert.deepEqual([names(below), below.globs], [['deep/er/b.txt'], ['/**']]);
      }));

    test('finds lines', () =>
      within(open, async (room) => {
        const results = await room.search({ pattern: 'cat' });
        assert.deepEqual([results.stopped, results.next, results.searched], ['end', undefined, 3]);
        assert.deepEqual(names(results), ['shapes.py', 'z.md']);
        const ranges = [
          { start: 5, end: 8 },
          { start: 14, end: 17 },
        ];
        const text = 'one cat, two cats';
        assert.deepEqual(results.files[1].groups[0], {
          headers: [],
          lines: [
            {
              line: 1,
              text,
              column: 1,
              clipped: false,
              matches: true,
              ranges,
              last: undefined,
              cells: undefined,
            },
          ],
        });
        const near = { pattern: 'dog', path: 'z.md', before: 1, after: 1 };
        const [{ lines }] = (await room.search(near)).files[0].groups;
        assert.deepEqual(
          lines.map(({ matches }) => matches),
          [false, true, false],
        );
        const [{ headers }] = (await room.search({ pattern: 'return', headers: true })).files[0]
          .groups;
        assert.deepEqual(
          headers.map(({ line }) => line),
          [1, 2],
        );
        for (const [options, found] of [
          [{ pattern: 'cat(', syntax: 'literal' }, ['z.md']],
          [{ pattern: 'CAT', letterCase: 'insensitive', globs: '*.txt' }, ['deep/er/b.txt']],
          [{ pattern: String.raw`^\s+def \w+`, output: 'files' }, ['shapes.py']],
          [{ pattern: 'cat', hidden: true, globs: 'cat.*' }, ['.hidden/cat.txt']],
          [{ pattern: 'cat', matchesPerFile: 1, words: true }, ['shapes.py', 'z.md']],
          [{ pattern: '\ud800' }, []],
        ]) {
          assert.deepEqual(names(await room.search(options)), found, JSON.stringify(options));
        }
      }));

    test('continues where a page ends', () =>
      within(open, async (room) => {
        const found = [];
        for (let cursor, page; page === undefined || cursor !== undefined; cursor = page.next) {
          page = await room.find({ entries: 1, cursor });
          found.push(...names(page));
        }
        assert.deepEqual(found, ['deep/er/b.txt', 'shapes.py', 'z.md']);
        const lines = [];
        for (let cursor, page; page === undefined || cursor !== undefined; cursor = page.next) {
          page = await room.search({ pattern: 'cat', matches: 1, cursor });
          lines.push(...page.files.flatMap(({ groups }) => groups.flatMap((group) => group.lines)));
        }
        assert.deepEqual(
          lines.map(({ line }) => line),
          [3, 1, 3],
        );
      }));

    test('refuses invalid searches', () =>
      within(open, async (room) => {
        for (const [path, code] of [
          ['nothing', 'not-found'],
          ['..', 'outside-root'],
          ['.env', 'permission-denied'],
          ['', 'invalid-path'],
        ]) {
          await assert.rejects(room.find({ path }), refused(code));
          await assert.rejects(room.search({ pattern: 'cat', path }), refused(code));
        }
        const wrong = [{ cursor: '1' }, { entries: 0 }, { depth: -1 }, { globs: 'a{' }];
        for (const options of [...wrong, { kinds: ['folder'] }, { order: 'name' }])
          await assert.rejects(room.find(options), refused('invalid-argument'));
        for (const options of [{ pattern: '(' }, { pattern: 'a\nb' }, { before: -1 }, { bytes: 0 }])
          await assert.rejects(
            room.search({ pattern: 'a', ...options }),
            refused('invalid-argument'),
          );
        for (const options of [{ globs: 1 }, { globs: [1] }, { hidden: 1 }, { kinds: 'file' }])
          await assert.rejects(room.find(options), TypeError);
        for (const options of [undefined, {}, { pattern: 1 }, 'cat'])
          await assert.rejects(room.search(options), TypeError);
        await assert.rejects(room.find({ pattern: 'a' }), kindOf(RoomError, 'code', 'bad-option'));
      }));
  });
}

test('a call has the options of a call', async () => {
  const aborted = AbortSignal.abort(new Error('enough'));
  for (const make of [Room, PageRoom]) {
    const room = await make.fromFiles(files);
    await assert.rejects(room.find({ signal: aborted }), /enough/u);
    await assert.rejects(room.search({ pattern: 'cat', signal: aborted }), /enough/u);
    await room.close();
  }
});
