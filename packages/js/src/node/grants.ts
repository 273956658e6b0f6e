/** The grants of a room, opened and named. */

import fs from 'node:fs';
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as check from '../check.js';
import { homeName } from '../direct.js';
import { RoomError } from '../errors.js';
import { holds } from '../filesystem/names.js';
import { LinuxNode, openRoot } from '../filesystem/linux.js';
import { findDirectory, PortableDirectory } from '../filesystem/portable.js';
import type { DirectoryIdentity } from '../filesystem/portable.js';
import type { Guarded } from '../policy/guard.js';
import { adviceFor, reasonOf } from './advice.js';

/** A directory that is open for a room. */
export interface Opened {
  /** The names that it is granted by. */
  names: string[];
  /** Its descriptor, or its path where descriptors cannot be walked. */
  at: number | DirectoryIdentity;
}

/** Everything that is open for a room, in a form that another thread of the process can use too. */
export interface OpenEnvironment {
  directories: Opened[];
  cwd: string | undefined;
  home: string | undefined;
  /** What is denied. */
  guarded?: Guarded | undefined;
}

/** Returns the node of an open directory. */
export function nodeOf({ at }: Opened): LinuxNode | PortableDirectory {
  return typeof at === 'number' ? new LinuxNode(at) : new PortableDirectory(at);
}

/** Returns the path in an option. */
export function pathOf(option: string, value: unknown): string {
  if (value instanceof URL) {
    if (value.protocol === 'file:') return fileURLToPath(value);
    throw new RoomError(
      'bad-option',
      `${option} must be a path or a file: URL, not '${value.href}'`,
    );
  }
  if (typeof value !== 'string') throw check.wrongType(option, 'a path or a URL', value);
  if (value === '' || value.includes('\0')) {
    throw new RoomError(
      'bad-option',
      `${option} must be the path of a directory; '.' is the current one`,
    );
  }
  return value;
}

function cannotOpen(directory: string, error: unknown): RoomError {
  const reason = error as NodeJS.ErrnoException;
  if (reason.code === 'ENOTDIR') {
    return new RoomError(
      'not-a-directory',
      `'${directory}' is not a directory; grant the directory it is in`,
    );
  }
  const advice = adviceFor(error, 'name one that exists and can be read');
  const message = `cannot open the directory '${directory}': ${reasonOf(reason)}; ${advice}`;
  return new RoomError('cannot-open', message, { cause: error });
}

/** Returns the name of a directory with its links resolved. */
function realName(directory: string): string {
  const real = fs.realpathSync.native(directory, 'buffer');
  if (!isUtf8(real)) {
    throw new RoomError(
      'cannot-open',
      `the name of the directory '${directory}' is not Unicode; rename it, or grant another one`,
    );
  }
  return trimmed(real.toString('utf8'));
}

/**
 * Returns the absolute name of a directory as the caller knows it: without `.`, and with its links,
 * unless there is a `..`, which only the file system can resolve.
 */
function absoluteName(directory: string): string {
  return directory.split(/[/\\]/u).includes('..')
    ? realName(directory)
    : trimmed(path.resolve(directory));
}

function trimmed(name: string): string {
  const slashed = path.sep === '\\' ? name.replaceAll('\\', '/') : name;
  return slashed === '/' ? slashed : slashed.replace(/\/+$/u, '');
}

/**
 * Opens a directory, and names it by the name it was given and, if that leads through links, by its
 * real one.
 */
function open(directory: string, byDescriptor: boolean): Opened {
  let at: number | DirectoryIdentity | undefined;
  try {
    at = byDescriptor ? openRoot(directory) : findDirectory(directory);
    return { names: [...new Set([absoluteName(directory), realName(directory)])], at };
  } catch (error) {
    if (typeof at === 'number') fs.closeSync(at);
    throw error instanceof RoomError ? error : cannotOpen(directory, error);
  }
}

/**
 * Returns the name of a working directory in the names of the grants, so that the component finds
 * it.
 */
function workingDirectory(directory: string, grants: readonly Opened[]): string {
  try {
    if (!fs.statSync(directory).isDirectory())
      throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  } catch (error) {
    throw cannotOpen(directory, error);
  }
  const isInside = (name: string): boolean =>
    grants.some(({ names }) => names.some((granted) => holds(granted, name)));
  const real = realName(directory);
  if (!isInside(real)) {
    throw new RoomError(
      'outside-root',
      `the working directory '${directory}' is outside the granted directories; ` +
        'name one inside the root',
    );
  }
  const given = absoluteName(directory);
  return isInside(given) ? given : real;
}

/** Opens all grants, or none if one of them fails. */
export function openEnvironment(
  wanted: { root?: unknown; grants?: unknown; cwd?: unknown; home?: unknown },
  byDescriptor: boolean,
): OpenEnvironment {
  const root = pathOf('root', wanted.root);
  const more = wanted.grants === undefined ? [] : wanted.grants;
  if (!Array.isArray(more)) throw check.wrongType('grants', 'an array of paths', more);
  const home = homeName(wanted.home);
  const directories: Opened[] = [];
  try {
    directories.push(open(root, byDescriptor));
    for (const directory of more)
      directories.push(open(pathOf('a grant', directory), byDescriptor));
    const given = wanted.cwd === undefined ? undefined : pathOf('cwd', wanted.cwd);
    const cwd = given === undefined || path.isAbsolute(given) ? given : `${root}/${given}`;
    return {
      directories,
      cwd: cwd === undefined ? undefined : workingDirectory(cwd, directories),
      home,
    };
  } catch (error) {
    closeGrants(directories);
    throw error;
  }
}

export function closeGrants(directories: readonly Opened[]): void {
  for (const { at } of directories) if (typeof at === 'number') fs.closeSync(at);
}
