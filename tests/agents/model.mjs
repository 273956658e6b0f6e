/**
 * A model that plays a transcript: a server on loopback with OpenAI's chat completions, Anthropic's
 * messages and Gemini's streams. What it was sent is what a model would have seen.
 */

import http from 'node:http';

/** What answers requests, by the ends of their paths. */
const APIS = {
  '/chat/completions': openai,
  '/v1/messages': anthropic,
  ':streamGenerateContent': gemini,
};

/**
 * @param turns - `{call: {name, arguments}}` or `{say: text}`. A request without tools, such as one
 *   for a title, and those after the last turn are answered with a word.
 * @returns its URL, with the version as OpenAI's clients want it and without, the bodies of all
 *   requests, and how to end it
 */
export async function startModel(turns) {
  const requests = [];
  let turn = 0;
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const [path] = request.url.split('?');
    const [, answer] = Object.entries(APIS).find(([end]) => path.endsWith(end)) ?? [];
    if (answer === undefined) {
      response.writeHead(404).end('{}');
      return;
    }
    requests.push(body);
    const asked = JSON.parse(body);
    const step = asked.tools?.length > 0 ? turns[turn++] : undefined;
    answer(response, asked, step?.call, step?.say ?? 'ok', `call_${turn}`);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${server.address().port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `${origin}/v1`, origin, requests, stop };
}

function openai(response, { stream = false }, step, said, id) {
  const call = step && {
    id,
    type: 'function',
    function: { name: step.name, arguments: JSON.stringify(step.arguments) },
  };
  const reason = call ? 'tool_calls' : 'stop';
  const content = call ? null : said;
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const common = { id: 'answer', created: 1, model: 'scripted' };
  if (!stream) {
    const message = { role: 'assistant', content, ...(call && { tool_calls: [call] }) };
    const choices = [{ index: 0, message, finish_reason: reason }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  const send = (choices, more) => {
    const chunk = { ...common, object: 'chat.completion.chunk', choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const calls = call && { tool_calls: [{ index: 0, ...call }] };
  const delta = { role: 'assistant', content, ...calls };
  send([{ index: 0, delta, finish_reason: null }]);
  send([{ index: 0, delta: {}, finish_reason: reason }]);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}

function anthropic(response, { model }, step, said, id) {
  const [block, delta, stop_reason] = step
    ? [
        { type: 'tool_use', id, name: step.name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(step.arguments) },
        'tool_use',
      ]
    : [{ type: 'text', text: '' }, { type: 'text_delta', text: said }, 'end_turn'];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const empty = { stop_reason: null, stop_sequence: null, content: [], usage };
  const message = { id: `answer_${id}`, type: 'message', role: 'assistant', model, ...empty };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function gemini(response, _, step, said) {
  const part = step
    ? { functionCall: { name: step.name, args: step.arguments } }
    : { text: said };
  const content = { role: 'model', parts: [part] };
  const candidates = [{ index: 0, content, finishReason: 'STOP' }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify({ candidates, usageMetadata })}\r\n\r\n`);
}
