/**
 * Measures which presentation of a file costs a model fewest tokens and calls.
 *
 *   node bench/views/run.mjs --program FILE [--target DIR] [--formats ID,…] [--tasks ID,…]
 *   node bench/views/run.mjs --program FILE --endpoint URL --model NAME [--key-env NAME]
 *   node bench/views/run.mjs find --program FILE
 *   node bench/views/run.mjs session --program FILE [--flag=--OPTION]…
 *
 * It prints Markdown and writes JSON below --target. README.md says what the numbers mean.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as courses from './lib/courses.mjs';
import * as endpoint from './lib/endpoint.mjs';
import * as estimate from './lib/estimate.mjs';
import { closeAll, openAll } from './lib/formats.mjs';
import * as finds from './lib/finding/finds.mjs';
import * as finding from './lib/finding/measure.mjs';
import { install } from './lib/install.mjs';
import * as pages from './lib/pages.mjs';
import * as session from './lib/session.mjs';
import { load, problems as problemsOf } from './lib/tasks.mjs';
import { counters } from './lib/tokens.mjs';
import { contents, samples, write } from './lib/workspace.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' },
    target: { type: 'string', default: 'target/views' },
    formats: { type: 'string' },
    tasks: { type: 'string' },
    endpoint: { type: 'string' },
    model: { type: 'string' },
    'key-env': { type: 'string', default: 'OPENAI_API_KEY' },
    flag: { type: 'string', multiple: true, default: [] },
  },
});
const [what = 'measure', ...others] = positionals;
if (options.program === undefined) throw new Error('name the program: --program FILE');
if (!['measure', 'find', 'session'].includes(what) || others.length > 0)
  throw new Error(`there is no ${positionals.join(' ')}`);
if ((options.endpoint === undefined) !== (options.model === undefined))
  throw new Error('an endpoint needs a model, and a model an endpoint');

const program = path.resolve(options.program);
const target = path.resolve(options.target);
install(target);
const counts = await counters(target);

/** Prints tables and writes what they show. */
function report(name, tables, data) {
  process.stdout.write(`${tables.join('\n')}`);
  fs.writeFileSync(path.join(target, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`);
}

if (what === 'session') await measureSession();
else if (what === 'find') await measureFinding();
else await measureFormats();

async function measureSession() {
  const ways = options.flag.length > 0 ? [[], options.flag] : [[]];
  const given = { steps: session.load(), target, count: counts.o200k_base };
  const runs = [];
  for (const flags of ways) runs.push(await session.run(program, { ...given, flags }));
  report('session', [session.print(runs)], { runs });
}

function listed(names) {
  return names?.split(',');
}

/** Returns the tasks whose id begins with a name of `--tasks`. */
function wantedOf(tasks) {
  const names = listed(options.tasks);
  const wanted = tasks.filter(({ id }) => names?.some((name) => id.startsWith(name)) ?? true);
  if (wanted.length === 0) throw new Error('no task is so called');
  return wanted;
}

async function measureFinding() {
  const data = finds.load();
  const stale = finds.problems(data);
  if (stale.length > 0) throw new Error(`finds.json is wrong:\n${stale.join('\n')}`);
  const tasks = wantedOf(data.tasks);
  const measured = await finding.measure(program, target, { ...data, tasks }, counts);
  report('finds', [finding.print(measured)], measured);
}

async function measureFormats() {
  const data = load();
  const files = contents();
  const stale = problemsOf(data, files);
  if (stale.length > 0) throw new Error(`tasks.json is wrong:\n${stale.join('\n')}`);
  const tasks = wantedOf(data.tasks);
  const all = new Map([...files, ...samples()]);
  const root = write(path.join(target, 'root'), all);
  const formats = await openAll(program, root, files, listed(options.formats));
  if (formats.length === 0) throw new Error('no format is so called');
  try {
    if (options.endpoint === undefined) await measureTokens(formats, tasks, files, all, root);
    else await measureModel(formats, tasks, files);
  } finally {
    await closeAll(formats);
  }
}

async function measureTokens(formats, tasks, files, all, root) {
  const rows = await pages.measure(formats, files, counts);
  const ways = await courses.measure(formats, tasks, files, counts.o200k_base);
  const own = formats.map(({ id }) => rows.find(({ format }) => format === id));
  const definitions = own.map(({ format, definition }) => [format, definition.o200k_base]);
  const summaries = courses.summarize(ways, new Map(definitions));
  const estimates = estimate.measure(program, root, [...all.keys()], counts);
  const tables = [pages.print(rows), courses.print(summaries), estimate.print(estimates)];
  report('results', tables, { pages: rows, summaries, estimates, courses: ways });
}

async function measureModel(formats, tasks, files) {
  const { endpoint: url, model } = options;
  const given = { url, model, key: process.env[options['key-env']] };
  const tell = ({ format, task, grade, calls, tokens }) =>
    process.stderr.write(`${format} ${task}: ${grade}, ${calls} calls, ${tokens} tokens\n`);
  const count = counts.o200k_base;
  const results = await endpoint.measure(given, formats, tasks, files, count, tell);
  report('answers', [endpoint.print(model, results)], { model, results });
}
