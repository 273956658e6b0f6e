/** The same checks where waiting for a file is allowed. */

import { inMemory, picked } from './checks.js';

addEventListener('message', async ({ data: large }) => {
  try {
    postMessage({ checked: [...(await inMemory()), ...(await picked(true, large))] });
  } catch (error) {
    postMessage({ failed: String(error?.stack ?? error) });
  }
});
