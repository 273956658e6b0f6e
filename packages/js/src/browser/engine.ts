/**
 * Runs the component: a fresh instance per call, so that calls share nothing and a failure affects
 * no other.
 */

import type { Start } from '../component/interfaces/readroom-read-types.js';
import { instantiate } from '../component/reader.js';
import type { ImportObject, Root } from '../component/reader.js';
import { small } from '../component/small.js';
import { CallError } from '../errors.js';
import * as decode from '../generated/decode.js';
import type { Given, OperationName, Results } from '../operations.js';
import type { BasicRequest, ReadRequest, StartOptions } from '../types.js';
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

/** Returns arguments as the component's functions take them. */
function rawArguments(name: OperationName, given: readonly any[]): readonly unknown[] {
  switch (name) {
    case 'read':
      return [rawRequest(given[0])];
    case 'readMany':
      return [given[0].map(rawRequest), given[1]];
    case 'argumentsFor':
      return [given[0], rawRequest(given[1])];
    default:
      return given;
  }
}

function rawRequest(request: ReadRequest | BasicRequest): object {
  return { ...request, start: rawStart(request) };
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
  given: Given[Name],
): Results[Name] {
  const raw = inInstance(code, environment, ({ read, search, history, tools }) => {
    const functions: { readonly [name: string]: (...given: any[]) => unknown } = {
      ...read,
      ...search,
      ...history,
      ...tools,
    };
    return functions[name]?.(...rawArguments(name, given));
  });
  // The list of tools has no error, so it is not a result.
  const answer =
    name === 'tools' ? decode.toolsResult.fromRaw(raw.val) : decode[`${name}Result`].fromRaw(raw);
  if (answer instanceof Error) throw answer;
  return answer as Results[Name];
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
