/**
 * Runs real agents against a scripted model, once with their own tools and once with Readroom in
 * their place, and compares everything that the model was sent.
 *
 *   node tests/agents/run.mjs --target DIR --program FILE [pi] [opencode]
 *
 * The agents are installed below DIR from their registry. Nothing else is connected to.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel } from './model.mjs';
import { opencode } from './opencode.mjs';
import { named, program, target } from './options.mjs';
import { pi } from './pi.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
process.env.READROOM_TESTS = path.dirname(here);
const { Fixture } = await import('../js/fixture.mjs');


/** Plays a transcript in an agent. Returns the requests that reached the model. */
async function play(agent, directory, project, turns, plugIn) {
  const model = await startModel(turns);
  try {
    await agent.run({ directory, project, model: model.url, program, plugIn });
  } finally {
    model.stop();
  }
  return model.requests;
}

for (const [name, agent] of Object.entries({ pi, opencode })) {
  if (named.length > 0 && !named.includes(name)) continue;
  const directory = path.join(target, name);
  fs.mkdirSync(directory, { recursive: true });
  agent.install(directory);
  const transcript = JSON.parse(
    fs.readFileSync(path.join(here, 'transcripts', `${name}.json`), 'utf8'),
  );
  const fixture = await Fixture.make(transcript);
  try {
    const calls = fixture.fillInAll(transcript.calls);
    const turns = [...calls.map((call) => ({ call })), { say: 'done' }];
    const plugIn = path.join(here, '..', '..', 'packages', 'agents', name, 'readroom.ts');
    const own = await play(agent, directory, fixture.root, turns);
    const ours = await play(agent, directory, fixture.root, turns, plugIn);
    const bytes = compare(name, agent, calls, own, ours);
    process.stdout.write(
      `${name} ${agent.release}: ${calls.length} calls, ${own.length} requests, ` +
        `${bytes} bytes: the same\n`,
    );
  } finally {
    fixture.remove();
  }
}

/** Fails where a request differs. Returns how many bytes are the same. */
function compare(name, agent, calls, own, ours) {
  assert.equal(ours.length, own.length, `${name} sent another number of requests`);
  const last = JSON.parse(own.at(-1));
  const results = last.messages.filter(({ role }) => role === 'tool').length;
  assert.equal(results, calls.length, `${name} answered ${results} of ${calls.length} calls`);
  for (const [at, request] of own.entries()) {
    const [expected, got] = [request, ours[at]].map((sent) => JSON.stringify(agent.seen(sent)));
    if (got === expected) continue;
    // Whole requests are too long to look at.
    let place = 0;
    while (got[place] === expected[place]) place += 1;
    const around = (text) => text.slice(Math.max(place - 200, 0), place + 200);
    assert.equal(around(got), around(expected), `${name}, request ${at + 1}`);
  }
  return own.reduce((sum, request) => sum + Buffer.byteLength(request), 0);
}
