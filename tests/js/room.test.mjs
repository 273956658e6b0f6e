/**
 * The package's promises besides the answers themselves: types and ranges, errors, directories.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isReadError, ReadError, Room, RoomError } from 'readroom';
import { inRoom, kindOf, outside, root } from './project.mjs';

describe('documents', () => {
  test('numbers are numbers, and JSON holds a document', () =>
    inRoom({}, async (room) => {
      const document = await room.read('a.txt', { lines: 2 });
      assert.deepEqual(JSON.parse(JSON.stringify(document)), {
        path: 'a.txt',
        size: 14,
        modified: Math.floor(fs.statSync(path.join(root, 'a.txt')).mtimeMs),
        version: document.version,
        body: {
          kind: 'text',
          content: 'one\ntwo\n',
          first: 1,
          lines: 2,
          tokens: document.body.tokens,
          stopped: 'line-limit',
          next: document.body.next,
          total: 3,
          clipped: [],
          encoding: 'utf-8',
          encodingSource: 'content',
          bom: false,
          lineEndings: 'lf',
          lossy: false,
          suspicious: [],
        },
      });
      const known = await room.read('a.txt', { knownVersion: document.version });
      assert.deepEqual({ ...known }, { ...document, body: { kind: 'unchanged' } });
      assert.equal((await room.read('a.txt', { knownVersion: 'another' })).body.kind, 'text');
      const next = await room.read('a.txt', { cursor: document.body.next.cursor });
      assert.equal(next.body.content, 'three\n');
      const last = await room.read('a.txt', { start: -1 });
      assert.equal(last.body.content, 'three\n');
    }));

  test('a file with other content is not unchanged', () =>
    inRoom({}, async (room) => {
      for (const [name, text] of [
        ['version.txt', 'v=1\n'],
        ['other.txt', 'v=2\n'],
      ]) {
        fs.writeFileSync(path.join(root, name), text);
        fs.utimesSync(path.join(root, name), 1, 1);
      }
      const known = await room.read('version.txt');
      fs.renameSync(path.join(root, 'other.txt'), path.join(root, 'version.txt'));
      const now = await room.read('version.txt', { knownVersion: known.version });
      assert.deepEqual([now.size, now.modified], [known.size, known.modified]);
      assert.equal(now.body.content, 'v=2\n');
      fs.rmSync(path.join(root, 'version.txt'));
    }));

  test('a file in memory with other content is not unchanged', async () => {
    const one = await Room.fromFiles({ 'a.txt': 'v=1\n' });
    const other = await Room.fromFiles({ 'a.txt': 'v=2\n' });
    const { version: knownVersion } = await one.read('a.txt');
    assert.equal((await one.read('a.txt', { knownVersion })).body.kind, 'unchanged');
    assert.equal((await other.read('a.txt', { knownVersion })).body.content, 'v=2\n');
    await Promise.all([one.close(), other.close()]);
  });

  test('suspicious characters are reported', () =>
    inRoom({}, async (room) => {
      fs.writeFileSync(path.join(root, 'deceit.txt'), 'plain\nrm \u202e\u2066 \u001b[8m\n');
      assert.deepEqual((await room.read('deceit.txt')).body.suspicious, [
        { line: 2, kind: 'bidirectional', characters: 2 },
        { line: 2, kind: 'terminal', characters: 1 },
      ]);
    }));

  test('a line that is cut is named', () =>
    inRoom({}, async (room) => {
      fs.writeFileSync(path.join(root, 'wide.txt'), `short\n${'x'.repeat(3000)}\n`);
      const { body } = await room.read('wide.txt');
      assert.deepEqual(body.clipped, [{ line: 2, nextColumn: 2001, characters: 3000 }]);
      assert.equal(body.first, 1);
    }));
});

describe('what is returned', () => {
  test('a document has its body by its kind', () =>
    inRoom({}, async (room) => {
      const document = await room.read('a.txt');
      assert.equal(document.text, document.body);
      const { outline } = await room.read('src/main.rs', { view: 'outline' });
      assert.equal(outline.entries[0].text, 'fn main() {}');
      const wrong = (error) =>
        error instanceof TypeError &&
        /'a\.txt' is of kind 'text', not 'outline'.* view 'outline'/u.test(error.message);
      assert.throws(() => document.outline, wrong);
      for (const kind of ['notebook', 'image']) assert.throws(() => document[kind], TypeError);
      const [first] = await room.readMany(['a.txt']);
      assert.equal(first.text.total, 3);
    }));

  test('a reply has its texts in one', () =>
    inRoom({}, async (room) => {
      const reply = await room.call('readroom', { path: 'a.txt', lines: 1 });
      assert.equal(reply.text, reply.content[0].text);
      assert.match((await room.call('pi', '{}', { contentOnly: true })).text, /path/u);
    }));

  test('an error says what to do next, and the reason in a separate sentence', () =>
    inRoom({}, async (room) => {
      const error = await room.read('b.txt').catch((thrown) => thrown);
      assert.equal(error.message, `${error.reason}. ${error.hint}`);
      assert.match(error.reason, /^'b\.txt' does not exist/u);
      assert.ok(String(error).endsWith(error.hint) && error.hint.length > 5);
      const { code, reason, hint, total, suggestions } = error;
      assert.deepEqual(error.toJSON(), { code, message: reason, hint, total, suggestions });
      assert.deepEqual(new ReadError(error.toJSON()).toJSON(), error.toJSON());
    }));

  test('a name that is not known is refused where the type of it is any string', () =>
    inRoom({}, async (room) => {
      const invalid = kindOf(ReadError, 'code', 'invalid-argument');
      for (const options of [{ view: 'summary' }, { totals: 'sometimes' }])
        await assert.rejects(room.read('a.txt', options), invalid);
      const bad = kindOf(RoomError, 'code', 'bad-option');
      assert.throws(() => new Room({ root, policy: { rules: 'none' } }), bad);
      await assert.rejects(Room.fromFiles({ a: { directory: false } }), TypeError);
    }));
});

describe('byte-order marks', () => {
  test('belong to the text, and to a name', () =>
    inRoom({}, async (room) => {
      fs.writeFileSync(path.join(root, 'marked.txt'), '\ufeffmarked\n');
      const { body } = await room.read('marked.txt');
      assert.deepEqual([body.content, body.bom], ['\ufeffmarked\n', true]);
      await assert.rejects(room.read('\ufeffa.txt'), kindOf(ReadError, 'code', 'not-found'));
    }));
});

describe("a caller's values", () => {
  const wrong = [
    ['a path', (room) => room.read(7)],
    ['options', (room) => room.read('a.txt', 7)],
    ['lines', (room) => room.read('a.txt', { lines: '7' })],
    ['a large integer', (room) => room.read('a.txt', { lines: 7n })],
    ['start', (room) => room.read('a.txt', { start: null })],
    ['a cursor', (room) => room.read('a.txt', { cursor: 1 })],
    ['totals', (room) => room.read('a.txt', { totals: 1 })],
    ['a tool', (room) => room.call(1, '{}')],
    ['arguments', (room) => room.call('pi', 7)],
    ['no arguments', (room) => room.call('pi')],
    ['a map as arguments', (room) => room.call('pi', new Map([['path', 'a.txt']]))],
    ['a set as arguments', (room) => room.call('pi', new Set())],
    ['a buffer as arguments', (room) => room.call('pi', new ArrayBuffer(2))],
    ['other numbers as arguments', (room) => room.call('pi', new Uint16Array(2))],
    ['a request', (room) => room.argumentsFor('pi', 'a.txt')],
    ['list options', (room) => room.list('src', { after: 1 })],
    ['a number of entries', (room) => room.list('src', { entries: '1' })],
  ];
  for (const [what, call] of wrong) {
    test(`${what} of a wrong type is a TypeError`, () =>
      inRoom({}, (room) => assert.rejects(call(room), TypeError)));
  }

  test('an overlong value is cut before it gets to the component, and reported as such', () =>
    inRoom({}, async (room) => {
      for (const letter of ['x', '\u00e9', '\u{1f600}', ' \u{1f600}', 'x/']) {
        const path = letter.repeat(20_000_000 / letter.length);
        const long = kindOf(ReadError, 'code', 'name-too-long');
        await assert.rejects(room.read(path), long);
        await assert.rejects(room.stat(path), long);
        await assert.rejects(room.list(path), long);
        const cursor = kindOf(ReadError, 'code', 'invalid-argument');
        await assert.rejects(room.read('a.txt', { cursor: path }), cursor);
        assert.ok((await room.argumentsFor('pi', { path })).length < 500_000);
      }
    }));

  test('a reply can be copied and printed', () =>
    inRoom({}, async (room) => {
      const reply = await room.call('readroom', { path: 'a.txt' });
      const value = JSON.parse(reply.json);
      assert.deepEqual({ ...reply }.value, value);
      assert.deepEqual(JSON.parse(JSON.stringify(reply)).value, value);
      assert.equal(reply.value, reply.value);
    }));

  test('a name that no option has is refused', () =>
    inRoom({}, async (room) => {
      await assert.rejects(
        room.read('a.txt', { limit: 3 }),
        kindOf(RoomError, 'code', 'bad-option'),
      );
      assert.throws(() => new Room({ root, cwdd: '.' }), kindOf(RoomError, 'code', 'bad-option'));
    }));

  test('a value out of range is reported as the contract says', () =>
    inRoom({}, async (room) => {
      const invalid = kindOf(ReadError, 'code', 'invalid-argument');
      for (const options of [
        { start: 0 },
        { start: -0 },
        { start: 1.5 },
        { start: Number.NaN },
        { lines: 0 },
        { lines: -1 },
        { lines: 0.5 },
        { bytes: 0 },
        { bytes: -1 },
        { bytes: 2 ** 20 + 1 },
        { bytes: 2 ** 32 + 5 },
        { totals: 'some' },
        { start: 1, cursor: 'x' },
        { cursor: 'x' },
        { cursor: '' },
      ]) {
        await assert.rejects(room.read('a.txt', options), invalid, JSON.stringify(options));
      }
      // Larger than the type: its largest value, and not a smaller one by accident.
      for (const lines of [2 ** 32, 2 ** 32 + 5, 2 ** 53, 1e300, Infinity]) {
        assert.equal((await room.read('a.txt', { lines })).body.lines, 3, String(lines));
      }
      await assert.rejects(
        room.read('a.txt', { start: 2 ** 32 + 1 }),
        kindOf(ReadError, 'code', 'offset-past-end'),
      );
      assert.equal((await room.read('a.txt', { start: -(2 ** 32) - 1 })).body.lines, 3);
    }));

  test('invalid Unicode is not replaced by accident', () =>
    inRoom({}, async (room) => {
      await assert.rejects(room.read('a\ud800.txt'), kindOf(ReadError, 'code', 'invalid-path'));
      const reply = await room.call('readroom', '{"path": "a\udc00.txt"}');
      assert.equal(reply.outcome, 'refused');
      const bytes = new Uint8Array([...Buffer.from('{"path": "a'), 0xff, ...Buffer.from('.txt"}')]);
      assert.equal((await room.call('readroom', bytes)).outcome, 'refused');
      assert.equal(
        (await room.call('readroom', Buffer.from('{"path": "a.txt"}'))).outcome,
        'answered',
      );
    }));

  test('arguments may be an object, and are refused by the tool if they are too large', () =>
    inRoom({}, async (room) => {
      assert.equal((await room.call('mycodeagent', { path: 'a.txt' })).outcome, 'answered');
      const reply = await room.call('readroom', { path: 'x'.repeat(10_000_000) });
      assert.equal(reply.value.error.code, 'invalid-argument');
      assert.ok(reply.json.length < 2000);
    }));

  test('a call may be for the content alone', () =>
    inRoom({}, async (room) => {
      for (const tool of ['readroom', 'pi']) {
        for (const path of ['a.txt', 'none']) {
          const whole = await room.call(tool, { path });
          const part = await room.call(tool, { path }, { contentOnly: true });
          assert.equal(part.json, '');
          assert.deepEqual({ ...part, json: whole.json, value: whole.value }, { ...whole });
          assert.equal(part.value, undefined);
        }
      }
      await assert.rejects(room.call('pi', {}, { contentOnly: 1 }), TypeError);
    }));
});

describe('errors', () => {
  test('a read says what to do next', () =>
    inRoom({}, async (room) => {
      const error = await room.read('b.txt').catch((thrown) => thrown);
      assert.ok(isReadError(error) && isReadError(error, 'not-found') && !isReadError(error, 'io'));
      assert.deepEqual(error.suggestions, ['a.txt']);
      assert.match(error.hint, /a\.txt/u);
      assert.deepEqual(JSON.parse(JSON.stringify(error)).code, 'not-found');
      const past = await room.read('a.txt', { start: 9 }).catch((thrown) => thrown);
      assert.deepEqual([past.code, past.total], ['offset-past-end', 3]);
      await assert.rejects(room.read('../secret.txt'), kindOf(ReadError, 'code', 'outside-root'));
    }));

  test('a room that cannot be made says why', () => {
    const thrown = (options, code) =>
      assert.throws(() => new Room(options), kindOf(RoomError, 'code', code));
    thrown({ root: path.join(outside, 'nothing') }, 'cannot-open');
    thrown({ root: path.join(root, 'a.txt') }, 'not-a-directory');
    thrown({ root: '' }, 'bad-option');
    thrown({ root: new URL('https://localhost/') }, 'bad-option');
    thrown({ root, cwd: 'a.txt' }, 'not-a-directory');
    thrown({ root, cwd: 'nothing' }, 'cannot-open');
    thrown({ root, grants: [path.join(outside, 'nothing')] }, 'cannot-open');
    thrown({ root, limits: { time: 0 } }, 'bad-option');
    thrown({ root, limits: { queue: 1.5 } }, 'bad-option');
    thrown({ root, limits: { wallTime: 1 } }, 'bad-option');
    thrown({ root, engine: 'component' }, 'bad-option');
    for (const options of [
      undefined,
      {},
      { root: 7 },
      { root, grants: 'x' },
      { root, auditOrStop: 1 },
    ]) {
      assert.throws(() => new Room(options), TypeError, JSON.stringify(options));
    }
  });

  test("the program's refusals are reported by the first call", async () => {
    for (const options of [{ home: 'me' }, { cwd: outside }]) {
      await inRoom(options, (room) =>
        assert.rejects(room.read('a.txt'), kindOf(RoomError, 'code', 'bad-option')),
      );
    }
  });
});

describe('directories', () => {
  test('grants, working directory and home are passed to the component', () =>
    inRoom({ grants: [path.join(outside, 'more')], cwd: 'src', home: root }, async (room) => {
      assert.equal((await room.read('main.rs')).path, 'src/main.rs');
      assert.equal(
        (await room.read(path.join(outside, 'more', 'b.txt'))).path,
        path.join(outside, 'more', 'b.txt'),
      );
      assert.equal(
        await room.requestedPath('pi', { path: 'main.rs' }),
        path.join(root, 'src/main.rs'),
      );
      assert.equal(await room.requestedPath('pi', { path: '~/a.txt' }), path.join(root, 'a.txt'));
    }));

  test('a root may be a URL, and be reached by a link', async () => {
    const way = path.join(outside, 'way-in');
    fs.symlinkSync(root, way);
    const room = new Room({ root: pathToFileURL(`${way}/`) });
    assert.equal((await room.read(path.join(way, 'a.txt'))).path, 'a.txt');
    assert.equal((await room.read(path.join(root, 'a.txt'))).path, 'a.txt');
    await room.close();
  });

  test(
    'a root that is renamed later is still the root',
    { skip: process.platform !== 'linux' && 'it needs Linux' },
    async () => {
      const one = path.join(outside, 'one');
      fs.cpSync(root, one, { recursive: true });
      const room = new Room({ root: one });
      await room.stat('a.txt');
      fs.renameSync(one, path.join(outside, 'two'));
      fs.mkdirSync(one);
      assert.equal((await room.read('a.txt', { lines: 1 })).body.content, 'one\n');
      await room.close();
    },
  );

  test(
    'a name that is not Unicode hides no other',
    { skip: process.platform !== 'linux' && 'it needs Linux' },
    async () => {
      const odd = path.join(outside, 'odd');
      fs.mkdirSync(odd);
      fs.writeFileSync(Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0x66, 0xff])]), 'x');
      fs.writeFileSync(path.join(odd, 'seen.txt'), 'x');
      fs.symlinkSync(Buffer.from([0x66, 0xff]), path.join(odd, 'link'));
      await inRoom({ root: odd }, async (room) => {
        const listed = await room.call('dm-cc', { filePath: '.' });
        assert.match(listed.value.output, /link\nseen\.txt\n\n\(2 entries\)/u);
        await assert.rejects(room.read('link'), kindOf(ReadError, 'code', 'invalid-path'));
      });
    },
  );
});
