/** The data embedded in the page: compressed, and in base64. */

import type { MemoryEntry, MemoryFiles } from '../dist/types.js';
import { byId } from './dom.js';

/** An entry of the example as the page carries it. */
type PackedEntry =
  | { readonly text: string; readonly modified: number }
  | { readonly base64: string; readonly modified: number }
  | { readonly link: string };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Returns the data in an element of the page, unpacked. */
async function unpacked(id: string): Promise<Response> {
  const { textContent } = byId(id, HTMLScriptElement);
  const packed = new Blob([bytesOf(textContent ?? '')]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream('gzip')));
}

/** Returns the component's code, compiled. */
export async function codeOfPage(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await (await unpacked('component')).arrayBuffer());
}

/** Returns the files of the example. */
export async function exampleOfPage(): Promise<MemoryFiles> {
  const carried = (await (await unpacked('example')).json()) as { [path: string]: PackedEntry };
  const entries = Object.entries(carried).map(([path, entry]): [string, MemoryEntry] => {
    if ('link' in entry) return [path, entry];
    const content = 'text' in entry ? entry.text : bytesOf(entry.base64);
    return [path, { content, modified: entry.modified }];
  });
  return Object.fromEntries(entries);
}
