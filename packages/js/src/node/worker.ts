/** The thread of a room with `worker: true`: answers one call after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Modules } from '../engine.js';
import { performRaw } from '../engine.js';
import type { OperationName, Operations } from '../operations.js';
import type { OpenEnvironment } from './grants.js';
import { environmentOf } from './environment.js';
import type { Answer } from './worker-backend.js';

const { modules, environment: open } = workerData as {
  modules: Modules;
  environment: OpenEnvironment;
};
const environment = environmentOf(open);

function answer(name: OperationName, given: Operations[OperationName]['given']): Answer {
  try {
    return {
      kind: 'answer',
      raw: performRaw(modules, environment, name, given as Operations[typeof name]['given']),
    };
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on(
  'message',
  ({ name, given }: { name: OperationName; given: Operations[OperationName]['given'] }) => {
    parentPort?.postMessage(answer(name, given));
  },
);

// The thread is ready.
parentPort?.postMessage({ kind: 'answer', raw: { tag: 'ok', val: undefined } } satisfies Answer);
