/** Finds the program `readroom` that came with this package. */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { RoomError } from '../errors.js';
import { denoOptions, isDenied } from './advice.js';

/** The message if there is no program. */
const NO_PROGRAM =
  `there is no program for ${process.platform}-${process.arch}; install readroom with its ` +
  'optional dependencies, or name a program in READROOM_PROGRAM';

/** Returns the result of `look`; a denial by Deno is undefined, and added to `denied`. */
function allowed<T>(denied: string[], what: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isDenied(error)) denied.push(what);
    return undefined;
  }
}

/**
 * Returns the path of the program: that of the environment variable `READROOM_PROGRAM`, or that of
 * the package for this platform.
 *
 * @throws `RoomError` if there is none, or if Deno does not permit looking for it
 */
export function findProgram(): string {
  const denied: string[] = [];
  const given = allowed(denied, 'READROOM_PROGRAM', () => process.env['READROOM_PROGRAM']);
  if (given !== undefined && given !== '') return path.resolve(given);
  const name = `@readroom/${process.platform}-${process.arch}`;
  const found = allowed(denied, `the package ${name}`, () => {
    const there = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const program = path.join(there, process.platform === 'win32' ? 'readroom.exe' : 'readroom');
    fs.statSync(program);
    return program;
  });
  if (found !== undefined) return found;
  if (denied.length === 0) throw new RoomError('unsupported', NO_PROGRAM);
  const reason = `no program was found, and Deno does not allow reading ${denied.join(' and ')}`;
  throw new RoomError('unsupported', `${reason}; start it with ${denoOptions()}`);
}
