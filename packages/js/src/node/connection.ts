/**
 * A pipe to the program `readroom`, which serves all rooms of this process. `docs/protocol.md`
 * describes the messages.
 */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { CallError, RoomError } from '../errors.js';
import { VERSION } from '../version.js';
import { adviceFor, reasonOf } from './advice.js';

const PROTOCOL = 1;

/** The maximum number of bytes of the program's standard error that are kept. */
const MAX_COMPLAINT = 4096;

const LINE_FEED = 10;

/** The maximum length of a line in bytes: more than an answer can have. */
const MAX_LINE = 512 * 1024 * 1024;

/** The maximum length of a request in bytes, as the protocol has it. */
const MAX_REQUEST = 128 * 1024 * 1024;

/** How long a program may take to say hello, in milliseconds. */
const MAX_GREETING = 10_000;

/**
 * How long the event loop stays awake for an answer, in milliseconds: longer than most reads take.
 * A single processor is left to the program.
 */
const AWAKE = availableParallelism() > 1 ? 0.3 : 0;

/**
 * Whether the program must not be a child of this process. A thread that is terminated waits for no
 * child, which stays a zombie until the process exits. The program's launcher is a child, for some
 * milliseconds. Bun closes the pipes of a child that exited.
 */
const IS_DETACHED =
  !isMainThread && process.platform !== 'win32' && !('bun' in process.versions);

/** A message of the program while a call runs. */
export interface Message {
  readonly method: string;
  /** The id of a question. */
  readonly id?: number;
  readonly params: { readonly [name: string]: unknown };
}

/** A call that waits for its answer. */
interface Waiting {
  resolve(line: Buffer): void;
  reject(error: Error): void;
  hear(message: Message): void;
}

/** A message of the program that is not an answer. */
const MESSAGES = ['ask', 'event', 'lost_records', 'progress'];

const connections = new Map<string, Connection>();

export class Connection {
  readonly #file: string;
  readonly #child: ChildProcess | undefined;
  /** The program's standard input. */
  readonly #input: Writable | null | undefined;
  readonly #waiting = new Map<number, Waiting>();
  /** The start of a line: a long one arrives in many pieces. */
  #pieces: Buffer[] = [];
  #length = 0;
  #complaint = '';
  #last = 0;
  #isAwake = false;
  #awakeUntil = 0;
  /** Whether our process may not exit. A process that starts is held. */
  #isHeld = true;
  /** Why no answer will come. */
  #lost: Error | undefined;

  /** Returns the running program of a file, which is started if it is not running. */
  static of(file: string): Connection {
    let connection = connections.get(file);
    if (connection === undefined || !connection.isAlive) {
      connection = new Connection(file);
      connections.set(file, connection);
    }
    return connection;
  }

  private constructor(file: string) {
    this.#file = file;
    try {
      this.#child = spawn(file, IS_DETACHED ? ['serve', '--detach'] : ['serve'], {
        cwd: '/',
        env: {},
        shell: false,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
        // Ctrl-C at the terminal is for this process alone.
        detached: process.platform !== 'win32',
      });
    } catch (error) {
      this.#notStarted(error);
      return;
    }
    const child = this.#child;
    this.#input = child.stdin;
    child.on('error', (error) => this.#notStarted(error));
    child.on('close', (status, signal) => {
      const how = signal ?? `status ${status ?? 0}`;
      const reason = this.#complaint.trim() || `it ended with ${how}`;
      this.#end(`the program ended, and the call with it: ${reason}; try another call`);
    });
    // If no pipes could be made, they are undefined, and the error follows.
    // A program that no longer reads says why when it ends.
    this.#input?.on('error', () => {});
    const listen = (): void => void child.stdout?.on('data', (bytes: Buffer) => this.#take(bytes));
    if (IS_DETACHED) {
      // The child exits at once, and must not take the input of the program with it. No answer
      // comes before it was waited for.
      child.stdin = null;
      child.once('exit', listen);
    } else listen();
    child.stderr?.on('data', (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(0, MAX_COMPLAINT);
    });
    this.#hold();
    this.#greet().catch(() => {});
  }

  get isAlive(): boolean {
    return this.#lost === undefined;
  }

  /**
   * Makes a request, and returns the line that answers it.
   *
   * @param hear - gets the messages while the call runs
   */
  request(
    method: string,
    params: object,
    signal?: AbortSignal,
    hear: (message: Message) => void = () => {},
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) {
        reject(this.#lost);
        return;
      }
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      this.#last += 1;
      const id = this.#last;
      const line = `${JSON.stringify({ id, method, params })}\n`;
      // Each character has at most three bytes.
      if (line.length > MAX_REQUEST / 3 && Buffer.byteLength(line) > MAX_REQUEST) {
        const message = `a request can have at most ${MAX_REQUEST} bytes; give fewer files`;
        reject(new RoomError('bad-argument', message));
        return;
      }
      const cancel = (): void => {
        this.#waiting.delete(id);
        this.#hold();
        this.send({ method: 'cancel', params: { id } });
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const ending =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', cancel);
          end(value);
        };
      this.#waiting.set(id, { resolve: ending(resolve), reject: ending(reject), hear });
      this.#hold();
      this.#write(line);
      this.#stayAwake();
    });
  }

  /** Sends a message. */
  send(message: object): void {
    this.#write(`${JSON.stringify(message)}\n`);
  }

  #write(line: string): void {
    if (this.#lost === undefined) this.#input?.write(line);
  }

  async #greet(): Promise<void> {
    const late = setTimeout(
      () => this.#fail(`did not answer within ${MAX_GREETING} ms`),
      MAX_GREETING,
    );
    const line = await this.request('hello', { protocol: PROTOCOL }).finally(() => {
      clearTimeout(late);
    });
    const { result } = JSON.parse(line.toString('utf8')) as { result?: { version?: string } };
    if (result?.version !== VERSION)
      this.#fail(`is version ${result?.version ?? 'unknown'}, and this package ${VERSION}`);
  }

  /**
   * Lets our process exit while there is no request. Bun counts references: one call of `unref`
   * does not undo two of `ref`.
   */
  #hold(): void {
    const isHeld = this.#waiting.size > 0;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    const how = isHeld ? 'ref' : 'unref';
    const child = this.#child;
    // Deno fails for a child that was never started.
    if (child?.pid !== undefined) child[how]();
    for (const stream of [this.#input, child?.stdout, child?.stderr]) {
      (stream as Partial<Socket> | null | undefined)?.[how]?.();
    }
  }

  /**
   * Keeps the event loop polling for at most `AWAKE`. Other events are handled meanwhile. Waking a
   * sleeping loop can take as long as reading a small file.
   */
  #stayAwake(): void {
    this.#awakeUntil = performance.now() + AWAKE;
    if (this.#isAwake) return;
    const again = (): void => {
      this.#isAwake = this.#waiting.size > 0 && performance.now() < this.#awakeUntil;
      if (this.#isAwake) setImmediate(again);
    };
    again();
  }

  #take(bytes: Buffer): void {
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, from);
      if (end < 0) break;
      this.#pieces.push(bytes.subarray(from, end));
      const [only, ...more] = this.#pieces;
      const line = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#pieces);
      [this.#pieces, this.#length] = [[], 0];
      from = end + 1;
      try {
        this.#deliver(line);
      } catch {
        this.#fail('does not speak the protocol of `readroom serve`');
        return;
      }
    }
    if (from < bytes.length) this.#pieces.push(bytes.subarray(from));
    this.#length += bytes.length - from;
    if (this.#length > MAX_LINE) this.#fail('wrote an answer that is too long');
  }

  #fail(what: string): void {
    this.#end(`the program '${this.#file}' ${what}; install the program of this package`);
    this.#child?.kill('SIGKILL');
  }

  #deliver(line: Buffer): void {
    const answered = answeredBy(line);
    if (answered === undefined) {
      const message = JSON.parse(line.toString('utf8')) as Message;
      if (!MESSAGES.includes(message.method)) throw new TypeError(message.method);
      const waiting = this.#waiting.get(Number(message.params['request']));
      if (waiting !== undefined) waiting.hear(message);
      // The call that asks was abandoned.
      else if (message.id !== undefined) this.send({ id: message.id, result: 'reject' });
      return;
    }
    const waiting = this.#waiting.get(answered);
    this.#waiting.delete(answered);
    this.#hold();
    waiting?.resolve(line);
  }

  #notStarted(error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    // The process inherits no variable, so it has no PATH.
    const isName = code === 'ENOENT' && !/[/\\]/u.test(this.#file);
    const next = isName
      ? 'give the path of the program, not only its name'
      : adviceFor(error, 'see that it is there and can be run', this.#file);
    const reason = reasonOf(error as NodeJS.ErrnoException);
    this.#end(`the program '${this.#file}' cannot be started: ${reason}; ${next}`);
  }

  /**
   * Rejects every call. The pipes are closed too: another process that holds their other ends, such
   * as a child of the one that exited, must not keep ours running or fill its memory.
   */
  #end(message: string): void {
    this.#lost ??= new CallError(message);
    const child = this.#child;
    for (const stream of [this.#input, child?.stdout, child?.stderr]) stream?.destroy();
    if (child?.pid !== undefined) child.unref();
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of lost) waiting.reject(this.#lost);
  }
}

/** Returns the id of the request that a line answers; `undefined` if it is not an answer. */
function answeredBy(line: Buffer): number | undefined {
  const head = line.toString('latin1', 0, 60);
  const [, id] = /^\{"jsonrpc":"2\.0","id":(\d+),"(?!method")/u.exec(head) ?? [];
  return id === undefined ? undefined : Number(id);
}
