/** A program that leaves closing to the language. It is compiled, and not run. */

import { Room } from 'readroom';

export async function disposed(): Promise<number> {
  await using room = new Room({ root: '.', worker: true });
  return (await room.read('a.txt')).size;
}
