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
import type { IndexedReply, KnownIndexes, OperationName, Operations } from './operations.js';
import * as raw from './raw.js';
import type { Dialect } from './types.js';

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

/** The one that is a file of the package; the others are in a script. */
export const CODE_FILE = 'reader.core.wasm';

/** These look at no file: whoever asks for them is granted names only. */
const BLIND: ReadonlySet<OperationName> = new Set([
  'tools',
  'phrase',
  'target',
  'renderCall',
  'renderResult',
]);

type Performed = {
  [Name in Exclude<OperationName, 'call'>]: (
    root: Root,
    ...given: Operations[Name]['given']
  ) => Operations[Name]['gives'];
};

const PERFORMED: Performed = {
  read: ({ read }, request) => raw.document(read.read(request)),
  readMany: ({ read }, requests, limits) => read.readMany([...requests], limits).map(raw.answer),
  look: ({ read }, path) => raw.facts(read.look(path)),
  tools: ({ dialects }) => dialects.tools().map(raw.tool),
  phrase: ({ dialects }, dialect, question) => dialects.phrase(dialect, question),
  target: ({ dialects }, dialect, args) => dialects.target(dialect, args),
  renderCall: ({ dialects }, dialect, args) => dialects.renderCall(dialect, args),
  renderResult: ({ dialects }, dialect, args, reply, fold) =>
    dialects.renderResult(dialect, args, reply, fold),
};

/** Everything that the component imports, for one call. */
function imports(files: Files, place: Place): ImportObject {
  const all = {
    'wasi:cli/environment': {
      getEnvironment: (): [string, string][] => (place.home === undefined ? [] : [['HOME', place.home]]),
      initialCwd: () => place.cwd,
    },
    'wasi:clocks/wall-clock': { now },
    'wasi:filesystem/preopens': { getDirectories: () => files.directories() },
    'wasi:filesystem/types': { Descriptor, DirectoryEntryStream, filesystemErrorCode },
  };
  return all as unknown as ImportObject;
}

function now(): { seconds: bigint; nanoseconds: number } {
  const milliseconds = Date.now();
  return { seconds: BigInt(Math.floor(milliseconds / 1000)), nanoseconds: (milliseconds % 1000) * 1_000_000 };
}

/**
 * Does what was asked for, in a fresh instance.
 *
 * @throws {@link ReadError}, {@link CallError}, or the {@link Abort} of a tree
 */
export function perform<Name extends OperationName>(
  modules: Modules,
  place: Place,
  name: Name,
  given: Operations[Name]['given'],
): Operations[Name]['gives'] {
  if (name === 'call') {
    const reply = call(modules, place, ...(given as Operations['call']['given']));
    return reply as Operations[Name]['gives'];
  }
  const performed = PERFORMED[name as Exclude<OperationName, 'call'>] as (
    root: Root,
    ...given: Operations[Name]['given']
  ) => Operations[Name]['gives'];
  return inInstance(modules, place, !BLIND.has(name), (root) => performed(root, ...given));
}

function call(
  modules: Modules,
  place: Place,
  dialect: Dialect,
  args: string,
  known: KnownIndexes,
): IndexedReply {
  // What a call reads is named only to find what is remembered of it. If that fails, there is an answer all the
  // same, and nothing is remembered.
  const named = ({ dialects }: Root, files: Files): { target?: string | undefined } | undefined => {
    try {
      return { target: files.blindly(() => dialects.target(dialect, args)) };
    } catch {
      return undefined;
    }
  };
  const answer = (root: Root, files: Files, asked: string | undefined): IndexedReply => {
    const index = asked === undefined ? undefined : known.get(asked);
    const reply = root.dialects.call(dialect, args, index);
    const target = asked ?? (reply.index === undefined ? undefined : named(root, files)?.target);
    const facts = reply.facts && raw.facts(reply.facts);
    return { outcome: reply.outcome, json: reply.json, facts, index: reply.index, target };
  };
  const informed = (root: Root, files: Files): IndexedReply | undefined => {
    const asked = named(root, files);
    // An instance that failed answers nothing any more.
    return asked && answer(root, files, asked.target);
  };
  const reply = known.size > 0 ? inInstance(modules, place, true, informed) : undefined;
  return reply ?? inInstance(modules, place, true, (root, files) => answer(root, files, undefined));
}

/** Does something with a fresh instance, and closes what that left open. */
function inInstance<T>(
  modules: Modules,
  place: Place,
  granted: boolean,
  action: (root: Root, files: Files) => T,
): T {
  const files = new Files(place.grants, granted);
  try {
    const root = instantiate((file) => modules[file] as WebAssembly.Module, imports(files, place));
    return action(root, files);
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
