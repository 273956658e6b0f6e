/** From the component's types, as the generated code has them, to the public ones. */

import type {
  Block,
  Body as RawBody,
  Document as RawDocument,
  Facts as RawFacts,
  Notebook as RawNotebook,
  ReadError as RawReadError,
  Request,
  Result,
  Start,
  Text as RawText,
} from './component/interfaces/readroom-read-read.js';
import type { Reply as RawReply, Tool as RawTool } from './component/interfaces/readroom-read-dialects.js';
import type { FileAnswer } from './operations.js';
import type { Body, Document, Facts, NotebookBody, Reply, TextBody, Tool } from './types.js';

export type { Block, RawDocument, RawFacts, RawReply, RawTool, Request, Start };

/** Sizes and times are far below 2^53. */
function optional(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export function document(raw: RawDocument): Document {
  return {
    path: raw.path,
    size: Number(raw.size),
    modified: optional(raw.modified),
    version: raw.version,
    body: body(raw.body),
  };
}

export function answer(raw: Result<RawDocument, RawReadError>): FileAnswer {
  return raw.tag === 'ok' ? { tag: 'ok', val: document(raw.val) } : raw;
}

function body(raw: RawBody): Body {
  switch (raw.tag) {
    case 'text':
      return text(raw.val);
    case 'unchanged':
      return { tag: 'unchanged' };
    case 'outline': {
      const { entries, leftOut, tokens, total, encoding } = raw.val;
      return { tag: 'outline', entries, leftOut, tokens, total, encoding };
    }
    case 'notebook':
      return notebook(raw.val);
    case 'image': {
      const { mime, width, height } = raw.val;
      return { tag: 'image', mime, width, height };
    }
  }
}

function text(raw: RawText): TextBody {
  return {
    tag: 'text',
    content: raw.content,
    first: raw.first,
    lines: raw.lines,
    block: raw.block,
    tokens: raw.tokens,
    stopped: raw.stopped,
    next: raw.next,
    total: raw.total,
    clipped: raw.clipped,
    encoding: raw.encoding,
    evidence: raw.evidence,
    mark: raw.mark,
    endings: raw.endings,
    replacements: raw.replacements,
    suspicious: raw.suspicious,
  };
}

function notebook(raw: RawNotebook): NotebookBody {
  return {
    tag: 'notebook',
    cells: raw.cells.map((cell) => ({ ...cell, run: cell.run })),
    tokens: raw.tokens,
    stopped: raw.stopped,
    total: raw.total,
    next: raw.next,
    unreadable: raw.unreadable,
    language: raw.language,
  };
}

export function facts(raw: RawFacts): Facts {
  return {
    path: raw.path,
    size: Number(raw.size),
    modified: optional(raw.modified),
    version: raw.version,
    lines: raw.lines,
    bytes: Number(raw.bytes),
  };
}

/** The reply of a tool. Its JSON is parsed for whoever asks, copies or prints it, and only then. */
export function reply(outcome: Reply['outcome'], json: string, facts: Facts | undefined): Reply {
  let parsed: { value: unknown } | undefined;
  return {
    outcome,
    json,
    facts,
    get value(): unknown {
      parsed ??= { value: JSON.parse(json) };
      return parsed.value;
    },
  };
}

export function tool(raw: RawTool): Tool {
  return { ...raw, parameters: JSON.parse(raw.parameters) as Tool['parameters'] };
}
