/** What a policy denies: lists as git reads them, and rooms of both engines. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { AuditError, LimitError, ReadError, Room, RoomError } from 'readroom';
import { EVERYTHING } from './data.mjs';
import { HANG, inside, kindOf, sparse, WORKER } from './project.mjs';
import { onDisk } from './rooms.mjs';

const { PatternList, PatternError } = await inside('./policy/gitignore.js');
const { Guard } = await inside('./policy/guard.js');
const { memoryTree } = await inside('./filesystem/memory.js');

const data = (name) =>
  JSON.parse(fs.readFileSync(path.join(process.env.READROOM_TESTS, 'policy', name), 'utf8'));
const denied = kindOf(ReadError, 'code', 'permission-denied');

/** Returns whether a list matches a file or a directory around it. */
function isListed(list, file) {
  const names = file.split('/');
  return names.some((_, at) => list.matches(names.slice(0, at + 1), at + 1 < names.length));
}

describe('a list', () => {
  const { patterns, errors, any_case: anyCase } = data('patterns.json');

  test('matches what git matches', () => {
    for (const [text, file, expected] of patterns)
      assert.equal(
        isListed(new PatternList(text, false), file),
        expected === 'listed',
        `${JSON.stringify(text)} ${file}`,
      );
  });

  test('matches names in any case where there is none', () => {
    for (const [text, file] of anyCase) {
      assert.ok(isListed(new PatternList(text, true), file), `${text} ${file}`);
      assert.ok(!isListed(new PatternList(text, false), file), `${text} ${file}`);
    }
  });

  test('is refused with the line that is no pattern', () => {
    for (const [text, line] of errors) {
      const isAbout = (error) =>
        error instanceof PatternError && error.message.startsWith(`line ${line} `);
      assert.throws(() => new PatternList(text, false), isAbout, text);
    }
  });

  test('takes a bounded time, whoever wrote it', () => {
    const list = new PatternList(`${'*a'.repeat(4000)}b\n${'**/a/'.repeat(1500)}b\n`, false);
    const start = Date.now();
    assert.equal(isListed(list, `${'a/'.repeat(500)}${'a'.repeat(255)}`), false);
    assert.ok(Date.now() - start < HANG);
  });
});

test('names of secrets are denied, and names that only look so are not', () => {
  const guard = new Guard({ secrets: true, agentignore: false }, false);
  const grants = [{ name: '/project', node: memoryTree({}) }];
  const { secrets, harmless } = data('secrets.json');
  for (const file of secrets) assert.ok(guard.denies(grants, `/project/${file}`), file);
  for (const file of harmless) assert.ok(!guard.denies(grants, `/project/${file}`), file);
});

const FILES = {
  '.env': 'KEY=1\n',
  '.env.example': 'KEY=\n',
  'a.txt': 'one\n',
  'keys/id_rsa': 'secret\n',
  'drafts/plan.md': 'later\n',
};

/** Rooms in which nobody can be asked. */
const program = process.env.READROOM_TEST_PROGRAM;
const kinds = [
  ['on the calling thread', { engine: 'component' }],
  ['in a worker', WORKER],
  ...(program === undefined ? [] : [['in the program', { program }]]),
];

for (const [title, options] of kinds) {
  describe(`a room ${title}`, () => {
    const within = async (files, more, action) => {
      const root = onDisk(files);
      const room = new Room({ root, ...options, ...more });
      try {
        await action(room, root);
      } finally {
        await room.close();
      }
    };

    test('denies secrets, also behind a link, and not what only looks so', () =>
      within(FILES, {}, async (room, root) => {
        fs.symlinkSync('.env', path.join(root, 'harmless.txt'));
        const secrets = ['.env', 'harmless.txt', 'keys/id_rsa', 'nothing/.env', './keys/../.env'];
        for (const file of secrets)
          await assert.rejects(room.read(file), denied, file);
        assert.equal((await room.read('.env.example')).size, 5);
        const reply = await room.call('readroom', { path: '.env' });
        assert.match(reply.content[0].text, /permission-denied/u);
        const listed = (await room.list('.')).entries.map(({ name }) => name);
        assert.ok(listed.includes('.env'), 'names are shown');
      }));

    test('denies what the project hides, as long as it does', () =>
      within({ ...FILES, '.agentignore': 'drafts/\ngone/\na.txt/\n' }, {}, async (room, root) => {
        for (const file of ['drafts/plan.md', 'gone', 'gone/a.txt'])
          await assert.rejects(room.read(file), denied, file);
        assert.equal((await room.read('a.txt')).size, 4);
        await assert.rejects(room.list('drafts'), denied);
        fs.writeFileSync(path.join(root, '.agentignore'), '/a.txt\n');
        await assert.rejects(room.read('a.txt'), denied);
        assert.equal((await room.read('drafts/plan.md')).size, 6);
        fs.rmSync(path.join(root, '.agentignore'));
        assert.equal((await room.read('a.txt')).size, 4);
        fs.writeFileSync(path.join(root, '.agentignore'), '[[:x:]]\n');
        await assert.rejects(room.read('a.txt'), denied, 'what cannot be used denies everything');
      }));

    test('reads everything where the policy says so', () =>
      within({ ...FILES, '.agentignore': '*\n' }, { policy: EVERYTHING }, async (room) => {
        assert.equal((await room.read('.env')).size, 6);
        assert.equal((await room.read('a.txt')).size, 4);
      }));
  });
}

test('a list may be UTF-16, and may not be anything else', async () => {
  const list = Buffer.from('\ufeffa.txt\r\n', 'utf16le');
  for (const [file, isDenied] of [
    [list, true],
    [Buffer.from('\ufeffa.txt'), true],
    [Buffer.from('b.txt\n'), false],
    [Buffer.from([0xff, 0xfe, 0x41]), true],
    [Buffer.from('b\0.txt\n'), true],
    [Buffer.from('b\rc\n'), true],
    [Buffer.from('#\n'.repeat(40_000)), true],
    [Buffer.from('*a*b\n'.repeat(2100)), true],
  ]) {
    const room = await Room.fromFiles({ '.agentignore': file, 'a.txt': 'a\n' });
    const read = room.read('a.txt');
    if (isDenied) await assert.rejects(read, denied, file.toString('latin1', 0, 20));
    else await read;
    await room.close();
  }
});

test('what the component lacks is refused when the room is made', () => {
  const root = onDisk(FILES);
  for (const wanted of [
    { policy: { deny: ['*.md'] } },
    { policy: { rules: 'opencode' } },
    { policy: { rules: { read: 'allow' } } },
    { policy: { onAsk: () => 'once' } },
    { audit: path.join(root, 'log') },
    { auditOrStop: true },
    { observer: () => {} },
    { limits: { memory: 2 ** 26 } },
    { limits: { concurrency: 1 } },
  ]) {
    for (const engine of [{ engine: 'component' }, WORKER]) {
      assert.throws(
        () => new Room({ root, ...engine, ...wanted }),
        kindOf(RoomError, 'code', 'unsupported'),
        JSON.stringify(wanted),
      );
    }
  }
});

describe(
  'the program',
  { skip: program === undefined && 'READROOM_TEST_PROGRAM names no program' },
  () => {
    const within = async (more, action) => {
      const root = onDisk(FILES);
      const room = new Room({ root, program, ...more });
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

    test('decides by rules, and says which', () =>
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

    test('records reads, and tells of them', async () => {
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

    test('calls can be given up, and tell how far they are', () =>
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
  },
);

test('a call in a worker can be given up, and one that waits', async () => {
  const root = onDisk(FILES);
  sparse(root);
  const room = new Room({ root, ...WORKER, policy: EVERYTHING });
  await room.stat('.env');
  const signal = AbortSignal.timeout(100);
  const long = room.read('sparse.log', { totals: 'always', signal });
  const waiting = room.read('.env', { signal });
  await assert.rejects(waiting, { name: 'TimeoutError' });
  await assert.rejects(long, { name: 'TimeoutError' });
  assert.equal((await room.read('.env')).size, 6);
  await room.close();
});
