/**
 * Readroom for Node: the file-read tool of an AI agent, as one sandboxed WebAssembly component.
 *
 * @packageDocumentation
 */

/// <reference lib="esnext.disposable" preserve="true" />

import * as check from './check.js';
import { DirectBackend, memoryEnvironment } from './direct.js';
import { RoomError } from './errors.js';
import { canWalk } from './filesystem/linux.js';
import { closeGrants, openEnvironment } from './node/grants.js';
import { modules } from './node/modules.js';
import { environmentOf } from './node/environment.js';
import { RunnerBackend } from './node/runner-backend.js';
import { WorkerBackend } from './node/worker-backend.js';
import type { Backend } from './operations.js';
import { Inner, ReadingRoom } from './room.js';
import type { Session } from './room.js';
import type { Limits, MemoryFiles, MemoryOptions } from './types.js';

/** What a {@link Room} is made of. */
export interface RoomOptions {
  /**
   * The directory to read in, the project root. It is opened once: renaming it later changes
   * nothing.
   */
  root: string | URL;
  /** Further directories to grant, which agents reach by their absolute names. */
  grants?: readonly (string | URL)[] | undefined;
  /**
   * The agent's working directory, where relative paths start: in the root, or in another grant.
   */
  cwd?: string | URL | undefined;
  /**
   * The absolute name that `~` stands for, in the dialects that know it. It is not granted thereby.
   */
  home?: string | undefined;
  /** Limits on calls. */
  limits?: Limits | undefined;
  /**
   * Makes the calls in a thread of their own, one after the other, which is ended when a call takes
   * too long. By default, calls run on the calling thread and block it.
   */
  worker?: boolean | undefined;
  /**
   * The path of the `readroom` program, which then makes the calls in processes of its own, one for
   * each tool. It keeps paths beneath the root on every system. Its replies have no `content` and
   * no `facts`, `bytes` and `tokens` of a read count what a model is shown, it offers neither `list`
   * nor `stat` nor `requestedPath`, and a request takes at most 64 KiB as JSON.
   */
  runner?: string | URL | undefined;
  /** Walks paths as on a system without descriptors for that. For tests. @internal */
  bestEffort?: boolean | undefined;
}

const OPTIONS = [
  'root',
  'grants',
  'cwd',
  'home',
  'limits',
  'worker',
  'runner',
  'bestEffort',
] as const;

/** The longest time that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

function backendOf(given: RoomOptions): Backend {
  const wanted = check.options<RoomOptions>('options', given, OPTIONS);
  const { worker = false, runner, bestEffort = false } = wanted;
  if (typeof worker !== 'boolean') throw check.wrongType('worker', 'true or false', worker);
  const limits = check.options<Limits>('limits', wanted.limits, ['wallTime', 'waiting']);
  const isApart = worker || runner !== undefined;
  if (!isApart && Object.values(limits).some((limit) => limit !== undefined)) {
    throw new RoomError(
      'bad-option',
      'limits need a thread or a process to end; add worker: true, or name a runner',
    );
  }
  const bounds = {
    wallTime: limit('limits.wallTime', limits.wallTime, 5000, LONGEST),
    waiting: limit('limits.waiting', limits.waiting, 1000, Number.MAX_SAFE_INTEGER),
  };
  if (runner !== undefined) {
    if (worker)
      throw new RoomError(
        'bad-option',
        'a runner makes calls in processes of its own; leave worker out',
      );
    return new RunnerBackend(runner, wanted, bounds);
  }
  const byDescriptor = canWalk() && !bestEffort;
  const confinement = byDescriptor ? 'descriptors' : 'best-effort';
  const open = openEnvironment(wanted, byDescriptor);
  if (worker) return new WorkerBackend(open, confinement, bounds);
  return new DirectBackend(modules, environmentOf(open), confinement, () =>
    closeGrants(open.directories),
  );
}

function limit(name: string, value: unknown, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number') throw check.wrongType(name, 'a number', value);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new RoomError('bad-option', `${name} must be an integer from 1 to ${most}`);
  }
  return value;
}

/**
 * A directory that was granted, and a component that reads in it.
 *
 * ```js
 * import { Room } from 'readroom';
 * const room = new Room({ root: '.' });
 * const { body } = await room.read('README.md', { lines: 20 });
 * ```
 */
export class Room extends ReadingRoom {
  /**
   * Opens the directories.
   *
   * @throws `RoomError` if a directory cannot be opened
   */
  constructor(options: RoomOptions);
  /** @internal */
  constructor(inner: Inner, session?: Session);
  constructor(given: RoomOptions | Inner, session?: Session) {
    super(given instanceof Inner ? given : new Inner(backendOf(given)), session);
  }

  /**
   * Makes a room over files in memory, by their paths from the root down.
   *
   * ```js
   * const room = await Room.fromFiles({ 'src/main.rs': 'fn main() {}\n', main: { link:
   * 'src/main.rs' } });
   * ```
   */
  static async fromFiles(files: MemoryFiles, options?: MemoryOptions): Promise<Room> {
    return new Room(
      new Inner(new DirectBackend(modules, memoryEnvironment(files, options), 'memory')),
    );
  }

  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export * from './common.js';
