/**
 * The host's wall alone: a component that does everything a reader must not do gets no byte from
 * outside.
 */

import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import './page-room.mjs';

const made = process.env.READROOM_HOSTILE;
const skip = made === undefined && 'no hostile component was given';
const { Room, CallError } =
  skip === false ? await import(pathToFileURL(path.join(made, 'dist', 'browser.js'))) : {};

const LINKS = {
  in: 'a.txt',
  out: '../secret.txt',
  nowhere: '../nothing',
  passwd: '/etc/passwd',
  top: '/',
  up: '..',
  other: '../other',
  'other-dot': 'other/.',
  'other-slash': 'other/',
  magic: '/proc/self/root',
  'absolute-out': '/other/secret.txt',
  'absolute-in': '/project/a.txt',
  'sub/deep/out': '../../../secret.txt',
};

const FILES = {
  'a.txt': 'inside',
  'large.txt': 'x'.repeat(100_000),
  'sub/deep/b.txt': 'inside',
  empty: { directory: true },
  ...Object.fromEntries(Object.entries(LINKS).map(([name, link]) => [name, { link }])),
};

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
  '/other/secret.txt',
  '/project/a.txt',
  'sub\\..\\..\\secret.txt',
  'a.txt\0',
  '\0',
];

describe('a hostile component', { skip, concurrency: false }, () => {
  const inRoom = (action) => async () => {
    const room = await Room.fromFiles(FILES);
    try {
      await action(
        async (command) => JSON.parse((await room.call('readroom', command)).json),
        room,
      );
    } finally {
      await room.close();
    }
  };

  test(
    'no way out yields a byte, or reveals whether anything exists',
    inRoom(async (run) => {
      for (const name of WAYS_OUT) {
        const told = JSON.stringify(name);
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
      assert.equal(await run('read 0 10000000 large.txt'), 'ok 65536 false');
      assert.equal(await run('read 65536 10000000 large.txt'), 'ok 34464 false');
      assert.equal(await run('read 100000 1 large.txt'), 'ok 0 true');
      assert.equal(await run('read 18446744073709551615 1 large.txt'), 'error invalid');
    }),
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
    'a link shows its target unless that is an absolute name outside',
    inRoom(async (run) => {
      assert.equal(await run('link in'), 'ok a.txt');
      assert.equal(await run('link absolute-in'), 'ok /project/a.txt');
      for (const link of ['absolute-out', 'passwd', 'top', 'magic', './absolute-out']) {
        assert.equal(await run(`link ${link}`), 'error not-permitted', link);
      }
    }),
  );

  test(
    'nothing can be changed',
    inRoom(async (run) => {
      const listed = await run('list');
      // A call of a function that the host does not have ends the call of the component.
      await assert.rejects(run('change a.txt'), CallError);
      assert.equal(await run('open a.txt'), 'ok inside');
      assert.equal(await run('list'), listed);
    }),
  );

  test(
    'the number of open handles is limited',
    inRoom(async (run) => {
      for (const command of ['listings', 'directories a.txt']) {
        assert.equal(await run(command), 'error insufficient-memory', command);
      }
      assert.equal(await run('reopen 3000'), 'ok 3000');
      assert.equal(await run('hold 60'), 'ok 60');
    }),
  );

  test(
    'a component that fails is an error, and the next call is served',
    inRoom(async (run, room) => {
      await assert.rejects(room.read('a.txt'), CallError);
      await assert.rejects(room.call('readroom', 'nonsense'), CallError);
      assert.equal(await run('open a.txt'), 'ok inside');
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
});
