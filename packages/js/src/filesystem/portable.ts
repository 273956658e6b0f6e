/**
 * Files of a machine that has no descriptors to walk: by their paths, with checks before and after.
 * A process that exchanges directories for links between two checks can have a file read that lies
 * elsewhere; the room's `confinement` says so.
 */

import fs from 'node:fs';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { failure, refuseOther } from './codes.js';
import { entriesOf } from './listing.js';
import type { DescriptorStat, Entries, Node } from './node.js';
import { READ_BYTES } from './node.js';
import { describe, identityOf, typeOf } from './stats.js';

/** Windows has only the first of these. */
const {
  O_RDONLY,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
  O_NOCTTY = 0,
} = fs.constants as Partial<typeof fs.constants>;
const TO_READ = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

const buffer = new Uint8Array(READ_BYTES);

/**
 * A directory that was found at a path: another thread, at another time, goes on only if it is
 * still there.
 */
export interface DirectoryIdentity {
  /** An absolute path without links. */
  readonly path: string;
  readonly identity: string;
}

/** Finds the directory that a path leads to now. */
export function findDirectory(directory: string): DirectoryIdentity {
  const real = fs.realpathSync.native(directory);
  const stats = fs.lstatSync(real, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  return { path: real, identity: identityOf(stats) };
}

/** A directory that was found at a path without links, and is still to be found there. */
export class PortableDirectory implements Node {
  readonly #path: string;
  readonly #identity: string;

  constructor({ path: real, identity }: DirectoryIdentity) {
    this.#path = real;
    this.#identity = identity;
  }

  /** Refuses to go on where something else has taken the path. */
  #check(): void {
    const known = fs.realpathSync.native(this.#path) === this.#path;
    if (!known || identityOf(fs.lstatSync(this.#path, { bigint: true })) !== this.#identity) {
      throw failure('not-permitted');
    }
  }

  #at(name: string): string {
    // On Windows more characters lead elsewhere: to other drives, streams and devices.
    if (
      path.sep === '\\' &&
      /[\\:*?"<>|]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu.test(name)
    ) {
      throw failure('no-entry');
    }
    return path.join(this.#path, name);
  }

  /** Something in this directory, with the directory checked before and after. */
  #look(name: string): BigIntStats {
    this.#check();
    const stats = fs.lstatSync(this.#at(name), { bigint: true });
    this.#check();
    return stats;
  }

  open(name: string, isDirectory: boolean): Node {
    const seen = this.#look(name);
    refuseOther(typeOf(Number(seen.mode)), isDirectory);
    const file = this.#at(name);
    if (isDirectory) return this.#inside(file, seen);
    const descriptor = fs.openSync(file, TO_READ);
    try {
      const opened = fs.fstatSync(descriptor, { bigint: true });
      if (!opened.isFile()) throw failure('no-device');
      if (identityOf(opened) !== identityOf(seen)) throw failure('io');
      this.#check();
      if (path.dirname(fs.realpathSync.native(file)) !== this.#path) throw failure('not-permitted');
      return new PortableFile(descriptor);
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
  }

  #inside(directory: string, seen: BigIntStats): Node {
    const opened = new PortableDirectory(findDirectory(directory));
    if (path.dirname(opened.#path) !== this.#path) throw failure('not-permitted');
    if (opened.#identity !== identityOf(seen)) throw failure('io');
    return opened;
  }

  stat(): DescriptorStat {
    this.#check();
    return describe(fs.lstatSync(this.#path, { bigint: true }));
  }

  statAt(name: string): DescriptorStat {
    return describe(this.#look(name));
  }

  linkTarget(name: string): string {
    this.#check();
    const target = fs.readlinkSync(this.#at(name), 'buffer');
    this.#check();
    const text = target.toString('utf8');
    if (!Buffer.from(text).equals(target)) throw failure('illegal-byte-sequence');
    return path.sep === '\\' ? text.replaceAll('\\', '/') : text;
  }

  read(): never {
    throw failure('bad-descriptor');
  }

  list(): Entries {
    this.#check();
    const entries = entriesOf(this.#path);
    try {
      this.#check();
      return entries;
    } catch (error) {
      entries.close();
      throw error;
    }
  }

  identity(): unknown {
    return this.#identity;
  }

  close(): void {}
}

/** An open file. It stays the file that was checked, even if its path is exchanged. */
class PortableFile implements Node {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  open(): never {
    throw failure('not-directory');
  }

  stat(): DescriptorStat {
    return describe(fs.fstatSync(this.#descriptor, { bigint: true }));
  }

  statAt(): never {
    throw failure('not-directory');
  }

  linkTarget(): never {
    throw failure('not-directory');
  }

  read(length: number, offset: number): Uint8Array {
    return buffer.subarray(0, fs.readSync(this.#descriptor, buffer, 0, length, offset));
  }

  list(): never {
    throw failure('not-directory');
  }

  identity(): unknown {
    return identityOf(fs.fstatSync(this.#descriptor, { bigint: true }));
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
}
