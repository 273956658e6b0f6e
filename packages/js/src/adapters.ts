/** Tools in the shapes that the common SDKs take. */

import type { Tool } from './types.js';

/**
 * How tools are renamed. Several dialects have a tool of the same name, and an API takes each name once:
 * rename them where tools of more than one dialect are offered. The name in the answer of the model then
 * tells the dialect.
 */
export type ToolNames = (tool: Tool) => string;

/** A function of OpenAI's responses API. */
export interface OpenaiTool {
  type: 'function';
  name: string;
  description: string;
  parameters: { [name: string]: unknown };
  strict: false;
}

/** A function of OpenAI's chat completions API. */
export interface OpenaiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: { [name: string]: unknown } };
}

/** A tool of Anthropic's messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [name: string]: unknown };
}

function named<T>(
  tools: Tool | readonly Tool[],
  rename: ToolNames | undefined,
  make: (tool: Tool, name: string) => T,
): T[] {
  const seen = new Set<string>();
  return (Array.isArray(tools) ? (tools as readonly Tool[]) : [tools as Tool]).map((tool) => {
    const name = rename === undefined ? tool.name : rename(tool);
    if (seen.has(name)) {
      throw new TypeError(
        `two tools would be called '${name}'; rename them, as with (tool) => tool.dialect + '_read'`,
      );
    }
    seen.add(name);
    return make(tool, name);
  });
}

/** Tools for OpenAI's responses API, or with `api: 'chat'` for chat completions. */
export function openaiTools(
  tools: Tool | readonly Tool[],
  options: { api: 'chat'; rename?: ToolNames | undefined },
): OpenaiChatTool[];
export function openaiTools(
  tools: Tool | readonly Tool[],
  options?: { api?: 'responses' | undefined; rename?: ToolNames | undefined },
): OpenaiTool[];
export function openaiTools(
  tools: Tool | readonly Tool[],
  options: { api?: 'chat' | 'responses' | undefined; rename?: ToolNames | undefined } = {},
): OpenaiTool[] | OpenaiChatTool[] {
  if (options.api === 'chat') {
    return named(tools, options.rename, ({ description, parameters }, name): OpenaiChatTool => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }
  return named(tools, options.rename, ({ description, parameters }, name): OpenaiTool =>
    // Strict mode would want every argument given; ours are optional.
    ({ type: 'function', name, description, parameters, strict: false }),
  );
}

/** Tools for Anthropic's messages API. */
export function anthropicTools(
  tools: Tool | readonly Tool[],
  options: { rename?: ToolNames | undefined } = {},
): AnthropicTool[] {
  return named(tools, options.rename, ({ description, parameters }, name): AnthropicTool => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' },
  }));
}
