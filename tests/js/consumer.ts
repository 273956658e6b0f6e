/** A program that uses every public type. It is compiled, and not run. */

import { anthropicTools, DIALECTS, isReadError, LimitError, openaiTools, ReadError, Room } from 'readroom';
import type { Body, Dialect, Document, ReadErrorCode, Reply, Tool } from 'readroom';

export async function everything(room: Room): Promise<string> {
  const document: Document = await room.read('a.txt', { start: -20, totals: 'never' });
  const body: Body = document.body;
  switch (body.tag) {
    case 'text': {
      const next: string | undefined = body.next;
      const first: number | undefined = body.first;
      await room.read('a.txt', next === undefined ? {} : { cursor: next, lines: first ?? 1 });
    }
  }
  const dialect: Dialect = DIALECTS[0] ?? 'readroom';
  const reply: Reply = await room.session('one').call(dialect, { path: 'a.txt' });
  const size: number | undefined = reply.facts?.size;
  const tools: Tool[] = await room.tools();
  const names: string[] = [
    ...openaiTools(tools, { rename: ({ dialect: of }) => `${of}_read` }).map(({ name }) => name),
    ...openaiTools(tools, { api: 'chat' }).map(({ function: { name } }) => name),
    ...anthropicTools(tools).map(({ input_schema: { type } }) => type),
  ];
  // @ts-expect-error a dialect is one of those there are
  await room.call('claude', '{}');
  // @ts-expect-error numbers are numbers
  await room.read('a.txt', { lines: '7' });
  await room.close();
  return `${size ?? 0}${names.join()}`;
}

export function told(error: unknown): ReadErrorCode | 'late' | undefined {
  if (isReadError(error, 'not-found')) return error.suggestions.length > 0 ? error.code : undefined;
  if (error instanceof ReadError) return error.code;
  if (error instanceof LimitError && error.limit === 'wall-time') return 'late';
  return undefined;
}

export async function inMemory(): Promise<Room> {
  return Room.fromFiles(
    { 'a.txt': 'a', b: { link: 'a.txt' }, c: { content: new Uint8Array(), modified: 0 } },
    { name: '/p' },
  );
}
