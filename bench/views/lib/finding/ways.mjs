/** The ways to search: the tools of the program, and ripgrep. */

import { execFileSync, spawnSync } from 'node:child_process';
import * as readroom from '../readroom.mjs';
import { written } from './form.mjs';

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
async function textOf(server, tool, args) {
  const { blocks, isError } = await server.call(args, tool);
  if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${blocks}`);
  return blocks.join('\n');
}

/** Returns the output of the program's tools, and the JSON of searches. */
export function tools(program, root, server) {
  const call = remembering(([tool, args]) => textOf(server, tool, args));
  const results = remembering(async (args) => {
    const options = { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 };
    const command = ['call', '--root', root, 'readroom:search', JSON.stringify(args)];
    return JSON.parse(execFileSync(program, command, options));
  });
  return { show: (tool, args) => call([tool, args]), results };
}

/** Reads lines with the tool of the program. */
export async function readLines({ show }, args) {
  const text = await show('read', args);
  if (args.view === 'outline') return { args: JSON.stringify(args), text, lines: mapped(text) };
  const { lines, next } = readroom.parse([text], args);
  const shown = lines.map(({ number, text: line }) => ({ file: args.path, number, text: line }));
  const inside = /\. Inside (.*)\. Next: |\. Inside (.*)\.\]$/u.exec(text.split('\n').at(-1));
  const headers = (inside?.[1] ?? inside?.[2] ?? '').matchAll(/ \(line (\d+)\)/gu);
  const around = [...headers].map((header) => Number(header[1]));
  if (shown.length > 0 && around.length > 0) shown[0].around = around;
  return { args: JSON.stringify(args), text, lines: shown, next };
}

/** Returns the lines that the map of a directory shows: `n-m⇥line`, below the name of a file. */
export function mapped(text) {
  let file;
  return text.split('\n').flatMap((line) => {
    file = /^(\S.*) \(\d+ lines?\b.*\)$/u.exec(line)?.[1] ?? file;
    const definition = /^(\d+)(?:-\d+)?\t(.*)$/u.exec(line);
    return definition ? [{ file, number: Number(definition[1]), text: definition[2] }] : [];
  });
}

/** Returns the last line of an answer. */
const noteOf = (text) => text.slice(text.lastIndexOf('\n') + 1);

/** The way to search for lines, without names and blocks, that the others are compared with. */
export const BASE = 'readroom, lines alone';

/** Returns the ways to search with the program: as each task names its first call, and `BASE`. */
export function searches(all) {
  const lines = {
    id: BASE,
    readsCells: true,
    read: (where) => readLines(all, where),
    search: (call) => search(all, call),
  };
  return [{ ...lines, id: 'readroom', begin: firstCall }, lines];
}

/** Returns the call that a model chooses from the definitions of the tools. */
export const firstCall = ({ call, own, read }) => read ?? { ...call, ...own };

async function search({ show, results }, args) {
  if (args.pattern === undefined) {
    const text = await show('find', args);
    const names = text.split('\n').slice(0, -1);
    return { args: JSON.stringify(args), text, lines: [], found: names };
  }
  const [text, found] = [await show('search', args), await results(args)];
  const next = /Next: (\{.*\})\]$/u.exec(noteOf(text));
  const lines = found.files.flatMap(linesOfFile);
  return {
    args: JSON.stringify(args),
    text,
    lines,
    hits: lines.filter(({ matches }) => matches),
    more: [...(next ? [JSON.parse(next[1])] : []), ...cut(found, args)],
  };
}

/** Returns the lines of a file as they are shown. */
function linesOfFile({ path, groups }) {
  return groups.flatMap(({ headers, lines }) => {
    const first = lines.findIndex(({ matches }) => matches);
    return lines.map((line, at) => ({
      file: path,
      number: line.line,
      // A part of a line is not the line.
      text: line.column > 1 || line.clipped ? undefined : line.text,
      matches: line.matches,
      ...(at === first && { around: headers.map((header) => header.line) }),
    }));
  });
}

/** Returns the calls that show all lines of the files that were truncated. */
function cut({ files }, args) {
  const isCut = ({ matches, complete, groups }) =>
    complete &&
    matches > groups.flatMap(({ lines }) => lines).filter((line) => line.matches).length;
  return files.filter(isCut).map(({ path }) => ({ ...args, path }));
}

/** Fails unless the tool shows the form that its JSON is written in here. */
export async function checkForm({ show, results }, args) {
  const [text, found] = [await show('search', args), await results(args)];
  const expected = written(found) + noteOf(text);
  if (expected === text) return;
  const at = expected.split('\n').findIndex((line, number) => line !== text.split('\n')[number]);
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
      const all = lines.get(path);
      const end = Math.min(start + count - 1, all.length);
      const shown = all
        .slice(start - 1, end)
        .map((text, at) => ({ file: path, number: start + at, text }));
      const text = shown.map((line) => `${line.number}\t${line.text}\n`).join('');
      return { args: command(`cat -n ${path} | sed -n '${start},${end}p'`), text, lines: shown };
    },
    async search({ pattern, path, glob }) {
      if (pattern === undefined) {
        const { stdout } = run(['--files', '--sort', 'path', '-g', glob]);
        const found = stdout.trimEnd().split('\n');
        return { args: command(`rg --files -g '${glob}'`), text: stdout, lines: [], found };
      }
      const where = path === undefined ? [] : [path];
      const files = glob === undefined ? [] : ['-g', glob];
      // The order would otherwise be that in which threads finish.
      const { stdout } = run(['-n', '-H', '--sort', 'path', ...files, '--', pattern, ...where]);
      const hits = stdout
        .trimEnd()
        .split('\n')
        .map((line) => /^(.*?):(\d+):(.*)$/su.exec(line))
        // A match in a binary file is only mentioned.
        .filter((match) => match !== null)
        .map(([, file, number, text]) => ({ file, number: Number(number), text }));
      const quoted = files.map((each) => (each === glob ? `'${each}'` : each));
      const args = command(['rg -n', ...quoted, `'${pattern}'`, ...where].join(' '));
      return { args, text: stdout, lines: hits, hits };
    },
  };
}
