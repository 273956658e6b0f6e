/**
 * Tools for the AI SDK, the package `ai`, which is not needed to make them.
 *
 * @packageDocumentation
 */

import { fileName, named, offeredIn } from './adapters.js';
import type { ToolOptions } from './adapters.js';
import type { Content } from './contract.js';
import type { ReadingRoom } from './room.js';
import type { Reply, Tool } from './types.js';

/**
 * The schema of arguments, by the interfaces Standard Schema and Standard JSON Schema. It takes any
 * arguments: errors in them are reported in the reply, in the words of the tool.
 */
export interface AiSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'readroom';
    readonly validate: (value: unknown) => { value: unknown };
    readonly jsonSchema: {
      readonly input: () => Tool['parameters'];
      readonly output: () => Tool['parameters'];
    };
  };
}

/**
 * The part of a call that stays in the messages, which an application may store as JSON or send to
 * a page. So the facts are not in it: they have real names of files.
 */
export type AiOutput = Pick<Reply, 'outcome' | 'content'>;

/** A part of the model's view. */
export type AiContent =
  | { type: 'text'; text: string }
  | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string; filename: string };

/** The model's view. */
export type AiModelOutput =
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: AiContent[] };

/** A tool of the AI SDK. */
export interface AiTool {
  description: string;
  inputSchema: AiSchema;
  /** Off: strict mode requires every argument, and ours are optional. */
  strict: false;
  execute: (
    input: unknown,
    options?: { abortSignal?: AbortSignal | undefined },
  ) => Promise<AiOutput>;
  toModelOutput: (call: { output: AiOutput }) => AiModelOutput;
}

/**
 * Returns tools for `generateText` and its relatives, by the names that the model calls them by.
 *
 * @param options - the tools; by default those of `readroom`, with `diff` and `log` if the room has
 *   a git repository at its root
 * @throws `TypeError` if two tools have the same name
 */
export async function tools(
  room: ReadingRoom,
  options: ToolOptions = {},
): Promise<Record<string, AiTool>> {
  const offered = await offeredIn(room, options);
  return Object.fromEntries(
    named(await room.tools(), offered, (tool, name) => [name, toolOf(room, tool)]),
  );
}

function toolOf(room: ReadingRoom, { id, description, parameters }: Tool): AiTool {
  return {
    description,
    inputSchema: schemaOf(parameters),
    strict: false,
    async execute(input, { abortSignal: signal } = {}) {
      const options = { signal, contentOnly: true };
      const { outcome, content } = await room.call(id, input as object, options);
      return { outcome, content };
    },
    toModelOutput: ({ output }) => modelOutputOf(output),
  };
}

function schemaOf(parameters: Tool['parameters']): AiSchema {
  // The SDK mutates it.
  const copy = () => structuredClone(parameters);
  return {
    '~standard': {
      version: 1,
      vendor: 'readroom',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}

function modelOutputOf({ outcome, content }: AiOutput): AiModelOutput {
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  // An error can only be text.
  if (outcome === 'refused' && texts.length === content.length) {
    return { type: 'error-text', value: texts.join('\n') };
  }
  return { type: 'content', value: content.map(partOf) };
}

function partOf(part: Content): AiContent {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { mime, data } = part;
  return { type: 'file', data: { type: 'data', data }, mediaType: mime, filename: fileName(mime) };
}
