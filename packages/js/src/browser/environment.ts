/** The environment of a room in a browser, from its options. */

import * as check from '../check.js';
import { RoomError } from '../errors.js';
import { policyOf } from '../policy.js';
import type { MemoryOptions } from '../types.js';
import type { Environment } from './engine.js';
import { below, parts } from './names.js';

/**
 * Returns the environment without its root, and the names from there to the working directory.
 *
 * @param isCaseSensitive - whether `a` and `A` are two names in every directory
 */
export function environmentOf(
  given: MemoryOptions | undefined,
  isCaseSensitive: boolean,
): {
  environment: Omit<Environment, 'root'>;
  names: string[];
} {
  const members = ['name', 'cwd', 'home', 'policy'] as const;
  const wanted = check.options<MemoryOptions>('options', given, members);
  const name = rootName(wanted.name);
  const home = homeName(wanted.home);
  const cwd = directoryBelow(name, wanted.cwd);
  const { onAsk, ...policy } = policyOf(wanted.policy);
  if (onAsk !== undefined) {
    const message = 'a browser takes no policy.onAsk, and what is asked about is denied; allow it';
    throw new RoomError('unsupported', message);
  }
  const rules = isCaseSensitive ? { ...policy, case_sensitive: true } : policy;
  return { environment: { name, home, cwd: cwd?.name, policy: rules }, names: cwd?.names ?? [] };
}

/** Returns the absolute name that names from the top make. */
function absolute(names: readonly string[]): string {
  return `/${names.join('/')}`;
}

/** Returns the absolute name of the root. */
function rootName(value: unknown): string {
  const name = value === undefined ? '/project' : check.text('name', value);
  if (name !== absolute(parts(name)) || name.includes('\0')) {
    throw new RoomError(
      'bad-option',
      `a tree cannot be granted as '${name}'; choose an absolute path without '.', '..' ` +
        "or empty names, such as '/project'",
    );
  }
  return name;
}

function homeName(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const home = check.text('home', value);
  if (!home.startsWith('/') || home.includes('\0')) {
    throw new RoomError(
      'bad-option',
      `'${home}' cannot be the home directory; give an absolute path, such as '/home/agent'`,
    );
  }
  return home;
}

/** Returns the working directory below a root: its names, and its absolute name. */
function directoryBelow(
  root: string,
  value: unknown,
): { names: string[]; name: string } | undefined {
  if (value === undefined) return undefined;
  const cwd = check.text('cwd', value);
  const inside = below(root, cwd.startsWith('/') ? cwd : `${root}/${cwd}`);
  if (inside === undefined) {
    throw new RoomError(
      'outside-root',
      `the working directory '${cwd}' is outside the granted directories; name one inside the root`,
    );
  }
  const names = parts(inside);
  return { names, name: absolute([...parts(root), ...names]) };
}
