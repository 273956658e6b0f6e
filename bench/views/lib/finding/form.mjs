/** The form of a search's answer, written again from its JSON. */

/** The length to which a header is truncated, and up to which it is not, in characters. */
const CUT_HEADER = 80;
const UNCUT_HEADER = 100;

/** Writes the text of a line; the rest of a long one is left out. */
function content({ text, column, clipped }) {
  return `${column > 1 ? '…' : ''}${text.replace(/\r$/u, '')}${clipped ? '…' : ''}`;
}

/** Clips the text of a header as the tool does. */
function clipped(text) {
  const [indentation] = text.match(/^\s*/u);
  const all = [...text.slice(indentation.length)];
  const isWhole = all.length <= UNCUT_HEADER || text.trimStart().startsWith('| ');
  return isWhole ? text : `${indentation}${all.slice(0, CUT_HEADER).join('')}…`;
}

/** Writes the last line of a definition, or that a line does not match. */
function mark({ line, last = line, matches }) {
  if (last > line) return `-${last}`;
  return matches ? '' : '-';
}

/** Writes lines below their file's path, with the headers not shown yet. */
export function written({ files }) {
  const text = [];
  for (const { path, matches, complete, groups } of files) {
    text.push(path);
    const shown = new Set();
    let above = 0;
    let hadOthers = false;
    for (const [at, { headers, lines }] of groups.entries()) {
      // All lines of a notebook's cell have its number.
      const [first, last] = [lines[0].line, lines.at(-1).line];
      const isCell = first === last && headers[0]?.line === first;
      const isUnseen = ({ line, text: header }) =>
        (isCell || (line < first && !shown.has(line))) && !shown.has(`${line} ${header}`);
      const unseen = headers.filter(isUnseen);
      const hasOthers = lines.some(({ matches }) => !matches);
      const isApart = at > 0 && (hadOthers || hasOthers);
      hadOthers = hasOthers;
      if (unseen.length === 0 && (headers.length < above || isCell || isApart)) text.push('--');
      for (const { line, text: header } of unseen) {
        text.push(`${line}=\t${clipped(header)}`);
        shown.add(`${line} ${header}`);
      }
      above = headers.length;
      for (const line of lines) {
        const place = [`${line.line}${mark(line)}`, ...(line.cells ?? [])].join(' ');
        text.push(`${place}\t${content(line)}`);
        shown.add(line.line);
      }
    }
    const all = groups.flatMap(({ lines }) => lines);
    const left = matches - all.filter((line) => line.matches).length;
    if (complete && left > 0)
      text.push(`[${left} more ${left === 1 ? 'line' : 'lines'} of this file: search it alone]`);
  }
  return text.map((line) => `${line}\n`).join('');
}
