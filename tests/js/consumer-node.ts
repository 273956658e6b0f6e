/** A program that leaves closing to the language. It is compiled, and not run. */

import { Room } from 'readroom';

export async function disposed(): Promise<number> {
  await using room = new Room({ root: '.', limits: { time: 5000 } });
  await using other = await Room.fromFiles({ a: '' }, { name: '/p', audit: 'log.jsonl' });
  return (await room.read('a.txt')).size + (await other.read('a')).size;
}
