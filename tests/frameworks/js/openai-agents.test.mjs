/** Agents of the OpenAI Agents SDK. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, Runner, tool } from '@openai/agents';
import { openaiTools } from 'readroom';
import { tools } from 'readroom/openai-agents';
import { AgentsModel } from './models.mjs';
import { ABOUT_IMAGE, CALLS, FOUND, MISSING, PNG, room, TEXT } from './project.mjs';

/** Runs an agent, and returns its model and the answers to the calls. */
async function run(calls, options, given = room) {
  const model = new AgentsModel(calls);
  const agent = new Agent({ name: 'reader', model, tools: await tools(given, tool, options) });
  const result = await new Runner({ tracingDisabled: true }).run(agent, 'Read.');
  assert.equal(result.finalOutput, 'done');
  const answers = model.requests
    .at(-1)
    .input.filter(({ type }) => type === 'function_call_result')
    .map(({ output }) => output);
  return { model, answers };
}

const written = (texts) => texts.map((text) => ({ name: 'read', arguments: text }));

test('a model is shown text, images and errors', async () => {
  const { answers } = await run(written(CALLS));
  const [text, image, [missing]] = answers;
  assert.deepEqual(text, [{ type: 'input_text', text: TEXT }]);
  assert.deepEqual(image, [
    { type: 'input_text', text: ABOUT_IMAGE },
    { type: 'input_image', image: `data:image/png;base64,${PNG}` },
  ]);
  assert.match(missing.text, MISSING);
});

test('a model searches, and then reads', async () => {
  const { model, answers } = await run([
    [{ name: 'search', arguments: '{"pattern": "tw."}' }],
    [{ name: 'read', arguments: '{"path": "notes.txt", "start": 2}' }],
  ]);
  assert.deepEqual(answers.map(([{ text }]) => text), [FOUND, TEXT]);
  const offered = model.requests[0].tools.map(({ name }) => name);
  assert.deepEqual(offered, ['read', 'list', 'find', 'search']);
});

test('a file is attached', async () => {
  const { answers } = await run(written(['{"path": "paper.pdf"}']), { ids: ['opencode@2'] });
  const [, file] = answers[0];
  assert.equal(file.type, 'input_file');
  assert.equal(file.filename, 'file.pdf');
  assert.match(file.file, /^data:application\/pdf;base64,/u);
});

test('arguments reach the room as they were written', async () => {
  // Parsed and written again, it would have other spaces, and one `path`.
  const texts = ['{"path" : "x", "path":"notes.txt",  "start":1.0}'];
  const seen = [];
  const recording = {
    tools: () => room.tools(),
    stat: (file) => room.stat(file),
    call(id, text) {
      seen.push(text);
      return room.call(id, text);
    },
  };
  await run(written(texts), {}, recording);
  assert.deepEqual(seen, texts);
});

test('a run goes on after arguments that are not JSON', async () => {
  const { answers } = await run(written(['{"path": "notes', CALLS[0]]));
  assert.match(answers[0].text, /valid JSON/u);
  assert.deepEqual(answers[1], [{ type: 'input_text', text: TEXT }]);
});

test('a model is offered the schema of the tool', async () => {
  for (const id of ['readroom', 'opencode@1.18', 'kimi-cli', 'claude-code']) {
    const { model } = await run([], { ids: [id] });
    assert.deepEqual(
      model.requests[0].tools.map(({ type, name, description, parameters, strict }) => ({
        type,
        name,
        description,
        parameters,
        strict,
      })),
      openaiTools(await room.tools(), { ids: [id] }),
    );
  }
});
