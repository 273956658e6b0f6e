/** A reader's knowledge of a tree: the lines that it has seen, and their headers as shown. */

import { holders } from './holders.mjs';

export class Seen {
  #lines;
  #seen = new Map();
  #told = new Map();

  constructor(lines) {
    this.#lines = lines;
  }

  /** Adds a line as it was shown. A clipped line counts as unseen. */
  add(file, number, text) {
    if (this.#lines.get(file)?.[number - 1] !== text) return;
    if (!this.#seen.has(file)) this.#seen.set(file, new Set());
    this.#seen.get(file).add(number);
  }

  /** Adds the numbers of a line's headers, as an answer gives them. */
  tell(file, number, around) {
    const key = `${file}:${number}`;
    this.#told.set(key, [...(this.#told.get(key) ?? []), ...around]);
  }

  has(file, number) {
    return this.#seen.get(file)?.has(number) ?? false;
  }

  /** Returns whether it is known that a line is in another, which it is. */
  #isKnown(file, number, around) {
    for (let at = number; at > around; at -= 1) {
      if (this.#told.get(`${file}:${at}`)?.includes(around)) return true;
      if (at < number && !this.has(file, at)) return false;
    }
    return this.has(file, around);
  }

  /** Returns how many of a line's headers are known, from the innermost on. */
  knownHolders(file, number) {
    const around = holders(file, this.#lines.get(file), number);
    const unknown = around.findIndex((each) => !this.#isKnown(file, number, each));
    return { around, known: unknown < 0 ? around.length : unknown };
  }

  /** Returns whether a seen line is known not to be the one that a task looks for. */
  isRefuted({ inside }, file, number) {
    if (inside === undefined) return false;
    const { around, known } = this.knownHolders(file, number);
    if (around.length === 0) return true;
    return known > 0 && !this.#lines.get(file)[around[0] - 1].includes(inside);
  }

  /** Returns whether an answer was seen. */
  isAnswered({ levels = 0 }, { file, hit, lines: [first, last] }) {
    for (let at = first; at <= last; at += 1) if (!this.has(file, at)) return false;
    const { known } = this.knownHolders(file, hit);
    return known >= levels;
  }
}
