/** The folders that a person can open, in the ways that browsers have. */

import type { MemoryFiles } from '../dist/types.js';

/** A name in a folder. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link';
  /** Where a link leads. */
  readonly target?: string;
}

/** A folder, which is asked for one directory or file at a time. */
export interface Folder {
  /** The name that the person knows it by. */
  readonly name: string;
  /** The files themselves, if they are in memory. */
  readonly files?: MemoryFiles;
  list(path: readonly string[]): Promise<Entry[]>;
  /** Rejects with a `TypeMismatchError` for a directory, a `NotFoundError` for nothing. */
  file(path: readonly string[]): Promise<File>;
}

type Listed = File | string | Map<string, Listed>;

function notFound(): DOMException {
  return new DOMException('there is no such name', 'NotFoundError');
}

function mismatch(): DOMException {
  return new DOMException('it is of another kind', 'TypeMismatchError');
}

/** A tree whose names are all known: links are their targets. */
class KnownFolder implements Folder {
  readonly #root = new Map<string, Listed>();

  constructor(
    readonly name: string,
    readonly files?: MemoryFiles,
  ) {}

  /** Adds a file, a link or an empty directory. */
  add(path: readonly string[], listed: Listed): void {
    let directory = this.#root;
    for (const name of path.slice(0, -1)) {
      let inside = directory.get(name);
      if (!(inside instanceof Map)) directory.set(name, (inside = new Map<string, Listed>()));
      directory = inside;
    }
    directory.set(path.at(-1) ?? '', listed);
  }

  #at(path: readonly string[]): Listed {
    let found: Listed = this.#root;
    for (const name of path) {
      const next: Listed | undefined = found instanceof Map ? found.get(name) : undefined;
      if (next === undefined) throw notFound();
      found = next;
    }
    return found;
  }

  async list(path: readonly string[]): Promise<Entry[]> {
    const found = this.#at(path);
    if (!(found instanceof Map)) throw mismatch();
    return [...found].map(([name, listed]) => {
      if (listed instanceof Map) return { name, kind: 'directory' };
      return listed instanceof File
        ? { name, kind: 'file' }
        : { name, kind: 'link', target: listed };
    });
  }

  async file(path: readonly string[]): Promise<File> {
    const found = this.#at(path);
    if (!(found instanceof File)) throw mismatch();
    return found;
  }
}

/** Returns the folder of files in memory. */
export function memoryFolder(name: string, files: MemoryFiles): Folder {
  const folder = new KnownFolder(name, files);
  for (const [path, entry] of Object.entries(files)) {
    const isLink = typeof entry === 'object' && 'link' in entry;
    folder.add(path.split('/'), isLink ? entry.link : new File([], path));
  }
  return folder;
}

/** Returns the folder that was chosen in an input for directories. */
export function inputFolder(files: Iterable<File>): Folder | undefined {
  let folder: KnownFolder | undefined;
  for (const file of files) {
    const [name = '', ...path] = file.webkitRelativePath.split('/');
    folder ??= new KnownFolder(name);
    if (path.length > 0) folder.add(path, file);
  }
  return folder;
}

/** Returns the folder of a handle, from a picker or from what was dropped. */
export function handleFolder(handle: FileSystemDirectoryHandle): Folder {
  const directoryAt = async (path: readonly string[]): Promise<FileSystemDirectoryHandle> => {
    let found = handle;
    for (const name of path) found = await found.getDirectoryHandle(name);
    return found;
  };
  return {
    name: handle.name,
    async list(path) {
      const entries: Entry[] = [];
      for await (const [name, { kind }] of (await directoryAt(path)).entries())
        entries.push({ name, kind });
      return entries;
    },
    async file(path) {
      const directory = await directoryAt(path.slice(0, -1));
      return (await directory.getFileHandle(path.at(-1) ?? '')).getFile();
    },
  };
}

/** Returns the folder of an entry that was dropped, in browsers that give no handles. */
function entryFolder(root: FileSystemDirectoryEntry): Folder {
  const directoryAt = (path: readonly string[]): Promise<FileSystemDirectoryEntry> =>
    path.length === 0
      ? Promise.resolve(root)
      : new Promise((resolve, reject) => {
          const found = (entry: FileSystemEntry): void =>
            resolve(entry as FileSystemDirectoryEntry);
          root.getDirectory(path.join('/'), {}, found, reject);
        });
  return {
    name: root.name,
    async list(path) {
      const reader = (await directoryAt(path)).createReader();
      const entries: Entry[] = [];
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
          reader.readEntries(resolve, reject);
        });
        if (some.length === 0) return entries;
        for (const { name, isFile } of some)
          entries.push({ name, kind: isFile ? 'file' : 'directory' });
      }
    },
    file(path) {
      return new Promise((resolve, reject) => {
        const found = (entry: FileSystemEntry): void =>
          (entry as FileSystemFileEntry).file(resolve, reject);
        root.getFile(path.join('/'), {}, found, reject);
      });
    },
  };
}

/** What browsers with handles give of a dropped item. */
interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Returns the first folder that was dropped, or undefined. */
export async function droppedFolder(items: DataTransferItemList): Promise<Folder | undefined> {
  // What was dropped can only be asked for before the event ends.
  const asked = [...items].map((item) => ({
    handle: (item as unknown as HandleItem).getAsFileSystemHandle?.(),
    entry: item.webkitGetAsEntry(),
  }));
  for (const { handle: promised, entry } of asked) {
    const handle = await promised?.catch(() => undefined);
    if (handle?.kind === 'directory') return handleFolder(handle as FileSystemDirectoryHandle);
    if (entry?.isDirectory === true) return entryFolder(entry as FileSystemDirectoryEntry);
  }
  return undefined;
}
