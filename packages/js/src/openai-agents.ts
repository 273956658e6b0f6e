/**
 * Tools for the OpenAI Agents SDK, the package `@openai/agents`, which is not needed to make them.
 *
 * @packageDocumentation
 */

import { fileName, named, offeredIn } from './adapters.js';
import type { ToolOptions } from './adapters.js';
import type { Content } from './contract.js';
import type { ReadingRoom } from './room.js';

/** A part of the model's view. */
export type AgentsOutput =
  | { type: 'text'; text: string }
  | { type: 'image'; image: { data: string; mediaType: string } }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } };

/** The argument of the SDK's `tool`. */
export interface AgentsToolOptions {
  name: string;
  description: string;
  /** The tool's own schema; the SDK's type demands members that a schema can leave out. */
  parameters: { type: 'object'; properties: any; required: any; additionalProperties: true };
  /** Off: strict mode requires every argument, and ours are optional. */
  strict: false;
  execute: (
    input: unknown,
    context?: unknown,
    details?: { toolCall?: { arguments: string }; signal?: AbortSignal },
  ) => Promise<AgentsOutput[]>;
}

/**
 * Returns tools for an `Agent`. The room gets the arguments as the model wrote them, but the SDK
 * rejects invalid JSON.
 *
 * @param tool - the function `tool` of the SDK
 * @param options - the tools; by default those of `readroom`, with `diff` and `log` if the room has
 *   a git repository at its root
 * @throws `TypeError` if two tools have the same name
 */
export async function tools<T>(
  room: ReadingRoom,
  tool: (options: AgentsToolOptions) => T,
  options: ToolOptions = {},
): Promise<T[]> {
  const offered = await offeredIn(room, options);
  return named(await room.tools(), offered, ({ id, description, parameters }, name) =>
    tool({
      name,
      description,
      parameters: parameters as AgentsToolOptions['parameters'],
      strict: false,
      async execute(input, _, details) {
        const args = details?.toolCall?.arguments ?? (input as object);
        const reply = await room.call(id, args, {
          signal: details?.signal,
          contentOnly: true,
        });
        return reply.content.map(outputOf);
      },
    }),
  );
}

function outputOf(part: Content): AgentsOutput {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { mime: mediaType, data } = part;
  if (part.kind === 'image') return { type: 'image', image: { data, mediaType } };
  return { type: 'file', file: { data, mediaType, filename: fileName(mediaType) } };
}
