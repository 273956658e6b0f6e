/** Models that play a script: they make the calls of the first turn, and then end. */

import { Usage } from '@openai/agents';
import { MockLanguageModelV4 } from 'ai/test';

/** A model of the AI SDK, which keeps its requests as `doGenerateCalls`. */
export function aiModel(calls) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const turns = [
    calls.map((call, at) => ({ type: 'tool-call', toolCallId: `call_${at}`, ...call })),
    [{ type: 'text', text: 'done' }],
  ].filter((content) => content.length > 0);
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const content = turns.shift();
      const unified = content[0].type === 'text' ? 'stop' : 'tool-calls';
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
}

/** A model of the OpenAI Agents SDK, which keeps its requests. */
export class AgentsModel {
  requests = [];
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  async getResponse(request) {
    this.requests.push(request);
    const calls = this.#calls.map((call, at) => ({
      type: 'function_call',
      callId: `call_${at}`,
      status: 'completed',
      ...call,
    }));
    this.#calls = [];
    const text = {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'done' }],
    };
    return { usage: new Usage(), output: calls.length > 0 ? calls : [text] };
  }

  getStreamedResponse() {
    throw new Error('is not used');
  }
}
