/** pi's tools, from the bundle of its package. Validation is what pi itself does before a call. */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { answerCalls } from './calls.mjs';

const FD = 'fd 10.5';
const RIPGREP = path.resolve('python/bin/rg');

/** Writes a program to where pi looks for it before anywhere else. */
function program(name, ...command) {
  const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  fs.mkdirSync('bin', { recursive: true });
  fs.writeFileSync(path.join('bin', name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

const fd = process.env.FD ?? 'fd';
const { stdout: version } = spawnSync(fd, ['--version'], { encoding: 'utf8' });
if (!version?.replace('fdfind', 'fd').startsWith(`${FD}.`))
  throw new Error(`pi's find needs ${FD}: name it in FD`);
program('fd', process.execPath, fileURLToPath(new URL('fd.mjs', import.meta.url)), fd);
program('rg', RIPGREP, '--sort', 'path');
process.env.PI_CODING_AGENT_DIR = process.cwd();

const bundle = path.resolve('node_modules/@earendil-works/pi-coding-agent/dist/bundle');
const load = async (file) => import(pathToFileURL(path.join(bundle, file)).href);
const pi = await load('index.js');
const tools = {
  read: pi.createReadToolDefinition,
  ls: pi.createLsToolDefinition,
  find: pi.createFindToolDefinition,
  grep: pi.createGrepToolDefinition,
};
const chunks = path.join(bundle, 'chunks');
const EXPORT = /export\s*\{[^}]*\bvalidateToolArguments\b/u;
const exporting = fs
  .readdirSync(chunks)
  .find((name) => EXPORT.test(fs.readFileSync(path.join(chunks, name), 'utf8')));
const { validateToolArguments } = await load(path.join('chunks', exporting));
const model = { input: ['text', 'image'] };

await answerCalls(async ({ tool: id, directory, arguments: given }) => {
  const tool = tools[id.split(':')[1] ?? 'read'](directory);
  try {
    const checked = validateToolArguments(tool, { name: tool.name, arguments: given });
    return await tool.execute('1', checked, undefined, undefined, { cwd: directory, model });
  } catch (error) {
    // pi shows its model the message, whatever the error's class.
    return { error: { type: 'Error', message: error.message } };
  }
});
