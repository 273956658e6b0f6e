/** Answers calls by the program `readroom`: one process for each tool that is called. */

import { fileURLToPath } from 'node:url';
import * as check from '../check.js';
import * as decode from '../decode.js';
import { perform } from '../engine.js';
import { RoomError } from '../errors.js';
import { canWalk } from '../filesystem/linux.js';
import type { Backend, OperationName, Operations } from '../operations.js';
import { closeGrants, openEnvironment, pathOf } from './grants.js';
import { modules } from './modules.js';
import type { Bounds } from './queue.js';
import { Queue } from './queue.js';
import {
  argumentsOf,
  argumentsOfMany,
  decoded,
  isRefused,
  onOneLine,
  toolsOf,
} from './runner-answers.js';
import type { Program } from './runner-process.js';
import { RunnerProcess } from './runner-process.js';

/** The tool whose answers are those of the contract. */
const OWN = 'readroom';

interface Wanted {
  root?: unknown;
  grants?: unknown;
  cwd?: unknown;
  home?: unknown;
}

export class RunnerBackend implements Backend {
  readonly confinement = 'process';
  readonly #program: Program;
  readonly #grants: readonly string[];
  readonly #bounds: Bounds;
  readonly #callers = new Map<string, Caller>();
  readonly #printing: Queue;
  #printer: RunnerProcess | undefined;
  /** The output of `readroom tools`, which does not change. */
  #tools: Promise<string> | undefined;
  #isClosed = false;

  constructor(runner: unknown, wanted: Wanted, bounds: Bounds) {
    if (runner instanceof URL) runner = fileURLToPath(runner);
    if (typeof runner !== 'string' || runner === '')
      throw check.wrongType('runner', 'the path of a program', runner);
    if (runner.includes('\0')) {
      throw new RoomError(
        'bad-option',
        'the runner has a NUL in its path; give the path of the program',
      );
    }
    this.#program = { file: runner, directory: process.cwd() };
    this.#bounds = bounds;
    this.#printing = new Queue(bounds);
    // The processes open the directories themselves. What cannot be opened fails here, with the
    // same error as in other rooms.
    closeGrants(openEnvironment(wanted, canWalk()).directories);
    const more = (wanted.grants ?? []) as unknown[];
    this.#grants = [
      `--root=${pathOf('root', wanted.root)}`,
      ...more.map((grant) => `--grant=${pathOf('a grant', grant)}`),
      ...(wanted.cwd === undefined ? [] : [`--cwd=${pathOf('cwd', wanted.cwd)}`]),
      ...(wanted.home === undefined ? [] : [`--home=${String(wanted.home)}`]),
      // Rooms have no permissions by name, whichever engine makes their calls.
      '--policy=everything',
      '--no-agentignore',
    ];
  }

  async perform<Name extends OperationName>(
    name: Name,
    ...given: Operations[Name]['given']
  ): Promise<Operations[Name]['gives']> {
    const perform = this.#performed[name] as (
      ...given: Operations[Name]['given']
    ) => Promise<Operations[Name]['gives']>;
    return perform(...given);
  }

  readonly #performed: {
    [Name in OperationName]: (
      ...given: Operations[Name]['given']
    ) => Promise<Operations[Name]['gives']>;
  } = {
    read: async (request) => decoded(decode.readResult, await this.#ask(OWN, argumentsOf(request))),
    readMany: async (requests, limits) =>
      decoded(decode.readManyResult, await this.#ask(OWN, argumentsOfMany(requests, limits))),
    call: async (tool, args) => {
      const json = await this.#ask(tool, args);
      const outcome = isRefused(json) ? 'refused' : 'answered';
      return {
        reply: { outcome, json, content: [], facts: [], index: undefined, shown: undefined },
        path: undefined,
      };
    },
    tools: async () => toolsOf(await this.#print()),
    list: async () => unsupported('list'),
    stat: async () => unsupported('stat'),
    requestedPath: async () => unsupported('requestedPath'),
    argumentsFor: async (...given) => this.#blindly('argumentsFor', given),
    renderCall: async (...given) => this.#blindly('renderCall', given),
    renderResult: async (...given) => this.#blindly('renderResult', given),
  };

  /** Performs operations that need no file with the component in this process, without grants. */
  #blindly<Name extends OperationName>(
    name: Name,
    given: Operations[Name]['given'],
  ): Operations[Name]['gives'] {
    return perform(modules(), { grants: [] }, name, given);
  }

  async #ask(tool: string, args: string): Promise<string> {
    let caller = this.#callers.get(tool);
    if (caller === undefined) {
      // Fails for an unknown id before a process is started for it.
      this.#blindly('renderCall', [tool, '{}']);
      caller = new Caller(() => this.#start(['call', ...this.#grants, tool, '-']), this.#bounds);
      this.#callers.set(tool, caller);
    }
    return caller.ask(onOneLine(args));
  }

  #start(args: readonly string[]): RunnerProcess {
    if (this.#isClosed)
      throw new RoomError('closed', 'the room was closed before the call had its turn');
    return new RunnerProcess(this.#program, args);
  }

  /** Prints the tools once for all callers, and again after a failure. */
  #print(): Promise<string> {
    this.#tools ??= this.#printing
      .run(
        async () => {
          this.#printer = this.#start(['tools']);
          return this.#printer.print();
        },
        async () => this.#printer?.kill(),
      )
      .catch((error: unknown) => {
        this.#tools = undefined;
        throw error;
      });
    return this.#tools;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const caller of this.#callers.values()) caller.end();
    this.#printer?.kill();
  }
}

function unsupported(name: string): never {
  throw new RoomError('unsupported', `a runner does not offer ${name}; use a room without runner`);
}

/** A process that calls one tool, and its successor once it has ended. */
class Caller {
  readonly #start: () => RunnerProcess;
  readonly #queue: Queue;
  #process: RunnerProcess | undefined;

  constructor(start: () => RunnerProcess, bounds: Bounds) {
    this.#start = start;
    this.#queue = new Queue(bounds);
  }

  ask(line: string): Promise<string> {
    return this.#queue.run(
      async () => {
        if (this.#process === undefined || this.#process.hasEnded) this.#process = this.#start();
        return this.#process.ask(line);
      },
      async () => this.end(),
    );
  }

  end(): void {
    this.#process?.kill();
    this.#process = undefined;
  }
}
