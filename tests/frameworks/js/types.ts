/** Whether TypeScript lets the tools be used with the frameworks and clients. It is not run. */

import { query } from '@anthropic-ai/claude-agent-sdk';
import Anthropic from '@anthropic-ai/sdk';
import { Agent, tool } from '@openai/agents';
import { generateText } from 'ai';
import type { LanguageModel } from 'ai';
import OpenAI from 'openai';
import { anthropicContent, anthropicTools, openaiContent, openaiTools, Room } from 'readroom';
import * as ai from 'readroom/ai';
import * as claude from 'readroom/claude-agent';
import * as agents from 'readroom/openai-agents';

export async function everyShapeIsTaken(room: Room, model: LanguageModel): Promise<void> {
  await generateText({ model, tools: await ai.tools(room, { ids: ['pi'] }), prompt: 'Read.' });
  new Agent({ name: 'reader', tools: await agents.tools(room, tool, { ids: ['pi'] }) });
  const { options, attach } = await claude.tools(room, { ids: ['claude-code'] });
  for await (const { type } of attach(query({ prompt: 'Read.', options }))) console.log(type);

  const offered = await room.tools();
  const reply = await room.call('pi', '{"path": "notes.txt"}');
  const openai = new OpenAI();
  await openai.chat.completions.create({
    model: 'm',
    tools: openaiTools(offered, { ids: ['pi'], api: 'chat' }),
    messages: [
      { role: 'tool', tool_call_id: '1', content: openaiContent(reply, { api: 'chat' }) },
    ],
  });
  await openai.responses.create({
    model: 'm',
    tools: openaiTools(offered, { ids: ['pi'] }),
    input: [{ type: 'function_call_output', call_id: '1', output: openaiContent(reply) }],
  });
  const content = anthropicContent(reply);
  await new Anthropic().messages.create({
    model: 'm',
    max_tokens: 1,
    tools: anthropicTools(offered, { ids: ['pi'] }),
    messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content }] }],
  });
}
