/** A policy's denials, in rooms of the program and of browsers. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { AuditError, LimitError, ReadError, Room, RoomError } from 'readroom';
import { EVERYTHING } from './data.mjs';
import { PageRoom } from './page-room.mjs';
import { kindOf, sparse } from './project.mjs';
import { onDisk, within as inRoom } from './rooms.mjs';

const denied = kindOf(ReadError, 'code', 'permission-denied');

const FILES = {
  '.env': 'KEY=1\n',
  '.env.example': 'KEY=\n',
  'a.txt': 'one\n',
  'keys/id_rsa': 'secret\n',
  'drafts/plan.md': 'later\n',
};

/** Rooms without anyone to ask. */
const kinds = {
  program: (files, options) => {
    const root = onDisk(files);
    fs.symlinkSync('.env', path.join(root, 'harmless.txt'));
    return new Room({ root, ...options });
  },
  memory: (files, options) => Room.fromFiles(linked(files), options),
  page: (files, options) => PageRoom.fromFiles(linked(files), options),
};

function linked(files) {
  return { ...files, 'harmless.txt': { link: '.env' } };
}

for (const [title, open] of Object.entries(kinds)) {
  describe(`a policy: ${title}`, () => {
    const within = (files, options, action) => inRoom(async () => open(files, options), action);

    test('denies secrets, also through a link, and nothing that only looks similar', () =>
      within(FILES, {}, async (room) => {
        const secrets = ['.env', 'harmless.txt', 'keys/id_rsa', 'nothing/.env', './keys/../.env'];
        for (const file of secrets) await assert.rejects(room.read(file), denied, file);
        assert.equal((await room.read('.env.example')).size, 5);
        const reply = await room.call('readroom', { path: '.env' });
        assert.match(reply.content[0].text, /permission-denied/u);
        const listed = (await room.list('.')).entries.map(({ name }) => name);
        assert.ok(!listed.includes('.env'), 'denied names are not listed');
      }));

    test('denies files that the project hides', () =>
      within({ ...FILES, '.agentignore': 'drafts/\ngone/\na.txt/\n' }, {}, async (room) => {
        for (const file of ['drafts/plan.md', 'gone', 'gone/a.txt'])
          await assert.rejects(room.read(file), denied, file);
        assert.equal((await room.read('a.txt')).size, 4);
        await assert.rejects(room.list('drafts'), denied);
      }));

    test('reads everything where the policy says so', () =>
      within({ ...FILES, '.agentignore': '*\n' }, { policy: EVERYTHING }, async (room) => {
        assert.equal((await room.read('.env')).size, 6);
        assert.equal((await room.read('a.txt')).size, 4);
      }));

    test('decides by patterns and permissions', async () => {
      const patterns = { deny: ['*.md'], ask: ['a.txt'], allow: ['.env'], agentignore: false };
      await within({ ...FILES, '.agentignore': '*\n' }, { policy: patterns }, async (room) => {
        assert.equal((await room.read('.env')).size, 6);
        for (const file of ['drafts/plan.md', 'a.txt'])
          await assert.rejects(room.read(file), denied, file);
      });
      const rules = { read: { '*': 'allow', '*.txt': 'deny' } };
      await within(FILES, { policy: { rules } }, async (room) => {
        await assert.rejects(room.read('a.txt'), denied);
        assert.equal((await room.read('.env.example')).size, 5);
      });
    });
  });
}

test('features missing in browsers are refused when the room is made', async () => {
  for (const [options, code] of [
    [{ policy: { onAsk: () => 'once' } }, 'unsupported'],
    [{ policy: { rules: 'none' } }, 'bad-option'],
    [{ audit: 'log' }, 'bad-option'],
    [{ limits: { memory: 2 ** 26 } }, 'bad-option'],
  ]) {
    await assert.rejects(PageRoom.fromFiles(FILES, options), kindOf(RoomError, 'code', code));
  }
});

describe('the program', () => {
  const within = async (more, action) => {
    const root = onDisk(FILES);
    const room = new Room({ root, ...more });
    try {
      await action(room, root);
    } finally {
      await room.close();
    }
  };

  test('asks, with the session that wants to know', async () => {
    const asked = [];
    const answers = ['reject', 'once', 'always'];
    const onAsk = async (question) => {
      asked.push(question);
      return answers[asked.length - 1];
    };
    await within({ policy: { onAsk } }, async (room, root) => {
      const session = room.session('one');
      await assert.rejects(session.read('.env'), denied);
      assert.equal((await session.read('.env')).size, 6);
      assert.equal((await room.read('.env')).size, 6);
      assert.equal((await room.read('keys/id_rsa')).size, 7);
      assert.deepEqual(
        asked.map(({ session: name }) => name),
        ['one', 'one', undefined],
      );
      const { permission, path: file, rule } = asked[0];
      assert.deepEqual([permission, file], ['read', path.join(root, '.env')]);
      assert.deepEqual(rule, { origin: 'secrets', pattern: '.env', action: 'ask' });
    });
  });

  test('decides by rules, and names them', () =>
    within(
      { policy: { deny: ['*.md'], ask: ['a.txt'], allow: ['.env'], agentignore: false } },
      async (room) => {
        assert.equal((await room.read('.env')).size, 6);
        const reply = await room.call('pi', { path: 'drafts/plan.md' });
        assert.equal(reply.outcome, 'refused');
        const rule = { origin: 'policy', pattern: '*.md', action: 'deny' };
        assert.deepEqual(reply.denied.rule, rule);
        assert.match(reply.denied.path, /drafts\/plan\.md$/u);
        await assert.rejects(room.read('a.txt'), /.*a\.txt.*/u);
      },
    ));

  test('an error of a callback ends the call, and no other', async () => {
    const onAsk = () => {
      throw new RangeError('no');
    };
    await within({ policy: { onAsk } }, async (room) => {
      await assert.rejects(room.read('.env'), RangeError);
      assert.equal((await room.read('a.txt')).size, 4);
    });
    const observer = () => {
      throw new RangeError('no');
    };
    await within({ observer }, (room) => assert.rejects(room.read('a.txt'), RangeError));
  });

  test('a policy that it cannot use is refused by the first call', async () => {
    for (const policy of [{ rules: { other: 'allow' } }, { deny: ['['.repeat(3), 'a\\'] }])
      await within({ policy }, (room) =>
        assert.rejects(room.read('a.txt'), kindOf(RoomError, 'code', 'bad-option')),
      );
  });

  test('records reads, and reports them', async () => {
    const events = [];
    const log = path.join(onDisk({}), 'log.jsonl');
    const records = { audit: log, auditOrStop: true, observer: (event) => events.push(event) };
    await within(records, async (room) => {
      await room.session('one').call('pi', { path: 'a.txt' });
      await room.read('nothing').catch(() => {});
      const lines = fs.readFileSync(log, 'utf8').trim().split('\n');
      assert.deepEqual(lines.map((line) => JSON.parse(line)), events);
      assert.deepEqual(
        events.map(({ session, tool }) => [session, tool]),
        [
          ['one', 'pi'],
          [undefined, undefined],
        ],
      );
    });
  });

  test('stops where a record cannot be written', () =>
    within({ audit: '/dev/full', auditOrStop: true }, (room) =>
      assert.rejects(room.read('a.txt'), AuditError),
    ));

  test('has limits', async () => {
    await within({ limits: { time: 20 } }, async (room, root) => {
      sparse(root);
      await assert.rejects(
        room.read('sparse.log', { totals: 'always' }),
        kindOf(LimitError, 'limit', 'time'),
      );
    });
    await within({ limits: { tokens: 50 } }, async (room, root) => {
      fs.writeFileSync(path.join(root, 'long.txt'), 'word '.repeat(5000));
      const { content } = await room.call('readroom', { path: 'long.txt' });
      assert.ok(content[0].text.length < 1000);
    });
  });

  test('calls can be cancelled, and report their progress', () =>
    within({ policy: EVERYTHING }, async (room, root) => {
      sparse(root);
      const controller = new AbortController();
      const heard = [];
      const onProgress = (bytes) => {
        heard.push(bytes);
        if (heard.length === 2) controller.abort(new RangeError('enough'));
      };
      const { signal } = controller;
      const read = room.read('sparse.log', { totals: 'always', signal, onProgress });
      await assert.rejects(read, RangeError);
      assert.ok(heard[0] > 0 && heard[1] > heard[0], `${heard}`);
      await assert.rejects(room.stat('a.txt', { signal }), RangeError);
      assert.equal((await room.read('.env')).size, 6);
    }));
});
