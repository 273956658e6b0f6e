/**
 * Makes the environment of a component from open grants, in the thread that opened them or in
 * another one.
 */

import type { Environment } from '../engine.js';
import type { Grant } from '../filesystem/node.js';
import { Guard } from '../policy/guard.js';
import { nodeOf } from './grants.js';
import type { OpenEnvironment } from './grants.js';

export function environmentOf(open: OpenEnvironment): Environment {
  const { directories, cwd, home, guarded } = open;
  const grants: Grant[] = [];
  for (const directory of directories) {
    const node = nodeOf(directory);
    // A directory may have two names.
    for (const name of directory.names) {
      if (!grants.some((known) => known.name === name)) grants.push({ name, node });
    }
  }
  // These systems usually take names in any case.
  const isFolded = ['darwin', 'win32'].includes(process.platform);
  return { grants, cwd, home, guard: guarded && new Guard(guarded, isFolded) };
}
