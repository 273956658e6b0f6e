/** Makes the calls in a thread of their own, which the page can end. */

import { DirectoryNode, Knowledge, Pending } from '../dist/browser/handles.js';
import { memoryTree } from '../dist/browser/memory.js';
import { perform } from '../dist/browser/engine.js';
import type { Modules } from '../dist/browser/engine.js';
import type { Node } from '../dist/browser/node.js';
import type { Document } from '../dist/contract.js';
import type { OperationName, Operations } from '../dist/operations.js';
import type { FromWorker, Project, Question, ToWorker, CallTrace } from './messages.js';
import { RequestLog, ObservedNode } from './observed.js';
import { remoteDirectory } from './remote.js';

/** The scope of a worker, which the type library for pages does not have. */
interface Scope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}

/** Pages that are as large as the component makes them, to estimate a text of any size. */
const PAGE = { lines: 10_000, bytes: 1 << 20, columns: 1 << 20 };

class Calls {
  readonly #scope: Scope;
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #modules: Modules = {};
  #project: Project = { files: {}, root: '/project', isGuarded: true };
  #memory: Node | undefined;
  #lastQuestion = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
    scope.onmessage = ({ data }) => this.#take(data);
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case 'start':
        this.#modules = message.modules;
        this.#use(message.project);
        break;
      case 'project':
        this.#use(message.project);
        break;
      case 'response':
        this.#open.get(message.id)?.resolve(message.value);
        this.#open.delete(message.id);
        break;
      case 'failed':
        this.#open.get(message.id)?.reject(Object.assign(new Error(), { name: message.name }));
        this.#open.delete(message.id);
        break;
      case 'perform':
        void this.#answer(message.id, this.#perform(message.name, message.given));
        break;
      case 'estimate':
        void this.#answer(message.id, this.#estimate(message.text));
    }
  }

  #use(project: Project): void {
    this.#project = project;
    this.#memory = project.files === undefined ? undefined : memoryTree(project.files);
  }

  async #answer(id: number, answer: Promise<{ value: unknown; trace: CallTrace }>): Promise<void> {
    try {
      this.#scope.postMessage({ kind: 'answer', id, ...(await answer) });
    } catch (error) {
      const { name, message } = error as Error;
      this.#scope.postMessage({ kind: 'failure', id, name, message });
    }
  }

  #ask(question: Question): Promise<unknown> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#scope.postMessage({ kind: 'question', id, question });
    });
  }

  /** Makes a call, again and again until everything that it needs of a picked folder is known. */
  async #perform<Name extends OperationName>(
    name: Name,
    given: readonly unknown[],
  ): Promise<{ value: unknown; trace: CallTrace }> {
    const { root, isGuarded } = this.#project;
    const policy = isGuarded ? {} : { rules: 'everything', agentignore: false };
    const knowledge = new Knowledge();
    const node =
      this.#memory ??
      new DirectoryNode(
        remoteDirectory((question) => this.#ask(question)),
        knowledge,
      );
    for (;;) {
      const log = new RequestLog();
      let bytes = 0;
      const environment = {
        name: root,
        root: new ObservedNode(node, root, log),
        policy,
        onMemory: (taken: number) => {
          bytes = Math.max(bytes, taken);
        },
      };
      const started = performance.now();
      try {
        const typed = given as Operations[Name]['given'];
        const value = perform(this.#modules, environment, name, typed);
        const milliseconds = performance.now() - started;
        const { requests, more } = log;
        return { value, trace: { requests, more, milliseconds, memory: bytes } };
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
      }
      await knowledge.learn();
    }
  }

  /** Has the component estimate the tokens of a text, which it reads as a file. */
  async #estimate(text: string): Promise<{ value: unknown; trace: CallTrace }> {
    // Another control character costs as much as NUL, which would make the file a binary one.
    const root = memoryTree({ text: text.replaceAll('\0', '\u0001') });
    const environment = { name: '/project', root, policy: {} };
    let tokens = 0;
    let cursor: string | undefined;
    const started = performance.now();
    do {
      const start = cursor === undefined ? {} : { cursor };
      const request = { path: 'text', view: 'text', encoding: 'utf-8', ...PAGE, ...start } as const;
      const document: Document = perform(this.#modules, environment, 'read', [request as never]);
      if (document.body.kind !== 'text') break;
      tokens += document.body.tokens;
      cursor = document.body.next?.cursor;
    } while (cursor !== undefined);
    const milliseconds = performance.now() - started;
    return { value: tokens, trace: { requests: [], more: 0, milliseconds, memory: 0 } };
  }
}

/** Begins to answer the page. */
export function startWorker(): void {
  new Calls(globalThis as unknown as Scope);
}
