/**
 * Where lines begin in the large files that a session reads: opaque texts, given back to the
 * component.
 */

import type { ReadFacts } from './contract.js';

/** The maximum number of files with a kept index, counted over all tools. */
const MAX_FILES = 16;

/** The maximum number of characters of an index. It is ASCII. */
const INDEX_LENGTH = 32 * 1024;

/** The maximum number of characters of a path that is kept. */
const PATH_LENGTH = 4096;

/**
 * How many milliseconds ago a file must have changed: one that just changed may change again
 * unnoticed.
 */
const SETTLED = 2000;

/** The index of a file, by its absolute requested name. */
interface KeptIndex {
  readonly tool: string;
  readonly path: string;
  readonly index: string;
}

export class Indexes {
  /** In the order they were kept. */
  readonly #kept = new Map<string, KeptIndex>();

  /** Returns the indexes for a tool, by the absolute requested names of files. */
  of(tool: string): Map<string, string> {
    const kept = [...this.#kept.values()].filter((each) => each.tool === tool);
    return new Map(kept.map(({ path, index }) => [path, index]));
  }

  /** Keeps the index that a call returned, which began at `started`. */
  keep(tool: string, path: string, { modified }: ReadFacts, started: number, index: string): void {
    const key = `${tool}\0${path}`;
    this.#kept.delete(key);
    const isSettled = modified !== undefined && started - modified >= SETTLED;
    if (!isSettled || index.length > INDEX_LENGTH || path.length > PATH_LENGTH) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MAX_FILES) this.#kept.delete(oldest);
    this.#kept.set(key, { tool, path, index });
  }
}
