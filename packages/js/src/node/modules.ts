/**
 * The component's modules from the package's files: compiled at the first call and kept as long as the
 * process.
 */

import fs from 'node:fs';
import { MODULE_FILES } from '../engine.js';
import type { Modules } from '../engine.js';
import { CallError } from '../errors.js';

let compiled: Modules | undefined;

export function modules(): Modules {
  compiled ??= compile();
  return compiled;
}

function compile(): Modules {
  const module = (file: string): [string, WebAssembly.Module] => {
    const bytes = fs.readFileSync(new URL(`../component/${file}`, import.meta.url));
    return [file, new WebAssembly.Module(bytes)];
  };
  try {
    return Object.fromEntries(MODULE_FILES.map(module));
  } catch (error) {
    throw new CallError(`cannot load the component: ${(error as Error).message}; install the package again`, {
      cause: error,
    });
  }
}
