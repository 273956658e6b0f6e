/**
 * The component in a generic host: jco's output with its stock shim of WASI.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { outside } from './project.mjs';

const tools = process.env.READROOM_TOOLS;
const from = (...names) => import(pathToFileURL(path.join(tools, '@bytecodealliance', ...names)));

/** A host without the package: jco's modules, the stock shim, and a directory to grant. */
const host = path.join(outside, 'host');
const trusted = path.join(outside, 'trusted');
let instantiated;

before(async () => {
  const { transpileBytes } = await from('jco-transpile', 'dist', 'index.js');
  const component = fs.readFileSync(fileURLToPath(import.meta.resolve('readroom/component.wasm')));
  const { files } = await transpileBytes(component, { name: 'readroom', instantiation: 'async' });
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(host, 'reader', name)), { recursive: true });
    fs.writeFileSync(path.join(host, 'reader', name), content);
  }
  fs.writeFileSync(path.join(host, 'package.json'), '{ "type": "module" }');
  fs.symlinkSync(tools, path.join(host, 'node_modules'));
  fs.mkdirSync(path.join(trusted, 'src'), { recursive: true });
  fs.writeFileSync(path.join(trusted, 'a.txt'), 'one\ntwo\nthree\n');
  fs.writeFileSync(path.join(trusted, '.env'), 'KEY=1\n');
  fs.writeFileSync(
    path.join(trusted, 'src', 'main.rs'),
    'fn main() {\n    run();\n}\n\nfn run() {}\n',
  );
  const { WASIShim } = await from('preview2-shim', 'dist', 'common', 'instantiation.js');
  const reader = path.join(host, 'reader');
  const { instantiate } = await import(pathToFileURL(path.join(reader, 'readroom.js')));
  const load = async (name) => WebAssembly.compile(fs.readFileSync(path.join(reader, name)));
  instantiated = (env) => {
    const sandbox = { preopens: { '/project': trusted }, env, args: [], enableNetwork: false };
    return instantiate(load, new WASIShim({ sandbox }).getImportObject());
  };
});

test('the host of the documentation reads a file', () => {
  const tests = process.env.READROOM_TESTS;
  const text = fs.readFileSync(path.join(tests, '..', 'docs', 'component.md'), 'utf8');
  const [, snippet] = /^```js host\.js\n(.*?)^```/msu.exec(text);
  fs.writeFileSync(path.join(host, 'host.js'), snippet);
  fs.copyFileSync(
    path.join(tests, 'documents', 'project', 'README.md'),
    path.join(host, 'README.md'),
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['host.js'], {
    cwd: host,
    encoding: 'utf8',
  });
  assert.match(stdout, /^3\tThe commands .*\n\[Lines 3-3 of 7\.\]\n$/u, stderr);
});

const refusal = (action) => {
  try {
    return action();
  } catch (error) {
    return error.payload ?? error;
  }
};

test('lines are read as a model is shown them', async () => {
  const reader = await instantiated({});
  assert.equal(
    reader.readFile('/project/a.txt', undefined, undefined),
    '1\tone\n2\ttwo\n3\tthree\n',
  );
  // Relative to the first directory, although the shim names its own process's working directory.
  assert.match(reader.readFile('a.txt', 3n, undefined), /^3\tthree\n/u);
  assert.match(reader.readFile('/project/a.txt', 2n, 1), /^2\ttwo\n\[Lines 2-2 of 3\.\]$/u);
  assert.match(reader.readFile('/project/a.txt', -2n, undefined), /^2\ttwo\n3\tthree\n/u);
});

test('an outline is read as a model is shown it', async () => {
  const reader = await instantiated({});
  assert.match(
    reader.outlineFile('/project/src/main.rs'),
    /^1.*fn main\(\) \{\n5.*fn run\(\) \{\}/u,
  );
});

test('files are found and searched', async () => {
  const reader = await instantiated({});
  assert.match(reader.findFile('*.rs', undefined, undefined), /^src\/main\.rs\n/u);
  const found = reader.searchFile('run', 'src', '*.rs', undefined);
  assert.match(found, /^src\/main\.rs\n.*^2\t {4}run\(\);$/msu);
  assert.match(
    refusal(() => reader.searchFile('(', undefined, undefined, undefined)),
    /not a regular expression/u,
  );
});

test('errors are text', async () => {
  const reader = await instantiated({});
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

test('the component applies the policy by itself', async () => {
  const read = async (env) => {
    const reader = await instantiated(env);
    return refusal(() => reader.readFile('.env', undefined, undefined));
  };
  assert.match(await read({}), /permission denied/u);
  const everything = JSON.stringify({ rules: 'everything', agentignore: false });
  assert.equal(await read({ READROOM_POLICY: everything }), '1\tKEY=1\n');
});
