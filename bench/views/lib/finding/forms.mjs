/** The forms that the answer of a search can have, written from its JSON. */

/**
 * @typedef {object} Form
 * @property {string} id
 * @property {number} headers the number of innermost headers of a line that it shows
 * @property {(results: object) => string} write
 */

/** The length to which a header is truncated, and up to which it is not, in characters. */
const CUT_HEADER = 80;
const UNCUT_HEADER = 100;

/** Writes the text of a line; the rest of a long one is left out. */
function content({ text, column, clipped }) {
  return `${column > 1 ? '…' : ''}${text.replace(/\r$/u, '')}${clipped ? '…' : ''}`;
}

/** Returns how many lines of a completely searched file are not on the page. */
function left({ matches, complete, groups }) {
  const shown = groups.flatMap(({ lines }) => lines).filter((line) => line.matches).length;
  return complete ? matches - shown : 0;
}

const more = (count) =>
  `[${count} more ${count === 1 ? 'line' : 'lines'} of this file: search it alone]`;

/** Clips the text of a header as the tool does. */
function clipped(text) {
  const [indentation] = text.match(/^\s*/u);
  const all = [...text.slice(indentation.length)];
  const isWhole = all.length <= UNCUT_HEADER || text.trimStart().startsWith('| ');
  return isWhole ? text : `${indentation}${all.slice(0, CUT_HEADER).join('')}…`;
}

/** Writes headers in brackets above their lines, unless they are the same as above. */
function inBrackets(headers, above) {
  const write = (of) => of.map(({ line, text }) => `'${clipped(text)}' (line ${line})`).join(', ');
  const written = write(headers);
  return written === '' || written === write(above) ? [] : [`[in ${written}]`];
}

/** Writes headers as lines, each unless it is above: `12=⇥text`. */
function asLines(headers, above) {
  const isNew = ({ line }) => !above.some((header) => header.line === line);
  return headers.filter(isNew).map(({ line, text }) => `${line}=\t${clipped(text)}`);
}

/** Writes lines below their file's path, with the headers not shown yet, like the tool. */
function asShown({ files }) {
  const text = [];
  for (const file of files) {
    text.push(file.path);
    const shown = new Set();
    let above = 0;
    for (const { headers, lines } of file.groups) {
      const isUnseen = ({ line }) => !shown.has(line) && line < lines[0].line;
      const unseen = headers.filter(isUnseen);
      if (unseen.length === 0 && headers.length < above) text.push('--');
      text.push(...asLines(unseen, []));
      above = headers.length;
      for (const line of lines)
        text.push(`${line.line}${line.matches ? '' : '-'}\t${content(line)}`);
      for (const { line } of [...unseen, ...lines]) shown.add(line);
    }
    if (left(file) > 0) text.push(more(left(file)));
  }
  return text.map((line) => `${line}\n`).join('');
}

/** Writes lines below the path of their file, with some of their headers. */
function grouped(shown, writeHeaders = inBrackets) {
  return ({ files }) => {
    const text = [];
    for (const file of files) {
      text.push(file.path);
      let above = [];
      for (const { headers, lines } of file.groups) {
        const innermost = headers.slice(shown === 0 ? headers.length : -shown);
        text.push(...writeHeaders(innermost, above));
        above = innermost;
        for (const line of lines)
          text.push(`${line.line}${line.matches ? '' : '-'}\t${content(line)}`);
      }
      if (left(file) > 0) text.push(more(left(file)));
    }
    return text.map((line) => `${line}\n`).join('');
  };
}

/** Writes a line as grep does: `path:12:text`, and `path-12-text` for one near it. */
function flat({ files }) {
  const text = [];
  for (const file of files) {
    for (const { lines } of file.groups) {
      const hasContext = lines.some((line) => !line.matches);
      if (hasContext && text.length > 0) text.push('--');
      for (const line of lines) {
        const mark = line.matches ? ':' : '-';
        text.push(`${file.path}${mark}${line.line}${mark}${content(line)}`);
      }
    }
    if (left(file) > 0) text.push(`${file.path}:${more(left(file))}`);
  }
  return text.map((line) => `${line}\n`).join('');
}

/** @type {Form[]} */
export const FORMS = [
  { id: 'as it is', headers: 3, write: asShown },
  { id: 'grouped, header', headers: 1, write: grouped(1) },
  { id: 'grouped, all headers', headers: 3, write: grouped(3) },
  { id: 'grouped, header line', headers: 1, write: grouped(1, asLines) },
  { id: 'grouped', headers: 0, write: grouped(0) },
  { id: 'path:line:text', headers: 0, write: flat },
];
