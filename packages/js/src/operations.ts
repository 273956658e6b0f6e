/** What can be asked of a component, as data: it may run in another thread, or more than once. */

import type { ReadErrorFacts } from './errors.js';
import type { Request, Start } from './raw.js';
import type { Confinement, Dialect, Document, Facts, Fold, SharedLimits, Tool } from './types.js';

/** A reply with what the component wants to be remembered. */
export interface IndexedReply {
  outcome: 'answered' | 'refused';
  json: string;
  facts: Facts | undefined;
  index: string | undefined;
  /** The absolute name of what was asked for, if that is known. Without, an index is of no use. */
  target: string | undefined;
}

/** What came of one of several files. */
export type FileAnswer = { tag: 'ok'; val: Document } | { tag: 'err'; val: ReadErrorFacts };

/** What is remembered of files, by their absolute names as they were asked for. */
export type KnownIndexes = ReadonlyMap<string, string>;

/** The functions of the contract: what each is given, and what it gives. */
export interface Operations {
  read: { given: [request: Request]; gives: Document };
  readMany: { given: [requests: readonly Request[], limits: SharedLimits]; gives: FileAnswer[] };
  look: { given: [path: string]; gives: Facts };
  tools: { given: []; gives: Tool[] };
  call: { given: [dialect: Dialect, args: string, known: KnownIndexes]; gives: IndexedReply };
  phrase: {
    given: [
      dialect: Dialect,
      question: { path: string; start: Start | undefined; lines: number | undefined },
    ];
    gives: string | undefined;
  };
  target: { given: [dialect: Dialect, args: string]; gives: string | undefined };
  renderCall: { given: [dialect: Dialect, args: string]; gives: string };
  renderResult: { given: [dialect: Dialect, args: string, reply: string, fold: Fold]; gives: string };
}

export type OperationName = keyof Operations;

/** Whatever answers the calls of a room. */
export interface Backend {
  readonly confinement: Confinement;
  /** Fails with a `ReadError`, `CallError`, `LimitError` or `RoomError`. */
  perform<Name extends OperationName>(
    name: Name,
    ...given: Operations[Name]['given']
  ): Promise<Operations[Name]['gives']>;
  /** Lets go of everything. Called once. */
  close(): Promise<void>;
}
