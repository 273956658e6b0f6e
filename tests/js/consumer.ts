/** A program that uses every public type. It is compiled, and not run. */

import {
  anthropicContent,
  anthropicTools,
  ERROR_CODES,
  isReadError,
  LimitError,
  openaiContent,
  openaiTools,
  ReadError,
  Room,
  UnknownToolError,
} from 'readroom';
import type {
  BasicRequest,
  BlockSpan,
  Body,
  ClippedLine,
  Content,
  Document,
  EncodingSource,
  ErrorCode,
  FileStat,
  FindOptions,
  Found,
  Listing,
  NotebookCell,
  OutlineEntry,
  Position,
  ReadFacts,
  ReadRequest,
  Reply,
  SearchResults,
  SharedLimits,
  Tool,
} from 'readroom';

export async function everything(room: Room): Promise<string> {
  const document: Document = await room.read('a.txt', { start: -20, totals: 'never' });
  const body: Body = document.body;
  switch (body.kind) {
    case 'text': {
      const next: Position | undefined = body.next;
      const first: number | undefined = body.first;
      const block: BlockSpan | undefined = body.block;
      const clipped: ClippedLine[] = body.clipped;
      const source: EncodingSource = body.encodingSource;
      await room.read(
        'a.txt',
        next === undefined ? {} : { cursor: next.cursor, lines: first ?? 1 },
      );
      await room.read('a.txt', { block: block?.last ?? 1, levels: 1, siblings: source === 'bom' });
      await room.read('a.txt', {
        column: clipped[0]?.nextColumn,
        columns: 10,
        encoding: body.encoding,
      });
      break;
    }
    case 'outline': {
      const entries: OutlineEntry[] = body.entries;
      await room.read('a.txt', { block: entries[0]?.line });
      break;
    }
    case 'notebook': {
      const cells: NotebookCell[] = body.cells;
      await room.read('a.ipynb', {
        start: body.nextCell,
        view: cells.length > 0 ? 'auto' : 'text',
      });
      break;
    }
    case 'image': {
      const width: number = body.width;
      await room.read('a.txt', { lines: width });
      break;
    }
    case 'directory':
      await room.list('a', { after: body.entries.at(-1)?.name, details: body.next === undefined });
      break;
    case 'document':
      await room.read('a.docx', { unit: body.units[0]?.title, lines: body.text.lines });
      break;
    case 'unchanged':
      await room.read('a.txt', { knownVersion: document.version });
      break;
    default:
      body satisfies never;
  }
  const listing: Listing = await room.list('src', { after: 'a.txt', entries: 10 });
  const stat: FileStat = await room.stat(listing.entries[0]?.name ?? '.');
  const asked: BasicRequest = { path: stat.path, start: -5, lines: 2 };
  const sent: string | undefined = await room.argumentsFor('pi', asked);
  const reply: Reply = await room.session('one').call('pi@0', sent ?? { path: 'a.txt' });
  const content: Content[] = reply.content;
  const facts: ReadFacts | undefined = reply.facts[0];
  const tools: Tool[] = await room.tools();
  const names: string[] = [
    ...openaiTools(tools, { rename: ({ id }) => id }).map(({ name }) => name),
    ...openaiTools(tools, { api: 'chat', ids: ['pi'] }).map(({ function: { name } }) => name),
    ...anthropicTools(tools).map(({ input_schema: { type } }) => type),
    ...openaiContent(reply).map(({ type }) => type),
    ...openaiContent({ content }, { api: 'chat' }).map(({ text }) => text),
    ...anthropicContent(reply).map(({ type }) => type),
  ];
  // @ts-expect-error numbers are numbers
  await room.read('a.txt', { lines: '7' });
  await room.close();
  return `${facts?.size ?? 0}${names.join()}`;
}

export function told(error: unknown): ErrorCode | 'late' | undefined {
  if (isReadError(error, 'not-found')) return error.suggestions.length > 0 ? error.code : undefined;
  if (error instanceof ReadError) return error.code;
  if (error instanceof UnknownToolError) return error.known.length > 0 ? ERROR_CODES[0] : undefined;
  if (error instanceof LimitError && error.limit === 'time') return 'late';
  return undefined;
}

export async function several(room: Room): Promise<(ErrorCode | Body['kind'])[]> {
  const requests: (string | ReadRequest)[] = ['a.txt', { path: 'b.txt', view: 'outline' }];
  const limits: SharedLimits = { bytes: 100_000, tokens: 1000 };
  // @ts-expect-error a request has a path
  await room.readMany([{ lines: 1 }]);
  // @ts-expect-error a view is a name
  await room.read('a.txt', { view: 1 });
  const answers = await room.readMany(requests, limits);
  return answers.map((answer) => (answer instanceof ReadError ? answer.code : answer.body.kind));
}

export async function around(room: Room): Promise<(string | number | undefined)[]> {
  const options: FindOptions = { path: 'src', globs: '*.rs', kinds: ['file', 'link'] };
  const found: Found = await room.find({ ...options, depth: 2, order: 'modified' });
  const asked = { pattern: 'main', globs: ['*.rs', '!a.rs'], letterCase: 'smart', before: 1 };
  const results: SearchResults = await room.search({ ...asked, cursor: found.next });
  // @ts-expect-error a search has a pattern
  await room.search({ path: 'src' });
  return results.files.flatMap(({ path, groups }) => [path, groups[0]?.lines[0]?.ranges[0]?.end]);
}

export async function inMemory(): Promise<Room> {
  // A member of an object that is not passed at once has the type string or boolean.
  const files = {
    'a.txt': 'a',
    b: { link: 'a.txt' },
    c: { content: new Uint8Array(), modified: 0 },
    d: { directory: true },
  };
  const options = { name: '/p', policy: { rules: 'everything', agentignore: false } };
  return Room.fromFiles(files, options);
}

export async function byKind(room: Room): Promise<(string | number | undefined)[]> {
  const options = { view: 'auto', totals: 'always', lines: 3 };
  const { text } = await room.read('a.txt', options);
  const document: Document = await room.read('a.txt', { cursor: text.next?.cursor });
  const { outline } = await room.read('a.txt', { view: 'outline' });
  const reply: Reply = await room.call('readroom', { path: 'a.txt' });
  const requests = ['a.txt', { path: 'b.txt', view: 'outline' }];
  const answers = await room.readMany(requests);
  return [
    text.content,
    text.block?.last,
    text.total,
    outline.entries[0]?.line,
    document.notebook.cells[0]?.source,
    document.image.width,
    reply.text,
    reply.denied?.rule.pattern,
    ...answers.map((answer) => (answer instanceof ReadError ? answer.reason : answer.text.content)),
  ];
}
