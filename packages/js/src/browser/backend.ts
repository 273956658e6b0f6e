/** Answers calls about a picked directory: each is repeated until it knows everything it needs. */

import { perform } from '../engine.js';
import type { Modules } from '../engine.js';
import { RoomError } from '../errors.js';
import type { Backend, OperationName, Operations } from '../operations.js';
import type { Guard } from '../policy/guard.js';
import type { CallOptions } from '../types.js';
import { DirectoryNode, Knowledge, Pending } from './handles.js';

export interface PickedDirectory {
  readonly handle: FileSystemDirectoryHandle;
  readonly name: string;
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  readonly guard: Guard;
}

export class HandleBackend implements Backend {
  readonly confinement = 'handles';
  readonly #modules: Modules;
  readonly #environment: PickedDirectory;
  #isClosed = false;

  constructor(modules: Modules, environment: PickedDirectory) {
    this.#modules = modules;
    this.#environment = environment;
  }

  async perform<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
    { signal }: CallOptions,
  ): Promise<Operations[Name]['gives']> {
    const knowledge = new Knowledge();
    const { handle, name: root, cwd, home, guard } = this.#environment;
    const environment = {
      grants: [{ name: root, node: new DirectoryNode(handle, knowledge) }],
      cwd,
      home,
      guard,
    };
    // Each try knows more than the one before, and what can be known is bounded.
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new RoomError('closed', 'the room was closed during the call');
      try {
        return perform(this.#modules, environment, name, given);
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
      }
      await knowledge.learn();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}
