/** The cost of finding something in a tree, in each way to search and to read. */

import path from 'node:path';
import { number, ratio, table } from '../markdown.mjs';
import { Server } from '../server.mjs';
import { VOCABULARIES } from '../tokens.mjs';
import { write } from '../workspace.mjs';
import { MAX_CALLS, find } from './finder.mjs';
import { linesByPath } from './finds.mjs';
import { openPeers } from './peers.mjs';
import { MAX_WALK_CALLS, readAlone, walk } from './walk.mjs';
import { BASE, checkForm, firstCall, ripgrep, searches, tools } from './ways.mjs';

const RIPGREP = 'rg -n';
const [O200K] = VOCABULARIES;

/** Measures all ways, and the definitions of the tools. */
export async function measure(program, target, { files, tasks: all }, counts) {
  const tasks = all.filter(({ skip }) => skip === undefined);
  const root = write(path.join(target, 'tree'), files);
  const server = await Server.start(program, root, {});
  const lines = linesByPath(files);
  const rg = ripgrep(root, lines);
  const peers = await openPeers(program, root, rg);
  try {
    const own = tools(program, root, server);
    await checkForms(own, tasks);
    const courses = [];
    const measureAll = async (ways, act) => {
      for (const way of ways) {
        for (const task of tasks) {
          const course = await act(way, task, lines, counts);
          const { id, isOther = false } = task;
          courses.push({ way: way.id, task: id, isOther, ...course });
        }
      }
    };
    const others = rg === undefined ? peers.searches : [rg, ...peers.searches];
    await measureAll([...searches(own), ...others], find);
    await measureAll([readAlone(own), ...peers.walks], walk);
    const skipped = all.filter(({ skip }) => skip !== undefined);
    const definitions = server.definitions.map((definition) => costOf(definition, counts));
    return { courses, skipped: skipped.map(({ id, skip }) => ({ id, skip })), definitions };
  } finally {
    await Promise.all([server.close(), peers.close()]);
  }
}

/** Fails unless the searches of the tasks have the form that is known here, in each way. */
export async function checkForms(own, tasks) {
  for (const task of tasks) {
    const calls = [task.call, firstCall(task), { ...task.call, context: 2 }];
    for (const call of calls) if (call.pattern !== undefined) await checkForm(own, call);
  }
}

function costOf({ name, description, inputSchema }, counts) {
  const text = `${name}\n${description}\n${JSON.stringify(inputSchema)}`;
  const tokens = VOCABULARIES.map((vocabulary) => [vocabulary, counts[vocabulary](text)]);
  return { name, ...Object.fromEntries(tokens) };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Returns the courses of each way together. The ratio is the geometric mean over all tasks. */
export function summarize(courses) {
  const ways = [...new Set(courses.map(({ way }) => way))];
  const base = new Map(
    courses.filter(({ way }) => way === BASE).map(({ task, tokens }) => [task, tokens[O200K]]),
  );
  return ways.map((way) => {
    const own = courses.filter((course) => course.way === way);
    const reached = own.filter(({ isReached }) => isReached);
    const logs = own.map(({ task, tokens }) => Math.log(tokens[O200K] / base.get(task)));
    const isWhole = reached.length === own.length;
    return {
      way,
      reached: reached.length,
      of: own.length,
      atOnce: reached.filter(({ calls }) => calls === 1).length,
      calls: sum(own.map(({ calls }) => calls)),
      ...Object.fromEntries(
        VOCABULARIES.map((name) => [name, sum(own.map((course) => course.tokens[name]))]),
      ),
      ratio: isWhole ? Math.exp(sum(logs) / logs.length) : Number.NaN,
    };
  });
}

export function print({ courses, skipped, definitions }) {
  const [main, others] = [false, true].map((is) => courses.filter(({ isOther }) => isOther === is));
  const summaries = summarize(main);
  if (courses.every(({ way }) => way !== RIPGREP)) summaries.push({ way: RIPGREP });
  const cell = (value) => (value === undefined ? '-' : number(value));
  return [
    `### Finding something in 303 files\n`,
    `Calls and tokens (calls and answers) until what was asked for is visible. At most ` +
      `${MAX_CALLS} calls for each of ${summaries[0]?.of ?? 0} tasks, and ${MAX_WALK_CALLS} ` +
      `without a search of text; those of tasks that are not reached are counted. The ratio to ` +
      `\`${BASE}\` is the geometric mean in o200k.\n`,
    table(
      ['way', 'reached', 'one call', 'calls', 'o200k', 'cl100k', 'ratio'],
      summaries.map((row) => [
        row.way,
        ...['reached', 'atOnce', 'calls', ...VOCABULARIES].map((name) => cell(row[name])),
        row.ratio === undefined ? '-' : ratio(row.ratio),
      ]),
    ),
    `### By task\n`,
    `Tokens in o200k, and in brackets the calls; an exclamation mark if it was not reached.\n`,
    ...[main, others].map(printTasks),
    ...skipped.map(({ id, skip }) => `\`${id}\` was not measured: ${skip}.\n`),
    `### The definitions of the tools\n`,
    table(
      ['tool', ...VOCABULARIES],
      [...definitions, totalOf(definitions)].map((row) => [
        row.name,
        ...VOCABULARIES.map((name) => number(row[name])),
      ]),
    ),
  ].join('\n');
}

function totalOf(definitions) {
  const total = (name) => sum(definitions.map((definition) => definition[name]));
  return {
    name: 'together',
    ...Object.fromEntries(VOCABULARIES.map((name) => [name, total(name)])),
  };
}

/** The calls and tokens of each task. */
function printTasks(courses) {
  const [ways, tasks] = ['way', 'task'].map((of) => [...new Set(courses.map((row) => row[of]))]);
  const cell = (way, task) => {
    const isOf = (course) => course.way === way && course.task === task;
    const { tokens, calls, isReached } = courses.find(isOf);
    return `${number(tokens[O200K])} (${calls}${isReached ? '' : '!'})`;
  };
  return table(
    ['way', ...tasks],
    ways.map((way) => [way, ...tasks.map((task) => cell(way, task))]),
  );
}
