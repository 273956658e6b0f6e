/**
 * A simulated reader that looks for something in a tree: it searches, takes the answer if it is
 * shown, and otherwise reads around the hits that may be it, in order. It never errs.
 */

import { Seen } from './seen.mjs';

export const MAX_CALLS = 20;

/** How many lines it reads before and after a hit, and how many more at a time above or below. */
const AROUND = 20;
const MORE = 40;

/**
 * @typedef {object} Shown the output of a call
 * @property {string} args as they are written
 * @property {string} text
 * @property {{file: string, number: number, text: string, around?: number[]}[]} lines with the
 *   numbers of each line's headers as shown
 * @property {{file: string, number: number, text: string}[]} [hits] the lines that match
 * @property {string[]} [found] the paths of files
 * @property {object[]} [more] the calls that show what was left out
 *
 * @typedef {object} Way how to search and read
 * @property {string} id
 * @property {(task: object) => object} [begin] the first call, unless it is that of all ways
 * @property {boolean} [readsCells] whether a notebook is read by its cells
 * @property {(call: object) => Promise<Shown>} search
 * @property {(where: {path: string, start?: number, lines?: number}) => Promise<Shown>} read
 *
 * @typedef {object} Course
 * @property {boolean} isReached
 * @property {number} calls
 * @property {Record<string, number>} tokens of the arguments and texts, by vocabulary
 */

/** Counts what calls show, until there are too many. */
export class Journal {
  isReached = false;
  calls = 0;
  tokens = {};

  constructor(task, lines, counts, limit) {
    Object.defineProperties(this, {
      task: { value: task },
      counts: { value: counts },
      limit: { value: limit },
      seen: { value: new Seen(lines) },
    });
  }

  get isOver() {
    return this.isReached || this.calls >= this.limit;
  }

  /** Adds the output of a call. */
  add({ args, text, lines }) {
    this.calls += 1;
    for (const [name, count] of Object.entries(this.counts)) {
      this.tokens[name] = (this.tokens[name] ?? 0) + count(args) + count(text);
    }
    this.seen.addText(text);
    for (const { file, number, text: line, around } of lines) {
      this.seen.add(file, number, line);
      if (around) this.seen.tell(file, number, around);
    }
    this.isReached = this.task.answers.every((answer) => this.seen.isAnswered(this.task, answer));
  }
}

/** @returns {Promise<Course>} */
export async function find(way, task, lines, counts) {
  const journal = new Journal(task, lines, counts, MAX_CALLS);
  const calls = [way.begin?.(task) ?? task.call];
  while (calls.length > 0 && !journal.isOver) {
    const call = calls.shift();
    const isSearch = call.pattern !== undefined || call.glob !== undefined;
    const shown = await (isSearch ? way.search(call) : way.read(call));
    journal.add(shown);
    calls.push(...(shown.more ?? []));
    for (const file of shown.found ?? []) {
      if (file.endsWith(task.file ?? '') && !journal.isOver)
        journal.add(await way.read({ path: file }));
    }
    for (const hit of shown.hits ?? []) {
      if (journal.isOver || !hit.file.endsWith(task.file ?? '')) continue;
      const line = hit.text ?? lines.get(hit.file)[hit.number - 1];
      const has = (part) => part !== undefined && line.includes(part);
      if (has(task.where)) await readAround(way, hit, journal, lines);
      else if (has(task.inside)) await readBelow(way, hit, journal, lines);
    }
  }
  return journal;
}

/** Reads around a hit until it is known to be the answer, or not to be. */
async function readAround(way, { file, number }, journal, lines) {
  const { task, seen } = journal;
  if (way.readsCells && file.endsWith('.ipynb')) {
    journal.add(await way.read({ path: file, start: number, lines: 1 }));
    return;
  }
  const answer = task.answers.find((each) => each.file === file && each.hit === number);
  const isDone = () =>
    answer ? seen.isAnswered(task, answer) : seen.isRefuted(task, file, number);
  let start = Math.max(1, number - AROUND);
  let end = Math.min(number + AROUND, lines.get(file).length);
  while (!isDone() && !journal.isOver && end > 0) {
    journal.add(await way.read({ path: file, start, lines: end - start + 1 }));
    end = start - 1;
    start = Math.max(1, start - MORE);
  }
}

/** Reads from the line that encloses the answer down to it. */
async function readBelow(way, { file, number }, journal, lines) {
  const answers = journal.task.answers.filter((answer) => answer.file === file);
  const isDone = () => answers.every((answer) => journal.seen.isAnswered(journal.task, answer));
  for (let start = number; !isDone() && start <= lines.get(file).length; start += MORE) {
    if (journal.isOver) return;
    journal.add(await way.read({ path: file, start, lines: MORE }));
  }
}
