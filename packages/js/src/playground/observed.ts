/** Notes what the component asks its host for, on the way to the files. */

import { failed } from '../filesystem/codes.js';
import type { DescriptorStat, Entries, Grant, Node } from '../filesystem/node.js';
import { Abort } from '../filesystem/codes.js';
import { Guard } from '../policy/guard.js';
import type { Asked, Step } from './messages.js';

/** The maximum number of notes of a call. */
const MAX_NOTES = 400;

/** The notes of one call. */
export class Notes {
  readonly asked: Asked[] = [];
  more = 0;
  #isQuiet = false;

  /** Does something that the host wants to know for itself, and notes nothing meanwhile. */
  quietly<T>(action: () => T): T {
    const before = this.#isQuiet;
    this.#isQuiet = true;
    try {
      return action();
    } finally {
      this.#isQuiet = before;
    }
  }

  /** Adds to the last note if it is about the same, and otherwise makes one. */
  add(note: Omit<Asked, 'times'>): void {
    if (this.#isQuiet) return;
    const last = this.asked.at(-1);
    const isSame =
      last?.step === note.step && last.path === note.path && last.outcome === note.outcome;
    if (last !== undefined && isSame) {
      last.times += 1;
      last.amount += note.amount;
      last.found = note.found;
    } else if (this.asked.length < MAX_NOTES) this.asked.push({ ...note, times: 1 });
    else this.more += 1;
  }

  /** Makes a request of the component, and notes what came of it. */
  note<T>(step: Step, path: string, ask: () => T, found: (given: T) => [string, number]): T {
    let given: T;
    try {
      given = ask();
    } catch (error) {
      // A try that is repeated begins with new notes.
      if (error instanceof Abort) throw error;
      this.add({ step, path, found: failed(error).payload, outcome: 'failed', amount: 0 });
      throw error;
    }
    const [what, amount] = found(given);
    this.add({ step, path, found: what, outcome: 'given', amount });
    return given;
  }
}

/** A file or directory, with notes of what is asked about it. */
export class ObservedNode implements Node {
  readonly #node: Node;
  readonly #path: string;
  readonly #notes: Notes;

  constructor(node: Node, path: string, notes: Notes) {
    this.#node = node;
    this.#path = path;
    this.#notes = notes;
  }

  #at(name: string): string {
    return `${this.#path === '/' ? '' : this.#path}/${name}`;
  }

  open(name: string, isDirectory: boolean): Node {
    const path = this.#at(name);
    const type = isDirectory ? 'directory' : 'regular-file';
    const ask = (): Node => this.#node.open(name, isDirectory);
    return new ObservedNode(this.#notes.note('open', path, ask, () => [type, 0]), path, this.#notes);
  }

  stat(): DescriptorStat {
    return this.#node.stat();
  }

  statAt(name: string): DescriptorStat {
    const ask = (): DescriptorStat => this.#node.statAt(name);
    return this.#notes.note('look', this.#at(name), ask, ({ type }) => [type, 0]);
  }

  linkTarget(name: string): string {
    const ask = (): string => this.#node.linkTarget(name);
    return this.#notes.note('link', this.#at(name), ask, (target) => [target, 0]);
  }

  read(length: number, offset: number): Uint8Array {
    const ask = (): Uint8Array => this.#node.read(length, offset);
    return this.#notes.note('read', this.#path, ask, (bytes) => ['bytes', bytes.length]);
  }

  list(): Entries {
    const entries = this.#notes.note('list', this.#path, () => this.#node.list(), () => ['names', 0]);
    const notes = this.#notes;
    const path = this.#path;
    return {
      next() {
        const entry = entries.next();
        if (entry !== undefined)
          notes.add({ step: 'list', path, found: 'names', outcome: 'given', amount: 1 });
        return entry;
      },
      close: () => entries.close(),
    };
  }

  identity(): unknown {
    return this.#node.identity();
  }

  close(): void {
    this.#node.close();
  }
}

/** The rules of a room, with a note of each name that they deny. */
export class ObservedGuard extends Guard {
  notes = new Notes();

  override begin(grants: readonly Grant[]): void {
    this.notes.quietly(() => super.begin(grants));
  }

  override check(grants: readonly Grant[], node: Node, directory: string, name: string): void {
    try {
      this.notes.quietly(() => super.check(grants, node, directory, name));
    } catch (error) {
      if (!(error instanceof Abort)) {
        const path = `${directory}/${name}`;
        this.notes.add({ step: 'look', path, found: 'access', outcome: 'denied', amount: 0 });
      }
      throw error;
    }
  }
}
