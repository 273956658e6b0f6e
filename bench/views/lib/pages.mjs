/** What the same pages cost in each format, compared with the text alone; and the definitions. */

import { number, percent, table } from './markdown.mjs';
import { linesOf } from './synthetic.mjs';
import { VOCABULARIES } from './tokens.mjs';

/** The lines that every format can show: none is long enough to be cut. */
const PAGES = [
  { path: 'declaration.rs', start: 1, lines: 200 },
  { path: 'window.rs', start: 101, lines: 200 },
  { path: 'assembled.rs', start: 4001, lines: 400 },
  { path: 'engine.py', start: 101, lines: 200 },
  { path: 'workers.py', start: 1, lines: 159 },
  { path: 'check.ts', start: 1, lines: 200 },
  { path: 'runner-backend.ts', start: 1, lines: 188 },
  { path: 'types.wit', start: 201, lines: 200 },
  { path: 'schema.json', start: 301, lines: 300 },
  { path: 'reading.md', start: 1, lines: 148 },
  { path: 'ARCHITECTURE.md', start: 1, lines: 130 },
  { path: 'build.log', start: 60001, lines: 200 },
];

/** Measures the pages, and fails if a format does not show exactly their lines. */
export async function measure(formats, files, counts, pages = PAGES) {
  const texts = pages.map(({ path, start, lines }) =>
    linesOf(files.get(path)).slice(start - 1, start - 1 + lines),
  );
  const alone = cost(
    texts.map((lines) => `${lines.join('\n')}\n`),
    counts,
  );
  const rows = [{ format: 'text alone', ...alone }];
  for (const format of formats) {
    const shown = [];
    for (const [at, page] of pages.entries()) {
      const args = format.call(page);
      const { blocks } = await format.answer(args);
      const { lines } = format.parse(blocks, args);
      const problem = difference(page, lines, texts[at]);
      if (problem !== undefined) throw new Error(`${format.id}: ${problem}`);
      shown.push(...blocks);
    }
    const { name, description, inputSchema } = format.definition;
    const definition = cost([`${name}\n${description}\n${JSON.stringify(inputSchema)}`], counts);
    rows.push({ format: format.id, ...cost(shown, counts), definition });
  }
  return rows;
}

/**
 * Returns what is wrong with the lines of a page. After the last line break of a file, some tools
 * show one more line, an empty one.
 */
export function difference({ path, start }, lines, wanted) {
  const shown = lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
  const expected = wanted.at(-1) === '' ? wanted.slice(0, -1) : wanted;
  const at = Array.from({ length: Math.max(shown.length, expected.length) }).findIndex(
    (_, each) => shown[each]?.text !== expected[each] || shown[each].number !== start + each,
  );
  if (at < 0) return undefined;
  const got = shown[at] === undefined ? 'nothing' : `${shown[at].number} '${shown[at].text}'`;
  return `${path} shows ${got} for ${start + at} '${expected[at]}'`;
}

function cost(texts, counts) {
  const total = (of) => texts.reduce((sum, text) => sum + of(text), 0);
  const tokens = VOCABULARIES.map((name) => [name, total(counts[name])]);
  return { ...Object.fromEntries(tokens), bytes: total((text) => Buffer.byteLength(text)) };
}

export function print([alone, ...rows]) {
  const [o200k, cl100k] = VOCABULARIES;
  const more = (row, of) => percent(row[of] / alone[of] - 1);
  return [
    `### The same pages in each format\n`,
    `The text alone has ${number(alone[o200k])} tokens in o200k, ${number(alone[cl100k])} in ` +
      `cl100k, and ${number(alone.bytes)} bytes. What each format adds to that, and the tokens ` +
      `of its definition, which are part of every request:\n`,
    table(
      ['format', 'o200k', 'cl100k', 'bytes', 'definition, o200k', 'cl100k'],
      rows.map((row) => [
        row.format,
        more(row, o200k),
        more(row, cl100k),
        more(row, 'bytes'),
        number(row.definition[o200k]),
        number(row.definition[cl100k]),
      ]),
    ),
  ].join('\n');
}
