/**
 * Patterns in the syntax of `.gitignore`, which deny names. A pattern takes a time that is bounded
 * by its length times that of the path, whoever wrote it.
 */

import { folded } from './fold.js';

/** Any number of directories. */
const DIRECTORIES = Symbol('**');

/** Any number of characters of a name. */
const ANYTHING = Symbol('*');

/** Returns whether one character fits. */
type Fits = (character: string) => boolean;
type Token = string | Fits | typeof ANYTHING;
type Segment = readonly Token[] | typeof DIRECTORIES;

interface Pattern {
  readonly isException: boolean;
  readonly isForDirectories: boolean;
  readonly segments: readonly Segment[];
}

/** A line is not a pattern. */
export class PatternError extends Error {}

/** The characters of classes such as `[:digit:]`, as the inside of a regular expression's set. */
const CLASSES: { readonly [name: string]: string } = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: '\\t ',
  cntrl: '\\0-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/** Patterns of which the last one that matches decides, as in git. */
export class PatternList {
  /** The last first. */
  readonly #patterns: readonly Pattern[];
  readonly #isFolded: boolean;

  /**
   * @param isFolded - whether names that differ in case are the same
   * @throws {@link PatternError} with the first line that is not a pattern
   */
  constructor(text: string, isFolded: boolean) {
    this.#isFolded = isFolded;
    const lines = text.replace(/^\ufeff+/u, '').split(/\r?\n/u);
    const patterns = lines.flatMap((line, at) => {
      try {
        return patternsOf(line, isFolded);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        throw new PatternError(`line ${at + 1} is not a pattern: ${error.message}`);
      }
    });
    this.#patterns = patterns.reverse();
  }

  /** Returns whether the list matches a name in directories that it does not match. */
  matches(names: readonly string[], isDirectory: boolean): boolean {
    const given = names.map((name) => [...(this.#isFolded ? folded(name) : name)]);
    const decides = ({ isForDirectories, segments }: Pattern): boolean =>
      (isDirectory || !isForDirectories) && fitsPath(segments, given);
    return this.#patterns.find(decides)?.isException === false;
  }
}

/** Returns the patterns that a line stands for: none, one, or several that match as much. */
function patternsOf(line: string, isFolded: boolean): Pattern[] {
  const trimmed = line.trimEnd();
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  if (['!', '/', '!/'].includes(trimmed)) throw new PatternError('it matches nothing');
  const { tokens } = new Tokens(withoutTrailingSpaces(line), isFolded);
  const isException = tokens[0] === '!';
  if (isException) tokens.shift();
  const isForDirectories = tokens.at(-1) === '/';
  if (isForDirectories) tokens.pop();
  return alternatives(tokens, isException).map((each) => {
    const isAnchored = each.includes('/');
    if (each[0] === '/') each.shift();
    const segments = segmentsOf(each);
    if (!isAnchored) segments.unshift(DIRECTORIES);
    return { isException, isForDirectories, segments };
  });
}

/**
 * Git compares what is before the first wildcard by itself, and takes `**` and a slash after it for
 * one at the start: `a**` with `/b` matches `ab` and `a/x/b`. An exception is better too narrow.
 */
function alternatives(tokens: Token[], isException: boolean): Token[][] {
  const found: Token[][] = [];
  let last = tokens;
  while (!isException) {
    const at = last.findIndex((token) => token === ANYTHING || typeof token === 'function');
    const after = last.findIndex((token, place) => place > at && token !== ANYTHING);
    const isInName = at > 0 && last[at - 1] !== '/';
    if (!isInName || last[at + 1] !== ANYTHING || last[after] !== '/') break;
    const root: Token[] = last[0] === '/' ? [] : ['/'];
    const [before, rest] = [last.slice(0, at), last.slice(after + 1)];
    found.push([...root, ...before, ANYTHING, '/', ANYTHING, ANYTHING, '/', ...rest]);
    last = [...root, ...before, ...rest];
  }
  return [...found, last];
}

function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token === '/') segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments.map((segment) => {
    const isStars = segment.length > 1 && segment.every((token) => token === ANYTHING);
    return isStars ? DIRECTORIES : segment;
  });
}

/** Returns a line without the spaces at its end that no `\` escapes. Other blanks stay. */
function withoutTrailingSpaces(line: string): string {
  let [end, isEscaped] = [0, false];
  [...line].reduce((at, character) => {
    const next = at + character.length;
    if (character !== ' ' || isEscaped) end = next;
    isEscaped = character === '\\' && !isEscaped;
    return next;
  }, 0);
  return line.slice(0, end);
}

/** Takes a line apart. A slash is always a token of its own. */
class Tokens {
  readonly tokens: Token[] = [];
  readonly #text: string[];
  readonly #isFolded: boolean;
  #at = 0;

  constructor(line: string, isFolded: boolean) {
    this.#text = [...(isFolded ? folded(line) : line)];
    this.#isFolded = isFolded;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // An escaped `!` at the beginning must not look like an exception.
      if (next === '\\') {
        const escaped = this.#escaped();
        this.tokens.push(escaped === '!' ? (given): boolean => given === '!' : escaped);
      } else if (next === '*') this.tokens.push(ANYTHING);
      else if (next === '?') this.tokens.push(() => true);
      else this.tokens.push(next === '[' ? (this.#set() ?? this.#unclosed()) : next);
    }
  }

  #next(): string | undefined {
    this.#at += 1;
    return this.#text[this.#at - 1];
  }

  #escaped(): string {
    const escaped = this.#next();
    if (escaped === undefined) throw new PatternError('a `\\` at the end escapes nothing');
    return escaped;
  }

  /** Takes a set such as `[a-c]`. Without an end it is none. */
  #set(): Fits | undefined {
    const start = this.#at;
    const isNegated = '!^'.includes(this.#text[this.#at] ?? ' ');
    if (isNegated) this.#at += 1;
    const ranges: [string, string][] = [];
    const classes: string[] = [];
    let first: string | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const character = this.#next();
      if (character === undefined) {
        this.#at = start;
        return undefined;
      }
      if (character === ']' && !isFirst) break;
      const following = this.#text[this.#at];
      const isBetween = first !== undefined && following !== ']' && following !== undefined;
    if (character === '-' && isBetween) {
        const last = this.#literal();
        const range = ranges.at(-1);
        if (range !== undefined && range[0] <= last) range[1] = last;
        first = undefined;
      } else if (character === '[' && following === ':' && this.#isClass()) {
        classes.push(this.#class());
        first = undefined;
      } else {
        first = character === '\\' ? this.#escaped() : character;
        ranges.push([first, first]);
      }
    }
    const inClasses = classes.length === 0 ? undefined : new RegExp(`[${classes.join('')}]`, 'u');
    return (given) =>
      isNegated !==
      (ranges.some(([from, to]) => compare(from, given) <= 0 && compare(given, to) <= 0) ||
        inClasses?.test(given) === true);
  }

  /**
   * Takes an unclosed `[` literally. Git matches nothing by it, so an exception with one is an
   * error: it must not match more than in git.
   */
  #unclosed(): string {
    if (this.#text[0] === '!') throw new PatternError('a `[` without its `]` matches nothing');
    return '[';
  }

  #literal(): string {
    const next = this.#next() ?? '';
    return next === '\\' ? this.#escaped() : next;
  }

  #isClass(): boolean {
    const end = this.#text.indexOf(']', this.#at);
    return end > this.#at + 1 && this.#text[end - 1] === ':';
  }

  #class(): string {
    const end = this.#text.indexOf(']', this.#at);
    const name = this.#text.slice(this.#at + 1, end - 1).join('');
    this.#at = end + 1;
    const found = CLASSES[this.#isFolded && name === 'upper' ? 'lower' : name];
    if (found === undefined) throw new PatternError(`there is no class \`[:${name}:]\``);
    return found;
  }
}

function compare(one: string, other: string): number {
  return (one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
}

function fitsPath(segments: readonly Segment[], names: readonly (readonly string[])[]): boolean {
  return fits(segments, names, DIRECTORIES, (segment, name) =>
    fits(segment as readonly Token[], name, ANYTHING, (token, character) =>
      typeof token === 'function' ? token(character) : token === character,
    ),
  );
}

/**
 * Returns whether parts of a pattern fit to parts of a text, where `any` stands for any number of
 * them, and `**` at the end of a path for at least one. Only the last `any` is ever tried again: if
 * a later one was reached, an earlier one need not take more.
 */
function fits<Part, Given>(
  pattern: readonly Part[],
  given: readonly Given[],
  any: symbol,
  isOne: (part: Part, given: Given) => boolean,
): boolean {
  let [at, place, last, from] = [0, 0, -1, 0];
  while (place < given.length) {
    const part = pattern[at];
    if (at < pattern.length && part === any) {
      if (at === pattern.length - 1) return true;
      [last, from, at] = [at, place, at + 1];
    } else if (at < pattern.length && isOne(part as Part, given[place] as Given)) {
      [at, place] = [at + 1, place + 1];
    } else {
      if (last < 0) return false;
      [from, at] = [from + 1, last + 1];
      place = from;
    }
  }
  const rest = pattern.slice(at);
  return any === DIRECTORIES ? rest.length === 0 : rest.every((part) => part === any);
}

/**
 * Returns the bytes of the patterns that have to be searched for: those with wildcards
 * other than `*.ext`. The time to match a path grows with it.
 */
export function searchedBytes(text: string): number {
  const isSearched = (line: string): boolean => {
    const name = line.startsWith('*.') ? line.slice(2) : line;
    const isPlain = name === line || !/[/.]/u.test(name);
    return !line.startsWith('#') && (/[*?[\\]/u.test(name) || !isPlain);
  };
  const searched = text.split(/\r?\n/u).filter(isSearched);
  return searched.reduce((sum, line) => sum + new TextEncoder().encode(line).length, 0);
}
