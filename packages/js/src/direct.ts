/** Answering calls on the thread they are made on. */

import { perform } from './engine.js';
import type { Modules, Environment } from './engine.js';
import { RoomError } from './errors.js';
import { below } from './filesystem/names.js';
import { memoryTree } from './filesystem/memory.js';
import type { Backend, OperationName, Operations } from './operations.js';
import * as check from './check.js';
import { Guard } from './policy/guard.js';
import { guardedBy } from './policy/options.js';
import type { CallOptions, Confinement, MemoryFiles, MemoryOptions } from './types.js';

export class DirectBackend implements Backend {
  readonly confinement: Confinement;
  readonly #modules: () => Modules;
  readonly #environment: Environment;
  readonly #close: () => void;
  #isClosed = false;

  /** @param close - releases what the environment is made of */
  constructor(
    modules: () => Modules,
    environment: Environment,
    confinement: Confinement,
    close: () => void = () => {},
  ) {
    this.confinement = confinement;
    this.#modules = modules;
    this.#environment = environment;
    this.#close = close;
  }

  async perform<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
    { signal }: CallOptions,
  ): Promise<Operations[Name]['gives']> {
    signal?.throwIfAborted();
    // The number of a closed descriptor may belong to another file by now.
    if (this.#isClosed) throw new RoomError('closed', 'the room was closed during the call');
    return perform(this.#modules(), this.#environment, name, given);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#close();
  }
}

/** Returns the absolute name of a root that is not a directory of the machine. */
export function rootName(value: unknown): string {
  const name = value === undefined ? '/project' : check.text('name', value);
  const isClean =
    name === '/' ||
    !name
      .split('/')
      .slice(1)
      .some((part) => ['', '.', '..'].includes(part));
  if (!name.startsWith('/') || !isClean || name.includes('\0')) {
    throw new RoomError(
      'bad-option',
      `a tree cannot be granted as '${name}'; choose an absolute path without '.', '..' ` +
        "or empty names, such as '/project'",
    );
  }
  return name;
}

export function homeName(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const home = check.text('home', value);
  if (!home.startsWith('/') || home.includes('\0')) {
    throw new RoomError(
      'bad-option',
      `'${home}' cannot be the home directory; give an absolute path, such as '/home/agent'`,
    );
  }
  return home;
}

/**
 * Returns the working directory below a root: its names, and its absolute name for the component.
 */
export function directoryBelow(
  root: string,
  value: unknown,
): { names: string[]; name: string } | undefined {
  if (value === undefined) return undefined;
  const cwd = check.text('cwd', value);
  const inside = below(root, cwd.startsWith('/') ? cwd : `${root}/${cwd}`);
  if (inside === undefined) {
    throw new RoomError(
      'outside-root',
      `the working directory '${cwd}' is outside the granted directories; name one inside the root`,
    );
  }
  return {
    names: inside === '' ? [] : inside.split('/'),
    name: inside === '' ? root : `${root === '/' ? '' : root}/${inside}`,
  };
}

/** Returns an environment of files in memory. */
export function memoryEnvironment(
  files: MemoryFiles,
  given: MemoryOptions | undefined,
): Environment {
  const wanted = check.options<MemoryOptions>('options', given, ['name', 'cwd', 'home', 'policy']);
  const [name, tree] = [rootName(wanted.name), memoryTree(files)];
  const cwd = directoryBelow(name, wanted.cwd);
  let node = tree;
  for (const part of cwd?.names ?? []) {
    const next = node.content instanceof Map ? node.content.get(part) : undefined;
    if (!(next?.content instanceof Map)) {
      throw new RoomError(
        'not-a-directory',
        `'${cwd?.name}' is not a directory of the tree; name one as a working directory`,
      );
    }
    node = next;
  }
  const guard = new Guard(guardedBy(wanted.policy), false);
  return { grants: [{ name, node: tree }], cwd: cwd?.name, home: homeName(wanted.home), guard };
}
