/** The room that every host has, wherever its files are. */

import * as check from './check.js';
import type {
  BlamePage,
  Content,
  DiffPage,
  FileStat,
  Found,
  Listing,
  LogPage,
  MapPage,
  SearchResults,
  SharedLimits,
} from './contract.js';
import { Document } from './document.js';
import { CallError, ReadError, RoomError } from './errors.js';
import type { Backend, Given, OperationName, Results } from './operations.js';
import type {
  Arguments,
  BasicRequest,
  BlameOptions,
  CallOptions,
  Confinement,
  DiffOptions,
  FindOptions,
  ListOptions,
  LogOptions,
  MapOptions,
  ReadOptions,
  ReadRequest,
  Reply,
  SearchOptions,
  SessionOptions,
  Tool,
  ToolCallOptions,
} from './types.js';

/** Closes the backends of rooms that were collected. A backend holds no reference to its room. */
const forgotten = new FinalizationRegistry<Backend>((backend) => {
  backend.close().catch(() => {});
});

/**
 * Rooms with calls under way. They must live until the answer is there, even if nothing else refers
 * to them.
 */
const busy = new Set<Inner>();

/** @internal The state that a room and its sessions share. */
export class Inner {
  closing: Promise<void> | undefined;
  #underWay = 0;

  constructor(readonly backend: Backend) {
    forgotten.register(this, backend, this);
  }

  /** @param backend - that of the room, or of a session of it */
  async perform<Name extends OperationName>(
    backend: Backend,
    name: Name,
    given: Given[Name],
    how: CallOptions,
  ): Promise<Results[Name]> {
    this.#underWay += 1;
    busy.add(this);
    try {
      return await backend.perform(name, given, how);
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
 * Granted files, and a component that reads in them.
 *
 * Every call runs in its own instance, so that calls share no state and a failure affects no other.
 * A room can be used by any number of callers at once. All methods but `session` return promises;
 * those of a closed room reject with a `RoomError` with the code `closed`. A room that is no longer
 * referenced is closed when it is garbage-collected.
 */
export abstract class ReadingRoom {
  readonly #inner: Inner;
  readonly #backend: Backend;
  /** The session that this room is one of, which may have no name. */
  readonly #session: { readonly id: string | undefined } | undefined;
  #left = false;

  /** @internal */
  constructor(inner: Inner, backend = inner.backend, session?: { id: string | undefined }) {
    this.#inner = inner;
    this.#backend = backend;
    this.#session = session;
  }

  /** The confinement of reads, besides the component. */
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

  async #perform<Name extends OperationName>(
    name: Name,
    given: Given[Name],
    how: CallOptions,
  ): Promise<Results[Name]> {
    this.#check();
    return this.#inner.perform(this.#backend, name, given, how);
  }

  #check(): void {
    if (this.#isClosed) throw closed();
  }

  /** Calls a function that takes one request: what is given, and checked options. */
  async #ask<Name extends check.Asked & OperationName>(
    name: Name,
    options: object | undefined,
    given: object = {},
  ): Promise<Results[Name]> {
    const [asked, how] = check.split(options);
    const request = { ...given, ...check.request(name, asked) };
    return this.#perform(name, [request] as unknown as Given[Name], how);
  }

  /**
   * Reads part of a file: lines of a text, or an outline of it, cells of a notebook, or facts about
   * an image.
   *
   * @param path - as the agent names it: relative to the working directory, or absolute; `/`
   *   between names; or the `file:` URL of an absolute name
   * @throws `ReadError` with what to do next, if nothing was read
   */
  async read(path: string | URL, options?: ReadOptions & CallOptions): Promise<Document> {
    return new Document(await this.#ask('read', options, { path: check.path(path) }));
  }

  /**
   * Reads several files in one call, and returns one result per request, in their order. If a
   * request fails, its `ReadError` takes its place, and the others are not affected.
   *
   * @param requests - 1 to 16 of them: paths, or objects with a `path` and the options of `read`
   * @param options - how much to return of all of them together, and how to make the call
   * @throws `ReadError` with `invalid-argument` if there are none or too many, or a limit is out of
   *   its range
   */
  async readMany(
    requests: readonly (string | URL | ReadRequest)[],
    options?: SharedLimits & CallOptions,
  ): Promise<(Document | ReadError)[]> {
    this.#check();
    const [limits, how] = check.split(options);
    const asked = check.requests(requests);
    const shared = check.sharedLimits(limits, asked.length);
    const good = asked.filter((each): each is ReadRequest => !(each instanceof ReadError));
    const { files } =
      good.length === 0 ? { files: [] } : await this.#perform('readMany', [good, shared], how);
    if (files.length !== good.length) {
      throw new CallError(
        'the component failed: it answered for the wrong number of files; try another call',
      );
    }
    for (const [at, each] of asked.entries())
      if (each instanceof ReadError) files.splice(at, 0, each);
    return files.map((each) => (each instanceof ReadError ? each : new Document(each)));
  }

  /**
   * Lists a directory, a page at a time, sorted by the bytes of the names.
   *
   * @throws `ReadError` with `not-a-directory` for a file
   */
  async list(path: string | URL, options?: ListOptions & CallOptions): Promise<Listing> {
    return this.#ask('list', options, { path: check.path(path) });
  }

  /**
   * Finds files by their names below a directory, a page at a time.
   *
   * @throws `ReadError` if there is nothing at the path, or if an option cannot be used
   */
  async find(options?: FindOptions & CallOptions): Promise<Found> {
    return this.#ask('find', options);
  }

  /**
   * Searches a file, or the files below a directory, for the lines that match a regular expression,
   * a page at a time.
   *
   * @throws `ReadError` if there is nothing at the path, or if the pattern or an option cannot be
   *   used
   */
  async search(options: SearchOptions & CallOptions): Promise<SearchResults> {
    return this.#ask('search', options);
  }

  /**
   * Maps a directory: returns what its files define, the most important first, a page at a time.
   *
   * @throws `ReadError` if there is nothing at the path, or if an option cannot be used
   */
  async map(options?: MapOptions & CallOptions): Promise<MapPage> {
    return this.#ask('map', options);
  }

  /**
   * Compares two revisions of a git repository, or one with the working tree, a page at a time.
   *
   * @throws `ReadError` with `no-repository` if the path is in none, and with `unknown-revision`
   */
  async diff(options?: DiffOptions & CallOptions): Promise<DiffPage> {
    return this.#ask('diff', options);
  }

  /**
   * Returns commits of a git repository, the newest first, a page at a time.
   *
   * @throws `ReadError` with `no-repository` if the path is in none, and with `unknown-revision`
   */
  async log(options?: LogOptions & CallOptions): Promise<LogPage> {
    return this.#ask('log', options);
  }

  /**
   * Returns lines of a file with the commits that they come from, a page at a time.
   *
   * @throws `ReadError` with `no-repository` if the path is in none, and with `too-large` for a
   *   file of more than 16 MiB
   */
  async blame(path: string | URL, options?: BlameOptions & CallOptions): Promise<BlamePage> {
    return this.#ask('blame', options, { path: check.path(path) });
  }

  /** Returns what is at a path, without reading it. Fails as `read` does if it cannot be opened. */
  async stat(path: string | URL, options?: CallOptions): Promise<FileStat> {
    return this.#perform('stat', [check.path(path)], check.callOptions(options));
  }

  /**
   * Calls a tool with the arguments that a model wrote. Errors in them, or about the file, are
   * reported in the reply, in the words of the tool.
   *
   * A room of the program remembers where lines start in files above 1 MiB, for the next call of
   * the same tool: of up to 16 files, and of none that changed in the last two seconds.
   *
   * @param tool - its id, such as `pi` or `pi@0`
   * @throws `UnknownToolError` if there is no such tool
   */
  async call(tool: string, args: Arguments, options?: ToolCallOptions): Promise<Reply> {
    const [asked, how] = check.split(options);
    const context = check.request('call', asked);
    const given: Given['call'] = [check.tool(tool), check.toolArguments(args), context];
    const { index: _, shown: __, ...answer } = await this.#perform('call', given, how);
    return replyOf(answer);
  }

  /** Returns all tools, the newest revision of a dialect first. */
  async tools(): Promise<Tool[]> {
    const tools = await this.#perform('tools', [], {});
    return tools.map((tool) => ({
      ...tool,
      parameters: JSON.parse(tool.parameters) as Tool['parameters'],
      fullParameters: JSON.parse(tool.fullParameters ?? tool.parameters) as Tool['parameters'],
    }));
  }

  /**
   * Writes a read as the arguments of a tool, as JSON text for `call`. Returns `undefined` if the
   * tool cannot express it.
   */
  async argumentsFor(tool: string, request: BasicRequest): Promise<string | undefined> {
    return this.#perform('argumentsFor', [check.tool(tool), check.basicRequest(request)], {});
  }

  /**
   * Returns the absolute name of the file that a call would read, without accessing any file.
   * Returns `undefined` if the arguments name no path or several.
   */
  async requestedPath(tool: string, args: Arguments): Promise<string | undefined> {
    return this.#perform('requestedPath', [check.tool(tool), check.toolArguments(args)], {});
  }

  /**
   * Returns the same room for one session of an agent, with an empty memory. Closing it leaves the
   * room open; closing the room closes it. In a subclass it has the methods, but not what the
   * constructor sets, which does not run again.
   *
   * @param id - a name for it, kept as `id`
   * @throws `RoomError` in a browser, where a room remembers nothing
   */
  session(id?: string, options?: SessionOptions): this {
    if (this.#isClosed) throw closed();
    const { unchanged } = check.sessionOptions(options);
    const name = id === undefined ? undefined : check.text('id', id);
    const backend = this.#backend.session?.(name, unchanged ?? false);
    if (backend === undefined) {
      const message = 'a browser has no sessions; use the room itself';
      throw new RoomError('unsupported', message);
    }
    // The constructor of a subclass would open another room.
    return Reflect.construct(
      ReadingRoom,
      [this.#inner, backend, { id: name }],
      this.constructor,
    ) as this;
  }

  /**
   * Closes everything that the room holds. Calls under way may fail. Closing twice is harmless.
   */
  async close(): Promise<void> {
    this.#left = true;
    if (this.#session === undefined) await this.#inner.close();
  }
}

/**
 * Returns a reply whose JSON, if it has some, is parsed when its value is first requested, copied
 * or printed. Its text is not copied or printed: `content` has it.
 */
function replyOf(reply: Omit<Reply, 'value' | 'text'>): Reply {
  let parsed: { value: unknown } | undefined;
  const full = {
    ...reply,
    get value(): unknown {
      parsed ??= { value: reply.json === '' ? undefined : JSON.parse(reply.json) };
      return parsed.value;
    },
  };
  return Object.defineProperty(full, 'text', { get: () => textOf(reply.content) }) as Reply;
}

function textOf(content: readonly Content[]): string {
  return content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}
