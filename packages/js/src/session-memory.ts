/**
 * What a session remembers of the files that its tools read: opaque texts that the component makes
 * and gets back.
 */

import type { ReadFacts } from './contract.js';
import type { KnownFiles } from './operations.js';

/** The maximum number of characters of a path that is kept. */
const PATH_LENGTH = 4096;

/**
 * How many milliseconds ago a file must have changed: one that just changed may change again
 * unnoticed.
 */
const SETTLED = 2000;

/** What is kept of a file, by its absolute requested name. */
interface Kept {
  readonly tool: string;
  readonly path: string;
  readonly text: string;
}

/** Texts about the files that were read last. */
class Files {
  /** In the order they were kept. */
  readonly #kept = new Map<string, Kept>();
  readonly #maxFiles: number;
  readonly #maxLength: number;

  /** @param maxLength - the maximum number of bytes of a text */
  constructor(maxFiles: number, maxLength: number) {
    this.#maxFiles = maxFiles;
    this.#maxLength = maxLength;
  }

  /** Returns the texts for a tool, by the absolute requested names of files. */
  of(tool: string): Map<string, string> {
    const kept = [...this.#kept.values()].filter((each) => each.tool === tool);
    return new Map(kept.map(({ path, text }) => [path, text]));
  }

  keep(tool: string, path: string, text: string | undefined, isSettled: boolean): void {
    if (text === undefined) return;
    const key = `${tool}\0${path}`;
    this.#kept.delete(key);
    const isShort = new TextEncoder().encode(text).length <= this.#maxLength;
    if (!isSettled || !isShort || path.length > PATH_LENGTH) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= this.#maxFiles) this.#kept.delete(oldest);
    this.#kept.set(key, { tool, path, text });
  }
}

export class SessionMemory {
  readonly #indexes = new Files(16, 32 * 1024);
  readonly #shown: Files | undefined;
  readonly #maxTokens: number | undefined;

  /** @param unchanged - whether to remember what was shown */
  constructor(unchanged = false, maxTokens?: number) {
    this.#shown = unchanged ? new Files(256, 4 * 1024) : undefined;
    this.#maxTokens = maxTokens;
  }

  /** Returns what is added to a call of a tool. */
  of(tool: string, contentOnly: boolean): KnownFiles {
    return {
      indexes: this.#indexes.of(tool),
      shown: this.#shown?.of(tool),
      maxTokens: this.#maxTokens,
      contentOnly,
    };
  }

  /** Keeps what a call returned for its only file, which began at `started`. */
  keep(
    tool: string,
    path: string,
    { modified }: ReadFacts,
    started: number,
    { index, shown }: { index?: string | undefined; shown?: string | undefined },
  ): void {
    const isSettled = modified !== undefined && started - modified >= SETTLED;
    this.#indexes.keep(tool, path, index, isSettled);
    this.#shown?.keep(tool, path, shown, isSettled);
  }
}
