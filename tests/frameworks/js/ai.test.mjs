/** Agents of the AI SDK. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateText, isStepCount } from 'ai';
import { anthropicTools } from 'readroom';
import { tools } from 'readroom/ai';
import { ABOUT_IMAGE, CALLS, FOUND, MISSING, PNG, room, TEXT } from './project.mjs';
import { aiModel } from './models.mjs';

/** Runs an agent, and returns its model, the answers to the calls, and the result. */
async function run(calls, options) {
  const model = aiModel(calls);
  const result = await generateText({
    model,
    tools: await tools(room, options),
    stopWhen: isStepCount(5),
    prompt: 'Read.',
  });
  assert.equal(result.text, 'done');
  const answers = model.doGenerateCalls
    .at(-1)
    .prompt.filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content.map(({ output }) => output));
  return { model, answers, result };
}

test('a model is shown text, images and errors', async () => {
  const { answers, result } = await run(CALLS.map((input) => ({ toolName: 'read', input })));
  const [text, image, missing] = answers;
  assert.deepEqual(text, { type: 'content', value: [{ type: 'text', text: TEXT }] });
  assert.deepEqual(image.value, [
    { type: 'text', text: ABOUT_IMAGE },
    {
      type: 'file',
      data: { type: 'data', data: PNG },
      mediaType: 'image/png',
      filename: 'file.png',
      providerOptions: undefined,
    },
  ]);
  assert.equal(missing.type, 'error-text');
  assert.match(missing.value, MISSING);
  const [{ output }] = result.steps[0].toolResults;
  assert.deepEqual(output, { outcome: 'answered', content: [{ kind: 'text', text: TEXT }] });
  assert.deepEqual(result.warnings, []);
});

test('a model searches, and then reads', async () => {
  const [search, read] = ['{"pattern": "tw."}', '{"path": "notes.txt", "start": 2}'];
  const { model, answers } = await run([
    [{ toolName: 'search', input: search }],
    [{ toolName: 'read', input: read }],
  ]);
  assert.deepEqual(answers.map(({ value }) => value[0].text), [FOUND, TEXT]);
  const offered = model.doGenerateCalls[0].tools.map(({ name }) => name);
  assert.deepEqual(offered, ['read', 'list', 'find', 'search']);
});

test('a stored answer is shown again as it was', async () => {
  const [tool] = Object.values(await tools(room));
  const output = await tool.execute({ path: 'dot.png' });
  const stored = JSON.parse(JSON.stringify(output));
  assert.deepEqual(tool.toModelOutput({ output: stored }), tool.toModelOutput({ output }));
});

test('arguments of any name and type reach the tool', async () => {
  const inputs = ['{"path":"notes.txt","constructor":1}', '[]', '"notes.txt"', '{"path":7}'];
  const { answers } = await run(inputs.map((input) => ({ toolName: 'read', input })));
  assert.deepEqual(
    answers.map(({ type }) => type),
    inputs.map(() => 'error-text'),
  );
  assert.match(answers[0].value, /unknown argument 'constructor'/u);
});

test('a model is offered the schema of the tool', async () => {
  for (const id of ['readroom', 'opencode@1.18', 'kimi-cli', 'claude-code']) {
    const { model } = await run([], { ids: [id] });
    const wanted = anthropicTools(await room.tools(), { ids: [id] });
    assert.deepEqual(
      model.doGenerateCalls[0].tools,
      wanted.map(({ name, description, input_schema }) => ({
        type: 'function',
        name,
        description,
        // The SDK says of every schema by this interface that there are no other arguments.
        inputSchema: { ...input_schema, additionalProperties: false },
        strict: false,
      })),
    );
  }
});

test('tools can have other names, and need names of their own', async () => {
  const ids = ['opencode', 'pi:read'];
  await assert.rejects(tools(room, { ids }), /two tools would be called 'read'/u);
  const rename = ({ id }) => id.replace(/@.*/u, '');
  const path = 'notes.txt';
  const calls = [{ toolName: 'pi', input: JSON.stringify({ path }) }];
  const { answers } = await run(calls, { ids, rename });
  assert.deepEqual(answers[0].value, [{ type: 'text', text: 'one\ntwo\nthree\n' }]);
});
