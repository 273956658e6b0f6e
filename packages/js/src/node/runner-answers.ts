/** What the runner is asked, and what it prints in every dialect. */

import type { Request } from '../raw.js';
import { DIALECTS } from '../types.js';
import type { Dialect, SharedLimits, Tool } from '../types.js';
import { areTexts, isObject, isOneOf, isText, members, needed, unexpected } from './runner-members.js';
import type { Members } from './runner-members.js';

/** Whether a tool reports an error, as each dialect tells it. */
export function outcomeOf(dialect: Dialect, json: string): 'answered' | 'refused' {
  const reply = members(json);
  if (dialect === 'mycodeagent') return reply['status'] === 'error' ? 'refused' : 'answered';
  if (dialect === 'kimi-cli') return reply['is_error'] === true ? 'refused' : 'answered';
  return 'error' in reply ? 'refused' : 'answered';
}

/** The arguments of our own dialect for a request. */
export function argumentsOf(request: Request): string {
  return JSON.stringify(argumentsIn(request));
}

/** The arguments of our own dialect for several requests. */
export function argumentsOfMany(requests: readonly Request[], { bytes, tokens }: SharedLimits): string {
  return JSON.stringify({ files: requests.map(argumentsIn), bytes, tokens });
}

function argumentsIn(request: Request): Members {
  const { path, view, lines, bytes, tokens, column, columns, encoding, known } = request;
  const limits = { lines, bytes, tokens, column, columns };
  return { path, view, ...startIn(request), ...limits, encoding, version: known };
}

function startIn({ start }: Request): Members {
  switch (start?.tag) {
    case undefined:
      return {};
    case 'line':
      return { start: start.val };
    case 'from-end':
      return { start: -start.val };
    case 'cursor':
      return { cursor: start.val };
    case 'block': {
      const { line, levels, siblings } = start.val;
      return { block: line, levels, siblings: siblings === 'included' };
    }
  }
}

/** The tools that `readroom tools` prints. */
export function toolsOf(json: string): Tool[] {
  const tools: unknown = members(json);
  if (!Array.isArray(tools) || !tools.every(isObject)) throw unexpected();
  return tools.map((tool) => ({
    dialect: needed(tool, 'dialect', isOneOf(DIALECTS)),
    name: needed(tool, 'name', isText),
    description: needed(tool, 'description', isText),
    parameters: needed(tool, 'parameters', isObject),
    snippet: needed(tool, 'prompt_snippet', isText),
    guidelines: needed(tool, 'prompt_guidelines', areTexts),
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
