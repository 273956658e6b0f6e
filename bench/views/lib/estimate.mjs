/** How close the program's own estimate of tokens is to the vocabularies. */

import { execFileSync } from 'node:child_process';
import { number, percent, table } from './markdown.mjs';
import { VOCABULARIES } from './tokens.mjs';

/** Reads the start of each file with the neutral tool, and counts the tokens returned. */
export function measure(program, root, paths, counts) {
  const calls = paths.map((path) => JSON.stringify({ path, lines: 400, columns: 16000 }));
  const answers = execFileSync(program, ['call', '--root', root, 'readroom', '-'], {
    input: `${calls.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  return answers
    .trimEnd()
    .split('\n')
    .map((answer, at) => {
      const { body, error } = JSON.parse(answer);
      if (error !== undefined) throw new Error(`${paths[at]}: ${error.message}`);
      const tokens = VOCABULARIES.map((name) => [name, counts[name](body.content)]);
      return { path: paths[at], estimate: body.tokens, ...Object.fromEntries(tokens) };
    });
}

export function print(rows) {
  const [o200k, cl100k] = VOCABULARIES;
  return [
    `### The estimate of tokens\n`,
    `\`tokens\` in the answer of \`readroom call readroom\`, compared with both vocabularies: a ` +
      `negative number means that there are more tokens than it says.\n`,
    table(
      ['sample', 'estimate', 'o200k', 'cl100k', 'error, o200k', 'error, cl100k'],
      rows.map((row) => [
        row.path,
        number(row.estimate),
        number(row[o200k]),
        number(row[cl100k]),
        percent(row.estimate / row[o200k] - 1),
        percent(row.estimate / row[cl100k] - 1),
      ]),
    ),
  ].join('\n');
}
