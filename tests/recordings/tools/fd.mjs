/**
 * Runs fd, the first argument, with what follows: its results are in the order of their names, byte
 * by byte, and cut to their limit afterwards. By itself it has them as its threads find them.
 */

import { spawnSync } from 'node:child_process';

const [program, ...given] = process.argv.slice(2);
const option = given.indexOf('--max-results');
const limit = option < 0 ? Number.POSITIVE_INFINITY : Number(given[option + 1]);
// One that fd does not take stays there for it to say so.
if (Number.isSafeInteger(limit)) given.splice(option, 2);
const { status, stdout, stderr } = spawnSync(program, ['--print0', ...given], {
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'latin1',
  maxBuffer: 2 ** 30,
});
const key = (result) => result.replaceAll('/', '\0');
const found = stdout.split('\0').slice(0, -1);
found.sort((one, other) => (key(one) < key(other) ? -1 : 1));
const lines = found.slice(0, limit).map((result) => `${result}\n`);
process.stdout.write(lines.join(''), 'latin1');
process.stderr.write(stderr, 'latin1');
process.exitCode = status;
