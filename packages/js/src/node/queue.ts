/** Calls that wait for somebody who answers one at a time. */

import { LimitError } from '../errors.js';

/** Bounds on them. */
export interface Bounds {
  /** Wall time of one call in milliseconds, from its turn on. */
  readonly wallTime: number;
  /** The most calls that wait for their turn. */
  readonly waiting: number;
}

/** Runs one task after the other, in the order they came. */
export class Queue {
  readonly #bounds: Bounds;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * @param task - does the work
   * @param giveUp - called when the time is over; the task is not waited for any longer
   * @param prepare - what comes before, and takes no time of the call
   */
  async run<T>(
    task: () => Promise<T>,
    giveUp: () => Promise<void>,
    prepare: () => Promise<void> = async () => {},
  ): Promise<T> {
    if (this.#waiting >= this.#bounds.waiting) {
      throw new LimitError(
        'busy',
        `${this.#waiting} calls are waiting already; try again when some have ended`,
      );
    }
    this.#waiting += 1;
    const before = this.#last;
    const turn = before.then(async () => {
      this.#waiting -= 1;
      await prepare();
      return this.#timed(task, giveUp);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  #timed<T>(task: () => Promise<T>, giveUp: () => Promise<void>): Promise<T> {
    const { wallTime } = this.#bounds;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const timer = setTimeout(() => {
        // Whatever the task still does, such as failing because it was ended, is not its answer any more.
        isOver = true;
        const error = new LimitError(
          'wall-time',
          `the call took more than ${wallTime} ms; ask for less, or allow more`,
        );
        giveUp().then(
          () => reject(error),
          () => reject(error),
        );
      }, wallTime);
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
}
