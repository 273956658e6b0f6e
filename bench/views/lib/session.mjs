/**
 * The cost of a session of reads, with the given options of the server: the recorded reads are
 * those of an agent that looks around, edits, and comes back.
 */

import fs from 'node:fs';
import path from 'node:path';
import { number, percent, table } from './markdown.mjs';
import * as readroom from './readroom.mjs';
import { Server } from './server.mjs';
import { BENCHMARK, contents, write } from './workspace.mjs';

/**
 * @typedef {object} Step a read, or else an edit of the file between two reads
 * @property {string} path
 * @property {number} [start]
 * @property {number} [lines]
 * @property {{old: string, new: string}} [edit]
 */

export function load() {
  const { steps } = JSON.parse(fs.readFileSync(path.join(BENCHMARK, 'session.json'), 'utf8'));
  return steps;
}

/** Runs the session against one server, in a separate directory. */
export async function run(program, { flags, steps, target, count }) {
  const root = write(path.join(target, 'session'), contents());
  const server = await Server.start(program, root, { tool: 'readroom', flags });
  try {
    const { name, description, inputSchema } = server.definition;
    const definition = count(`${name}\n${description}\n${JSON.stringify(inputSchema)}`);
    const reads = [];
    for (const { path: file, edit, ...where } of steps) {
      if (edit !== undefined) {
        change(path.join(root, file), edit);
        continue;
      }
      const args = readroom.call({ path: file, ...where });
      const { blocks, isError } = await server.call(args);
      const tokens = blocks.reduce((sum, block) => sum + count(block), 0);
      reads.push({ args, tokens, isError });
    }
    const answers = reads.reduce((sum, { tokens }) => sum + tokens, 0);
    return { flags, definition, answers, total: definition + answers, reads };
  } finally {
    await server.close();
  }
}

function change(file, { old, new: wanted }) {
  const text = fs.readFileSync(file, 'utf8');
  if (text.split(old).length !== 2) throw new Error(`${file}: '${old}' is not there once`);
  fs.writeFileSync(
    file,
    text.replace(old, () => wanted),
  );
}

export function print(runs) {
  const [without] = runs;
  return [
    `### A session of ${without.reads.length} reads\n`,
    `Tokens in o200k of the definition and of all answers.\n`,
    table(
      ['options', 'definition', 'answers', 'total', 'change', 'each read'],
      runs.map((run) => [
        run.flags.length > 0 ? `\`${run.flags.join(' ')}\`` : 'none',
        number(run.definition),
        number(run.answers),
        number(run.total),
        percent(run.total / without.total - 1),
        run.reads.map(({ tokens, isError }) => `${tokens}${isError ? '!' : ''}`).join(' '),
      ]),
    ),
  ].join('\n');
}
