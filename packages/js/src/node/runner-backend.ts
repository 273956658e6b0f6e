/** Answering calls by the runner program, `readroom`: one process for each dialect that is spoken. */

import { fileURLToPath } from 'node:url';
import * as check from '../check.js';
import { perform } from '../engine.js';
import { RoomError } from '../errors.js';
import { canWalk } from '../filesystem/linux.js';
import type { Backend, IndexedReply, OperationName, Operations } from '../operations.js';
import type { Request } from '../raw.js';
import type { Dialect } from '../types.js';
import { closePlace, openPlace, pathOf } from './grants.js';
import { modules } from './modules.js';
import type { Bounds } from './queue.js';
import { Queue } from './queue.js';
import { argumentsOf, argumentsOfMany, onOneLine, outcomeOf, toolsOf } from './runner-answers.js';
import { answersOf, documentOf } from './runner-documents.js';
import type { Program } from './runner-process.js';
import { RunnerProcess } from './runner-process.js';

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
  readonly #speakers = new Map<Dialect, Speaker>();
  readonly #printing: Queue;
  #printer: RunnerProcess | undefined;
  /** What `readroom tools` prints, which does not change. */
  #tools: Promise<string> | undefined;
  #isClosed = false;

  constructor(runner: unknown, wanted: Wanted, bounds: Bounds) {
    if (runner instanceof URL) runner = fileURLToPath(runner);
    if (typeof runner !== 'string' || runner === '')
      throw check.wrongType('runner', 'the path of a program', runner);
    if (runner.includes('\0')) {
      throw new RoomError('bad-option', 'the runner has a NUL in its path; give the path of the program');
    }
    this.#program = { file: runner, directory: process.cwd() };
    this.#bounds = bounds;
    this.#printing = new Queue(bounds);
    // The processes open the directories themselves; what cannot be opened is told now, and in the same
    // words.
    closePlace(openPlace(wanted, canWalk()).directories);
    const more = (wanted.grants ?? []) as unknown[];
    this.#grants = [
      `--root=${pathOf('root', wanted.root)}`,
      ...more.map((grant) => `--grant=${pathOf('a grant', grant)}`),
      ...(wanted.cwd === undefined ? [] : [`--cwd=${pathOf('cwd', wanted.cwd)}`]),
      ...(wanted.home === undefined ? [] : [`--home=${String(wanted.home)}`]),
      // Rooms decide nothing by name, whatever makes their calls.
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
    [Name in OperationName]: (...given: Operations[Name]['given']) => Promise<Operations[Name]['gives']>;
  } = {
    read: async (request) => {
      refuseTotals(request);
      return documentOf(await this.#ask('readroom', argumentsOf(request)));
    },
    readMany: async (requests, limits) => {
      requests.forEach(refuseTotals);
      return answersOf(await this.#ask('readroom', argumentsOfMany(requests, limits)));
    },
    call: async (dialect, args): Promise<IndexedReply> => {
      const json = await this.#ask(dialect, args);
      return {
        outcome: outcomeOf(dialect, json),
        json,
        facts: undefined,
        index: undefined,
        target: undefined,
      };
    },
    tools: async () => toolsOf(await this.#print()),
    look: async () => {
      throw new RoomError('unsupported', 'a runner cannot look without reading; use read with lines: 1');
    },
    target: async () => {
      throw new RoomError(
        'unsupported',
        'a runner does not tell what a call would read; use a room without runner',
      );
    },
    // These are about words alone. The component in this process is granted nothing for them.
    phrase: async (...given) => perform(modules(), { grants: [] }, 'phrase', given),
    renderCall: async (...given) => perform(modules(), { grants: [] }, 'renderCall', given),
    renderResult: async (...given) => perform(modules(), { grants: [] }, 'renderResult', given),
  };

  async #ask(dialect: Dialect, args: string): Promise<string> {
    let speaker = this.#speakers.get(dialect);
    if (speaker === undefined) {
      speaker = new Speaker(() => this.#start(['call', ...this.#grants, dialect, '-']), this.#bounds);
      this.#speakers.set(dialect, speaker);
    }
    return speaker.ask(onOneLine(args));
  }

  #start(args: readonly string[]): RunnerProcess {
    if (this.#isClosed) throw new RoomError('closed', 'the room was closed before the call had its turn');
    return new RunnerProcess(this.#program, args);
  }

  /** All who ask share one answer; where there was none, the next one asks again. */
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
    for (const speaker of this.#speakers.values()) speaker.end();
    this.#printer?.kill();
  }
}

function refuseTotals({ totals }: Request): void {
  if (totals === 'auto') return;
  throw new RoomError(
    'unsupported',
    'a runner counts lines as it sees fit; leave totals out, or use a room without runner',
  );
}

/** A process that speaks one dialect; another one when it has ended. */
class Speaker {
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
