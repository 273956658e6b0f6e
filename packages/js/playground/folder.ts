/** The folders that calls read in, in forms that a page can send to its worker. */

import type { MemoryFiles } from '../dist/types.js';

export type Folder =
  | { readonly kind: 'memory'; readonly name: string; readonly files: MemoryFiles }
  /** Files that were chosen in an input, by their paths in the folder. */
  | { readonly kind: 'chosen'; readonly name: string; readonly files: ReadonlyMap<string, File> }
  | { readonly kind: 'handle'; readonly name: string; readonly handle: FileSystemDirectoryHandle };

/** The treatment of secrets, and of the files that `.agentignore` lists. */
const RULES = ['default', 'masked', 'everything'] as const;
export type Rules = (typeof RULES)[number];

/** Returns the rules of this name. Any other name means the default. */
export function rulesNamed(text: string | null): Rules {
  return RULES.find((rules) => rules === text) ?? 'default';
}

/** The folder that calls read in, and the rules. */
export interface Project {
  readonly folder: Folder;
  readonly rules: Rules;
}

/** The name that agents know the root by. */
export const ROOT = '/project';

/** Returns the folder that was chosen in an input for directories. */
export function chosenFolder(files: Iterable<File>): Folder | undefined {
  const byPath = new Map<string, File>();
  let folder: string | undefined;
  for (const file of files) {
    const [name, ...path] = file.webkitRelativePath.split('/');
    folder ??= name;
    byPath.set(path.join('/'), file);
  }
  return folder === undefined ? undefined : { kind: 'chosen', name: folder, files: byPath };
}

/** Returns the directory of a folder. One of files in memory has only their names. */
export function directoryOf(folder: Folder): FileSystemDirectoryHandle {
  if (folder.kind === 'handle') return folder.handle;
  if (folder.kind === 'chosen') return filesAsDirectory(folder.files);
  return filesAsDirectory(
    new Map(Object.keys(folder.files).map((path) => [path, new File([], path)])),
  );
}

/** Returns files, by their paths, as far as a handle is needed to read and list them. */
function filesAsDirectory(files: ReadonlyMap<string, File>): FileSystemDirectoryHandle {
  const inside = new Map<string, File | Map<string, File>>();
  for (const [path, file] of files) {
    const [name = '', ...rest] = path.split('/');
    const known = inside.get(name);
    if (rest.length === 0) inside.set(name, file);
    else if (known instanceof Map) known.set(rest.join('/'), file);
    else inside.set(name, new Map([[rest.join('/'), file]]));
  }
  const find = (name: string): File | Map<string, File> => {
    const found = inside.get(name);
    if (found === undefined) throw new DOMException('there is no such name', 'NotFoundError');
    return found;
  };
  const mismatch = (): DOMException =>
    new DOMException('it is of another kind', 'TypeMismatchError');
  const directory = {
    kind: 'directory',
    async getFileHandle(name: string) {
      const file = find(name);
      if (file instanceof Map) throw mismatch();
      return { kind: 'file', getFile: async () => file };
    },
    async getDirectoryHandle(name: string) {
      const below = find(name);
      if (!(below instanceof Map)) throw mismatch();
      return filesAsDirectory(below);
    },
    async *entries() {
      for (const [name, found] of inside)
        yield [name, { kind: found instanceof Map ? 'directory' : 'file' }];
    },
  };
  return directory as unknown as FileSystemDirectoryHandle;
}
