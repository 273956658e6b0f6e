/** The tasks of `finds.json`: checks their answers, and computes what a reader must see. */

import fs from 'node:fs';
import path from 'node:path';
import { tree, treeDigest } from '../tree/tree.mjs';
import { BENCHMARK, linesOf } from '../workspace.mjs';
import { holders } from './holders.mjs';

/**
 * @typedef {object} Find
 * @property {string} id
 * @property {string} question
 * @property {{pattern?: string, path?: string, glob?: string}} call the first call in every way: a
 *   search for lines or names, or else a read
 * @property {object} [own] further arguments of the search, which only this program has
 * @property {object} [read] the call of `read` that replaces the first one in this program
 * @property {string} [where] a string that the wanted line contains
 * @property {string} [inside] a string in the line that directly encloses it
 * @property {string} [file] the end of its file's path
 * @property {number} [levels] how many of its enclosing lines have to be known
 * @property {string} [skip] why the program cannot do it yet
 * @property {Answer[] | number} answers or how many there are
 *
 * @typedef {object} Answer
 * @property {string} file
 * @property {number} [hit] the wanted line
 * @property {number[]} [lines] the first and the last line that have to be seen
 * @property {string} [shows] the text that has to be seen of a document
 */

/** Reads the tasks and makes their tree. The tasks that `others` lists have `isOther`. */
export function load() {
  const read = JSON.parse(fs.readFileSync(path.join(BENCHMARK, 'finds.json'), 'utf8'));
  const { seed, digest, tasks, others } = read;
  const files = tree(seed);
  const lines = linesByPath(files);
  const all = [...tasks, ...others.map((task) => ({ ...task, isOther: true }))];
  const complete = ({ answers, ...task }) => ({
    ...task,
    answers: typeof answers === 'number' ? counted(answers, places(task, lines)) : answers,
  });
  return { seed, digest, files, tasks: all.map(complete) };
}

function counted(count, found) {
  if (found.length !== count) throw new Error(`there are ${found.length} answers, not ${count}`);
  return found;
}

/** The lines of every file that is text, by path. */
export function linesByPath(files) {
  const isText = ([, content]) => typeof content === 'string';
  return new Map([...files].filter(isText).map(([name, text]) => [name, linesOf(text)]));
}

/** Returns where the lines are that a task looks for, computed from the tree alone. */
export function places({ call, where, inside, file: end = '' }, lines) {
  const found = [];
  for (const [file, all] of lines) {
    if (!file.endsWith(end) || !file.startsWith(call.path ?? '')) continue;
    for (const [at, line] of all.entries()) {
      if (!line.includes(where)) continue;
      const [around] = inside === undefined ? [] : holders(file, all, at + 1);
      if (inside !== undefined && !all[around - 1]?.includes(inside)) continue;
      found.push({ file, hit: at + 1 });
    }
  }
  return found;
}

/** Returns the errors in the tasks and the tree. */
export function problems({ digest, tasks, files }) {
  const found = [];
  const now = treeDigest(files);
  if (now !== digest) found.push(`the digest of the tree is ${now}`);
  if (new Set(tasks.map(({ id }) => id)).size < tasks.length) found.push('two ids are the same');
  const lines = linesByPath(files);
  for (const task of tasks) {
    const missing = task.answers.find(({ file }) => !files.has(file));
    if (missing !== undefined) found.push(`${task.id}: there is no ${missing.file}`);
    if (task.answers.some(({ shows }) => shows !== undefined)) continue;
    const wanted = task.answers
      .map(({ file, hit }) => `${file}:${hit}`)
      .sort()
      .join(' ');
    const there = places(task, lines)
      .map(({ file, hit }) => `${file}:${hit}`)
      .sort()
      .join(' ');
    if (wanted !== there) found.push(`${task.id}: it is at ${there}`);
    for (const { file, hit, lines: range = [hit, hit] } of task.answers) {
      const all = lines.get(file) ?? [];
      const isInside = range[0] >= 1 && range[0] <= range[1] && range[1] <= all.length;
      if (!isInside) found.push(`${task.id}: ${file} has no lines ${range}`);
      const around = holders(file, all, hit).length;
      if (around < (task.levels ?? 0)) found.push(`${task.id}: ${file}:${hit} is in ${around}`);
    }
  }
  return found;
}
