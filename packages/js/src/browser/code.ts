/** The component's code, a file of the package: fetched and compiled once in a page or worker. */

import { CallError } from '../errors.js';

let compiled: Promise<WebAssembly.Module> | undefined;

export function componentCode(): Promise<WebAssembly.Module> {
  // The URL is a literal, so that bundlers find the file.
  const address = new URL('../component/reader.core.wasm', import.meta.url);
  compiled ??= compile(address).catch((error: unknown) => {
    // Another try may find the network again.
    compiled = undefined;
    const message = `cannot load the component: ${(error as Error).message}; ${adviceFor(error)}`;
    throw new CallError(message, { cause: error });
  });
  return compiled;
}

/** The server's response instead of the file. */
class NotServed extends Error {}

function adviceFor(error: unknown): string {
  if (error instanceof NotServed)
    return "serve 'readroom/component/reader.core.wasm' at that address";
  if (
    error instanceof WebAssembly.CompileError &&
    /unsafe-eval|security policy/iu.test(error.message)
  ) {
    return "allow 'wasm-unsafe-eval' in script-src of the page's Content-Security-Policy";
  }
  if (error instanceof WebAssembly.CompileError) {
    return "what is served there is something else; serve 'readroom/component/reader.core.wasm'";
  }
  return (
    'see that the network is there and the page may fetch from that address (connect-src), ' +
    'and try again'
  );
}

async function compile(address: URL): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new Error(`${address.href} cannot be fetched: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!response.ok) throw new NotServed(`${address.href} answered ${response.status}`);
  // Streaming compilation needs this MIME type.
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
