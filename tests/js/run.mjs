/**
 * Builds the npm package, installs it as a user would, and tests the installed package.
 *
 *   node run.mjs --target DIR --component FILE --program FILE [--hostile FILE] [--demand-browser]
 *
 * DIR is for this alone and may be deleted. Skipped tests are listed, with the reason. The exit
 * status is 0 if all tests passed.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeHostile } from './make-hostile.mjs';
import { npm, pack, run, step } from './pack.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, '..', '..');

const { values: options } = parseArgs({
  options: {
    target: { type: 'string' },
    component: { type: 'string' },
    program: { type: 'string' },
    hostile: { type: 'string' },
    'demand-browser': { type: 'boolean', default: false },
  },
});
if ([options.target, options.component, options.program].includes(undefined)) {
  throw new Error(
    'name where to build, the component and the program: ' +
      'node run.mjs --target DIR --component FILE --program FILE',
  );
}
const target = path.resolve(options.target);
const component = path.resolve(options.component);
const program = path.resolve(options.program);
const installed = path.join(target, 'installed');
/** The maximum time of a test file in milliseconds: calls that hang end it much sooner. */
const MAX_TIME = 1_800_000;

/** Installs the package into an empty project. */
function install(archive) {
  fs.mkdirSync(installed);
  fs.writeFileSync(path.join(installed, 'package.json'), '{ "private": true, "type": "module" }\n');
  run(
    installed,
    npm,
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    archive,
  );
  const there = fs
    .readdirSync(path.join(installed, 'node_modules'))
    .filter((name) => !name.startsWith('.'));
  if (there.join() !== 'readroom')
    throw new Error(`the package brings others with it: ${there.join(', ')}`);
  const root = path.join(installed, 'node_modules', 'readroom');
  const { dependencies, scripts, exports } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  if (dependencies !== undefined) throw new Error('the package has dependencies');
  if (['preinstall', 'install', 'postinstall', 'prepare'].some((name) => name in scripts)) {
    throw new Error('the package runs scripts when it is installed');
  }
  const named = (value) =>
    typeof value === 'string' ? [value] : Object.values(value).flatMap(named);
  const brought = named(exports).map((name) => name.replace('*', 'reader.core.wasm'));
  const licenses = ['LICENSE-MIT', 'LICENSE-APACHE', 'LICENSE-glyph-names'];
  for (const name of [...brought, 'README.md', ...licenses]) {
    if (!fs.existsSync(path.join(root, name))) throw new Error(`the package lacks ${name}`);
  }
}

/** Returns the snippets of a language in the documents, each with a name. */
function snippets(language) {
  const { documents } = JSON.parse(
    fs.readFileSync(path.join(repository, 'tests', 'documents.json'), 'utf8'),
  );
  return documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(repository, document), 'utf8');
    const found = [...text.matchAll(new RegExp('^```' + language + '\\n(.*?)^```', 'gmsu'))];
    return found.map(([, snippet], at) => ({
      name: `${document.replace(/\W/gu, '-')}-${at + 1}`,
      snippet,
    }));
  });
}

/** Runs the snippets of the documents in the project that they read: each must exit with 0. */
function runSnippets() {
  const project = path.join(installed, 'project');
  fs.cpSync(path.join(repository, 'tests', 'documents', 'project'), project, { recursive: true });
  const all = snippets('js');
  process.env.READROOM_PROGRAM = program;
  for (const { name, snippet } of all) {
    const file = path.join(project, `${name}.mjs`);
    fs.writeFileSync(file, snippet);
    run(project, process.execPath, file);
  }
  delete process.env.READROOM_PROGRAM;
  step(`${all.length} snippets of the documents ran`);
}

/**
 * Checks programs that use the package's types, and the snippets of the documents, with the
 * compiler of the package.
 */
function checkTypes() {
  const tsc = path.join(target, 'node_modules', 'typescript', 'bin', 'tsc');
  const consumers = ['consumer.ts', 'consumer-node.ts', 'consumer-page.ts'];
  for (const file of consumers) fs.copyFileSync(path.join(here, file), path.join(installed, file));
  const all = ['js', 'ts'].flatMap((language) =>
    snippets(language).map(({ name, snippet }) => {
      const file = `${name}-${language}.ts`;
      fs.writeFileSync(path.join(installed, file), snippet);
      return file;
    }),
  );
  // No types of Node, and only the libraries that every compiler includes by default.
  const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes'];
  const plain = ['--target', 'es2022', '--types', '', '--lib', 'es2022,dom'];
  const node = ['--module', 'nodenext'];
  const check = (files, ...more) =>
    run(installed, process.execPath, tsc, ...strict, ...plain, ...more, ...files);
  check([...consumers, ...all], ...node);
  check(['consumer.ts'], ...node, '--customConditions', 'browser');
  check(['consumer.ts', 'consumer-page.ts'], '--module', 'esnext', '--moduleResolution', 'bundler');
  step(`${all.length} snippets of the documents have the right types`);
}

/** Copies the installed package around another component. */
async function installHostile() {
  if (options.hostile === undefined) return undefined;
  const copy = path.join(installed, 'hostile');
  fs.cpSync(path.join(installed, 'node_modules', 'readroom'), copy, { recursive: true });
  await makeHostile(target, path.resolve(options.hostile), copy);
  return copy;
}

function runTests(hostile) {
  const directory = path.join(installed, 'tests');
  fs.mkdirSync(directory);
  const files = fs.readdirSync(here).filter((name) => name.endsWith('.mjs') && name !== 'run.mjs');
  for (const name of files) fs.copyFileSync(path.join(here, name), path.join(directory, name));
  fs.cpSync(path.join(here, 'page'), path.join(directory, 'page'), { recursive: true });
  const tests = files.filter((name) => name.endsWith('.test.mjs'));
  const first = runFiles(directory, tests, hostile);
  const aborted = tests.filter((name) => isAborted(first.stdout, name));
  report(first, aborted);
  if (aborted.length > 0) {
    step(`once more, because Node aborted: ${aborted.join(', ')}`);
    report(runFiles(directory, aborted, hostile), []);
  }
}

/** Runs test files. */
function runFiles(directory, tests, hostile) {
  // Each file is a process that measures itself; several at once would disturb each other.
  return spawnSync(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      `--test-timeout=${MAX_TIME}`,
      '--test-reporter=tap',
      ...tests,
    ],
    {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 256 * 2 ** 20,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        READROOM_TESTS: path.join(repository, 'tests'),
        READROOM_TOOLS: path.join(target, 'node_modules'),
        READROOM_PROGRAM: program,
        READROOM_PLAYGROUND: path.join(target, 'playground.html'),
        ...(hostile === undefined ? {} : { READROOM_HOSTILE: hostile }),
        ...(options['demand-browser'] ? { READROOM_DEMAND_BROWSER: '1' } : {}),
      },
    },
  );
}

/**
 * Returns whether a test file ended by an assertion of Node 20: it may fail where a worker is
 * terminated while its JavaScript is compiled, which is how a call ends at its time limit.
 */
function isAborted(output, name) {
  const assertion = 'node::NodePlatform::ForIsolate';
  const ended = new RegExp(`^not ok \\d+ - .*/${name.replaceAll('.', '\\.')}$`, 'mu');
  return output.includes(assertion) && ended.test(output) && output.includes("signal: 'SIGABRT'");
}

/** Prints failed and skipped tests, except for files that run again. */
function report({ stdout: output, status }, aborted) {
  const log = path.join(target, 'tests.log');
  fs.writeFileSync(log, output);
  const skipped = new Map();
  for (const [, why] of output.matchAll(/^ *ok \d+ - .* # SKIP (.*)$/gmu))
    skipped.set(why, (skipped.get(why) ?? 0) + 1);
  for (const [why, times] of skipped) step(`skipped: ${times} because ${why}`);
  const isFailure = (line) =>
    /^ *not ok/u.test(line) && !aborted.some((name) => line.endsWith(`/${name}`));
  const failed = output.split('\n').filter(isFailure);
  for (const line of failed.slice(0, 50)) step(line.trim());
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'mu').exec(output)?.[1] ?? 0);
  step(`${count('pass')} tests passed, ${count('fail')} failed, ${count('skipped')} were skipped`);
  if ((status !== 0 && aborted.length === 0) || failed.length > 0) {
    step(`see ${log}`);
    process.exit(1);
  }
  if (count('pass') === 0) throw new Error('no test ran');
}

fs.rmSync(installed, { recursive: true, force: true });
install(pack(target, component));
runSnippets();
checkTypes();
runTests(await installHostile());
