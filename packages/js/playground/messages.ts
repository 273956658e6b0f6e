/** What the page and its worker send each other. */

import type { Modules } from '../dist/browser/engine.js';
import type { OperationName } from '../dist/operations.js';
import type { MemoryFiles } from '../dist/types.js';

/** The files that calls read. The page answers for the names of a picked folder. */
export interface Project {
  /** The files, if they are in memory. `undefined` for a folder that was picked. */
  readonly files: MemoryFiles | undefined;
  /** The absolute name that agents know the root by. */
  readonly root: string;
  /** Whether names that look like secrets are denied, and what `.agentignore` lists. */
  readonly isGuarded: boolean;
}

/** What the component asked its host for about a name. */
export type Step = 'look' | 'open' | 'link' | 'list' | 'read';

/** One thing that the component asked its host for, and what came of it. */
export interface HostRequest {
  readonly step: Step;
  /** The absolute name. */
  readonly path: string;
  /** What was found: a type, the target of a link, or a code such as `no-entry`. */
  found: string;
  readonly outcome: 'given' | 'failed';
  /** Bytes that were read, or entries that were listed. */
  amount: number;
  /** How many times in a row. */
  times: number;
}

/** What a call did to its host. */
export interface CallTrace {
  readonly requests: readonly HostRequest[];
  /** How many more there were than `requests` holds. */
  readonly more: number;
  /** Milliseconds that the component ran, in the last try if it took several. */
  readonly milliseconds: number;
  /** The memory that the component had, in bytes. */
  readonly memory: number;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly modules: Modules; readonly project: Project }
  | { readonly kind: 'project'; readonly project: Project }
  | {
      readonly kind: 'perform';
      readonly id: number;
      readonly name: OperationName;
      readonly given: readonly unknown[];
    }
  | { readonly kind: 'estimate'; readonly id: number; readonly text: string }
  | { readonly kind: 'response'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly name: string };

export type FromWorker =
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly value: unknown;
      readonly trace: CallTrace;
    }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly name: string;
      readonly message: string;
    }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question };

/** What the worker asks about a picked folder. */
export type Question =
  | { readonly ask: 'list'; readonly path: readonly string[] }
  | { readonly ask: 'file'; readonly path: readonly string[] };
