/** Answers calls on the thread they are made on. */

import { CallError, RoomError } from '../errors.js';
import type { Backend, Given, OperationName, Results } from '../operations.js';
import type { CallOptions } from '../types.js';
import { perform } from './engine.js';
import type { Environment } from './engine.js';
import { Knowledge, Pending } from './handles.js';
import type { Node } from './node.js';

/** How often, and for how many milliseconds, a call waits for the memory of earlier tries. */
const MAX_WAITS = 20;
const WAIT = 50;

/** Returns whether there is no memory for an instance until that of others is collected. */
function isOutOfMemory(error: unknown): boolean {
  const cause = error instanceof CallError ? error.cause : undefined;
  return cause instanceof RangeError && cause.message.includes('Out of memory');
}

export class ComponentBackend implements Backend {
  readonly #code: WebAssembly.Module;
  readonly #environment: Omit<Environment, 'root'>;
  readonly #root: (knowledge: Knowledge) => Node;
  #isClosed = false;

  /** @param root - returns the root, given what a call knows of it */
  constructor(
    readonly confinement: 'memory' | 'handles',
    code: WebAssembly.Module,
    environment: Omit<Environment, 'root'>,
    root: (knowledge: Knowledge) => Node,
  ) {
    this.#code = code;
    this.#environment = environment;
    this.#root = root;
  }

  /** Makes a call, repeatedly until it knows everything that it needs of the root. */
  async perform<Name extends OperationName>(
    name: Name,
    given: Given[Name],
    { signal }: CallOptions,
  ): Promise<Results[Name]> {
    const knowledge = new Knowledge();
    const environment = { ...this.#environment, root: this.#root(knowledge) };
    let waits = 0;
    // Each try knows more than the one before, and the number of facts is bounded.
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new RoomError('closed', 'the room was closed during the call');
      try {
        return perform(this.#code, environment, name, given);
      } catch (error) {
        if (isOutOfMemory(error) && waits < MAX_WAITS) {
          waits += 1;
          await new Promise((resume) => setTimeout(resume, WAIT));
          continue;
        }
        if (!(error instanceof Pending)) throw error;
      }
      await knowledge.learn();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}
