/** The neutral tool: `12⇥text`, and a last line in brackets that has the next call. */

/**
 * @typedef {object} Wanted
 * @property {string} path
 * @property {number} [start]
 * @property {number} [lines]
 *
 * @typedef {object} Line
 * @property {number} number
 * @property {string} text
 * @property {boolean} printed whether its number is shown, or has to be counted
 *
 * @typedef {object} Parsed what a careful reader takes from an answer
 * @property {Line[]} lines
 * @property {object} [next] the arguments of the call that shows the next lines
 * @property {object} [rest] those of the call that shows the rest of a line that was cut
 * @property {{first: number, last: number, text: string}[]} outline
 */

/** @param {Wanted} wanted */
export function call({ path, start, lines }) {
  return { path, ...(start && { start }), ...(lines && { lines }) };
}

/** Returns the arguments that ask for an outline, if the model is told of them. */
export function outline({ path }, { inputSchema }) {
  const views = inputSchema.properties.view?.enum ?? [];
  return views.includes('outline') ? { path, view: 'outline' } : undefined;
}

/** @returns {Parsed} */
export function parse([text], args) {
  const shown = text.split('\n');
  const parsed = { lines: [], outline: [] };
  for (const each of shown) {
    const line = /^(\d+)\t(.*)$/su.exec(each);
    const entry = /^(\d+)-(\d+)\t\s*(.*)$/su.exec(each);
    if (line !== null) {
      parsed.lines.push({ number: Number(line[1]), text: line[2], printed: true });
    } else if (entry !== null) {
      parsed.outline.push({ first: Number(entry[1]), last: Number(entry[2]), text: entry[3] });
    }
  }
  return { ...parsed, ...notice(shown.findLast((each) => /^\[.*\]$/u.test(each)) ?? '', args) };
}

/** Reads the last line of an answer. Numbered lines do not begin with a bracket. */
export function notice(line, args) {
  const found = {};
  const next = /Next: (\{.*\})\]$/u.exec(line);
  const start = /(?:Continue with start=|Next: start )(-?\d+)\.\]$/u.exec(line);
  if (next !== null) found.next = JSON.parse(next[1]);
  else if (start !== null) found.next = { ...args, start: Number(start[1]) };
  const rest = /before character \d+ of \d+: (\{.*?\})\.(?=[ \]])/u.exec(line);
  const column =
    /Continue it with start=(\d+), lines=1, column=(\d+)\./u.exec(line) ??
    /Line (\d+) goes on at column (\d+)\./u.exec(line);
  if (rest !== null) found.rest = JSON.parse(rest[1]);
  else if (column !== null) {
    found.rest = { ...args, start: Number(column[1]), lines: 1, column: Number(column[2]) };
  }
  return found;
}
