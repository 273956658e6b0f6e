/** The arguments of the scripts that run agents: `--target DIR --program FILE [agent …]`. */

import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  options: { target: { type: 'string' }, program: { type: 'string' } },
  allowPositionals: true,
});
if (options.target === undefined || options.program === undefined) {
  throw new Error('name where to install, and the program: --target DIR --program FILE');
}

/** The agents that are named. */
export const named = positionals;
/** Where they are installed. */
export const target = path.resolve(options.target);
export const program = path.resolve(options.program);
