/** Rooms in the program `readroom`. */

import * as decode from '../generated/decode.js';
import { MalformedAnswerError, snakeCase } from '../decoder.js';
import { AuditError, CallError, LimitError, RoomError } from '../errors.js';
import type { LimitName } from '../errors.js';
import type { Backend, Given, OperationName, Results } from '../operations.js';
import type {
  CallOptions,
  Confinement,
  Policy,
  Question,
  ReadEvent,
  RoomOptions,
  Rule,
} from '../types.js';
import { Connection } from './connection.js';
import type { Message } from './connection.js';

/** The params of a request except the room. */
type Params = { readonly [name: string]: unknown };

/** The request that opens a room: the method, and its params except a session's room. */
export interface Opening {
  readonly method: 'open' | 'session';
  readonly params: Params;
}

type Requests = { readonly [Name in OperationName]?: (...given: Given[Name]) => Params };

/** The params of requests. Those of the others are the members of what they are given. */
const REQUESTS: Requests = {
  readMany: (requests, limits) => ({ files: requests.map(snakeCased), ...limits }),
  stat: (path) => ({ path }),
  tools: () => ({}),
  call: (tool, args, options) => ({ tool, arguments: args, ...snakeCased(options) }),
  argumentsFor: (tool, request) => ({ tool, ...snakeCased(request) }),
  requestedPath: (tool, args) => ({ tool, arguments: args }),
};

/** Returns members with the names that the program takes. */
export function snakeCased(options: object): Params {
  const members = Object.entries(options).map(([name, value]) => [snakeCase(name), value]);
  return Object.fromEntries(members) as Params;
}

/** The callbacks of a running call. */
interface Callbacks {
  readonly onAsk: Policy['onAsk'];
  readonly observer: RoomOptions['observer'];
}

export class ProgramBackend implements Backend {
  readonly #file: string;
  readonly #opening: Opening;
  readonly #callbacks: Callbacks;
  /** The room that this one is a session of. */
  readonly #of: ProgramBackend | undefined;
  #open: { connection: Connection; room: Promise<number> } | undefined;
  #isClosed = false;

  constructor(
    readonly confinement: Confinement,
    file: string,
    opening: Opening,
    callbacks: Callbacks,
    of?: ProgramBackend,
  ) {
    this.#file = file;
    this.#opening = opening;
    this.#callbacks = callbacks;
    this.#of = of;
    this.#where().room.catch(() => {});
  }

  session(id: string | undefined, unchanged: boolean): ProgramBackend {
    const opening: Opening = { method: 'session', params: { id, unchanged } };
    const { confinement } = this;
    return new ProgramBackend(confinement, this.#file, opening, this.#callbacks, this);
  }

  /** Waits until the room is open. Rejects if it cannot be opened. */
  async opened(): Promise<void> {
    await this.#where().room;
  }

  async perform<Name extends OperationName>(
    name: Name,
    given: Given[Name],
    { signal, onProgress }: CallOptions,
  ): Promise<Results[Name]> {
    signal?.throwIfAborted();
    const write = (REQUESTS[name] ?? snakeCased) as (...given: Given[Name]) => Params;
    const params = write(...given);
    const { connection, room } = this.#where();
    const progress = onProgress === undefined ? {} : { progress: true };
    // The contract has tools without a room.
    const about = name === 'tools' ? {} : { room: await room, ...progress };
    const callbacks = { ...this.#callbacks, onProgress };
    const all = { ...about, ...params };
    const line = await requestHearing(connection, snakeCase(name), all, signal, callbacks);
    return answerOf(name, line);
  }

  /** Returns the program and the number of the room in it, which is opened if it is not. */
  #where(): { connection: Connection; room: Promise<number> } {
    if (this.#isClosed)
      throw new RoomError('closed', 'the room was closed before the call had its turn');
    if (this.#open?.connection.isAlive !== true) {
      const parent = this.#of === undefined ? undefined : this.#of.#where();
      const connection = parent?.connection ?? Connection.of(this.#file);
      const opened = (async () => {
        const about = parent === undefined ? {} : { room: await parent.room };
        const params = { ...about, ...this.#opening.params };
        const line = await connection.request(this.#opening.method, params);
        return (resultOf(JSON.parse(line.toString('utf8'))) as { room: number }).room;
      })();
      this.#open = { connection, room: opened };
    }
    return this.#open as { connection: Connection; room: Promise<number> };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = this.#open;
    const room = await open?.room.catch(() => undefined);
    if (open?.connection.isAlive === true && room !== undefined)
      await open.connection.request('close', { room });
  }
}

/**
 * Makes a request, and calls the callbacks meanwhile. An error of a callback ends the call.
 */
async function requestHearing(
  connection: Connection,
  method: string,
  params: Params,
  signal: AbortSignal | undefined,
  { onAsk, observer, onProgress }: Callbacks & Pick<CallOptions, 'onProgress'>,
): Promise<Buffer> {
  if (onAsk === undefined && observer === undefined && onProgress === undefined)
    return connection.request(method, params, signal);
  const failed = new AbortController();
  const signals = [failed.signal, ...(signal === undefined ? [] : [signal])];
  const answer = async ({ id, params: about }: Message): Promise<void> => {
    let result: unknown;
    try {
      const { permission, pattern, path: asked, rule, session } = about as unknown as Question;
      result = await onAsk?.({ permission, pattern, path: asked, rule, session });
    } finally {
      connection.send({ id, result: result ?? 'reject' });
    }
  };
  const hear = (message: Message): void => {
    const { method: said, params: about } = message;
    try {
      if (said === 'event') observer?.(about['event'] as ReadEvent);
      if (said === 'progress') onProgress?.(about['bytes'] as number);
      if (said === 'ask') answer(message).catch((error: unknown) => failed.abort(error));
    } catch (error) {
      failed.abort(error);
    }
  };
  return connection.request(method, params, AbortSignal.any(signals), hear);
}

function answerOf<Name extends OperationName>(
  name: Name,
  line: Buffer,
): Results[Name] {
  try {
    if (name === 'call') return replyOf(line) as Results[Name];
    const result = resultOf(JSON.parse(line.toString('utf8')));
    return decode[`${name}Result`].fromJson(result) as Results[Name];
  } catch (error) {
    if (!(error instanceof MalformedAnswerError)) throw error;
    throw new CallError(`the program's answer is malformed: ${error.message}`);
  }
}

const VALUE = Buffer.from(',"value":');

/** Decodes the answer to a call of a tool. Its value is not parsed. */
function replyOf(line: Buffer): Results['call'] {
  const at = line.indexOf(VALUE);
  const head = at < 0 ? line.toString('utf8') : `${line.toString('utf8', 0, at)}}}`;
  const json = at < 0 ? '' : line.toString('utf8', at + VALUE.length, line.length - 2);
  const { denied, ...result } = resultOf(JSON.parse(head)) as { denied?: Denial };
  const reply = decode.reply.fromJson({ ...result, json });
  if (denied === undefined) return reply;
  const { path, message, origin, pattern, action } = denied;
  return { ...reply, denied: { path, rule: { origin, pattern, action }, message } };
}

interface Denial extends Rule {
  readonly path: string;
  readonly message: string;
}

/** Returns the result in an answer, or throws its error. */
function resultOf(answer: unknown): unknown {
  const { error, result } = answer as { error?: Failure; result?: unknown };
  if (error === undefined) return result;
  const { message, data } = error;
  switch (data?.kind) {
    case 'read':
      throw decode.readError.fromJson(data.error);
    case 'unknown-tool':
      throw decode.unknownToolError.fromJson(data.error);
    case 'limit':
      throw new LimitError(data.limit as LimitName, `${message}. ${data.hint ?? ''}`);
    case 'audit':
      throw new AuditError(message);
    case 'room':
      throw new RoomError('bad-option', message);
    case 'closed':
      throw new RoomError('closed', 'the room was closed; make another one');
    default:
      throw new CallError(message);
  }
}

interface Failure {
  readonly message: string;
  readonly data?: {
    readonly kind: string;
    readonly error?: unknown;
    readonly limit?: string;
    readonly hint?: string;
  };
}
