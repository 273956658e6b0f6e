/** The shapes of the package's adapters, through the clients of OpenAI and Anthropic. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { anthropicContent, anthropicTools, openaiContent, openaiTools } from 'readroom';
import { ABOUT_IMAGE, CALLS, FOUND, MISSING, PNG, room, TEXT } from './project.mjs';

const offered = await room.tools();
/** What a model calls: it searches, and then reads. */
const WRITTEN = [['search', '{"pattern": "tw."}'], ...CALLS.map((text) => ['read', text])];
const NUMBERS = WRITTEN.map((_, at) => `call_${at}`);

/** Returns a `fetch` that answers requests in turn, and the list that it keeps them in. */
function service(...answers) {
  const requests = [];
  return {
    requests,
    async fetch(_, { body }) {
      requests.push(JSON.parse(body));
      return Response.json(answers.shift());
    },
  };
}

test('chat completions of OpenAI', async () => {
  const completion = (given, finish_reason) => {
    const message = { role: 'assistant', content: null, ...given };
    const choices = [{ index: 0, finish_reason, message }];
    return { id: '1', object: 'chat.completion', created: 1, model: 'm', choices };
  };
  const tool_calls = WRITTEN.map(([name, text], at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name, arguments: text },
  }));
  const { requests, fetch } = service(
    completion({ tool_calls }, 'tool_calls'),
    completion({ content: 'done' }, 'stop'),
  );
  const client = new OpenAI({ apiKey: 'none', fetch });
  const tools = openaiTools(offered, { api: 'chat' });
  const messages = [{ role: 'user', content: 'Read.' }];
  let message;
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'm', messages, tools });
    ({ message } = choices[0]);
    if (message.tool_calls === undefined) break;
    messages.push(message);
    for (const call of message.tool_calls) {
      const { name, arguments: text } = call.function;
      const reply = await room.call(`readroom:${name}`, text);
      const content = openaiContent(reply, { api: 'chat' });
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  assert.equal(message.content, 'done');
  assert.deepEqual(requests[0].tools, tools);
  const shown = requests[1].messages.filter(({ role }) => role === 'tool');
  assert.deepEqual(
    shown.map(({ tool_call_id }) => tool_call_id),
    NUMBERS,
  );
  const [found, text, image, [missing]] = shown.map(({ content }) => content);
  assert.deepEqual(found, [{ type: 'text', text: FOUND }]);
  assert.deepEqual(text, [{ type: 'text', text: TEXT }]);
  // This API has no images in the messages of tools.
  assert.deepEqual(image, [{ type: 'text', text: ABOUT_IMAGE }]);
  assert.match(missing.text, MISSING);
});

test('responses of OpenAI', async () => {
  const response = (...output) => ({
    id: '1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output,
  });
  const calls = WRITTEN.map(([name, text], at) => ({
    type: 'function_call',
    id: `fc_${at}`,
    call_id: `call_${at}`,
    name,
    arguments: text,
  }));
  const content = [{ type: 'output_text', text: 'done', annotations: [] }];
  const last = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content };
  const { requests, fetch } = service(response(...calls), response(last));
  const client = new OpenAI({ apiKey: 'none', fetch });
  const tools = openaiTools(offered);
  const input = [{ role: 'user', content: 'Read.' }];
  let answer;
  for (;;) {
    answer = await client.responses.create({ model: 'm', input, tools });
    const wanted = answer.output.filter(({ type }) => type === 'function_call');
    if (wanted.length === 0) break;
    input.push(...answer.output);
    for (const { call_id, name, arguments: text } of wanted) {
      const output = openaiContent(await room.call(`readroom:${name}`, text));
      input.push({ type: 'function_call_output', call_id, output });
    }
  }
  assert.equal(answer.output_text, 'done');
  assert.deepEqual(requests[0].tools, tools);
  const shown = requests[1].input.filter(({ type }) => type === 'function_call_output');
  assert.deepEqual(
    shown.map(({ call_id }) => call_id),
    NUMBERS,
  );
  const [found, text, image, [missing]] = shown.map(({ output }) => output);
  assert.deepEqual(found, [{ type: 'input_text', text: FOUND }]);
  assert.deepEqual(text, [{ type: 'input_text', text: TEXT }]);
  assert.deepEqual(image, [
    { type: 'input_text', text: ABOUT_IMAGE },
    { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
  ]);
  assert.match(missing.text, MISSING);
});

test('messages of Anthropic', async () => {
  const message = (stop_reason, ...content) => ({
    id: '1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const calls = WRITTEN.map(([name, text], at) => ({
    type: 'tool_use',
    id: `call_${at}`,
    name,
    input: JSON.parse(text),
  }));
  const { requests, fetch } = service(
    message('tool_use', ...calls),
    message('end_turn', { type: 'text', text: 'done' }),
  );
  const client = new Anthropic({ apiKey: 'none', fetch });
  const tools = anthropicTools(offered);
  const messages = [{ role: 'user', content: 'Read.' }];
  let answer;
  for (;;) {
    answer = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools });
    if (answer.stop_reason !== 'tool_use') break;
    const results = [];
    for (const { id, name, input } of answer.content) {
      const reply = await room.call(`readroom:${name}`, input);
      results.push({
        type: 'tool_result',
        tool_use_id: id,
        content: anthropicContent(reply),
        is_error: reply.outcome === 'refused',
      });
    }
    messages.push({ role: 'assistant', content: answer.content });
    messages.push({ role: 'user', content: results });
  }
  assert.equal(answer.content[0].text, 'done');
  assert.deepEqual(requests[0].tools, tools);
  const shown = requests[1].messages[2].content;
  assert.deepEqual(
    shown.map(({ tool_use_id, is_error }) => [tool_use_id, is_error]),
    [
      ['call_0', false],
      ['call_1', false],
      ['call_2', false],
      ['call_3', true],
    ],
  );
  const [found, text, image, [missing]] = shown.map(({ content }) => content);
  assert.deepEqual(found, [{ type: 'text', text: FOUND }]);
  assert.deepEqual(text, [{ type: 'text', text: TEXT }]);
  assert.deepEqual(image, [
    { type: 'text', text: ABOUT_IMAGE },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  ]);
  assert.match(missing.text, MISSING);
});
