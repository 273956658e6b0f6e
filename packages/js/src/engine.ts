/**
 * Runs the component: a fresh instance per call, so that calls share nothing and a failure affects
 * no other.
 */

import { answerOf } from './answers.js';
import type { RawAnswer } from './answers.js';
import type { Content as RawContent } from './component/interfaces/readroom-read-tools.js';
import type {
  ReadRequest as RawRequest,
  Start,
} from './component/interfaces/readroom-read-types.js';
import { instantiate } from './component/reader.js';
import type { ImportObject, Root } from './component/reader.js';
import type { Content, Totals, View } from './contract.js';
import { CallError } from './errors.js';
import type { Grant } from './filesystem/node.js';
import { Abort } from './filesystem/codes.js';
import {
  Descriptor,
  DirectoryEntryStream,
  filesystemErrorCode,
  Files,
} from './filesystem/view.js';
import type { Guard } from './policy/guard.js';
import type { KnownFiles, OperationName, Operations } from './operations.js';
import type { ReadRequest, StartOptions } from './types.js';

/** What a component gets for a call. */
export interface Environment {
  readonly grants: readonly Grant[];
  /** The agent's working directory: an absolute name in a grant. */
  readonly cwd?: string | undefined;
  /** What `~` stands for. */
  readonly home?: string | undefined;
  /** Denies names in the grants. */
  readonly guard?: Guard | undefined;
  /** Gets the bytes of memory that an instance had at its end, which is the most it had. */
  readonly onMemory?: ((bytes: number) => void) | undefined;
}

/** The core modules of the component by their file names, compiled. */
export type Modules = { readonly [file: string]: WebAssembly.Module };

/** The module that is a file of the package; the others are in a script. */
export const CODE_FILE = 'reader.core.wasm';

/** Operations that read no file: the component gets only the names of the grants. */
const BLIND: ReadonlySet<OperationName> = new Set([
  'tools',
  'argumentsFor',
  'requestedPath',
  'renderCall',
  'renderResult',
]);

type Exports = {
  readonly [Name in Exclude<OperationName, 'call'>]: (
    root: Root,
    ...given: Operations[Name]['given']
  ) => unknown;
};

const EXPORTS: Exports = {
  read: ({ read }, request) => read.read(rawRequest(request)),
  readMany: ({ read }, requests, limits) => read.readMany(requests.map(rawRequest), limits),
  list: ({ read }, request) => read.list(request),
  stat: ({ read }, path) => read.stat(path),
  tools: ({ tools }) => tools.tools(),
  argumentsFor: ({ tools }, tool, { path, lines, ...start }) =>
    tools.argumentsFor(tool, { path, start: rawStart(start), lines }),
  requestedPath: ({ tools }, tool, args) => tools.requestedPath(tool, args),
  renderCall: ({ tools }, tool, args) => tools.renderCall(tool, args),
  renderResult: ({ tools }, tool, args, json, content, fold) =>
    tools.renderResult(tool, args, json, content.map(rawContent), fold),
};

function rawRequest({ view = 'auto', totals = 'auto', ...request }: ReadRequest): RawRequest {
  // What is not one of the names was refused.
  const known = { view: view as View, totals: totals as Totals };
  return { ...request, ...known, start: rawStart(request) };
}

function rawStart({
  start,
  cursor,
  block,
  levels = 0,
  siblings = false,
}: StartOptions): Start | undefined {
  if (block !== undefined) {
    return {
      tag: 'block',
      val: { line: block, levels, siblings: siblings ? 'included' : 'excluded' },
    };
  }
  if (cursor !== undefined) return { tag: 'cursor', val: cursor };
  if (start === undefined) return undefined;
  return start < 0 ? { tag: 'from-end', val: -start } : { tag: 'line', val: start };
}

function rawContent(content: Content): RawContent {
  return content.kind === 'text'
    ? { tag: 'text', val: content.text }
    : { tag: content.kind, val: { mime: content.mime, data: content.data } };
}

/** Everything that the component imports, for one call. */
function imports(files: Files, environment: Environment): ImportObject {
  const all = {
    'wasi:cli/environment': {
      getEnvironment: (): [string, string][] =>
        environment.home === undefined ? [] : [['HOME', environment.home]],
      initialCwd: () => environment.cwd,
    },
    'wasi:clocks/wall-clock': { now },
    'wasi:filesystem/preopens': { getDirectories: () => files.directories() },
    'wasi:filesystem/types': { Descriptor, DirectoryEntryStream, filesystemErrorCode },
  };
  return all as unknown as ImportObject;
}

function now(): { seconds: bigint; nanoseconds: number } {
  const milliseconds = Date.now();
  return {
    seconds: BigInt(Math.floor(milliseconds / 1000)),
    nanoseconds: (milliseconds % 1000) * 1_000_000,
  };
}

/**
 * Performs an operation in a fresh instance.
 *
 * @throws the error that the component answered, {@link CallError}, or the {@link Abort} of a tree
 */
export function perform<Name extends OperationName>(
  modules: Modules,
  environment: Environment,
  name: Name,
  given: Operations[Name]['given'],
): Operations[Name]['gives'] {
  return answerOf(name, performRaw(modules, environment, name, given));
}

/**
 * Performs an operation in a fresh instance, and leaves the answer as it is.
 *
 * @throws {@link CallError}, or the {@link Abort} of a tree
 */
export function performRaw<Name extends OperationName>(
  modules: Modules,
  environment: Environment,
  name: Name,
  given: Operations[Name]['given'],
): RawAnswer {
  const attempt: Attempt = { environment, isGranted: !BLIND.has(name), hasMissed: false };
  const answer = attempted(modules, attempt, name, given);
  // What is not there is answered as if it were, if it is denied: on the way to it, there may have
  // been no name to judge.
  if (!attempt.hasMissed || environment.guard === undefined) return answer;
  const requested = requestedBy(modules, environment, name, given);
  const isDenied =
    requested !== undefined && environment.guard.denies(environment.grants, requested);
  return isDenied
    ? attempted(modules, { environment, isGranted: false, hasMissed: false }, name, given)
    : answer;
}

/** An operation that is tried. */
interface Attempt {
  readonly environment: Environment;
  /** Whether the component gets more than the names of the grants. */
  readonly isGranted: boolean;
  /** Whether something was looked for that was not there. */
  hasMissed: boolean;
}

/** Returns the absolute path that an operation is about. */
function requestedBy<Name extends OperationName>(
  modules: Modules,
  { grants, cwd }: Environment,
  name: Name,
  given: Operations[Name]['given'],
): string | undefined {
  if (name === 'call') {
    const [tool, args] = given as Operations['call']['given'];
    const blind: Attempt = { environment: { grants, cwd }, isGranted: false, hasMissed: false };
    const asked = inInstance(modules, blind, ({ tools }) => tools.requestedPath(tool, args));
    return typeof asked.val === 'string' ? asked.val : undefined;
  }
  const [request] = given as unknown[];
  const path = typeof request === 'string' ? request : (request as { path?: string }).path;
  return path?.startsWith('/') === true ? path : path && `${cwd ?? grants[0]?.name ?? ''}/${path}`;
}

function attempted<Name extends OperationName>(
  modules: Modules,
  attempt: Attempt,
  name: Name,
  given: Operations[Name]['given'],
): RawAnswer {
  if (name === 'call') return call(modules, attempt, ...(given as Operations['call']['given']));
  const performed = EXPORTS[name as Exclude<OperationName, 'call'>] as (
    root: Root,
    ...given: Operations[Name]['given']
  ) => unknown;
  return inInstance(modules, attempt, (root) => performed(root, ...given));
}

function call(
  modules: Modules,
  attempt: Attempt,
  tool: string,
  args: string,
  known: KnownFiles,
): RawAnswer {
  // The name of what a call reads only serves to find what is known of it. If it cannot be had, the
  // call is answered all the same, and nothing is remembered.
  const named = ({ tools }: Root, files: Files): { path: string | undefined } | undefined => {
    try {
      return { path: files.blindly(() => tools.requestedPath(tool, args)) };
    } catch {
      return undefined;
    }
  };
  const answer = (root: Root, files: Files, asked: string | undefined): unknown => {
    const index = asked === undefined ? undefined : known.indexes.get(asked);
    const shown = known.shown && ((asked !== undefined && known.shown.get(asked)) || '');
    const reply = root.tools.call(tool, args, {
      index,
      shown,
      maxTokens: known.maxTokens,
      contentOnly: known.contentOnly,
    });
    const isNew = reply.index !== undefined || reply.shown !== undefined;
    return { reply, path: asked ?? (isNew ? named(root, files)?.path : undefined) };
  };
  if (known.indexes.size > 0 || (known.shown?.size ?? 0) > 0) {
    // An instance that failed cannot be called again.
    const informed = inInstance(modules, attempt, (root, files) => {
      const asked = named(root, files);
      return asked && answer(root, files, asked.path);
    });
    if (informed.val !== undefined) return informed;
  }
  return inInstance(modules, attempt, (root, files) => answer(root, files, undefined));
}

/** Runs `action` with a fresh instance, and closes what the instance left open. */
function inInstance(
  modules: Modules,
  attempt: Attempt,
  action: (root: Root, files: Files) => unknown,
): RawAnswer {
  const { environment, isGranted } = attempt;
  const files = new Files(environment.grants, isGranted, environment.guard);
  const memories = new Set<WebAssembly.Memory>();
  try {
    const root = instantiate(
      (file) => modules[file] as WebAssembly.Module,
      imports(files, environment),
      environment.onMemory && ((module, given) => withMemory(module, given, memories)),
    );
    return { tag: 'ok', val: action(root, files) };
  } catch (error) {
    // The error of a function is thrown as the record that it is; everything else is a failure.
    if (typeof error === 'object' && error !== null && !(error instanceof Error))
      return { tag: 'err', val: error };
    if (error instanceof Abort) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CallError(`the component failed: ${reason}; try another call`, {
      cause: error,
    });
  } finally {
    attempt.hasMissed ||= files.hasMissed;
    files.end();
    environment.onMemory?.([...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0));
  }
}

/** Instantiates a core module, and notes the memory that it exports. */
function withMemory(
  module: WebAssembly.Module,
  given: WebAssembly.Imports,
  memories: Set<WebAssembly.Memory>,
): WebAssembly.Instance {
  const instance = new WebAssembly.Instance(module, given);
  for (const each of Object.values(instance.exports))
    if (each instanceof WebAssembly.Memory) memories.add(each);
  return instance;
}
