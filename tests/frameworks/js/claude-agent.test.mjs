/** Agents of the Claude Agent SDK, which starts Claude Code. */

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Room } from 'readroom';
import { tools } from 'readroom/claude-agent';
import { claudeModel } from './models.mjs';
import { ABOUT_IMAGE, MISSING, PNG, room as looked } from './project.mjs';

/** Claude Code lets this model edit a file that it has not read, and an older one not. */
const NEWER = 'claude-opus-4-8';
const OLDER = 'claude-sonnet-4-5';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-claude-'));
const notes = path.join(directory, 'notes.txt');
const secret = path.join(directory, '.env');
fs.writeFileSync(secret, 'KEY=1234\n');
const room = new Room({ root: directory });
after(async () => {
  await room.close();
  fs.rmSync(directory, { recursive: true });
});

const call = (name, given) => ({ call: { name, arguments: given } });
const read = (file_path = notes) => call('Read', { file_path });
const EDIT = call('Edit', { file_path: notes, old_string: 'two', new_string: 'TWO' });
/** What the room shows of the notes. */
const SHOWN = '1\tone\n2\ttwo\n3\tthree';

/**
 * Runs an agent, with tools of the room or without.
 *
 * @param turns - what its model answers
 * @returns the model, the results of its calls, and the notes as they are then
 */
async function run(
  turns,
  { model: name = NEWER, offered, without = false, attached = true, prompts = 1 } = {},
) {
  fs.writeFileSync(notes, 'one\ntwo\nthree\n');
  const model = await claudeModel(turns);
  const own = {
    cwd: directory,
    env: model.env,
    model: name,
    permissionMode: 'acceptEdits',
    settingSources: [],
    tools: ['Agent', 'Edit', 'Glob', 'Grep', 'Read'],
  };
  const { options, attach } = without ? {} : await tools(room, offered);
  const answers = new EventEmitter();
  async function* asked() {
    for (let at = 0; at < prompts; at += 1) {
      const answered = once(answers, 'answer');
      const message = { role: 'user', content: 'Go on.' };
      yield { type: 'user', parent_tool_use_id: null, message };
      await answered;
    }
  }
  const started = query({ prompt: asked(), options: { ...own, ...options } });
  if (attached) attach?.(started);
  let count = 0;
  for await (const message of started) {
    if (message.type !== 'result') continue;
    assert.equal(message.subtype, 'success');
    count += 1;
    answers.emit('answer');
  }
  assert.equal(count, prompts);
  return { model, results: model.results, notes: fs.readFileSync(notes, 'utf8') };
}

/** Returns the text of a result, without what Claude Code adds to it. */
const textOf = ({ text }) => text.replace(/\n*<system-reminder>.*<\/system-reminder>/su, '');

/** Returns the names of the tools whose definitions a model gets. */
const offeredTo = ({ requests: [{ tools: all }] }) =>
  all.flatMap(({ name, defer_loading: deferred }) => (deferred ? [] : [name])).sort();

test('what the model reads with Read is read through the room, and can be edited', async () => {
  const { model, results, notes: after } = await run([read(), read(secret), EDIT]);
  const reply = await room.call('claude-code', { file_path: secret });
  assert.equal(reply.outcome, 'refused');
  assert.deepEqual(results.map(({ refused }) => refused), [false, true, false]);
  assert.equal(textOf(results[0]), SHOWN);
  assert.equal(textOf(results[1]), reply.text);
  assert.equal(after, 'one\nTWO\nthree\n');
  const ours = ['Read', 'find', 'list', 'search'].map((name) => `mcp__readroom__${name}`);
  assert.deepEqual(offeredTo(model), ['Agent', 'Edit', 'Read', ...ours]);
});

test('without the room the secret is read', async () => {
  const { model, results, notes: after } = await run([read(), read(secret), EDIT], {
    without: true,
  });
  assert.deepEqual(results.map(({ refused }) => refused), [false, false, false]);
  assert.match(results[1].text, /KEY=1234/u);
  assert.equal(after, 'one\nTWO\nthree\n');
  assert.deepEqual(offeredTo(model), ['Agent', 'Edit', 'Glob', 'Grep', 'Read']);
});

test('an older model may edit what it read from the next message on', async () => {
  const turns = [read(), EDIT, { say: 'read' }, EDIT];
  const how = { model: OLDER, prompts: 2 };
  const attached = await run(turns, how);
  assert.deepEqual(attached.results.map(({ refused }) => refused), [false, true, false]);
  assert.match(attached.results[1].text, /has not been read yet/u);
  assert.equal(attached.notes, 'one\nTWO\nthree\n');

  const alone = await run(turns, { ...how, attached: false });
  assert.deepEqual(alone.results.map(({ refused }) => refused), [false, true, true]);
  assert.equal(alone.notes, 'one\ntwo\nthree\n');
});

test('a model searches, and then reads', async () => {
  const { results } = await run([
    call('mcp__readroom__search', { pattern: 'tw.' }),
    call('Grep', { pattern: 'tw.', output_mode: 'content', '-n': true }),
    call('Glob', { pattern: '*.txt' }),
    call('mcp__readroom__list', {}),
    read(),
  ]);
  const found = await room.call('readroom:search', { pattern: 'tw.' });
  assert.match(found.text, /^notes\.txt\n2\ttwo\n/u);
  assert.equal(textOf(results[0]), found.text);
  assert.match(results[1].text, /^notes\.txt\n2\ttwo\n/u);
  assert.match(results[2].text, /^notes\.txt\n/u);
  assert.match(results[3].text, /^notes\.txt\n/u);
  assert.equal(textOf(results[4]), SHOWN);
});

test('a subagent reads through the room too', async () => {
  const input = { description: 'read', prompt: 'Read.', subagent_type: 'general-purpose' };
  const { results } = await run([
    call('Agent', { ...input, run_in_background: false }),
    read(secret),
  ]);
  const { text } = await room.call('claude-code', { file_path: secret });
  assert.ok(results.some((result) => result.refused && textOf(result) === text));
});

test('tools can be chosen', async () => {
  const ids = ['readroom'];
  const { model, results } = await run([read()], { offered: { ids } });
  const names = ['diff', 'find', 'list', 'log', 'read', 'search'];
  const ours = names.map((name) => `mcp__readroom__${name}`);
  assert.deepEqual(offeredTo(model), ['Agent', 'Edit', 'Read', ...ours]);
  assert.equal(textOf(results[0]), `${SHOWN}\n[Taken as ${JSON.stringify({ path: notes })}.]`);
});

/** Returns a client of the server, without Claude Code. */
async function client(given, options) {
  const { mcpServers } = (await tools(given, options)).options;
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connected = new Client({ name: 'test', version: '1' });
  await mcpServers.readroom.instance.connect(ours);
  await connected.connect(theirs);
  return connected;
}

test('the server has the tools with their schemas', async () => {
  const connected = await client(looked, { ids: ['readroom'] });
  const { tools: listed } = await connected.listTools();
  const known = (await looked.tools()).filter(({ id }) => id.startsWith('readroom@'));
  assert.deepEqual(
    listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    known.map(({ name, description, parameters: inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
  );
  await connected.ping();
  assert.equal(connected.getServerVersion().name, 'readroom');
  await assert.rejects(connected.listPrompts(), ({ code }) => code === ErrorCode.MethodNotFound);
  await connected.close();
});

test('a client is given texts, images, files and errors', async () => {
  const connected = await client(looked, { ids: ['readroom:read', 'claude-code'] });
  const answer = (name, args) => connected.callTool({ name, arguments: args });
  const image = await answer('read', { path: 'dot.png' });
  assert.deepEqual(image.content, [
    { type: 'text', text: ABOUT_IMAGE },
    { type: 'image', data: PNG, mimeType: 'image/png' },
  ]);
  const missing = await answer('read', { path: 'nothing.txt' });
  assert.ok(missing.isError);
  assert.match(missing.content[0].text, MISSING);
  const paper = await answer('Read', { file_path: 'paper.pdf' });
  const { resource } = paper.content.find(({ type }) => type === 'resource');
  assert.equal(resource.mimeType, 'application/pdf');
  assert.match(Buffer.from(resource.blob, 'base64').toString('latin1'), /^%PDF-1\.4/u);
  const unknown = await answer('write', {});
  assert.ok(unknown.isError);
  assert.match(unknown.content[0].text, /no tool 'write'/u);
  await connected.close();
});

test('a call that the client cancels is ended in the room', async () => {
  let ended;
  const slow = {
    tools: () => looked.tools(),
    call: (_, __, { signal }) =>
      new Promise((resolve, reject) => {
        ended = once(signal, 'abort').then(() => reject(signal.reason));
      }),
  };
  const connected = await client(slow);
  const signal = AbortSignal.timeout(100);
  const call = { name: 'Read', arguments: { file_path: notes } };
  await assert.rejects(connected.callTool(call, undefined, { signal }));
  await ended;
  await connected.close();
});
