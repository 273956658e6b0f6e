/** All formats: the neutral tool of the program, and made-up ones on bare text. */

import * as readroom from './readroom.mjs';
import { Server } from './server.mjs';
import { synthetic } from './synthetic.mjs';

/**
 * @typedef {object} Format a format that can be read in
 * @property {string} id
 * @property {import('./server.mjs').Definition} definition
 * @property {(wanted: import('./readroom.mjs').Wanted) => object} call the arguments
 * @property {(blocks: string[], args: object) => import('./readroom.mjs').Parsed} parse
 * @property {(wanted: object, definition: object) => object | undefined} [outline]
 * @property {(args: object) => Promise<import('./server.mjs').Answer>} answer
 * @property {() => Promise<void>} close
 */

/** Returns how a line is read whose number and text a pattern has in its groups. */
const numbered = (pattern) => (line) => {
  const [, number, text] = pattern.exec(line);
  return { number: number === '' ? undefined : Number(number), text };
};

const SYNTHETIC = [
  {
    id: 'bare',
    says: ' as it stands',
    write: (_, text) => text,
    read: (line) => ({ text: line }),
  },
  {
    id: 'tab',
    says: ', with a number and a tab before each line',
    write: (number, text) => `${number}\t${text}`,
    read: numbered(/^(\d+)\t(.*)$/su),
  },
  {
    id: 'arrow',
    says: ', with a number and an arrow before each line',
    write: (number, text) => `${number}→${text}`,
    read: numbered(/^(\d+)→(.*)$/su),
  },
  {
    id: 'padded',
    says: ', with a number in six columns and a tab before each line',
    write: (number, text) => `${String(number).padStart(6)}\t${text}`,
    read: numbered(/^ *(\d+)\t(.*)$/su),
  },
  {
    // The first line of a page has its number too: a reader of the page alone has to know it.
    id: 'anchors',
    says: ', with a tab before each line and a number before every tenth',
    write: (number, text, isFirst) => `${isFirst || number % 10 === 0 ? number : ''}\t${text}`,
    read: numbered(/^(\d*)\t(.*)$/su),
  },
].map(synthetic);

/** Opens the neutral tool of the program. */
export async function openTool(program, root, flags = []) {
  const server = await Server.start(program, root, { tool: 'readroom', flags });
  return {
    ...readroom,
    id: 'readroom',
    definition: server.definition,
    answer: (args) => server.call(args),
    close: () => server.close(),
  };
}

/** Returns the formats on bare text. */
export function openSynthetic(files) {
  return SYNTHETIC.map((format) => ({
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
  const formats = openSynthetic(files).filter(({ id }) => isWanted(id));
  return isWanted('readroom') ? [await openTool(program, root), ...formats] : formats;
}

export async function closeAll(formats) {
  await Promise.all(formats.map((format) => format.close()));
}
