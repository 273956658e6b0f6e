/** From the component's types, as the generated code has them, to the public ones. */

import type {
  Document as RawDocument,
  Facts as RawFacts,
  Request,
  Start,
} from './component/interfaces/readroom-read-read.js';
import type { Reply as RawReply, Tool as RawTool } from './component/interfaces/readroom-read-dialects.js';
import type { Document, Facts, Reply, Tool } from './types.js';

export type { RawDocument, RawFacts, RawReply, RawTool, Request, Start };

/** Sizes and times are far below 2^53. */
function optional(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export function document(raw: RawDocument): Document {
  const text = raw.body.val;
  return {
    path: raw.path,
    size: Number(raw.size),
    modified: optional(raw.modified),
    version: raw.version,
    body: {
      tag: raw.body.tag,
      content: text.content,
      first: text.first,
      lines: text.lines,
      stopped: text.stopped,
      next: text.next,
      total: text.total,
      clipped: Array.from(text.clipped),
      encoding: text.encoding,
      mark: text.mark,
      endings: text.endings,
      replacements: text.replacements,
    },
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
