/** Reads one file, and reports the result. */

import { Room } from '/package/dist/browser.js';

async function read() {
  const room = await Room.fromFiles({ a: 'text' });
  return (await room.read('a')).body.content;
}

const outcome = document.createElement('p');
outcome.textContent = await read().catch((error) => `${error.name}: ${error.message}`);
document.body.append(outcome);
