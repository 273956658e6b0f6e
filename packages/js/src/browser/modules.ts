/**
 * The component's modules from beside the package's scripts: fetched and compiled once in a page or worker.
 */

import type { Modules } from '../engine.js';
import { CallError } from '../errors.js';

let compiled: Promise<Modules> | undefined;

export function modules(): Promise<Modules> {
  compiled ??= compileAll().catch((error: unknown) => {
    // Another try may find the network again.
    compiled = undefined;
    const reason = (error as Error).message;
    const message = `cannot load the component: ${reason}; serve the .wasm files of the package`;
    throw new CallError(message, { cause: error });
  });
  return compiled;
}

async function compileAll(): Promise<Modules> {
  // Each address is written out, so that bundlers find the file.
  const [core, shim, fixups] = await Promise.all([
    compile(new URL('../component/reader.core.wasm', import.meta.url)),
    compile(new URL('../component/reader.core2.wasm', import.meta.url)),
    compile(new URL('../component/reader.core3.wasm', import.meta.url)),
  ]);
  return { 'reader.core.wasm': core, 'reader.core2.wasm': shim, 'reader.core3.wasm': fixups };
}

async function compile(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} answered ${response.status}`);
  // Only what is served as such can be compiled while it comes.
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
