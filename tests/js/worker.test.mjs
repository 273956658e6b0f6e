/** Rooms with a thread of their own. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isReadError, LimitError, ReadroomError, Room } from 'readroom';
import { openDescriptors } from './measure.mjs';
import {
  inRoom,
  inside,
  inTime,
  kindOf,
  outside,
  root,
  settled,
  sparse,
  WORKER,
} from './project.mjs';

describe('a worker', () => {
  test('a call that takes too long is ended with all it has open, not the next one', async () => {
    const open = openDescriptors();
    sparse(root);
    const room = new Room({ root, worker: true, limits: { time: 300 } });
    for (let i = 0; i < 3; i += 1) {
      await assert.rejects(
        room.read('sparse.log', { lines: 1, totals: 'always' }),
        kindOf(LimitError, 'limit', 'time'),
      );
      assert.equal((await inTime(() => room.read('a.txt', { lines: 1 }))).text.content, 'one\n');
    }
    await room.close();
    await settled(open);
  });

  test('calls wait for their turn, and too many are refused', () =>
    inRoom({ worker: true, limits: { ...WORKER.limits, waiting: 8 } }, async (room) => {
      const calls = Array.from({ length: 40 }, () =>
        room.read('a.txt', { lines: 1 }).catch((error) => error),
      );
      const answers = await Promise.all(calls);
      const busy = answers.filter((answer) => answer instanceof LimitError);
      assert.ok(busy.length > 0 && busy.every(({ limit }) => limit === 'busy'));
      assert.equal(
        answers.filter((answer) => answer.body?.content === 'one\n').length,
        40 - busy.length,
      );
    }));

  test('one that waits is not refused, and that holds in one tick as well', async () => {
    for (const [waiting, refused] of [
      [1, 0],
      [1, 1],
      [2, 1],
    ]) {
      await inRoom({ worker: true, limits: { ...WORKER.limits, waiting } }, async (room) => {
        const calls = Array.from({ length: 1 + waiting + refused }, () =>
          room.read('a.txt', { lines: 1 }),
        );
        const answers = await Promise.allSettled(calls);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [...Array(1 + waiting).fill('fulfilled'), ...Array(refused).fill('rejected')],
        );
        assert.equal((await room.read('a.txt')).size, 14);
      });
    }
  });

  test('a root that is exchanged before a thread starts is not taken for it', async () => {
    const [one, other] = [path.join(outside, 'first'), path.join(outside, 'second')];
    for (const [directory, text] of [
      [one, 'right\n'],
      [other, 'WRONG\n'],
    ]) {
      fs.mkdirSync(directory);
      fs.writeFileSync(path.join(directory, 'x.txt'), text);
    }
    const room = new Room({ root: one, ...WORKER, bestEffort: true });
    fs.renameSync(one, `${one}.moved`);
    fs.renameSync(other, one);
    await assert.rejects(room.read('x.txt'), ReadroomError);
    const listed = await room.call('dm-cc', { filePath: '.' });
    assert.equal(listed.outcome, 'refused');
    fs.renameSync(one, other);
    fs.renameSync(`${one}.moved`, one);
    assert.equal((await room.read('x.txt')).body.content, 'right\n');
    await room.close();
  });

  test('getting ready for a call has a limit as well', async () => {
    const { Queue } = await inside('node/queue.js');
    const queue = new Queue({ time: 1000, waiting: 1, preparation: 20 });
    let gaveUp = 0;
    const giveUp = async () => void (gaveUp += 1);
    const never = () => new Promise(() => {});
    await assert.rejects(
      queue.run(async () => 1, giveUp, never),
      kindOf(LimitError, 'limit', 'time'),
    );
    assert.equal(gaveUp, 1);
    assert.equal(
      await queue.run(
        async () => 2,
        giveUp,
        async () => {},
      ),
      2,
    );
  });

  test('errors and tools come through as they are', () =>
    inRoom(WORKER, async (room) => {
      assert.equal(room.confinement, process.platform === 'linux' ? 'descriptors' : 'best-effort');
      const error = await room.read('b.txt').catch((thrown) => thrown);
      assert.ok(isReadError(error, 'not-found'));
      assert.deepEqual(error.suggestions, ['a.txt']);
      assert.equal((await room.tools())[0].name, 'read');
      const reply = await room.call('pi', { path: 'a.txt', limit: 1 });
      assert.equal(reply.facts[0].size, 14);
      assert.match(reply.value.content[0].text, /^one\n/u);
    }));

  test('calls that are under way when it is closed fail, and nothing stays open', async () => {
    const open = openDescriptors();
    const room = new Room({ root, ...WORKER });
    await room.tools();
    const calls = Array.from({ length: 5 }, () =>
      room.read('large.log', { totals: 'always' }).catch((error) => error),
    );
    await room.close();
    for (const answer of await Promise.all(calls))
      assert.ok(answer instanceof ReadroomError || answer.size > 0);
    await settled(open);
  });
});
