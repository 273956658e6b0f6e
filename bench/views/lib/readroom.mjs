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
 *
 * @typedef {object} Parsed the data that a careful reader takes from an answer
 * @property {Line[]} lines
 * @property {object} [next] the arguments of the call that shows the next lines
 */

/** @param {Wanted} wanted */
export function call({ path, start, lines }) {
  return { path, ...(start && { start }), ...(lines && { lines }) };
}

/** @returns {Parsed} */
export function parse([text], args) {
  const shown = text.split('\n');
  const lines = shown
    .map((each) => /^(\d+)\t(.*)$/su.exec(each))
    .filter((line) => line !== null)
    .map(([, number, line]) => ({ number: Number(number), text: line }));
  return { lines, next: nextIn(shown.findLast((each) => /^\[.*\]$/u.test(each)) ?? '', args) };
}

/** Reads the last line of an answer. Numbered lines do not begin with a bracket. */
function nextIn(line, args) {
  const next = /Next: (\{.*\})\]$/u.exec(line);
  if (next !== null) return JSON.parse(next[1]);
  const start = /Next: start (-?\d+)\.\]$/u.exec(line);
  return start === null ? undefined : { ...args, start: Number(start[1]) };
}
