/** A queue of calls to an engine that makes one at a time. */

import { LimitError } from '../errors.js';

/** How long preparing a call may take, in milliseconds: far more than needed. */
const PREPARATION = 30_000;

/** Bounds on the queue. */
export interface Bounds {
  /** Wall time of one call in milliseconds, from its turn on. */
  readonly time: number;
  /** The maximum number of calls that wait for their turn, beside the one that has it. */
  readonly waiting: number;
  /** How long preparing a call may take, in milliseconds. {@link PREPARATION} by default. */
  readonly preparation?: number;
}

/** Runs one task after the other, in order of arrival. */
export class Queue {
  readonly #bounds: Bounds;
  #last: Promise<unknown> = Promise.resolve();
  /** The number of calls that run or wait. */
  #here = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * @param task - does the work
   * @param giveUp - called when the time is over; the queue no longer waits for the task
   * @param prepare - runs before, and takes no time of the call
   * @param signal - gives up the call; one that waits for its turn gives it back
   */
  async run<T>(
    task: () => Promise<T>,
    giveUp: () => Promise<void>,
    prepare: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { time, waiting, preparation = PREPARATION } = this.#bounds;
    if (this.#here > waiting) {
      throw new LimitError(
        'busy',
        `${waiting} calls are waiting already; try again when some have ended`,
      );
    }
    this.#here += 1;
    const turn = this.#last.then(async () => {
      signal?.throwIfAborted();
      const slow = `getting ready for the call took more than ${preparation} ms; try again later`;
      await timed(prepare, giveUp, preparation, slow, signal);
      const next = "Ask for less of the file, or raise the host's limit.";
      const late = `the call reached its limit 'time' (${time} ms). ${next}`;
      return timed(task, giveUp, time, late, signal);
    });
    const ended = (): void => {
      this.#here -= 1;
    };
    this.#last = turn.then(ended, ended);
    return unlessAborted(turn, signal);
  }
}

/** Returns the outcome of a task, or rejects as soon as it is given up: it may still wait. */
function unlessAborted<T>(task: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return task;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function timed<T>(
  task: () => Promise<T>,
  giveUp: () => Promise<void>,
  most: number,
  late: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const end = (error: unknown): void => {
      // The outcome of an ended task, such as a failure, is no longer its answer.
      isOver = true;
      settle();
      const fail = (): void => reject(error);
      giveUp().then(fail, fail);
    };
    const abort = (): void => end(signal?.reason);
    const timer = setTimeout(() => end(new LimitError('time', late)), most);
    signal?.addEventListener('abort', abort, { once: true });
    const ended = (answer: () => void): void => {
      settle();
      if (!isOver) answer();
    };
    task().then(
      (value) => ended(() => resolve(value)),
      (error: unknown) => ended(() => reject(error)),
    );
  });
}
