/**
 * Runs the tests of `readroom mcp` with the official TypeScript SDKs as clients.
 *
 *   node run.mjs --target DIR --program FILE
 *
 * What is needed is installed in DIR by npm, from package-lock.json. The exit status is 0 if all
 * tests passed.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: { target: { type: 'string' }, program: { type: 'string' } },
});
if (options.target === undefined || options.program === undefined) {
  throw new Error(
    'name where to install, and the program: node run.mjs --target DIR --program FILE',
  );
}
const target = path.resolve(options.target);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Installs the SDKs, unless they are those of the last time. */
function install() {
  fs.mkdirSync(target, { recursive: true });
  const lock = fs.readFileSync(path.join(here, 'package-lock.json'));
  const stamp = path.join(target, '.installed');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  for (const name of ['package.json', 'package-lock.json']) {
    fs.copyFileSync(path.join(here, name), path.join(target, name));
  }
  const { status, stdout, stderr } = spawnSync(
    npm,
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts'],
    {
      cwd: target,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`npm ci failed: ${stdout}${stderr}`);
  fs.writeFileSync(stamp, wanted);
}

install();
const tests = fs.readdirSync(here).filter((name) => name.endsWith('.mjs') && name !== 'run.mjs');
// Node looks for packages from where a script lies.
for (const name of tests) fs.copyFileSync(path.join(here, name), path.join(target, name));
const { READROOM_MCP_TOKEN: _, ...environment } = process.env;
const { status, stdout } = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-timeout=120000',
    '--test-reporter=tap',
    ...tests.filter((name) => name.endsWith('.test.mjs')),
  ],
  {
    cwd: target,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, NODE_OPTIONS: '', READROOM: path.resolve(options.program) },
  },
);
const log = path.join(target, 'tests.log');
fs.writeFileSync(log, stdout);
for (const line of stdout.split('\n').filter((line) => /^ *not ok/u.test(line)))
  console.log(line.trim());
const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'mu').exec(stdout)?.[1] ?? 0);
console.log(`mcp, javascript: ${count('pass')} tests passed, ${count('fail')} failed; see ${log}`);
process.exit(count('pass') === 0 ? 1 : (status ?? 1));
