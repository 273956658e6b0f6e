/** Where lines begin in the large files that a session reads: opaque texts, given back to the component. */

import type { Dialect, Facts } from './types.js';

/** The most files of which something is kept, each dialect's counted by itself. */
const MOST_FILES = 16;

/** The most characters of what is kept of one. It is ASCII. */
const INDEX_LENGTH = 32 * 1024;

/** The most characters of a path that is kept. */
const PATH_LENGTH = 4096;

/** For how many milliseconds a file must have been as it is: one that just changed may change unnoticed. */
const SETTLED = 2000;

/** What is kept of a file, by its absolute name as it was asked for. */
interface Kept {
  readonly dialect: Dialect;
  readonly path: string;
  readonly index: string;
}

export class Indexes {
  /** In the order they were kept. */
  readonly #kept = new Map<string, Kept>();

  /** What is kept for a dialect, by the absolute names of files as they were asked for. */
  of(dialect: Dialect): Map<string, string> {
    const kept = [...this.#kept.values()].filter((each) => each.dialect === dialect);
    return new Map(kept.map(({ path, index }) => [path, index]));
  }

  /** Keeps what a call that began at a given time learned of a file. */
  keep(dialect: Dialect, path: string, facts: Facts, started: number, index: string): void {
    const key = `${dialect}:${path}`;
    this.#kept.delete(key);
    const settled = facts.modified !== undefined && started - facts.modified >= SETTLED;
    if (!settled || index.length > INDEX_LENGTH || path.length > PATH_LENGTH) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST_FILES) this.#kept.delete(oldest);
    this.#kept.set(key, { dialect, path, index });
  }
}
