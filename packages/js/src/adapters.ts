/** Tools and their results in the shapes that the common SDKs take. No SDK is needed here. */

import type { Content } from './contract.js';
import { UnknownToolError } from './errors.js';
import type { ReadingRoom } from './room.js';
import type { Reply, Tool } from './types.js';

/** Which tools are offered, and under which names. */
export interface ToolOptions {
  /**
   * The ids of the tools: by default those of `readroom`, but `diff` and `log` only where a room
   * with a git repository at its root is given. Without a tool's name an id stands for all tools
   * of a release, and without a revision for the newest one.
   */
  ids?: readonly string[] | undefined;
  /**
   * Returns the name that the model calls a tool by. Tools of different agents often have the same
   * name, and an API takes each name once.
   */
  rename?: ((tool: Tool) => string) | undefined;
}

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

/** A part of the `output` of a function call in OpenAI's responses API. */
export type OpenaiContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

/** A part of a tool message in OpenAI's chat completions API. */
export interface OpenaiChatContent {
  type: 'text';
  text: string;
}

/** A part of a `tool_result` in Anthropic's messages API. */
export type AnthropicContent =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
  | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string } };

/** The types of images that Anthropic's messages API takes. It refuses others. */
export type AnthropicImageType = 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp';

/** @internal Returns an id without its revision, such as `pi` or `readroom:search`. */
export function unversioned(id: string): string {
  return id.replace(/@[^:]*/u, '');
}

/** Returns the part of a tool's id before its name. */
const releaseOf = ({ id }: Tool): string => id.replace(/:.*/u, '');

/** Returns the tools that an id stands for. The newest revision of a dialect comes first. */
function toolsOf(tools: readonly Tool[], id: string): Tool[] {
  const found = tools.filter((tool) =>
    [tool.id, unversioned(tool.id)].some((full) => full === id || full.startsWith(`${id}:`)),
  );
  const [first] = found;
  if (first === undefined)
    throw new UnknownToolError({ tool: id, known: tools.map((tool) => tool.id) });
  return found.filter((tool) => releaseOf(tool) === releaseOf(first));
}

/** The tools that are offered by default, and those of a room with a git repository. */
const OWN = ['read', 'list', 'find', 'search'].map((name) => `readroom:${name}`);
const OF_REPOSITORY = [...OWN, 'readroom:diff', 'readroom:log'];

/** @internal Returns options with the tools that are offered by default in a room. */
export async function offeredIn(room: ReadingRoom, options: ToolOptions): Promise<ToolOptions> {
  if (options.ids !== undefined) return options;
  const has = await room.stat('.git').then(
    () => true,
    () => false,
  );
  return { ...options, ids: has ? OF_REPOSITORY : OWN };
}

/** @internal Makes a value for each offered tool, with its name. */
export function named<T>(
  given: Tool | readonly Tool[],
  { ids, rename }: ToolOptions,
  make: (tool: Tool, name: string) => T,
): T[] {
  const tools = Array.isArray(given) ? (given as readonly Tool[]) : [given as Tool];
  const wanted = ids ?? (tools === given ? OWN : tools.map(({ id }) => id));
  const seen = new Set<string>();
  return [...new Set(wanted.flatMap((id) => toolsOf(tools, id)))].map((tool) => {
    const name = rename === undefined ? tool.name : rename(tool);
    if (seen.has(name)) {
      throw new TypeError(
        `two tools would be called '${name}'; choose some with 'ids', or name them apart with ` +
          "'rename'",
      );
    }
    seen.add(name);
    return make(tool, name);
  });
}

/** Returns tools for OpenAI's responses API, or with `api: 'chat'` for chat completions. */
export function openaiTools(
  tools: Tool | readonly Tool[],
  options: ToolOptions & { api: 'chat' },
): OpenaiChatTool[];
export function openaiTools(
  tools: Tool | readonly Tool[],
  options?: ToolOptions & { api?: 'responses' | undefined },
): OpenaiTool[];
export function openaiTools(
  tools: Tool | readonly Tool[],
  options: ToolOptions & { api?: 'chat' | 'responses' | undefined } = {},
): OpenaiTool[] | OpenaiChatTool[] {
  if (options.api === 'chat') {
    return named(tools, options, ({ description, parameters }, name): OpenaiChatTool => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }
  return named(tools, options, ({ description, parameters }, name): OpenaiTool =>
    // Strict mode requires every argument; ours are optional.
    ({ type: 'function', name, description, parameters, strict: false }),
  );
}

/** Returns tools for Anthropic's messages API. */
export function anthropicTools(
  tools: Tool | readonly Tool[],
  options: ToolOptions = {},
): AnthropicTool[] {
  return named(tools, options, ({ description, parameters }, name): AnthropicTool => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' },
  }));
}

/**
 * Returns the model's view of a reply: the `output` of a `function_call_output` in OpenAI's
 * responses API, or with `api: 'chat'` the `content` of a tool message in chat completions, which
 * takes text alone.
 */
export function openaiContent(
  reply: Pick<Reply, 'content'>,
  options: { api: 'chat' },
): OpenaiChatContent[];
export function openaiContent(
  reply: Pick<Reply, 'content'>,
  options?: { api?: 'responses' | undefined },
): OpenaiContent[];
export function openaiContent(
  { content }: Pick<Reply, 'content'>,
  { api }: { api?: 'chat' | 'responses' | undefined } = {},
): OpenaiContent[] | OpenaiChatContent[] {
  if (api === 'chat') {
    return content.flatMap((part) =>
      part.kind === 'text' ? [{ type: 'text', text: part.text }] : [],
    );
  }
  return content.map((part): OpenaiContent => {
    if (part.kind === 'text') return { type: 'input_text', text: part.text };
    const url = `data:${part.mime};base64,${part.data}`;
    return part.kind === 'image'
      ? { type: 'input_image', image_url: url, detail: 'auto' }
      : { type: 'input_file', filename: fileName(part.mime), file_data: url };
  });
}

/** @internal Returns a name for an attached file, which has none itself. */
export function fileName(mime: string): string {
  return `file.${mime.replace(/^.*\//u, '')}`;
}

/**
 * Returns the model's view of a reply: the `content` of a `tool_result` in Anthropic's messages
 * API.
 */
export function anthropicContent({ content }: Pick<Reply, 'content'>): AnthropicContent[] {
  return content.map((part: Content): AnthropicContent => {
    if (part.kind === 'text') return { type: 'text', text: part.text };
    const { mime: media_type, data } = part;
    const type = part.kind === 'image' ? 'image' : 'document';
    return { type, source: { type: 'base64', media_type, data } } as AnthropicContent;
  });
}
