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

export class Indexes {
  readonly #kept = new Map<Dialect, Map<string, string>>();
  /** All files of which something is kept, what was kept first in front. */
  #order: { dialect: Dialect; path: string }[] = [];

  /** What is kept for a dialect, by the absolute names of files as they were asked for. */
  of(dialect: Dialect): Map<string, string> {
    let known = this.#kept.get(dialect);
    if (known === undefined) {
      known = new Map();
      this.#kept.set(dialect, known);
    }
    return known;
  }

  /** Keeps what a call that began at a given time learned of a file. */
  keep(dialect: Dialect, path: string, facts: Facts, started: number, index: string): void {
    this.#forget(dialect, path);
    const settled = facts.modified !== undefined && started - facts.modified >= SETTLED;
    if (!settled || index.length > INDEX_LENGTH || path.length > PATH_LENGTH) return;
    const [oldest] = this.#order;
    if (oldest !== undefined && this.#order.length >= MOST_FILES) this.#forget(oldest.dialect, oldest.path);
    this.of(dialect).set(path, index);
    this.#order.push({ dialect, path });
  }

  #forget(dialect: Dialect, path: string): void {
    if (!this.of(dialect).delete(path)) return;
    this.#order = this.#order.filter((kept) => kept.dialect !== dialect || kept.path !== path);
  }
}
