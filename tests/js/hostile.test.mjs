/** The host's wall alone: a component that does everything a reader must not gets no byte from outside. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDescriptors } from './measure.mjs';

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
    fs.writeFileSync(Buffer.concat([Buffer.from(path.join(root, 'empty/')), Buffer.from(name)]), '');
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
  ['worker', { worker: true }],
  ['best-effort in a worker', { worker: true, bestEffort: true }],
]) {
  describe(`a hostile component: ${title}`, { skip, concurrency: false }, () => {
    const inRoom = (action) => async () => {
      const room = new Room({ root, ...options });
      try {
        await action(async (command) => JSON.parse((await room.call('readroom', command)).json), room);
      } finally {
        await room.close();
      }
    };

    test(
      'no way out gives a byte, or tells whether anything is there',
      inRoom(async (run) => {
        for (const way of WAYS_OUT) {
          for (const verb of ['open', 'open-follow', 'stream', 'stat-follow', 'list', 'list-follow', 'list-file']) {
            const answer = await run(`${verb} ${way.replace('{outside}', outside).replace('{root}', root)}`);
            const isRefused = [
              'not-permitted',
              'loop',
              'no-entry',
              'not-directory',
              'unsupported',
              'invalid',
            ].includes(answer.replace('error ', ''));
            assert.ok(isRefused, `${verb} ${JSON.stringify(way)}: ${answer}`);
          }
        }
        for (const verb of ['open', 'open-follow', 'stat', 'stat-follow', 'list', 'list-follow', 'link']) {
          assert.equal(await run(`${verb} ../secret.txt`), await run(`${verb} ../nothing`), verb);
        }
        for (const verb of ['open', 'stat-follow', 'list']) {
          assert.equal(
            await run(`${verb} out`),
            await run(`${verb} nowhere`),
            `${verb} tells what a link leads to`,
          );
        }
      }),
    );

    test(
      'the inside is read, name by name',
      inRoom(async (run) => {
        assert.equal(await run('open a.txt'), 'ok inside');
        assert.equal(await run('open in'), 'error loop');
        assert.match(await run('open sub'), /^error (is-directory|bad-descriptor)$/u);
        assert.equal(await run('list sub'), 'ok deep/');
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
      'paths have limits',
      inRoom(async (run) => {
        for (const path of ['sub/../'.repeat(100), 'x'.repeat(5000), '\u00e9'.repeat(2500)]) {
          for (const verb of ['open', 'stat', 'link']) {
            assert.equal(await run(`${verb} ${path}`), 'error name-too-long', verb);
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
        assert.ok(!fs.existsSync(path.join(root, 'new')) && fs.existsSync(path.join(root, 'empty')));
      }),
    );

    test(
      'a pipe or a socket is not opened, not even for a moment',
      inRoom(async (run) => {
        const writer = spawn('sh', ['-c', 'echo > "$0"', pipe]);
        let isGone = false;
        writer.once('exit', () => (isGone = true));
        await pause(100);
        for (const name of ['pipe', 'socket']) {
          for (const verb of ['open', 'open-follow'])
            assert.equal(await run(`${verb} ${name}`), 'error no-device', verb);
        }
        await pause(50);
        assert.ok(!isGone, 'the writer was let go');
        writer.kill();
      }),
    );

    test(
      'what is open has a limit, and is closed',
      inRoom(async (run) => {
        await run('open a.txt');
        const open = openDescriptors();
        for (const command of ['listings', 'listings sub', 'directories sub', 'directories a.txt']) {
          assert.equal(await run(command), 'error insufficient-memory', command);
        }
        assert.equal(await run('reopen 3000 sub'), 'ok 3000');
        assert.equal(await run('hold 60 sub'), 'ok 60');
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
