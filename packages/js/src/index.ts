/**
 * Readroom for Node: the file-read tool of an AI agent, as one sandboxed WebAssembly component.
 *
 * @packageDocumentation
 */

/// <reference lib="esnext.disposable" preserve="true" />

import { DirectBackend, memoryEnvironment } from './direct.js';
import { modules } from './node/modules.js';
import { openBackend } from './node/open.js';
import { Inner, ReadingRoom } from './room.js';
import type { Session } from './room.js';
import type { MemoryFiles, MemoryOptions, RoomOptions } from './types.js';

/**
 * A directory that was granted, and a component that reads in it: in the program `readroom`, which
 * serves all rooms of this process, or in this process itself.
 *
 * ```js
 * import { Room } from 'readroom';
 * const room = new Room({ root: '.' });
 * const { body } = await room.read('README.md', { lines: 20 });
 * ```
 */
export class Room extends ReadingRoom {
  /**
   * Opens the directories.
   *
   * @throws `RoomError` if a directory cannot be opened, or if the engine lacks what is wanted; the
   *   first call throws it if the program cannot use the policy, the limits or the audit log
   */
  constructor(options: RoomOptions);
  /** @internal */
  constructor(inner: Inner, session?: Session);
  constructor(given: RoomOptions | Inner, session?: Session) {
    super(given instanceof Inner ? given : innerOf(given), session);
  }

  /**
   * Makes a room over files in memory, by their paths from the root down.
   *
   * ```js
   * const room = await Room.fromFiles({ 'src/main.rs': 'fn main() {}\n', main: { link:
   * 'src/main.rs' } });
   * ```
   */
  static async fromFiles(files: MemoryFiles, options?: MemoryOptions): Promise<Room> {
    return new Room(
      new Inner(new DirectBackend(modules, memoryEnvironment(files, options), 'memory')),
    );
  }

  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function innerOf(options: RoomOptions): Inner {
  const { backend, tokens } = openBackend(options);
  return new Inner(backend, tokens);
}

export * from './common.js';
