/** From the component's types, as the generated code has them, to the public ones. */

import type {
  Document as RawDocument,
  Facts as RawFacts,
  Request,
  Start,
  Text as RawText,
} from './component/interfaces/readroom-read-read.js';
import type { Reply as RawReply, Tool as RawTool } from './component/interfaces/readroom-read-dialects.js';
import type { Document, Facts, Reply, TextBody, Tool } from './types.js';

export type { RawDocument, RawFacts, RawReply, RawTool, Request, Start };

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
    body: raw.body.tag === 'text' ? text(raw.body.val) : { tag: 'unchanged' },
  };
}

function text(raw: RawText): TextBody {
  return {
    tag: 'text',
    content: raw.content,
    first: raw.first,
    lines: raw.lines,
    tokens: raw.tokens,
    stopped: raw.stopped,
    next: raw.next,
    total: raw.total,
    clipped: Array.from(raw.clipped),
    encoding: raw.encoding,
    mark: raw.mark,
    endings: raw.endings,
    replacements: raw.replacements,
    suspicious: raw.suspicious.map(({ line, kind, characters }) => ({ line, kind, characters })),
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
