/**
 * Files of a Linux machine, by descriptors: a name is looked up in an open directory and nowhere
 * else, through `/proc/self/fd/<number>/<name>`, and no link is followed at its end. No name can
 * lead out of the directory, even if the tree changes at the same moment.
 */

import fs from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { failure, refuseOther } from './codes.js';
import { entriesOf } from './listing.js';
import type { DescriptorStat, Entries, Node } from './node.js';
import { READ_BYTES } from './node.js';
import { describe, identityOf, typeOf } from './stats.js';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = fs.constants;

/**
 * Linux's flag to open a directory only to go on from it, which takes no right to list it. Node
 * does not name it.
 */
const O_PATH = 0o10000000;

/** How a directory is opened. Node adds O_CLOEXEC to everything that it opens. */
const TO_WALK = O_RDONLY | O_PATH | O_DIRECTORY | O_NONBLOCK;
const TO_READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

/** Bytes go to the component at once, so one buffer serves all calls of a thread. */
const buffer = new Uint8Array(READ_BYTES);

/**
 * Opens a directory as a root, by a path of the machine. Does not wait if something else has the
 * name.
 */
export function openRoot(path: string): number {
  return fs.openSync(path, TO_WALK);
}

/** Returns whether descriptors can be walked on this system. */
export function canWalk(): boolean {
  try {
    return process.platform === 'linux' && fs.statSync('/proc/self/fd').isDirectory();
  } catch {
    return false;
  }
}

/** An open file or directory. */
export class LinuxNode implements Node {
  readonly #descriptor: number;
  /** The metadata at open: the answer to the next `stat`. */
  #seen: BigIntStats | undefined;
  #identity: string | undefined;

  constructor(descriptor: number, seen?: BigIntStats) {
    this.#descriptor = descriptor;
    this.#seen = seen;
  }

  /** Returns the path of a name in this directory. */
  #at(name: string): string {
    return `/proc/self/fd/${this.#descriptor}/${name}`;
  }

  /**
   * Looks first, because opening a pipe or a device already does something; opens without waiting,
   * because what is there may have been exchanged since; and looks at what was opened.
   */
  open(name: string, isDirectory: boolean): Node {
    const path = this.#at(name);
    refuseOther(typeOf(fs.lstatSync(path).mode), isDirectory);
    const descriptor = fs.openSync(path, isDirectory ? TO_WALK | O_NOFOLLOW : TO_READ);
    try {
      const seen = fs.fstatSync(descriptor, { bigint: true });
      refuseOther(typeOf(Number(seen.mode)), isDirectory);
      return new LinuxNode(descriptor, seen);
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
  }

  stat(): DescriptorStat {
    const stats = this.#seen ?? fs.fstatSync(this.#descriptor, { bigint: true });
    this.#seen = undefined;
    return describe(stats);
  }

  statAt(name: string): DescriptorStat {
    return describe(fs.lstatSync(this.#at(name), { bigint: true }));
  }

  linkTarget(name: string): string {
    const target = fs.readlinkSync(this.#at(name), 'buffer');
    if (!isUtf8(target)) throw failure('illegal-byte-sequence');
    return target.toString('utf8');
  }

  read(length: number, offset: number): Uint8Array {
    return buffer.subarray(0, fs.readSync(this.#descriptor, buffer, 0, length, offset));
  }

  /**
   * The directory is opened once more, to list it: `.` is the same directory, even if its names
   * have changed. The listing goes by a descriptor of its own, which stays open for as long as it
   * does.
   */
  list(): Entries {
    const descriptor = fs.openSync(this.#at('.'), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    return entriesOf(`/proc/self/fd/${descriptor}/.`, descriptor);
  }

  identity(): unknown {
    this.#identity ??= identityOf(fs.fstatSync(this.#descriptor, { bigint: true }));
    return this.#identity;
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
}
