/** Makes the calls in a separate thread, which the page can end. */

import { ComponentBackend } from '../dist/browser/backend.js';
import { DirectoryNode } from '../dist/browser/handles.js';
import { memoryTree } from '../dist/browser/memory.js';
import { request } from '../dist/check.js';
import type { Given, OperationName } from '../dist/operations.js';
import type { MemoryFiles } from '../dist/types.js';
import { directoryOf, ROOT } from './folder.js';
import type { Project, Rules } from './folder.js';

/** The first message of the page. */
export interface Start {
  readonly code: WebAssembly.Module;
  readonly project: Project;
}

/** A call, or a text whose tokens to estimate. It comes with a port for the answer. */
export type Asked =
  | { readonly name: OperationName; readonly given: readonly unknown[] }
  | { readonly text: string };

/** The answer: a value, or why there is none. */
export interface Answered {
  readonly value?: unknown;
  readonly failure?: string;
  readonly milliseconds: number;
}

/** Pages of the maximum size, to estimate a text of any size. */
const PAGE = { lines: 10_000, bytes: 1 << 20, columns: 1 << 20 };

function inMemory(code: WebAssembly.Module, policy: object, files: MemoryFiles): ComponentBackend {
  const tree = memoryTree(files);
  return new ComponentBackend('memory', code, { name: ROOT, policy }, () => tree);
}

const POLICIES: Record<Rules, object> = {
  default: {},
  masked: { mask: ['secrets'] },
  everything: { rules: 'everything', agentignore: false },
};

function backendOf({ code, project: { folder, rules } }: Start): ComponentBackend {
  const policy = POLICIES[rules];
  if (folder.kind === 'memory') return inMemory(code, policy, folder.files);
  const directory = directoryOf(folder);
  return new ComponentBackend(
    'handles',
    code,
    { name: ROOT, policy },
    (knowledge) => new DirectoryNode(directory, knowledge),
  );
}

/** Returns the tokens of a text, which the component reads as a file. */
async function estimate(code: WebAssembly.Module, text: string): Promise<number> {
  // Another control character costs as much as NUL, which would make the file a binary one.
  const backend = inMemory(code, {}, { text: text.replaceAll('\0', '\u0001') });
  let tokens = 0;
  let cursor: string | undefined;
  do {
    const options = request('read', { view: 'text', encoding: 'utf-8', ...PAGE, cursor });
    const { body } = await backend.perform('read', [{ path: 'text', ...options }], {});
    if (body.kind !== 'text') break;
    tokens += body.tokens;
    cursor = body.next?.cursor;
  } while (cursor !== undefined);
  return tokens;
}

async function answer(
  asked: Asked,
  code: WebAssembly.Module,
  calls: ComponentBackend,
): Promise<Answered> {
  const started = performance.now();
  try {
    const value =
      'text' in asked
        ? await estimate(code, asked.text)
        : await calls.perform(asked.name, asked.given as Given[OperationName], {});
    return { value, milliseconds: performance.now() - started };
  } catch (error) {
    return { failure: (error as Error).message, milliseconds: performance.now() - started };
  }
}

/** Starts answering the page. */
export function startWorker(): void {
  onmessage = ({ data: start }: MessageEvent<Start>) => {
    const backend = backendOf(start);
    onmessage = async ({ data, ports }: MessageEvent<Asked>) =>
      ports[0]?.postMessage(await answer(data, start.code, backend));
  };
}
