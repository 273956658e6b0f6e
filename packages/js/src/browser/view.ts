/**
 * The functions about files that a component can call: the same for every kind of tree. Everything
 * that a call opens is counted here.
 */

import type {
  DescriptorFlags,
  DescriptorStat,
  DirectoryEntry,
  OpenFlags,
  PathFlags,
} from '../component/interfaces/wasi-filesystem-types.js';
import { Abort, failed, Failure } from './codes.js';
import { below, isPlain, isTooLong } from './names.js';
import type { Entries, Node } from './node.js';
import { READ_BYTES } from './node.js';

/** How much a call may keep open besides the root. The component needs up to 35. */
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
  #open = 0;
  #entriesLeft = MAX_ENTRIES;
  #questionsLeft = MAX_QUESTIONS;

  /** @param name - the absolute name of the root */
  constructor(
    readonly name: string,
    readonly root: Node,
  ) {}

  /** For `wasi:filesystem/preopens`. */
  directories(): [Descriptor, string][] {
    // Each answer takes memory in the tables of the glue, which nothing else bounds. The function
    // has no error code.
    if (this.#questionsLeft === 0) throw new Error('it asks for its directories again and again');
    this.#questionsLeft -= 1;
    return [[new Descriptor(this, this.root, false), this.name]];
  }

  /** Counts an open handle until it is dropped. */
  keep<T>(opened: T): T {
    if (this.#open >= MAX_OPEN) throw new Failure('insufficient-memory');
    this.#open += 1;
    return opened;
  }

  drop(): void {
    this.#open -= 1;
  }

  /** Counts an entry that was looked up. */
  takeEntry(): void {
    if (this.#entriesLeft === 0) throw new Failure('overflow');
    this.#entriesLeft -= 1;
  }
}

/** A host function throws nothing but a code, unless the call is to end. */
function answer<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    throw error instanceof Abort ? error : failed(error);
  }
}

/**
 * Returns a path that is one plain name. A host walks no path and follows no link: the reader does
 * that, one name at a time.
 */
function plain(path: string, follow?: PathFlags): string {
  if (!isPlain(path) || follow?.symlinkFollow === true) throw new Failure('not-permitted');
  if (isTooLong(path)) throw new Failure('name-too-long');
  return path;
}

/**
 * An open file or directory, as the component has it: with the functions that the component
 * imports. None of them changes anything.
 */
export class Descriptor {
  readonly #files: Files;
  readonly #node: Node;
  #isOwned: boolean;

  /** @param isOwned - whether it counts as open until it is dropped */
  constructor(files: Files, node: Node, isOwned: boolean) {
    this.#files = files;
    this.#node = node;
    this.#isOwned = isOwned;
  }

  openAt(follow: PathFlags, path: string, open: OpenFlags, flags: DescriptorFlags): Descriptor {
    if (open.create || open.exclusive || open.truncate || flags.write || flags.mutateDirectory) {
      throw new Failure('not-permitted');
    }
    const name = plain(path, follow);
    const opened = answer(() => this.#files.keep(this.#node.open(name, open.directory === true)));
    return new Descriptor(this.#files, opened, true);
  }

  stat(): DescriptorStat {
    return answer(() => this.#node.stat());
  }

  statAt(follow: PathFlags, path: string): DescriptorStat {
    const name = plain(path, follow);
    return answer(() => this.#node.statAt(name));
  }

  /** An absolute target is shown if it lies in the root, so that the component can walk there. */
  readlinkAt(path: string): string {
    const name = plain(path);
    const target = answer(() => this.#node.linkTarget(name));
    if (target.startsWith('/') && below(this.#files.name, target) === undefined)
      throw new Failure('not-permitted');
    return target;
  }

  read(length: bigint, offset: bigint): [Uint8Array, boolean] {
    if (offset > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure('invalid');
    const most = length > BigInt(READ_BYTES) ? READ_BYTES : Number(length);
    const bytes = answer(() => this.#node.read(most, Number(offset)));
    return [bytes, bytes.length === 0];
  }

  readDirectory(): DirectoryEntryStream {
    const entries = answer(() => this.#files.keep(this.#node.list()));
    return new DirectoryEntryStream(this.#files, entries);
  }

  isSameObject(other: Descriptor): boolean {
    return this.#node.identity() === other.#node.identity();
  }

  [DISPOSE](): void {
    if (this.#isOwned) this.#files.drop();
    this.#isOwned = false;
  }
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
    this.#files.drop();
  }
}
