/**
 * Listing a directory of the machine, a buffer of names at a time: its size is in nobody's hands but its
 * owner's.
 */

import fs from 'node:fs';
import type { Dir, Dirent } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { failure } from './codes.js';
import type { DescriptorType, DirectoryEntry, Entries } from './node.js';
import { typeOf } from './stats.js';

/** How many names are asked for at once. */
const BUFFERED = 128;

/**
 * The entries of a directory.
 *
 * @param path - a name of the directory that leads there through no link that could change
 */
export function entriesOf(path: string): Entries {
  const encoding = 'buffer' as BufferEncoding;
  return new Listing(path, fs.opendirSync(path, { encoding, bufferSize: BUFFERED }));
}

class Listing implements Entries {
  readonly #path: string;
  readonly #directory: Dir;

  constructor(path: string, directory: Dir) {
    this.#path = path;
    this.#directory = directory;
  }

  next(): DirectoryEntry | undefined {
    for (;;) {
      const entry = this.#read();
      if (entry === undefined) continue;
      if (entry === null) return undefined;
      const name = entry.name as unknown as Buffer;
      if (!isUtf8(name)) throw failure('illegal-byte-sequence');
      const type = this.#type(entry, name);
      if (type !== undefined) return { name: name.toString('utf8'), type };
    }
  }

  /** The next entry, null at the end. Undefined if Node looked at one itself, and it was gone. */
  #read(): Dirent | null | undefined {
    try {
      return this.#directory.readSync();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The type of an entry, also where the file system does not tell it with the name. */
  #type(entry: Dirent, name: Buffer): DescriptorType | undefined {
    if (entry.isFile()) return 'regular-file';
    if (entry.isDirectory()) return 'directory';
    if (entry.isSymbolicLink()) return 'symbolic-link';
    if (entry.isFIFO()) return 'fifo';
    if (entry.isSocket()) return 'socket';
    if (entry.isCharacterDevice()) return 'character-device';
    if (entry.isBlockDevice()) return 'block-device';
    try {
      return typeOf(fs.lstatSync(Buffer.concat([Buffer.from(`${this.#path}/`), name])).mode);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unknown';
    }
  }

  close(): void {
    this.#directory.closeSync();
  }
}
