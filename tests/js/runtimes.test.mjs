/** Programs that use the package in Node, Bun and Deno: they read, and exit by themselves. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HANG, outside, root, sparse } from './project.mjs';

const program = process.env.READROOM_PROGRAM;
const isDemanded = process.env.READROOM_DEMAND_BROWSER === '1';

/** Returns the program of a runtime, which npm installed for this platform. */
function installed(scope, ...names) {
  const packages = path.join(process.env.READROOM_TOOLS, scope);
  const there = fs.existsSync(packages) ? fs.readdirSync(packages) : [];
  const files = there.flatMap((each) => names.map((name) => path.join(packages, each, name)));
  return files.find((file) => fs.existsSync(file));
}

const variables = '--allow-env=READROOM_PROGRAM,NODE_V8_COVERAGE';
/** The permissions in `docs/javascript.md`. */
const ALLOWED = ['--allow-read', variables, `--allow-run=${program}`];

const RUNTIMES = {
  node: { file: process.execPath, given: [] },
  bun: { file: installed('@oven', 'bin/bun', 'bin/bun.exe'), given: ['run'] },
  deno: { file: installed('@deno', 'deno', 'deno.exe'), given: ['run', '--no-prompt', ...ALLOWED] },
};

/** Runs a module in a directory where the package is found. */
function run({ file, given }, text, environment = {}, directory = '.') {
  const script = path.join(directory, `runtime-${process.pid}.mjs`);
  fs.writeFileSync(script, text);
  try {
    const { stdout, stderr, status, signal } = spawnSync(file, [...given, script], {
      encoding: 'utf8',
      timeout: HANG,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        NO_COLOR: '1',
        DENO_NO_UPDATE_CHECK: '1',
        ...environment,
      },
    });
    return { stdout, stderr, ended: signal ?? status };
  } finally {
    fs.rmSync(script);
  }
}

const open = `
  import { Room } from 'readroom';
  const room = new Room({ root: ${JSON.stringify(root)} });`;

/** The programs and their outputs. After that, nothing may keep them alive. */
const PROGRAMS = {
  'reads, and closes the room': [
    `console.log((await room.read('a.txt')).size); await room.close();`,
    '14\n',
  ],
  'leaves the room open': [`console.log((await room.read('a.txt')).size);`, '14\n'],
  'makes no call': ['', ''],
  'makes calls one after the other and at once': [
    `for (let i = 0; i < 5; i += 1) await room.stat('a.txt');
     const all = Array.from({ length: 20 }, () => room.read('a.txt'));
     console.log((await Promise.all(all)).length);`,
    '20\n',
  ],
  'is refused': [
    `console.log(await room.read('nothing').catch(({ code }) => code));`,
    'not-found\n',
  ],
  'gives a call up': [
    `const signal = AbortSignal.timeout(50);
     const late = room.read('sparse.log', { totals: 'always', signal });
     console.log(await late.catch(({ name }) => name));`,
    'TimeoutError\n',
  ],
  'has sessions, and files in memory': [
    `const session = room.session('one');
     await session.read('a.txt');
     await session.close();
     const files = await Room.fromFiles({ 'b.txt': 'b' });
     console.log((await files.read('b.txt')).size);`,
    '1\n',
  ],
  'names another program': [
    `const program = '${path.join(root, 'a.txt')}';
     const other = new Room({ root: ${JSON.stringify(root)}, program });
     console.log(await other.read('a.txt').catch(({ name }) => name));`,
    'CallError\n',
  ],
};

for (const [name, runtime] of Object.entries(RUNTIMES)) {
  const skip = runtime.file === undefined && !isDemanded && `npm has no ${name} for this platform`;
  describe(`a program in ${name}`, { skip }, () => {
    for (const [title, [body, wanted]] of Object.entries(PROGRAMS)) {
      test(`${title}, and ends`, () => {
        sparse(root);
        const { stdout, stderr, ended } = run(runtime, open + body);
        assert.deepEqual([ended, stdout, stderr], [0, wanted, '']);
      });
    }
  });
}

describe('Deno', { skip: RUNTIMES.deno.file === undefined && !isDemanded && 'no Deno' }, () => {
  const read = `${open} console.log((await room.read('a.txt')).size);`;
  const denied = (given, ...how) => {
    const { stderr, ended } = run({ ...RUNTIMES.deno, given }, read, ...how);
    assert.equal(ended, 1);
    return stderr;
  };
  const start = ['run', '--no-prompt'];

  test('needs the permissions in the documentation, and no more', () => {
    const documented = fs.readFileSync(
      path.join(process.env.READROOM_TESTS, '..', 'packages', 'js', 'README.md'),
      'utf8',
    );
    const set = ALLOWED.join(' ').replace(program, 'PROGRAM');
    assert.ok(documented.includes(set), set);
    const without = ALLOWED.map((each) => ALLOWED.filter((other) => other !== each));
    for (const given of without) {
      const stderr = denied([...start, ...given]);
      assert.match(stderr, /start (Deno|it) with --allow-read --allow-env=.* --allow-run=/u);
    }
  });

  test('denies looking for the program: the error says so, and not that there is none', () => {
    const variable = denied([...start, '--allow-read']);
    assert.match(variable, /no program was found, and Deno does not allow reading READROOM_PRO/u);
    // The package for this platform is there, and may not be read.
    const own = path.join(outside, 'node_modules');
    const name = `@readroom/${process.platform}-${process.arch}`;
    fs.mkdirSync(path.join(own, name), { recursive: true });
    fs.writeFileSync(path.join(own, name, 'package.json'), JSON.stringify({ name }));
    const project = { type: 'module', dependencies: { readroom: '*' } };
    fs.writeFileSync(path.join(outside, 'package.json'), JSON.stringify(project));
    const package_ = fileURLToPath(new URL('..', import.meta.resolve('readroom')));
    fs.cpSync(package_, path.join(own, 'readroom'), { recursive: true });
    const narrow = `--allow-read=${root},${path.join(own, 'readroom')}`;
    const both = denied([...start, narrow], {}, outside);
    assert.ok(both.includes(`reading READROOM_PROGRAM and the package ${name};`), both);
    const none = denied([...start, ...ALLOWED], { READROOM_PROGRAM: '' });
    assert.match(none, /there is no program for /u);
  });
});
