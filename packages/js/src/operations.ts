/** Operations of a component as data: they may run in a program, or more than once. */

import type { SharedLimits } from './contract.js';
import type { Decoder } from './decoder.js';
import type * as decode from './generated/decode.js';
import type { BasicRequest, CallOptions, Confinement, Denied, ReadRequest } from './types.js';

/** The arguments of the functions of the contract. `check.ts` makes requests of options. */
export interface Given {
  read: [request: ReadRequest];
  readMany: [requests: readonly ReadRequest[], limits: SharedLimits];
  list: [request: object];
  find: [request: object];
  search: [request: object];
  map: [request: object];
  diff: [request: object];
  log: [request: object];
  blame: [request: object];
  stat: [path: string];
  tools: [];
  call: [tool: string, args: string, options: object];
  argumentsFor: [tool: string, request: BasicRequest];
  requestedPath: [tool: string, args: string];
}

export type OperationName = keyof Given;

type Decoded<D> = D extends Decoder<infer Value> ? Exclude<Value, Error> : never;

/** The results of the functions, errors left out. */
export type Results = {
  [Name in OperationName]: Decoded<(typeof decode)[`${Name}Result`]>;
} & {
  call: { denied?: Denied | undefined };
};

/** Answers the calls of a room. */
export interface Backend {
  readonly confinement: Confinement;
  /** Rejects with a `ReadError`, `UnknownToolError`, `CallError`, `LimitError` or `RoomError`. */
  perform<Name extends OperationName>(
    name: Name,
    given: Given[Name],
    how: CallOptions,
  ): Promise<Results[Name]>;
  /** Returns the backend of a session, where there are sessions. */
  session?(id: string | undefined, unchanged: boolean): Backend;
  /** Releases everything. Called once. */
  close(): Promise<void>;
}
