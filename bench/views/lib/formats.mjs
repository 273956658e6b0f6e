/** All formats: those of `formats/`, and a tool of the program for each of its ids. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { guessed } from '../formats/other.mjs';
import { Server } from './server.mjs';
import { BENCHMARK } from './workspace.mjs';

/**
 * @typedef {object} Format a format that can be read in
 * @property {string} id
 * @property {import('./server.mjs').Definition} definition
 * @property {boolean} [isGuessed] whether it has no plug-in of its own
 * @property {(wanted: import('../formats/readroom.mjs').Wanted) => object} call the arguments
 * @property {(blocks: string[], args: object) => import('../formats/readroom.mjs').Parsed} parse
 * @property {(wanted: object, definition: object) => object | undefined} [outline]
 * @property {(args: object) => Promise<import('./server.mjs').Answer>} answer
 * @property {() => Promise<void>} close
 */

async function plugins() {
  const directory = path.join(BENCHMARK, 'formats');
  const names = fs.readdirSync(directory).filter((name) => name.endsWith('.mjs'));
  const load = (name) => import(pathToFileURL(path.join(directory, name)));
  return Promise.all(names.sort().map(load));
}

/** Returns the ids of the program's tools. */
export function toolIds(program) {
  const tools = JSON.parse(execFileSync(program, ['tools'], { encoding: 'utf8' }));
  return tools.map((tool) => tool.id);
}

/** Opens a tool of the program. */
export async function openTool(program, root, tool, flags = []) {
  const dialect = tool.split('@')[0];
  const server = await Server.start(program, root, { tool, flags });
  try {
    const own = (await plugins()).find((plugin) => plugin.dialect === dialect);
    const plugin = own ?? guessed(dialect, server.definition);
    return {
      ...plugin,
      id: tool,
      definition: server.definition,
      answer: (args) => server.call(args),
      close: () => server.close(),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Returns the formats on bare text. */
export async function openSynthetic(files) {
  const formats = (await plugins()).map((plugin) => plugin.default).filter(Boolean);
  return formats.map((format) => ({
    ...format,
    answer: async (args) => format.answer(files, args),
    close: async () => {},
  }));
}

/**
 * Opens all formats, or those whose id begins with a name of `only`.
 *
 * @returns {Promise<Format[]>}
 */
export async function openAll(program, root, files, only) {
  const isWanted = (id) => only === undefined || only.some((name) => id.startsWith(name));
  const formats = [];
  try {
    for (const id of toolIds(program).filter(isWanted)) {
      formats.push(await openTool(program, root, id));
    }
  } catch (error) {
    await closeAll(formats);
    throw error;
  }
  formats.push(...(await openSynthetic(files)).filter(({ id }) => isWanted(id)));
  return formats;
}

export async function closeAll(formats) {
  await Promise.all(formats.map((format) => format.close()));
}
