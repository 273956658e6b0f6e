/**
 * What a component can call about files, and what it gets: the same for every kind of tree. All
 * that a call opens is counted here, and closed when the call ends.
 */

import type {
  DescriptorFlags,
  DescriptorStat,
  DescriptorType,
  DirectoryEntry,
  OpenFlags,
  PathFlags,
} from '../component/interfaces/wasi-filesystem-types.js';
import { Abort, failed, failure } from './codes.js';
import type { ErrorCode } from './codes.js';
import type { Entries, Grant, Node } from './node.js';
import { READ_BYTES } from './node.js';
import type { Guard } from '../policy/guard.js';
import { holds, isPlain, isTooLong } from './names.js';

/** How much a call may keep open beside the grants. The component needs up to 35. */
const MAX_OPEN = 64;

/** The maximum number of directory entries of one call, all listings together. */
const MAX_ENTRIES = 4_000_000;

/**
 * How often a call may ask for the directories that it was granted. The component asks once or
 * twice.
 */
const MAX_QUESTIONS = 64;

const DISPOSE: symbol = Symbol.dispose ?? Symbol.for('dispose');

/** The files of one call. */
export class Files {
  readonly #open = new Set<{ close(): void }>();
  #entriesLeft = MAX_ENTRIES;
  #questionsLeft = MAX_QUESTIONS;

  #granted: boolean;

  readonly #guard: Guard | undefined;
  /** Whether something was asked for that is not there. */
  hasMissed = false;

  /** @param granted - whether more can be asked about the grants than their names */
  constructor(
    readonly grants: readonly Grant[],
    granted: boolean,
    guard?: Guard,
  ) {
    this.#granted = granted;
    this.#guard = guard;
    if (granted) guard?.begin(grants);
  }

  /** Fails if a name in a directory is denied. */
  check(node: Node, directory: string, name: string): void {
    this.#guard?.check(this.grants, node, directory, name);
  }

  /**
   * Does something that is to see no file: the grants that it asks for meanwhile are names only.
   */
  blindly<T>(action: () => T): T {
    const granted = this.#granted;
    this.#granted = false;
    try {
      return action();
    } finally {
      this.#granted = granted;
    }
  }

  /** For `wasi:filesystem/preopens`. */
  directories(): [Descriptor, string][] {
    // Each answer takes memory in the tables of the glue, which nothing else bounds. The function
    // has no error code.
    if (this.#questionsLeft === 0) throw new Error('it asks for its directories again and again');
    this.#questionsLeft -= 1;
    return this.grants.map(({ name, node }) => [
      new Descriptor(this, this.#granted ? node : undefined, name === '/' ? '' : name, false),
      name,
    ]);
  }

  /** Keeps something open until it is dropped or the call ends. */
  keep<T extends { close(): void }>(opened: T): T {
    if (this.#open.size >= MAX_OPEN) {
      opened.close();
      throw failure('insufficient-memory');
    }
    this.#open.add(opened);
    return opened;
  }

  drop(opened: { close(): void }): void {
    if (this.#open.delete(opened)) opened.close();
  }

  /** Counts an entry that was looked for. */
  takeEntry(): void {
    if (this.#entriesLeft === 0) throw failure('overflow');
    this.#entriesLeft -= 1;
  }

  /** Closes everything that is still open. */
  end(): void {
    for (const opened of this.#open) {
      try {
        opened.close();
      } catch {
        // It is gone either way, and the others are to be closed as well.
      }
    }
    this.#open.clear();
  }
}

/** Nothing leaves a host function but a code, unless the call is to end. */
function answer<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    throw error instanceof Abort ? error : failed(error);
  }
}

/**
 * Returns a path that is one plain name. A host walks no path and follows no link: that is for the
 * reader to do, one name at a time.
 */
function plain(path: string, follow?: PathFlags): string {
  if (!isPlain(path) || follow?.symlinkFollow === true) throw failure('not-permitted');
  if (isTooLong(path)) throw failure('name-too-long');
  return path;
}

/** An open file or directory, as the component has it. */
export class Descriptor {
  readonly #files: Files;
  readonly #node: Node | undefined;
  readonly #path: string;
  readonly #owned: boolean;

  /** @param path - its absolute name, as the guard knows it */
  constructor(files: Files, node: Node | undefined, path: string, owned: boolean) {
    this.#files = files;
    this.#node = node;
    this.#path = path;
    this.#owned = owned;
  }

  #ask<T>(question: (node: Node) => T): T {
    const node = this.#node;
    if (node === undefined) throw failure('access');
    return answer(() => question(node));
  }

  /** Asks about a name, unless it is denied. */
  #askAt<T>(name: string, question: (node: Node) => T): T {
    return this.#ask((node) => {
      this.#files.check(node, this.#path, name);
      try {
        return question(node);
      } catch (error) {
        this.#files.hasMissed ||= !(error instanceof Abort) && failed(error).payload === 'no-entry';
        throw error;
      }
    });
  }

  openAt(follow: PathFlags, path: string, open: OpenFlags, flags: DescriptorFlags): Descriptor {
    if (open.create || open.exclusive || open.truncate || flags.write || flags.mutateDirectory) {
      throw failure('not-permitted');
    }
    const name = plain(path, follow);
    return this.#askAt(name, (node) => {
      const opened = this.#files.keep(node.open(name, open.directory === true));
      return new Descriptor(this.#files, opened, `${this.#path}/${name}`, true);
    });
  }

  stat(): DescriptorStat {
    return this.#ask((node) => node.stat());
  }

  statAt(follow: PathFlags, path: string): DescriptorStat {
    const name = plain(path, follow);
    return this.#askAt(name, (node) => node.statAt(name));
  }

  /** An absolute target is shown if it lies in a grant, so that the component can walk there. */
  readlinkAt(path: string): string {
    const name = plain(path);
    const target = this.#askAt(name, (node) => node.linkTarget(name));
    if (target.startsWith('/') && !this.#files.grants.some((grant) => holds(grant.name, target))) {
      throw failure('not-permitted');
    }
    return target;
  }

  read(length: bigint, offset: bigint): [Uint8Array, boolean] {
    if (offset > BigInt(Number.MAX_SAFE_INTEGER)) throw failure('invalid');
    const most = length > BigInt(READ_BYTES) ? READ_BYTES : Number(length);
    const bytes = this.#ask((node) => node.read(most, Number(offset)));
    return [bytes, bytes.length === 0];
  }

  readDirectory(): DirectoryEntryStream {
    return this.#ask(
      (node) => new DirectoryEntryStream(this.#files, this.#files.keep(node.list())),
    );
  }

  getType(): DescriptorType {
    return this.stat().type;
  }

  /** Everything is open to be read and for nothing else. */
  getFlags(): DescriptorFlags {
    return this.#ask(() => ({ read: true }));
  }

  isSameObject(other: Descriptor): boolean {
    if (this.#node === undefined || other.#node === undefined) return this === other;
    try {
      return this.#node === other.#node || this.#node.identity() === other.#node.identity();
    } catch {
      return false;
    }
  }

  /** Streams and hashes are not offered: what they are good for, `read` and `stat` do as well. */
  readViaStream(): never {
    throw failure('unsupported');
  }

  metadataHash(): never {
    throw failure('unsupported');
  }

  metadataHashAt(follow: PathFlags, path: string): never {
    plain(path, follow);
    throw failure('unsupported');
  }

  /** Advice is not needed to read, so it is taken and not followed. */
  advise(): void {}

  [DISPOSE](): void {
    if (this.#owned && this.#node !== undefined) this.#files.drop(this.#node);
  }
}

/** Everything that would change something has one answer. */
for (const name of [
  'appendViaStream',
  'createDirectoryAt',
  'linkAt',
  'removeDirectoryAt',
  'renameAt',
  'setSize',
  'setTimes',
  'setTimesAt',
  'symlinkAt',
  'sync',
  'syncData',
  'unlinkFileAt',
  'write',
  'writeViaStream',
]) {
  Object.defineProperty(Descriptor.prototype, name, {
    value: (): never => {
      throw failure('not-permitted');
    },
  });
}

/** A directory that is being listed, as the component has it. */
export class DirectoryEntryStream {
  readonly #files: Files;
  readonly #entries: Entries;

  constructor(files: Files, entries: Entries) {
    this.#files = files;
    this.#entries = entries;
  }

  readDirectoryEntry(): DirectoryEntry | undefined {
    return answer(() => {
      this.#files.takeEntry();
      return this.#entries.next();
    });
  }

  [DISPOSE](): void {
    this.#files.drop(this.#entries);
  }
}

/** For `wasi:filesystem/types`: there are no streams, so no error of a stream is that of a file. */
export function filesystemErrorCode(): ErrorCode | undefined {
  return undefined;
}
