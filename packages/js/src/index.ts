/**
 * Readroom for Node: what a read-only AI agent looks with, as one sandboxed WebAssembly component.
 *
 * @packageDocumentation
 */

/// <reference lib="esnext.disposable" preserve="true" />

import { openDirectories, openFiles } from './node/open.js';
import { Inner, ReadingRoom } from './room.js';
import type { FilesOptions, MemoryFiles, RoomOptions } from './types.js';

/**
 * A granted directory, and a component that reads in it: in the program `readroom`, which serves
 * all rooms of this process.
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
   * @throws `RoomError` if a directory cannot be opened, or if there is no program; the first call
   *   throws it if the program cannot use the directories, the policy, the limits or the audit log
   */
  constructor(options: RoomOptions);
  /** @internal */
  constructor(inner: Inner);
  constructor(given: RoomOptions | Inner) {
    super(given instanceof Inner ? given : new Inner(openDirectories(given)));
  }

  /**
   * Makes a room over files in memory, by their paths from the root down. They are copied, and may
   * take as much as the limit `totalMemory`, and 128 MiB as JSON.
   *
   * ```js
   * const room = await Room.fromFiles({ 'src/main.rs': 'fn main() {}\n', main: { link:
   * 'src/main.rs' } });
   * ```
   */
  static async fromFiles(files: MemoryFiles, options?: FilesOptions): Promise<Room> {
    return new Room(new Inner(await openFiles(files, options)));
  }

  /** Like `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export * from './common.js';
