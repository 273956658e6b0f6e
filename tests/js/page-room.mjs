/** The room of browsers under Node, whose `fetch` does not read files. */

import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inside } from './project.mjs';

globalThis.fetch = async (address) =>
  new Response(fs.readFileSync(fileURLToPath(address)), {
    headers: { 'content-type': 'application/wasm' },
  });

export const { Room: PageRoom } = await inside('browser.js');
