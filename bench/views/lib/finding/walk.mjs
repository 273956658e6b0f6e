/** Looks for an answer by listings and reads alone: directory by directory, file by file. */

import { Journal } from './finder.mjs';
import { readLines } from './ways.mjs';

/** The maximum number of calls: a third of what all files take. */
export const MAX_WALK_CALLS = 100;

/** @returns {Promise<import('./finder.mjs').Course>} */
export async function walk(all, task, lines, counts) {
  const journal = new Journal(task, lines, counts, MAX_WALK_CALLS);
  const isNamed = task.call.glob !== undefined;
  const open = async (path) => {
    const args = { path };
    const text = await all.show('read', args);
    journal.add({ args: JSON.stringify(args), text, lines: [] });
    for (const name of text.split('\n').slice(0, -1)) {
      if (journal.isOver) return;
      const below = path === '.' ? name : `${path}/${name}`;
      if (name.endsWith('/')) await open(below.slice(0, -1));
      else if (!isNamed || below.endsWith(task.file)) await readFile(below);
    }
  };
  const readFile = async (path) => {
    let where = { path };
    while (where !== undefined && !journal.isOver) {
      const shown = await readLines(all, where);
      journal.add(shown);
      where = shown.next;
    }
  };
  await open(task.call.path ?? '.');
  return journal;
}
