/**
 * Installs the npm package beside the frameworks that it, or `packages/agents`, has tools for, and
 * runs their agents.
 *
 *   node run.mjs --target DIR --component FILE --program FILE
 *
 * The package is built in DIR. What else is needed is installed there by npm, from
 * package-lock.json. The exit status is 0 if all tests passed.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npm, pack, run, step } from '../../js/pack.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    target: { type: 'string' },
    component: { type: 'string' },
    program: { type: 'string' },
  },
});
if ([options.target, options.component, options.program].includes(undefined)) {
  throw new Error(
    'name where to build, the component and the program: ' +
      'node run.mjs --target DIR --component FILE --program FILE',
  );
}
const agents = path.join(here, '..', '..', '..', 'packages', 'agents');
const target = path.resolve(options.target);
const built = path.join(target, 'package');
const project = path.join(target, 'installed');
const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];

/** Installs the frameworks, unless they are those of the last time, and the package. */
function install(archive) {
  fs.mkdirSync(project, { recursive: true });
  const stamp = path.join(project, '.installed');
  const lock = fs.readFileSync(path.join(here, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  for (const name of fs.readdirSync(here)) {
    if (name !== 'run.mjs') fs.copyFileSync(path.join(here, name), path.join(project, name));
  }
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== wanted) {
    fs.rmSync(stamp, { force: true });
    run(project, npm, 'ci', ...quiet);
    fs.writeFileSync(stamp, wanted);
  }
  run(project, npm, 'install', '--offline', '--no-save', ...quiet, archive);
}

/** The types of what the snippets of a framework have as `model`. */
const MODELS = {
  ai: "import('ai').LanguageModel",
  'openai-agents': "import('@openai/agents').Model",
  // The program of the SDK asks its model itself.
  'claude-agent': 'undefined',
};

/** Writes the snippets of the documents that need a framework. Returns the names of the files. */
function writeSnippets() {
  const file = path.join(here, '..', '..', 'documents.json');
  const { documents } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(here, '..', '..', '..', document), 'utf8');
    const found = [...text.matchAll(/^```js ([\w-]+)\n(.*?)^```/gmsu)];
    return found.map(([, framework, snippet], at) => {
      const name = `${document.replace(/\W/gu, '-')}-${at + 1}.ts`;
      const model = `declare const model: ${MODELS[framework]};\n`;
      fs.writeFileSync(path.join(project, name), model + snippet);
      return name;
    });
  });
}

/** Compiles what `packages/agents` has for a framework. It has no build of its own. */
function compileAgents() {
  const file = path.join(agents, 'copilot-sdk', 'readroom.ts');
  fs.copyFileSync(file, path.join(project, 'copilot-sdk.ts'));
  compile('copilot-sdk.ts');
}

/**
 * Checks types.ts and the snippets of the documents, with the compiler of the package. The
 * frameworks' own types are theirs.
 */
function checkTypes() {
  compile('--noEmit', 'types.ts', ...writeSnippets());
}

/** Runs the compiler of the package. */
function compile(...given) {
  const tsc = path.join(built, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  const kind = ['--target', 'es2022', '--module', 'nodenext', '--types', ''];
  const lib = ['--lib', 'es2023,dom,dom.iterable,esnext.disposable'];
  run(project, process.execPath, tsc, '--ignoreConfig', ...strict, ...kind, ...lib, ...given);
}

install(pack(built, path.resolve(options.component)));
checkTypes();
compileAgents();
step('the types fit those of the frameworks');
const { status, stdout } = spawnSync(
  process.execPath,
  ['--test', '--test-timeout=120000', '--test-reporter=tap', ...tests()],
  {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      READROOM_TESTS: path.resolve(here, '..', '..'),
      READROOM_PROGRAM: path.resolve(options.program),
    },
  },
);
const log = path.join(target, 'tests.log');
fs.writeFileSync(log, stdout);
for (const line of stdout.split('\n').filter((line) => /^ *not ok/u.test(line)))
  step(line.trim());
const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'mu').exec(stdout)?.[1] ?? 0);
step(`frameworks: ${count('pass')} tests passed, ${count('fail')} failed; see ${log}`);
process.exit(count('pass') === 0 ? 1 : (status ?? 1));

/** Returns the names of the test files. */
function tests() {
  return fs.readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
}
