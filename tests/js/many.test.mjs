/** Several files in one call, in every kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReadError, Room, RoomError } from 'readroom';
import { kindOf } from './project.mjs';
import { onDisk, roomsOver, within } from './rooms.mjs';
import { samples } from './samples.mjs';

const refused = (code) => kindOf(ReadError, 'code', code);
const files = { ...samples, 'more.txt': 'x\n'.repeat(5000) };

for (const [title, open] of roomsOver(files)) {
  describe(`several files: ${title}`, () => {
    test('come in their order, and an error in its place', () =>
      within(open, async (room) => {
        const requests = [
          'a.txt',
          'b.txt',
          { path: 'src/point.rs', block: 10 },
          { path: 'src/point.rs', view: 'outline', lines: 3 },
          'a.ipynb',
          'dot.png',
          '../secret.txt',
          { path: 'wide.txt', start: 2, columns: 4 },
          'a.txt',
        ];
        const answers = await room.readMany(requests);
        assert.equal(answers.length, requests.length);
        for (const [at, each] of requests.entries()) {
          const { path, ...options } = typeof each === 'string' ? { path: each } : each;
          const alone = await room.read(path, options).catch((error) => error);
          assert.deepEqual(answers[at], alone, path);
        }
        const codes = answers.map((each) =>
          each instanceof ReadError ? each.code : each.body.kind,
        );
        assert.deepEqual(codes, [
          'text',
          'not-found',
          'text',
          'outline',
          'notebook',
          'image',
          'outside-root',
          'text',
          'text',
        ]);
        assert.deepEqual(answers[1].suggestions, ['a.txt']);
        assert.deepEqual(answers[7].body.clipped, [{ line: 2, nextColumn: 5, characters: 5000 }]);
      }));

    test('may have the version that is known', () =>
      within(open, async (room) => {
        const { version: knownVersion } = await room.read('a.txt');
        const [same, other] = await room.readMany([
          { path: 'a.txt', knownVersion },
          { path: 'wide.txt', knownVersion: 'another' },
        ]);
        assert.deepEqual([same.body.kind, other.body.kind], ['unchanged', 'text']);
      }));

    test('share the limits of an answer', () =>
      within(open, async (room) => {
        const [small, large] = await room.readMany(['a.txt', 'more.txt'], { bytes: 1014 });
        assert.deepEqual([small.body.stopped, large.body.stopped], ['end', 'byte-limit']);
        assert.equal(large.body.content.length, 1000);
        const [one, two] = await room.readMany(['more.txt', 'more.txt'], { tokens: 100 });
        assert.deepEqual([one.body.stopped, two.body.stopped], ['token-limit', 'token-limit']);
        assert.ok(one.body.tokens <= 50 && one.body.tokens + two.body.tokens > 90);
        const least = await room.readMany(['a.txt', 'more.txt'], { bytes: 2, tokens: 2 });
        assert.deepEqual(
          least.map(({ body }) => body.content),
          ['o', 'x'],
        );
        const whole = await room.readMany(['more.txt'], { bytes: 2 ** 20, tokens: Infinity });
        assert.equal(whole[0].body.lines, 2000);
      }));

    test('one whose options are out of range spoils no other', () =>
      within(open, async (room) => {
        const answers = await room.readMany([
          { path: 'a.txt', lines: 0 },
          { path: 'a.txt', lines: -1 },
          { path: 'a.txt', lines: 1 },
          { path: 'a.txt', start: 1, block: 1 },
          'more.txt',
          { path: 'a.txt', encoding: 'klingon' },
          { path: 'a.txt', view: 'summary' },
        ]);
        for (const at of [0, 1, 3, 5, 6])
          assert.ok(refused('invalid-argument')(answers[at]), String(at));
        assert.equal(answers[2].body.content, 'one\n');
        assert.equal(answers[4].path, 'more.txt');
        const none = await room.readMany([{ path: 'a.txt', start: 0.5 }]);
        assert.ok(none.length === 1 && refused('invalid-argument')(none[0]));
      }));

    test('are from 1 to 16', () =>
      within(open, async (room) => {
        assert.equal((await room.readMany(Array(16).fill('a.txt'))).length, 16);
        await assert.rejects(room.readMany([]), refused('invalid-argument'));
        await assert.rejects(room.readMany(Array(17).fill('a.txt')), refused('invalid-argument'));
      }));

    test('limits that cannot be are refused', () =>
      within(open, async (room) => {
        for (const limits of [
          { bytes: 1 },
          { bytes: 2 ** 20 + 1 },
          { bytes: -5 },
          { bytes: 2.5 },
          { bytes: Infinity },
          { tokens: 1 },
          { tokens: -1 },
          { tokens: Number.NaN },
        ]) {
          const read = room.readMany(['a.txt', { path: 'a.txt', lines: -1 }], limits);
          await assert.rejects(read, refused('invalid-argument'), JSON.stringify(limits));
        }
        const unknown = kindOf(RoomError, 'code', 'bad-option');
        await assert.rejects(room.readMany(['a.txt'], { lines: 1 }), unknown);
        await assert.rejects(room.readMany(['a.txt', { path: 'a.txt', limit: 1 }]), unknown);
      }));

    test('of a wrong type are a TypeError', () =>
      within(open, async (room) => {
        const lists = [
          undefined,
          'a.txt',
          { path: 'a.txt' },
          [7],
          [null],
          [['a.txt']],
          [{}],
          [{ path: 7 }],
          Array(2),
        ];
        for (const requests of lists)
          await assert.rejects(room.readMany(requests), TypeError, String(requests));
        for (const limits of [null, 7, [], { bytes: '7' }, { tokens: null }]) {
          await assert.rejects(room.readMany(['a.txt'], limits), TypeError, String(limits));
        }
      }));

    test('are not read in a room that was closed', async () => {
      const room = await open();
      await room.close();
      await assert.rejects(
        room.readMany([{ path: 'a.txt', lines: -1 }]),
        kindOf(RoomError, 'code', 'closed'),
      );
    });

    test('a path that is far too long is reported as such', () =>
      within(open, async (room) => {
        const answers = await room.readMany(['x'.repeat(1_000_000), 'a.txt', `a\ud800`]);
        assert.ok(refused('name-too-long')(answers[0]));
        assert.equal(answers[1].body.lines, 3);
        assert.ok(refused('invalid-path')(answers[2]));
      }));
  });
}
