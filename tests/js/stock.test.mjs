/**
 * The component in a host that knows nothing of this package: jco's output with its stock shim of
 * WASI.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { outside } from './project.mjs';

const tools = process.env.READROOM_TOOLS;
const from = (...names) => import(pathToFileURL(path.join(tools, '@bytecodealliance', ...names)));

let reader;

before(async () => {
  const { transpileBytes } = await from('jco-transpile', 'dist', 'index.js');
  const { WASIShim } = await from('preview2-shim', 'dist', 'common', 'instantiation.js');
  const component = fs.readFileSync(fileURLToPath(import.meta.resolve('readroom/component.wasm')));
  const { files } = await transpileBytes(component, { name: 'stock', instantiation: 'async' });
  const out = path.join(outside, 'stock');
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    fs.writeFileSync(path.join(out, name), content);
  }
  fs.writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }');
  const trusted = path.join(outside, 'trusted');
  fs.mkdirSync(path.join(trusted, 'src'), { recursive: true });
  fs.writeFileSync(path.join(trusted, 'a.txt'), 'one\ntwo\nthree\n');
  fs.writeFileSync(
    path.join(trusted, 'src', 'main.rs'),
    'fn main() {\n    run();\n}\n\nfn run() {}\n',
  );
  const { instantiate } = await import(pathToFileURL(path.join(out, 'stock.js')));
  const load = async (name) => WebAssembly.compile(fs.readFileSync(path.join(out, name)));
  const sandbox = { preopens: { '/project': trusted }, env: {}, args: [], enableNetwork: false };
  reader = await instantiate(load, new WASIShim({ sandbox }).getImportObject());
});

const refusal = (action) => {
  try {
    return action();
  } catch (error) {
    return error.payload ?? error;
  }
};

test('lines are read as a model is shown them', () => {
  assert.equal(
    reader.readFile('/project/a.txt', undefined, undefined),
    '1\tone\n2\ttwo\n3\tthree\n',
  );
  // Relative to the first directory, although the shim names its own process's working directory.
  assert.match(reader.readFile('a.txt', 3n, undefined), /^3\tthree\n/u);
  assert.match(reader.readFile('/project/a.txt', 2n, 1), /^2\ttwo\n\[.*"start":3.*\]$/u);
  assert.match(reader.readFile('/project/a.txt', -2n, undefined), /^2\ttwo\n3\tthree\n/u);
});

test('an outline is read as a model is shown it', () => {
  assert.match(
    reader.outlineFile('/project/src/main.rs'),
    /^1.*fn main\(\) \{\n5.*fn run\(\) \{\}/u,
  );
});

test('errors are text', () => {
  assert.match(
    refusal(() => reader.readFile('/project/b.txt', undefined, undefined)),
    /b\.txt.*does not exist/u,
  );
  assert.match(
    refusal(() => reader.readFile('/etc/passwd', undefined, undefined)),
    /outside/u,
  );
  assert.match(
    refusal(() => reader.outlineFile('/project/src')),
    /directory/u,
  );
  assert.match(
    refusal(() => reader.readFile('/project/a.txt', 0n, undefined)),
    /start/u,
  );
});
