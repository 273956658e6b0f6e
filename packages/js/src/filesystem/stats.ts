/** Converts Node's metadata of a file for the component. */

import fs from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { DescriptorStat, DescriptorType } from './node.js';

const {
  S_IFMT,
  S_IFREG,
  S_IFDIR,
  S_IFLNK,
  S_IFIFO = -1,
  S_IFSOCK = -1,
  S_IFCHR = -1,
  S_IFBLK = -1,
} = {
  ...fs.constants,
};

const TYPES = new Map<number, DescriptorType>([
  [S_IFREG, 'regular-file'],
  [S_IFDIR, 'directory'],
  [S_IFLNK, 'symbolic-link'],
  [S_IFIFO, 'fifo'],
  [S_IFSOCK, 'socket'],
  [S_IFCHR, 'character-device'],
  [S_IFBLK, 'block-device'],
]);

/** The type in a mode. */
export function typeOf(mode: number): DescriptorType {
  return TYPES.get(mode & S_IFMT) ?? 'unknown';
}

const SECOND = 1_000_000_000n;

/**
 * Times are kept to the nanosecond: versions and cursors are made of them, and all hosts make the
 * same.
 */
export function describe(stats: BigIntStats): DescriptorStat {
  const { mtimeNs, ctimeNs } = stats;
  return {
    type: typeOf(Number(stats.mode)),
    linkCount: stats.nlink,
    size: stats.size,
    ...(mtimeNs >= 0n ? { dataModificationTimestamp: datetime(mtimeNs) } : {}),
    ...(ctimeNs >= 0n ? { statusChangeTimestamp: datetime(ctimeNs) } : {}),
  };
}

function datetime(nanoseconds: bigint): { seconds: bigint; nanoseconds: number } {
  return { seconds: nanoseconds / SECOND, nanoseconds: Number(nanoseconds % SECOND) };
}

/** A file or directory of the machine as one number of its device and one of its own. */
export function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`;
}
