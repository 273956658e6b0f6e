/**
 * The host's wall alone: a component that does everything a reader must not gets no byte from
 * outside.
 */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDescriptors } from './measure.mjs';
import { until, WORKER } from './project.mjs';

const made = process.env.READROOM_HOSTILE;
const skip = made === undefined && 'no hostile component was given';
const { Room, CallError } =
  skip === false ? await import(pathToFileURL(path.join(made, 'dist', 'index.js'))) : {};

let outside;
let root;
let pipe;
let socket;

before(async () => {
  outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
  root = path.join(outside, 'root');
  fs.mkdirSync(path.join(root, 'sub', 'deep'), { recursive: true });
  fs.mkdirSync(path.join(root, 'empty'));
  fs.mkdirSync(path.join(outside, 'other'));
  fs.writeFileSync(path.join(root, 'a.txt'), 'inside');
  fs.writeFileSync(path.join(root, 'large.txt'), 'x'.repeat(100_000));
  fs.writeFileSync(path.join(root, 'sub', 'deep', 'b.txt'), 'inside');
  fs.writeFileSync(path.join(outside, 'secret.txt'), 'SECRET');
  fs.writeFileSync(path.join(outside, 'other', 'secret.txt'), 'SECRET');
  for (const [target, link] of [
    ['a.txt', 'in'],
    ['../secret.txt', 'out'],
    ['../nothing', 'nowhere'],
    ['/etc/passwd', 'passwd'],
    ['/', 'top'],
    ['..', 'up'],
    ['../other', 'other'],
    ['other/.', 'other-dot'],
    ['other/', 'other-slash'],
    ['/proc/self/root', 'magic'],
    [path.join(outside, 'secret.txt'), 'absolute-out'],
    [path.join(root, 'a.txt'), 'absolute-in'],
    ['../../../secret.txt', 'sub/deep/out'],
  ])
    fs.symlinkSync(target, path.join(root, link));
  for (const name of [[0xff], [0x61, 0xc3], [0x62, 0x80, 0x63], [0x74]]) {
    fs.writeFileSync(
      Buffer.concat([Buffer.from(path.join(root, 'empty/')), Buffer.from(name)]),
      '',
    );
  }
  pipe = path.join(root, 'pipe');
  execFileSync('mkfifo', [pipe]);
  socket = net.createServer().listen(path.join(root, 'socket')).unref();
  await new Promise((resolve) => socket.once('listening', resolve));
});

after(() => {
  socket.close();
  fs.rmSync(outside, { recursive: true, force: true });
});

/** Returns whether a shell sleeps in a call of the system: this one makes one that can wait. */
function isWaiting(pid) {
  if (process.platform !== 'linux') return true;
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, name, state] = / \((.*)\) (.) /u.exec(stat);
  return name === 'sh' && state === 'S';
}

const WAYS_OUT = [
  '../secret.txt',
  'sub/../../secret.txt',
  './../secret.txt',
  'nothing/../../secret.txt',
  'out',
  'out/',
  'nowhere',
  'passwd',
  'top/etc/passwd',
  'up/secret.txt',
  'up/root/../secret.txt',
  'other/secret.txt',
  'other-dot/secret.txt',
  'other-slash/secret.txt',
  'other-slash/./secret.txt',
  'sub/deep/out',
  'sub/deep/../../out',
  'absolute-out',
  'magic/etc/passwd',
  '/etc/passwd',
  '/proc/self/environ',
  '/proc/self/fd/0',
  '..',
  '../',
  '.',
  'sub/..',
  './in',
  '{outside}/secret.txt',
  '{root}/a.txt',
  'sub\\..\\..\\secret.txt',
  'a.txt\0',
  '\0',
];

for (const [title, options] of [
  ['descriptors', {}],
  ['best-effort', { bestEffort: true }],
  ['worker', WORKER],
  ['best-effort in a worker', { ...WORKER, bestEffort: true }],
]) {
  describe(`a hostile component: ${title}`, { skip, concurrency: false }, () => {
    const inRoomOver = (directory, action) => async () => {
      const room = new Room({ root: path.join(root, directory), ...options });
      try {
        await action(
          async (command) => JSON.parse((await room.call('readroom', command)).json),
          room,
        );
      } finally {
        await room.close();
      }
    };
    const inRoom = (action) => inRoomOver('.', action);

    test(
      'no way out gives a byte, or tells whether anything is there',
      inRoom(async (run) => {
        for (const way of WAYS_OUT) {
          const name = way.replace('{outside}', outside).replace('{root}', root);
          const told = JSON.stringify(way);
          for (const verb of ['open-follow', 'stat-follow', 'list-follow']) {
            assert.equal(await run(`${verb} ${name}`), 'error not-permitted', `${verb} ${told}`);
          }
          const isPlain = !/[/\0]|^\.*$/u.test(name);
          for (const verb of ['open', 'list', 'list-file']) {
            const answer = await run(`${verb} ${name}`);
            const allowed = isPlain ? ['error loop', 'error no-entry'] : ['error not-permitted'];
            assert.ok(allowed.includes(answer), `${verb} ${told}: ${answer}`);
          }
          if (!isPlain)
            assert.equal(await run(`link ${name}`), 'error not-permitted', `link ${told}`);
        }
        for (const verb of ['open', 'list']) {
          const [one, other] = [await run(`${verb} out`), await run(`${verb} nowhere`)];
          assert.equal(one, other, `${verb} tells what a link leads to`);
        }
      }),
    );

    test(
      'the inside is read, name by name',
      inRoom(async (run) => {
        assert.equal(await run('open a.txt'), 'ok inside');
        assert.equal(await run('open-follow a.txt'), 'error not-permitted');
        assert.equal(await run('open in'), 'error loop');
        assert.equal(await run('open sub'), 'error is-directory');
        assert.equal(await run('list sub'), 'ok deep/');
        assert.equal(await run('list a.txt'), 'error not-directory');
        assert.equal(await run('list-file a.txt'), 'error not-directory');
        assert.match(await run('list'), /^ok a\.txt absolute-in@ absolute-out@ empty\/ in@ /u);
        assert.equal(await run('count empty'), 'ok 1 3');
        assert.equal(await run('read 0 10000000 large.txt'), 'ok 65536 false');
        assert.equal(await run('read 65536 10000000 large.txt'), 'ok 34464 false');
        assert.equal(await run('read 100000 1 large.txt'), 'ok 0 true');
        assert.equal(await run('read 18446744073709551615 1 large.txt'), 'error invalid');
      }),
    );

    test(
      'names that are not Unicode are skipped one by one',
      inRoomOver('empty', async (run) => assert.equal(await run('count'), 'ok 1 3')),
    );

    test(
      'names have a limit, and paths are not walked',
      inRoom(async (run) => {
        for (const verb of ['open', 'list', 'link']) {
          assert.equal(
            await run(`${verb} ${'sub/../'.repeat(100)}a.txt`),
            'error not-permitted',
            verb,
          );
          for (const name of ['x'.repeat(256), 'x'.repeat(5000), '\u00e9'.repeat(2500)]) {
            assert.equal(await run(`${verb} ${name}`), 'error name-too-long', verb);
          }
        }
      }),
    );

    test(
      'a link shows its target only if that is no absolute name outside',
      inRoom(async (run) => {
        assert.equal(await run('link in'), 'ok a.txt');
        assert.equal(await run('link absolute-in'), `ok ${path.join(root, 'a.txt')}`);
        for (const link of ['absolute-out', 'passwd', 'top', 'magic', './absolute-out']) {
          assert.equal(await run(`link ${link}`), 'error not-permitted', link);
        }
      }),
    );

    test(
      'nothing can be changed',
      inRoom(async (run) => {
        const before = fs.statSync(path.join(root, 'a.txt')).mtimeMs;
        assert.equal(await run('change a.txt'), 'ok ');
        assert.equal(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'), 'inside');
        assert.equal(fs.statSync(path.join(root, 'a.txt')).mtimeMs, before);
        assert.ok(
          !fs.existsSync(path.join(root, 'new')) && fs.existsSync(path.join(root, 'empty')),
        );
      }),
    );

    test(
      'a pipe or a socket is not opened, not even for a moment',
      inRoom(async (run) => {
        // It waits until somebody opens the pipe to read, and what it writes then is lost if they
        // close it again.
        const writer = spawn('sh', ['-c', 'echo > "$0"', pipe]);
        const ended = once(writer, 'exit');
        await until(() => isWaiting(writer.pid), 'a writer that waits');
        for (const name of ['pipe', 'socket']) {
          assert.equal(await run(`open ${name}`), 'error no-device');
          assert.equal(await run(`list ${name}`), 'error no-device');
        }
        const reader = fs.openSync(pipe, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
        await ended;
        assert.equal(fs.readFileSync(reader, 'utf8'), '\n', 'the writer was let go before');
        fs.closeSync(reader);
      }),
    );

    test(
      'what is open has a limit, and is closed',
      inRoom(async (run) => {
        await run('open a.txt');
        const open = openDescriptors();
        for (const command of ['listings', 'directories a.txt']) {
          assert.equal(await run(command), 'error insufficient-memory', command);
        }
        assert.equal(await run('reopen 3000'), 'ok 3000');
        assert.equal(await run('hold 60'), 'ok 60');
        assert.equal(openDescriptors(), open);
      }),
    );

    test(
      'a component that fails is an error, and the next call is served',
      inRoom(async (run, room) => {
        await run('open a.txt');
        const open = openDescriptors();
        await assert.rejects(room.read('a.txt'), CallError);
        await assert.rejects(room.call('readroom', 'nonsense'), CallError);
        assert.equal(await run('open a.txt'), 'ok inside');
        assert.equal(openDescriptors(), open);
      }),
    );

    test(
      'an answer for another number of files is an error, and the next call is served',
      inRoom(async (run, room) => {
        assert.equal((await room.readMany(['a.txt', 'b.txt'])).length, 2);
        for (const files of [['a.txt'], ['a.txt', 'b.txt', 'c.txt']]) {
          await assert.rejects(room.readMany(files), CallError);
          await assert.rejects(room.readMany([...files, { path: 'a.txt', lines: -1 }]), CallError);
        }
        assert.equal(await run('open a.txt'), 'ok inside');
      }),
    );

    test(
      'no more is remembered than fits',
      inRoom(async (run) => {
        assert.equal(await run('remember 32769 a'), '0');
        assert.equal(await run('remember 1000 a'), '0');
        assert.equal(await run('remember 32768 a'), '1000');
        assert.equal(await run('remember 1 a'), '32768');
      }),
    );
  });
}
