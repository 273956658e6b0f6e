/** Finds the program `readroom` that came with this package. */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What is said where there is no program. */
export const NO_PROGRAM =
  `there is no program for ${process.platform}-${process.arch}; install readroom with its ` +
  'optional dependencies, or name a program in READROOM_PROGRAM';

/** Returns the program that the environment names. */
function namedProgram(): string | undefined {
  try {
    return process.env['READROOM_PROGRAM'];
  } catch {
    // Deno denies the environment unless it was told to allow it.
    return undefined;
  }
}

/**
 * Returns the path of the program: that of the environment variable `READROOM_PROGRAM`, or that of
 * the package for this platform. Undefined if there is none.
 */
export function findProgram(): string | undefined {
  const given = namedProgram();
  if (given !== undefined && given !== '') return path.resolve(given);
  const name = `@readroom/${process.platform}-${process.arch}`;
  try {
    const there = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const program = path.join(there, process.platform === 'win32' ? 'readroom.exe' : 'readroom');
    return fs.existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
