/** A queue of calls to an engine that makes one at a time. */

import { LimitError } from '../errors.js';

/** How long preparing a call may take, in milliseconds: far more than needed. */
const PREPARATION = 30_000;

/** Bounds on the queue. */
export interface Bounds {
  /** Wall time of one call in milliseconds, from its turn on. */
  readonly wallTime: number;
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
   */
  async run<T>(
    task: () => Promise<T>,
    giveUp: () => Promise<void>,
    prepare?: () => Promise<void>,
  ): Promise<T> {
    const { wallTime, waiting, preparation = PREPARATION } = this.#bounds;
    if (this.#here > waiting) {
      throw new LimitError(
        'busy',
        `${waiting} calls are waiting already; try again when some have ended`,
      );
    }
    this.#here += 1;
    const turn = this.#last.then(async () => {
      if (prepare !== undefined) {
        const late = `getting ready for the call took more than ${preparation} ms; try again later`;
        await timed(prepare, giveUp, preparation, late);
      }
      const late = `the call took more than ${wallTime} ms; ask for less, or allow more`;
      return timed(task, giveUp, wallTime, late);
    });
    const ended = (): void => {
      this.#here -= 1;
    };
    this.#last = turn.then(ended, ended);
    return turn;
  }
}

function timed<T>(
  task: () => Promise<T>,
  giveUp: () => Promise<void>,
  most: number,
  late: string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      // The outcome of an ended task, such as a failure, is no longer its answer.
      isOver = true;
      const fail = (): void => reject(new LimitError('wall-time', late));
      giveUp().then(fail, fail);
    }, most);
    const ended = (end: () => void): void => {
      clearTimeout(timer);
      if (!isOver) end();
    };
    task().then(
      (value) => ended(() => resolve(value)),
      (error: unknown) => ended(() => reject(error)),
    );
  });
}
