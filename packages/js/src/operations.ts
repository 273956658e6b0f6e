/** Operations of a component as data: they may run in a program, or more than once. */

import * as decode from './generated/decode.js';
import { result } from './decoder.js';
import type { Decoder } from './decoder.js';
import type {
  BlamePage,
  BlameRequest,
  DiffPage,
  DiffRequest,
  Document,
  Documents,
  FileStat,
  FindRequest,
  Found,
  Listing,
  ListRequest,
  LogPage,
  LogRequest,
  MapPage,
  MapRequest,
  Reply,
  SearchRequest,
  SearchResults,
  SharedLimits,
  Tool,
} from './contract.js';
import type {
  BasicRequest,
  CallOptions,
  Confinement,
  ContextOptions,
  Denied,
  ReadRequest,
} from './types.js';

/** The functions of the contract: the arguments and the result of each. */
export interface Operations {
  read: { given: [request: ReadRequest]; gives: Document };
  readMany: { given: [requests: readonly ReadRequest[], limits: SharedLimits]; gives: Documents };
  list: { given: [request: ListRequest]; gives: Listing };
  find: { given: [request: FindRequest]; gives: Found };
  search: { given: [request: SearchRequest]; gives: SearchResults };
  map: { given: [request: MapRequest]; gives: MapPage };
  diff: { given: [request: DiffRequest]; gives: DiffPage };
  log: { given: [request: LogRequest]; gives: LogPage };
  blame: { given: [request: BlameRequest]; gives: BlamePage };
  stat: { given: [path: string]; gives: FileStat };
  tools: { given: []; gives: Tool[] };
  call: {
    given: [tool: string, args: string, options: ContextOptions];
    gives: Reply & { denied?: Denied | undefined };
  };
  argumentsFor: { given: [tool: string, request: BasicRequest]; gives: string | undefined };
  requestedPath: { given: [tool: string, args: string]; gives: string | undefined };
}

export type OperationName = keyof Operations;

/** The decoders of the functions' results, errors included. */
export const RESULTS: {
  readonly [Name in OperationName]: Decoder<Operations[Name]['gives'] | Error>;
} = {
  read: decode.readResult,
  readMany: decode.readManyResult,
  list: decode.listResult,
  find: decode.findResult,
  search: decode.searchResult,
  map: decode.mapResult,
  diff: decode.diffResult,
  log: decode.logResult,
  blame: decode.blameResult,
  stat: decode.statResult,
  tools: result(decode.toolsResult, decode.unknownToolError),
  call: decode.callResult,
  argumentsFor: decode.argumentsForResult,
  requestedPath: decode.requestedPathResult,
};

/** Answers the calls of a room. */
export interface Backend {
  readonly confinement: Confinement;
  /** Rejects with a `ReadError`, `UnknownToolError`, `CallError`, `LimitError` or `RoomError`. */
  perform<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
    how: CallOptions,
  ): Promise<Operations[Name]['gives']>;
  /** Returns the backend of a session, where there are sessions. */
  session?(id: string | undefined, unchanged: boolean): Backend;
  /** Releases everything. Called once. */
  close(): Promise<void>;
}
