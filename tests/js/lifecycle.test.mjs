/** The life of rooms: sessions, closing, very many calls. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Room, RoomError } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { PageRoom } from './page-room.mjs';
import { HANG, inRoom, kindOf, root, SETTLED } from './project.mjs';
import { within } from './rooms.mjs';

describe('what a session was shown', () => {
  const shown = async (room, args) => (await room.call('readroom', args)).content[0].text;

  test('is not shown again if it asks for that', async () => {
    const room = new Room({ root });
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

test('a browser has no sessions, and says so', async () => {
  const room = await PageRoom.fromFiles({});
  assert.throws(() => room.session('one'), { code: 'unsupported' });
});

describe('closing', () => {
  test('every method rejects, and says so', async () => {
    const files = { 'a.txt': 'one\n' };
    for (const open of [() => new Room({ root }), () => Room.fromFiles(files)]) {
      const room = await open();
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
    const room = new Room({ root });
    await room[Symbol.asyncDispose]();
    await assert.rejects(room.read('a.txt'), kindOf(RoomError, 'code', 'closed'));
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
    const session = room.session('one').session('two');
    assert.ok(session instanceof Mine && made === 1 && session.id === 'two');
    assert.equal((await session.first()).body.content, 'one\n');
    await session.close();
    assert.equal((await room.first()).body.content, 'one\n');
    await room.close();
  });

  test('nothing remembered is used for a file that changed', () =>
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
  /** The maximum memory growth of 3000 calls: a hundredth of their instances' memory. */
  const MOST = 32 * 2 ** 20;

  const opens = {
    program: async () => new Room({ root }),
    page: () => PageRoom.fromFiles({ 'a.txt': 'one\n' }),
  };
  for (const [title, open] of Object.entries(opens)) {
    test(`leave nothing behind: ${title}`, () =>
      within(open, async (room) => {
        const rounds = async (times) => {
          for (let i = 0; i < times; i += 1) {
            if (i % 4 === 0) await room.call('pi', { path: 'b.txt' });
            else if (i % 4 === 1) await room.call('dm-cc', { filePath: '.' });
            else await room.read('a.txt');
          }
        };
        await rounds(600);
        const before = openDescriptors();
        // An engine may grow once, for reasons of its own. A leak grows again.
        const grown = [];
        for (let i = 0; i < 3 && !grown.some((bytes) => bytes < MOST); i += 1) {
          const memory = process.memoryUsage().rss;
          await rounds(3000);
          grown.push(process.memoryUsage().rss - memory);
        }
        assert.equal(openDescriptors(), before);
        assert.ok(grown.at(-1) < MOST, `${grown.join(', ')} bytes more than before`);
      }));
  }

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
      const rooms = [new Room({ root: '.' }), await Room.fromFiles({ a: 'text' })];
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
});
