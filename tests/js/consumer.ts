/** A program that uses every public type. It is compiled, and not run. */

import { anthropicTools, DIALECTS, isReadError, LimitError, openaiTools, ReadError, Room } from 'readroom';
import type {
  Body,
  Cell,
  Clip,
  Dialect,
  Document,
  Evidence,
  FileRequest,
  FoundBlock,
  OutlineEntry,
  ReadErrorCode,
  Reply,
  SharedLimits,
  Tool,
} from 'readroom';

export async function everything(room: Room): Promise<string> {
  const document: Document = await room.read('a.txt', { start: -20, totals: 'never' });
  const body: Body = document.body;
  switch (body.tag) {
    case 'text': {
      const next: string | undefined = body.next;
      const first: number | undefined = body.first;
      const block: FoundBlock | undefined = body.block;
      const clipped: Clip[] = body.clipped;
      const evidence: Evidence = body.evidence;
      await room.read('a.txt', next === undefined ? {} : { cursor: next, lines: first ?? 1 });
      await room.read('a.txt', {
        block: { line: block?.last ?? 1, levels: 1, siblings: evidence === 'mark' },
      });
      await room.read('a.txt', { column: clipped[0]?.next ?? 1, columns: 10, encoding: body.encoding });
      break;
    }
    case 'outline': {
      const entries: OutlineEntry[] = body.entries;
      await room.read('a.txt', { block: entries[0]?.line });
      break;
    }
    case 'notebook': {
      const cells: Cell[] = body.cells;
      await room.read('a.ipynb', { start: body.next, view: cells.length > 0 ? 'auto' : 'text' });
      break;
    }
    case 'image': {
      const width: number = body.width;
      await room.read('a.txt', { lines: width });
      break;
    }
    case 'unchanged':
      break;
    default:
      body satisfies never;
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

export async function several(room: Room): Promise<(ReadErrorCode | Body['tag'])[]> {
  const requests: (string | FileRequest)[] = ['a.txt', { path: 'b.txt', view: 'outline' }];
  const limits: SharedLimits = { bytes: 100_000, tokens: 1000 };
  // @ts-expect-error a request has a path
  await room.readMany([{ lines: 1 }]);
  // @ts-expect-error a view is one of those there are
  await room.read('a.txt', { view: 'summary' });
  const answers = await room.readMany(requests, limits);
  return answers.map((answer) => (answer instanceof ReadError ? answer.code : answer.body.tag));
}

export async function inMemory(): Promise<Room> {
  return Room.fromFiles(
    { 'a.txt': 'a', b: { link: 'a.txt' }, c: { content: new Uint8Array(), modified: 0 } },
    { name: '/p' },
  );
}
