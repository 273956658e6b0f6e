/** Files in memory: the types and ranges of a caller's values. */

import * as check from './check.js';
import { RoomError } from './errors.js';
import type { MemoryFiles } from './types.js';

/** The maximum distance of a JavaScript date from 1970, in milliseconds. */
const LATEST = 8.64e15;

/** The value at a path of a tree. */
export type TreeEntry =
  | { kind: 'file'; content: string | Uint8Array; modified: number | undefined }
  | { kind: 'link'; target: string }
  | { kind: 'directory' };

/** Checks files, and returns them by their paths. Whether they make a tree is not checked. */
export function treeEntries(files: MemoryFiles): [path: string, entry: TreeEntry][] {
  if (typeof files !== 'object' || files === null)
    throw new TypeError('files must be an object of paths and contents');
  return Object.entries(files).map(([path, entry]) => {
    const isName = (name: string): boolean => !['', '.', '..'].includes(name);
    if (path.isWellFormed() && !path.includes('\0') && path.split('/').every(isName))
      return [path, entryOf(path, entry)];
    throw bad(
      path,
      "is not a valid path in a tree; name it from the root, without '.', '..', NUL or empty names",
    );
  });
}

function entryOf(path: string, entry: unknown): TreeEntry {
  const isObject = typeof entry === 'object' && entry !== null && !(entry instanceof Uint8Array);
  const { content, modified, link, directory } = (isObject ? entry : { content: entry }) as {
    readonly [name: string]: unknown;
  };
  if (directory === true) return { kind: 'directory' };
  if (typeof link === 'string') return { kind: 'link', target: unicode(path, link) };
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    throw new TypeError(
      `'${path}' must be text, bytes, { content }, { link } or { directory: true }`,
    );
  }
  if (modified !== undefined && !Number.isFinite(modified))
    throw new TypeError(`the modification time of '${path}' must be a number of milliseconds`);
  if (Math.abs(Number(modified ?? 0)) > LATEST) {
    throw bad(
      path,
      `has a modification time that no date can have; give at most ${LATEST} milliseconds`,
    );
  }
  const known = typeof content === 'string' ? unicode(path, content) : content;
  return { kind: 'file', content: known, modified: modified as number | undefined };
}

/**
 * Returns a string if it is well-formed. Others would silently change in UTF-8.
 */
function unicode(path: string, text: string): string {
  if (text.isWellFormed()) return text;
  throw bad(
    path,
    'contains half of a surrogate pair, which is not text; give bytes for what is not Unicode',
  );
}

export function bad(path: string, what: string): RoomError {
  return new RoomError('bad-option', `'${check.text('a path', path)}' ${what}`);
}
