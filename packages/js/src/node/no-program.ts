/** The warning that there is no program, once for all threads of the process. */

import {
  getEnvironmentData,
  isMainThread,
  setEnvironmentData,
  threadId,
} from 'node:worker_threads';

const KEY = 'readroom: the warning that there is no program';

/** Whether it was said: memory that threads share with those that they start. */
const said = sharedFlag();

function sharedFlag(): Int32Array {
  const inherited = getEnvironmentData(KEY);
  if (inherited instanceof Int32Array) return inherited;
  const own = new Int32Array(new SharedArrayBuffer(4));
  // Where the main thread does not use this package, its threads share nothing: the first one says
  // it.
  if (!isMainThread && threadId > 1) own[0] = 1;
  setEnvironmentData(KEY, own);
  return own;
}

/** Says that there is no program, unless that was said. */
export function warnOfNoProgram(): void {
  if (Atomics.exchange(said, 0, 1) === 1) return;
  process.emitWarning(
    'readroom has no program for this system, so calls are made in this process, slower and with ' +
      'fewer policies; install it with its optional dependencies, or choose the engine component',
    { code: 'READROOM_NO_PROGRAM' },
  );
}
