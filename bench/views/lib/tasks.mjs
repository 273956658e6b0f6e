/**
 * The tasks of `tasks.json`: whether their answers are right, what has to be seen for an answer,
 * and whether a model's answer is right.
 */

import fs from 'node:fs';
import path from 'node:path';
import { linesOf } from './synthetic.mjs';
import { BENCHMARK, digest } from './workspace.mjs';

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {'declaration' | 'line' | 'quote' | 'failure' | 'edit' | 'value'} kind
 * @property {string} file
 * @property {string} [what] what is asked for, in words
 * @property {string} [where] what the line of a declaration or failure contains, and what comes
 *   before a value
 * @property {number} [line] the line that is asked for, or edited
 * @property {number[]} [lines] the first and the last line of a quote
 * @property {string} [old] what the edited line contains, to be replaced by `new`
 * @property {string} [new]
 * @property {number | string} [answer]
 */

/** Reads the tasks, and the digests of the files that they are about. */
export function load() {
  return JSON.parse(fs.readFileSync(path.join(BENCHMARK, 'tasks.json'), 'utf8'));
}

const ANSWER = 'End with the answer in <answer></answer> and nothing after it.';

/** Returns the question as it is put to a model. */
export function question({ kind, file, what, line, old, new: wanted }) {
  switch (kind) {
    case 'declaration':
      return `On which line of ${file} is ${what} declared? ${ANSWER} The answer is a number.`;
    case 'line':
      return `What is on line ${line} of ${file}? ${ANSWER} Quote the line exactly, with its \
indentation.`;
    case 'quote':
      return `Quote ${what} in ${file}, all of it exactly as it stands, indentation included, \
without comments or attributes before it. ${ANSWER} Do not fence it.`;
    case 'failure':
      return `On which line of ${file} is ${what}? ${ANSWER} The answer is a number.`;
    case 'value':
      return `What is ${what} in ${file}? ${ANSWER} The answer is the value without quotes.`;
    case 'edit':
      return `In ${file}, in ${what}, change \`${old}\` to \`${wanted}\`, in one place only. End \
with <old></old><new></new>: a text that occurs exactly once in the file, exactly as it stands \
there, and what replaces it. Do not fence them.`;
    default:
      throw new Error(`no task is of the kind ${kind}`);
  }
}

/** Returns what is wrong with the tasks and files, which is nothing unless they have changed. */
export function problems({ files: digests, tasks }, files) {
  const found = [];
  for (const [name, wanted] of Object.entries(digests)) {
    const text = files.get(name);
    if (text === undefined) found.push(`${name}: there is no such file`);
    else if (digest(text) !== wanted) found.push(`${name}: its digest is ${digest(text)}`);
  }
  for (const name of files.keys())
    if (digests[name] === undefined) found.push(`${name}: it has no digest`);
  const ids = new Set(tasks.map(({ id }) => id));
  if (ids.size < tasks.length) found.push('two tasks have the same id');
  for (const task of tasks) {
    const text = files.get(task.file);
    const problem = text === undefined ? `there is no ${task.file}` : problemOf(task, text);
    if (problem !== undefined) found.push(`${task.id}: ${problem}`);
  }
  return found;
}

function problemOf(task, text) {
  const { kind, where, line, lines: range, old, answer } = task;
  const lines = linesOf(text);
  const having = lines.flatMap((each, at) => (each.includes(where) ? [at + 1] : []));
  switch (kind) {
    case 'declaration':
      return having.join() === String(answer) ? undefined : `'${where}' is on lines ${having}`;
    case 'failure':
      return having[0] === answer ? undefined : `'${where}' is first on line ${having[0]}`;
    case 'line':
      return lines[line - 1] === answer ? undefined : `line ${line} is '${lines[line - 1]}'`;
    case 'quote': {
      const [first, last] = range;
      if (having.join() !== String(first)) return `'${where}' is on lines ${having}`;
      const indentation = (number) => /^\s*/u.exec(lines[number - 1])[0].length;
      const inside = lines.slice(first, last - 1).some((each) => each.trim() !== '');
      const isWhole = indentation(last) >= indentation(first) && lines[last - 1].trim() !== '';
      const beyond = lines.slice(last).find((each) => each.trim() !== '');
      const isClosed = beyond === undefined || /^\s*/u.exec(beyond)[0].length <= indentation(first);
      const quoted = lines
        .slice(first - 1, last)
        .join('\n')
        .replaceAll(/'.'/gu, '');
      const isBalanced = quoted.split('{').length === quoted.split('}').length;
      const isAll = inside && isWhole && isClosed && isBalanced;
      return isAll ? undefined : `lines ${range} are not all of it`;
    }
    case 'edit':
      if (having.length !== 1) return `'${where}' is on lines ${having}`;
      if (lines[line - 1].split(old).length !== 2) return `'${old}' is not on line ${line} once`;
      return undefined;
    case 'value': {
      const times = text.split(`${where}${answer}`).length - 1;
      const isOnly = times === 1 && text.split(where).length === 2;
      return isOnly ? undefined : `'${where}${answer}' is not all that '${where}' begins`;
    }
    default:
      return `no task is of the kind ${kind}`;
  }
}

/**
 * Returns whether what was seen contains the answer.
 *
 * @param {Task} task
 * @param {string} text the file
 * @param {{lines: Map<number, string>, outline: {first: number, text: string}[]}} seen
 */
export function isVisible(task, text, seen) {
  const lines = linesOf(text);
  const isSeen = (number) => seen.lines.has(number) && seen.lines.get(number) === lines[number - 1];
  switch (task.kind) {
    case 'declaration': {
      const inOutline = seen.outline.some(
        (entry) => entry.first === task.answer && entry.text.includes(task.where),
      );
      return inOutline || isSeen(task.answer);
    }
    case 'failure':
      return isSeen(task.answer);
    case 'line':
    case 'edit':
      return isSeen(task.line);
    case 'quote': {
      const [first, last] = task.lines;
      return Array.from({ length: last - first + 1 }, (_, at) => first + at).every(isSeen);
    }
    case 'value': {
      const fragment = `${task.where}${task.answer}`;
      return [...seen.lines.values()].some((line) => line.includes(fragment));
    }
    default:
      throw new Error(`no task is of the kind ${task.kind}`);
  }
}

/** Returns the text between tags. */
function between(text, tag) {
  const last = text.lastIndexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, last);
  return last < 0 || end < 0 ? undefined : text.slice(last + tag.length + 2, end);
}

/** Tags may stand on lines of their own. */
function withoutBreaks(text) {
  return text.replace(/^\r?\n/u, '').replace(/\r?\n$/u, '');
}

/**
 * Checks what a model wrote.
 *
 * @returns {'right' | 'spaces' | 'wrong' | 'none'} `spaces`: right but for white space
 */
export function grade(task, text, written) {
  const lines = linesOf(text);
  if (task.kind === 'edit') {
    const [old, wanted] = [between(written, 'old'), between(written, 'new')];
    if (old === undefined || wanted === undefined) return 'none';
    const edited = [...lines];
    edited[task.line - 1] = edited[task.line - 1].replace(task.old, () => task.new);
    const end = text.endsWith('\n') ? '\n' : '';
    const grades = [(part) => part, withoutBreaks].map((cleaned) => {
      const isOnce = cleaned(old) !== '' && text.split(cleaned(old)).length === 2;
      const result = isOnce ? text.replace(cleaned(old), () => cleaned(wanted)) : '';
      return alike(result, `${edited.join('\n')}${end}`);
    });
    return ['right', 'spaces'].find((each) => grades.includes(each)) ?? 'wrong';
  }
  const tagged = between(written, 'answer');
  if (tagged === undefined) return 'none';
  const answer = withoutBreaks(tagged);
  switch (task.kind) {
    case 'declaration':
    case 'failure':
      return /^\d+$/u.test(answer.trim()) && Number(answer) === task.answer ? 'right' : 'wrong';
    case 'quote':
      return alike(answer, lines.slice(task.lines[0] - 1, task.lines[1]).join('\n'));
    case 'value':
      return answer.trim() === String(task.answer) ? 'right' : 'wrong';
    default:
      return alike(answer, task.answer);
  }
}

function alike(written, wanted) {
  if (written === wanted) return 'right';
  const squeezed = (text) => text.replaceAll(/\s+/gu, '');
  return squeezed(written) === squeezed(wanted) ? 'spaces' : 'wrong';
}
