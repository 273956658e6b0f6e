/**
 * Calls tools of pi in its own process on request, and reports how long they took.
 *
 *   node bench/peers/pi.mjs DIRECTORY ROOT
 *
 * Standard input has one JSON object a line: a `tool`, its `arguments`, and how many `runs`. The
 * output has the nanoseconds of all runs, and the text that pi shows its model.
 */

import path from 'node:path';
import { createInterface } from 'node:readline';

const [directory, root] = process.argv.slice(2);
const installed = path.join(directory, 'node_modules', '@earendil-works', 'pi-coding-agent');
const pi = await import(path.join(installed, 'dist', 'bundle', 'index.js'));
const tools = { read: pi.createReadTool(root), ls: pi.createLsTool(root) };

for await (const line of createInterface({ input: process.stdin })) {
  const { tool, arguments: given, runs } = JSON.parse(line);
  let result;
  const started = process.hrtime.bigint();
  for (let run = 0; run < runs; run += 1) result = await tools[tool].execute('call', given);
  const nanoseconds = Number(process.hrtime.bigint() - started);
  console.log(JSON.stringify({ nanoseconds, answer: result.content[0].text }));
}
