/** Opens rooms in the program `readroom`. */

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as check from '../check.js';
import { RoomError } from '../errors.js';
import { treeEntries } from '../files.js';
import { UNITS } from '../generated/limits.js';
import { policyOf } from '../policy.js';
import type { FilesOptions, Limits, MemoryFiles, RoomOptions } from '../types.js';
import { adviceFor, reasonOf } from './advice.js';
import { ProgramBackend, snakeCased } from './program-backend.js';
import { findProgram } from './program.js';

/** Options for tests alone. */
interface Internal {
  /** The program to use. */
  program?: string | undefined;
}

type Common = Omit<RoomOptions, 'root' | 'cwd'> & Internal;

const COMMON: readonly (keyof Common)[] = [
  'grants',
  'home',
  'limits',
  'policy',
  'audit',
  'auditOrStop',
  'observer',
  'program',
];

/** The maximum value of each unit; for a time, the longest that a timer can wait. */
const LARGEST = { bytes: Number.MAX_SAFE_INTEGER, milliseconds: 2 ** 31 - 1, number: 0xffff_ffff };

const THREADS: readonly unknown[] = ['auto', 'caller', 'own'];

/** Opens a room over directories. */
export function openDirectories(given: RoomOptions): ProgramBackend {
  const wanted = check.options<RoomOptions & Internal>('options', given, [
    'root',
    'cwd',
    ...COMMON,
  ]);
  const root = directory('root', wanted.root);
  const cwd = wanted.cwd === undefined ? undefined : pathOf('cwd', wanted.cwd);
  const start = cwd === undefined ? undefined : directory('cwd', path.resolve(root, cwd));
  return open('process', wanted, { root, cwd: start });
}

/** Opens a room over files in memory. Rejects if they make no tree. */
export async function openFiles(
  files: MemoryFiles,
  given: FilesOptions | undefined,
): Promise<ProgramBackend> {
  const wanted = check.options<FilesOptions & Internal>('options', given, [
    'name',
    'cwd',
    ...COMMON,
  ]);
  const { name, cwd } = wanted;
  const backend = open('memory', wanted, {
    name: name === undefined ? undefined : check.text('name', name),
    cwd: cwd === undefined ? undefined : check.text('cwd', cwd),
    files: treeEntries(files).map(([file, entry]) => ({ path: file, ...written(entry) })),
  });
  await backend.opened();
  return backend;
}

/** Returns an entry of a tree as the program takes it. */
function written(entry: ReturnType<typeof treeEntries>[number][1]): object {
  if (entry.kind === 'link') return { link: entry.target };
  if (entry.kind === 'directory') return { directory: true };
  const { content, modified } = entry;
  // An unknown time, or one before 1970, is omitted.
  const time = modified === undefined || modified < 0 ? {} : { modified: Math.floor(modified) };
  if (typeof content === 'string') return { text: content, ...time };
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { base64: bytes.toString('base64'), ...time };
}

function open(
  confinement: 'process' | 'memory',
  wanted: Partial<Common>,
  place: object,
): ProgramBackend {
  const { onAsk, ...policy } = policyOf(wanted.policy);
  const { grants = [], home, audit, auditOrStop = false, observer } = wanted;
  if (!Array.isArray(grants)) throw check.wrongType('grants', 'an array of paths', grants);
  check.boolean('auditOrStop', auditOrStop);
  if (observer !== undefined) check.callback('observer', observer);
  const params = {
    ...place,
    grants: grants.map((grant) => directory('a grant', grant)),
    home: home === undefined ? undefined : check.text('home', home),
    limits: settings(wanted.limits),
    policy: { ...policy, asks: onAsk !== undefined },
    audit: audit === undefined ? undefined : path.resolve(pathOf('audit', audit)),
    audit_or_stop: auditOrStop,
    events: observer !== undefined,
  };
  const program = wanted.program ?? findProgram();
  const opening = { method: 'open', params } as const;
  return new ProgramBackend(confinement, path.resolve(program), opening, { onAsk, observer });
}

/** Returns the path in an option. */
function pathOf(option: string, value: unknown): string {
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

/** Returns the absolute path of a directory. The program says whether it can be granted. */
function directory(option: string, value: unknown): string {
  const given = pathOf(option, value);
  let isDirectory: boolean;
  try {
    isDirectory = fs.statSync(given).isDirectory();
  } catch (error) {
    const advice = adviceFor(error, 'name one that exists and can be read');
    const reason = reasonOf(error as NodeJS.ErrnoException);
    const message = `cannot open the directory '${given}': ${reason}; ${advice}`;
    throw new RoomError('cannot-open', message, { cause: error });
  }
  if (isDirectory) return path.resolve(given);
  throw new RoomError(
    'not-a-directory',
    `'${given}' is not a directory; grant the directory it is in`,
  );
}

/** Returns limits as the program takes them. */
function settings(given: unknown): object {
  const limits = check.options<Limits>('limits', given as Limits, Object.keys(UNITS));
  const known = Object.entries(limits).filter(([, value]) => value !== undefined);
  const written = known.map(([name, value]) => [name, setting(name as keyof Limits, value)]);
  return snakeCased(Object.fromEntries(written));
}

function setting(name: keyof Limits, value: unknown): unknown {
  const { unit, minimum } = UNITS[name];
  if (unit === 'threads') {
    if (THREADS.includes(value)) return value;
    throw new RoomError('bad-option', `limits.${name} must be 'auto', 'caller' or 'own'`);
  }
  if (typeof value !== 'number') throw check.wrongType(`limits.${name}`, 'a number', value);
  const most = LARGEST[unit];
  if (!Number.isInteger(value) || value < minimum || value > most) {
    const range = `an integer from ${minimum} to ${most}`;
    throw new RoomError('bad-option', `limits.${name} must be ${range}`);
  }
  return unit === 'milliseconds' ? `${value}ms` : value;
}
