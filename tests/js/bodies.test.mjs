/** The ways to read a file and their results, in every kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isReadError, ReadError, RoomError } from 'readroom';
import { kindOf } from './project.mjs';
import { roomsOver, within } from './rooms.mjs';
import { samples } from './samples.mjs';

const refused = (code) => kindOf(ReadError, 'code', code);

/** Returns the error of a read. */
async function failure(promise) {
  const error = await promise.catch((thrown) => thrown);
  assert.ok(isReadError(error), String(error));
  return error;
}

for (const [title, open] of roomsOver(samples)) {
  const body = (path, options) =>
    within(open, async (room) => (await room.read(path, options)).body);

  describe(`blocks: ${title}`, () => {
    const point = (options) => body('src/point.rs', options);

    test('the lines that belong to a line, and where they lie', async () => {
      const inner = await point({ block: 10 });
      assert.equal(inner.content, '    fn new(x: i32) -> Self {\n        Self { x }\n    }\n');
      assert.deepEqual([inner.first, inner.lines, inner.total], [9, 3, 20]);
      assert.equal(inner.stopped, 'block-end');
      assert.deepEqual(inner.block, {
        first: 9,
        last: 11,
        headers: [{ line: 8, text: 'impl Point {' }],
        sameName: [],
      });
      assert.deepEqual(await point({ block: 10, levels: 0, siblings: false }), inner);
      assert.equal((await point({})).block, undefined);
    });

    test('further out, with its siblings, and around a line', async () => {
      const outer = await point({ block: 16, levels: 1 });
      assert.deepEqual([outer.first, outer.lines], [13, 7]);
      const beside = await point({ block: 9, siblings: true });
      assert.deepEqual([beside.first, beside.lines, beside.block.last], [9, 11, 19]);
      const all = await point({ block: 16, levels: 2 ** 40 });
      assert.deepEqual(all.block.headers, []);
      const few = await point({ block: 16, levels: 1, lines: 3 });
      assert.deepEqual([few.lines, few.stopped], [3, 'line-limit']);
      assert.ok(few.content.includes('return self.x;'));
    });

    test('a line that there is not', () =>
      within(open, async (room) => {
        const past = await failure(room.read('src/point.rs', { block: 21 }));
        assert.deepEqual([past.code, past.total], ['offset-past-end', 20]);
        for (const options of [
          { block: 0 },
          { block: -1 },
          { block: 1.5 },
          { block: 3, levels: -1 },
          { block: 3, levels: 0.5 },
          { levels: 1 },
          { start: 3, siblings: true },
        ]) {
          await assert.rejects(room.read('src/point.rs', options), refused('invalid-argument'));
        }
      }));
  });

  describe(`columns: ${title}`, () => {
    test('some characters of each line, and where to continue', async () => {
      const narrow = await body('wide.txt', { columns: 3 });
      assert.equal(narrow.content, 'sho\nabc\r\nlas');
      assert.deepEqual(narrow.clipped, [
        { line: 1, nextColumn: 4, characters: 5 },
        { line: 2, nextColumn: 4, characters: 5000 },
        { line: 3, nextColumn: 4, characters: 4 },
      ]);
      const usual = await body('wide.txt', { start: 2, lines: 1 });
      assert.deepEqual(usual.clipped, [{ line: 2, nextColumn: 2001, characters: 5000 }]);
      const rest = await body('wide.txt', { start: 2, lines: 1, column: 2001, columns: 5000 });
      assert.equal(rest.content, `${'abcde'.repeat(600)}\r\n`);
      assert.deepEqual(rest.clipped, []);
      assert.equal((await body('wide.txt', { column: 6, columns: 1 })).content, '\na\r\n');
      assert.equal((await body('wide.txt', { column: 2 ** 40 })).content, '\n\r\n');
      assert.equal((await body('wide.txt', { columns: Infinity })).clipped.length, 0);
    });

    test('that cannot be are refused', () =>
      within(open, async (room) => {
        for (const options of [
          { column: 0 },
          { column: -1 },
          { columns: 0 },
          { columns: -1 },
          { columns: 0.5 },
        ]) {
          await assert.rejects(room.read('a.txt', options), refused('invalid-argument'));
        }
      }));
  });

  describe(`encodings: ${title}`, () => {
    test('are found out, marked, or given', async () => {
      const told = async (path, options) => {
        const { content, encoding, encodingSource, bom } = await body(path, options);
        return [content, encoding, encodingSource, bom];
      };
      assert.deepEqual(await told('a.txt', { lines: 1 }), ['one\n', 'utf-8', 'content', false]);
      assert.deepEqual(await told('marked.txt'), ['\ufeffa\u00e9\n', 'utf-16le', 'bom', true]);
      const hello = '\u4f60\u597d\u4e16\u754c\n';
      assert.deepEqual(await told('gbk.txt'), [hello, 'gbk', 'content', false]);
      assert.deepEqual(await told('gbk.txt', { encoding: 'GB2312' }), [
        hello,
        'gbk',
        'request',
        false,
      ]);
      assert.equal((await body('gbk.txt', { encoding: 'utf-8' })).lossy, true);
    });

    test('that there are not are refused', () =>
      within(open, async (room) => {
        for (const encoding of ['klingon', '', 'utf-8\0', 'utf-8\ud800', 'x'.repeat(40_000)]) {
          await assert.rejects(
            room.read('a.txt', { encoding }),
            refused('invalid-argument'),
            encoding,
          );
        }
      }));
  });

  describe(`outlines: ${title}`, () => {
    test('the lines that declare something', async () => {
      const outline = await body('src/point.rs', { view: 'outline' });
      assert.deepEqual(outline, {
        kind: 'outline',
        entries: [
          { line: 4, last: 6, depth: 0, text: 'struct Point {' },
          { line: 8, last: 20, depth: 0, text: 'impl Point {' },
          { line: 9, last: 11, depth: 1, text: 'fn new(x: i32) -> Self {' },
          { line: 14, last: 19, depth: 1, text: 'fn length(&self) -> i32 {' },
        ],
        omitted: 0,
        tokens: outline.tokens,
        total: 20,
        encoding: 'utf-8',
      });
      assert.ok(outline.tokens > 10 && outline.tokens < 40);
      const top = await body('src/point.rs', { view: 'outline', lines: 2 });
      assert.deepEqual([top.entries, top.omitted], [outline.entries.slice(0, 2), 2]);
    });

    test('are of a whole text', () =>
      within(open, async (room) => {
        for (const start of [{ start: 2 }, { cursor: 'x' }, { block: 2 }]) {
          const read = room.read('src/point.rs', { view: 'outline', ...start });
          await assert.rejects(read, refused('invalid-argument'));
        }
        await assert.rejects(room.read('dot.png', { view: 'outline' }), refused('unsupported'));
        await assert.rejects(room.read('a.txt', { view: 'summary' }), refused('invalid-argument'));
      }));
  });

  describe(`documents: ${title}`, () => {
    test('are read by their text', async () => {
      const { text, units, ...facts } = await body('budget.xlsx');
      assert.deepEqual([text.first, text.lines, text.total, text.encoding], [1, 16, 16, 'utf-8']);
      assert.deepEqual(units, [
        { title: 'Budget', line: 1, hidden: false, range: 'A1:C4' },
        { title: 'Notes', line: 12, hidden: true, range: 'A1:A1' },
      ]);
      assert.deepEqual([facts.kind, facts.format, facts.cut], ['document', 'xlsx', undefined]);
      assert.deepEqual([facts.hidden.units, facts.hidden.rows, facts.leftOut.images], [1, 1, 0]);
    });

    test('from one of their units on', () =>
      within(open, async (room) => {
        const { text } = (await room.read('budget.xlsx', { unit: 'notes', lines: 1 })).body;
        assert.equal(text.content, '## Sheet: Notes (hidden)\n');
        const missing = await failure(room.read('budget.xlsx', { unit: 'Sums' }));
        assert.equal(missing.code, 'invalid-argument');
        const both = room.read('budget.xlsx', { unit: 'Notes', start: 2 });
        await assert.rejects(both, refused('invalid-argument'));
      }));
  });

  describe(`notebooks: ${title}`, () => {
    test('are read by their cells', async () => {
      const output = (kind, text, media = []) => ({ kind, text, omittedCharacters: 0, media });
      const notebook = await body('a.ipynb');
      assert.deepEqual(notebook, {
        kind: 'notebook',
        cells: [
          {
            number: 1,
            kind: 'markdown',
            executionCount: undefined,
            source: '# Title\ntext',
            omittedCharacters: 0,
            outputs: [],
            omittedOutputs: 0,
          },
          {
            number: 2,
            kind: 'code',
            executionCount: 3,
            source: 'plot()',
            omittedCharacters: 0,
            outputs: [
              output('stdout', '1\n'),
              output('stderr', 'careful\n'),
              output('display-data', '<Figure>', [{ mime: 'image/png', bytes: 68 }]),
              output('execute-result', '2'),
              output('error', 'E: no\nE: no'),
            ],
            omittedOutputs: 0,
          },
          {
            number: 3,
            kind: 'raw',
            executionCount: undefined,
            source: 'raw',
            omittedCharacters: 0,
            outputs: [],
            omittedOutputs: 0,
          },
        ],
        tokens: notebook.tokens,
        stopped: 'end',
        total: 3,
        nextCell: undefined,
        malformed: 1,
        language: 'python',
      });
      const page = await body('a.ipynb', { start: 1, lines: 1 });
      assert.deepEqual(
        [page.cells, page.stopped, page.nextCell],
        [notebook.cells.slice(0, 1), 'line-limit', 2],
      );
      assert.deepEqual((await body('a.ipynb', { start: -1 })).cells, notebook.cells.slice(2));
      const clipped = await body('a.ipynb', { bytes: 3 });
      assert.deepEqual([clipped.cells[0].source, clipped.cells[0].omittedCharacters], ['# T', 9]);
      assert.equal((await body('a.ipynb', { view: 'text' })).kind, 'text');
    });

    test('have no positions but cells', () =>
      within(open, async (room) => {
        await assert.rejects(room.read('a.ipynb', { block: 1 }), refused('unsupported'));
        await assert.rejects(room.read('a.ipynb', { cursor: 'x' }), refused('unsupported'));
        const past = await failure(room.read('a.ipynb', { start: 4 }));
        assert.deepEqual([past.code, past.total], ['offset-past-end', 3]);
      }));
  });

  describe(`images and the like: ${title}`, () => {
    test('are told of', () =>
      within(open, async (room) => {
        const image = await room.read('dot.png');
        assert.deepEqual(image.body, { kind: 'image', mime: 'image/png', width: 3, height: 2 });
        assert.equal(
          (await room.read('dot.png', { knownVersion: image.version })).body.kind,
          'unchanged',
        );
        await assert.rejects(room.read('cut.png'), refused('unsupported'));
        assert.match((await body('dot.png', { view: 'text' })).content, /^\ufffdPNG\r\n/u);
        await assert.rejects(room.read('a.pdf'), refused('unsupported'));
      }));
  });

  describe(`a caller's values: ${title}`, () => {
    test('of a wrong type is a TypeError', () =>
      within(open, async (room) => {
        for (const options of [
          { view: 1 },
          { view: null },
          { block: '3' },
          { block: null },
          { block: [3] },
          { block: { line: 3 } },
          { block: 3, levels: true },
          { block: 3, siblings: 1 },
          { column: '1' },
          { columns: 1n },
          { encoding: 8 },
          { encoding: null },
        ]) {
          const read = room.read('a.txt', options);
          await assert.rejects(read, TypeError, String(Object.keys(options)));
        }
      }));

    test('gives one start, and no unknown option', () =>
      within(open, async (room) => {
        for (const options of [
          { start: 1, block: 1 },
          { cursor: 'x', block: 1 },
          { start: 1, cursor: 'x', block: 1 },
        ]) {
          const error = await failure(room.read('a.txt', options));
          assert.equal(error.code, 'invalid-argument');
          assert.match(error.message, /both say where to start/u);
        }
        const unknown = kindOf(RoomError, 'code', 'bad-option');
        await assert.rejects(room.read('a.txt', { block: 1, level: 1 }), unknown);
        await assert.rejects(room.read('a.txt', { colums: 1 }), unknown);
        assert.equal(
          (await room.read('a.txt', { view: undefined, block: undefined })).body.lines,
          3,
        );
      }));

    test('may be a block for a tool', () =>
      within(open, async (room) => {
        const asked = await room.argumentsFor('readroom', {
          path: 'src/point.rs',
          block: 9,
          siblings: true,
        });
        assert.deepEqual(JSON.parse(asked), {
          path: 'src/point.rs',
          block: 9,
          levels: 0,
          siblings: true,
        });
        assert.equal((await room.call('readroom', asked)).value.body.first, 9);
        assert.equal(await room.argumentsFor('pi', { path: 'a.txt', block: 2 }), undefined);
      }));
  });
}
