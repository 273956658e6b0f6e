/** The cost of finding something in a tree, in each way to search and to read. */

import path from 'node:path';
import { number, ratio, table } from '../markdown.mjs';
import { Server } from '../server.mjs';
import { VOCABULARIES } from '../tokens.mjs';
import { write } from '../workspace.mjs';
import { MAX_CALLS, find } from './finder.mjs';
import { linesByPath } from './finds.mjs';
import { openPeers } from './peers.mjs';
import { checkForm, ripgrep, searches, tools } from './ways.mjs';
import { MAX_WALK_CALLS, readAlone, walk } from './walk.mjs';

/** The numbers of context lines that a reader requests. */
const CONTEXTS = [0, 3];

/** The way that the others are compared with. */
const BASE = 'path:line:text';
const RIPGREP = 'rg -n';
const [O200K] = VOCABULARIES;

/** Measures all ways, and the definitions of the tools. */
export async function measure(program, target, { files, tasks }, counts) {
  const root = write(path.join(target, 'tree'), files);
  const server = await Server.start(program, root, {});
  const lines = linesByPath(files);
  const rg = ripgrep(root, lines);
  const peers = await openPeers(program, root, rg);
  try {
    const all = tools(program, root, server);
    const own = searches(all, CONTEXTS);
    const ways = [...own, ...(rg === undefined ? [] : [rg]), ...peers.searches];
    const courses = [];
    const measureAll = async (each, act) => {
      for (const way of each) {
        for (const task of tasks) {
          const course = await act(way, task, lines, counts);
          courses.push({ way: way.id, ...about(task), ...course });
        }
      }
    };
    await measureAll(ways, find);
    await measureAll([readAlone(all), ...peers.walks], walk);
    const results = await measureResults(all, ways, tasks, counts);
    const definitions = server.definitions.map((definition) => costOf(definition, counts));
    return { courses, results, misplaced: await misplaced(all, tasks), definitions };
  } finally {
    await Promise.all([server.close(), peers.close()]);
  }
}

/** Some tasks ask for a line's context: its function, test, class or section. */
const about = ({ id, levels = 0 }) => ({ task: id, asksAround: levels > 0 });

/** Counts the first answers of all searches, without the calls and the reads afterwards. */
async function measureResults(all, ways, tasks, counts) {
  const searched = tasks.map(({ call }) => call).filter(({ pattern }) => pattern !== undefined);
  for (const call of searched)
    for (const context of CONTEXTS) await checkForm(all, context > 0 ? { ...call, context } : call);
  const rows = [];
  for (const way of ways) {
    const tokens = Object.fromEntries(VOCABULARIES.map((name) => [name, 0]));
    for (const call of searched) {
      const { text } = await way.search(call);
      for (const name of VOCABULARIES) tokens[name] += counts[name](text);
    }
    rows.push({ way: way.id, ...tokens });
  }
  return rows;
}

/** Counts the lines without a header that follow lines with one in the same file. */
async function misplaced({ results }, tasks) {
  const counted = { below: 0, of: 0 };
  for (const { call } of tasks.filter(({ call: { pattern } }) => pattern !== undefined)) {
    for (const { groups } of (await results(call)).files) {
      const first = groups.findIndex(({ headers }) => headers.length > 0);
      for (const [at, { headers, lines }] of groups.entries()) {
        const hits = lines.filter(({ matches }) => matches).length;
        counted.of += hits;
        if (first >= 0 && at > first && headers.length === 0) counted.below += hits;
      }
    }
  }
  return counted;
}

function costOf({ name, description, inputSchema }, counts) {
  const text = `${name}\n${description}\n${JSON.stringify(inputSchema)}`;
  const tokens = VOCABULARIES.map((vocabulary) => [vocabulary, counts[vocabulary](text)]);
  return { name, ...Object.fromEntries(tokens) };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Returns the courses of each way together. The ratio is the geometric mean over all tasks. */
export function summarize({ courses, results }) {
  const ways = [...new Set(courses.map(({ way }) => way))];
  const base = new Map(
    courses.filter(({ way }) => way === BASE).map(({ task, tokens }) => [task, tokens[O200K]]),
  );
  return ways.map((way) => {
    const own = courses.filter((course) => course.way === way);
    const reached = own.filter(({ isReached }) => isReached);
    const total = (name) => sum(own.map((course) => course.tokens[name]));
    const toBase = (rows) => {
      if (rows.some(({ isReached }) => !isReached)) return Number.NaN;
      const logs = rows.map(({ task, tokens }) => Math.log(tokens[O200K] / base.get(task)));
      return Math.exp(sum(logs) / logs.length);
    };
    return {
      way,
      reached: reached.length,
      of: own.length,
      atOnce: reached.filter(({ calls }) => calls === 1).length,
      calls: sum(own.map(({ calls }) => calls)),
      ...Object.fromEntries(VOCABULARIES.map((name) => [name, total(name)])),
      ratio: toBase(own),
      around: toBase(own.filter(({ asksAround }) => asksAround)),
      others: toBase(own.filter(({ asksAround }) => !asksAround)),
      results: results.find((row) => row.way === way),
    };
  });
}

export function print(measured) {
  const summaries = summarize(measured);
  const { of } = summaries[0];
  if (measured.results.every(({ way }) => way !== RIPGREP)) summaries.push({ way: RIPGREP });
  const cell = (value) => (value === undefined ? '-' : number(value));
  const { below, of: hits } = measured.misplaced;
  return [
    `### Finding something in 300 files\n`,
    `Calls and tokens (calls and answers) until what was asked for is visible. At most ` +
      `${MAX_CALLS} calls for each of ${of} tasks, and ${MAX_WALK_CALLS} without a search of ` +
      `text; those of tasks that are not reached are counted. The ratios to \`${BASE}\` are ` +
      `geometric means in o200k: over all tasks, over those that ask what a line is in, such as ` +
      `a function, and over the others. "Results" are the first answers of the searches alone.\n`,
    table(
      [
        'way',
        'reached',
        'one call',
        'calls',
        'o200k',
        'cl100k',
        'ratio',
        'in what',
        'others',
        'results',
        'cl100k',
      ],
      summaries.map((row) => [
        row.way,
        cell(row.reached),
        cell(row.atOnce),
        cell(row.calls),
        ...VOCABULARIES.map((name) => cell(row[name])),
        ...[row.ratio, row.around, row.others].map((of) => (of === undefined ? '-' : ratio(of))),
        ...VOCABULARIES.map((name) => cell(row.results?.[name])),
      ]),
    ),
    `${below} of ${hits} lines would stand below headers that they are not in, without --.\n`,
    printTasks(measured, summaries),
    `### The definitions of the tools\n`,
    table(
      ['tool', ...VOCABULARIES],
      [...measured.definitions, totalOf(measured.definitions)].map((row) => [
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
function printTasks({ courses }, summaries) {
  const ways = summaries.map(({ way }) => way);
  const tasks = [...new Set(courses.map(({ task }) => task))];
  return [
    `### By task\n`,
    `Tokens in o200k, and in brackets the calls; an exclamation mark if it was not reached.\n`,
    table(
      ['way', ...tasks],
      ways.map((way) => [
        way,
        ...tasks.map((task) => {
          const course = courses.find((row) => row.way === way && row.task === task);
          if (course === undefined) return '-';
          const tokens = number(course.tokens[VOCABULARIES[0]]);
          return `${tokens} (${course.calls}${course.isReached ? '' : '!'})`;
        }),
      ]),
    ),
  ].join('\n');
}
