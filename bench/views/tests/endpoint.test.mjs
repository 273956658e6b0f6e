/** The loop with a model, against an endpoint that says what a script has. */

import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { measure, perform, print } from '../lib/endpoint.mjs';
import { openSynthetic } from '../lib/formats.mjs';

const FILES = new Map([['a.txt', 'one\ntwo\nthree\n']]);
const where = { file: 'a.txt', what: 'two', where: 'two' };
const TASK = { id: 'two', kind: 'declaration', ...where, answer: 2 };
const format = openSynthetic(FILES).find(({ id }) => id === 'tab');
const count = (text) => text.length;

/** A call of the tool, as a model writes it. */
const calls = (...all) => ({
  role: 'assistant',
  content: null,
  tool_calls: all.map(([name, args], at) => ({
    id: `call-${at}`,
    type: 'function',
    function: { name, arguments: args },
  })),
});
const says = (content) => ({ role: 'assistant', content });
const READ = calls(['read', '{"path":"a.txt"}']);

/** Serves one reply for each request: a message, or a status. The last one is repeated. */
async function serving(script, act) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
    const reply = script[Math.min(requests.length, script.length) - 1];
    response.statusCode = typeof reply === 'number' ? reply : 200;
    const usage = { prompt_tokens: 10, completion_tokens: 1 };
    response.end(JSON.stringify({ choices: [{ message: reply }], usage }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}/v1`;
  try {
    return await act({ url, model: 'script', key: 'secret', wait: 1 }, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const performed = (script) =>
  serving(script, async (endpoint, requests) => ({
    result: await perform(endpoint, format, TASK, FILES.get('a.txt'), count),
    requests,
  }));

test('a model calls the tool, is shown the file, and answers', async () => {
  const { result, requests } = await performed([READ, says('So <answer>2</answer>')]);
  const { answer, ...numbers } = result;
  const shown = '1\tone\n2\ttwo\n3\tthree\n';
  const tokens = '{"path":"a.txt"}'.length + shown.length;
  assert.deepEqual(numbers, { grade: 'right', calls: 1, tokens, prompt: 20, written: 2 });
  assert.equal(answer, 'So <answer>2</answer>');
  const [first, second] = requests;
  assert.equal(first.url, '/v1/chat/completions');
  assert.equal(first.headers.authorization, 'Bearer secret');
  assert.equal(first.body.model, 'script');
  assert.deepEqual(first.body.tools[0].function.parameters, format.definition.inputSchema);
  assert.match(first.body.messages[1].content, /On which line of a\.txt is two declared\?/u);
  assert.deepEqual(second.body.messages.slice(2), [
    READ,
    { role: 'tool', tool_call_id: 'call-0', content: shown },
  ]);
});

test('a busy endpoint is asked again, and another error is a result', async () => {
  const { result, requests } = await performed([429, 503, says('<answer>3</answer>')]);
  assert.deepEqual([result.grade, requests.length], ['wrong', 3]);
  await serving([400], async (endpoint, asked) => {
    const told = [];
    const tell = (row) => told.push(row);
    const [row] = await measure(endpoint, [format], [TASK], FILES, count, tell);
    assert.deepEqual([row.grade, asked.length, told.length], ['error', 1, 1]);
    assert.match(row.answer, /status 400/u);
    const [numbers] = print('script', [row])
      .split('\n')
      .filter((line) => line.startsWith('| tab'));
    assert.equal(numbers, '| tab | 0 of 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 0 |');
  });
});

test('a model that never answers is stopped after twenty calls', async () => {
  const { result, requests } = await performed([calls(...READ_TWICE)]);
  assert.deepEqual([result.grade, result.calls, requests.length], ['calls', 20, 11]);
});
const READ_TWICE = [
  ['read', '{"path":"a.txt"}'],
  ['read', '{"path":"a.txt","start":2}'],
];

test('a model is told what is wrong with a call', async () => {
  const wrong = calls(['write', '{}'], ['read', '{"path":'], ['read', '{"path":"b"}']);
  const { result, requests } = await performed([wrong, says('I give up')]);
  assert.deepEqual([result.grade, result.calls], ['none', 3]);
  const told = requests[1].body.messages.slice(3).map(({ content }) => content);
  assert.equal(told[0], 'there is no tool write');
  assert.match(told[1], /^the arguments are no JSON: /u);
  assert.equal(told[2], 'b does not exist');
});
