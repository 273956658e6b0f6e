/** Looks for an answer by listings and reads alone: directory by directory, file by file. */

import { Journal } from './finder.mjs';
import { readLines } from './ways.mjs';

/** The maximum number of calls: a third of what all files take. */
export const MAX_WALK_CALLS = 100;

/**
 * @typedef {object} Walker how to list and read
 * @property {string} id
 * @property {(path: string) => Promise<import('./finder.mjs').Shown & {names: string[]}>} list
 *   the names of a directory, those of directories with a slash
 * @property {(where: {path: string}) => Promise<import('./finder.mjs').Shown & {next?: object}>}
 *   read with the position to continue at
 */

/** Returns the way to list and read with the program. */
export function readAlone(all) {
  return {
    id: 'read alone',
    async list(path) {
      const args = { path };
      const text = await all.show('read', args);
      return { args: JSON.stringify(args), text, lines: [], names: text.split('\n').slice(0, -1) };
    },
    read: (where) => readLines(all, where),
  };
}

/**
 * @param {Walker} walker
 * @returns {Promise<import('./finder.mjs').Course>}
 */
export async function walk(walker, task, lines, counts) {
  const journal = new Journal(task, lines, counts, MAX_WALK_CALLS);
  const { pattern, glob, path: given } = task.call;
  const isNamed = pattern === undefined && glob !== undefined;
  const open = async (path) => {
    const listed = await walker.list(path);
    journal.add(listed);
    for (const name of listed.names) {
      if (journal.isOver) return;
      const below = path === '.' ? name : `${path}/${name}`;
      if (name.endsWith('/')) await open(below.slice(0, -1));
      else if (!isNamed || below.endsWith(task.file)) await readFile(below);
    }
  };
  const readFile = async (path) => {
    let where = { path };
    while (where !== undefined && !journal.isOver) {
      const shown = await walker.read(where);
      journal.add(shown);
      where = shown.next;
    }
  };
  if (pattern === undefined && glob === undefined) await readFile(given);
  else await open(given ?? '.');
  return journal;
}
