/** The life of rooms: sessions, closing, very many calls. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Room, RoomError } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { HANG, inRoom, kindOf, root, SETTLED, WORKER } from './project.mjs';

describe('what a session was shown', () => {
  const shown = async (room, args) => (await room.call('readroom', args)).content[0].text;

  test('is not shown again if it asks for that', async () => {
    for (const options of [{}, WORKER]) {
      const room = new Room({ root, ...options });
      fs.utimesSync(path.join(root, 'a.txt'), SETTLED, SETTLED);
      const session = room.session('one', { unchanged: true });
      const whole = await shown(session, { path: 'a.txt' });
      assert.match(whole, /^1\tone\n/);
      const part = await shown(session, { path: 'a.txt', start: 2 });
      assert.match(part, /^\[Unchanged: 2-3 of a\.txt/);
      assert.equal(await shown(session, { path: 'a.txt', again: true }), whole);
      for (const other of [room, room, room.session(), room.session('two', { unchanged: true })]) {
        assert.equal(await shown(other, { path: 'a.txt' }), whole);
      }
      await room.close();
    }
  });

  test('is bounded by its limit on tokens', async () => {
    const room = new Room({ root, limits: { tokens: 100 } });
    const session = room.session('one');
    const text = await shown(session, { path: 'large.log', tokens: 100_000 });
    assert.ok(text.length < 1000, `${text.length}`);
    assert.match(text, /Next: \{"path":"large\.log"/);
    for (const wrong of [{ unchanged: 1 }, { tokens: 1 }]) {
      assert.throws(() => room.session('one', wrong));
    }
    await room.close();
  });
});

describe('closing', () => {
  test('every method rejects, and says so', async () => {
    for (const options of [{}, WORKER]) {
      const room = new Room({ root, ...options });
      const session = room.session('one');
      await room.read('a.txt');
      await room.close();
      await room.close();
      for (const one of [room, session]) {
        for (const call of [
          () => one.read('a.txt'),
          () => one.readMany(['a.txt']),
          () => one.list('src'),
          () => one.stat('a.txt'),
          () => one.call('pi', '{}'),
          () => one.tools(),
          () => one.argumentsFor('pi', { path: 'a' }),
          () => one.requestedPath('pi', '{}'),
          () => one.renderCall('pi', '{}'),
          () => one.renderResult('pi', '{}', { json: '{}', content: [] }, 'expanded'),
        ])
          await assert.rejects(call(), kindOf(RoomError, 'code', 'closed'));
        assert.throws(() => one.session(), kindOf(RoomError, 'code', 'closed'));
      }
    }
  });

  test('a session that is closed leaves the room open', () =>
    inRoom({}, async (room) => {
      const session = room.session('one');
      assert.equal(session.id, 'one');
      await session.close();
      await assert.rejects(session.read('a.txt'), kindOf(RoomError, 'code', 'closed'));
      assert.equal((await room.read('a.txt')).size, 14);
    }));

  test('it can be left to the language', async () => {
    const open = openDescriptors();
    const room = new Room({ root });
    await room[Symbol.asyncDispose]();
    assert.equal(openDescriptors(), open);
  });
});

describe('sessions', () => {
  test('of a subclass open nothing and have its methods', async () => {
    let made = 0;
    class Mine extends Room {
      constructor(where) {
        super({ root: where });
        made += 1;
      }

      first() {
        return this.read('a.txt', { lines: 1 });
      }
    }
    const room = new Mine(root);
    const open = openDescriptors();
    const session = room.session('one').session('two');
    assert.ok(session instanceof Mine && made === 1 && session.id === 'two');
    assert.equal((await session.first()).body.content, 'one\n');
    assert.equal(openDescriptors(), open);
    await session.close();
    assert.equal((await room.first()).body.content, 'one\n');
    await room.close();
  });

  /** Returns how many bytes of files are read in a call. */
  async function readIn(action) {
    const { readSync } = fs;
    let bytes = 0;
    fs.readSync = (...given) => {
      const read = readSync(...given);
      bytes += read;
      return read;
    };
    try {
      await action();
    } finally {
      fs.readSync = readSync;
    }
    return bytes;
  }

  test('the next page of a large file is found without counting again', () =>
    inRoom({ engine: 'component' }, async (room) => {
      const call = (session, offset) =>
        session.call('pi', { path: 'large.log', offset, limit: 10 });
      const expected = (first) => (reply) =>
        assert.match(reply.value.content[0].text, new RegExp(`^line 0*${first}\n`, 'u'));
      const session = room.session('warm');
      expected(380_000)(await call(session, 380_000));
      const page = async (one) => expected(390_000)(await call(one, 390_000));
      const counting = await readIn(() => page(room.session()));
      const known = await readIn(() => page(session));
      assert.ok(
        known > 0 && known < counting / 4,
        `${known} bytes, and ${counting} bytes with counting`,
      );
    }));

  test('what was remembered is not used for a file that changed', () =>
    inRoom({}, async (room) => {
      const file = path.join(root, 'changes.log');
      const text = fs.readFileSync(path.join(root, 'large.log'), 'utf8');
      fs.writeFileSync(file, text);
      fs.utimesSync(file, SETTLED, SETTLED);
      const call = () => room.call('readroom', { path: 'changes.log', start: 200_000, lines: 1 });
      assert.equal((await call()).value.body.content, 'line 0200000\n');
      fs.writeFileSync(file, `new line\n${text}`);
      assert.equal((await call()).value.body.content, 'line 0199999\n');
      assert.equal((await call()).value.body.content, 'line 0199999\n');
    }));
});

describe('many calls', () => {
  /** The most that 3000 calls may add to the memory: a hundredth of what their instances have. */
  const MOST = 32 * 2 ** 20;

  test('leave nothing behind', () =>
    inRoom({}, async (room) => {
      const rounds = async (times) => {
        for (let i = 0; i < times; i += 1) {
          if (i % 4 === 0) await room.call('pi', { path: 'b.txt' });
          else if (i % 4 === 1) await room.call('dm-cc', { filePath: '.' });
          else await room.read('a.txt');
        }
      };
      await rounds(600);
      const open = openDescriptors();
      // An engine may take more once, for reasons of its own. What leaks, leaks again.
      const grown = [];
      for (let i = 0; i < 3 && !grown.some((bytes) => bytes < MOST); i += 1) {
        const memory = process.memoryUsage().rss;
        await rounds(3000);
        grown.push(process.memoryUsage().rss - memory);
      }
      assert.equal(openDescriptors(), open);
      assert.ok(grown.at(-1) < MOST, `${grown.join(', ')} bytes more than before`);
    }),
  );

  test('may be under way at the same time', () =>
    inRoom({}, async (room) => {
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, i) => room.read('large.log', { start: i + 1, lines: 1 })),
      );
      answers.forEach(({ body }, i) =>
        assert.equal(body.content, `line ${String(i + 1).padStart(7, '0')}\n`),
      );
    }));

  test('nothing is printed, and a process with open rooms ends by itself', () => {
    const program = `
      import { Room } from 'readroom';
      const kinds = [{ engine: 'component' }, { worker: true, limits: { time: 60_000 } }];
      const rooms = kinds.map((options) => new Room({ root: '.', ...options }));
      const program = process.env.READROOM_TEST_PROGRAM;
      if (program !== undefined) rooms.push(new Room({ root: '.', program }));
      for (const room of rooms) {
        await room.read('nothing').catch(() => {});
        await room.call('pi', 'no JSON');
      }`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: HANG,
    });
    assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, '', '']);
  });

  test('an environment variable of the transpiler switches nothing on', () => {
    const program =
      "import { Room } from 'readroom'; await (await Room.fromFiles({ a: '' })).read('a');";
    const env = { ...process.env, JCO_DEBUG: '1' };
    assert.equal(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env,
        encoding: 'utf8',
      }),
      '',
    );
  });
});
