/** The ways to search: the tools of the program, forms of the same results, and ripgrep. */

import { execFileSync, spawnSync } from 'node:child_process';
import * as readroom from '../readroom.mjs';
import { FORMS } from './forms.mjs';

/** Returns a memoized function. */
function remembering(act) {
  const known = new Map();
  return async (args) => {
    const key = JSON.stringify(args);
    if (!known.has(key)) known.set(key, await act(args));
    return known.get(key);
  };
}

/** Returns the text that a tool of a server shows. Throws if it is an error. */
export async function textOf(server, tool, args) {
  const { blocks, isError } = await server.call(args, tool);
  if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${blocks}`);
  return blocks.join('\n');
}

/** Returns the output of the program's tools, and the JSON of searches. */
export function tools(program, root, server) {
  const call = remembering(([tool, args]) => textOf(server, tool, args));
  const results = remembering(async (args) => {
    const options = { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 };
    const written = ['call', '--root', root, 'readroom:search', JSON.stringify(args)];
    return JSON.parse(execFileSync(program, written, options));
  });
  return { show: (tool, args) => call([tool, args]), results };
}

/** Reads lines with the tool of the program. */
export async function readLines({ show }, where) {
  const args = readroom.call(where);
  const text = await show('read', args);
  const { lines, next } = readroom.parse([text], args);
  const shown = lines.map(({ number, text: line }) => ({ file: args.path, number, text: line }));
  const inside = /\. Inside (.*)\. Next: |\. Inside (.*)\.\]$/u.exec(text.split('\n').at(-1));
  const headers = (inside?.[1] ?? inside?.[2] ?? '').matchAll(/ \(line (\d+)\)/gu);
  const around = [...headers].map((header) => Number(header[1]));
  if (shown.length > 0 && around.length > 0) shown[0].around = around;
  return { args: JSON.stringify(args), text, lines: shown, next };
}

/** Returns the last line of an answer. */
const noteOf = (text) => text.slice(text.lastIndexOf('\n') + 1);

/**
 * Searches with the program, and shows the results in a form.
 *
 * @param {import('./forms.mjs').Form} form
 * @param {number} context the number of context lines requested
 * @returns {import('./finder.mjs').Way}
 */
function searching(all, form, context) {
  const { show, results } = all;
  return {
    id: `${form.id}${context > 0 ? `, context ${context}` : ''}`,
    read: (where) => readLines(all, where),
    async search(call) {
      const isNames = call.glob !== undefined;
      const args = isNames || context === 0 ? call : { ...call, context };
      const written = JSON.stringify(args);
      if (isNames) {
        const text = await show('find', args);
        return { args: written, text, lines: [], found: text.split('\n').slice(0, -1) };
      }
      const [text, found] = [await show('search', args), await results(args)];
      const note = noteOf(text);
      const next = /Next: (\{.*\})\]$/u.exec(note);
      const lines = found.files.flatMap((file) => linesOfFile(file, form.headers));
      return {
        args: written,
        text: form.write(found) + note,
        lines,
        hits: lines.filter(({ matches }) => matches),
        more: [...(next ? [JSON.parse(next[1])] : []), ...cut(found, call)],
      };
    },
  };
}

/** Returns the lines of a file as a form shows them. */
function linesOfFile({ path, groups }, headers) {
  return groups.flatMap((group) => {
    const shown = headers === 0 ? [] : group.headers.slice(-headers).map(({ line }) => line);
    const first = group.lines.findIndex(({ matches }) => matches);
    return group.lines.map((line, at) => ({
      file: path,
      number: line.line,
      // A part of a line is not the line.
      text: line.column > 1 || line.clipped ? undefined : line.text,
      matches: line.matches,
      ...(at === first && { around: shown }),
    }));
  });
}

/** Returns the calls that show all lines of the files that were truncated. */
function cut({ files }, { pattern }) {
  const isCut = ({ matches, complete, groups }) =>
    complete &&
    matches > groups.flatMap(({ lines }) => lines).filter((line) => line.matches).length;
  return files.filter(isCut).map(({ path }) => ({ pattern, path }));
}

/** Returns all ways to search with the program. The first of each is the tool as it is. */
export function searches(all, contexts) {
  return contexts.flatMap((context) => FORMS.map((form) => searching(all, form, context)));
}

/** Fails unless the tool's own form is what it shows. */
export async function checkForm({ show, results }, args) {
  const [text, found] = [await show('search', args), await results(args)];
  const written = FORMS[0].write(found) + noteOf(text);
  if (written === text) return;
  const at = written.split('\n').findIndex((line, number) => line !== text.split('\n')[number]);
  throw new Error(`${JSON.stringify(args)}: line ${at + 1} is '${text.split('\n')[at]}'`);
}

/** Returns the way to search with ripgrep, if it is installed, and to read numbered lines. */
export function ripgrep(root, lines) {
  const run = (args) => {
    const { RIPGREP_CONFIG_PATH: _, ...env } = process.env;
    const stdio = ['ignore', 'pipe', 'pipe'];
    return spawnSync('rg', args, { cwd: root, env, stdio, encoding: 'utf8', maxBuffer: 2 ** 26 });
  };
  if (run(['--version']).error !== undefined) return undefined;
  const command = (text) => JSON.stringify({ command: text });
  return {
    id: 'rg -n',
    async read({ path, start = 1, lines: count = lines.get(path).length }) {
      const end = Math.min(start + count - 1, lines.get(path).length);
      const shown = lines
        .get(path)
        .slice(start - 1, end)
        .map((text, at) => ({ file: path, number: start + at, text }));
      const text = shown.map((line) => `${line.number}\t${line.text}\n`).join('');
      return { args: command(`cat -n ${path} | sed -n '${start},${end}p'`), text, lines: shown };
    },
    async search({ pattern, path, glob }) {
      if (glob !== undefined) {
        const { stdout } = run(['--files', '--sort', 'path', '-g', glob]);
        const found = stdout.trimEnd().split('\n');
        return { args: command(`rg --files -g '${glob}'`), text: stdout, lines: [], found };
      }
      const where = path === undefined ? [] : [path];
      // The order would otherwise be that in which threads finish.
      const { stdout } = run(['-n', '-H', '--sort', 'path', '--', pattern, ...where]);
      const hits = stdout
        .trimEnd()
        .split('\n')
        .map((line) => /^(.*?):(\d+):(.*)$/su.exec(line))
        .map(([, file, number, text]) => ({ file, number: Number(number), text }));
      const args = command(['rg -n', `'${pattern}'`, ...where].join(' '));
      return { args, text: stdout, lines: hits, hits };
    },
  };
}
