// Makes calls through the JavaScript package as often as it is told, and says how long they took.
//
//   node host.mjs ROOT ENGINE [FILE]
//
// Standard input has one JSON object a line: what to `read` or `call`, how many `runs`, and how many
// of them are made `at_once`. The output has the nanoseconds of all runs, and the answer. With a FILE,
// it is read once, and nothing else happens. The engine `plain` is a reader as a tool of an agent has
// it, without the package.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [root, engine, file] = process.argv.slice(2);

/** Returns lines of a small file, typed or numbered. Null for everything else. */
async function plain({ read, call: [tool, args] = ['', '{}'] }) {
  const { path: name, start = 1, lines = 2000 } = read ?? JSON.parse(args);
  if (name !== 'small.rs' || !['', 'readroom'].includes(tool)) return null;
  const text = await readFile(path.join(root, name), 'utf8');
  const found = text.split('\n').slice(start - 1, start - 1 + lines);
  if (tool === '') return found.join('\n');
  if (found.at(-1) === '') found.pop();
  return found.map((line, at) => `${start + at}\t${line}\n`).join('');
}

async function opened() {
  if (engine === 'plain') return { call: plain, close: async () => {} };
  const { Room } = await import('readroom');
  const room = new Room({ root, engine, policy: { rules: 'everything', agentignore: false } });
  const session = room.session();
  const call = async ({ read, call: asked }) => {
    if (read === undefined) return (await session.call(...asked)).content[0].text;
    const { path: name, ...options } = read;
    return (await room.read(name, options)).body.content;
  };
  return { call, close: () => room.close() };
}

const { call, close } = await opened();
if (file !== undefined) {
  console.log(await call({ read: { path: file } }));
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const { runs, at_once: atOnce = 1, ...asked } = JSON.parse(line);
    let answer;
    const started = process.hrtime.bigint();
    for (let run = 0; run < runs; run += 1) {
      if (atOnce === 1) answer = await call(asked);
      else [answer] = await Promise.all(Array.from({ length: atOnce }, () => call(asked)));
    }
    const nanoseconds = Number(process.hrtime.bigint() - started);
    console.log(JSON.stringify({ nanoseconds, answer }));
  }
}
await close();
