/** A reader's knowledge of a tree: lines and text that it has seen, and headers as shown. */

import { holders } from './holders.mjs';

export class Seen {
  #lines;
  #seen = new Map();
  #told = new Map();
  #text = '';

  constructor(lines) {
    this.#lines = lines;
  }

  /** Adds a line as it was shown. A clipped line counts as unseen, unless only its block starts. */
  add(file, number, text) {
    const line = this.#lines.get(file)?.[number - 1];
    if (line !== text && line?.replace(/[ {:]+$/u, '') !== text) return;
    if (!this.#seen.has(file)) this.#seen.set(file, new Set());
    this.#seen.get(file).add(number);
  }

  /** Adds all text of an answer, in which documents are recognized. */
  addText(text) {
    this.#text += `${text}\n`;
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
  isAnswered({ levels = 0 }, { file, hit, lines: [first, last] = [hit, hit], shows }) {
    if (shows !== undefined) return this.#text.includes(shows);
    for (let at = first; at <= last; at += 1) if (!this.has(file, at)) return false;
    const { known } = this.knownHolders(file, hit);
    return known >= levels;
  }
}
