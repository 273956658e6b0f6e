/** Public types that are not in the contract: options, files in memory, rooms. */

import type * as contract from './contract.js';

/** The same members, all of them optional. */
type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Where a read starts: `start`, `cursor` or `block`. Line 1 if none is given. */
export interface StartOptions {
  /**
   * The first line, counted from 1. A negative number counts from the end of the file: -20 starts
   * 20 lines before it. 0 fails with `invalid-argument`, a line past the end with
   * `offset-past-end`. In a notebook it counts cells.
   */
  start?: number | undefined;
  /** Where an earlier page of the same file stopped: the `cursor` of its `next`. */
  cursor?: string | undefined;
  /**
   * A line whose block is returned: the lines that belong to it by their indentation, such as its
   * function.
   */
  block?: number | undefined;
  /** How many headers further out the block begins. 0 by default. */
  levels?: number | undefined;
  /**
   * Whether to return the lines beside the block too: all that the header around it is the header
   * of.
   */
  siblings?: boolean | undefined;
}

/** How to read a file. Numbers are integers. `view` and `totals` are `auto` by default. */
export interface ReadOptions
  extends Optional<Omit<contract.ReadRequest, 'path' | 'start'>>, StartOptions {}

/** One of several files that are read in one call. */
export interface ReadRequest extends ReadOptions {
  /** The file, as the agent names it. */
  path: string;
}

/** Which part of a directory to list. */
export interface ListOptions extends Optional<Omit<contract.ListRequest, 'path'>> {}

/** A read that every tool can be asked for. */
export interface BasicRequest extends StartOptions, Omit<contract.BasicRequest, 'start'> {}

/** What a tool returns. A room with a `runner` leaves `content` and `facts` empty. */
export interface Reply extends Omit<contract.Reply, 'index' | 'shown'> {
  /**
   * `json`, parsed when it is first asked for. Copies of the reply, and its JSON, hold it as well.
   */
  readonly value: unknown;
}

/** A tool as it is presented to a model, and what it is. */
export interface Tool extends Omit<contract.Tool, 'parameters' | 'fullParameters'> {
  /** The JSON Schema (draft 2020-12) of its arguments. */
  parameters: { [name: string]: unknown };
  /** The same with the arguments that `parameters` leaves out to be short. */
  fullParameters: { [name: string]: unknown };
}

/** What a session does. */
export interface SessionOptions {
  /**
   * Whether the tool `readroom` says where it showed what the session has of an unchanged file,
   * instead of showing it again. Not for conversations from which old answers are removed.
   */
  unchanged?: boolean | undefined;
  /**
   * The maximum number of tokens that a call of the tool `readroom` shows, as an estimate, whatever
   * its arguments ask for.
   */
  tokens?: number | undefined;
}

/**
 * The arguments of a tool: the JSON text that a model wrote, the same as bytes, or an object to
 * write as JSON.
 */
export type Arguments = string | Uint8Array | object;

/**
 * What keeps reads inside the granted directories, beside the component itself.
 *
 * - `descriptors`: every name is opened relative to an open directory descriptor, and no link is
 *   followed (Linux).
 * - `best-effort`: every name is opened by its path and checked before and after. A process that
 *   exchanges directories between two checks can have a file read that lies elsewhere.
 * - `process`: the `readroom` program opens files, in a process of its own.
 * - `memory`: there are no files, only the bytes that were given.
 * - `handles`: a directory that was picked in a browser, through the browser's own handles.
 */
export type Confinement = 'descriptors' | 'best-effort' | 'process' | 'memory' | 'handles';

/** Limits on the calls of a room. */
export interface Limits {
  /** Wall time of one call in milliseconds. 5000 by default. Needs `worker` or `runner`. */
  wallTime?: number | undefined;
  /**
   * How many calls may wait while the worker or the runner makes one. 1000 by default. More fail
   * with `busy`.
   */
  waiting?: number | undefined;
}

/**
 * One file in memory: text, bytes, or either with a modification time in milliseconds since 1970;
 * or a link. Bytes are not copied: changing them changes the file.
 */
export type MemoryEntry =
  | string
  | Uint8Array
  | { content: string | Uint8Array; modified?: number | undefined }
  | { link: string }
  | { directory: true };

/** Files in memory, by their paths from the root down, such as `src/main.rs`. */
export type MemoryFiles = { readonly [path: string]: MemoryEntry };

/** Options of a room over files in memory, or over a picked directory. */
export interface MemoryOptions {
  /** The absolute name that agents know the root by. `/project` by default. */
  name?: string | undefined;
  /**
   * The agent's working directory in the root: relative to it, or absolute. The root by default.
   */
  cwd?: string | undefined;
  /**
   * The absolute name that `~` stands for, in the dialects that know it. It is not granted thereby.
   */
  home?: string | undefined;
}
