/**
 * Models that play a script: they make the calls of each turn, and then end. Calls that are not in
 * lists are one turn.
 */

import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
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

/**
 * A model of the Claude Agent SDK: the messages API of Anthropic on this machine, which keeps its
 * requests, and the environment in which the SDK's program asks it and nothing else.
 */
export class ClaudeModel {
  requests = [];
  #turns;
  #server = http.createServer((request, response) => this.#answer(request, response));

  /** @param turns - of each answer the call, as `{ name, input }`, or the text */
  constructor(turns) {
    this.#turns = [...turns];
  }

  /** Returns the environment. */
  async start() {
    await new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-claude-'));
    after(() => {
      this.#server.closeAllConnections();
      this.#server.close();
      fs.rmSync(home, { recursive: true, force: true });
    });
    return {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${this.#server.address().port}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    };
  }

  /** Returns the results of all calls, those of agents below the first one too, in their order. */
  get results() {
    const results = new Map();
    for (const { messages } of this.requests) {
      for (const { content } of messages) {
        for (const part of Array.isArray(content) ? content : [])
          if (part.type === 'tool_result') results.set(part.tool_use_id, part);
      }
    }
    return [...results]
      .sort(([one], [other]) => Number(one.slice(5)) - Number(other.slice(5)))
      .map(([, { content, is_error }]) => ({
        text: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
        content,
        refused: is_error === true,
      }));
  }

  async #answer(request, response) {
    let body = '';
    for await (const part of request) body += part;
    if (!request.url.startsWith('/v1/messages?') || request.method !== 'POST') {
      response.writeHead(404).end('{}');
      return;
    }
    const asked = JSON.parse(body);
    this.requests.push(asked);
    const turn = this.#turns.shift() ?? 'done';
    const id = `call_${this.requests.length}`;
    const [start, delta, stop_reason] =
      typeof turn === 'string'
        ? [{ type: 'text', text: '' }, { type: 'text_delta', text: turn }, 'end_turn']
        : [
            { type: 'tool_use', id, name: turn.name, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
            'tool_use',
          ];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const { model } = asked;
    const empty = { stop_reason: null, stop_sequence: null, content: [], usage };
    const message = { id: `message_${id}`, type: 'message', role: 'assistant', model, ...empty };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ]) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  }
}
