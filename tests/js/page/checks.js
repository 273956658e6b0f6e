/**
 * The checks for a page, and for its worker. Returns the names of the checks; throws if one fails.
 */

import { LimitError, openaiTools, ReadError, Room } from '/package/dist/browser.js';

const CODE = 'fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n';

function equal(given, expected, what) {
  const [one, other] = [JSON.stringify(given), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} is not ${other}`);
}

async function refused(promise, kind, member, value, what) {
  const error = await promise.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!(error instanceof kind) || error[member] !== value)
    throw new Error(`${what}: ${String(error)} ${error?.[member]}`);
}

async function write(directory, name, content) {
  const handle = await directory.getFileHandle(name, { create: true });
  if (handle.createWritable !== undefined) {
    const file = await handle.createWritable();
    await file.write(content);
    await file.close();
  }
}

/** A picture of 7 x 5 pixels, in base64. */
const GIF = 'R0lGODlhBwAFAIAAAAAAAP///ywAAAAABwAFAAACAkQBADs=';

export async function inMemory() {
  const room = await Room.fromFiles({
    'src/a.txt': 'one\ntwo\nthree\n',
    link: { link: 'src/a.txt' },
    out: { link: '/etc/passwd' },
    up: { link: '../../secret' },
    'code.rs': CODE,
    'a.ipynb': '{"cells": [{"cell_type": "code", "source": "1", "outputs": []}]}',
    'dot.gif': Uint8Array.from(atob(GIF), (character) => character.charCodeAt(0)),
  });
  equal(room.confinement, 'memory', 'confinement');
  const document = await room.read('link', { start: -2 });
  equal([document.path, document.body.content], ['src/a.txt', 'two\nthree\n'], 'a link in memory');
  JSON.stringify(document);
  await refused(room.read('out'), ReadError, 'code', 'outside-root', 'a link out');
  await refused(room.read('up'), ReadError, 'code', 'outside-root', 'a link up');
  await refused(room.read('src/b.txt'), ReadError, 'code', 'not-found', 'nothing');
  const reply = await room.call('pi', { path: '/project/src/a.txt', limit: 1 });
  equal(
    reply.value.content[0].text,
    'one\n\n[3 more lines in file. Use offset=2 to continue.]',
    'a tool',
  );
  const names = openaiTools(await room.tools()).map(({ name }) => name);
  equal(names.join(), 'read,list,find,search', 'tools');
  const listed = await room.list('.');
  const found = listed.entries.map(({ name, kind }) => `${name} ${kind}`);
  equal(found.slice(-3), ['out link', 'src directory', 'up link'], 'a listing in memory');
  await ways(room, 'code.rs', 'memory');
  await around(room, '.', 'memory');
  const several = await room.readMany(['a.ipynb', 'dot.gif']);
  equal(
    several.map(({ body }) => body.cells?.[0].source ?? body.mime),
    ['1', 'image/gif'],
    'a notebook and an image',
  );
  await room.close();
  return ['memory'];
}

/** Finding files and lines, in a directory whose only such file is `code.rs`. */
async function around(room, path, where) {
  const scope = { path, globs: '*.rs' };
  equal((await room.find(scope)).entries, [{ path: 'code.rs', kind: 'file' }], `${where}: finding`);
  const asked = { ...scope, pattern: 'T.O', letterCase: 'insensitive' };
  const { stopped, files } = await room.search(asked);
  const found = files.map((file) => [file.path, file.groups[0].lines[0].line]);
  equal([stopped, found], ['end', [['code.rs', 6]]], `${where}: searching`);
}

/** The ways to read a file, and several files, one of which is `code.rs`. */
async function ways(room, path, where) {
  const block = await room.read(path, { block: 6 });
  const found = { first: 5, last: 7, headers: [], sameName: [] };
  equal([block.body.content, block.body.block], [CODE.slice(23), found], `${where}: a block`);
  const outline = await room.read(path, { view: 'outline' });
  equal(
    outline.body.entries,
    [
      { line: 1, last: 3, depth: 0, text: 'fn a() {' },
      { line: 5, last: 7, depth: 0, text: 'fn b() {' },
    ],
    `${where}: an outline`,
  );
  const columns = await room.read(path, { column: 4, columns: 1, lines: 1, encoding: 'latin1' });
  equal(
    [
      columns.body.content,
      columns.body.clipped,
      columns.body.encoding,
      columns.body.encodingSource,
    ],
    ['a\n', [{ line: 1, nextColumn: 5, characters: 8 }], 'windows-1252', 'request'],
    `${where}: columns and an encoding`,
  );
  const requests = [path, `${path}x`, { path, lines: -1 }, { path, lines: 1 }];
  const answers = await room.readMany(requests, { bytes: 100 });
  const told = answers.map((answer) =>
    answer instanceof ReadError ? answer.code : answer.body.content,
  );
  equal(told, [CODE, 'not-found', 'invalid-argument', 'fn a() {\n'], `${where}: several files`);
  await refused(room.readMany([]), ReadError, 'code', 'invalid-argument', `${where}: no files`);
}

/** In a worker, files of any size are read piece by piece; a page holds at most 64 MiB. */
export async function picked(isWorker, large) {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle('project');
  const room = await Room.fromDirectory(directory, { name: '/here', cwd: 'src' });
  equal(room.confinement, 'handles', 'confinement');
  const document = await room.read('a.txt', { lines: 2 });
  equal(
    [document.path, document.body.content, document.body.total],
    ['src/a.txt', 'one\ntwo\n', 3],
    'a file',
  );
  await refused(room.read('nothing.txt'), ReadError, 'code', 'not-found', 'nothing');
  equal((await room.read('../src')).body.entries.length, 1, 'a directory as its entries');
  await refused(room.read('../../outside.txt'), ReadError, 'code', 'outside-root', 'outside');
  await refused(room.read('a.txt/b'), ReadError, 'code', 'not-a-directory', 'below a file');
  const error = await room.read('a.tx').catch((thrown) => thrown);
  equal(error.suggestions, ['a.txt'], 'suggestions');
  const listed = await room.call('dm-cc', { filePath: '/here' });
  if (!listed.value.output.includes('code.rs\nlarge.log\nsrc/\n'))
    throw new Error(`a listing: ${listed.json}`);
  const { entries, total, more } = await room.list('..', { after: 'a', entries: 2, details: true });
  const page = entries.map(({ name, kind, size }) => [name, kind, size]);
  equal(
    [page, total, more],
    [
      [
        ['code.rs', 'file', CODE.length],
        ['large.log', 'file', large],
      ],
      3,
      true,
    ],
    'a page',
  );
  equal((await room.stat('.')).kind, 'directory', 'a directory');
  equal((await room.stat('a.txt')).realPath, '/here/src/a.txt', 'a file, not read');
  const reply = await room.call('pi', { path: '../src/a.txt', offset: 2 });
  equal(reply.content[0].text, 'two\nthree\n', 'a tool');

  await ways(room, '/here/code.rs', 'picked');
  await around(room, '/here', 'picked');
  const first = await room.read('/here/large.log', { lines: 1, totals: 'never' });
  equal(
    [first.size, first.body.content],
    [large, 'line 0000001\n'],
    'the beginning of a large file',
  );
  const last = await room.read('/here/large.log', { start: -1, totals: 'never' });
  equal(
    last.body.content,
    `line ${String(large / 13).padStart(7, '0')}\n`,
    'the end of a large file',
  );
  const counted = room.read('/here/large.log', { start: 2, lines: 1, totals: 'always' });
  if (isWorker) equal((await counted).body.total, large / 13, 'all lines of a large file');
  else await refused(counted, LimitError, 'limit', 'file-size', 'more than may be held');
  const many = await Promise.all(
    Array.from({ length: 20 }, () => room.read('a.txt', { lines: 1 })),
  );
  equal(
    many.every(({ body }) => body.content === 'one\n'),
    true,
    'calls at the same time',
  );
  await room.close();
  return [isWorker ? 'picked in a worker' : 'picked in a page'];
}

/** Puts files into the origin private file system. */
export async function prepare() {
  const root = await navigator.storage.getDirectory();
  await write(root, 'outside.txt', 'SECRET');
  const directory = await root.getDirectoryHandle('project', { create: true });
  await write(
    await directory.getDirectoryHandle('src', { create: true }),
    'a.txt',
    'one\ntwo\nthree\n',
  );
  await write(directory, 'code.rs', CODE);
  // Some 78 MB: more than a page may hold.
  const count = 6_000_000;
  const pieces = [];
  for (let from = 1; from <= count; from += 100_000) {
    pieces.push(
      Array.from(
        { length: 100_000 },
        (_, at) => `line ${String(from + at).padStart(7, '0')}\n`,
      ).join(''),
    );
  }
  const large = new Blob(pieces);
  await write(directory, 'large.log', large);
  return large.size;
}
