/** Rooms that drive the program. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { CallError, LimitError, Room, RoomError } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { inRoom, kindOf, outside, root, settled } from './project.mjs';

describe(
  'a runner',
  { skip: process.env.READROOM_RUNNER === undefined && 'READROOM_RUNNER names no program' },
  () => {
    const runner = process.env.READROOM_RUNNER;

    test('reads the same documents', () =>
      inRoom({ runner }, (apart) =>
        inRoom({}, async (room) => {
          assert.equal(apart.confinement, 'process');
          fs.writeFileSync(path.join(root, 'mixed.txt'), `\ufeffa\r\nb\n${'x'.repeat(3000)}\nlast`);
          fs.writeFileSync(path.join(root, 'wide.log'), `${'x'.repeat(3000)}\n`.repeat(12_000));
          for (const [file, options] of [
            ['a.txt', {}],
            ['a.txt', { start: -2 }],
            ['a.txt', { start: 2, lines: 1, bytes: 100 }],
            ['mixed.txt', {}],
            ['large.log', { start: 300_000 }],
            ['large.log', { start: 300_000, lines: 1, totals: 'never' }],
            ['wide.log', { start: -3 }],
            ['wide.log', { start: -3, lines: 2 }],
          ]) {
            assert.deepEqual(
              await apart.read(file, options),
              await room.read(file, options),
              `${file} ${JSON.stringify(options)}`,
            );
          }
          const { body } = await room.read('wide.log', { start: -3, lines: 1 });
          assert.deepEqual(
            await apart.read('wide.log', { cursor: body.next.cursor }),
            await room.read('wide.log', { cursor: body.next.cursor }),
          );
          const read = (one) => one.read('b.txt').catch((error) => JSON.stringify(error));
          assert.equal(await read(apart), await read(room));
          assert.deepEqual(await apart.tools(), await room.tools());
          const drawn = (one) => one.renderCall('pi', { path: 'a.txt' });
          assert.equal(await drawn(apart), await drawn(room));
        }),
      ));

    test('says what it cannot do', () =>
      inRoom({ runner }, async (room) => {
        const unsupported = kindOf(RoomError, 'code', 'unsupported');
        await assert.rejects(room.list('.'), unsupported);
        await assert.rejects(room.stat('a.txt'), unsupported);
        await assert.rejects(room.requestedPath('pi', '{}'), unsupported);
        const { content, facts } = await room.call('pi', { path: 'a.txt' });
        assert.deepEqual([content, facts], [[], []]);
      }));

    test('line breaks between the parts of arguments change nothing', () =>
      inRoom({ runner }, async (room) => {
        const reply = await room.call('pi', '{\r\n  "path":\n  "a.txt",\r"limit": 1}\n');
        assert.match(reply.value.content[0].text, /^one\n/u);
        const broken = await room.call('readroom', '{"path": "a.\ntxt"}');
        assert.equal(broken.value.error.code, 'invalid-argument');
        assert.equal((await room.call('readroom', '{"path": "a.txt"}')).outcome, 'answered');
      }));

    test('a call that takes too long ends the process, and the next one gets another', async () => {
      const open = openDescriptors();
      const big = path.join(root, 'big.log');
      fs.writeFileSync(big, 'x\n'.repeat(8_000_000));
      const room = new Room({ root, runner, limits: { wallTime: 1 } });
      const late = await room
        .call('readroom', { path: 'big.log', start: 7_999_999 })
        .catch((error) => error);
      fs.rmSync(big);
      assert.ok(kindOf(LimitError, 'limit', 'wall-time')(late), String(late));
      await room.close();
      await inRoom({ runner }, async (other) => assert.equal((await other.read('a.txt')).size, 14));
      await settled(open);
    });

    test('a program that is none is an error of the call', async () => {
      for (const program of [
        path.join(root, 'a.txt'),
        path.join(root, 'nothing'),
        '/bin/false',
        '/bin/cat',
      ]) {
        await inRoom({ runner: program }, async (room) => {
          await assert.rejects(
            room.read('a.txt'),
            (error) => error instanceof CallError && error.message.length > 20,
            program,
          );
        });
      }
      assert.throws(
        () => new Room({ root: path.join(outside, 'nothing'), runner }),
        kindOf(RoomError, 'code', 'cannot-open'),
      );
    });
  },
);
