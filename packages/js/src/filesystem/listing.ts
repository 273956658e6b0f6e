/**
 * Lists a directory of the machine, a name at a time: it can have any number of them.
 */

import fs from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { failure } from './codes.js';
import type { DescriptorType, DirectoryEntry, Entries } from './node.js';

/**
 * How many names Node takes at once. It looks at those whose type the file system does not give,
 * and if one of them is gone by then, all that it took are lost with it.
 */
const BUFFERED = 1;

/**
 * The entries of a directory.
 *
 * @param path - a name of the directory that leads there through no link that could change
 * @param descriptor - what the path goes by, if that is a descriptor: it is closed with the
 *   listing, because Node asks by the path for types that the file system does not give with the
 *   names
 */
export function entriesOf(path: string, descriptor?: number): Entries {
  const encoding = 'buffer' as BufferEncoding;
  try {
    return new Listing(fs.opendirSync(path, { encoding, bufferSize: BUFFERED }), descriptor);
  } catch (error) {
    if (descriptor !== undefined) fs.closeSync(descriptor);
    throw error;
  }
}

class Listing implements Entries {
  readonly #directory: Dir;
  readonly #descriptor: number | undefined;

  constructor(directory: Dir, descriptor: number | undefined) {
    this.#directory = directory;
    this.#descriptor = descriptor;
  }

  next(): DirectoryEntry | undefined {
    for (;;) {
      const entry = this.#read();
      if (entry === undefined) continue;
      if (entry === null) return undefined;
      const name = entry.name as unknown as Buffer;
      if (!isUtf8(name)) throw failure('illegal-byte-sequence');
      return { name: name.toString('utf8'), type: typeOf(entry) };
    }
  }

  /**
   * Returns the next entry, null at the end. Undefined if Node looked at one itself, and it was
   * gone.
   */
  #read(): Dirent | null | undefined {
    try {
      return this.#directory.readSync();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  close(): void {
    try {
      this.#directory.closeSync();
    } finally {
      if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    }
  }
}

function typeOf(entry: Dirent): DescriptorType {
  if (entry.isFile()) return 'regular-file';
  if (entry.isDirectory()) return 'directory';
  if (entry.isSymbolicLink()) return 'symbolic-link';
  if (entry.isFIFO()) return 'fifo';
  if (entry.isSocket()) return 'socket';
  if (entry.isCharacterDevice()) return 'character-device';
  return entry.isBlockDevice() ? 'block-device' : 'unknown';
}
