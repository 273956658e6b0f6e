/**
 * Readroom for browsers: over files in memory, or a directory that the person picked.
 *
 * @packageDocumentation
 */

import { ComponentBackend } from './browser/backend.js';
import { environmentOf } from './browser/environment.js';
import { DirectoryNode } from './browser/handles.js';
import type { Knowledge } from './browser/handles.js';
import { memoryTree } from './browser/memory.js';
import { componentCode } from './browser/code.js';
import type { Node } from './browser/node.js';
import * as check from './check.js';
import { RoomError } from './errors.js';
import { Inner, ReadingRoom } from './room.js';
import type { MemoryFiles, MemoryOptions } from './types.js';

/**
 * Granted files, and a component that reads in them. Made by `fromFiles` or `fromDirectory`.
 */
export class Room extends ReadingRoom {
  private constructor(inner: Inner) {
    // Without types, a caller may try `new Room({ root })`.
    if (!(inner instanceof Inner)) {
      throw new RoomError(
        'unsupported',
        'a page has no directories; use Room.fromFiles or Room.fromDirectory',
      );
    }
    super(inner);
  }

  /** Makes a room over files in memory, by their paths from the root down. */
  static async fromFiles(files: MemoryFiles, options?: MemoryOptions): Promise<Room> {
    const { environment, names } = environmentOf(options, true);
    const tree = memoryTree(files);
    try {
      let node: Node = tree;
      for (const part of names) node = node.open(part, true);
    } catch {
      const message =
        `'${environment.cwd}' is not a directory of the tree; name one as a working directory`;
      throw new RoomError('not-a-directory', message);
    }
    const backend = new ComponentBackend('memory', await componentCode(), environment, () => tree);
    return new Room(new Inner(backend));
  }

  /**
   * Makes a room over a directory from `showDirectoryPicker()`, or from the origin private file
   * system.
   *
   * In a page, a call holds at most 64 MiB of files, and more is a `LimitError` of `file-size`; in
   * a worker, files are read piece by piece. A call lists at most 100000 names: beyond that, a
   * wrong name gets no suggestions, and a listing is refused.
   */
  static async fromDirectory(
    handle: FileSystemDirectoryHandle,
    options?: MemoryOptions,
  ): Promise<Room> {
    if (typeof handle !== 'object' || handle === null || handle.kind !== 'directory') {
      throw check.wrongType('handle', 'a FileSystemDirectoryHandle', handle);
    }
    const { environment, names } = environmentOf(options, false);
    let directory = handle;
    for (const part of names) {
      try {
        directory = await directory.getDirectoryHandle(part);
      } catch (error) {
        const message =
          `'${environment.cwd}' cannot be opened; name a directory below the picked one`;
        throw new RoomError('not-a-directory', message, { cause: error });
      }
    }
    const root = (knowledge: Knowledge): Node => new DirectoryNode(handle, knowledge);
    const backend = new ComponentBackend('handles', await componentCode(), environment, root);
    return new Room(new Inner(backend));
  }
}

export * from './common.js';
