/** Formats that no tool has, to compare presentations alone: pages and notices are those of one. */

import { notice } from './readroom.mjs';

const MAX_LINES = 2000;
const MAX_BYTES = 256 * 1024;
const MAX_CHARACTERS = 2000;

const DEFINITION = {
  name: 'read',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the working directory' },
      start: { type: 'integer', description: 'First line, from 1' },
      lines: { type: 'integer', description: 'Maximum number of lines' },
    },
    required: ['path'],
  },
};

/** Returns the lines of a text. A break at its end opens no line. */
export function linesOf(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Makes a format of a way to write a line and a way to read it.
 *
 * @param {object} how
 * @param {string} how.id
 * @param {string} how.says what the definition says of the lines
 * @param {(number: number, text: string, isFirst: boolean) => string} how.write
 * @param {(line: string) => {number?: number, text: string}} how.read without a number, the line
 *   has the one after that of the line before
 */
export function synthetic({ id, says, write, read }) {
  return {
    id,
    definition: {
      ...DEFINITION,
      description:
        `Reads a file of the project${says}. Returns up to ${MAX_LINES} lines or ` +
        `${MAX_BYTES / 1024} KiB; the last line, in brackets, has the next call.`,
    },
    call: ({ path, start, lines }) => ({ path, ...(start && { start }), ...(lines && { lines }) }),
    answer: (files, args) => page(files, args, write),
    parse([text], args) {
      const shown = text.split('\n');
      const last = /^\[Lines \d+-\d+ of \d+\..*\]$/u.test(shown.at(-1)) ? shown.pop() : '';
      if (shown.at(-1) === '') shown.pop();
      let number = (args.start ?? 1) - 1;
      const lines = shown.map((each) => {
        const line = read(each);
        number = line.number ?? number + 1;
        return { number, text: line.text, printed: line.number !== undefined };
      });
      return { lines, outline: [], ...notice(last, args) };
    },
  };
}

function page(files, { path, start = 1, lines: wanted = MAX_LINES }, write) {
  const text = files.get(path);
  if (text === undefined) return { blocks: [`${path} does not exist`], isError: true };
  const all = linesOf(text);
  let body = '';
  let bytes = 0;
  let next = start;
  while (next <= all.length && next < start + Math.min(wanted, MAX_LINES)) {
    const characters = [...all[next - 1]].slice(0, MAX_CHARACTERS).join('');
    const line = `${write(next, characters, next === start)}\n`;
    bytes += Buffer.byteLength(line);
    if (bytes > MAX_BYTES) break;
    body += line;
    next += 1;
  }
  if (next === start) return { blocks: [`there is no line ${start} in ${path}`], isError: true };
  if (start === 1 && next > all.length) return { blocks: [body], isError: false };
  const more = next > all.length ? '' : ` Next: ${JSON.stringify({ path, start: next })}`;
  const notice = `[Lines ${start}-${next - 1} of ${all.length}.${more}]`;
  return { blocks: [`${body}${notice}`], isError: false };
}
