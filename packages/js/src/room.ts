/** What every room can do, wherever its files are. */

import * as check from './check.js';
import { CallError, ReadError, RoomError } from './errors.js';
import { Indexes } from './indexes.js';
import type { Backend, OperationName, Operations } from './operations.js';
import * as raw from './raw.js';
import type { Request } from './raw.js';
import type {
  Arguments,
  Confinement,
  Dialect,
  Document,
  Facts,
  FileRequest,
  Fold,
  Question,
  ReadOptions,
  Reply,
  SharedLimits,
  Tool,
} from './types.js';

/** @internal */
export interface Session {
  id: string | undefined;
}

/** Closes what a room held that nobody can use any more. Backends know nothing of the rooms before them. */
const forgotten = new FinalizationRegistry<Backend>((backend) => {
  backend.close().catch(() => {});
});

/** Rooms with calls under way. Whoever waits for an answer need not hold the room. */
const busy = new Set<Inner>();

/** @internal What stands behind a room and its sessions. */
export class Inner {
  closing: Promise<void> | undefined;
  #underWay = 0;

  constructor(readonly backend: Backend) {
    forgotten.register(this, backend, this);
  }

  async perform<Name extends OperationName>(
    name: Name,
    ...given: Operations[Name]['given']
  ): Promise<Operations[Name]['gives']> {
    this.#underWay += 1;
    busy.add(this);
    try {
      return await this.backend.perform(name, ...given);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) busy.delete(this);
    }
  }

  close(): Promise<void> {
    forgotten.unregister(this);
    this.closing ??= this.backend.close();
    return this.closing;
  }
}

function closed(): RoomError {
  return new RoomError('closed', 'the room was closed; make another one');
}

/**
 * Files that were granted, and a component that reads in them.
 *
 * Every call runs in an instance of its own, so that calls share no state and one that fails harms no other.
 * A room can be used by any number of callers at once. All methods but `session` return promises; those of a
 * room that was closed reject with a `RoomError` of the code `closed`. A room that nobody holds any more is closed
 * when its memory is collected.
 */
export abstract class ReadingRoom {
  readonly #inner: Inner;
  readonly #indexes = new Indexes();
  readonly #session: Session | undefined;
  #left = false;

  /** @internal */
  constructor(inner: Inner, session?: Session) {
    this.#inner = inner;
    this.#session = session;
  }

  /** What keeps reads inside, beside the component. */
  get confinement(): Confinement {
    return this.#inner.backend.confinement;
  }

  /** The name of the session, in a room that was made by `session`. */
  get id(): string | undefined {
    return this.#session?.id;
  }

  get #isClosed(): boolean {
    return this.#left || this.#inner.closing !== undefined;
  }

  get #open(): Inner {
    if (this.#isClosed) throw closed();
    return this.#inner;
  }

  /**
   * Reads part of a file: lines of a text, or an outline of it, cells of a notebook, or facts about an image.
   *
   * @param path - as the agent names it: relative to the working directory, or absolute; `/` between names
   * @throws `ReadError` with what to do next, if nothing was read
   */
  async read(path: string, options?: ReadOptions): Promise<Document> {
    return this.#open.perform('read', check.request(path, options));
  }

  /**
   * Reads several files in one call: what each request asks for, in their order. One that fails spoils no other: its
   * `ReadError` stands in its place.
   *
   * @param requests - 1 to 16 of them: paths, or objects with a `path` and the options of `read`
   * @param limits - how much to return of all of them together
   * @throws `ReadError` with `invalid-argument` if there are none or too many, or a limit is out of its range
   */
  async readMany(
    requests: readonly (string | FileRequest)[],
    limits?: SharedLimits,
  ): Promise<(Document | ReadError)[]> {
    const inner = this.#open;
    const asked = check.requests(requests);
    const shared = check.sharedLimits(limits, asked.length);
    const good = asked.filter((each): each is Request => !(each instanceof ReadError));
    const answers = good.length === 0 ? [] : await inner.perform('readMany', good, shared);
    if (answers.length !== good.length) {
      throw new CallError('the component answered for another number of files; try another call');
    }
    const told = answers.map(({ tag, val }) => (tag === 'ok' ? val : new ReadError(val)));
    for (const [at, each] of asked.entries()) if (each instanceof ReadError) told.splice(at, 0, each);
    return told;
  }

  /** What is at a path, without reading it. Fails as `read` does; a directory fails with `is-a-directory`. */
  async look(path: string): Promise<Facts> {
    return this.#open.perform('look', check.path(path));
  }

  /**
   * Calls the tool of a dialect with the arguments that a model wrote. What is wrong with them or with the
   * file is told in the reply, in the dialect's words.
   *
   * Of files above 1 MiB a room remembers where lines begin, for the next call of the dialect: of up to 16
   * files, and not of one that changed in the last two seconds.
   */
  async call(dialect: Dialect, args: Arguments): Promise<Reply> {
    const started = Date.now();
    const [speaks, json] = [check.dialect(dialect), check.toolArguments(args)];
    const reply = await this.#open.perform('call', speaks, json, this.#indexes.of(speaks));
    if (reply.index !== undefined && reply.facts !== undefined && reply.target !== undefined) {
      this.#indexes.keep(speaks, reply.target, reply.facts, started, reply.index);
    }
    return raw.reply(reply.outcome, reply.json, reply.facts);
  }

  /** The tools of all dialects, in the order of `DIALECTS`. */
  async tools(): Promise<Tool[]> {
    return this.#open.perform('tools');
  }

  /**
   * Puts a question into the arguments of a dialect, as JSON text for `call`. Undefined if it has no words
   * for it.
   */
  async phrase(dialect: Dialect, question: Question): Promise<string | undefined> {
    return this.#open.perform('phrase', check.dialect(dialect), check.question(question));
  }

  /**
   * The absolute name of what a call would read. Undefined if the arguments name nothing. No file is looked
   * at.
   */
  async target(dialect: Dialect, args: Arguments): Promise<string | undefined> {
    return this.#open.perform('target', check.dialect(dialect), check.toolArguments(args));
  }

  /** Draws a call as one line for a terminal. Control characters are spelled out. */
  async renderCall(dialect: Dialect, args: Arguments): Promise<string> {
    return this.#open.perform('renderCall', check.dialect(dialect), check.toolArguments(args));
  }

  /**
   * Draws the result of a call for a terminal. Control characters other than line feeds and tabs are spelled
   * out.
   *
   * @param json - the result object, as `Reply.json` has it
   * @param fold - `collapsed` for the first ten lines, `expanded` for all
   */
  async renderResult(dialect: Dialect, args: Arguments, json: string, fold: Fold): Promise<string> {
    return this.#open.perform(
      'renderResult',
      check.dialect(dialect),
      check.toolArguments(args),
      check.result(json),
      check.fold(fold),
    );
  }

  /**
   * The same room for one session of an agent: it starts with nothing remembered. Closing it leaves the room
   * open; closing the room closes it. Of a subclass it has the methods, but what its constructor sets it has
   * not: that does not run again.
   *
   * @param id - a name for it, kept as `id`
   */
  session(id?: string): this {
    if (this.#isClosed) throw closed();
    const session: Session = { id: id === undefined ? undefined : check.text('id', id) };
    // The constructor of a subclass would open a room of its own.
    return Reflect.construct(ReadingRoom, [this.#inner, session], this.constructor) as this;
  }

  /** Closes what the room holds open. Calls that are under way may fail. Closing twice changes nothing. */
  async close(): Promise<void> {
    this.#left = true;
    if (this.#session === undefined) await this.#inner.close();
  }
}
