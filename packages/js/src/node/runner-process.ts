/** One process of the runner program: a line in, a line out. */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { CallError } from '../errors.js';
import { adviceFor } from './advice.js';

/**
 * The maximum number of bytes of an answer: 4 MiB of text, of which JSON may write each byte with
 * six, and more.
 */
const MAX_ANSWER = 40 * 1024 * 1024;

/** The maximum number of bytes of the program's standard error that are kept. */
const MAX_COMPLAINT = 4096;

export interface Program {
  readonly file: string;
  /** Where relative paths start. */
  readonly directory: string;
}

/** A call that waits: for a line, or for everything that is printed before the end. */
interface Waiting {
  readonly isLine: boolean;
  resolve(text: string): void;
  reject(error: Error): void;
}

export class RunnerProcess {
  readonly #child: ChildProcess | undefined;
  #answer: Buffer[] = [];
  #length = 0;
  #complaint = '';
  #waiting: Waiting | undefined;
  /** Why no answer will come. */
  #ended: CallError | undefined;

  constructor({ file, directory }: Program, args: readonly string[]) {
    try {
      this.#child = spawn(file, args, {
        cwd: directory,
        env: {},
        shell: false,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
    } catch (error) {
      this.#notStarted(file, error);
      return;
    }
    const child = this.#child;
    child.on('error', (error) => this.#notStarted(file, error));
    child.on('close', (status, signal) => this.#close(status, signal));
    // If no pipes could be made, they are undefined, and the error follows.
    // A process that no longer reads says why when it ends.
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (bytes: Buffer) => this.#take(bytes));
    child.stderr?.on('data', (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(0, MAX_COMPLAINT);
    });
    this.#hold(false);
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends a line and waits for one. Call it again only after the answer. */
  ask(line: string): Promise<string> {
    // Output before the request would be taken for the answer.
    if (this.#length > 0) this.#fail('it speaks without being asked');
    const answer = this.#wait(true);
    this.#child?.stdin?.write(`${line}\n`);
    return answer;
  }

  /** Returns everything that a process prints without a request. */
  print(): Promise<string> {
    const answer = this.#wait(false);
    this.#child?.stdin?.end();
    return answer;
  }

  #wait(isLine: boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      this.#waiting = { isLine, resolve, reject };
      this.#hold(true);
    });
  }

  kill(): void {
    this.#fail('it was stopped');
  }

  #fail(reason: string): void {
    this.#child?.kill('SIGKILL');
    this.#end(reason);
  }

  /** Lets our process end while there is no request. */
  #hold(isAsked: boolean): void {
    const how = isAsked ? 'ref' : 'unref';
    const child = this.#child;
    child?.[how]();
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) {
      (stream as Partial<Socket> | null | undefined)?.[how]?.();
    }
  }

  #take(bytes: Buffer): void {
    if (this.#ended !== undefined) return;
    const end = this.#waiting?.isLine === true ? bytes.indexOf(10) : -1;
    this.#answer.push(end < 0 ? bytes : bytes.subarray(0, end));
    this.#length += bytes.length;
    if (this.#length > MAX_ANSWER) {
      this.#fail('its answer is too long');
    } else if (end >= 0) {
      this.#hold(false);
      this.#deliver();
      if (end + 1 < bytes.length) this.#fail('it said more than it was asked');
    }
  }

  /** Resolves the waiting call with what was collected. */
  #deliver(): void {
    const [text, waiting] = [Buffer.concat(this.#answer).toString('utf8'), this.#waiting];
    [this.#answer, this.#length, this.#waiting] = [[], 0, undefined];
    waiting?.resolve(text);
  }

  #close(status: number | null, signal: string | null): void {
    if (this.#ended === undefined && status === 0 && this.#waiting?.isLine === false)
      this.#deliver();
    this.#end(this.#complaint.trim() || `it ended with ${signal ?? `status ${status ?? 0}`}`);
  }

  #notStarted(file: string, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    // The process inherits no variable, so it has no PATH.
    const isName = code === 'ENOENT' && !/[/\\]/u.test(file);
    const advice = isName ? `give the path of the program, not only its name '${file}'` : undefined;
    this.#end(
      message,
      advice ?? adviceFor(error, 'see that the program can be run, and try again'),
    );
  }

  /**
   * Rejects the waiting call, and every later one. The pipes are closed too: another process that
   * holds their other ends, such as a child of the one that ended, must not keep ours running or
   * fill its memory.
   */
  #end(reason: string, advice = 'see that the program can be run, and try again'): void {
    this.#ended ??= new CallError(`the runner did not answer: ${reason}; ${advice}`);
    const waiting = this.#waiting;
    [this.#answer, this.#length, this.#waiting] = [[], 0, undefined];
    const child = this.#child;
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
    child?.unref();
    waiting?.reject(this.#ended);
  }
}
