// Makes calls through the JavaScript package on request, and reports how long they took.
//
//   node host.mjs ROOT ENGINE [FILE]
//
// Standard input has one JSON object a line: what to `read` or `call`, how many `runs`, and how
// many of them are made `at_once`. The output has the nanoseconds of all runs, and the answer. With
// a FILE, it is read once, and nothing else happens. The engine `plain` is a reader as a tool of an
// agent has it, without the package.

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [root, engine, file] = process.argv.slice(2);

/** Returns lines of a file, typed or numbered, and what else a few lines of JavaScript can do. */
async function plain({ list, beginning, each, read, call: [tool, args] = ['', '{}'] }) {
  if (list !== undefined) {
    const names = await readdir(path.join(root, list));
    const found = names.sort().map((name) => stat(path.join(root, list, name)));
    return String((await Promise.all(found)).length);
  }
  if (beginning !== undefined) {
    const text = await readFile(path.join(root, beginning.path), 'utf8');
    return `${text.split('\n').length}\n${text.slice(0, beginning.bytes)}`;
  }
  if (each !== undefined) {
    for (let number = 0; number < each.files; number += 1) {
      await numbered(path.join(each.path, `${number}.rs`), 1, 2000);
    }
    return String(each.files);
  }
  const { path: name, start = 1, lines = 2000 } = read ?? JSON.parse(args);
  if (name === 'large.log' || !['', 'readroom'].includes(tool)) return null;
  if (tool !== '') return numbered(name, start, lines);
  const text = await readFile(path.join(root, name), 'utf8');
  const found = text.split('\n').slice(start - 1, start - 1 + lines);
  // The last line of a page ends as the others do.
  if (found.at(-1) !== '') found.push('');
  return found.join('\n');
}

/** Returns lines with their numbers. */
async function numbered(name, start, lines) {
  const text = await readFile(path.join(root, name), 'utf8');
  const found = text.split('\n').slice(start - 1, start - 1 + lines);
  if (found.at(-1) === '') found.pop();
  return found.map((line, at) => `${start + at}\t${line}\n`).join('');
}

async function opened() {
  if (engine === 'plain') return { call: plain, close: async () => {} };
  const { Room } = await import('readroom');
  const room = new Room({ root, policy: { rules: 'everything', agentignore: false } });
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
