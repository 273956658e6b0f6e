/** A queue of calls to an engine that makes one at a time. */

import { LimitError } from '../errors.js';

/** How long preparing a call may take, in milliseconds. It is far more than needed, but not for ever. */
const PREPARATION = 30_000;

/** Bounds on them. */
export interface Bounds {
  /** Wall time of one call in milliseconds, from its turn on. */
  readonly wallTime: number;
  /** The maximum number of calls that wait for their turn, beside the one that has it. */
  readonly waiting: number;
  /** What comes before a call may take that many milliseconds, if not {@link PREPARATION}. */
  readonly preparation?: number;
}

/** Runs one task after the other, in the order they came. */
export class Queue {
  readonly #bounds: Bounds;
  #last: Promise<unknown> = Promise.resolve();
  /** Calls under way and waiting. */
  #here = 0;

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
    prepare?: () => Promise<void>,
  ): Promise<T> {
    const { wallTime, waiting, preparation = PREPARATION } = this.#bounds;
    if (this.#here > waiting) {
      throw new LimitError('busy', `${waiting} calls are waiting already; try again when some have ended`);
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
      // What the task still does, such as failing because it was ended, is no longer its answer.
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
