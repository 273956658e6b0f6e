/** The history of a git repository, in every kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openaiTools, ReadError, Room, RoomError } from 'readroom';
import { tools as aiTools } from 'readroom/ai';
import { kindOf } from './project.mjs';
import { roomsOver, within } from './rooms.mjs';

const refused = (code) => kindOf(ReadError, 'code', code);

const files = { 'a.txt': 'one\n' };

for (const [title, open] of roomsOver(files)) {
  describe(`history: ${title}`, () => {
    test('needs a repository', () =>
      within(open, async (room) => {
        for (const ask of [
          () => room.diff(),
          () =>
            room.diff({ path: 'a.txt', from: 'HEAD~1', to: 'HEAD', output: 'counts', context: 0 }),
          () => room.log({ path: 'a.txt', at: 'HEAD', since: '2 weeks ago', output: 'files' }),
          () => room.blame('a.txt', { at: 'HEAD', first: 1, lines: 2 ** 40 }),
          () => room.read('a.txt', { at: 'HEAD' }),
          () => room.list('.', { at: 'HEAD' }),
          () => room.find({ at: 'HEAD' }),
          () => room.search({ pattern: 'one', at: 'HEAD' }),
          () => room.map({ at: 'HEAD' }),
        ])
          await assert.rejects(ask(), refused('no-repository'));
      }));

    test('refuses invalid questions', () =>
      within(open, async (room) => {
        for (const [path, code] of [
          ['..', 'outside-root'],
          ['', 'invalid-path'],
        ]) {
          await assert.rejects(room.diff({ path }), refused(code));
          await assert.rejects(room.log({ path }), refused(code));
          await assert.rejects(room.blame(path), refused(code));
        }
        for (const options of [{ output: 'lines' }, { context: -1 }])
          await assert.rejects(room.diff(options), refused('invalid-argument'));
        for (const options of [{ from: 1 }, { globs: 1 }, 'HEAD'])
          await assert.rejects(room.diff(options), TypeError);
        await assert.rejects(room.blame(), TypeError);
        await assert.rejects(room.log({ globs: '*' }), kindOf(RoomError, 'code', 'bad-option'));
      }));
  });
}

test('a call has the options of a call', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const room = await Room.fromFiles(files);
  await assert.rejects(room.diff({ signal }), /enough/u);
  await assert.rejects(room.log({ signal }), /enough/u);
  await assert.rejects(room.blame('a.txt', { signal }), /enough/u);
  await room.close();
});

test('its tools are offered where a repository is', async () => {
  const own = ['read', 'list', 'find', 'search'];
  for (const [more, names] of [
    [{}, own],
    [{ '.git/HEAD': 'ref: refs/heads/main\n' }, [...own, 'diff', 'log']],
  ]) {
    const room = await Room.fromFiles({ ...files, ...more });
    assert.deepEqual(Object.keys(await aiTools(room)), names);
    const named = await aiTools(room, { ids: ['readroom'] });
    assert.deepEqual(Object.keys(named), [...own, 'diff', 'log']);
    assert.deepEqual(
      openaiTools(await room.tools()).map(({ name }) => name),
      own,
    );
    await room.close();
  }
});
