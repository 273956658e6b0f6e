/**
 * Models that play a script: they make the calls of each turn, and then end. Calls that are not in
 * lists are one turn.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Usage } from '@openai/agents';
import { MockLanguageModelV4 } from 'ai/test';

const turnsOf = (calls) => (Array.isArray(calls[0]) ? calls : [calls]);

/** A model of the AI SDK, which keeps its requests as `doGenerateCalls`. */
export function aiModel(calls) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const turns = [
    ...turnsOf(calls).map((turn, number) =>
      turn.map((call, at) => ({ type: 'tool-call', toolCallId: `call_${number}_${at}`, ...call })),
    ),
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
  #turns;

  constructor(calls) {
    this.#turns = [...turnsOf(calls)];
  }

  async getResponse(request) {
    this.requests.push(request);
    const calls = (this.#turns.shift() ?? []).map((call, at) => ({
      type: 'function_call',
      callId: `call_${this.requests.length}_${at}`,
      status: 'completed',
      ...call,
    }));
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

/** The server of the tests of agents, which plays a script. */
export const { startModel } = await import(
  pathToFileURL(path.join(process.env.READROOM_TESTS, 'agents', 'model.mjs')).href
);

/**
 * Starts a model of the Claude Agent SDK, and ends it behind the tests of the file.
 *
 * @param turns - as for `startModel`
 * @returns its requests, the results of all calls, those of subagents too, and the environment in
 *   which the SDK's program asks it and nothing else
 */
export async function claudeModel(turns) {
  const { origin, requests, stop } = await startModel(turns);
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-claude-'));
  after(() => {
    stop();
    fs.rmSync(home, { recursive: true, force: true });
  });
  return {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: origin,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    get requests() {
      return requests.map((request) => JSON.parse(request));
    },
    get results() {
      const parts = this.requests.flatMap(({ messages }) =>
        messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])),
      );
      const results = parts.filter(({ type }) => type === 'tool_result');
      // Each is in all requests that follow it.
      const last = new Map(results.map((result) => [result.tool_use_id, result]));
      return [...last].sort().map(([, { content, is_error }]) => ({
        text: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
        refused: is_error === true,
      }));
    },
  };
}
