/** Rooms that drive the program. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { CallError, LimitError, Room, RoomError } from 'readroom';
import { openDescriptors } from './measure.mjs';
import { PageRoom } from './page-room.mjs';
import { inRoom, inTime, kindOf, outside, root, settled, sparse } from './project.mjs';

const real = process.env.READROOM_PROGRAM;

describe('a room in the program', () => {
  test('answers as the component does in a browser', async () => {
    const files = {
      'a.txt': 'one\ntwo\nthree\n',
      'mixed.txt': `\ufeffa\r\nb\n${'x'.repeat(3000)}\nlast`,
      'wide.log': `${'x'.repeat(3000)}\n`.repeat(12_000),
    };
    const rooms = [await Room.fromFiles(files), await PageRoom.fromFiles(files)];
    const reply = await rooms[0].call('pi', { path: 'a.txt', limit: 1 });
    for (const ask of [
      (room) => room.read('a.txt', { start: 2, lines: 1, bytes: 100 }),
      (room) => room.read('mixed.txt'),
      (room) => room.read('wide.log', { start: -3, lines: 2 }),
      (room) => room.read('b.txt').catch((error) => error.toJSON()),
      (room) => room.list('.', { entries: 2 }),
      (room) => room.stat('a.txt'),
      (room) => room.tools(),
      (room) => room.requestedPath('pi', { path: 'a.txt' }),
      (room) => room.argumentsFor('pi', { path: 'a.txt', start: 3 }),
      (room) => room.call('pi', { path: 'a.txt' }),
      (room) => room.readMany(['a.txt', 'nothing'], { tokens: 100 }),
    ]) {
      const [one, other] = await Promise.all(rooms.map(ask));
      assert.deepEqual(one, other, String(ask));
    }
    await Promise.all(rooms.map((room) => room.close()));
  });

  test('one process serves all rooms, many calls at once', async () => {
    const rooms = Array.from({ length: 10 }, () => new Room({ root }));
    const reads = rooms.flatMap((room) =>
      Array.from({ length: 100 }, (_, at) => room.read('a.txt', { start: (at % 2) + 1 })),
    );
    for (const { size } of await Promise.all(reads)) assert.equal(size, 14);
    await Promise.all(rooms.map((room) => room.close()));
    await assert.rejects(rooms[0].read('a.txt'), kindOf(RoomError, 'code', 'closed'));
  });

  test('a session is not shown the same again', () =>
    inRoom({}, async (room) => {
      const session = room.session('one', { unchanged: true });
      const file = path.join(root, 'old.txt');
      fs.writeFileSync(file, 'old\n');
      fs.utimesSync(file, 1e9, 1e9);
      const shown = async () =>
        (await session.call('readroom', { path: 'old.txt' })).content[0].text.includes('old\n');
      assert.deepEqual([await shown(), await shown()], [true, false]);
      await session.close();
      assert.equal((await room.read('a.txt')).size, 14);
    }));

  test('an answer of many megabytes arrives whole', () =>
    inRoom({}, async (room) => {
      fs.writeFileSync(path.join(root, 'large.bin'), Buffer.alloc(8 << 20, 7));
      const args = { path: path.join(root, 'large.bin') };
      const { json } = await room.call('mcp-filesystem@2.0:read_media_file', args);
      assert.ok(json.length > 10 << 20);
    }));

  test('line breaks between the parts of arguments change nothing', () =>
    inRoom({}, async (room) => {
      const reply = await room.call('pi', '{\r\n  "path":\n  "a.txt",\r"limit": 1}\n');
      assert.match(reply.value.content[0].text, /^one\n/u);
      const broken = await room.call('readroom', '{"path": "a.\ntxt"}');
      assert.equal(broken.value.error.code, 'invalid-argument');
      assert.equal((await room.call('readroom', '{"path": "a.txt"}')).outcome, 'answered');
    }));

  test('a call that takes too long is ended, and the next one is served', async () => {
    sparse(root);
    const room = new Room({ root, limits: { time: 50 } });
    const late = await room.read('sparse.log', { totals: 'always' }).catch((error) => error);
    assert.ok(kindOf(LimitError, 'limit', 'time')(late), String(late));
    assert.equal((await inTime(() => room.read('a.txt'))).size, 14);
    await room.close();
  });

  test('a program other than Readroom is an error of the call', async () => {
    for (const program of [
      path.join(root, 'a.txt'),
      path.join(root, 'nothing'),
      '/bin/false',
      '/bin/cat',
    ]) {
      await inRoom({ program }, async (room) => {
        await assert.rejects(
          room.read('a.txt'),
          (error) => error instanceof CallError && error.message.length > 20,
          program,
        );
      });
    }
    assert.throws(
      () => new Room({ root: path.join(outside, 'nothing') }),
      kindOf(RoomError, 'code', 'cannot-open'),
    );
  });

  test('a program that says nothing, or too much, is ended', async () => {
    const open = openDescriptors();
    const other = '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"version":"9"}}';
    for (const [name, script] of [
      ['ends', 'exit 3'],
      ['other', `echo '${other}'; sleep 20`],
      ['chatty', 'while true; do echo "hello"; done'],
    ]) {
      const program = path.join(outside, name);
      fs.writeFileSync(program, `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, { mode: 0o755 });
      await inRoom({ program }, (room) =>
        assert.rejects(room.read('a.txt'), CallError, name),
      );
    }
    await settled(open);
  });

  test('a crash loses the calls under way and nothing else', async () => {
    const program = path.join(outside, 'crashes');
    const pid = path.join(outside, 'pid');
    const script = `#!/bin/sh\necho $$ > '${pid}'\nexec '${path.resolve(real)}' "$@"\n`;
    fs.writeFileSync(program, script, { mode: 0o755 });
    sparse(root);
    await inRoom({ program }, async (room) => {
      const session = room.session('one');
      assert.equal((await session.read('a.txt')).size, 14);
      const lost = room.read('sparse.log', { totals: 'always' });
      const before = fs.readFileSync(pid, 'utf8');
      process.kill(Number(before), 'SIGKILL');
      await assert.rejects(lost, CallError);
      assert.equal((await session.read('a.txt')).size, 14);
      assert.notEqual(fs.readFileSync(pid, 'utf8'), before);
    });
  });
});

describe('the program', () => {
  const script = `
    import { Room } from 'readroom';
    try {
      const room = new Room({ root: process.argv[1] });
      await room.read('a.txt');
      console.log(room.confinement);
      await room.close();
    } catch (error) {
      console.log(error.code, error.message);
    }`;
  const run = (variables, program = script) => {
    const { READROOM_PROGRAM: _, ...environment } = process.env;
    return spawnSync(process.execPath, ['--input-type=module', '-e', program, root], {
      encoding: 'utf8',
      env: { ...environment, ...variables },
    });
  };

  test('that is not there is an error, which says what to install', () => {
    const { stdout, stderr } = run({});
    assert.match(stdout, /^unsupported .*optional dependencies.*READROOM_PROGRAM/u);
    assert.equal(stderr, '');
  });

  test('is looked for where the environment may not be read, as in Deno', () => {
    const denied = `
      const get = (variables, name) => {
        if (name === 'READROOM_PROGRAM') throw new Error('NotCapable: Requires env access');
        return variables[name];
      };
      process.env = new Proxy(process.env, { get });`;
    const { stdout, stderr, status } = run({ READROOM_PROGRAM: real }, `${denied}${script}`);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^unsupported /u);
  });

  test('is that of the variable', () => {
    const { stdout, stderr } = run({ READROOM_PROGRAM: real });
    assert.deepEqual([stdout, stderr], ['process\n', '']);
  });
});
