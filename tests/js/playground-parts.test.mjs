/** Parts of the playground that need no browser, bundled from their sources. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const repository = path.join(process.env.READROOM_TESTS, '..');
const sources = path.join(process.env.READROOM_TOOLS, '..', 'playground');

/** What the modules export. */
let parts;

before(async () => {
  const tool = path.join(process.env.READROOM_TOOLS, 'esbuild', 'lib', 'main.js');
  const { default: esbuild } = await import(pathToFileURL(tool));
  const names = ['call-panel', 'dom', 'form', 'json-text', 'state', 'text-view'];
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

test('a fragment that is deep or long is shown as it stands', () => {
  const { stateOf, fragmentOf } = parts;
  const stays = [
    nested(5000),
    nested(101),
    nested(2000, Array(40_000).fill('1').join()),
    `"${'x'.repeat(65_543)}"`,
    `"${'é'.repeat(32_772)}"`,
    '['.repeat(20_000),
    `{"a": ${'{"a":'.repeat(5000)}`,
  ];
  for (const args of stays) {
    const state = stateOf(`#${new URLSearchParams({ args })}`);
    assert.equal(state.args, args);
    const fragment = fragmentOf(state);
    // A byte takes three characters of an address.
    assert.ok(fragment.length < 3 * Buffer.byteLength(args) + 100);
    assert.deepEqual(stateOf(fragment), state);
  }
});

test('other fragments are written with indents, unless these make them too long', () => {
  const { stateOf, fragmentOf } = parts;
  const argsOf = (args) => stateOf(`#${new URLSearchParams({ args })}`).args;
  assert.equal(argsOf('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(argsOf('no JSON'), stateOf('').args);
  const brackets = `{"path":"${'['.repeat(500)}\\"${'{'.repeat(500)}"}`;
  assert.equal(argsOf(brackets), JSON.stringify(JSON.parse(brackets), null, 2));
  assert.equal(argsOf(nested(100)), JSON.stringify(JSON.parse(nested(100)), null, 2));
  const wide = nested(100, Array(20_000).fill('1').join());
  assert.equal(argsOf(wide), wide);
  for (const args of ['{"a":[1]}', wide, nested(100)]) {
    const state = stateOf(`#${new URLSearchParams({ args })}`);
    assert.deepEqual(stateOf(fragmentOf(state)), state);
  }
});

test('JSON that is nested too deeply is not called broken', () => {
  const { complaintOf } = parts;
  const inObject = (depth) => `{"a":${nested(depth - 1)}}`;
  assert.equal(complaintOf(inObject(100)), undefined);
  const deep = 'This is nested too deeply: the page reads at most 100 levels.';
  for (const text of [inObject(101), inObject(250), nested(50_000 / 2)])
    assert.equal(complaintOf(text), deep);
  const long = 'This is longer than arguments can be, which is 64 KiB.';
  assert.equal(complaintOf(`{"a":"${'x'.repeat(70_000)}"}`), long);
  assert.equal(complaintOf('[]'), 'This is JSON, but arguments are an object.');
  const broken = 'Not JSON at line 1, column 100: expected a value.';
  assert.equal(complaintOf('['.repeat(99)), broken);
});

test('what is marked as unseen is what the program escapes on a terminal', () => {
  const file = path.join(repository, 'host-runner', 'room', 'src', 'terminal.rs');
  const source = fs.readFileSync(file, 'utf8');
  const [, body] = /fn may_be_unsafe\(.*?\{(.*?)#\[cfg\(test\)\]/su.exec(source);
  assert.match(body, /'\\t' \| '\\n' => false/u);
  assert.match(body, /character => character\.is_control\(\)/u);
  const escaped = new Set();
  const add = (first, last) => {
    for (let code = first; code <= last; code += 1) escaped.add(code);
  };
  const point = String.raw`'\\u\{([0-9a-f]+)\}'`;
  for (const [, first, last] of body.matchAll(new RegExp(`${point}(?:\\.\\.=${point})?`, 'gu')))
    add(parseInt(first, 16), parseInt(last ?? first, 16));
  for (const [first, last] of [[0, 0x1f], [0x7f, 0x9f]]) add(first, last);
  // Nearly every emoji has one behind it, where the program draws it too.
  escaped.delete(0xfe0f);
  // The page shows a tab as an arrow, and does not count a carriage return.
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
