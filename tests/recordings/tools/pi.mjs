/** pi's tool, from the bundle of its package. Validation is what pi itself does before a call. */

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerCalls } from './calls.mjs';

const bundle = path.resolve('node_modules/@earendil-works/pi-coding-agent/dist/bundle');
const load = async (file) => import(pathToFileURL(path.join(bundle, file)).href);
const { createReadToolDefinition } = await load('index.js');
const chunks = path.join(bundle, 'chunks');
const EXPORT = /export\s*\{[^}]*\bvalidateToolArguments\b/u;
const exporting = fs
  .readdirSync(chunks)
  .find((name) => EXPORT.test(fs.readFileSync(path.join(chunks, name), 'utf8')));
const { validateToolArguments } = await load(path.join('chunks', exporting));
const model = { input: ['text', 'image'] };

await answerCalls(async ({ directory, arguments: given }) => {
  const tool = createReadToolDefinition(directory);
  try {
    const checked = validateToolArguments(tool, { name: tool.name, arguments: given });
    return await tool.execute('1', checked, undefined, undefined, { cwd: directory, model });
  } catch (error) {
    // pi shows its model the message, whatever the error's class.
    return { error: { type: 'Error', message: error.message } };
  }
});
