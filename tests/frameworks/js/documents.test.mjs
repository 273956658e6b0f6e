/** The snippets of the documents that need a framework, such as those marked `js ai`. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { AgentsModel, aiModel, claudeModel } from './models.mjs';

const tests = process.env.READROOM_TESTS;
const input = JSON.stringify({ path: 'src/main.rs' });
/** The model that a snippet has as `model`, and its requests. */
const MODELS = {
  ai() {
    const model = aiModel([{ toolName: 'read', input }]);
    return { model, requests: model.doGenerateCalls };
  },
  'openai-agents'() {
    const model = new AgentsModel([{ name: 'read', arguments: input }]);
    return { model, requests: model.requests };
  },
  async 'claude-agent'() {
    const file_path = path.resolve('src/main.rs');
    const model = await claudeModel([{ call: { name: 'Read', arguments: { file_path } } }]);
    Object.assign(process.env, model.env);
    return model;
  },
};

const { documents } = JSON.parse(fs.readFileSync(path.join(tests, 'documents.json'), 'utf8'));
const snippets = documents.flatMap((document) => {
  const text = fs.readFileSync(path.join(tests, '..', document), 'utf8');
  const found = [...text.matchAll(/^```js ([\w-]+)\n(.*?)^```/gmsu)];
  return found.map(([, framework, snippet]) => ({ document, framework, snippet }));
});

// Node looks for packages from where a script lies, so the project is here.
const project = path.resolve('project');
fs.rmSync(project, { recursive: true, force: true });
fs.cpSync(path.join(tests, 'documents', 'project'), project, { recursive: true });
const before = process.cwd();
process.chdir(project);
after(() => {
  process.chdir(before);
  delete globalThis.model;
});

for (const [at, { document, framework, snippet }] of snippets.entries()) {
  test(`the snippet for ${framework} in ${document} shows its model the file`, async () => {
    const played = await MODELS[framework]();
    globalThis.model = played.model;
    const file = path.join(project, `snippet-${at}.mjs`);
    fs.writeFileSync(file, snippet);
    await import(pathToFileURL(file).href);
    const { requests } = played;
    assert.equal(requests.length, 2);
    const { prompt, input: sent, messages } = requests[1];
    const shown = JSON.stringify(prompt ?? sent ?? messages);
    assert.ok(shown.includes('fn main() -> ExitCode {'), shown);
  });
}

test('every framework has a snippet', () => {
  const framework = snippets.map((snippet) => snippet.framework);
  assert.deepEqual([...new Set(framework)].sort(), Object.keys(MODELS).sort());
});
