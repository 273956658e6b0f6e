/** Files in memory, and tools in the shapes of SDKs, as browsers have them too. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anthropicContent,
  anthropicTools,
  LimitError,
  openaiContent,
  openaiTools,
  ReadError,
  Room as ProgramRoom,
  RoomError,
  UnknownToolError,
} from 'readroom';
import { PageRoom } from './page-room.mjs';
import { kindOf } from './project.mjs';

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAQAABQAAX3+Hu4AAAAASUVORK5CYII=';

describe('tools for SDKs', () => {
  test('have the shapes that the SDKs take', async () => {
    const room = await ProgramRoom.fromFiles({});
    const tools = await room.tools();
    const [own] = tools;
    assert.deepEqual([own.id, own.name], ['readroom@0.4:read', 'read']);
    assert.deepEqual(openaiTools(own), [
      {
        type: 'function',
        name: 'read',
        description: own.description,
        parameters: own.parameters,
        strict: false,
      },
    ]);
    assert.deepEqual(openaiTools([own], { api: 'chat' }), [
      {
        type: 'function',
        function: { name: 'read', description: own.description, parameters: own.parameters },
      },
    ]);
    assert.deepEqual(anthropicTools(own), [
      { name: 'read', description: own.description, input_schema: own.parameters },
    ]);
    const ids = tools.map(({ id }) => id);
    assert.throws(() => anthropicTools(tools, { ids }), /rename/u);
    const names = anthropicTools(tools, { ids, rename: ({ id }) => id }).map(({ name }) => name);
    assert.deepEqual(names, ids);
  });

  test('are chosen by ids, with and without a revision or a tool', async () => {
    const tools = ['a@2:x', 'a@2:y', 'a@1', 'b-c@3'].map((id) => ({
      id,
      name: id,
      description: id,
      parameters: {},
    }));
    const chosen = (...ids) => openaiTools(tools, { ids }).map(({ name }) => name);
    for (const [id, expected] of [
      ['a', ['a@2:x', 'a@2:y']],
      ['a:y', ['a@2:y']],
      ['a@2', ['a@2:x', 'a@2:y']],
      ['a@2:y', ['a@2:y']],
      ['a@1', ['a@1']],
      ['b-c', ['b-c@3']],
    ]) {
      assert.deepEqual(chosen(id), expected, id);
    }
    assert.deepEqual(chosen('a:y', 'a', 'b-c'), ['a@2:y', 'a@2:x', 'b-c@3']);
    for (const id of ['', 'b', 'a@', 'a@3', 'a:z', 'c']) {
      assert.throws(
        () => chosen(id),
        (error) => error instanceof UnknownToolError && error.tool === id,
      );
    }
  });

  test('are those of readroom by default', async () => {
    const room = await ProgramRoom.fromFiles({});
    const tools = await room.tools();
    const names = ['read', 'list', 'find', 'search'];
    assert.deepEqual(openaiTools(tools).map(({ name }) => name), names);
    assert.deepEqual(anthropicTools(tools).map(({ name }) => name), names);
    const pi = tools.find(({ id }) => id.startsWith('pi@'));
    assert.deepEqual(anthropicTools(pi).map(({ name }) => name), [pi.name]);
  });

  test("their results become the model's view", async () => {
    const room = await ProgramRoom.fromFiles({
      'a.txt': 'one\n',
      'a.png': Uint8Array.from(Buffer.from(IMAGE, 'base64')),
    });
    const text = await room.call('kimi-cli', { path: 'a.txt' });
    const texts = text.content.map((part) => part.text);
    assert.ok(texts.length === 2 && texts[1].includes('one'));
    assert.deepEqual(
      openaiContent(text),
      texts.map((each) => ({ type: 'input_text', text: each })),
    );
    assert.deepEqual(
      openaiContent(text, { api: 'chat' }),
      texts.map((each) => ({ type: 'text', text: each })),
    );
    assert.deepEqual(
      anthropicContent(text),
      texts.map((each) => ({ type: 'text', text: each })),
    );
    const image = await room.call('pi', { path: 'a.png' });
    const [data] = image.content.filter(({ kind }) => kind === 'image').map((part) => part.data);
    assert.ok(data.length > 20);
    const source = { type: 'base64', media_type: 'image/png', data };
    assert.deepEqual(anthropicContent(image).at(-1), { type: 'image', source });
    const url = `data:image/png;base64,${data}`;
    assert.deepEqual(openaiContent(image).at(-1), {
      type: 'input_image',
      image_url: url,
      detail: 'auto',
    });
    assert.ok(openaiContent(image, { api: 'chat' }).every(({ type }) => type === 'text'));
    const file = { content: [{ kind: 'file', mime: 'application/pdf', data: 'AAAA' }] };
    const pdf = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' };
    assert.deepEqual(anthropicContent(file), [{ type: 'document', source: pdf }]);
    assert.deepEqual(openaiContent(file), [
      { type: 'input_file', filename: 'file.pdf', file_data: 'data:application/pdf;base64,AAAA' },
    ]);
  });
});

for (const [title, Room] of [
  ['program', ProgramRoom],
  ['page', PageRoom],
]) {
  describe(`files in memory: ${title}`, () => {
    test('are the given files', async () => {
      const modified = Date.UTC(2024, 0, 1);
      const room = await Room.fromFiles(
        {
          'a/b.txt': new TextEncoder().encode('bytes\n'),
          'a/time': { content: 'x', modified },
          empty: { directory: true },
          up: { link: 'a/../a/b.txt' },
          absolute: { link: '/here/a/b.txt' },
          out: { link: '/etc/passwd' },
        },
        { name: '/here', cwd: 'a' },
      );
      assert.equal(room.confinement, 'memory');
      for (const name of ['b.txt', '../up', '/here/absolute'])
        assert.equal((await room.read(name)).path, 'a/b.txt', name);
      assert.equal((await room.read('time')).modified, modified);
      assert.equal((await room.read('b.txt')).modified, undefined);
      for (const name of ['../out', '../../etc/passwd']) {
        await assert.rejects(room.read(name), kindOf(ReadError, 'code', 'outside-root'), name);
      }
      const empty = (await room.read('/here/empty')).body;
      assert.deepEqual([empty.kind, empty.entries], ['directory', []]);
      const listed = await room.call('dm-cc', { filePath: '/here' });
      assert.match(listed.value.output, /a\/\nabsolute\nempty\/\nout\nup\n/u);
    });

    test('that cannot be are refused', async () => {
      for (const name of ['', '/a', 'a/', 'a//b', '.', 'a/../b', 'a\0', 'a\ud800']) {
        await assert.rejects(
          Room.fromFiles({ [name]: '' }),
          kindOf(RoomError, 'code', 'bad-option'),
          JSON.stringify(name),
        );
      }
      for (const files of [
        { a: '', 'a/b': '' },
        { 'a/b': '', a: '' },
        { a: { link: 'x' }, 'a/b': '' },
      ]) {
        await assert.rejects(
          Room.fromFiles(files),
          kindOf(RoomError, 'code', 'bad-option'),
          JSON.stringify(files),
        );
      }
      const untimed = { a: { content: 'x', modified: '1' } };
      for (const files of [undefined, { a: 7 }, { a: {} }, untimed]) {
        await assert.rejects(Room.fromFiles(files), TypeError, JSON.stringify(files));
      }
      for (const entry of [
        'a\ud800',
        { content: '\udc00' },
        { link: 'a\ud800b' },
        { content: '', modified: 8.64e15 + 2 },
        { content: '', modified: -1e300 },
      ]) {
        await assert.rejects(
          Room.fromFiles({ a: entry }),
          kindOf(RoomError, 'code', 'bad-option'),
          JSON.stringify(entry),
        );
      }
      const latest = await Room.fromFiles({ a: { content: 'x', modified: 8.64e15 } });
      assert.equal((await latest.read('a')).modified, 8.64e15);
      await assert.rejects(
        Room.fromFiles({}, { home: 'agent' }),
        kindOf(RoomError, 'code', 'bad-option'),
      );
      for (const name of ['project', '/a/', '/a/../b', '']) {
        await assert.rejects(
          Room.fromFiles({}, { name }),
          kindOf(RoomError, 'code', 'bad-option'),
          name,
        );
      }
      for (const [cwd, code] of [
        ['a', 'not-a-directory'],
        ['..', 'outside-root'],
      ]) {
        const expected = title === 'page' ? code : 'bad-option';
        await assert.rejects(
          Room.fromFiles({ a: '' }, { cwd }),
          kindOf(RoomError, 'code', expected),
        );
      }
    });
  });
}

test('as many files as the limit on memory allows are taken, and no more', async () => {
  const files = { a: new Uint8Array(1 << 20) };
  await assert.rejects(
    ProgramRoom.fromFiles(files, { limits: { totalMemory: 1 << 20 } }),
    kindOf(LimitError, 'limit', 'total-memory'),
  );
  const tooLong = { a: new Uint8Array(100 << 20) };
  await assert.rejects(
    ProgramRoom.fromFiles(tooLong),
    kindOf(RoomError, 'code', 'bad-argument'),
  );
  const room = await ProgramRoom.fromFiles(files);
  assert.equal((await room.stat('a')).size, 1 << 20);
  await room.close();
});

test("files in memory have the program's features", async () => {
  const asked = [];
  const policy = { deny: ['*.md'], onAsk: ({ path }) => (asked.push(path), 'once') };
  const events = [];
  const files = { 'a.md': 'a\n', '.env': 'KEY=1\n' };
  const room = await ProgramRoom.fromFiles(files, {
    policy,
    observer: (event) => events.push(event.outcome),
  });
  await assert.rejects(room.read('a.md'), kindOf(ReadError, 'code', 'permission-denied'));
  assert.equal((await room.session('one').read('.env')).size, 6);
  assert.deepEqual([asked, events.length], [['/project/.env'], 2]);
  await room.close();
});
