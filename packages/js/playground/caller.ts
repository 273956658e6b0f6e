/** Sends calls to the worker, and ends it when a call takes too long. */

import type { Given, OperationName, Results } from '../dist/operations.js';
import type { Project } from './folder.js';
import type { Answered, Asked, Start } from './worker.js';

/** The maximum time of a call in milliseconds. */
const MAX_TIME = 5000;

/** The value of a call, and the time that it took. */
export interface Performed<T> {
  readonly value: T;
  readonly milliseconds: number;
}

export class Caller {
  readonly #code: WebAssembly.Module;
  #project: Project;
  #worker: Worker | undefined;
  /** Rejects the calls under way. */
  readonly #underWay = new Set<(reason: Error) => void>();

  constructor(code: WebAssembly.Module, project: Project) {
    this.#code = code;
    this.#project = project;
  }

  /** Reads in another project from now on. */
  use(project: Project): void {
    const { folder, rules } = this.#project;
    if (folder === project.folder && rules === project.rules) return;
    this.#project = project;
    this.#end('another project was opened');
  }

  /** Makes a call. Rejects if the component fails or takes too long. */
  perform<Name extends OperationName>(
    name: Name,
    ...given: Given[Name]
  ): Promise<Performed<Results[Name]>> {
    return this.#ask({ name, given });
  }

  /** Returns the tokens of a text, as the component estimates them. */
  async estimate(text: string): Promise<number> {
    return text === '' ? 0 : (await this.#ask<number>({ text })).value;
  }

  async #ask<T>(asked: Asked): Promise<Performed<T>> {
    this.#worker ??= this.#started();
    const { port1: port, port2: answers } = new MessageChannel();
    this.#worker.postMessage(asked, [answers]);
    const seconds = MAX_TIME / 1000;
    const late = `the call took more than ${seconds} seconds and was ended; ask for less`;
    const timer = setTimeout(() => this.#end(late), MAX_TIME);
    let end: ((reason: Error) => void) | undefined;
    try {
      const { value, failure, milliseconds } = await new Promise<Answered>((resolve, reject) => {
        end = reject;
        this.#underWay.add(reject);
        port.onmessage = ({ data }: MessageEvent<Answered>) => resolve(data);
      });
      if (failure !== undefined) throw new Error(failure);
      return { value: value as T, milliseconds };
    } finally {
      clearTimeout(timer);
      if (end !== undefined) this.#underWay.delete(end);
    }
  }

  /** Returns a new worker, which runs the script of this page. */
  #started(): Worker {
    const script = document.getElementById('script')?.textContent ?? '';
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.onerror = () => this.#end('this browser does not let the page start a worker');
    const start: Start = { code: this.#code, project: this.#project };
    worker.postMessage(start);
    return worker;
  }

  /** Ends the worker, and the calls under way. */
  #end(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const reject of this.#underWay) reject(new Error(reason));
    this.#underWay.clear();
  }
}
