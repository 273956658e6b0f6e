/** Logs what the component asks its host for, on the way to the files. */

import { Abort, failed } from '../dist/browser/codes.js';
import type { DescriptorStat, Entries, Node } from '../dist/browser/node.js';
import type { HostRequest, Step } from './messages.js';

/** The maximum number of requests of a call that are kept. */
const MAX_REQUESTS = 400;

/** What the component asked its host for in one call. */
export class RequestLog {
  readonly requests: HostRequest[] = [];
  more = 0;

  /** Adds a request to the last one if it is about the same, and otherwise to the list. */
  add(request: Omit<HostRequest, 'times'>): void {
    const last = this.requests.at(-1);
    const isSame =
      last?.step === request.step && last.path === request.path && last.outcome === request.outcome;
    if (last !== undefined && isSame) {
      last.times += 1;
      last.amount += request.amount;
      last.found = request.found;
    } else if (this.requests.length < MAX_REQUESTS) this.requests.push({ ...request, times: 1 });
    else this.more += 1;
  }

  /** Answers a request of the component, and logs what came of it. */
  answer<T>(step: Step, path: string, ask: () => T, found: (given: T) => [string, number]): T {
    let given: T;
    try {
      given = ask();
    } catch (error) {
      // A try that is repeated begins with a new log.
      if (error instanceof Abort) throw error;
      this.add({ step, path, found: failed(error).payload, outcome: 'failed', amount: 0 });
      throw error;
    }
    const [what, amount] = found(given);
    this.add({ step, path, found: what, outcome: 'given', amount });
    return given;
  }
}

/** A file or directory, with a log of what is asked about it. */
export class ObservedNode implements Node {
  readonly #node: Node;
  readonly #path: string;
  readonly #log: RequestLog;

  constructor(node: Node, path: string, log: RequestLog) {
    this.#node = node;
    this.#path = path;
    this.#log = log;
  }

  #at(name: string): string {
    return `${this.#path === '/' ? '' : this.#path}/${name}`;
  }

  open(name: string, isDirectory: boolean): Node {
    const path = this.#at(name);
    const type = isDirectory ? 'directory' : 'regular-file';
    const ask = (): Node => this.#node.open(name, isDirectory);
    return new ObservedNode(
      this.#log.answer('open', path, ask, () => [type, 0]),
      path,
      this.#log,
    );
  }

  stat(): DescriptorStat {
    return this.#node.stat();
  }

  statAt(name: string): DescriptorStat {
    const ask = (): DescriptorStat => this.#node.statAt(name);
    return this.#log.answer('look', this.#at(name), ask, ({ type }) => [type, 0]);
  }

  linkTarget(name: string): string {
    const ask = (): string => this.#node.linkTarget(name);
    return this.#log.answer('link', this.#at(name), ask, (target) => [target, 0]);
  }

  read(length: number, offset: number): Uint8Array {
    const ask = (): Uint8Array => this.#node.read(length, offset);
    return this.#log.answer('read', this.#path, ask, (bytes) => ['bytes', bytes.length]);
  }

  list(): Entries {
    const entries = this.#log.answer(
      'list',
      this.#path,
      () => this.#node.list(),
      () => ['names', 0],
    );
    const log = this.#log;
    const path = this.#path;
    return {
      next() {
        const entry = entries.next();
        if (entry !== undefined)
          log.add({ step: 'list', path, found: 'names', outcome: 'given', amount: 1 });
        return entry;
      },
    };
  }

  identity(): unknown {
    return this.#node.identity();
  }
}
