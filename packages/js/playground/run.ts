/** Makes the call of a tool, and measures what came of it. */

import type { Reply } from '../dist/contract.js';
import type { Caller } from './caller.js';
import { textOf } from './content-view.js';
import type { CallTrace } from './messages.js';

/** A call that came to an answer. */
export interface Run {
  readonly tool: string;
  readonly args: string;
  readonly reply: Reply;
  readonly trace: CallTrace;
  /** The text that the model is shown. */
  readonly text: string;
  /** The estimated tokens of the text. Undefined if they cannot be estimated. */
  readonly tokens: number | undefined;
  readonly textBytes: number;
  readonly jsonBytes: number;
  readonly pictures: number;
}

/** Calls a tool with JSON text. Rejects if the component fails or takes too long. */
export async function run(caller: Caller, tool: string, args: string): Promise<Run> {
  const { value: reply, trace } = await caller.perform('call', tool, args, {});
  const text = textOf(reply.content);
  const bytes = (of: string): number => new TextEncoder().encode(of).length;
  return {
    tool,
    args,
    reply,
    trace,
    text,
    tokens: await caller.estimate(text).catch(() => undefined),
    textBytes: bytes(text),
    jsonBytes: bytes(reply.json),
    pictures: reply.content.filter(({ kind }) => kind !== 'text').length,
  };
}
