/**
 * A small benchmark of the installed package: one JSON object a line, times in microseconds.
 *
 *   node bench.mjs [--calls 500]
 *
 * Run it where `readroom` is installed. Times are medians and change with the machine and the hour; compare
 * the ratios.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Room } from 'readroom';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '500' } } });
const calls = Number(values.calls);

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-bench-'));
const lines = (count) =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}: the quick brown fox\n`).join('');
fs.writeFileSync(path.join(directory, 'small.txt'), lines(200));
const LARGE = 8_000_000;
{
  const file = fs.openSync(path.join(directory, 'large.log'), 'w');
  const block = lines(100_000);
  for (let i = 0; i < LARGE / 100_000; i += 1) fs.writeSync(file, block);
  fs.futimesSync(file, 1_700_000_000, 1_700_000_000);
  fs.closeSync(file);
}

function tell(what, times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] * 1000);
  process.stdout.write(
    `${JSON.stringify({ what, calls: sorted.length, median_us: at(0.5), p95_us: at(0.95) })}\n`,
  );
}

async function measure(what, times, call) {
  for (let i = 0; i < Math.ceil(times / 4); i += 1) await call();
  const taken = [];
  for (let i = 0; i < times; i += 1) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  tell(what, taken);
}

const room = new Room({ root: directory });
const worker = new Room({ root: directory, worker: true });
try {
  await measure('200 lines, typed', calls, () => room.read('small.txt'));
  await measure('200 lines, pi', calls, () => room.call('pi', { path: 'small.txt' }));
  await measure('200 lines, mycodeagent', calls, () => room.call('mycodeagent', { path: 'small.txt' }));
  await measure('200 lines, typed, in a worker', calls, () => worker.read('small.txt'));
  await measure('words only: a call as a line', calls, () => room.renderCall('pi', { path: 'small.txt' }));
  const few = Math.max(5, Math.floor(calls / 50));
  await measure('the first 500 lines of a large log', calls, () =>
    room.read('large.log', { lines: 500, totals: 'never' }),
  );
  await measure('500 lines in its middle, counted', few, () =>
    room.read('large.log', { start: LARGE / 2, lines: 500, totals: 'never' }),
  );
  const { body } = await room.read('large.log', { start: LARGE / 2, lines: 500, totals: 'never' });
  await measure('500 lines in its middle, by cursor', calls, () =>
    room.read('large.log', { cursor: body.next, lines: 500, totals: 'never' }),
  );
  await measure('500 lines in its middle, by number, remembered', few * 4, () =>
    room.call('readroom', { path: 'large.log', start: LARGE / 2, lines: 500 }),
  );
  const program = `
    import { Room } from 'readroom';
    await new Room({ root: ${JSON.stringify(directory)} }).read('small.txt');`;
  const started = (text) => () => execFileSync(process.execPath, ['--input-type=module', '-e', text]);
  await measure('a process that reads once', few, started(program));
  await measure('a process that does nothing', few, started(''));
} finally {
  await room.close();
  await worker.close();
  fs.rmSync(directory, { recursive: true });
}
