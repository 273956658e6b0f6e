/** How many calls and tokens each format needs until a simulated reader has seen the answers. */

import { number, ratio, table } from './markdown.mjs';
import { MAX_CALLS, read } from './reader.mjs';

const KINDS = ['declaration', 'line', 'quote', 'failure', 'edit', 'value'];

/** @returns {Promise<{format: string, jumps: boolean, task: string, kind: string}[]>} */
export async function measure(formats, tasks, files, count) {
  const courses = [];
  for (const format of formats) {
    for (const jumps of [false, true]) {
      const rows = [];
      for (const task of tasks) {
        const course = await read(format, task, files.get(task.file), { jumps, count });
        rows.push({ format: format.id, jumps, task: task.id, kind: task.kind, ...course });
      }
      // Without an outline to jump by, the second way is the first.
      const before = courses.filter((row) => row.format === format.id && !row.jumps);
      const isOther = rows.some(({ calls, tokens }, at) => {
        const same = before[at];
        return same === undefined || same.calls !== calls || same.tokens !== tokens;
      });
      if (isOther) courses.push(...rows);
    }
  }
  return courses;
}

/**
 * Returns a summary for each format and way to read, over the tasks that all of them reach.
 *
 * @param {Map<string, number>} [definitions] the tokens of the definition of each format
 */
export function summarize(courses, definitions = new Map()) {
  const ways = grouped(courses, wayOf);
  const missed = new Set(courses.filter(({ isReached }) => !isReached).map(({ task }) => task));
  const bare = new Map((ways.get('bare') ?? []).map((row) => [row.task, row]));
  const withDefinition = (row) => row && row.tokens + (definitions.get(row.format) ?? 0);
  return [...ways].map(([way, rows]) => {
    const common = rows.filter(({ task }) => !missed.has(task));
    const toBare = (of) =>
      Math.exp(
        sum(common.map((row) => Math.log(of(row) / of(bare.get(row.task))))) / common.length,
      );
    const needed = rows.filter((row) => row.counted !== undefined).map((row) => row.counted);
    return {
      way,
      reached: rows.filter(({ isReached }) => isReached).length,
      of: rows.length,
      common: common.length,
      calls: sum(common.map(({ calls }) => calls)),
      tokens: sum(common.map(({ tokens }) => tokens)),
      relative: toBare((row) => row?.tokens),
      relativeWithDefinition: toBare(withDefinition),
      counted: sum(needed) / needed.length,
      kinds: Object.fromEntries(
        KINDS.map((kind) => {
          const all = rows.filter((row) => row.kind === kind);
          const reached = all.filter(({ isReached }) => isReached);
          return [kind, { reached: reached.length, of: all.length, tokens: median(reached) }];
        }),
      ),
    };
  });
}

export function print(summaries) {
  const [{ common, of }] = summaries;
  return [
    `### Until the answer is visible\n`,
    `${of} tasks, at most ${MAX_CALLS} calls each. Calls and tokens (o200k, calls and answers) ` +
      `are those of the ${common} tasks that every format reaches; the ratios to \`bare\` are ` +
      `geometric means over them, without and with the definition. "Counted" is how many lines a ` +
      `reader counts from the nearest number to tell the number of a line.\n`,
    table(
      ['format', 'reached', 'calls', 'tokens', 'to bare', 'with definition', 'counted'],
      summaries.map((row) => [
        row.way,
        `${row.reached}`,
        `${row.calls}`,
        number(row.tokens),
        ratio(row.relative),
        ratio(row.relativeWithDefinition),
        Number.isNaN(row.counted) ? '–' : row.counted.toFixed(1),
      ]),
    ),
    `### By kind of task\n`,
    `The median tokens of the tasks that are reached; in brackets how many, if not all.\n`,
    table(
      ['format', ...KINDS],
      summaries.map(({ way, kinds }) => [
        way,
        ...KINDS.map((kind) => {
          const { reached, of: all, tokens } = kinds[kind];
          return `${number(tokens)}${reached < all ? ` (${reached}/${all})` : ''}`;
        }),
      ]),
    ),
  ].join('\n');
}

const wayOf = ({ format, jumps }) => (jumps ? `${format}, outline` : format);

function grouped(rows, key) {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

function median(rows) {
  const sorted = rows.map(({ tokens }) => tokens).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
