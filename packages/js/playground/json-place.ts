/** Finds where a text stops being JSON: the messages of browsers differ, and some name no place. */

/** Where a text stops being JSON. */
export interface JsonErrorPlace {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** What JSON would need there. */
  readonly expected: string;
}

/** A place at which reading stopped. */
class Stopped {
  constructor(
    readonly at: number,
    readonly expected: string,
  ) {}
}

const WHITE = /[\t\n\r ]*/uy;
const WORD = /true|false|null/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const PLAIN = /[^"\\\u0000-\u001f]*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/uy;

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves past a pattern. Returns whether something was there. */
  #pass(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    const isSome = pattern.lastIndex > this.at;
    this.at = pattern.lastIndex;
    return isSome;
  }

  #isAt(mark: string): boolean {
    this.#pass(WHITE);
    return this.#text[this.at] === mark;
  }

  #take(mark: string, expected: string): void {
    if (!this.#isAt(mark)) throw new Stopped(this.at, expected);
    this.at += 1;
  }

  #string(): void {
    this.at += 1;
    for (;;) {
      this.#pass(PLAIN);
      const next = this.#text[this.at];
      if (next === '"') break;
      if (next === '\\') {
        if (!this.#pass(ESCAPE)) throw new Stopped(this.at, 'an escape such as \\n or \\u00e9');
      } else if (next === undefined) throw new Stopped(this.at, 'a " at the end of the text');
      else throw new Stopped(this.at, 'a " before the line ends, or \\n for a line break');
    }
    this.at += 1;
  }

  value(): void {
    if (this.#isAt('"')) this.#string();
    else if (this.#isAt('{')) this.#members('}');
    else if (this.#isAt('[')) this.#members(']');
    else if (!this.#pass(WORD) && !this.#pass(NUMBER)) throw new Stopped(this.at, 'a value');
  }

  #members(end: '}' | ']'): void {
    this.at += 1;
    if (this.#isAt(end)) {
      this.at += 1;
      return;
    }
    for (;;) {
      if (end === '}') {
        if (!this.#isAt('"')) throw new Stopped(this.at, 'a name in double quotes');
        this.#string();
        this.#take(':', 'a colon');
      }
      this.value();
      if (this.#isAt(end)) break;
      this.#take(',', `a comma or ${end}`);
    }
    this.at += 1;
  }

  end(): void {
    this.#pass(WHITE);
    if (this.at < this.#text.length) throw new Stopped(this.at, 'the end');
  }
}

/**
 * Returns where a text stops being JSON, or undefined if all of it is JSON.
 *
 * @param text - within the limits of `excessOf`: a level of the text takes a level of the stack
 */
export function placeOfError(text: string): JsonErrorPlace | undefined {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.end();
    return undefined;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const before = text.slice(0, error.at);
    const line = before.split('\n').length;
    return { line, column: error.at - before.lastIndexOf('\n'), expected: error.expected };
  }
}
