/** Agents of the Copilot SDK, which starts its runtime, with the tools of `packages/agents`. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { approveAll, CopilotClient } from '@github/copilot-sdk';
import { openaiTools } from 'readroom';
import { tools } from './copilot-sdk.js';
import { startModel } from './models.mjs';
import { FOUND, MISSING, PNG, room, root, TEXT } from './project.mjs';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-copilot-'));
after(() => fs.rmSync(home, { recursive: true }));

/** Runs an agent. Returns its last request, and the answers to the calls. */
async function run(calls, given) {
  const turns = calls.map(([name, text]) => ({ call: { name, arguments: JSON.parse(text) } }));
  const model = await startModel([...turns, { say: 'done' }]);
  const client = new CopilotClient({
    workingDirectory: root,
    baseDirectory: home,
    useLoggedInUser: false,
    logLevel: 'none',
    env: { PATH: process.env.PATH, HOME: home },
  });
  try {
    await client.start();
    const session = await client.createSession({
      model: 'scripted',
      modelCapabilities: { supports: { vision: true } },
      provider: { type: 'openai', baseUrl: model.url, apiKey: 'none' },
      onPermissionRequest: approveAll,
      tools: given,
    });
    const { data } = await session.sendAndWait({ prompt: 'Read.' }, 60_000);
    assert.equal(data.content, 'done');
    await session.disconnect();
  } finally {
    await client.stop();
    model.stop();
  }
  const last = JSON.parse(model.requests.at(-1));
  return { last, answers: last.messages.filter(({ role }) => role === 'tool') };
}

test('a model searches, and then reads', async () => {
  const { last, answers } = await run(
    [
      ['grep', '{"pattern": "tw."}'],
      ['glob', '{"glob": "*.txt"}'],
      ['list', '{}'],
      ['view', '{"path": "notes.txt", "start": 2}'],
      ['view', '{"path": "dot.png"}'],
      ['view', '{"path": "nothing.txt"}'],
    ],
    await tools(root),
  );
  const [found, names, listed, text, , missing] = answers.map(({ content }) => content);
  assert.equal(found, FOUND);
  assert.equal(names, 'notes.txt\n[1 entry found.]');
  assert.match(listed, /^dot\.png\nnotes\.txt\npaper\.pdf\n/u);
  assert.equal(text, TEXT);
  assert.match(missing, MISSING);
  assert.ok(JSON.stringify(last.messages).includes(PNG));

  const rename = ({ name }) => ({ read: 'view', find: 'glob', search: 'grep' })[name] ?? name;
  const wanted = openaiTools(await room.tools(), { api: 'chat', rename });
  for (const each of wanted) {
    const { name } = each.function;
    const offered = last.tools.filter((tool) => tool.function.name === name);
    assert.deepEqual(offered, [each]);
  }
});

test('without them the built-in tools answer', async () => {
  const { answers } = await run([['view', JSON.stringify({ path: `${root}/notes.txt` })]], []);
  assert.notEqual(answers[0].content, '1\tone\n2\ttwo\n3\tthree\n');
  assert.match(answers[0].content, /one\n.*two\n.*three/u);
});
