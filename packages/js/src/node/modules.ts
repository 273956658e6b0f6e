/**
 * The component's modules from the package's files: compiled at the first call and kept as long as
 * the process.
 */

import fs from 'node:fs';
import { small } from '../component/small.js';
import { CODE_FILE } from '../engine.js';
import type { Modules } from '../engine.js';
import { CallError } from '../errors.js';
import { adviceFor } from './advice.js';

let compiled: Modules | undefined;

export function modules(): Modules {
  compiled ??= compile();
  return compiled;
}

function compile(): Modules {
  try {
    const code = fs.readFileSync(new URL(`../component/${CODE_FILE}`, import.meta.url));
    const all = Object.entries({ ...small, [CODE_FILE]: code });
    return Object.fromEntries(all.map(([file, bytes]) => [file, new WebAssembly.Module(bytes)]));
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const advice = isGone
      ? "if the package was bundled, keep it external, or copy its 'dist/component' " +
        'to where this looks for it'
      : adviceFor(error, 'install the package again');
    throw new CallError(`cannot load the component: ${(error as Error).message}; ${advice}`, {
      cause: error,
    });
  }
}
