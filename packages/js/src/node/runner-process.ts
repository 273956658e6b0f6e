/** One process of the runner program: a line in, a line out. */

import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Socket } from 'node:net';
import { CallError } from '../errors.js';

/**
 * The most bytes of an answer: a text of 4 MiB, of which JSON may spell each byte with six, and some more.
 */
const MOST_ANSWER = 40 * 1024 * 1024;

/** The most bytes of what the program says when it fails. */
const MOST_COMPLAINT = 4096;

export interface Program {
  readonly file: string;
  /** Where relative paths start. */
  readonly directory: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class RunnerProcess {
  readonly #child: Child;
  #answer: Buffer[] = [];
  #length = 0;
  #complaint = '';
  #waiting: { resolve(line: string): void; reject(error: Error): void } | undefined;
  /** Why no answer will come any more. */
  #ended: CallError | undefined;

  constructor({ file, directory }: Program, args: readonly string[]) {
    this.#child = spawn(file, args, {
      cwd: directory,
      env: {},
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', (status, signal) => {
      this.#end(this.#complaint.trim() || `it ended with ${signal ?? `status ${status ?? 0}`}`);
    });
    // A process that does not read any more says why when it ends.
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#child.stderr.on('data', (bytes: Buffer) => {
      this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(0, MOST_COMPLAINT);
    });
    this.#hold(false);
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends a line, and waits for one. To be called again only when it has answered. */
  ask(line: string): Promise<string> {
    return new Promise((resolve, reject) => {
      // What was said without being asked would be taken for the answer.
      if (this.#length > 0) this.#fail('it speaks without being asked');
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      this.#waiting = { resolve, reject };
      this.#hold(true);
      this.#child.stdin.write(`${line}\n`);
    });
  }

  /** All that a process prints that is asked nothing. */
  static print(program: Program, args: readonly string[]): { text: Promise<string>; kill(): void } {
    const process = new RunnerProcess(program, args);
    const text = new Promise<string>((resolve, reject) => {
      process.#hold(true);
      process.#child.stdin.end();
      process.#child.on('close', (status) => {
        if (status === 0) resolve(Buffer.concat(process.#answer).toString('utf8'));
        else reject(process.#ended ?? new CallError('the runner failed'));
      });
      process.#child.on('error', () => reject(process.#ended ?? new CallError('the runner failed')));
    });
    return { text, kill: () => process.kill() };
  }

  kill(): void {
    this.#fail('it was stopped');
  }

  #fail(reason: string): void {
    this.#child.kill('SIGKILL');
    this.#end(reason);
  }

  /** A process that is asked nothing does not keep ours running. */
  #hold(isAsked: boolean): void {
    const how = isAsked ? 'ref' : 'unref';
    this.#child[how]();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      (stream as unknown as Partial<Socket>)[how]?.();
    }
  }

  #take(bytes: Buffer): void {
    const end = this.#waiting === undefined ? -1 : bytes.indexOf(10);
    this.#answer.push(end < 0 ? bytes : bytes.subarray(0, end));
    this.#length += bytes.length;
    if (this.#length > MOST_ANSWER) {
      this.#fail('its answer is too long');
    } else if (end >= 0) {
      const line = Buffer.concat(this.#answer).toString('utf8');
      const waiting = this.#waiting;
      this.#reset();
      if (end + 1 < bytes.length) this.#fail('it said more than it was asked');
      waiting?.resolve(line);
    }
  }

  #reset(): void {
    [this.#answer, this.#length, this.#waiting] = [[], 0, undefined];
    this.#hold(false);
  }

  #end(reason: string): void {
    this.#ended ??= new CallError(
      `the runner did not answer: ${reason}; see that the program can be run, and try again`,
    );
    this.#waiting?.reject(this.#ended);
    this.#waiting = undefined;
  }
}
