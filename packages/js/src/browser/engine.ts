/**
 * Runs the component: a fresh instance per call, so that calls share nothing and a failure affects
 * no other.
 */

import type {
  ReadRequest as RawRequest,
  Start,
} from '../component/interfaces/readroom-read-types.js';
import { instantiate } from '../component/reader.js';
import type { ImportObject, Root } from '../component/reader.js';
import { small } from '../component/small.js';
import { CallError } from '../errors.js';
import { CONTEXT_DEFAULTS, DEFAULTS } from '../generated/requests.js';
import { RESULTS } from '../operations.js';
import type { OperationName, Operations } from '../operations.js';
import type { ReadRequest, StartOptions } from '../types.js';
import { Abort } from './codes.js';
import { datetime } from './node.js';
import type { Node } from './node.js';
import { Descriptor, DirectoryEntryStream, Files } from './view.js';

/** The environment of a component in a call. */
export interface Environment {
  readonly root: Node;
  /** The absolute name that the component knows the root by. */
  readonly name: string;
  /** The agent's working directory: an absolute name in the root. */
  readonly cwd?: string | undefined;
  /** The meaning of `~`. */
  readonly home?: string | undefined;
  /** The policy that the component applies itself: its default and these members. */
  readonly policy: object;
}

/** The modules that connect the component's code, compiled when they are first needed. */
const connecting: { [file: string]: WebAssembly.Module } = {};

type Exports = {
  readonly [Name in OperationName]: (
    root: Root,
    ...given: Operations[Name]['given']
  ) => unknown;
};

const EXPORTS: Exports = {
  read: ({ read }, request) => read.read(rawRequest(request)),
  readMany: ({ read }, requests, limits) => read.readMany(requests.map(rawRequest), limits),
  list: ({ read }, request) => read.list(request),
  find: ({ search }, request) => search.find(request),
  search: ({ search }, request) => search.search(request),
  map: ({ search }, request) => search.map(request),
  diff: ({ history }, request) => history.diff(request),
  log: ({ history }, request) => history.log(request),
  blame: ({ history }, request) => history.blame(request),
  stat: ({ read }, path) => read.stat(path),
  tools: ({ tools }) => tools.tools(),
  call: ({ tools }, tool, args, options) =>
    tools.call(tool, args, {
      index: undefined,
      shown: undefined,
      maxTokens: undefined,
      ...CONTEXT_DEFAULTS,
      ...options,
    }),
  argumentsFor: ({ tools }, tool, { path, lines, ...start }) =>
    tools.argumentsFor(tool, { path, start: rawStart(start), lines }),
  requestedPath: ({ tools }, tool, args) => tools.requestedPath(tool, args),
};

function rawRequest(request: ReadRequest): RawRequest {
  // A value that is not one of the names was rejected.
  return { ...DEFAULTS, ...request, start: rawStart(request) } as RawRequest;
}

function rawStart({
  start,
  cursor,
  block,
  definition,
  unit,
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
  if (definition !== undefined) return { tag: 'definition', val: definition };
  if (unit !== undefined) return { tag: 'unit', val: unit };
  if (start === undefined) return undefined;
  return start < 0 ? { tag: 'from-end', val: -start } : { tag: 'line', val: start };
}

/** All imports of the component, for one call. */
function imports(environment: Environment): ImportObject {
  const { name, root, cwd, home, policy } = environment;
  const files = new Files(name, root);
  const rules = JSON.stringify(policy);
  const variables = { HOME: home, READROOM_POLICY: rules === '{}' ? undefined : rules };
  const all = {
    'wasi:cli/environment': {
      getEnvironment: () => Object.entries(variables).filter(([, value]) => value !== undefined),
      initialCwd: () => cwd,
    },
    'wasi:clocks/wall-clock': { now: () => datetime(Date.now()) },
    'wasi:filesystem/preopens': { getDirectories: () => files.directories() },
    'wasi:filesystem/types': { Descriptor, DirectoryEntryStream },
  };
  return all as unknown as ImportObject;
}

/**
 * Performs an operation in a fresh instance.
 *
 * @throws the error that the component answered, {@link CallError}, or the {@link Abort} of a tree
 */
export function perform<Name extends OperationName>(
  code: WebAssembly.Module,
  environment: Environment,
  name: Name,
  given: Operations[Name]['given'],
): Operations[Name]['gives'] {
  const performed = EXPORTS[name] as (root: Root, ...given: Operations[Name]['given']) => unknown;
  const raw = inInstance(code, environment, (root) => performed(root, ...given));
  const answer = RESULTS[name].fromRaw(raw);
  if (answer instanceof Error) throw answer;
  return answer;
}

/** Runs `action` with a fresh instance. Returns a result as jco's code has it in other results. */
function inInstance(
  code: WebAssembly.Module,
  environment: Environment,
  action: (root: Root) => unknown,
): { readonly tag: 'ok' | 'err'; readonly val: unknown } {
  try {
    const module = (file: string): WebAssembly.Module => {
      const bytes = small[file];
      return bytes === undefined ? code : (connecting[file] ??= new WebAssembly.Module(bytes));
    };
    return { tag: 'ok', val: action(instantiate(module, imports(environment))) };
  } catch (error) {
    // A function's error is thrown as the record that it is; everything else is a failure.
    if (typeof error === 'object' && error !== null && !(error instanceof Error))
      return { tag: 'err', val: error };
    if (error instanceof Abort) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CallError(`the component failed: ${reason}; try another call`, {
      cause: error,
    });
  }
}
