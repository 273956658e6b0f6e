/** Operations of a component as data: they may run in another thread, or more than once. */

import type {
  Content,
  Document,
  Documents,
  FileStat,
  Fold,
  Listing,
  ListRequest,
  Reply,
  SharedLimits,
  Tool,
} from './contract.js';
import type { BasicRequest, CallOptions, Confinement, Denied, ReadRequest } from './types.js';

/** What a session adds to a call. */
export interface KnownFiles {
  /** Where lines begin in files, by their absolute requested names. */
  readonly indexes: ReadonlyMap<string, string>;
  /** What of files was shown. Without it everything is shown. */
  readonly shown: ReadonlyMap<string, string> | undefined;
  /** The maximum number of tokens that are shown. */
  readonly maxTokens: number | undefined;
  /** Whether the native object is not needed. */
  readonly contentOnly: boolean;
}

/** A reply and the absolute requested name. Without a name, nothing is remembered. */
export interface NamedReply {
  reply: Reply & { denied?: Denied | undefined };
  path: string | undefined;
}

/** The functions of the contract: the arguments and the result of each. */
export interface Operations {
  read: { given: [request: ReadRequest]; gives: Document };
  readMany: { given: [requests: readonly ReadRequest[], limits: SharedLimits]; gives: Documents };
  list: { given: [request: ListRequest]; gives: Listing };
  stat: { given: [path: string]; gives: FileStat };
  tools: { given: []; gives: Tool[] };
  call: { given: [tool: string, args: string, known: KnownFiles]; gives: NamedReply };
  argumentsFor: { given: [tool: string, request: BasicRequest]; gives: string | undefined };
  requestedPath: { given: [tool: string, args: string]; gives: string | undefined };
  renderCall: { given: [tool: string, args: string]; gives: string };
  renderResult: {
    given: [tool: string, args: string, json: string, content: readonly Content[], fold: Fold];
    gives: string;
  };
}

export type OperationName = keyof Operations;

/** Answers the calls of a room. */
export interface Backend {
  readonly confinement: Confinement;
  /** Rejects with a `ReadError`, `UnknownToolError`, `CallError`, `LimitError` or `RoomError`. */
  perform<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
    how: CallOptions,
  ): Promise<Operations[Name]['gives']>;
  /** Returns what answers the calls of a session, where sessions are remembered elsewhere. */
  session?(id: string | undefined, unchanged: boolean): Backend;
  /** Releases everything. Called once. */
  close(): Promise<void>;
}
