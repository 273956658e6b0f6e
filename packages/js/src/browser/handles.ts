/**
 * A directory that was picked in a browser. Its handles are asynchronous, and a component cannot
 * wait: an unknown fact ends the call with {@link Pending}, is requested, and is known when the
 * call is repeated.
 */

import { LimitError } from '../errors.js';
import { Abort, Failure, refuseOther } from './codes.js';
import { datetime } from './node.js';
import type { DescriptorStat, DirectoryEntry, Entries, Node } from './node.js';

/** The synchronous reader of workers, which the type library for pages does not have. */
declare const FileReaderSync: { new (): { readAsArrayBuffer(blob: Blob): ArrayBuffer } };

/** Files are held in blocks of this size where they cannot be read synchronously. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** The maximum number of bytes of files that are held during a call. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The maximum number of names that are looked up during a call, and of names that are listed. */
const MAX_NAMES = 100_000;

/** How many entries of a directory are looked up ahead: a listing looks up one after the other. */
const AHEAD = 100;

/** Ends a call that needs a fact that is not known yet. */
export class Pending extends Abort {}

type LookedUp = FileNode | DirectoryNode | Failure;

/** The kinds of facts: the type of a name, the entries of a directory, and a block of a file. */
type Kind = 'found' | 'listed' | 'read';

/** Entries of a directory, and whether the list is complete. */
interface Listed {
  readonly entries: readonly DirectoryEntry[];
  readonly isAll: boolean;
}

/** The facts that a call has collected, from its first try to its last. */
export class Knowledge {
  /** By kind and key. */
  readonly #known = new Map<`${Kind}:${string}`, unknown>();
  #bytes = 0;
  #lookedUp = 0;
  #listed = 0;
  #question: (() => Promise<void>) | undefined;

  /** Returns the fact under a key. If there is none yet, ends the call, which is then repeated. */
  get<T>(kind: Kind, key: string, ask: () => Promise<T>): T {
    const fact = `${kind}:${key}` as const;
    if (this.#known.has(fact)) return this.#known.get(fact) as T;
    this.#question = () => this.learnAhead(kind, key, ask);
    throw new Pending('something has to be asked for first');
  }

  /** Returns the fact under a key, or undefined. */
  peek(kind: Kind, key: string): unknown {
    return this.#known.get(`${kind}:${key}`);
  }

  /** Requests a fact before a call needs it. */
  async learnAhead<T>(kind: Kind, key: string, ask: () => Promise<T>): Promise<void> {
    const fact = `${kind}:${key}` as const;
    if (!this.#known.has(fact)) this.#known.set(fact, await ask());
  }

  /** Requests the facts that the last try needed. */
  async learn(): Promise<void> {
    const question = this.#question;
    this.#question = undefined;
    await question?.();
  }

  takeBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > MAX_BYTES) {
      throw new LimitError(
        'file-size',
        `more than ${MAX_BYTES} bytes would be held; use totals: 'never', ` +
          'read by cursor, or in a worker',
      );
    }
  }

  /** Counts a name of a listing. Returns false if it is one too many. */
  canList(): boolean {
    this.#listed += 1;
    return this.#listed <= MAX_NAMES;
  }

  takeName(): void {
    this.#lookedUp += 1;
    if (this.#lookedUp > MAX_NAMES) {
      throw new LimitError(
        'entries',
        `there are more than ${MAX_NAMES} names on the way; name the file itself`,
      );
    }
  }
}

/** Converts a browser's exception for the component. */
function failed(error: unknown): Failure {
  switch ((error as { name?: unknown } | null | undefined)?.name) {
    // A name that no file here can have is a TypeError.
    case 'NotFoundError':
    case 'TypeError':
      return new Failure('no-entry');
    case 'NotAllowedError':
    case 'SecurityError':
      return new Failure('access');
    default:
      return new Failure('io');
  }
}

/** Returns a failure instead of throwing it, for when the component asks. */
async function orFailure<T>(asked: Promise<T>): Promise<T | Failure> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof LimitError) throw error;
    return failed(error);
  }
}

function orThrow<T>(found: T | Failure): T {
  if (found instanceof Failure) throw found;
  return found;
}

/** A directory that was picked, or one below it. */
export class DirectoryNode implements Node {
  readonly #handle: FileSystemDirectoryHandle;
  readonly #knowledge: Knowledge;
  /** The names that lead to it. */
  readonly #path: string;

  constructor(handle: FileSystemDirectoryHandle, knowledge: Knowledge, path = '') {
    this.#handle = handle;
    this.#knowledge = knowledge;
    this.#path = path;
  }

  #find(name: string): FileNode | DirectoryNode {
    const path = `${this.#path}/${name}`;
    return orThrow(
      this.#knowledge.get<LookedUp>('found', path, async () => {
        const [found] = await Promise.all([this.#ask(name, path), this.#askAhead(name)]);
        return found;
      }),
    );
  }

  /** Looks up the files that follow a name, if the directory was listed. */
  async #askAhead(name: string): Promise<void> {
    const listed = this.#knowledge.peek('listed', this.#path) as Listed | Failure | undefined;
    if (listed === undefined || listed instanceof Failure) return;
    const files = listed.entries.filter(
      (entry) => entry.type === 'regular-file' && entry.name > name,
    );
    const names = files.map((entry) => entry.name).sort();
    await Promise.all(
      names.slice(0, AHEAD).map((next) => {
        const path = `${this.#path}/${next}`;
        return this.#knowledge.learnAhead<LookedUp>('found', path, () => this.#ask(next, path));
      }),
    );
  }

  async #ask(name: string, path: string): Promise<LookedUp> {
    this.#knowledge.takeName();
    try {
      const file = await this.#handle.getFileHandle(name);
      return await orFailure(
        file.getFile().then((opened) => new FileNode(opened, this.#knowledge, path)),
      );
    } catch (error) {
      if ((error as { name?: unknown }).name !== 'TypeMismatchError') return failed(error);
      const inside = this.#handle.getDirectoryHandle(name);
      return orFailure(inside.then((handle) => new DirectoryNode(handle, this.#knowledge, path)));
    }
  }

  open(name: string, isDirectory: boolean): Node {
    const found = this.#find(name);
    refuseOther(found.stat().type, isDirectory);
    return found;
  }

  stat(): DescriptorStat {
    return { type: 'directory', linkCount: 1n, size: 0n };
  }

  statAt(name: string): DescriptorStat {
    return this.#find(name).stat();
  }

  /** Always fails: a browser shows a link's target, or nothing, but never a link. */
  linkTarget(name: string): never {
    this.#find(name);
    throw new Failure('invalid');
  }

  read(): never {
    throw new Failure('is-directory');
  }

  list(): Entries {
    const known = this.#knowledge.get('listed', this.#path, () => orFailure(this.#collect()));
    const { entries, isAll } = orThrow(known);
    let at = 0;
    return {
      next() {
        // The component decides whether the names before are enough, as for a local directory.
        if (at === entries.length && !isAll) throw new Failure('overflow');
        at += 1;
        return entries[at - 1];
      },
    };
  }

  async #collect(): Promise<Listed> {
    const entries: DirectoryEntry[] = [];
    for await (const [name, { kind }] of this.#handle.entries()) {
      if (!this.#knowledge.canList()) return { entries, isAll: false };
      entries.push({ name, type: kind === 'file' ? 'regular-file' : 'directory' });
    }
    return { entries, isAll: true };
  }

  identity(): unknown {
    return this.#path;
  }
}

function notDirectory(): never {
  throw new Failure('not-directory');
}

/** A file as of its request: if it changes, its bytes cannot be read any more. */
class FileNode implements Node {
  readonly open = notDirectory;
  readonly statAt = notDirectory;
  readonly linkTarget = notDirectory;
  readonly list = notDirectory;
  readonly #file: File;
  readonly #knowledge: Knowledge;
  readonly #path: string;

  constructor(file: File, knowledge: Knowledge, path: string) {
    this.#file = file;
    this.#knowledge = knowledge;
    this.#path = path;
  }

  stat(): DescriptorStat {
    const { size, lastModified } = this.#file;
    return {
      type: 'regular-file',
      linkCount: 1n,
      size: BigInt(size),
      ...(lastModified >= 0 ? { dataModificationTimestamp: datetime(lastModified) } : {}),
    };
  }

  read(length: number, offset: number): Uint8Array {
    const most = Math.min(length, this.#file.size - offset);
    if (most <= 0) return new Uint8Array();
    if (typeof FileReaderSync !== 'undefined') return this.#readNow(offset, most);
    const block = Math.floor(offset / BLOCK_BYTES);
    const start = block * BLOCK_BYTES;
    const bytes = orThrow(
      this.#knowledge.get('read', `${this.#path}/${block}`, () => orFailure(this.#load(start))),
    );
    return bytes.subarray(offset - start, offset - start + most);
  }

  /** Workers may block on a file. */
  #readNow(offset: number, length: number): Uint8Array {
    try {
      return new Uint8Array(
        new FileReaderSync().readAsArrayBuffer(this.#file.slice(offset, offset + length)),
      );
    } catch (error) {
      throw failed(error);
    }
  }

  async #load(start: number): Promise<Uint8Array> {
    const part = this.#file.slice(start, start + BLOCK_BYTES);
    this.#knowledge.takeBytes(part.size);
    return new Uint8Array(await part.arrayBuffer());
  }

  identity(): unknown {
    return this.#path;
  }
}
