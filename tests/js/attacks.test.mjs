/** Every attack under tests/attacks: one test per attack and kind of room. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { CallError, LimitError, Room } from 'readroom';
import { start } from './actor.mjs';
import { attacks, cannotRun } from './data.mjs';
import { openDescriptors, peak, resetPeak } from './measure.mjs';
import { Fixture, notInMemory, programFor } from './fixture.mjs';
import { PageRoom } from './page-room.mjs';
import { HANG, PATIENT } from './project.mjs';
import { judge } from './verdict.mjs';

/**
 * An engine keeps an instance's memory until it is garbage-collected: that is not the guest's.
 */
const ENGINE_MIB = 64;

/** The maximum number of calls of an attack. Each has its own instance: few show a leak. */
const MAX_CALLS = 300;

for (const title of ['program', 'page']) {
  describe(title, { concurrency: false }, () => {
    for (const { name, data } of attacks()) {
      const mode = title === 'page' ? cannotBeInMemory(data) : undefined;
      const long = data.long ? 'it takes long, and runs in Rust and Python' : undefined;
      const why = cannotRun(data.needs) ?? long ?? mode;
      test(name, why === undefined ? {} : { skip: why }, () => run(data, title === 'page'));
    }
  });
}

function cannotBeInMemory(attack) {
  if (attack.meanwhile !== undefined) return 'files in memory do not change';
  return notInMemory(attack);
}

async function run(attack, isPage) {
  const fixture = await Fixture.make(attack);
  const { meanwhile = {} } = attack;
  let root = fixture.root;
  if (meanwhile.root_by_link) {
    root = `${fixture.outside}/way-in`;
    fs.symlinkSync(fixture.root, root);
  }
  const policy = { rules: 'everything' };
  const files = isPage ? fixture.inMemory(attack) : {};
  const room = isPage
    ? await PageRoom.fromFiles(files, { name: root, policy })
    : new Room({ root, policy, limits: PATIENT, program: programFor(attack, fixture) });
  // The root is open from here on, and a program that starts takes no descriptors later.
  await room.stat('.');
  if (meanwhile.replace_root !== undefined) {
    fs.renameSync(fixture.root, `${fixture.outside}/moved`);
    fs.symlinkSync(fixture.fillIn(meanwhile.replace_root), fixture.root);
  }
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
      const call = () => room.call(attack.call.tool, sent);
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
      // The other process cannot exchange atomically: for an instant there is nothing.
      if (isSwapped && reply.outcome === 'refused' && reply.value.error.code === 'not-found')
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
