/** Asks the worker, and ends it when a call takes too long. */

import type { Modules } from '../dist/browser/engine.js';
import type { OperationName, Operations } from '../dist/operations.js';
import type { Folder } from './folders.js';
import type { FromWorker, Project, Question, ToWorker, CallTrace } from './messages.js';

/** The maximum time of a call in milliseconds, as in a worker of Node. */
const MAX_TIME = 5000;

/** What came of a call: the value, and what it took. */
export interface Answered<T> {
  readonly value: T;
  readonly trace: CallTrace;
}

interface Waiting {
  resolve(answered: Answered<never>): void;
  reject(error: Error): void;
  readonly timer: number;
}

export class Caller {
  readonly #modules: Modules;
  #folder: Folder;
  #project: Project;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(modules: Modules, folder: Folder, project: Project) {
    this.#modules = modules;
    this.#folder = folder;
    this.#project = project;
  }

  /** Reads in another folder from now on. */
  use(folder: Folder, project: Project): void {
    this.#folder = folder;
    this.#project = project;
    this.#end(new Error('another folder was opened'));
  }

  /** Makes a call. Rejects if the component fails or takes too long. */
  perform<Name extends OperationName>(
    name: Name,
    ...given: Operations[Name]['given']
  ): Promise<Answered<Operations[Name]['gives']>> {
    return this.#send((id) => ({ kind: 'perform', id, name, given }));
  }

  /** Returns the tokens of a text, as the component estimates them. */
  async estimate(text: string): Promise<number> {
    if (text === '') return 0;
    return (await this.#send<number>((id) => ({ kind: 'estimate', id, text }))).value;
  }

  #send<T>(message: (id: number) => ToWorker): Promise<Answered<T>> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const late = new Error(
        `the call took more than ${MAX_TIME / 1000} seconds and was ended; ask for less`,
      );
      const timer = window.setTimeout(() => this.#end(late), MAX_TIME);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#started().postMessage(message(id));
    });
  }

  /** Returns the worker, which runs the script of this page. */
  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const script = document.getElementById('script')?.textContent ?? '';
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }: { data: FromWorker }) => {
      if (worker === this.#worker) this.#take(worker, data);
    };
    worker.onerror = () =>
      this.#end(new Error('this browser does not let the page start a worker'));
    const start: ToWorker = { kind: 'start', modules: this.#modules, project: this.#project };
    worker.postMessage(start);
    this.#worker = worker;
    return worker;
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      window.clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }

  #take(worker: Worker, message: FromWorker): void {
    if (message.kind === 'question') {
      void this.#respond(worker, message.id, message.question);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    this.#waiting.delete(message.id);
    window.clearTimeout(waiting.timer);
    if (message.kind === 'answer')
      waiting.resolve({ value: message.value as never, trace: message.trace });
    else waiting.reject(Object.assign(new Error(message.message), { name: message.name }));
  }

  async #respond(worker: Worker, id: number, { ask, path }: Question): Promise<void> {
    try {
      const value = await (ask === 'list' ? this.#folder.list(path) : this.#folder.file(path));
      worker.postMessage({ kind: 'response', id, value } satisfies ToWorker);
    } catch (error) {
      const { name } = error as Error;
      worker.postMessage({ kind: 'failed', id, name } satisfies ToWorker);
    }
  }
}
