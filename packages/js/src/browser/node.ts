/** The operations on an open file or directory of any kind of tree. */

import type {
  DescriptorStat,
  DescriptorType,
  DirectoryEntry,
} from '../component/interfaces/wasi-filesystem-types.js';

export type { DescriptorStat, DescriptorType, DirectoryEntry };

/** A time since 1970. */
export type Datetime = NonNullable<DescriptorStat['dataModificationTimestamp']>;

/** The maximum number of bytes of one read. */
export const READ_BYTES = 64 * 1024;

/**
 * An open file or directory. Names are single and plain: not empty, not `.` or `..`, without `/`
 * and NUL. No link is ever followed. Everything fails with a {@link Failure}.
 */
export interface Node {
  /** Opens a directory, or else a regular file. */
  open(name: string, isDirectory: boolean): Node;
  /** Its metadata. */
  stat(): DescriptorStat;
  /** The metadata of an entry. */
  statAt(name: string): DescriptorStat;
  /** The target of a link in it. */
  linkTarget(name: string): string;
  /**
   * Reads up to `length` bytes at `offset`. They are valid until the next read; none means the end.
   */
  read(length: number, offset: number): Uint8Array;
  /** Its entries, without `.` and `..`. */
  list(): Entries;
  /** Something that is equal for the same file or directory of one tree. */
  identity(): unknown;
}

/** The entries of a directory, read on demand. */
export interface Entries {
  next(): DirectoryEntry | undefined;
}

/** Returns milliseconds since 1970 as a component has them. */
export function datetime(milliseconds: number): Datetime {
  const seconds = Math.floor(milliseconds / 1000);
  return {
    seconds: BigInt(seconds),
    nanoseconds: Math.floor((milliseconds - seconds * 1000) * 1e6),
  };
}
