/** Runs the checks in this page, then in a worker of it. */

import { inMemory, picked, prepare } from './checks.js';

async function inWorker(large) {
  const worker = new Worker('/page/worker.js', { type: 'module' });
  const answer = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(large);
  });
  worker.terminate();
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer.checked;
}

async function everything() {
  const large = await prepare();
  const started = performance.now();
  const checked = [
    ...(await inMemory()),
    ...(await picked(false, large)),
    ...(await inWorker(large)),
  ];
  return { checked, milliseconds: Math.round(performance.now() - started) };
}

globalThis.outcome = everything().catch((error) => ({ failed: String(error?.stack ?? error) }));
