/** Answers calls in a thread of their own, which is ended when a call takes too long. */

import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { answerOf } from '../answers.js';
import type { RawAnswer } from '../answers.js';
import { CallError, ReadroomError, RoomError } from '../errors.js';
import type { Backend, OperationName, Operations } from '../operations.js';
import type { CallOptions, Confinement } from '../types.js';
import { adviceFor } from './advice.js';
import type { OpenEnvironment } from './grants.js';
import { closeGrants } from './grants.js';
import { modules } from './modules.js';
import type { Bounds } from './queue.js';
import { Queue } from './queue.js';

/** How long to wait for a thread to end, in milliseconds. */
const PATIENCE = 1000;

/** The answer of the thread. */
export type Answer = { kind: 'answer'; raw: RawAnswer } | { kind: 'failure'; message: string };

export class WorkerBackend implements Backend {
  readonly confinement: Confinement;
  readonly #environment: OpenEnvironment;
  readonly #queue: Queue;
  #worker: Worker | undefined;
  #isClosed = false;

  constructor(environment: OpenEnvironment, confinement: Confinement, bounds: Bounds) {
    this.#environment = environment;
    this.confinement = confinement;
    this.#queue = new Queue(bounds);
  }

  perform<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
    { signal }: CallOptions,
  ): Promise<Operations[Name]['gives']> {
    return this.#queue.run(
      () => this.#ask(name, given),
      () => this.#end(),
      () => this.#prepare(),
      signal,
    );
  }

  /** Starts a thread with the component loaded, unless there is one. */
  async #prepare(): Promise<void> {
    if (this.#isClosed)
      throw new RoomError('closed', 'the room was closed before the call had its turn');
    if (this.#worker !== undefined) return;
    try {
      this.#worker = this.#start();
    } catch (error) {
      if (error instanceof ReadroomError) throw error;
      const advice = adviceFor(error, 'try again, or leave worker out');
      throw new CallError(`cannot start a thread: ${(error as Error).message}; ${advice}`, {
        cause: error,
      });
    }
    await this.#answer(undefined);
  }

  async #ask<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
  ): Promise<Operations[Name]['gives']> {
    const answer = await this.#answer({ name, given });
    if (answer.kind === 'failure') throw new CallError(answer.message);
    return answerOf(name, answer.raw);
  }

  /**
   * Sends a message, if there is one, and waits for the answer. A thread without a call does not
   * keep the process running.
   */
  #answer(message: unknown): Promise<Answer> {
    const worker = this.#worker;
    if (worker === undefined) throw new RoomError('closed', 'the room was closed during the call');
    worker.ref();
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => {
        settle();
        if (this.#worker === worker) this.#worker = undefined;
        const reason = error instanceof Error ? error.message : 'its thread ended';
        reject(
          new CallError(`the component failed: ${reason}; try another call`, {
            cause: error,
          }),
        );
      };
      const answered = (answer: Answer): void => {
        settle();
        resolve(answer);
      };
      const settle = (): void => {
        worker.off('message', answered).off('error', failed).off('exit', failed);
        worker.unref();
      };
      worker.on('message', answered).on('error', failed).on('exit', failed);
      if (message !== undefined) worker.postMessage(message);
    });
  }

  /**
   * The thread uses the same descriptors of the grants; those that it opens itself are closed when
   * it ends.
   */
  #start(): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { modules: modules(), environment: this.#environment },
      trackUnmanagedFds: true,
      execArgv: [],
      env: {},
      stdin: false,
    });
    // If a thread ends between two calls, the next one starts another.
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on('error', forget).on('exit', forget);
  }

  /**
   * Waits for the thread to end, but not for ever: where it is the operating system that does not
   * answer, it ends when that does.
   */
  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    const patience = new AbortController();
    await Promise.race([
      worker.terminate().finally(() => patience.abort()),
      setTimeout(PATIENCE, undefined, { ref: false, signal: patience.signal }).catch(() => {}),
    ]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    closeGrants(this.#environment.directories);
  }
}
