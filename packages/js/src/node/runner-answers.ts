/** What the runner prints, as the types of the package. */

import { CallError, ReadError } from '../errors.js';
import type { ReadErrorFacts } from '../errors.js';
import type { Request } from '../raw.js';
import type { Dialect, Document, TextBody, Tool } from '../types.js';

type Members = { readonly [name: string]: unknown };

function members(json: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new CallError('the runner printed no JSON; give the readroom program as the runner', {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null) throw new CallError('the runner printed no object');
  return value as Members;
}

/** Whether a tool reports an error, as each dialect tells it. */
export function outcomeOf(dialect: Dialect, json: string): 'answered' | 'refused' {
  const reply = members(json);
  if (dialect === 'mycodeagent') return reply['status'] === 'error' ? 'refused' : 'answered';
  if (dialect === 'kimi-cli') return reply['is_error'] === true ? 'refused' : 'answered';
  return 'error' in reply ? 'refused' : 'answered';
}

/** The arguments of our own dialect for a request. */
export function argumentsOf({ path, start, lines, bytes }: Request): string {
  const from =
    start?.tag === 'cursor'
      ? { cursor: start.val }
      : start?.tag === 'from-end'
        ? { start: -start.val }
        : start === undefined
          ? {}
          : { start: start.val };
  return JSON.stringify({ path, ...from, lines, bytes });
}

/**
 * The document that our own dialect tells. A line that was not counted is a negative number there, seen from
 * the end, and has none here.
 */
export function documentOf(json: string): Document {
  const reply = members(json);
  const error = reply['error'] as (ReadErrorFacts & Members) | undefined;
  if (error !== undefined) throw new ReadError({ ...error, suggestions: error.suggestions ?? [] });
  const [first, next] = [reply['first'] as number, reply['cursor'] as string | null];
  const isCounted = first >= 0;
  const clipped = (reply['clipped'] as number[]).map((line) => (isCounted ? line : line - first + 1));
  const presence = (name: string): 'absent' | 'present' => (reply[name] === true ? 'present' : 'absent');
  return {
    path: reply['path'] as string,
    size: reply['size'] as number,
    modified: (reply['modified'] as number | null) ?? undefined,
    version: reply['version'] as string,
    body: {
      tag: 'text',
      content: reply['content'] as string,
      first: isCounted ? first : undefined,
      lines: reply['lines'] as number,
      stopped: reply['stopped'] as TextBody['stopped'],
      next: next ?? undefined,
      total: (reply['total'] as number | null) ?? undefined,
      clipped,
      encoding: reply['encoding'] as string,
      mark: presence('byte_order_mark'),
      endings: reply['line_endings'] as TextBody['endings'],
      replacements: presence('replacements'),
    },
  };
}

/** The tools that `readroom tools` prints. */
export function toolsOf(json: string): Tool[] {
  const tools = members(json) as unknown as Members[];
  return tools.map((tool) => ({
    dialect: tool['dialect'] as Dialect,
    name: tool['name'] as string,
    description: tool['description'] as string,
    parameters: tool['parameters'] as Tool['parameters'],
    snippet: tool['prompt_snippet'] as string,
    guidelines: tool['prompt_guidelines'] as string[],
  }));
}

/**
 * Arguments on one line. JSON may have line breaks between its parts, where a space says the same; within a
 * text none may stand as it is, and NUL, which may not either, stands there for it.
 */
export function onOneLine(json: string): string {
  if (!/[\n\r]/u.test(json)) return json;
  let isText = false;
  return json.replace(/\\[^\n\r]|["\n\r]/gu, (found) => {
    if (found === '"') isText = !isText;
    return found === '\n' || found === '\r' ? (isText ? '\0' : ' ') : found;
  });
}
