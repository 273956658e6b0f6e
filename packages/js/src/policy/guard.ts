/** What this process itself denies in a grant: names of secrets, and what a project hides. */

import { Abort, failed, failure, Failure } from '../filesystem/codes.js';
import { below } from '../filesystem/names.js';
import { READ_BYTES } from '../filesystem/node.js';
import type { Grant, Node } from '../filesystem/node.js';
import { PatternError, PatternList, searchedBytes } from './gitignore.js';
import { COPIES, PATTERNS } from './secrets.js';

/** The file in which a project lists what agents must not read. */
const AGENTIGNORE = '.agentignore';
const MAX_BYTES = 64 * 1024;

/** The maximum number of bytes in patterns that have to be searched for. */
const MAX_SEARCHED = 8 * 1024;

/** How long ago a file must have changed before its times are trusted, in seconds. */
const SETTLED = 2n;

/** The maximum number of decisions that are kept. */
const MAX_DECISIONS = 4096;

/** Which names are denied. */
export interface Guarded {
  /** Whether names that look like secrets are denied. */
  readonly secrets: boolean;
  /** Whether the file `.agentignore` in the root denies what it lists. */
  readonly agentignore: boolean;
}

/**
 * Returns whether a list matches a path below a grant, given that it matches no directory around
 * it.
 */
type Matches = (names: readonly string[], isDirectory: boolean) => boolean;

let secrets: PatternList | undefined;

/** Returns whether a name, or that of the file it is named as a copy of, looks like a secret. */
function isSecret(names: readonly string[], isDirectory: boolean): boolean {
  secrets ??= new PatternList(PATTERNS.join('\n'), true);
  const directory = names.slice(0, -1);
  const next = (name: string): string | undefined => (isDirectory ? undefined : original(name));
  for (let name = names.at(-1); name !== undefined; name = next(name)) {
    if (secrets.matches([...directory, name], isDirectory)) return true;
  }
  return false;
}

/** Returns the name of the file that a name is that of a copy of. */
function original(name: string): string | undefined {
  const found =
    /^#(.*)#$/su.exec(name)?.[1] ??
    /^\.#(.*)$/su.exec(name)?.[1] ??
    /^(.*)\.~[0-9]*~$/su.exec(name)?.[1] ??
    withoutSuffix(name);
  return found === '' ? undefined : found;
}

function withoutSuffix(name: string): string | undefined {
  const suffix = COPIES.find((each) => name.toLowerCase().endsWith(each));
  if (suffix === undefined) return undefined;
  const rest = name.slice(0, name.length - suffix.length);
  // Vim's swap files also have a dot before.
  return suffix.startsWith('.sw') && rest.startsWith('.') ? rest.slice(1) : rest;
}

/** Decides for the grants of one room. */
export class Guard {
  readonly #guarded: Guarded;
  readonly #isFolded: boolean;
  #list: { stamp: string | undefined; matches: Matches | undefined } | undefined;
  readonly #decisions = new Map<string, boolean>();

  /** @param isFolded - whether the file systems take names in any case */
  constructor(guarded: Guarded, isFolded: boolean) {
    this.#guarded = guarded;
    this.#isFolded = isFolded;
  }

  /** Looks whether the project's list changed. Called when a call begins. */
  begin(grants: readonly Grant[]): void {
    const [root] = grants;
    if (!this.#guarded.agentignore || root === undefined) return;
    const found = stampOf(root.node);
    if (this.#list !== undefined && found !== undefined && found === this.#list.stamp) return;
    this.#decisions.clear();
    this.#list = { stamp: found, matches: listIn(root.node, this.#isFolded) };
  }

  /**
   * Fails with `access` if a name must not be looked at. What is not there is denied if it could be
   * something that is.
   */
  check(grants: readonly Grant[], node: Node, directory: string, name: string): void {
    const path = `${directory}/${name}`;
    const [asFile, asDirectory] = [false, true].map((is) => this.#isDenied(grants, path, is));
    if (asFile !== true && asDirectory !== true) return;
    if (asFile !== asDirectory) {
      const type = typeAt(node, name);
      if (type !== undefined && (type === 'directory' ? asDirectory : asFile) !== true) return;
    }
    throw failure('access');
  }

  /** Returns whether what is requested by an absolute path is denied if it is not there. */
  denies(grants: readonly Grant[], path: string): boolean {
    return this.#isDenied(grants, path, false);
  }

  /** Decides about an absolute path, under each grant that it lies in. */
  #isDenied(grants: readonly Grant[], path: string, isDirectory: boolean): boolean {
    return grants.some((grant) => {
      const rest = below(grant.name, path);
      return rest !== undefined && rest !== '' && this.#isDeniedBelow(rest, isDirectory);
    });
  }

  #isDeniedBelow(path: string, isDirectory: boolean): boolean {
    const key = `${path}\0${isDirectory}`;
    let decision = this.#decisions.get(key);
    if (decision === undefined) {
      const names = path.split('/');
      decision =
        (names.length > 1 && this.#isDeniedBelow(names.slice(0, -1).join('/'), true)) ||
        (this.#guarded.secrets && isSecret(names, isDirectory)) ||
        this.#list?.matches?.(names, isDirectory) === true;
      if (this.#decisions.size >= MAX_DECISIONS) this.#decisions.clear();
      this.#decisions.set(key, decision);
    }
    return decision;
  }
}

/** Returns an answer about files, or the code of what failed. What ends the call ends it. */
function tried<T>(question: () => T): T | Failure {
  try {
    return question();
  } catch (error) {
    if (error instanceof Abort || error instanceof PatternError) throw error;
    return failed(error);
  }
}

function typeAt(node: Node, name: string): string | undefined {
  const found = tried(() => node.statAt(name));
  return found instanceof Failure ? undefined : found.type;
}

/**
 * Returns what tells one state of the list from another. Undefined if it may change again without
 * being told.
 */
function stampOf(root: Node): string | undefined {
  const found = tried(() => root.statAt(AGENTIGNORE));
  if (found instanceof Failure) return found.payload === 'no-entry' ? 'none' : undefined;
  const times = [found.dataModificationTimestamp, found.statusChangeTimestamp];
  const now = BigInt(Math.floor(Date.now() / 1000));
  if (times.some((time) => time === undefined || now - time.seconds < SETTLED)) return undefined;
  const written = times.map((time) => `${time?.seconds}.${time?.nanoseconds}`);
  return [found.type, found.size, ...written].join(' ');
}

/** Returns the list of a project. One that cannot be used denies everything. */
function listIn(root: Node, isFolded: boolean): Matches | undefined {
  const everything: Matches = () => true;
  try {
    const text = tried(() => textOf(root));
    if (text instanceof Failure) return text.payload === 'no-entry' ? undefined : everything;
    if (searchedBytes(text) > MAX_SEARCHED) return everything;
    const list = new PatternList(text, isFolded);
    return (names, isDirectory) => list.matches(names, isDirectory);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return everything;
  }
}

function textOf(root: Node): string {
  const file = root.open(AGENTIGNORE, false);
  const bytes = new Uint8Array(MAX_BYTES + 1);
  let length = 0;
  try {
    for (;;) {
      const read = file.read(Math.min(READ_BYTES, bytes.length - length), length);
      if (read.length === 0) break;
      bytes.set(read, length);
      length += read.length;
    }
  } finally {
    file.close();
  }
  if (length > MAX_BYTES) throw new PatternError('it is larger than 64 KiB');
  return decoded(bytes.subarray(0, length));
}

/** Decodes UTF-8, and UTF-16 that begins with a byte order mark, as some shells write it. */
function decoded(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const label = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  let text;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new PatternError('it is neither UTF-8 nor UTF-16 with a byte order mark');
  }
  // Git would take what follows such a character for the rest of one pattern.
  if (/\0|\r(?!\n)/u.test(text))
    throw new PatternError('it contains a NUL, or a carriage return that ends no line');
  return text;
}
