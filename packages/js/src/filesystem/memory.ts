/** A tree in memory. No name in it ever changes. */

import { RoomError } from '../errors.js';
import type { MemoryEntry, MemoryFiles } from '../types.js';
import { failure, refuseOther } from './codes.js';
import type { DescriptorStat, DirectoryEntry, DescriptorType, Entries, Node } from './node.js';

/** The furthest time from 1970 that JavaScript's dates can have, in milliseconds. */
const LATEST = 8.64e15;

const NOTHING = new Uint8Array();

type Content = Uint8Array | string | Map<string, MemoryNode>;

/** A file (bytes), a link (its target), or a directory (what is in it). */
export class MemoryNode implements Node {
  constructor(
    readonly content: Content,
    readonly modified?: number | undefined,
  ) {}

  get #type(): DescriptorType {
    if (typeof this.content === 'string') return 'symbolic-link';
    return this.content instanceof Map ? 'directory' : 'regular-file';
  }

  /** Its entries, by name. */
  at(name: string): MemoryNode {
    if (!(this.content instanceof Map)) throw failure('not-directory');
    const found = this.content.get(name);
    if (found === undefined) throw failure('no-entry');
    return found;
  }

  open(name: string, isDirectory: boolean): Node {
    const found = this.at(name);
    refuseOther(found.#type, isDirectory);
    return new Opened(found);
  }

  stat(): DescriptorStat {
    const { content, modified } = this;
    const size =
      content instanceof Map
        ? 0
        : typeof content === 'string'
          ? bytesOf(content).length
          : content.length;
    const known = modified !== undefined && modified >= 0;
    return {
      type: this.#type,
      linkCount: 1n,
      size: BigInt(size),
      ...(known ? { dataModificationTimestamp: datetime(modified) } : {}),
    };
  }

  statAt(name: string): DescriptorStat {
    return this.at(name).stat();
  }

  linkTarget(name: string): string {
    const { content } = this.at(name);
    if (typeof content !== 'string') throw failure('invalid');
    return content;
  }

  read(length: number, offset: number): Uint8Array {
    if (!(this.content instanceof Uint8Array)) throw failure('bad-descriptor');
    return offset >= this.content.length ? NOTHING : this.content.subarray(offset, offset + length);
  }

  list(): Entries {
    if (!(this.content instanceof Map)) throw failure('not-directory');
    const entries = this.content.entries();
    return {
      next(): DirectoryEntry | undefined {
        const { done, value } = entries.next();
        return done === true ? undefined : { name: value[0], type: value[1].#type };
      },
      close() {},
    };
  }

  identity(): unknown {
    return this;
  }

  close(): void {}
}

/** Opened once more: the same node can be open several times, and each is closed by itself. */
class Opened extends MemoryNode {
  readonly #node: MemoryNode;

  constructor(node: MemoryNode) {
    super(node.content, node.modified);
    this.#node = node;
  }

  /** With the checksum of the bytes, which may have changed, as the time of the last change. */
  override stat(): DescriptorStat {
    const stat = super.stat();
    if (!(this.content instanceof Uint8Array)) return stat;
    return { ...stat, statusChangeTimestamp: timeOf(crc32(this.content)) };
  }

  override identity(): unknown {
    return this.#node;
  }
}

function datetime(milliseconds: number): { seconds: bigint; nanoseconds: number } {
  const seconds = Math.floor(milliseconds / 1000);
  return {
    seconds: BigInt(seconds),
    nanoseconds: Math.floor((milliseconds - seconds * 1000) * 1e6),
  };
}

/**
 * A time for each revision of a file: the component makes versions of times. All are long past,
 * because what has just changed is not trusted to stay.
 */
function timeOf(revision: number): { seconds: bigint; nanoseconds: number } {
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

/**
 * Returns the text if it is well-formed. Other text would silently become something else in UTF-8.
 */
function unicode(path: string, text: string): string {
  if (text.isWellFormed()) return text;
  throw bad(
    path,
    'contains half of a surrogate pair, which is not text; give bytes for what is not Unicode',
  );
}

function bad(path: string, what: string): RoomError {
  return new RoomError('bad-option', `'${path}' ${what}`);
}

/**
 * Makes a tree of files. The bytes are not copied: changing them later changes the tree.
 */
export function memoryTree(files: MemoryFiles): MemoryNode {
  if (typeof files !== 'object' || files === null)
    throw new TypeError('files must be an object of paths and contents');
  const root = new Map<string, MemoryNode>();
  for (const [path, entry] of Object.entries(files)) {
    const names = path.split('/');
    if (
      path.includes('\0') ||
      !path.isWellFormed() ||
      names.some((name) => ['', '.', '..'].includes(name))
    ) {
      throw bad(
        path,
        "is not a valid path in a tree; name it from the root, without '.', '..', NUL " +
        'or empty names',
      );
    }
    const name = names.pop() as string;
    let directory = root;
    for (const part of names) directory = inside(directory, part, path);
    if (isDirectory(entry)) inside(directory, name, path);
    else if (directory.has(name))
      throw bad(path, 'is in the tree already and cannot be both; add each path once');
    else directory.set(name, node(path, entry));
  }
  return new MemoryNode(sorted(root));
}

function isDirectory(entry: MemoryEntry): boolean {
  return (
    typeof entry === 'object' && entry !== null && 'directory' in entry && entry.directory === true
  );
}

/** Returns the directory of a name, and makes it if nothing is there. */
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

function node(path: string, entry: MemoryEntry): MemoryNode {
  if (typeof entry === 'string') return new MemoryNode(bytesOf(unicode(path, entry)));
  if (entry instanceof Uint8Array) return new MemoryNode(entry);
  if (typeof entry === 'object' && entry !== null) {
    if ('link' in entry && typeof entry.link === 'string')
      return new MemoryNode(unicode(path, entry.link));
    if ('content' in entry) {
      const { content, modified } = entry;
      if (modified !== undefined && !Number.isFinite(modified)) {
        throw new TypeError(`the modification time of '${path}' must be a number of milliseconds`);
      }
      if (modified !== undefined && Math.abs(modified) > LATEST) {
        throw bad(
          path,
          `has a modification time that no date can have; give at most ${LATEST} milliseconds`,
        );
      }
      if (typeof content === 'string')
        return new MemoryNode(bytesOf(unicode(path, content)), modified);
      if (content instanceof Uint8Array) return new MemoryNode(content, modified);
    }
  }
  throw new TypeError(
    `'${path}' must be text, bytes, { content }, { link } or { directory: true }`,
  );
}

/**
 * Directories are listed in the order of their names, so that the same files always answer the
 * same.
 */
function sorted(directory: Map<string, MemoryNode>): Map<string, MemoryNode> {
  const names = [...directory.keys()].sort();
  return new Map(
    names.map((name) => {
      const known = directory.get(name) as MemoryNode;
      return [
        name,
        known.content instanceof Map
          ? new MemoryNode(sorted(known.content), known.modified)
          : known,
      ];
    }),
  );
}
