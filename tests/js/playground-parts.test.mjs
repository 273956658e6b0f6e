/** Parts of the playground that need no browser, bundled from their sources. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Room } from 'readroom';

const repository = path.join(process.env.READROOM_TESTS, '..');
const sources = path.join(process.env.READROOM_TOOLS, '..', 'playground');

/** The exports of the modules. */
let parts;

before(async () => {
  const tool = path.join(process.env.READROOM_TOOLS, 'esbuild', 'lib', 'main.js');
  const { default: esbuild } = await import(pathToFileURL(tool));
  const names = ['address', 'arguments', 'dom', 'folder', 'request', 'result', 'text'];
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: names.map((name) => `export * from './${name}.ts';`).join('\n'),
      resolveDir: sources,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const script = Buffer.from(outputFiles[0].contents).toString('base64');
  parts = await import(`data:text/javascript;base64,${script}`);
});

const nested = (depth, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);

test('a fragment keeps a choice to the letter, whatever its arguments are', () => {
  const { choiceOf, fragmentOf } = parts;
  const texts = ['', 'no JSON', '{"a":[1]}', '{\n  "a": 1\n}', nested(5000), 'x'.repeat(70_000)];
  for (const args of texts) {
    for (const rules of ['default', 'masked', 'everything']) {
      const choice = { tool: 'pi@0', args, isCompared: rules === 'masked', rules };
      assert.deepEqual(choiceOf(fragmentOf(choice)), choice);
    }
  }
  const { tool, args, isCompared, rules } = choiceOf('');
  assert.deepEqual(
    [tool, JSON.parse(args), isCompared, rules],
    ['readroom', { path: 'README.md' }, false, 'default'],
  );
});

test('arguments that are deep or long are not read, and not called broken', () => {
  const { argumentsIn, parsed } = parts;
  const inObject = (depth) => `{"a":${nested(depth - 1)}}`;
  assert.deepEqual(argumentsIn(inObject(100)), JSON.parse(inObject(100)));
  const brackets = `{"path":"${'['.repeat(500)}\\"${'{'.repeat(500)}"}`;
  assert.deepEqual(argumentsIn(brackets), JSON.parse(brackets));
  const deep = 'This is nested too deeply: the page reads at most 100 levels.';
  for (const text of [inObject(101), inObject(250), nested(50_000 / 2)])
    assert.equal(argumentsIn(text), deep);
  const long = 'This is longer than arguments can be, which is 64 KiB.';
  assert.equal(argumentsIn(`{"a":"${'x'.repeat(70_000)}"}`), long);
  assert.equal(argumentsIn('[]'), 'This is JSON, but arguments are an object.');
  for (const text of ['', '{"a" 1}', '{"a": 01}', '['.repeat(99), '{"a": 1} 2'])
    assert.match(argumentsIn(text), /^This is not JSON: .+\.$/su);
  assert.equal(parsed('{'), undefined);
});

test('arguments are written with indents, unless these make them too long', () => {
  const { argumentsText } = parts;
  assert.equal(argumentsText({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
  const wide = { a: Array(20_000).fill(1) };
  assert.equal(argumentsText(wide), JSON.stringify(wide));
});

test('the read that arguments ask for is found for every tool', async () => {
  const room = await Room.fromFiles({ 'a.txt': 'a\n' });
  const write = async (tool, request) => {
    const args = await room.argumentsFor(tool, request);
    return args && JSON.parse(args);
  };
  const path = 'a.txt';
  const reads = [{}, { start: 7 }, { lines: 3 }, { start: 7, lines: 3 }, { start: -7 }];
  let found = 0;
  for (const { id } of await room.tools()) {
    for (const read of reads) {
      const request = { path, lines: undefined, ...read };
      const args = await write(id, request);
      if (args === undefined) continue;
      assert.deepEqual(await parts.requestOf(write, id, args, path), request, id);
      found += 1;
    }
  }
  assert.ok(found > 50, `${found}`);
  const odd = { path, offset: 1.5, limit: 1e300 };
  assert.deepEqual(await parts.requestOf(write, 'pi@0', odd, path), { path, lines: undefined });
  await room.close();
});

test('a chosen folder answers as a handle does', async () => {
  const chosen = (value) =>
    Object.defineProperty(new File(['x'], 'x'), 'webkitRelativePath', { value });
  const { chosenFolder, directoryOf } = parts;
  const folder = chosenFolder(['p/a', 'p/b/c', 'p/b/d/e'].map(chosen));
  assert.equal(folder.name, 'p');
  const root = directoryOf(folder);
  const kinds = async (directory) => {
    const found = [];
    for await (const [name, { kind }] of directory.entries()) found.push(`${kind} ${name}`);
    return found;
  };
  assert.deepEqual(await kinds(root), ['file a', 'directory b']);
  const below = await root.getDirectoryHandle('b');
  assert.deepEqual(await kinds(below), ['file c', 'directory d']);
  const file = await (await below.getFileHandle('c')).getFile();
  assert.equal(await file.text(), 'x');
  await assert.rejects(root.getFileHandle('b'), { name: 'TypeMismatchError' });
  await assert.rejects(root.getDirectoryHandle('a'), { name: 'TypeMismatchError' });
  await assert.rejects(root.getFileHandle('b/c'), { name: 'NotFoundError' });
  assert.equal(chosenFolder([]), undefined);
});

test('a difference in tokens is shown in numbers and in percent', () => {
  const { differenceOf } = parts;
  assert.equal(differenceOf(100, 100), 'The same number of tokens, about 100.');
  assert.equal(differenceOf(100, 150), 'About 50 more tokens (50 %).');
  assert.equal(differenceOf(1000, 999), 'About 1 fewer token (0 %).');
  assert.equal(differenceOf(0, 3), 'About 3 more tokens.');
});

test('marked characters are those that the program escapes on a terminal', () => {
  const source = (...names) => fs.readFileSync(path.join(repository, ...names), 'utf8');
  const terminal = source('host-runner', 'room', 'src', 'terminal.rs');
  const [, unsafe] = /fn may_be_unsafe\(.*?\{(.*?)#\[cfg\(test\)\]/su.exec(terminal);
  assert.match(unsafe, /'\\t' \| '\\n' => false/u);
  assert.match(unsafe, /character => character\.is_control\(\) \|\| is_hidden\(character\)/u);
  const body = unsafe + source('names', 'src', 'hidden.rs');
  const escaped = new Set();
  const add = (first, last) => {
    for (let code = first; code <= last; code += 1) escaped.add(code);
  };
  const point = String.raw`'\\u\{([0-9a-f]+)\}'`;
  for (const [, first, last] of body.matchAll(new RegExp(`${point}(?:\\.\\.=${point})?`, 'gu')))
    add(parseInt(first, 16), parseInt(last ?? first, 16));
  for (const [first, last] of [[0, 0x1f], [0x7f, 0x9f]]) add(first, last);
  // Nearly every emoji is followed by one, where the program draws it too.
  escaped.delete(0xfe0f);
  // The page shows a tab, and does not count a carriage return.
  for (const seen of ['\t', '\n', '\r']) escaped.delete(seen.codePointAt(0));
  const marked = [];
  for (let code = 0; code <= 0x10ffff; code += 1)
    if (parts.unseenIn(String.fromCodePoint(code)) > 0) marked.push(code);
  const named = (codes) => [...codes].sort((a, b) => a - b).map((code) => code.toString(16));
  assert.deepEqual(named(marked), named(escaped));
});

test('sizes have the unit that fits, as in the program', () => {
  const sizes = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1.0 KiB'],
    [1536, '1.5 KiB'],
    [1024 * 1024 - 1, '1.0 MiB'],
    [128 * 1024 * 1024, '128.0 MiB'],
    [64 * 2 ** 30, '64.0 GiB'],
  ];
  for (const [bytes, shown] of sizes) assert.equal(parts.size(bytes), shown);
});
