/**
 * Measures what the program's answers cost a model, and how close its estimate of tokens is.
 *
 *   node bench/views/run.mjs find --program FILE [--target DIR] [--tasks ID,…]
 *   node bench/views/run.mjs session --program FILE [--target DIR] [--flag=--OPTION]…
 *   node bench/views/run.mjs estimate --program FILE [--target DIR]
 *
 * It prints Markdown and writes JSON below --target. README.md explains the numbers.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as estimate from './lib/estimate.mjs';
import * as finds from './lib/finding/finds.mjs';
import * as finding from './lib/finding/measure.mjs';
import { install } from './lib/install.mjs';
import * as session from './lib/session.mjs';
import { counters } from './lib/tokens.mjs';
import { contents, samples, write } from './lib/workspace.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' },
    target: { type: 'string', default: 'target/views' },
    tasks: { type: 'string' },
    flag: { type: 'string', multiple: true, default: [] },
  },
});
if (options.program === undefined) throw new Error('name the program: --program FILE');
const [what, ...others] = positionals;
const measures = { find: measureFinding, session: measureSession, estimate: measureEstimate };
if (!Object.hasOwn(measures, what ?? '') || others.length > 0)
  throw new Error(`name one of ${Object.keys(measures).join(', ')}`);

const program = path.resolve(options.program);
const target = path.resolve(options.target);
install(target);
const counts = await counters(target);
await measures[what]();

/** Prints a table and writes its data. */
function report(name, table, data) {
  process.stdout.write(table);
  fs.writeFileSync(path.join(target, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`);
}

async function measureSession() {
  const ways = options.flag.length > 0 ? [[], options.flag] : [[]];
  const given = { steps: session.load(), target, count: counts.o200k_base };
  const runs = [];
  for (const flags of ways) runs.push(await session.run(program, { ...given, flags }));
  report('session', session.print(runs), { runs });
}

async function measureFinding() {
  const data = finds.load();
  const stale = finds.problems(data);
  if (stale.length > 0) throw new Error(`finds.json is wrong:\n${stale.join('\n')}`);
  const names = options.tasks?.split(',');
  const isWanted = ({ id }) => names?.some((name) => id.startsWith(name)) ?? true;
  const tasks = data.tasks.filter(isWanted);
  if (tasks.length === 0) throw new Error('no task is so called');
  const measured = await finding.measure(program, target, { ...data, tasks }, counts);
  report('finds', finding.print(measured), measured);
}

function measureEstimate() {
  const all = new Map([...contents(), ...samples()]);
  const root = write(path.join(target, 'root'), all);
  const estimates = estimate.measure(program, root, [...all.keys()], counts);
  report('estimate', estimate.print(estimates), { estimates });
}
