/** Every case under tests/cases: one test per case and kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Room } from 'readroom';
import { cannotRun, cases, EVERYTHING, isChosen, repeated, withoutTime } from './data.mjs';
import { parse, stringify } from './exact.mjs';
import { Fixture, notInMemory, programFor } from './fixture.mjs';
import { PageRoom } from './page-room.mjs';
import { PATIENT } from './project.mjs';

for (const title of ['program', 'page']) {
  describe(title, () => {
    for (const { name, data } of cases().filter(isChosen)) {
      const why = cannotRun(data.needs) ?? (title === 'page' ? notInMemory(data) : undefined);
      test(name, why === undefined ? {} : { skip: why }, () => run(data, title === 'page'));
    }
  });
}

async function run(data, isPage) {
  const fixture = await Fixture.make(data);
  const room = await roomFor(data, fixture, isPage);
  try {
    const sent = fixture.arguments(data.call);
    const { tool } = data.call;
    const reply = await room.call(tool, sent);
    assert.equal(reply.outcome, data.outcome, reply.json);
    const same = (given, expected) =>
      assert.deepEqual(
        withoutTime(given),
        withoutTime(fixture.fillInAll(repeated(expected))),
        data.about,
      );
    same(parse(reply.json), data.reply);
    if (data.content !== undefined)
      same(bare(reply.content), data.content);
    if (data.tool !== undefined) {
      const { snippet, guidelines } = (await room.tools()).find(({ id }) => id === tool);
      assert.deepEqual(bare({ snippet, guidelines }), data.tool);
    }
  } finally {
    await room.close();
    fixture.remove();
  }
}

/** The same value in objects without a prototype, as `parse` makes them. */
function bare(value) {
  return parse(JSON.stringify(value));
}

function roomFor(data, fixture, isPage) {
  const cwd = data.cwd;
  const home = data.home === undefined ? undefined : fixture.fillIn(data.home);
  const policy = policyOf(data.policy, fixture);
  if (data.in_memory || isPage) {
    const options = { name: fixture.root, cwd, home, policy };
    if (isPage) return PageRoom.fromFiles(fixture.inMemory(data), options);
    return Room.fromFiles(fixture.inMemory(data), { ...options, limits: PATIENT });
  }
  const grants = (data.grants ?? []).map((grant) => `${fixture.outside}/${grant}`);
  const [program, limits] = [programFor(data, fixture), PATIENT];
  return new Room({ root: fixture.root, grants, cwd, home, policy, program, limits });
}

/** Returns the policy that a case decides by. */
function policyOf(policy, fixture) {
  if (policy === undefined) return EVERYTHING;
  if (policy === 'mask-secrets') return { mask: ['secrets'] };
  return policy === 'default' ? {} : { rules: JSON.parse(stringify(fixture.fillInAll(policy))) };
}
