/**
 * Every attack under tests/attacks: one test per attack and kind of room, then each with every
 * tool.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { CallError, LimitError, Room } from 'readroom';
import { start } from './actor.mjs';
import { attacks, cannotRun, dialects, EVERYTHING, withNeeds } from './data.mjs';
import { stringify } from './exact.mjs';
import { openDescriptors, peak, resetPeak } from './measure.mjs';
import { Fixture } from './fixture.mjs';
import { HANG, WORKER } from './project.mjs';
import { judge, misshapen, secretsOf } from './verdict.mjs';

/**
 * An engine keeps memory of an instance until its garbage is collected: that is not the guest's.
 */
const ENGINE_MIB = 64;

/** The maximum number of calls of an attack. Each has an instance of its own: few show a leak. */
const MAX_CALLS = 300;

const tools = (await (await Room.fromFiles({})).tools()).map(({ id }) => id);

for (const [title, options] of [
  ['descriptors', {}],
  ['best-effort', { bestEffort: true }],
  ['best-effort in a worker', { ...WORKER, bestEffort: true }],
]) {
  describe(title, { concurrency: false }, () => {
    for (const { name, data } of attacks()) {
      const why = cannotRun(data.needs);
      test(name, why === undefined ? {} : { skip: why }, () => run(data, options));
    }
  });
}

async function run(attack, options) {
  const fixture = await Fixture.make(attack);
  const { meanwhile = {} } = attack;
  let root = fixture.root;
  if (meanwhile.root_by_link) {
    root = `${fixture.outside}/way-in`;
    fs.symlinkSync(fixture.root, root);
  }
  const room = new Room({ root, policy: EVERYTHING, ...options });
  if (meanwhile.replace_root !== undefined) {
    fs.renameSync(fixture.root, `${fixture.outside}/moved`);
    fs.symlinkSync(fixture.fillIn(meanwhile.replace_root), fixture.root);
  }
  // A starting thread opens files and takes memory, so it is started before the measurement.
  if (options.worker) await room.tools();
  const actor = await act(meanwhile, fixture);
  try {
    const sent = fixture.arguments(attack.call);
    const calls = Math.min(attack.calls ?? 1, MAX_CALLS);
    const descriptors = openDescriptors();
    resetPeak();
    const memory = peak();
    const started = Date.now();
    const replies = new Map();
    for (let i = 0; i < calls; i += 1) {
      const call = () => withNeeds(attack.needs, () => room.call(attack.call.tool, sent));
      if (attack.verdict === 'ended') {
        const isOurs = (error) => error instanceof CallError || error instanceof LimitError;
        await assert.rejects(call, isOurs);
        continue;
      }
      const reply = await call();
      if (!replies.has(reply.json)) replies.set(reply.json, reply);
    }
    const elapsed = Date.now() - started;
    const taken = peak() - memory;
    assert.ok(elapsed < HANG * calls, `${attack.about}: ${elapsed} ms for ${calls} calls`);
    const grown = openDescriptors() - descriptors;
    assert.ok(
      grown <= (attack.max_descriptor_growth ?? 0),
      `${attack.about}: ${grown} descriptors were left open`,
    );
    if (attack.max_guest_mib !== undefined) {
      const most = (attack.max_guest_mib + ENGINE_MIB) * 2 ** 20;
      assert.ok(taken <= most, `${attack.about}: ${taken} bytes of memory were taken`);
    }
    const isSwapped = meanwhile.swap !== undefined;
    for (const reply of replies.values()) {
      // The other process cannot exchange in one step: for an instant there is nothing.
      if (isSwapped && reply.outcome === 'refused' && reply.value.error.code === 'not-found')
        continue;
      // Without descriptors, an exchanged root can no longer be read.
      if (options.bestEffort && meanwhile.replace_root !== undefined && reply.outcome === 'refused')
        continue;
      assert.equal(
        judge(attack, reply),
        undefined,
        `${attack.about}: ${reply.json.slice(0, 2000)}`,
      );
    }
  } finally {
    const times = await actor?.stop();
    if (meanwhile.swap !== undefined) assert.ok(times > 0, 'the paths never traded places');
    await room.close();
    fixture.remove();
  }
}

async function act({ swap, append, truncate }, fixture) {
  if (swap !== undefined) return start('swap', ...swap.map((path) => `${fixture.root}/${path}`));
  if (append !== undefined) return start('append', `${fixture.root}/${append[0]}`, append[1]);
  if (truncate !== undefined)
    return start('truncate', `${fixture.root}/${truncate[0]}`, truncate[1]);
  return undefined;
}

const known = dialects();
/** What the arguments of the neutral read are called. */
const BASIC = ['path', 'start', 'lines'];

describe('every tool', { concurrency: false }, () => {
  for (const { name, data } of attacks()) {
    // What other processes do meanwhile does not depend on the tool; what ends a call of one does.
    if (data.meanwhile !== undefined || data.verdict === 'ended') continue;
    const why = cannotRun(data.needs);
    test(name, why === undefined ? {} : { skip: why }, async () => {
      const fixture = await Fixture.make(data);
      const room = new Room({ root: fixture.root, policy: EVERYTHING });
      try {
        for (const tool of tools) {
          await byTool(tool, data, fixture, room);
          await byArgumentsFor(tool, data, fixture, room);
        }
      } finally {
        await room.close();
        fixture.remove();
      }
    });
  }
});

async function byTool(tool, attack, fixture, room) {
  const given = attack.call.arguments;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const sent = isObject
    ? stringify(fixture.fillInAll(renamed(given, tool)))
    : fixture.arguments(attack.call);
  const started = Date.now();
  const reply = await withNeeds(attack.needs, () => room.call(tool, sent));
  const elapsed = Date.now() - started;
  const told = `${tool}: ${attack.about}: ${reply.json.slice(0, 2000)}`;
  assert.ok(elapsed < HANG, `${elapsed} ms: ${told}`);
  for (const secret of secretsOf(attack)) assert.ok(!JSON.stringify(reply).includes(secret), told);
  assert.equal(misshapen(known.get(tool), reply), undefined, told);
  // Drawing it must be safe too.
  const drawn = await room.renderResult(tool, sent, reply, 'expanded');
  assert.doesNotMatch(drawn, /[^\P{Cc}\n\t]/u, told);
  await room.renderCall(tool, sent);
}

function renamed(given, tool) {
  const changed = Object.create(null);
  for (const [name, value] of Object.entries(given))
    changed[known.get(tool).arguments[BASIC.indexOf(name)] ?? name] = value;
  return changed;
}

/** Does the same with arguments that the component writes, if every tool can express the read. */
async function byArgumentsFor(tool, attack, fixture, room) {
  const given = attack.call.arguments;
  if (
    typeof given?.path !== 'string' ||
    Object.keys(given).some((member) => !BASIC.includes(member))
  )
    return;
  const { path, start: first, lines } = given;
  if (
    [first, lines].some(
      (number) => number !== undefined && !(typeof number === 'number' && number >= 1),
    )
  )
    return;
  const sent = await room.argumentsFor(tool, { path: fixture.fillIn(path), start: first, lines });
  if (sent === undefined) return;
  const reply = await withNeeds(attack.needs, () => room.call(tool, sent));
  const told = `${tool}: ${attack.about}: ${reply.json.slice(0, 2000)}`;
  for (const secret of secretsOf(attack)) assert.ok(!reply.json.includes(secret), told);
  assert.equal(misshapen(known.get(tool), reply), undefined, told);
  if (tool.startsWith('readroom@')) assert.equal(judge(attack, reply), undefined, told);
}
