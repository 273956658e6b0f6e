/** Opens what a room is made of, with the engine that was chosen or that there is. */

import * as check from '../check.js';
import { DirectBackend } from '../direct.js';
import { RoomError } from '../errors.js';
import { canWalk } from '../filesystem/linux.js';
import type { Backend } from '../operations.js';
import { guardedBy } from '../policy/options.js';
import type { Limits, RoomOptions } from '../types.js';
import { environmentOf } from './environment.js';
import { closeGrants, openEnvironment } from './grants.js';
import { modules } from './modules.js';
import { warnOfNoProgram } from './no-program.js';
import { openProgram } from './program-backend.js';
import { findProgram } from './program.js';
import { WorkerBackend } from './worker-backend.js';

/** What tests may set beside the options. */
interface Internal {
  /** Walks paths as on a system without descriptors for that. */
  bestEffort?: boolean | undefined;
  /** The program to use. */
  program?: string | undefined;
}

type Wanted = Partial<RoomOptions & Internal>;

const OPTIONS = [
  'root',
  'grants',
  'cwd',
  'home',
  'limits',
  'policy',
  'audit',
  'auditOrStop',
  'observer',
  'engine',
  'worker',
  'bestEffort',
  'program',
] as const;

/** The longest time that a timer can wait. */
const LONGEST = 2 ** 31 - 1;
const LARGEST = Number.MAX_SAFE_INTEGER;

/** The maximum of each limit. */
const LIMITS: { readonly [Name in keyof Required<Limits>]: number } = {
  time: LONGEST,
  tokens: 0xffff_ffff,
  cpu: LONGEST,
  memory: LARGEST,
  totalMemory: LARGEST,
  concurrency: 1024,
  queue: LONGEST,
  waiting: LARGEST,
};

/** Opens the backend of a room. */
export function openBackend(given: RoomOptions): { backend: Backend; tokens: number | undefined } {
  const wanted = check.options<RoomOptions & Internal>('options', given, OPTIONS);
  const { worker = false, bestEffort = false } = wanted;
  check.boolean('worker', worker);
  const limits = limitsOf(wanted.limits);
  const program = programFor(wanted, worker || bestEffort);
  if (program !== undefined)
    return { backend: openProgram(program, wanted, limits), tokens: undefined };
  return { backend: openComponent(wanted, limits, worker, bestEffort), tokens: limits.tokens };
}

/** Returns the program that a room is to use. Undefined for the component. */
function programFor(wanted: Wanted, isHere: boolean): string | undefined {
  const { engine, program } = wanted;
  if (engine !== undefined && engine !== 'program' && engine !== 'component')
    throw new RoomError(
      'bad-option',
      `engine must be 'program' or 'component', not '${String(engine)}'`,
    );
  if (engine === 'component' || (isHere && engine === undefined)) return undefined;
  if (isHere) {
    throw new RoomError('bad-option', 'worker is only for the component; leave it out');
  }
  const found = program ?? findProgram();
  if (found === undefined && engine === 'program') {
    throw new RoomError(
      'unsupported',
      `there is no program for ${process.platform}-${process.arch}; install readroom with its ` +
        'optional dependencies, or use the component',
    );
  }
  if (found === undefined) warnOfNoProgram();
  return found;
}

function openComponent(
  wanted: Wanted,
  limits: Limits,
  worker: boolean,
  bestEffort: boolean,
): Backend {
  const { audit, auditOrStop, observer } = wanted;
  const { time, waiting, tokens: _, ...others } = limits;
  const unsupported = { audit, auditOrStop, observer, ...prefixed(others) };
  const lacking = Object.entries(unsupported)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name]) => name);
  if (lacking[0] !== undefined) {
    const message = `the component has no ${lacking[0]} in this process; use the program`;
    throw new RoomError('unsupported', message);
  }
  if (!worker && (time !== undefined || waiting !== undefined)) {
    throw new RoomError(
      'bad-option',
      'time and waiting need a thread that can be ended; add worker: true, or use the program',
    );
  }
  const guarded = guardedBy(wanted.policy);
  const byDescriptor = canWalk() && !bestEffort;
  const confinement = byDescriptor ? 'descriptors' : 'best-effort';
  const open = { ...openEnvironment(wanted, byDescriptor), guarded };
  if (worker) {
    const bounds = { time: time ?? 5000, waiting: waiting ?? 1000 };
    return new WorkerBackend(open, confinement, bounds);
  }
  return new DirectBackend(modules, environmentOf(open), confinement, () =>
    closeGrants(open.directories),
  );
}

function prefixed(limits: Limits): object {
  return Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [`limits.${name}`, value]),
  );
}

function limitsOf(given: unknown): Limits {
  const limits = check.options<Limits>('limits', given as Limits, Object.keys(LIMITS));
  for (const [name, most] of Object.entries(LIMITS)) {
    const value: unknown = limits[name as keyof Limits];
    if (value === undefined) continue;
    if (typeof value !== 'number') throw check.wrongType(`limits.${name}`, 'a number', value);
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new RoomError('bad-option', `limits.${name} must be an integer from 1 to ${most}`);
    }
  }
  return limits;
}
