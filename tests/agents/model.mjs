/**
 * A model that plays a transcript: a server on loopback with OpenAI's chat completions. What it was
 * sent is what a model would have seen.
 */

import http from 'node:http';

/**
 * @param turns - `{call: {name, arguments}}` or `{say: text}`. A request without tools, such as one
 *   for a title, and those after the last turn are answered with a word.
 * @returns its URL, the bodies of all requests, and how to end it
 */
export async function startModel(turns) {
  const requests = [];
  let turn = 0;
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (!request.url.endsWith('/chat/completions')) {
      response.writeHead(404).end('{}');
      return;
    }
    requests.push(body);
    const { tools = [], stream = false } = JSON.parse(body);
    const step = tools.length > 0 ? turns[turn++] : undefined;
    answer(response, stream, step, turn);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  return { url, requests, stop: () => server.close() };
}

function answer(response, isStream, step, turn) {
  const call = step?.call && {
    id: `call_${turn}`,
    type: 'function',
    function: { name: step.call.name, arguments: JSON.stringify(step.call.arguments) },
  };
  const reason = call ? 'tool_calls' : 'stop';
  const content = call ? null : (step?.say ?? 'ok');
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const common = { id: 'answer', created: 1, model: 'scripted' };
  if (!isStream) {
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
