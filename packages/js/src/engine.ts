/**
 * Running the component: one fresh instance a call, so that calls share nothing and one that fails harms no
 * other.
 */

import { instantiate } from './component/reader.js';
import type { ImportObject, Root } from './component/reader.js';
import { CallError, ReadError } from './errors.js';
import type { ReadErrorFacts } from './errors.js';
import type { Grant } from './filesystem/node.js';
import { Abort, Descriptor, DirectoryEntryStream, filesystemErrorCode, Files } from './filesystem/view.js';
import type { OperationName, Operations } from './operations.js';
import * as raw from './raw.js';

/** What a component is told and granted. */
export interface Place {
  readonly grants: readonly Grant[];
  /** The agent's working directory: an absolute name in a grant. */
  readonly cwd?: string | undefined;
  /** What `~` stands for. */
  readonly home?: string | undefined;
}

/** The core modules of the component by their file names, compiled. */
export type Modules = { readonly [file: string]: WebAssembly.Module };

export const MODULE_FILES = ['reader.core.wasm', 'reader.core2.wasm', 'reader.core3.wasm'] as const;

/** These look at no file: whoever asks for them is granted names only. */
const BLIND: ReadonlySet<OperationName> = new Set([
  'tools',
  'phrase',
  'target',
  'renderCall',
  'renderResult',
]);

type Performed = {
  [Name in OperationName]: (root: Root, ...given: Operations[Name]['given']) => Operations[Name]['gives'];
};

const PERFORMED: Performed = {
  read: ({ read }, request) => raw.document(read.read(request)),
  look: ({ read }, path) => raw.facts(read.look(path)),
  tools: ({ dialects }) => dialects.tools().map(raw.tool),
  call({ dialects }, dialect, args, known) {
    let target = known.size > 0 ? dialects.target(dialect, args) : undefined;
    const reply = dialects.call(dialect, args, target === undefined ? undefined : known.get(target));
    if (reply.index !== undefined) target ??= dialects.target(dialect, args);
    const facts = reply.facts && raw.facts(reply.facts);
    return { outcome: reply.outcome, json: reply.json, facts, index: reply.index, target };
  },
  phrase: ({ dialects }, dialect, question) => dialects.phrase(dialect, question),
  target: ({ dialects }, dialect, args) => dialects.target(dialect, args),
  renderCall: ({ dialects }, dialect, args) => dialects.renderCall(dialect, args),
  renderResult: ({ dialects }, dialect, args, reply, fold) =>
    dialects.renderResult(dialect, args, reply, fold),
};

/** Everything that the component imports, for one call. */
function imports(files: Files, place: Place, granted: boolean): ImportObject {
  const all = {
    'wasi:cli/environment': {
      getEnvironment: (): [string, string][] => (place.home === undefined ? [] : [['HOME', place.home]]),
      initialCwd: () => place.cwd,
    },
    'wasi:clocks/wall-clock': { now },
    'wasi:filesystem/preopens': { getDirectories: () => files.directories(granted) },
    'wasi:filesystem/types': { Descriptor, DirectoryEntryStream, filesystemErrorCode },
  };
  return all as unknown as ImportObject;
}

function now(): { seconds: bigint; nanoseconds: number } {
  const milliseconds = Date.now();
  return { seconds: BigInt(Math.floor(milliseconds / 1000)), nanoseconds: (milliseconds % 1000) * 1_000_000 };
}

/**
 * Calls one function in a fresh instance.
 *
 * @throws {@link ReadError}, {@link CallError}, or the {@link Abort} of a tree
 */
export function perform<Name extends OperationName>(
  modules: Modules,
  place: Place,
  name: Name,
  given: Operations[Name]['given'],
): Operations[Name]['gives'] {
  const files = new Files(place.grants);
  try {
    const root = instantiate(
      (file) => modules[file] as WebAssembly.Module,
      imports(files, place, !BLIND.has(name)),
    );
    return PERFORMED[name](root, ...given);
  } catch (error) {
    throw translated(error);
  } finally {
    files.end();
  }
}

/** The error of a function is thrown as the record that it is; everything else is a failure. */
function translated(error: unknown): Error {
  if (error instanceof Abort) return error;
  if (!(error instanceof Error) && typeof error === 'object' && error !== null && 'code' in error) {
    return new ReadError(error as ReadErrorFacts);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new CallError(`the component did not answer: ${reason}; try another call`, { cause: error });
}
