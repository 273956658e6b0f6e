/** A tree in memory. No name in it ever changes. */

import { bad, treeEntries } from '../files.js';
import type { TreeEntry } from '../files.js';
import type { MemoryFiles } from '../types.js';
import { Failure, refuseOther } from './codes.js';
import { datetime } from './node.js';
import type { Datetime, DescriptorStat, DescriptorType, Entries, Node } from './node.js';

const NOTHING = new Uint8Array();

type Content = Uint8Array | string | Map<string, MemoryNode>;

/** A file (bytes), a link (its target), or a directory (its entries). */
export class MemoryNode implements Node {
  constructor(
    readonly content: Content,
    readonly modified?: number | undefined,
  ) {}

  get #type(): DescriptorType {
    if (typeof this.content === 'string') return 'symbolic-link';
    return this.content instanceof Map ? 'directory' : 'regular-file';
  }

  #at(name: string): MemoryNode {
    if (!(this.content instanceof Map)) throw new Failure('not-directory');
    const found = this.content.get(name);
    if (found === undefined) throw new Failure('no-entry');
    return found;
  }

  #look(): DescriptorStat {
    const { content, modified } = this;
    const known = modified !== undefined && modified >= 0;
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    return {
      type: this.#type,
      linkCount: 1n,
      size: BigInt(bytes instanceof Map ? 0 : bytes.length),
      ...(known ? { dataModificationTimestamp: datetime(modified) } : {}),
    };
  }

  open(name: string, isDirectory: boolean): Node {
    const found = this.#at(name);
    refuseOther(found.#type, isDirectory);
    return found;
  }

  /** With the checksum of the bytes, which may have changed, as the time of the last change. */
  stat(): DescriptorStat {
    const stat = this.#look();
    if (!(this.content instanceof Uint8Array)) return stat;
    return { ...stat, statusChangeTimestamp: timeOf(crc32(this.content)) };
  }

  statAt(name: string): DescriptorStat {
    return this.#at(name).#look();
  }

  linkTarget(name: string): string {
    const { content } = this.#at(name);
    if (typeof content !== 'string') throw new Failure('invalid');
    return content;
  }

  read(length: number, offset: number): Uint8Array {
    if (!(this.content instanceof Uint8Array)) throw new Failure('bad-descriptor');
    return offset >= this.content.length ? NOTHING : this.content.subarray(offset, offset + length);
  }

  list(): Entries {
    if (!(this.content instanceof Map)) throw new Failure('not-directory');
    const entries = this.content.entries();
    return {
      next() {
        const { done, value } = entries.next();
        return done === true ? undefined : { name: value[0], type: value[1].#type };
      },
    };
  }

  identity(): unknown {
    return this;
  }
}

/**
 * A time for each revision of a file, as the component derives versions from times. All are long
 * past, because a recent change is not trusted to be the last.
 */
function timeOf(revision: number): Datetime {
  return { seconds: BigInt(revision >>> 2), nanoseconds: revision & 3 };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/** The checksum of Zip and PNG. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Makes a tree of files. The bytes are not copied: changing them later changes the tree. */
export function memoryTree(files: MemoryFiles): MemoryNode {
  const root = new Map<string, MemoryNode>();
  for (const [path, entry] of treeEntries(files)) {
    const names = path.split('/');
    const name = names.pop() as string;
    let directory = root;
    for (const part of names) directory = inside(directory, part, path);
    if (entry.kind === 'directory') inside(directory, name, path);
    else if (directory.has(name))
      throw bad(path, 'is in the tree already; add each path once');
    else directory.set(name, nodeOf(entry));
  }
  return new MemoryNode(sorted(root));
}

function nodeOf(entry: Exclude<TreeEntry, { kind: 'directory' }>): MemoryNode {
  if (entry.kind === 'link') return new MemoryNode(entry.target);
  const { content, modified } = entry;
  return new MemoryNode(typeof content === 'string' ? bytesOf(content) : content, modified);
}

/** Returns the directory of a name, and creates it if nothing is there. */
function inside(
  directory: Map<string, MemoryNode>,
  name: string,
  path: string,
): Map<string, MemoryNode> {
  const known = directory.get(name);
  if (known === undefined) {
    const made = new Map<string, MemoryNode>();
    directory.set(name, new MemoryNode(made));
    return made;
  }
  if (!(known.content instanceof Map))
    throw bad(path, 'lies below something that is not a directory; choose another path');
  return known.content;
}

/**
 * Directories are listed in the order of their names, so that the same files always answer the
 * same.
 */
function sorted(directory: Map<string, MemoryNode>): Map<string, MemoryNode> {
  const entries = [...directory].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    entries.map(([name, { content, modified }]) => [
      name,
      new MemoryNode(content instanceof Map ? sorted(content) : content, modified),
    ]),
  );
}
